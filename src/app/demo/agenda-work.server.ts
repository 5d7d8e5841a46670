/** The agenda of the demo's people: what is due is dealt with as an office does, most of it in its week; the rest waits for the next one. */
import { archiveAgenda, createAgendaItem, planAgain } from "../../cases/agenda/agenda.contract.ts";
import type { ClosingReason, FilePhase } from "../../cases/files/files.ts";
import { changeStatus, closeFileByHand } from "../../cases/states/states.contract.ts";
import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import { changeFileWorkflow } from "../../letters/workflows/workflows.contract.ts";
import { bookRefundCall } from "../../money/claims/claims.contract.ts";
import { fileBalance } from "../../money/claims/claims.server.ts";
import type { Engine, Inside } from "./engine.server.ts";
import { lotsOf } from "./lots.ts";
import type { Chance } from "./seeded-random.ts";
import type { Cast } from "./setup.server.ts";

export type PhaseWorkflow = "W5B" | "W5J" | "W5M" | "W5S";

interface Due {
  readonly id: number;
  readonly version: number;
  readonly file_id: number;
  readonly subject: string;
}

/** So little is not worth a procedure. */
const uneconomicBelow = 5_000;

/** So long a file that is watched, or at the bailiff's, is left alone before somebody looks at it again. */
const reviewAfterDays = 42;

/** So many items somebody has before them on the day on which the story ends. */
const aDaysWork = 12;

const dueBy = (engine: Engine, day: PlainDate): Promise<readonly Due[]> =>
  engine.db
    .selectFrom("agenda_item")
    .innerJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
    .select(["agenda_item.id", "agenda_item.version", "file_id", "agenda_subject.code as subject"])
    .where("state", "=", "open")
    .where("on_date", "<=", day)
    .orderBy("on_date")
    .orderBy("agenda_item.id")
    .execute();

/** What chance makes of an item, drawn before anything is done about it. */
interface Drawn {
  readonly outcome: string;
  readonly givesUp: boolean;
  readonly toBailiff: boolean;
  readonly watched: boolean;
}

const drawn = (chance: Chance): Drawn => ({
  outcome: chance.pick(["Afgehandeld.", "Besproken met de opdrachtgever.", "Gebeld en beantwoord."]),
  givesUp: chance.hit(0.7),
  toBailiff: chance.hit(0.2),
  watched: chance.hit(0.06),
});

/** Deals with items, those of one file one after the other. */
async function dealWith(
  engine: Engine,
  cast: Cast,
  chance: Chance,
  day: PlainDate,
  items: readonly Due[],
): Promise<void> {
  const dealt = items.map((item) => ({ item, drawn: drawn(chance) }));
  for (const lot of lotsOf(dealt, ({ item }) => item.file_id))
    await engine.together(
      lot.map(
        ({ item, drawn }) =>
          (inside) =>
            deal({ inside, cast, day, drawn }, item),
      ),
    );
}

/** Deals with what is due by tomorrow: of every ten items about nine. */
export async function workAgenda(engine: Engine, cast: Cast, chance: Chance, day: PlainDate): Promise<void> {
  const due = await dueBy(engine, addDays(day, 1));
  await dealWith(
    engine,
    cast,
    chance,
    day,
    due.filter(() => chance.hit(0.9)),
  );
}

/** On the last day before the story ends: what is due by its end is dealt with, but for a day's work. */
export async function clearAgenda(
  engine: Engine,
  cast: Cast,
  chance: Chance,
  day: PlainDate,
  end: PlainDate,
): Promise<void> {
  const due = await dueBy(engine, end);
  await dealWith(engine, cast, chance, day, due.slice(0, -aDaysWork));
}

/** Who deals with an item, and when. */
interface Dealing {
  readonly inside: Inside;
  readonly cast: Cast;
  readonly day: PlainDate;
  readonly drawn: Drawn;
}

async function deal(dealing: Dealing, item: Due): Promise<void> {
  if (item.subject === "workflow_ended") return decide(dealing, item);
  if (item.subject === "overpayment") return refund(dealing, item);
  if (item.subject === "review" || item.subject === "bailiff_status") return lookAgain(dealing, item);
  return archive(dealing, item, dealing.drawn.outcome);
}

async function archive({ inside, cast }: Dealing, item: Due, outcome: string): Promise<void> {
  await inside.call(cast.actor("employee"), archiveAgenda, { body: { ids: [item.id], outcome } });
}

interface Standing {
  readonly version: number;
  readonly phase: string;
  readonly status: string;
}

const standingOf = ({ inside }: Dealing, fileId: number): Promise<Standing> =>
  inside.db
    .selectFrom("case_file")
    .select(["version", "phase", "status"])
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();

/** Plans the day on which somebody looks at a file again that goes on without steps. */
async function planReview({ inside, cast, day }: Dealing, fileId: number, code: string): Promise<void> {
  const { id: subject } = await inside.db
    .selectFrom("agenda_subject")
    .select("id")
    .where("code", "=", code)
    .executeTakeFirstOrThrow();
  await inside.call(cast.actor("employee"), createAgendaItem, {
    params: { id: fileId },
    body: { subject, on: addDays(day, reviewAfterDays) },
  });
}

/** A file that was watched comes up again: it is given up, or left for some more weeks. */
async function lookAgain(dealing: Dealing, item: Due): Promise<void> {
  const file = await standingOf(dealing, item.file_id);
  if (file.status === "monitoring" && dealing.drawn.givesUp) return giveUp(dealing, item.file_id, file.version);
  await archive(dealing, item, "Bekeken; nog geen verhaal.");
  if (file.status === "monitoring") await planReview(dealing, item.file_id, item.subject);
}

async function giveUp({ inside, cast, day }: Dealing, fileId: number, version: number): Promise<void> {
  const { open } = await fileBalance(inside.db, fileId, day);
  const reason: ClosingReason = open <= uneconomicBelow ? "uneconomic" : "uncollectable";
  const note = "Besproken met de opdrachtgever: verder incasseren loont niet.";
  const body = { reason, note, version, waiveCosts: true };
  await inside.call(cast.actor("employee"), closeFileByHand, { params: { id: fileId }, body });
}

/** The file goes on in the workflow of the phase that it has come to. */
export async function moveToPhase(
  { call }: Pick<Inside, "call">,
  cast: Cast,
  fileId: number,
  workflow: PhaseWorkflow,
): Promise<void> {
  const body = { workflow, reason: "Verder in de workflow van de fase." };
  await call(cast.actor("employee"), changeFileWorkflow, { params: { id: fileId }, body });
}

/** The file goes on after all, or something stops it, which comes first. */
async function putOff(dealing: Dealing, item: Due, status: string): Promise<void> {
  if (status === "in_progress") return archive(dealing, item, "Het dossier gaat verder.");
  const { inside, cast, day } = dealing;
  const items = [{ id: item.id, version: item.version, on: addDays(day, reviewAfterDays) }];
  await inside.call(cast.actor("employee"), planAgain, { body: { items } });
}

/** What becomes of a file at the end of its workflow: most are given up, some are watched for a while or go to the bailiff. */
async function decide(dealing: Dealing, item: Due): Promise<void> {
  const { inside, cast, drawn } = dealing;
  const { version, phase, status } = await standingOf(dealing, item.file_id);
  if (status !== "no_more_steps") return putOff(dealing, item, status);
  const params = { id: item.file_id };
  const follow = async (to: FilePhase, subject: string): Promise<void> => {
    const body = { status: "monitoring", phase: to, version } as const;
    await inside.call(cast.actor("employee"), changeStatus, { params, body });
    await moveToPhase(inside, cast, item.file_id, to === "bailiff" ? "W5B" : "W5M");
    await planReview(dealing, item.file_id, subject);
  };
  if (phase === "judicial" && drawn.toBailiff) return follow("bailiff", "bailiff_status");
  if (drawn.watched) return follow("monitoring", "review");
  await giveUp(dealing, item.file_id, version);
}

/** What was received too much goes back to whoever paid it; the file then closes by itself. */
async function refund({ inside, cast, day }: Dealing, item: Due): Promise<void> {
  const { overpaid } = await fileBalance(inside.db, item.file_id, day);
  if (overpaid === 0) return;
  const body = { date: day, amount: decimalFromCents(overpaid), reference: "Te veel ontvangen, teruggestort" };
  await inside.call(cast.actor("finance"), bookRefundCall, { params: { id: item.file_id }, body });
}
