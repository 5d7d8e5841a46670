/** What a file knows of persons goes when its term is over (GDPR art. 5(1)(e)); amounts, days and what happened stay. */
import { sql } from "kysely";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { searchWords } from "../files.ts";

/** Everybody on a file: its debtor and the other parties. */
const personsOf = (fileId: number) => sql`(select debtor_id from case_file where id = ${fileId}
  union select debtor_id from file_party where file_id = ${fileId})`;

/** Persons of a file whom no other file needs any more, locked. */
async function personsToErase({ db }: WorkCtx, fileId: number): Promise<readonly number[]> {
  // Locked first and asked after, so that of two files of one person that go at the same time the later one takes the person along.
  await sql`select from debtor where id in ${personsOf(fileId)} order by id for update`.execute(
    asSystem(db, "a person goes when no file needs it"),
  );
  const { rows } = await sql<{ id: number }>`select debtor.id from debtor where debtor.id in ${personsOf(fileId)}
    and not exists (select from case_file
      where case_file.debtor_id = debtor.id and case_file.erased_on is null and case_file.id <> ${fileId})
    and not exists (select from file_party join case_file on case_file.id = file_party.file_id
      where file_party.debtor_id = debtor.id and case_file.erased_on is null and case_file.id <> ${fileId})
    order by debtor.id`.execute(asSystem(db, "a person goes when no file needs it"));
  return rows.map(({ id }) => id);
}

async function erasePersons(ctx: WorkCtx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const name = ctx.translate({ key: "files.erasedName" }, "nl");
  await ctx.db
    .updateTable("debtor")
    .set((eb) => ({
      gender: "unknown",
      initials: null,
      first_name: null,
      prefix: null,
      last_name: null,
      company_name: eb.case().when("file_type", "=", "company").then(name).else(null).end(),
      legal_form: null,
      kvk: null,
      birth_date: null,
      street: "",
      house_number: "",
      addition: null,
      postcode: "",
      city: "",
      phone: null,
      mobile: null,
      email: null,
      iban: null,
      address_source: null,
      address_verified_on: null,
      display_name: name,
      sort_name: searchWords(name),
      search_name: searchWords(name),
      version: eb("version", "+", 1),
    }))
    .where("id", "in", ids)
    .execute();
  await ctx.db.deleteFrom("debtor_address").where("debtor_id", "in", ids).execute();
  await ctx.db.deleteFrom("debtor_channel").where("debtor_id", "in", ids).execute();
}

/** Takes away what a closed file knows of persons, and gives the persons who went with it. The caller has locked it and asked whether it may. */
export async function eraseFile(ctx: WorkCtx, fileId: number, months: number): Promise<readonly number[]> {
  const { db } = ctx;
  const persons = await personsToErase(ctx, fileId);
  await erasePersons(ctx, persons);
  await db
    .updateTable("case_file")
    .set((eb) => ({
      claim_title: null,
      claim_description: null,
      erased_on: ctx.clock.today(),
      erased_after: months,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", fileId)
    .execute();
  await db.updateTable("file_party").set({ reference: null, note: null }).where("file_id", "=", fileId).execute();
  await db
    .updateTable("file_hold")
    .set({ reason: null, source: null, source_reference: null, lift_reason: null })
    .where("file_id", "=", fileId)
    .execute();
  await db.updateTable("file_closure").set({ note: null }).where("file_id", "=", fileId).execute();
  return persons;
}

/** Notes that the papers for the books of an erased file are gone as well. */
export async function noteBooksErased(ctx: WorkCtx, fileId: number): Promise<void> {
  await ctx.db
    .updateTable("case_file")
    .set({ books_erased_on: ctx.clock.today() })
    .where("id", "=", fileId)
    .where("erased_on", "is not", null)
    .execute();
}
