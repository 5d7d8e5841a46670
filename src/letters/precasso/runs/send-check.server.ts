/** Judges e-mails and SMS in a client's name again when they leave, where they have waited: for their hour, or for a mail server. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import type { Db, JobCtx } from "../../../ground/platform/server/http/module.ts";
import type { PlannedDelivery } from "../../../ground/platform/server/outbox/outbox-delivery.ts";
import { refusal } from "../../../law/rules/rules.ts";
import { type RecordEnvironment, waitingRefusals } from "../records/judge.ts";
import { dueInvoices, type RecordSituation } from "../records/record.ts";
import { loadSituations, recordEnvironment } from "../records/situations.server.ts";
import { writeLines } from "../records/write.server.ts";

const waitingMessages = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom("precasso_message")
    .select(["record_id", "channel", "to_address", "open_cents", "created_on", "effect_key"])
    .where("effect_key", "in", [...keys])
    .execute();
type Waiting = Awaited<ReturnType<typeof waitingMessages>>[number];

/** What the message asks, as it is owed now: of the invoices that were due when it was made. */
const owedOf = ({ invoices, payments }: RecordSituation, madeOn: PlainDate) =>
  sumCents(dueInvoices(invoices, payments, madeOn).map(({ openCents }) => openCents));

function turnOf(
  message: Waiting,
  situation: RecordSituation,
  environment: RecordEnvironment,
): PlannedDelivery | undefined {
  const channel = message.channel === "sms" ? "sms" : "email";
  const { debtor } = situation;
  const reasons = waitingRefusals(channel, situation, environment).map(({ rule, article }) => `${rule} (${article})`);
  const house = (rule: "recipientGone" | "claimChanged") => `${rule} (${refusal(rule, null).article})`;
  if (message.to_address !== (channel === "sms" ? debtor.mobile : debtor.email)) reasons.push(house("recipientGone"));
  if (message.open_cents !== owedOf(situation, message.created_on)) reasons.push(house("claimChanged"));
  if (reasons.length > 0) {
    const line = { recordId: situation.id, key: "logRecalled" } as const;
    return { state: "refused", error: reasons.join(", "), note: (work) => writeLines(work, [line]) };
  }
  // The outbox only knows the contact hours of the Netherlands.
  const { isLegal, next } = environment.at.contactIn(debtor.country);
  return isLegal ? undefined : { state: "later", at: next };
}

/** What may not leave (yet), by key: others that waited are handed over. */
export async function recordDeliveries(
  ctx: JobCtx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PlannedDelivery>> {
  const own = keys.filter((key) => key.startsWith("precasso:"));
  if (own.length === 0) return new Map();
  const messages = await waitingMessages(ctx.db, own);
  const environment = await recordEnvironment(ctx);
  const ids = [...new Set(messages.map(({ record_id }) => record_id))];
  const situations = await loadSituations(ctx.db, ids, environment.at.today);
  return new Map(
    messages.flatMap((message): [string, PlannedDelivery][] => {
      const situation = situations.get(message.record_id);
      const turn = situation && turnOf(message, situation, environment);
      return turn ? [[message.effect_key, turn]] : [];
    }),
  );
}
