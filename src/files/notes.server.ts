/** What other rooms note on a file for its lists: balance, next step, last contact. The version stays: a note is nobody's edit. */
import { sql } from "kysely";
import type { PlainDate } from "../kernel/dates.ts";
import type { Message } from "../kernel/errors.ts";
import type { Db } from "../platform/server/room.ts";
import type { BalanceProjection, ContactChannel, NextStep } from "./files.ts";

/** Notes balances on their files. */
export async function recordBalances(
  db: Db,
  balances: readonly (BalanceProjection & { readonly fileId: number })[],
): Promise<void> {
  if (balances.length === 0) return;
  await sql`update case_file set principal_cents = b."principalCents", interest_cents = b."interestCents",
      costs_cents = b."costsCents", paid_cents = b."paidCents", open_cents = b."openCents",
      overpaid_cents = b."overpaidCents", balance_on = b."on"
    from jsonb_to_recordset(${JSON.stringify(balances)}::jsonb) as b("fileId" bigint, "on" date, "principalCents" bigint,
      "interestCents" bigint, "costsCents" bigint, "paidCents" bigint, "openCents" bigint, "overpaidCents" bigint)
    where case_file.id = b."fileId"`.execute(db);
}

/** Notes next steps on their files, for lists; `step: null` where there is none. */
export async function recordNextSteps(
  db: Db,
  steps: readonly (NextStep & { readonly fileId: number })[],
): Promise<void> {
  if (steps.length === 0) return;
  const rows = steps.map(({ fileId, step, on }) => ({ id: fileId, key: step?.key, values: step?.values, on }));
  await sql`update case_file set next_step = s.key, next_step_values = s.values, next_action_on = s.on
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(id bigint, key text, values jsonb, "on" date)
    where case_file.id = s.id`.execute(db);
}

/** Notes that the debtor was reached; an older contact never overwrites a newer one. */
export async function recordContact(
  db: Db,
  fileId: number,
  contact: { readonly at: Date; readonly channel: ContactChannel },
): Promise<void> {
  await db
    .updateTable("case_file")
    .set({ last_contact_at: contact.at, last_contact_channel: contact.channel })
    .where("id", "=", fileId)
    .where((eb) => eb.or([eb("last_contact_at", "is", null), eb("last_contact_at", "<", contact.at)]))
    .execute();
}

/** Notes that the debtor's address was checked on a day and found right; an older check never overwrites a newer one. */
export async function recordAddressCheck(db: Db, fileId: number, on: PlainDate): Promise<void> {
  await sql`update debtor set address_verified_on = greatest(address_verified_on, ${on}::date), version = debtor.version + 1
    from case_file where case_file.debtor_id = debtor.id and case_file.id = ${fileId}`.execute(db);
}

/** The next step of a row as a message: its key and values, as the workflow room noted them. */
export const nextStepMessage = (key: string | null, values: unknown): Message | null =>
  key === null ? null : { key, values: plainValues(values) };

function plainValues(values: unknown): Record<string, string | number> {
  if (typeof values !== "object" || values === null) return {};
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === "string" || typeof value === "number"),
  );
}
