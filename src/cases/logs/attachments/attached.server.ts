/** The attachments on the timeline of a file, for modules that pass them on. */
import { dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { visibleLines } from "../lines/lines.server.ts";
import { readAttachment } from "./attachments.contract.ts";

export interface Attached {
  readonly id: number;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly on: PlainDate;
  /** Where its bytes are read, by whoever may see the file. */
  readonly url: string;
}

/** The attachments of a file that the reader may see and whose content is still there, oldest first. The caller has asked whether the file may be seen. */
export async function attachedTo(ctx: Pick<Ctx, "db" | "user">, fileId: number): Promise<Attached[]> {
  const rows = await asSystem(ctx.db, "of a file that was shown; of its lines those for this reader")
    .selectFrom("log_attachment")
    .innerJoin("file_log", "file_log.id", "log_attachment.log_id")
    .select(["log_attachment.id", "name", "mime", "size_bytes", "sha256", "added_at"])
    .where("file_log.file_id", "=", fileId)
    .where("removed_at", "is", null)
    .where("erased_at", "is", null)
    .where(visibleLines(ctx.user))
    .orderBy("log_attachment.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    mime: row.mime,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    on: dateInAmsterdam(row.added_at),
    url: readAttachment.path.replace("{id}", String(row.id)),
  }));
}
