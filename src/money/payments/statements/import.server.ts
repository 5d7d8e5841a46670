/** Bank files: uploaded, read in a job, stored by entry, and matched. Importing the same file again changes nothing. */

import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { storeUpload } from "../../../ground/lists/lists.server.ts";
import type { Db, JobCtx, JobOutcome, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { handle, job } from "../../../ground/platform/server/http/module.ts";
import { heavyTask, type TaskOwner, threads } from "../../../ground/platform/server/jobs/threads.ts";
import { anyOf } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import type { BankFileRead, bankFileOf } from "../formats/decode.server.ts";
import { requireBankFile } from "../formats/format-detection.server.ts";
import { accountOf, contentOf, type Finding, type KnownAccount, refusalsOf, remarksOf } from "../formats/statement.ts";
import { matchImport } from "../matching/booking.server.ts";
import { uploadStatement } from "../payments.contract.ts";
import { type BankEntry, type BankFormat, type BankStatement, maxStatementBytes, type ReadFile } from "../payments.ts";
import { requireBank } from "../review/entries.server.ts";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

interface Account extends KnownAccount {
  readonly id: number;
}

async function accounts(db: Db): Promise<Account[]> {
  // Locked, so that uploads of overlapping statements are processed one after the other.
  const rows = await db
    .selectFrom("bank_account")
    .select(["id", "iban", "currency", "active"])
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map((row) => ({ ...row, previous: null }));
}

/** The account with the last statement that ends where this one starts, or earlier. */
async function withPrevious(db: Db, account: Account, statement: BankStatement): Promise<Account> {
  const previous = await db
    .selectFrom("bank_statement")
    .select(["closing_cents", "to_date"])
    .where("account_id", "=", account.id)
    .where("statement_key", "<>", statement.key)
    .where("to_date", "<=", statement.from)
    .orderBy("to_date", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return previous ? { ...account, previous: { closingCents: previous.closing_cents, to: previous.to_date } } : account;
}

class Refused extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.key);
    this.finding = finding;
  }
}

/** Each statement with its account; an invalid one refuses the whole file, so that no file is partly imported. */
async function checked(db: Db, file: ReadFile): Promise<{ statement: BankStatement; account: Account }[]> {
  const own = await accounts(db);
  if (file.statements.length === 0) throw new Refused({ key: "payments.noStatements", values: {} });
  return file.statements.map((statement) => {
    const account = accountOf(statement.iban, own);
    const [refusal] = refusalsOf(statement, account);
    if (refusal !== undefined || account === undefined) {
      throw new Refused(refusal ?? { key: "payments.unknownAccount", values: { iban: statement.iban } });
    }
    return { statement, account };
  });
}

async function storeStatement(ctx: WorkCtx, importId: number, statement: BankStatement, account: Account) {
  const remarks = remarksOf(statement, await withPrevious(ctx.db, account, statement));
  const inserted = await ctx.db
    .insertInto("bank_statement")
    .values({
      import_id: importId,
      account_id: account.id,
      statement_key: statement.key,
      number: statement.number,
      from_date: statement.from,
      to_date: statement.to,
      currency: statement.currency,
      opening_cents: statement.openingCents,
      closing_cents: statement.closingCents,
      remarks: JSON.stringify(remarks),
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(["account_id", "statement_key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, fresh: true };
  const known = await ctx.db
    .selectFrom("bank_statement")
    .select("id")
    .where("account_id", "=", account.id)
    .where("statement_key", "=", statement.key)
    .executeTakeFirstOrThrow();
  return { id: known.id, fresh: false };
}

interface Target {
  readonly importId: number;
  readonly statementId: number;
  readonly accountId: number;
  readonly key: string;
  readonly format: BankFormat;
  readonly statement: Pick<BankStatement, "from" | "to" | "openingCents" | "closingCents">;
}

const cut = (text: string | null, most: number): string | null => (text === null ? null : cutText(text, most));

const rowOf = (entry: BankEntry, target: Target) => ({
  statement_id: target.statementId,
  account_id: target.accountId,
  import_id: target.importId,
  position: entry.position,
  dedupe_key: digest(`${target.accountId}|${target.key}|${entry.entryRef}`),
  bank_ref: entry.bankRef,
  fingerprint: digest(contentOf(entry)),
  booked_on: entry.bookedOn,
  value_date: entry.valueDate,
  amount_cents: entry.amountCents,
  counterparty_iban: entry.counterpartyIban,
  counterparty_name: cut(entry.counterpartyName, 200),
  description: cutText(entry.description, 2000),
  structured_ref: cut(entry.structuredRef, 140),
  end_to_end_id: cut(entry.endToEndId, 140),
  mandate_id: cut(entry.mandateId, 140),
  return_code: cut(entry.returnCode, 10),
});

/**
 * Whether this statement, or a part or a longer version of it, is here in another format. Between formats the bank's references and texts differ,
 * and a batch may be one entry in one and many in the other, so that nothing tells which of its entries are known. One of the same days is
 * the same where it begins or ends with the same balance; of days that overlap otherwise (a week, and one of its days) some are in both.
 */
async function isInAnotherFormat(db: Db, { accountId, format, statement }: Target): Promise<boolean> {
  const other = await db
    .selectFrom("bank_statement")
    .innerJoin("bank_import", "bank_import.id", "bank_statement.import_id")
    .select("bank_statement.id")
    .where("account_id", "=", accountId)
    .where("from_date", "<=", statement.to)
    .where("to_date", ">=", statement.from)
    .where((eb) =>
      eb.or([
        eb("opening_cents", "=", statement.openingCents),
        eb("closing_cents", "=", statement.closingCents),
        eb("from_date", "<>", statement.from),
        eb("to_date", "<>", statement.to),
      ]),
    )
    .where("bank_import.format", "<>", format)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Stores the new entries in one statement; returns their number. In an overlapping statement an entry with the same bank reference is known.
 * Without such a reference an entry with equal content on another statement may be the same or a second payment, so it is left for review. So is
 * one that an earlier version of its statement had under a key that is no longer in use (the bank has given its reference to another as well), and
 * every new one of a statement that is here in another format. A return is a receipt's reversal, and is left like one; what we paid out is not.
 */
async function storeEntries(db: Db, entries: readonly BankEntry[], target: Target): Promise<number> {
  const all = entries.map((entry) => rowOf(entry, target));
  const isRepeated = await isInAnotherFormat(db, target);
  const key = isRepeated ? "payments.whyInAnotherFormat" : "payments.whyPossiblyKnown";
  const possiblyKnown = JSON.stringify({ why: { key, values: {} }, suggestions: [] });
  const keys = anyOf(
    all.map((row) => row.dedupe_key),
    "text",
  );
  let stored = 0;
  for (let start = 0; start < all.length; start += 2000) {
    const rows = all.slice(start, start + 2000);
    const result = await sql`
      insert into bank_entry (statement_id, account_id, import_id, position, dedupe_key, bank_ref, fingerprint, booked_on,
        value_date, amount_cents, counterparty_iban, counterparty_name, description, structured_ref, end_to_end_id, mandate_id,
        return_code, state, match)
      select e.statement_id, e.account_id, e.import_id, e.position, e.dedupe_key, e.bank_ref, e.fingerprint, e.booked_on,
        e.value_date, e.amount_cents, e.counterparty_iban, e.counterparty_name, e.description, e.structured_ref, e.end_to_end_id,
        e.mandate_id, e.return_code,
        case when twin.known then 'review' else 'unmatched' end, case when twin.known then ${possiblyKnown}::jsonb else '{}' end
      from jsonb_populate_recordset(null::bank_entry, ${JSON.stringify(rows)}::jsonb) e,
        lateral (select (e.amount_cents > 0 or e.return_code is not null) and (${isRepeated} or e.bank_ref is null and exists (select from bank_entry o
          where o.account_id = e.account_id and o.fingerprint = e.fingerprint
            and (o.statement_id <> e.statement_id or (o.dedupe_key = ${keys}) is not true))) as known) twin
      where e.bank_ref is null or not exists (select from bank_entry o where o.account_id = e.account_id
        and o.bank_ref = e.bank_ref and o.amount_cents = e.amount_cents and o.booked_on = e.booked_on)
      order by e.position
      on conflict (dedupe_key) do nothing`.execute(db);
    stored += Number(result.numAffectedRows ?? 0n);
  }
  return stored;
}

async function storeFile(ctx: WorkCtx, importId: number, file: ReadFile): Promise<void> {
  let stored = 0;
  for (const { statement, account } of await checked(ctx.db, file)) {
    const { id, fresh } = await storeStatement(ctx, importId, statement, account);
    const { format } = file;
    const target = { importId, statementId: id, accountId: account.id, key: statement.key, format, statement };
    const added = await storeEntries(ctx.db, statement.entries, target);
    // A longer version of the same statement: some banks send it during the day and again at its end.
    if (!fresh && added > 0) {
      const closing = { closing_cents: statement.closingCents };
      await ctx.db.updateTable("bank_statement").set(closing).where("id", "=", id).execute();
    }
    stored += added;
  }
  const entries = file.statements.reduce((sum, statement) => sum + statement.entries.length, 0);
  const totals = { statements: file.statements.length, entries, known: entries - stored };
  await ctx.db
    .updateTable("bank_import")
    .set({ state: "reading", format: file.format, totals: JSON.stringify(totals) })
    .where("id", "=", importId)
    .execute();
}

const bankFileTask = heavyTask<typeof bankFileOf>({
  module: new URL("../formats/decode.server.ts", import.meta.url),
  name: "bankFileOf",
  seconds: 180,
});

/** Reads a bank file in a thread before the upload is accepted. @throws validation on `file` if it is not one, or is invalid. */
export async function readSentBankFile(user: { readonly id: number }, bytes: Uint8Array): Promise<ReadFile> {
  if (bytes.byteLength > maxStatementBytes) throw new VorderError("tooLarge");
  requireBankFile(bytes);
  const read = await readApart(bytes, { owner: `user:${user.id}` });
  if ("refusal" in read) throw fieldError("file", read.refusal.key, read.refusal.values);
  return read.file;
}

/** Reads a bank file in a thread; one that exceeds the limits of a thread is refused as unreadable. */
async function readApart(bytes: Uint8Array, turn: TaskOwner): Promise<BankFileRead> {
  try {
    return await threads.run(bankFileTask, { bytes }, turn);
  } catch (error) {
    const [message] = error instanceof VorderError ? Object.values(error.detail.fields ?? {}).flat() : [];
    if (!message) throw error;
    return { refusal: { key: message.key, values: message.values ?? {} } };
  }
}

async function readImport(ctx: JobCtx, importId: number): Promise<JobOutcome> {
  const row = await ctx.db.selectFrom("bank_import").selectAll().where("id", "=", importId).executeTakeFirst();
  if (!row) throw notFound();
  if (row.state === "done" || row.state === "refused") return;
  try {
    if (row.state === "waiting") {
      const bytes = await ctx.storage.get(row.storage_key);
      const read = await readApart(bytes, {
        owner: `job:${row.uploaded_by ?? 0}`,
        isJob: true,
        signal: ctx.signal,
      });
      if ("refusal" in read) throw new Refused(read.refusal);
      await ctx.tx((work) => storeFile(work, importId, read.file));
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const refusal = error.finding;
    await ctx.tx(async (work) => {
      const change = { state: "refused", refusal: JSON.stringify(refusal), finished_at: work.clock.now() };
      await work.db.updateTable("bank_import").set(change).where("id", "=", importId).execute();
    });
    return;
  }
  if ((await matchImport(ctx, importId)) === "more") return "more";
  await ctx.tx(async (work) => {
    const change = { state: "done", finished_at: work.clock.now() };
    await work.db.updateTable("bank_import").set(change).where("id", "=", importId).execute();
  });
  await ctx.result({ importId });
}

/** The key of the job for an upload. */
export const workKeyOf = (importId: number): string => `bank-import:${importId}`;

/** Reads one uploaded bank file and books what is certain, in slices, so that files of several users progress in parallel. */
export const readImportJob = job({
  name: "payments.read-statement",
  payload: z.object({ importId: z.number().int() }),
  retries: 5,
  lanes: 3,
  run: (ctx, { importId }) => readImport(ctx, importId),
});

/** Stores an uploaded bank file and starts the job that reads it. @throws validation on `file`; mediaType; tooLarge. */
export const uploadHandler = handle(uploadStatement, async (ctx, { files }) => {
  requireBank(ctx.user);
  const [file] = files.filter(({ field }) => field === "file");
  if (file === undefined || files.length !== 1) throw fieldError("file", "payments.oneFile");
  if (file.size > maxStatementBytes) throw new VorderError("tooLarge");
  const bytes = await file.bytes();
  requireBankFile(bytes);
  return importBankBytes(ctx, bytes, file.name);
});

export async function importBankBytes(ctx: WorkCtx, bytes: Uint8Array, name: string) {
  const stored = await storeUpload(ctx, "statement", bytes, name);
  const { id } = await ctx.db
    .insertInto("bank_import")
    .values({
      file_name: cutText(name, 200),
      sha256: stored.sha256,
      size_bytes: stored.size,
      storage_key: stored.key,
      state: "waiting",
      uploaded_by: ctx.user.id || null,
      uploaded_at: ctx.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.audit({
    action: "bank_import.create",
    subject: "bank_import",
    subjectId: id,
    after: { name, sha256: stored.sha256 },
  });
  const jobId = await ctx.track(
    readImportJob,
    { importId: id },
    ctx.translate({ key: "payments.jobTitle", values: { name } }, ctx.lang),
    workKeyOf(id),
  );
  return { importId: id, jobId };
}
