/** The entries as rows: reading one for the pure code, and showing it with its sentence. */
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { readerOf, translateLogText } from "../../../cases/logs/logs.ts";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import type { Actor, Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import type { BankEntry as EntryTable } from "../../../ground/platform/server/postgres/database.types.ts";
import { asSeen, guarded, type Seen } from "../../../ground/platform/server/postgres/guarded.ts";
import { type BankEntry, entryStates } from "../payments.ts";

/**
 * Who may see bank data: staff and the system. A statement contains payments of every client's debtors, so users of clients see none of it,
 * whatever their roles.
 */
export const visibleBank = (user: Pick<Actor, "kind">): RawBuilder<SqlBool> =>
  user.kind === "staff" || user.kind === "system" ? sql<SqlBool>`true` : sql<SqlBool>`false`;

/** An entry booked on files is visible only to users who see all of those files. */
const ofSeenFiles = (user: Actor): Seen =>
  asSeen(
    user.seesAllFiles
      ? sql<SqlBool>`true`
      : sql<SqlBool>`not exists (select from (select bank_entry.file_id as id
          union all select file_id from bank_booking where bank_booking.entry_id = bank_entry.id) as booked
        join case_file on case_file.id = booked.id where (${visibleFiles(user)}) is not true)`,
  );

const visibleEntries = ({ db, user }: Pick<Ctx, "db" | "user">) =>
  guarded(db, ofSeenFiles(user), (whole) => whole.selectFrom("bank_entry").where(visibleBank(user)));

/** For actions without a row yet. @throws notFound if `visibleBank` shows the user nothing. */
export function requireBank(user: Pick<Actor, "kind">): void {
  if (user.kind !== "staff" && user.kind !== "system") throw notFound();
}

export type EntryRow = Selectable<EntryTable>;

const logValue = z.union([
  z.string(),
  z.number(),
  z.object({ cents: z.number() }),
  z.object({ date: z.string() }),
  z.object({ rate: z.string() }),
  z.object({ text: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])).optional() }),
]);
export const logText = z.object({ key: z.string(), values: z.record(z.string(), logValue).default({}) });

/** The content of the column `match`. */
export const matchData = z.object({
  why: logText.optional(),
  suggestions: z.array(z.object({ fileId: z.number(), hints: z.array(z.string()) })).default([]),
});
export type MatchData = z.output<typeof matchData>;

type Says = Pick<Ctx, "translate" | "lang">;

/** The entry as the reader produced it. */
export const entryOf = (row: EntryRow): BankEntry => ({
  position: row.position,
  entryRef: row.bank_ref ?? row.dedupe_key,
  bankRef: row.bank_ref,
  bookedOn: row.booked_on,
  valueDate: row.value_date,
  amountCents: row.amount_cents,
  counterpartyIban: row.counterparty_iban,
  counterpartyName: row.counterparty_name,
  structuredRef: row.structured_ref,
  endToEndId: row.end_to_end_id,
  mandateId: row.mandate_id,
  description: row.description,
  returnCode: row.return_code,
});

/** The entry, locked until the transaction ends. @throws notFound; conflict if it changed since `version` was read. */
export async function lockEntry(ctx: Ctx, id: number, version: number): Promise<EntryRow> {
  const row = await visibleEntries(ctx)
    .selectAll("bank_entry")
    .where("bank_entry.id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (row.version !== version) throw new VorderError("conflict", { data: { current: await shownEntry(ctx, id) } });
  return row;
}

export interface Decision {
  readonly state: (typeof entryStates)[number];
  readonly match: MatchData;
  readonly fileId?: number | null;
  readonly eventId?: number | null;
}

interface DecidedRow {
  readonly id: number;
  readonly state: string;
  readonly match: MatchData;
  readonly file_id: number | null;
  readonly claim_event_id: number | null;
  readonly decided_by: number | null;
  readonly decided_at: string;
  readonly version: number;
}

const writeDecisions = batchedWrite((db, rows: readonly DecidedRow[]) =>
  sql`update bank_entry set state = d.state, match = d.match, file_id = d.file_id, claim_event_id = d.claim_event_id,
      decided_by = d.decided_by, decided_at = d.decided_at, version = d.version
    from jsonb_populate_recordset(null::bank_entry, ${JSON.stringify(rows)}::jsonb) as d where bank_entry.id = d.id`.execute(
    db,
  ),
);

/** Records the decision on an entry, and who made it. */
export const decideEntry = (ctx: WorkCtx, row: EntryRow, decision: Decision): Promise<void> =>
  writeDecisions(ctx.db, [
    {
      id: row.id,
      state: decision.state,
      match: decision.match,
      file_id: decision.fileId ?? null,
      claim_event_id: decision.eventId ?? null,
      decided_by: ctx.user.id || null,
      decided_at: ctx.clock.now().toISOString(),
      version: row.version + 1,
    },
  ]);

/** Entries with the names shown in lists. */
export const shownEntries = (ctx: Pick<Ctx, "db" | "user">) =>
  visibleEntries(ctx)
    .innerJoin("bank_account", "bank_account.id", "bank_entry.account_id")
    .leftJoin("case_file", "case_file.id", "bank_entry.file_id")
    .leftJoin("app_user", "app_user.id", "bank_entry.decided_by")
    .selectAll("bank_entry")
    .select([
      "bank_account.iban as account_iban",
      "case_file.number as file_number",
      "app_user.name as decider",
      sql<boolean>`bank_entry.decided_at is not null`.as("decided"),
    ]);
type ShownRow = Awaited<ReturnType<ReturnType<typeof shownEntries>["executeTakeFirstOrThrow"]>>;

export function toEntry(ctx: Says, row: ShownRow) {
  const match = matchData.parse(row.match);
  return {
    id: row.id,
    statementId: row.statement_id,
    position: row.position,
    account: row.account_iban,
    bookedOn: row.booked_on,
    valueDate: row.value_date,
    amountCents: row.amount_cents,
    counterpartyIban: row.counterparty_iban,
    counterpartyName: row.counterparty_name,
    structuredRef: row.structured_ref,
    endToEndId: row.end_to_end_id,
    description: row.description,
    returnCode: row.return_code,
    state: z.enum(entryStates).parse(row.state),
    why: match.why ? translateLogText(match.why, readerOf(ctx)) : "",
    file: row.file_id !== null && row.file_number !== null ? { id: row.file_id, number: row.file_number } : null,
    decidedBy: row.decider ?? (row.decided ? ctx.translate({ key: "payments.system" }, ctx.lang) : null),
    version: row.version,
  };
}

/** One entry as shown in lists. @throws notFound */
export async function shownEntry(ctx: Ctx, id: number) {
  const row = await shownEntries(ctx).where("bank_entry.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toEntry(ctx, row);
}
