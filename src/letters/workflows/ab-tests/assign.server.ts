/** Assigns new files to a version while a trial runs, and records it. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { cachedPerTransaction } from "../../../ground/platform/server/postgres/transaction-cache.ts";
import { type Arm, armOf } from "./comparison.ts";

export interface RunningAbTest {
  readonly id: number;
  readonly challenger: number;
  readonly share: number;
}

/** The trials that run, by the code of their workflow. */
export const runningAbTests = cachedPerTransaction(async (db: Db): Promise<ReadonlyMap<string, RunningAbTest>> => {
  const rows = await db
    .selectFrom("workflow_trial")
    .select(["id", "workflow_code", "challenger", "share"])
    .where("state", "=", "running")
    .execute();
  return new Map(rows.map(({ workflow_code, ...trial }) => [workflow_code, trial]));
});

/** A new file's own number in a trial, from 0 up to 1: the same however often it is asked, and another in the next trial. */
const pointOf = (trialId: number, fileKey: string): number =>
  createHash("sha256").update(`${trialId}\n${fileKey}`).digest().readUInt32BE(0) / 2 ** 32;

export interface Assigned {
  readonly trial: RunningAbTest;
  readonly arm: Arm;
}

export const assign = (trial: RunningAbTest, fileKey: string): Assigned => ({
  trial,
  arm: armOf(pointOf(trial.id, fileKey), trial.share),
});

interface TrialFile {
  readonly file_id: number;
  readonly trial_id: number;
  readonly arm: Arm;
  readonly entered_on: PlainDate;
}

/** Keeps with which version files began. */
export const insertAbTestFiles = batchedWrite((db, files: readonly TrialFile[]) =>
  sql`insert into workflow_trial_file (file_id, trial_id, arm, entered_on)
    select file_id, trial_id, arm, entered_on
    from jsonb_populate_recordset(null::workflow_trial_file, ${JSON.stringify(files)}::jsonb)`.execute(db),
);
