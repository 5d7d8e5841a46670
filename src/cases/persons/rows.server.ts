/** The rows of persons: created, found, read and updated. */
import { type Selectable, sql } from "kysely";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { FieldProblems, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { listed } from "../../ground/kernel/listed.ts";
import type { Db, WorkCtx } from "../../ground/platform/server/http/module.ts";
import { batchedRows, batchedWrite } from "../../ground/platform/server/postgres/batched.ts";
import type { DB } from "../../ground/platform/server/postgres/database.types.ts";
import { insertRecords, newIds } from "../../ground/platform/server/postgres/new-rows.ts";
import { anyOf, prepared } from "../../ground/platform/server/postgres/prepared-statements.ts";
import type { NewDebtor } from "./new-debtor.ts";
import type { FieldProblem } from "./persons.checks.server.ts";
import type { Debtor } from "./persons.contract.ts";
import {
  debtorFlags,
  displayName,
  fileTypes,
  genders,
  legalForms,
  searchName,
  searchWords,
  sortName,
} from "./persons.ts";

const debtorRecord = (id: number, clientId: number, of: NewDebtor): Record<string, unknown> => {
  const flags = debtorFlags(of.fileType, of.legalForm);
  return {
    id,
    client_id: clientId,
    file_type: of.fileType,
    is_consumer: flags.isConsumer,
    is_natural_person: flags.isNaturalPerson,
    gender: of.gender,
    initials: of.initials,
    first_name: of.firstName,
    prefix: of.prefix,
    last_name: of.lastName,
    company_name: of.companyName,
    legal_form: of.legalForm,
    kvk: of.kvk,
    birth_date: of.birthDate,
    street: of.street,
    house_number: of.houseNumber,
    addition: of.addition,
    postcode: of.postcode,
    city: of.city,
    country: of.country,
    phone: of.phone,
    mobile: of.mobile,
    email: of.email,
    iban: of.iban,
    language: of.language,
    display_name: displayName(of),
    sort_name: sortName(of),
    search_name: searchName(of),
    version: 1,
  };
};

/** New persons of clients, in the order given, with the ids that `newIds` gave. */
export const createPersons = (
  db: Db,
  persons: readonly { readonly id: number; readonly clientId: number; readonly person: NewDebtor }[],
): Promise<void> =>
  insertRecords(
    db,
    "debtor",
    persons.map(({ id, clientId, person }) => debtorRecord(id, clientId, person)),
  );

/** Somebody who stands beside a debtor: a record as that of a debtor, of the same client. Returns its id. */
export async function createPersonRecord(db: Db, clientId: number, person: NewDebtor): Promise<number> {
  const [id = 0] = await newIds(db, "debtor", 1);
  await createPersons(db, [{ id, clientId, person }]);
  return id;
}

/** A validation error from problems, one message list per field, under a prefix such as `debtor.`. */
export function problemsError(problems: readonly FieldProblem[], prefix = ""): VorderError {
  return new VorderError("validation", { fields: new FieldProblems(problems, prefix).fields });
}

const rowsById = batchedRows(
  (db, ids: readonly number[]) =>
    db.selectFrom("debtor").modifyFront(prepared).selectAll().where("id", "=", anyOf(ids)).execute(),
  ({ id }) => id,
);

/** The debtor of a file, as calls give it. */
export async function debtorById(db: Db, id: number): Promise<Debtor> {
  const [row] = await rowsById(db, [id], undefined);
  if (!row) throw notFound();
  return debtorOf(row);
}

/** Debtors and parties with where their addresses come from, by id. */
export async function debtorsById(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly debtor: Debtor; readonly addressSource: string | null }>> {
  const rows = await rowsById(db, ids, undefined);
  return new Map(rows.map((row) => [row.id, { debtor: debtorOf(row), addressSource: row.address_source }]));
}

type DebtorRow = Selectable<DB["debtor"]>;

/** The debtor as one column of a statement that joins `debtor`; `debtorOf` reads it. */
export const debtorColumn = sql<DebtorRow>`to_jsonb(debtor)`;

/** A row of the table of debtors as calls give it. */
export function debtorOf(row: DebtorRow): Debtor {
  return {
    id: row.id,
    fileType: listed(fileTypes, row.file_type),
    isConsumer: row.is_consumer,
    isNaturalPerson: row.is_natural_person,
    displayName: row.display_name,
    gender: listed(genders, row.gender),
    initials: row.initials,
    firstName: row.first_name,
    prefix: row.prefix,
    lastName: row.last_name,
    companyName: row.company_name,
    legalForm: row.legal_form === null ? null : listed(legalForms, row.legal_form),
    kvk: row.kvk,
    birthDate: row.birth_date,
    street: row.street,
    houseNumber: row.house_number,
    addition: row.addition,
    postcode: row.postcode,
    city: row.city,
    country: row.country,
    phone: row.phone,
    mobile: row.mobile,
    email: row.email,
    iban: row.iban,
    language: listed(["nl", "en", "fr", "de"], row.language),
    addressVerifiedOn: row.address_verified_on,
    version: row.version,
  };
}

/** Writes persons anew: every row has the same columns. */
export const writePersons = batchedWrite((db, debtors: readonly (Partial<DebtorRow> & { readonly id: number })[]) => {
  const columns = Object.keys(debtors[0] ?? {}).map((column) => sql`${sql.ref(column)} = d.${sql.ref(column)}`);
  return sql`update debtor set ${sql.join(columns)} from jsonb_populate_recordset(null::debtor, ${JSON.stringify(debtors)}::jsonb) d
    where debtor.id = d.id`.execute(db);
});

/** Takes away what is known of persons whom no file needs any more; their rows stay, for amounts and days hang on them. */
export async function erasePersons(ctx: WorkCtx, ids: readonly number[]): Promise<void> {
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
}

/** Notes that a person's address was checked on a day and found right; an older check never overwrites a newer one. */
export async function noteAddressCheck(db: Db, debtorId: number, on: PlainDate): Promise<void> {
  await sql`update debtor set address_verified_on = greatest(address_verified_on, ${on}::date), version = debtor.version + 1
    where debtor.id = ${debtorId}`.execute(db);
}

/** The number or address in use of a kind; the version goes on where it is another, for a letter may depend on it. */
export async function noteChannelInUse(
  db: Db,
  debtorId: number,
  kind: "email" | "mobile" | "phone",
  value: string | null,
): Promise<void> {
  await db
    .updateTable("debtor")
    .set((eb) => ({ [kind]: value, version: eb("version", "+", 1) }))
    .where("id", "=", debtorId)
    .where(kind, "is distinct from", value)
    .execute();
}
