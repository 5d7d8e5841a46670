/** Writes the status and phase of a file; whether they are allowed is checked by the states module. */
import { sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import type { FilePhase, FileStatus } from "../files.ts";
import type { FileState } from "./record.server.ts";

interface StateWritten {
  readonly id: number;
  readonly status: FileStatus;
  readonly phase: FilePhase;
  readonly closed_on: PlainDate | null;
  readonly version: number;
}

const updateStates = batchedWrite((db, states: readonly StateWritten[]) =>
  sql`update case_file set status = s.status, phase = s.phase, closed_on = s.closed_on, version = s.version
    from jsonb_populate_recordset(null::case_file, ${JSON.stringify(states)}::jsonb) as s where case_file.id = s.id`.execute(
    db,
  ),
);

/** Gives a file a status, a phase and the day on which it was closed. */
export async function writeState(
  ctx: WorkCtx,
  file: FileState,
  to: { readonly status: FileStatus; readonly phase: FilePhase; readonly closedOn: PlainDate | null },
): Promise<FileState> {
  const moved = { ...file, ...to, version: file.version + 1 };
  const { status, phase, closedOn: closed_on } = to;
  await updateStates(ctx.db, [{ id: file.id, status, phase, closed_on, version: moved.version }]);
  await ctx.audit({
    action: "file.state",
    subject: "file",
    subjectId: file.id,
    before: { status: file.status, phase: file.phase },
    after: { status: to.status, phase: to.phase },
  });
  return moved;
}

/** Frees the client's reference of a withdrawn file, so that the right one can be placed under it; returns what it is called from now on. */
export async function giveUpReference(ctx: WorkCtx, { id, number, clientRef }: FileState): Promise<string> {
  const reference = `${clientRef} [${number}]`;
  await ctx.db.updateTable("case_file").set({ client_ref: reference }).where("id", "=", id).execute();
  return reference;
}
