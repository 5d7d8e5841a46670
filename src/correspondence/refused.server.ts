/** What becomes of a message that the law gate stops at its turn: its file says so, and whoever is responsible is told. */
import { planAgenda } from "../agenda/agenda.server.ts";
import { writeLog } from "../logs/logs.server.ts";
import type { WorkCtx } from "../platform/server/room.ts";
import { type StoredRefusal, sayRefusals } from "../rules/rules.server.ts";
import { logTypeOf } from "./correspondence.ts";

/** A message as it was judged when it was made. */
export interface Departing {
  readonly id: number;
  readonly fileId: number;
  readonly channel: "email" | "sms";
  readonly to: string;
  readonly purpose: string;
  readonly claimMark: number | null;
}

/** The message of an effect that the law gate judged when it was made; undefined for any other. */
export async function departingOf(db: WorkCtx["db"], effectKey: string): Promise<Departing | undefined> {
  const row = await db
    .selectFrom("message")
    .select(["id", "file_id", "channel", "to_address", "purpose", "claim_mark"])
    .where("effect_key", "=", effectKey)
    .where("purpose", "is not", null)
    .executeTakeFirst();
  if (!row || row.purpose === null) return undefined;
  return {
    id: row.id,
    fileId: row.file_id,
    channel: row.channel === "sms" ? "sms" : "email",
    to: row.to_address,
    purpose: row.purpose,
    claimMark: row.claim_mark,
  };
}

/** Notes why a message did not leave: with the message, on the timeline, and in the agenda of the file's case manager. */
export async function noteRefused(
  ctx: WorkCtx,
  { id }: Pick<Departing, "id">,
  refusals: readonly StoredRefusal[],
): Promise<void> {
  const message = await ctx.db
    .updateTable("message")
    .set({ refused: JSON.stringify(refusals) })
    .where("id", "=", id)
    .returning(["file_id", "channel", "subject", "body_text"])
    .executeTakeFirstOrThrow();
  const subject = message.subject === "" ? message.body_text : message.subject;
  const reasons = sayRefusals({ say: ctx.say, lang: "nl" }, refusals)
    .reasons.map(({ text, article }) => `${text} (${article})`)
    .join(" ");
  await writeLog(ctx, {
    fileId: message.file_id,
    type: logTypeOf(message.channel),
    subject: { key: "correspondence.logRefused", values: { subject } },
    content: reasons,
  });
  const note = ctx.say({ key: "correspondence.agendaRefused", values: { subject, reasons } }, "nl").slice(0, 2000);
  await planAgenda(ctx, {
    fileId: message.file_id,
    subject: "review",
    on: ctx.clock.today(),
    note,
    key: `message-refused:${id}:${ctx.clock.today()}`,
  });
}
