/** The public interface of the print batches on the server. */
import { sql } from "kysely";
import { z } from "zod";
import { followFiles } from "../../cases/files/files.server.ts";
import { defineModule, handle, type JobCtx, job } from "../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../ground/platform/server/jobs/record-failures.ts";
import { batchDetailOf, batchPage, piecePage } from "./batches.server.ts";
import { confirmDelivered, deliver, noteDelivery } from "./delivery.server.ts";
import { noteWaitingLetters } from "./making/address-changed.server.ts";
import { planOf, waitingPage } from "./making/choose.server.ts";
import { batchBlob, clearFiles, listBlob, partBlob } from "./making/files.server.ts";
import { createBatch, makeBatchJob } from "./making/make.server.ts";
import { recallWaiting } from "./making/recall.server.ts";
import { judgeAgain } from "./making/remake.server.ts";
import { allPosted, cancel, importFile, returnedLetter } from "./posting/answers.server.ts";
import { applyAnswersJob, applyRemaining } from "./posting/apply.server.ts";
import {
  cancelBatch,
  confirmBatch,
  deliverBatch,
  downloadBatch,
  downloadList,
  downloadPart,
  importAnswers,
  judgeBatch,
  listBatches,
  listPieces,
  listWaiting,
  makeBatchCall,
  markPosted,
  markReturned,
  mergingScreen,
  planPrint,
  readBatch,
  recallLetterCall,
} from "./print-batches.contract.ts";
import { printBatchTexts } from "./print-batches.texts.ts";
import { clearAfterDays } from "./print-batches.ts";

export { printDeliveries } from "./delivery.server.ts";

/** The copies of letters of batches that are over go: what they hold of persons stays with the files alone, under their terms. */
async function clearOld(ctx: JobCtx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - clearAfterDays * 86_400_000);
  const { rows } = await sql<{ id: number }>`select id from print_batch b where cleared_at is null
    and state in ('posted', 'returned', 'cancelled')
    and not exists (select from print_piece where batch_id = b.id and withdrawn is null and posted_on is null)
    and coalesce((select max(at) from print_event where batch_id = b.id), created_at) < ${before}
    order by id`.execute(ctx.db);
  const failures = new RecordFailures(ctx);
  for (const { id } of rows) {
    if (ctx.signal.aborted) return;
    await failures.attempt({ batch: id }, () => ctx.tx((tx) => clearFiles(tx, id)));
  }
  failures.end();
}

const clearJob = job({
  name: "printBatches.clear",
  payload: z.object({}),
  cron: "10 4 * * *",
  expireSeconds: 3600,
  run: clearOld,
});

/** What was told while the job before was ending is carried through all the same. */
const sweepJob = job({
  name: "printBatches.sweep",
  payload: z.object({}),
  cron: "*/10 * * * *",
  expireSeconds: 3600,
  run: applyRemaining,
});

followFiles(async (ctx, { id }, { kind }) => {
  if (kind === "debtor" || kind === "party") await noteWaitingLetters(ctx, id);
});

export const printBatchesServer = defineModule({
  name: "print-batches",
  screens: [mergingScreen],
  texts: [printBatchTexts],
  listeners: [noteDelivery],
  jobs: [makeBatchJob, applyAnswersJob, sweepJob, clearJob],
  handlers: [
    handle(listWaiting, (ctx, { query }) => waitingPage(ctx, query)),
    handle(planPrint, (ctx, { query }) => planOf(ctx, query)),
    handle(recallLetterCall, async (ctx, { params, body }) => ({
      again: await recallWaiting(ctx, params.id, body.reason),
    })),
    handle(listBatches, (ctx, { query }) => batchPage(ctx, query)),
    handle(readBatch, (ctx, { params }) => batchDetailOf(ctx, params.id)),
    handle(makeBatchCall, (ctx, { body }) => createBatch(ctx, body)),
    handle(listPieces, (ctx, { params, query }) => piecePage(ctx, params.id, query)),
    handle(downloadPart, (ctx, { params }) => partBlob(ctx, params.id, params.part)),
    handle(downloadList, (ctx, { params }) => listBlob(ctx, params.id)),
    handle(downloadBatch, (ctx, { params }) => batchBlob(ctx, params.id)),
    handle(judgeBatch, (ctx, { params, body }) => judgeAgain(ctx, params.id, body.version)),
    handle(deliverBatch, (ctx, { params, body }) => deliver(ctx, params.id, body.version)),
    handle(confirmBatch, (ctx, { params, body }) => confirmDelivered(ctx, params.id, body.version)),
    handle(cancelBatch, (ctx, { params, body }) => cancel(ctx, params.id, body)),
    handle(markPosted, (ctx, { params, body }) => allPosted(ctx, params.id, body)),
    handle(markReturned, (ctx, { params, body }) => returnedLetter(ctx, params, body)),
    handle(importAnswers, (ctx, { params, files }) => importFile(ctx, params.id, files)),
  ],
});
