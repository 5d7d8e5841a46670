/** Erases persons of a closed file whom no other file needs, after its retention period (GDPR art. 5(1)(e)). */
import { sql } from "kysely";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { erasePersons } from "../persons/persons.server.ts";

/** Everybody on a file: its debtor and the other parties. */
const personsOf = (fileId: number) => sql`(select debtor_id from case_file where id = ${fileId}
  union select debtor_id from file_party where file_id = ${fileId})`;

/** Persons of a file whom no other file needs any more, locked. */
async function personsToErase({ db }: WorkCtx, fileId: number): Promise<readonly number[]> {
  // Locked first and asked after, so that of two files of one person that go at the same time the later one takes the person along.
  await sql`select from debtor where id in ${personsOf(fileId)} order by id for update`.execute(
    asSystem(db, "whether another file needs a person is asked over all files"),
  );
  const { rows } = await sql<{ id: number }>`select debtor.id from debtor where debtor.id in ${personsOf(fileId)}
    and not exists (select from case_file
      where case_file.debtor_id = debtor.id and case_file.erased_on is null and case_file.id <> ${fileId})
    and not exists (select from file_party join case_file on case_file.id = file_party.file_id
      where file_party.debtor_id = debtor.id and case_file.erased_on is null and case_file.id <> ${fileId})
    order by debtor.id`.execute(asSystem(db, "whether another file needs a person is asked over all files"));
  return rows.map(({ id }) => id);
}

/** Takes away the persons of a file whom no other file needs, and what is noted of its parties; gives the persons who went. */
export async function eraseParties(ctx: WorkCtx, fileId: number): Promise<readonly number[]> {
  const persons = await personsToErase(ctx, fileId);
  await erasePersons(ctx, persons);
  if (persons.length > 0) {
    await ctx.db.deleteFrom("debtor_address").where("debtor_id", "in", persons).execute();
    await ctx.db.deleteFrom("debtor_wish").where("debtor_id", "in", persons).execute();
    await ctx.db.deleteFrom("debtor_channel").where("debtor_id", "in", persons).execute();
  }
  await ctx.db.updateTable("file_party").set({ reference: null, note: null }).where("file_id", "=", fileId).execute();
  return persons;
}
