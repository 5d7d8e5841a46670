/**
 * Erases personal data of ended records after the retention period (GDPR art. 5(1)(e)): the debtor, the messages and all free text; amounts, dates
 * and the client's own numbers stay. A converted record is erased after its file.
 */
import { sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { keysOf } from "../../../ground/kernel/records.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { forgetOutbox } from "../../../ground/platform/server/outbox/outbox.ts";
import { recordClaim, recordDebtor } from "./record.ts";

/** The number of records per batch. */
const batch = 200;

const isOver = (before: PlainDate) => sql<boolean>`(r.ended_on <= ${before} and r.erased_on is null
  and (r.file_id is null or exists (select from case_file f where f.id = r.file_id and f.erased_on is not null)))`;

/** The next records that ended up to a date and are not erased yet, after one of them. */
export async function recordsDue(db: Db, before: PlainDate, after: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select r.id from precasso_record r
    where ${isOver(before)} and r.id > ${after} order by r.id limit ${batch}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What is kept of a debtor: its kind, and the language of its letters. */
function withoutPerson(raw: unknown, name: string): string {
  const debtor = recordDebtor.parse(raw);
  const texts = ["street", "houseNumber", "postcode", "city"] as const;
  const kept = { fileType: debtor.fileType, gender: "unknown", country: debtor.country, language: debtor.language };
  const erased = Object.fromEntries(keysOf(debtor).map((field) => [field, null]));
  const empty = Object.fromEntries(texts.map((field) => [field, ""]));
  return JSON.stringify({
    ...erased,
    ...empty,
    ...kept,
    [debtor.fileType === "company" ? "companyName" : "lastName"]: name,
  });
}

async function eraseMessages({ db, storage }: WorkCtx, recordId: number): Promise<number> {
  const messages = await db
    .selectFrom("precasso_message")
    .select(["id", "effect_key", "storage_key"])
    .where("record_id", "=", recordId)
    .execute();
  // Stored content is deleted first: if the rest fails the deletion is repeated, and no unreferenced content is left.
  for (const { storage_key: key } of messages) if (key !== null) await storage.delete(key);
  await db
    .updateTable("precasso_message")
    .set({ to_address: "", to_postcode: null, subject: "", body_text: "", storage_key: null })
    .where("record_id", "=", recordId)
    .execute();
  await forgetOutbox(
    db,
    messages.map(({ effect_key }) => effect_key),
  );
  return messages.length;
}

/** Erases the personal data of a record; does nothing if another worker did or it was reopened. */
export async function eraseRecord(ctx: WorkCtx, id: number, before: PlainDate): Promise<void> {
  const { db } = ctx;
  const { rows } = await sql<{ debtor: unknown; claim: unknown }>`select r.debtor, r.claim from precasso_record r
    where r.id = ${id} and ${isOver(before)} for update`.execute(db);
  const [row] = rows;
  if (!row) return;
  const name = ctx.translate({ key: "files.erasedName" }, "nl");
  const messages = await eraseMessages(ctx, id);
  await db
    .updateTable("precasso_record")
    .set((set) => ({
      debtor: withoutPerson(row.debtor, name),
      debtor_name: name,
      email: null,
      mobile: null,
      postcode: "",
      city: "",
      claim: JSON.stringify({ ...recordClaim.parse(row.claim), title: null, description: null }),
      erased_on: ctx.clock.today(),
      version: set("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await db.updateTable("precasso_invoice").set({ description: null }).where("record_id", "=", id).execute();
  await db.updateTable("precasso_payment").set({ reference: "" }).where("record_id", "=", id).execute();
  await db.updateTable("precasso_line").set({ note: null }).where("record_id", "=", id).execute();
  await ctx.audit({ action: "precasso.erase", subject: "precasso_record", subjectId: id, after: { messages } });
}
