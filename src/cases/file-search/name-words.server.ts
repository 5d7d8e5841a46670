/** The words of debtors' names as they are kept for the search: those that no name has any more are taken out at night. */
import { sql } from "kysely";
import { z } from "zod";
import { type Db, job } from "../../ground/platform/server/http/module.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";

/** So like is a word of four letters of which two have changed places, and a longer one with two errors; of 1. */
const leastLikeness = 0.2;
const mostAlike = 200;

/** The words of names that are most like a typed one, itself included. */
export async function nameWordsLike(db: Db, typed: string): Promise<string[]> {
  const { rows } = await sql<{
    word: string;
  }>`select word from name_words_like(${typed}, ${leastLikeness}, ${mostAlike}) as word`.execute(db);
  return rows.map(({ word }) => word);
}

/**
 * Takes out what no name has any more, and what stands twice; a word that is noted meanwhile is not seen, and stays. What a name has and is not noted
 * is added: its debtor was named while the word, which nobody had before, was taken out.
 */
export const tidyNameWords = job({
  name: "file-search.name-words",
  payload: z.object({}),
  cron: "25 3 * * *",
  run: (ctx) =>
    ctx.tx(async ({ db }) => {
      await sql`with used as materialized (
          select word from ts_stat('select to_tsvector(''simple'', search_name) from debtor') where is_compared_word(word)),
        gone as (delete from debtor_name_word where word not in (select word from used)
          or exists (select from debtor_name_word as other
            where other.word = debtor_name_word.word and other.ctid < debtor_name_word.ctid))
        insert into debtor_name_word
          select word from used where not exists (select from debtor_name_word as known where known.word = used.word)`.execute(
        asSystem(db, "which words there are is the same for everybody"),
      );
    }),
});
