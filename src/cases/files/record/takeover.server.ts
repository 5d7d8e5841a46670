/** The files of a case manager, and handing all of them over at once. */

import { sql } from "kysely";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { hasDuty, people } from "../../../people/employees/employees.server.ts";
import { notifyFollowers, requireVersion } from "./followers.server.ts";
import { type FileState, lockFile } from "./record.server.ts";
import { visibleFiles } from "./visibility.server.ts";

/** How many files that are not closed a case manager looks after. */
export async function openFilesOf(db: Db, caseManagerId: number): Promise<number> {
  const { count } = await asSystem(db, "only a number: the open files of somebody who leaves, whoever hands them over")
    .selectFrom("case_file")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("case_manager_id", "=", caseManagerId)
    .where("status", "!=", "closed")
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives the files that are not closed, as far as whoever does it sees them, to another case manager; returns their ids. */
export async function handOverFiles(ctx: WorkCtx, from: number, to: number): Promise<readonly number[]> {
  const rows = await ctx.db
    .updateTable("case_file")
    .set((eb) => ({ case_manager_id: to, version: eb("version", "+", 1) }))
    .where("case_manager_id", "=", from)
    .where("status", "!=", "closed")
    .where(visibleFiles(ctx.user))
    .returning("id")
    .execute();
  await ctx.audit(
    ...rows.map(({ id }) => ({
      action: "file.assign",
      subject: "file",
      subjectId: id,
      before: { caseManagerId: from },
      after: { caseManagerId: to },
    })),
  );
  return rows.map(({ id }) => id);
}

interface Given {
  readonly id: number;
  readonly case_manager_id: number | null;
  readonly version: number;
}

const giveFiles = batchedWrite((db, files: readonly Given[]) =>
  sql`update case_file set case_manager_id = g.case_manager_id, version = g.version
    from jsonb_populate_recordset(null::case_file, ${JSON.stringify(files)}::jsonb) as g where case_file.id = g.id`.execute(
    db,
  ),
);

/**
 * Gives a file to a case manager, or to nobody. @throws validation on `caseManagerId` where that is no case manager; conflict where
 * somebody else changed the file since `version` was read; notFound.
 */
export async function assignFile(
  ctx: WorkCtx,
  fileId: number,
  caseManagerId: number | null,
  seen?: number,
): Promise<FileState> {
  const file = await lockFile(ctx, fileId);
  requireVersion(file, seen);
  if (caseManagerId === file.caseManagerId) return file;
  if (caseManagerId !== null && !(await hasDuty(ctx.db, caseManagerId, "caseManager")))
    throw fieldError("caseManagerId", "files.noSuchManager");
  const assigned = { ...file, caseManagerId, version: file.version + 1 };
  await giveFiles(ctx.db, [{ id: file.id, case_manager_id: caseManagerId, version: assigned.version }]);
  await ctx.audit({
    action: "file.assign",
    subject: "file",
    subjectId: file.id,
    before: { caseManagerId: file.caseManagerId },
    after: { caseManagerId },
  });
  const name =
    caseManagerId === null ? null : ((await people(ctx.db, [caseManagerId])).get(caseManagerId)?.name ?? null);
  await notifyFollowers(ctx, assigned, { kind: "manager", name });
  return assigned;
}
