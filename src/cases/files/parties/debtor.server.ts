/** Debtors as they are kept: found, shown and changed. */
import { type Selectable, sql } from "kysely";
import { parsePlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, type Message, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import type { DB } from "../../../ground/platform/server/postgres/database.types.ts";
import { prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { checkDebtor, type DebtorInput, type FieldProblem } from "../files.checks.server.ts";
import { debtorFlags, displayName, fileTypes, genders, legalForms, searchName, sortName } from "../files.ts";
import { listed, lockFile } from "../record/record.server.ts";
import { inPersonalState } from "../states/natural-persons.server.ts";
import { tellFollowers } from "../states/state.server.ts";
import { conflict } from "./conflict.server.ts";
import type { Debtor } from "./debtor.contract.ts";
import { keepFormer } from "./former-details.server.ts";

/** A validation error from problems, one message list per field, under a prefix such as `debtor.`. */
export function problemsError(problems: readonly FieldProblem[], prefix = ""): VorderError {
  const fields: Record<string, Message[]> = {};
  for (const { field, message } of problems) {
    const path = `${prefix}${field}`;
    fields[path] = [...(fields[path] ?? []), message];
  }
  return new VorderError("validation", { fields });
}

const rowsById = batchedRows(
  (db, ids: readonly number[]) =>
    db
      .selectFrom("debtor")
      .modifyFront(prepared)
      .selectAll()
      .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
      .execute(),
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

type DebtorChange = Omit<DebtorInput, "fileType"> & {
  readonly addressVerifiedOn: string | null;
  readonly version: number;
};

/** The language of files, where it is another than theirs. */
const speak = batchedWrite((db, files: readonly { readonly fileId: number; readonly language: string }[]) =>
  sql`update case_file set language = f.language
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f("fileId" bigint, language text)
    where case_file.id = f."fileId" and case_file.language is distinct from f.language`.execute(db),
);

/** Changes a file's debtor. @throws validation by field; conflict with the present debtor; notFound. */
export async function changeDebtor(ctx: WorkCtx, fileId: number, change: DebtorChange): Promise<Debtor> {
  const file = await lockFile(ctx, fileId);
  const after = await changePerson(ctx, file.debtorId, change);
  await speak(ctx.db, [{ fileId, language: after.language }]);
  await tellFollowers(ctx, file, { kind: "debtor" });
  return after;
}

/** Writes debtors anew: every row has the same columns. */
const rewrite = batchedWrite((db, debtors: readonly (Partial<DebtorRow> & { readonly id: number })[]) => {
  const columns = Object.keys(debtors[0] ?? {}).map((column) => sql`${sql.ref(column)} = d.${sql.ref(column)}`);
  return sql`update debtor set ${sql.join(columns)} from jsonb_populate_recordset(null::debtor, ${JSON.stringify(debtors)}::jsonb) d
    where debtor.id = d.id`.execute(db);
});

/**
 * Changes a debtor or a party. An address that is left stays known as a former one, and so does a number or e-mail address.
 * @throws validation by field; conflict with the present one; notFound. The caller holds the lock of its file.
 */
export async function changePerson(ctx: WorkCtx, debtorId: number, change: DebtorChange): Promise<Debtor> {
  const before = await debtorById(ctx.db, debtorId);
  if (before.version !== change.version) throw await conflict(ctx, before, { subject: "debtor", id: debtorId });
  const { debtor, problems } = checkDebtor({ ...change, fileType: before.fileType }, ctx.clock.today());
  if (problems.length > 0) throw problemsError(problems);
  const flags = debtorFlags(before.fileType, debtor.legalForm);
  const becomesEntity = before.isNaturalPerson && !flags.isNaturalPerson;
  if (becomesEntity && (await inPersonalState(ctx.db, [debtorId], ctx.clock.today())).has(debtorId))
    throw fieldError("legalForm", "files.personalState");
  const verified = change.addressVerifiedOn ? (parsePlainDate(change.addressVerifiedOn) ?? null) : null;
  await rewrite(ctx.db, [
    {
      id: before.id,
      is_consumer: flags.isConsumer,
      is_natural_person: flags.isNaturalPerson,
      gender: debtor.gender,
      initials: debtor.initials,
      first_name: debtor.firstName,
      prefix: debtor.prefix,
      last_name: debtor.lastName,
      company_name: debtor.companyName,
      legal_form: debtor.legalForm,
      kvk: debtor.kvk,
      birth_date: debtor.birthDate,
      street: debtor.street,
      house_number: debtor.houseNumber,
      addition: debtor.addition,
      postcode: debtor.postcode,
      city: debtor.city,
      country: debtor.country,
      phone: debtor.phone,
      mobile: debtor.mobile,
      email: debtor.email,
      iban: debtor.iban,
      language: debtor.language,
      address_verified_on: verified,
      display_name: displayName(debtor),
      sort_name: sortName(debtor),
      search_name: searchName(debtor),
      version: before.version + 1,
    },
  ]);
  await keepFormer(ctx, before, debtor);
  const after = await debtorById(ctx.db, before.id);
  await ctx.audit({ action: "debtor.update", subject: "debtor", subjectId: before.id, before, after });
  return after;
}
