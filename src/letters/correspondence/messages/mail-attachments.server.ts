/** Documents of a file attached to an e-mail. */
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { isRecalled } from "../documents/file-documents.server.ts";
import { mostEnclosedBytes } from "./messages.ts";

/** A document as it goes along, where its bytes lie in the storage. */
export interface Enclosed {
  readonly id: number;
  readonly name: string;
  readonly mime: string;
  readonly storageKey: string;
}

/** Notes what went along with a message. */
export async function storeEnclosed(db: Db, messageId: number, enclosed: readonly Enclosed[]): Promise<void> {
  if (enclosed.length === 0) return;
  await db
    .insertInto("message_document")
    .values(enclosed.map(({ id }) => ({ message_id: messageId, document_id: id })))
    .execute();
}

/**
 * The documents of a file with these ids. The caller has asked whether the file may be seen.
 * @throws validation on `documents`: one is not of this file or is a letter that was recalled, or together they are too large for a mail.
 */
export async function enclosedOf(db: Db, fileId: number, ids: readonly number[]): Promise<Enclosed[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await asSystem(db, "of the file that is written about, which was locked for its writer")
    .selectFrom("document")
    .select(["id", "name", "mime", "storage_key as storageKey", "size_bytes"])
    .where("file_id", "=", fileId)
    .where("id", "in", wanted)
    .orderBy("id")
    .execute();
  const there = rows.flatMap(({ storageKey, ...row }) => (storageKey === null ? [] : [{ ...row, storageKey }]));
  if (there.length < wanted.length) throw fieldError("documents", "correspondence.noSuchDocument");
  for (const { id } of there)
    if (await isRecalled(db, id)) throw fieldError("documents", "correspondence.documentRecalled");
  const bytes = there.reduce((sum, row) => sum + row.size_bytes, 0);
  if (bytes > mostEnclosedBytes)
    throw fieldError("documents", "correspondence.tooLargeToMail", { limit: mostEnclosedBytes / 1_000_000 });
  return there.map(({ size_bytes: _size, ...enclosed }) => enclosed);
}
