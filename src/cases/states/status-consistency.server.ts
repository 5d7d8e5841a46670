/** Reads the facts that status and phase of a file must agree with. */

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { notFound } from "../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../ground/platform/server/postgres/prepared-statements.ts";
import {
  agreedPlace,
  type ClosingFacts,
  type FileFacts,
  type FilePlace,
  type StandingHold,
} from "./status-consistency.ts";

let arranged: RawBuilder<SqlBool> = sql<SqlBool>`false`;

/** Says, as a condition on one `case_file`, when an arrangement runs: the claims know. */
export const arrangedWhere = (condition: RawBuilder<SqlBool>): void => {
  arranged = condition;
};

/** The states that lie on the file of the row, as one column. */
const holdsOn = (on: PlainDate): RawBuilder<readonly StandingHold[]> =>
  sql<
    readonly StandingHold[]
  >`coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'effect', effect) order by id)
    from file_hold where file_hold.file_id = case_file.id and lifted_at is null
      and (until_date is null or until_date >= ${on})), '[]'::jsonb)`;

const factRows = batchedRows(
  async (db, fileIds: readonly number[], today: PlainDate) =>
    (
      await sql<ClosingFacts & { id: number }>`${prepared}
        select id, ${holdsOn(today)} as holds, ${arranged} as arranged,
          array(select distinct kind from file_hold where file_hold.file_id = case_file.id) as known,
          open_cents as "openCents", overpaid_cents as "overpaidCents", paid_cents as "paidCents"
        from case_file where id = ${anyOf(fileIds)}`.execute(
        asSystem(db, "the place of a file follows from its states, whoever changes it"),
      )
    ).rows,
  ({ id }) => id,
);

/** The facts of files today, by id. */
export async function factsOf(
  ctx: Pick<WorkCtx, "db" | "clock">,
  fileIds: readonly number[],
): Promise<ReadonlyMap<number, ClosingFacts>> {
  const rows = await factRows(ctx.db, fileIds, ctx.clock.today());
  return new Map(rows.map((row) => [row.id, row]));
}

/** The facts of one file today. */
export async function factsOfFile(ctx: Pick<WorkCtx, "db" | "clock">, fileId: number): Promise<ClosingFacts> {
  const facts = (await factsOf(ctx, [fileId])).get(fileId);
  if (!facts) throw notFound();
  return facts;
}

/** An open file with its place and the facts that it must agree with. */
interface StandingFile extends FilePlace, FileFacts {
  readonly id: number;
}

/**
 * The next open files after an id whose place disagrees with the facts, by `agreedPlace` and nothing else; and the id to go on after, null where
 * there are no more files. So many files are read at once, each by its indexes.
 */
export async function doubtfulFiles(
  ctx: Pick<WorkCtx, "db" | "clock">,
  after: number,
  limit: number,
): Promise<{ readonly ids: readonly number[]; readonly last: number | null }> {
  const { rows } = await sql<StandingFile>`
    select case_file.id, status, phase, ${holdsOn(ctx.clock.today())} as holds, ${arranged} as arranged from case_file
    where case_file.id > ${after} and case_file.status <> 'closed' order by case_file.id limit ${limit}`.execute(
    asSystem(ctx.db, "the repair looks at every file"),
  );
  const doubtful = rows.filter((file) => {
    const { status, phase } = agreedPlace(file, file);
    return status !== file.status || phase !== file.phase;
  });
  return { ids: doubtful.map(({ id }) => id), last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}
