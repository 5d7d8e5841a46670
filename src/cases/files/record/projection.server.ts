/** Values that other modules store on a file for lists: balance, next step, last contact. They do not change its version. */
import { sql } from "kysely";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import type { BalanceProjection, ContactChannel, NextStep } from "../files.ts";

/** Notes balances on their files. */
export const recordBalances = batchedWrite(
  (db, balances: readonly (BalanceProjection & { readonly fileId: number })[]) =>
    sql`update case_file set principal_cents = b."principalCents", interest_cents = b."interestCents",
      costs_cents = b."costsCents", paid_cents = b."paidCents", open_cents = b."openCents",
      overpaid_cents = b."overpaidCents", balance_on = b."on"
    from jsonb_to_recordset(${JSON.stringify(balances)}::jsonb) as b("fileId" bigint, "on" date, "principalCents" bigint,
      "interestCents" bigint, "costsCents" bigint, "paidCents" bigint, "openCents" bigint, "overpaidCents" bigint)
    where case_file.id = b."fileId"`.execute(db),
);

/** Notes next steps on their files, for lists; `step: null` where there is none. */
export const recordNextSteps = batchedWrite((db, steps: readonly (NextStep & { readonly fileId: number })[]) => {
  const rows = steps.map(({ fileId, step, on }) => ({ id: fileId, key: step?.key, values: step?.values, on }));
  return sql`update case_file set next_step = s.key, next_step_values = s.values, next_action_on = s.on
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(id bigint, key text, values jsonb, "on" date)
    where case_file.id = s.id`.execute(db);
});

interface Contact {
  readonly at: Date;
  readonly channel: ContactChannel;
}

const updateContacts = batchedWrite((db, contacts: readonly (Contact & { readonly fileId: number })[]) =>
  sql`update case_file set last_contact_at = c.at, last_contact_channel = c.channel
    from (select distinct on ("fileId") * from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb)
      as c("fileId" bigint, at timestamptz, channel text) order by "fileId", at desc) as c
    where case_file.id = c."fileId" and (last_contact_at is null or last_contact_at < c.at)`.execute(db),
);

/** When the debtor was reached last. */
export const fileContacts = {
  /** An older contact never overwrites a newer one. */
  record: (db: Db, fileId: number, contact: Contact): Promise<void> => updateContacts(db, [{ fileId, ...contact }]),
  /** The last contact of this channel did not take place after all: the one given is the last, or there is none. */
  takeBack: async (db: Db, fileId: number, channel: ContactChannel, last: Contact | null): Promise<void> => {
    await sql`update case_file set last_contact_at = ${last?.at ?? null}, last_contact_channel = ${last?.channel ?? null}
      where id = ${fileId} and last_contact_channel = ${channel}`.execute(db);
  },
};

/** The language in which a file is written about, where it is another than its own. */
export const recordLanguage = batchedWrite(
  (db, files: readonly { readonly fileId: number; readonly language: string }[]) =>
    sql`update case_file set language = f.language
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f("fileId" bigint, language text)
    where case_file.id = f."fileId" and case_file.language is distinct from f.language`.execute(db),
);
