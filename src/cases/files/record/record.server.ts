/** The record of a file: how it is made and shown to whoever may see it, and what other modules note on it. */
import { sql } from "kysely";
import { dateParts, type PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { paymentReference as makeReference } from "../../../ground/kernel/identifiers.ts";
import type { Actor, Ctx, Db, SystemDb, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import {
  type BalanceProjection,
  type ClaimBasis,
  debtorFlags,
  displayName,
  type FilePhase,
  type FileStatus,
  type FileType,
  fileNumber,
  filePhases,
  fileStatuses,
  type Gender,
  type LegalForm,
  type NextStep,
  referencePayload,
  searchName,
  sortName,
} from "../files.ts";
import { selectFiles } from "./visibility.server.ts";

/** A value that a check constraint keeps to a list, as that list's type. */
export function listed<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((known) => known === value);
  if (found === undefined) throw new VorderError("internal", { cause: `not in its list: ${value}` });
  return found;
}

const wasSeen = Symbol("the actor may see it");

/** What most acts need to know of a file. Only `requireFile` and `lockFile` make one: to have it is to have been shown the file. */
export interface FileState {
  readonly [wasSeen]: true;
  readonly id: number;
  readonly number: string;
  readonly clientId: number;
  readonly clientRef: string;
  readonly debtorId: number;
  readonly phase: FilePhase;
  readonly status: FileStatus;
  readonly closedOn: PlainDate | null;
  /** The day on which what it knew of persons was taken away, its term being over. */
  readonly erasedOn: PlainDate | null;
  readonly caseManagerId: number | null;
  readonly teamId: number | null;
  readonly language: string;
  readonly version: number;
}

const stateColumns = [
  "case_file.id",
  "case_file.number",
  "case_file.client_id",
  "case_file.client_ref",
  "case_file.debtor_id",
  "case_file.phase",
  "case_file.status",
  "case_file.closed_on",
  "case_file.erased_on",
  "case_file.case_manager_id",
  "case_file.team_id",
  "case_file.language",
  "case_file.version",
] as const;

interface AskedState {
  readonly id: number;
  readonly user: Actor;
  readonly lock: boolean;
}

const stateRows = (db: Db, ids: readonly number[], { user, lock }: AskedState) =>
  selectFiles({ db, user })
    .modifyFront(prepared)
    .select(stateColumns)
    .where("case_file.id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    // In the order of their ids, so that two who lock the same files wait for each other and never lock each other out.
    .orderBy("case_file.id")
    .$if(lock, (rows) => rows.forUpdate())
    .execute();

const stateRow = batched(
  async (db, asked: readonly AskedState[]) => {
    const [first] = asked;
    if (first === undefined) return [];
    const rows = await stateRows(
      db,
      asked.map(({ id }) => id),
      first,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return asked.map(({ id }) => byId.get(id));
  },
  ({ user, lock }) => `${user.kind} ${user.id} ${lock}`,
);

async function fileState(ctx: Pick<WorkCtx, "db" | "user">, id: number, lock: boolean): Promise<FileState> {
  const row = await stateRow(ctx.db, { id, user: ctx.user, lock });
  if (!row) throw notFound();
  return {
    [wasSeen]: true,
    id: row.id,
    number: row.number,
    clientId: row.client_id,
    clientRef: row.client_ref,
    debtorId: row.debtor_id,
    phase: listed(filePhases, row.phase),
    status: listed(fileStatuses, row.status),
    closedOn: row.closed_on,
    erasedOn: row.erased_on,
    caseManagerId: row.case_manager_id,
    teamId: row.team_id,
    language: row.language,
    version: row.version,
  };
}

/** The file, if the actor may see it. @throws notFound, alike for a foreign and an unknown file. */
export const requireFile = (ctx: Pick<Ctx, "db" | "user">, id: number): Promise<FileState> => fileState(ctx, id, false);

/** The file, locked until the transaction ends, so that two changes of one file come one after the other. @throws notFound. */
export const lockFile = (ctx: Pick<WorkCtx, "db" | "user">, id: number): Promise<FileState> => fileState(ctx, id, true);

/** The whole database, for what is read of this one file, which the actor was shown: every query says `file.id`. */
export const ofFile = ({ db }: Pick<WorkCtx, "db">, _file: FileState): SystemDb =>
  asSystem(db, "of a file that the actor was shown");

export interface NewDebtor {
  readonly fileType: FileType;
  readonly gender: Gender;
  readonly initials: string | null;
  readonly firstName: string | null;
  readonly prefix: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly legalForm: LegalForm | null;
  readonly kvk: string | null;
  readonly birthDate: PlainDate | null;
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string | null;
  /** Dutch postcodes in the form "1012 AB". */
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  /** E.164, as is `mobile`. */
  readonly phone: string | null;
  readonly mobile: string | null;
  /** Lower case. */
  readonly email: string | null;
  /** Upper case, without spaces. */
  readonly iban: string | null;
  readonly language: string;
}

export interface NewFile {
  readonly clientId: number;
  readonly clientRef: string;
  readonly merchantId: number | null;
  readonly claimBasis: ClaimBasis;
  /** What the claim rests on, of the list of legal types; it says when the claim lapses. */
  readonly legalTypeId?: number | null;
  readonly claimTitle: string | null;
  readonly claimDescription: string | null;
  readonly contractDate: PlainDate | null;
  readonly caseManagerId: number | null;
  readonly teamId: number | null;
  readonly placedOn: PlainDate;
  readonly importId: number | null;
  /** What its claims come to, which are entered next; absent where there are none yet. */
  readonly balance?: BalanceProjection;
  /** The first step of the workflow that it is put into next; absent where there is none. */
  readonly next?: NextStep;
  readonly debtor: NewDebtor;
}

export interface CreatedFile {
  readonly id: number;
  readonly debtorId: number;
  readonly number: string;
  readonly paymentReference: string;
}

async function newIds(db: Db, table: "debtor" | "case_file", count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval((select pg_get_serial_sequence(${table}, 'id'))::regclass) as id from generate_series(1, ${count}::int)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** The next file numbers of a year; the row is locked until the transaction ends, so that no number is given twice. */
async function newNumbers(db: Db, year: number, count: number): Promise<string[]> {
  const { rows } = await sql<{ last: number }>`
    insert into file_number (year, last) values (${year}, ${count})
    on conflict (year) do update set last = file_number.last + excluded.last returning last`.execute(db);
  const last = rows[0]?.last ?? count;
  return Array.from({ length: count }, (_, at) => fileNumber(year, last - count + 1 + at));
}

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

/** Rows as one jsonb parameter: one statement whatever their number, at close to the speed of COPY. */
async function insertRecords(db: Db, table: "debtor" | "case_file", records: readonly Record<string, unknown>[]) {
  const columns = Object.keys(records[0] ?? {}).map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::jsonb)`.execute(
    db,
  );
}

/**
 * Makes files with their debtors, numbers and payment references, in the order given. It does no more than that: claims,
 * workflow and timeline are for the modules above (intake composes them).
 * @throws a unique violation where a client already has a file of that reference.
 */
export async function createFileRecords(
  ctx: Pick<WorkCtx, "db" | "clock" | "user">,
  files: readonly NewFile[],
): Promise<CreatedFile[]> {
  if (files.length === 0) return [];
  const today = ctx.clock.today();
  const [ids, debtorIds] = [
    await newIds(ctx.db, "case_file", files.length),
    await newIds(ctx.db, "debtor", files.length),
  ];
  const numbers = await newNumbers(ctx.db, dateParts(today).year, files.length);
  const created = files.map((_, at): CreatedFile => {
    const number = numbers[at] ?? "";
    return {
      id: ids[at] ?? 0,
      debtorId: debtorIds[at] ?? 0,
      number,
      paymentReference: makeReference(referencePayload(number)),
    };
  });
  const at = ctx.clock.now().toISOString();
  await insertRecords(
    ctx.db,
    "debtor",
    files.map((file, index) => debtorRecord(created[index]?.debtorId ?? 0, file.clientId, file.debtor)),
  );
  await insertRecords(
    ctx.db,
    "case_file",
    files.map((file, index) => ({
      id: created[index]?.id,
      number: created[index]?.number,
      payment_reference: created[index]?.paymentReference,
      debtor_id: created[index]?.debtorId,
      client_id: file.clientId,
      client_ref: file.clientRef,
      merchant_id: file.merchantId,
      claim_basis: file.claimBasis,
      legal_type_id: file.legalTypeId ?? null,
      claim_title: file.claimTitle,
      claim_description: file.claimDescription,
      contract_date: file.contractDate,
      language: file.debtor.language,
      phase: "amicable",
      status: "not_started",
      case_manager_id: file.caseManagerId,
      team_id: file.teamId,
      placed_on: file.placedOn,
      created_at: at,
      created_by: ctx.user.id || null,
      import_id: file.importId,
      principal_cents: file.balance?.principalCents ?? 0,
      interest_cents: file.balance?.interestCents ?? 0,
      costs_cents: file.balance?.costsCents ?? 0,
      paid_cents: file.balance?.paidCents ?? 0,
      open_cents: file.balance?.openCents ?? 0,
      overpaid_cents: file.balance?.overpaidCents ?? 0,
      balance_on: file.balance?.on ?? null,
      next_step: file.next?.step?.key ?? null,
      next_step_values: file.next?.step?.values ?? null,
      next_action_on: file.next?.on ?? null,
      version: 1,
    })),
  );
  return created;
}

/** Somebody who stands beside a debtor: a record as that of a debtor, of the same client. Returns its id. */
export async function createPersonRecord(db: Db, clientId: number, person: NewDebtor): Promise<number> {
  const [id = 0] = await newIds(db, "debtor", 1);
  await insertRecords(db, "debtor", [debtorRecord(id, clientId, person)]);
  return id;
}

/** One file; see `createFileRecords`. */
export async function createFileRecord(
  ctx: Pick<WorkCtx, "db" | "clock" | "user">,
  file: NewFile,
): Promise<CreatedFile> {
  const [created] = await createFileRecords(ctx, [file]);
  if (!created) throw new VorderError("internal");
  return created;
}
