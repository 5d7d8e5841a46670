/** Erases the text of documents and messages after a file's retention period; the caller has locked the file and checked that it may. */

import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { forgetOutbox } from "../../ground/platform/server/outbox/outbox.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";

/** Takes away the content and the names of documents of one file, and tells which went: what is gone already is passed over. */
async function eraseDocuments(
  ctx: WorkCtx,
  documents: readonly number[],
  months: number,
): Promise<readonly { readonly id: number }[]> {
  if (documents.length === 0) return [];
  const rows = await asSystem(ctx.db, "a job erases the papers of every file whose term is over")
    .selectFrom("document")
    .select(["id", "storage_key"])
    .where("id", "in", documents)
    .where("erased_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (rows.length === 0) return [];
  // The content goes first: where the rest fails it is done again, and nothing stays behind that nobody knows of.
  for (const { storage_key: key } of rows) if (key !== null) await ctx.storage.delete(key);
  await ctx.db
    .updateTable("document")
    // Whoever keeps a paper names it after a person; what kind of paper it was stays.
    .set({ name: "–", storage_key: null, erased_at: ctx.clock.now(), erased_after: months })
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.map(({ id }) => ({ id }));
}

/** Takes away to whom the messages of a file went and what they said, here and in the outbox; how many had any left. */
async function eraseMessages(ctx: WorkCtx, fileId: number): Promise<number> {
  const rows = await ctx.db
    .updateTable("message")
    .set({
      to_address: "",
      to_country: null,
      to_postcode: null,
      subject: ctx.translate({ key: "correspondence.erasedText" }, "nl"),
      body_text: "",
      refused: null,
      erased_at: ctx.clock.now(),
    })
    .where("file_id", "=", fileId)
    .where("erased_at", "is", null)
    .returning("effect_key")
    .execute();
  await forgetOutbox(
    ctx.db,
    rows.map(({ effect_key }) => effect_key),
  );
  return rows.length;
}

/** What goes of a file when its term is over: its documents, and what its messages said. */
export const erasing = { documents: eraseDocuments, messages: eraseMessages };
