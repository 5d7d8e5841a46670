/** The record of a file: how it is made and shown to users who may see it, and values that other modules store on it. */

import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { listed } from "../../../ground/kernel/listed.ts";
import type { Actor, Ctx, Db, SystemDb, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { type FilePhase, type FileStatus, filePhases, fileStatuses } from "../files.ts";
import { selectFiles } from "./visibility.server.ts";

const wasSeen = Symbol("the actor may see it");

/** What most acts need to know of a file. Only `requireFile` and `lockFile` make one: to have it is to have been shown the file. */
export interface FileState {
  readonly [wasSeen]: true;
  readonly id: number;
  readonly number: string;
  readonly clientId: number;
  readonly clientRef: string;
  readonly debtorId: number;
  readonly phase: FilePhase;
  readonly status: FileStatus;
  readonly closedOn: PlainDate | null;
  /** The day on which what it knew of persons was taken away, its term being over. */
  readonly erasedOn: PlainDate | null;
  readonly caseManagerId: number | null;
  readonly teamId: number | null;
  readonly language: string;
  readonly version: number;
}

const stateColumns = [
  "case_file.id",
  "case_file.number",
  "case_file.client_id",
  "case_file.client_ref",
  "case_file.debtor_id",
  "case_file.phase",
  "case_file.status",
  "case_file.closed_on",
  "case_file.erased_on",
  "case_file.case_manager_id",
  "case_file.team_id",
  "case_file.language",
  "case_file.version",
] as const;

interface AskedState {
  readonly id: number;
  readonly user: Actor;
  readonly lock: boolean;
}

const stateRows = (db: Db, ids: readonly number[], { user, lock }: AskedState) =>
  selectFiles({ db, user })
    .modifyFront(prepared)
    .select(stateColumns)
    .where("case_file.id", "=", anyOf(ids))
    // In the order of their ids, so that two who lock the same files wait for each other and never lock each other out.
    .orderBy("case_file.id")
    .$if(lock, (rows) => rows.forUpdate())
    .execute();

const stateRow = batched(
  async (db, asked: readonly AskedState[]) => {
    const [first] = asked;
    if (first === undefined) return [];
    const rows = await stateRows(
      db,
      asked.map(({ id }) => id),
      first,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return asked.map(({ id }) => byId.get(id));
  },
  ({ user, lock }) => `${user.kind} ${user.id} ${lock}`,
);

async function fileState(ctx: Pick<WorkCtx, "db" | "user">, id: number, lock: boolean): Promise<FileState> {
  const row = await stateRow(ctx.db, { id, user: ctx.user, lock });
  if (!row) throw notFound();
  return {
    [wasSeen]: true,
    id: row.id,
    number: row.number,
    clientId: row.client_id,
    clientRef: row.client_ref,
    debtorId: row.debtor_id,
    phase: listed(filePhases, row.phase),
    status: listed(fileStatuses, row.status),
    closedOn: row.closed_on,
    erasedOn: row.erased_on,
    caseManagerId: row.case_manager_id,
    teamId: row.team_id,
    language: row.language,
    version: row.version,
  };
}

/** The file, if the actor may see it. @throws notFound, alike for a foreign and an unknown file. */
export const requireFile = (ctx: Pick<Ctx, "db" | "user">, id: number): Promise<FileState> => fileState(ctx, id, false);

/** The file, locked until the transaction ends, so that two changes of one file come one after the other. @throws notFound. */
export const lockFile = (ctx: Pick<WorkCtx, "db" | "user">, id: number): Promise<FileState> => fileState(ctx, id, true);

/** The whole database, for what is read of this one file, which the actor was shown: every query says `file.id`. */
export const ofFile = ({ db }: Pick<WorkCtx, "db">, _file: FileState): SystemDb =>
  asSystem(db, "of a file that the actor was shown");
