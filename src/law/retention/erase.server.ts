/**
 * Each night what closed files know of persons goes where their term is over (Bki art. 5.1; GDPR art. 5(1)(e); domain facts 5), if the house
 * has switched that on. Open files, files under a state and files that lie elsewhere with a balance are passed over. Whatever hangs on
 * timelines has a term of its own (`cases/logs/attachments/retention.server.ts`).
 */
import { sql } from "kysely";
import { z } from "zod";
import { eraseAgendaNotes, eraseWorkWords } from "../../cases/agenda/agenda.server.ts";
import { unlinkRecords } from "../../cases/debtors/debtors.server.ts";
import { tidyNameWords } from "../../cases/file-search/file-search.server.ts";
import { eraseFile, noteBooksErased } from "../../cases/files/files.server.ts";
import { eraseLines, writeLog } from "../../cases/logs/logs.server.ts";
import { eraseParties } from "../../cases/parties/parties.server.ts";
import { eraseStates } from "../../cases/states/states.server.ts";
import { eraseCalledNumbers } from "../../cases/work-queue/work-queue.server.ts";
import { eraseBulkWords } from "../../exchange/bulk/bulk.server.ts";
import { eraseDebtorLinks } from "../../exchange/debtor-page/debtor-page.server.ts";
import { eraseImportRows, eraseUpload, uploadsDue } from "../../exchange/intake/intake.server.ts";
import { type JobCtx, job, type WorkCtx } from "../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../ground/platform/server/jobs/record-failures.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { eraseCourtPapers } from "../../legal/court-papers/court-papers.server.ts";
import { eraseDecisions } from "../../legal/decisions/decisions.server.ts";
import { erasePassReasons } from "../../legal/handover/handover.server.ts";
import { eraseHandovers, eraseUnmatchedReports } from "../../legal/handover-batches/handover-batches.server.ts";
import { erasing } from "../../letters/correspondence/correspondence.server.ts";
import { eraseRecord, recordsDue } from "../../letters/precasso/precasso.server.ts";
import { eraseStepReasons } from "../../letters/workflows/workflows.server.ts";
import { erasePromiseNotes } from "../../money/claims/claims.server.ts";
import { eraseChecks } from "../surveillance/surveillance.server.ts";
import { erasedAt, filesDue, isPastTerm, retentionReasonOf, type Terms, termsOf } from "./due.server.ts";
import { type RetentionStage, retentionStages } from "./retention.ts";

/** The documents of a file that go at a stage. */
async function documentsAt({ db }: WorkCtx, fileId: number, stage: RetentionStage): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from document where file_id = ${fileId} and ${erasedAt(stage)} order by id`.execute(
    asSystem(db, "a job erases the papers of every file whose term is over"),
  );
  return rows.map(({ id }) => id);
}

async function writeErasureLine(
  ctx: WorkCtx,
  fileId: number,
  stage: RetentionStage,
  count: number,
  months: number,
): Promise<void> {
  const term = months % 12 === 0 ? "Years" : "Months";
  const values = { count, years: months / 12, months };
  await writeLog(ctx, {
    fileId,
    type: "document",
    category: "file",
    subject: { key: `retention.${stage === "file" ? "logFile" : "logBooks"}${term}`, values },
    system: true,
  });
}

/** Takes away what goes of one file at a stage, unless something keeps it by now. */
async function eraseAt(ctx: WorkCtx, terms: Terms, stage: RetentionStage, fileId: number): Promise<void> {
  // Locked, so that nobody opens it again before all of it is gone; another worker may have been here first.
  const { rows } = await sql`select from case_file where id = ${fileId} and ${isPastTerm(terms, stage)}
    and ${retentionReasonOf(terms)} is null for update`.execute(
    asSystem(ctx.db, "a job erases every file whose term is over"),
  );
  if (rows.length === 0) return;
  const months = terms.months[stage];
  const documents = await erasing.documents(ctx, await documentsAt(ctx, fileId, stage), months);
  let messages = 0;
  let persons = 0;
  if (stage === "file") {
    messages = await erasing.messages(ctx, fileId);
    await eraseLines(ctx, fileId);
    await eraseAgendaNotes(ctx, fileId);
    await eraseCalledNumbers(ctx, fileId);
    await erasePromiseNotes(ctx, fileId);
    await eraseStepReasons(ctx, fileId);
    await erasePassReasons(ctx, fileId);
    await eraseHandovers(ctx, fileId);
    await eraseDecisions(ctx, fileId);
    await eraseCourtPapers(ctx, fileId);
    await eraseImportRows(ctx, fileId);
    await eraseChecks(ctx, fileId);
    await eraseDebtorLinks(ctx, fileId);
    const gone = await eraseParties(ctx, fileId);
    await eraseStates(ctx, fileId);
    await eraseFile(ctx, fileId, months);
    await unlinkRecords(ctx, gone);
    persons = gone.length;
  }
  const left = await documentsAt(ctx, fileId, "books");
  if (left.length === 0) await noteBooksErased(ctx, fileId);
  if (stage === "file" || documents.length > 0) await writeErasureLine(ctx, fileId, stage, documents.length, months);
  await ctx.audit({
    action: "file.erase",
    subject: "file",
    subjectId: fileId,
    after: { stage, months, documents: documents.map(({ id }) => id), messages, persons },
  });
}

async function eraseStage(ctx: JobCtx, failures: RecordFailures, terms: Terms, stage: RetentionStage): Promise<void> {
  for (let after = 0; ; ) {
    const files = await filesDue(ctx.db, terms, stage, after);
    for (const fileId of files) {
      if (ctx.signal.aborted) return;
      await failures.attempt({ file: fileId }, () => ctx.tx((tx) => eraseAt(tx, terms, stage, fileId)));
    }
    const last = files.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Uploads go with the last file that was made of them. */
async function eraseUploads(ctx: JobCtx, failures: RecordFailures, { before }: Terms): Promise<void> {
  for (const id of await uploadsDue(ctx.db, before.file)) {
    if (ctx.signal.aborted) return;
    await failures.attempt({ upload: id }, () => ctx.tx((tx) => eraseUpload(tx, id)));
  }
}

/** Records of pre-collection have the term of files. */
async function eraseRecords(ctx: JobCtx, failures: RecordFailures, { before }: Terms): Promise<void> {
  for (let after = 0; ; ) {
    const records = await recordsDue(ctx.db, before.file, after);
    for (const id of records) {
      if (ctx.signal.aborted) return;
      await failures.attempt({ record: id }, () => ctx.tx((tx) => eraseRecord(tx, id, before.file)));
    }
    const last = records.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** What was typed for many files at once, and what is of no file, has the term of files from its own day. */
async function eraseLoose(ctx: JobCtx, failures: RecordFailures, { before }: Terms): Promise<void> {
  const loose = { agenda: eraseWorkWords, bulk: eraseBulkWords, reports: eraseUnmatchedReports };
  for (const [what, erase] of Object.entries(loose)) {
    if (ctx.signal.aborted) return;
    await failures.attempt({ what }, () => ctx.tx((tx) => erase(tx, before.file)));
  }
}

export const eraseJob = job({
  name: "retention.erase",
  payload: z.object({}),
  cron: "20 3 * * *",
  // A first night may find the files of many years.
  expireSeconds: 6 * 3600,
  async run(ctx) {
    const terms = await termsOf(ctx);
    if (!terms.enabled) return;
    const failures = new RecordFailures(ctx);
    for (const stage of retentionStages) await eraseStage(ctx, failures, terms, stage);
    await eraseRecords(ctx, failures, terms);
    await eraseUploads(ctx, failures, terms);
    await eraseLoose(ctx, failures, terms);
    // The words of names stand without their debtors, for the search.
    await ctx.tx((tx) => tx.enqueue(tidyNameWords, {}));
    failures.end();
  },
});
