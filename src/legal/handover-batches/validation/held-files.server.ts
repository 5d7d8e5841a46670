/** Which files an office has: whoever presses the debtor asks this of all files together. */
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { addOfficeHoldReader } from "../../../letters/processing/processing.server.ts";
import { liveStates } from "../handover-batches.ts";

const heldRows = batchedRows(
  (db, fileIds: readonly number[]) =>
    db
      .selectFrom("handover_batch_file")
      .modifyFront(prepared)
      .select("file_id")
      .where("file_id", "=", anyOf(fileIds))
      .where("exclusive", "=", true)
      .where("state", "in", [...liveStates])
      .execute(),
  ({ file_id }) => file_id,
);

addOfficeHoldReader(
  async (db, fileIds) => new Set((await heldRows(db, fileIds, undefined)).map(({ file_id }) => file_id)),
);
