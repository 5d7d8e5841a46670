/** Letters, e-mails and SMS that people of the office wrote at the end of the story, to go out in the days after it. */
import { sendFileMessage } from "../../cases/file-page/composer/composer.contract.ts";
import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import type { MessageChannel } from "../../letters/correspondence/correspondence.ts";
import type { Engine } from "./engine.server.ts";
import type { Cast } from "./setup.server.ts";

interface Written {
  readonly channel: MessageChannel;
  readonly template: string;
  readonly subject?: string;
  readonly note: string;
}

const written: readonly Written[] = [
  {
    channel: "email",
    template: "EM_FREE",
    subject: "Uw vraag over betalen in termijnen",
    note: "U vroeg of u in termijnen kunt betalen. Dat kan. Vul op uw eigen pagina in wat u per maand kunt missen, dan laten wij u binnen twee werkdagen weten of het voorstel past.",
  },
  {
    channel: "sms",
    template: "SMS_FREE",
    note: "Wij hebben uw bericht ontvangen en bellen u morgenochtend terug.",
  },
  {
    channel: "post",
    template: "POST_FREE",
    subject: "De stukken waarom u vroeg",
    note: "U vroeg om een kopie van de factuur en van de opdracht. U vindt ze bij deze brief. Klopt er iets niet, laat het ons dan weten voordat u betaalt.",
  },
  {
    channel: "email",
    template: "EM_FREE",
    subject: "Wij hebben uw bezwaar doorgegeven",
    note: "Wij hebben uw bezwaar doorgegeven aan onze opdrachtgever. Zodra wij antwoord hebben, hoort u van ons. Tot die tijd hoeft u niets te doen.",
  },
];

/** So many are written of each. */
const rounds = 3;

/** The files of people who may be written to by every channel, the newest first. */
const filesToWriteAbout = (engine: Engine) =>
  engine.db
    .selectFrom("case_file as f")
    .innerJoin("debtor as d", "d.id", "f.debtor_id")
    .select("f.id")
    .where("f.status", "=", "in_progress")
    .where("f.phase", "=", "amicable")
    .where("d.file_type", "=", "private")
    .where("d.language", "=", "nl")
    .where("d.email", "is not", null)
    .where("d.mobile", "is not", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom("file_hold").select("id").whereRef("file_id", "=", "f.id").where("lifted_at", "is", null),
        ),
      ),
    )
    .orderBy("f.id", "desc")
    .limit(written.length * rounds)
    .execute();

/** Writes them, each about another file, for the four days after the day on which the story is told. What the law does not let go is left out. */
export async function writeWaitingMessages(engine: Engine, cast: Cast, today: PlainDate): Promise<void> {
  for (const [at, { id }] of (await filesToWriteAbout(engine)).entries()) {
    const message = written[at % written.length];
    if (!message) continue;
    const body = {
      ...message,
      presses: false,
      at: `${addDays(today, 1 + (at % 4))} 09:30`,
      key: `7b6f0f5e-2d1c-4d6b-9a3e-${String(at + 1).padStart(12, "0")}`,
    };
    await engine.unlessRefused(async () => {
      await engine.call(cast.actor("employee"), sendFileMessage, { params: { id }, body });
    });
  }
}
