/** A file on its way to an office, which has not answered for it yet, stays where it is in its workflow. */
import { type SqlBool, sql } from "kysely";
import { versionMoves } from "../../../letters/workflows/workflows.server.ts";

versionMoves.addUnderWayReader(async (db, fileIds) => {
  const rows = await db
    .selectFrom("handover_batch_file")
    .select(["file_id", "batch_id"])
    .where(sql<SqlBool>`file_id = any(${[...fileIds]}::bigint[])`)
    .where("exclusive", "=", true)
    .where("state", "in", ["queued", "sent"])
    .execute();
  return new Map(
    rows.map(({ file_id, batch_id }) => [
      file_id,
      { key: "handover-batches.underWay", values: { batch: String(batch_id) } },
    ]),
  );
});
