/** Documents received from outside and stored with a file. */
import { requireFile } from "../../../cases/files/files.server.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { storeUpload } from "../../../ground/lists/lists.server.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";

/**
 * Keeps a document with a file; its content must be of a kind that the list of uploads allows as an attachment.
 * @returns the id of the document. @throws {VorderError} mediaType; tooLarge; notFound.
 */
export async function attachDocument(
  ctx: WorkCtx,
  fileId: number,
  given: { readonly name: string; readonly bytes: Uint8Array },
): Promise<number> {
  await requireFile(ctx, fileId);
  const stored = await storeUpload(ctx, "attachment", given.bytes, given.name);
  const { id } = await ctx.db
    .insertInto("document")
    .values({
      file_id: fileId,
      kind: "attachment",
      name: maskBsn(given.name),
      mime: stored.mime,
      size_bytes: stored.size,
      sha256: stored.sha256,
      storage_key: stored.key,
      created_at: ctx.clock.now(),
      created_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
