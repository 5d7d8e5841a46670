/** The readings that a change of a batch makes stale. */
import { listBatches, listBatchFiles, listEvents, processingData, readBatch } from "./batches.contract.ts";

export const batchReads = [readBatch, listBatches, listBatchFiles, listEvents, processingData];
