import { sql } from "kysely";
import type { WorkCtx } from "../platform/server/room.ts";

/** Takes away the rows of uploads that became a file whose term is over, as they came and as they were read; that there were any stays. */
export async function eraseImportRows({ db }: WorkCtx, fileId: number): Promise<void> {
  await db
    .updateTable("import_row")
    .set({ cells: sql`'{}'`, data: null, problems: null })
    .where("file_id", "=", fileId)
    .execute();
}
