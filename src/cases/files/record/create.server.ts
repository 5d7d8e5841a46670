/** How files are made. */
import { sql } from "kysely";
import { dateParts, type PlainDate } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { paymentReference as makeReference } from "../../../ground/kernel/identifiers.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { insertRecords, newIds } from "../../../ground/platform/server/postgres/new-rows.ts";
import { createPersons, type NewDebtor } from "../../persons/persons.server.ts";
import { type BalanceProjection, type ClaimBasis, fileNumber, type NextStep, referencePayload } from "../files.ts";

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

/** The next file numbers of a year; the row is locked until the transaction ends, so that no number is given twice. */
async function newNumbers(db: Db, year: number, count: number): Promise<string[]> {
  const { rows } = await sql<{ last: number }>`
    insert into file_number (year, last) values (${year}, ${count})
    on conflict (year) do update set last = file_number.last + excluded.last returning last`.execute(db);
  const last = rows[0]?.last ?? count;
  return Array.from({ length: count }, (_, at) => fileNumber(year, last - count + 1 + at));
}

/** The row of a new file. */
const fileRecord = (file: NewFile, created: CreatedFile | undefined, at: string, by: number) => ({
  id: created?.id,
  number: created?.number,
  payment_reference: created?.paymentReference,
  debtor_id: created?.debtorId,
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
  created_by: by || null,
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
});

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
  await createPersons(
    ctx.db,
    files.map((file, index) => ({
      id: created[index]?.debtorId ?? 0,
      clientId: file.clientId,
      person: file.debtor,
    })),
  );
  await insertRecords(
    ctx.db,
    "case_file",
    files.map((file, index) => fileRecord(file, created[index], at, ctx.user.id)),
  );
  return created;
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
