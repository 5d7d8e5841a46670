/** Plans a run: reads the due files in batches, and writes one row for each. */
import { setImmediate } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { addDays, type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { type Actor, type Db, guest, type JobCtx, systemActor } from "../../../ground/platform/server/http/module.ts";
import type { CopyValue } from "../../../ground/platform/server/postgres/copy-rows.ts";
import { firstPossible } from "../../../law/rules/rules.ts";
import { listedBalances } from "../../../money/claims/claims.server.ts";
import { loadActor } from "../../../people/access/access.server.ts";
import { refreshNextSteps } from "../../workflows/workflows.server.ts";
import { capacityLeftOn } from "../calendar/day-limits.server.ts";
import { type FileInputs, type Planned, type PlannedRow, type RunScope, runScope, waiting } from "../processing.ts";
import { DecidedMessages } from "../steps/decided-messages.ts";
import { countRows } from "./counts.server.ts";
import { fingerprint, loadInputs, personOf, type RunEnvironment, runEnvironment } from "./inputs.server.ts";

const dateOf = (text: string | null): PlainDate | undefined => (text === null ? undefined : parsePlainDate(text));

/** The number of files read and judged at a time. */
export const planBatch = 1000;
/** The number of batches between updates of the progress, about one second: each update waits for the disk. */
const progressEvery = 10;
/** The number of batches read ahead, each on a connection of its own. */
const readAhead = 2;
/** The number of files judged before the event loop gets a turn. */
const filesPerYield = 50;

/** The files that may be due, the longest overdue first. Only the plan decides whether they are. */
export async function dueFiles(db: Db, scope: RunScope, dueUntil: PlainDate, actor: Actor): Promise<number[]> {
  const conditions: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`case_file.closed_on is null`,
    sql<SqlBool>`case_file.next_action_on <= ${dueUntil}`,
    visibleFiles(actor),
  ];
  if (scope.clients.length > 0) conditions.push(sql<SqlBool>`case_file.client_id = any(${scope.clients}::bigint[])`);
  if (scope.workflow !== null) conditions.push(sql<SqlBool>`file_workflow.workflow_code = ${scope.workflow}`);
  const { rows } = await sql<{ id: number }>`
    select case_file.id from case_file join file_workflow on file_workflow.file_id = case_file.id
    where ${sql.join(conditions, sql` and `)}
    order by case_file.next_action_on, case_file.id`.execute(db);
  return rows.map(({ id }) => id);
}

const inScope = (row: PlannedRow, scope: RunScope): boolean =>
  (scope.step === null || row.position === scope.step) &&
  (scope.channels.length === 0 || scope.channels.some((channel) => channel === row.channel));

export interface PlannedFile {
  readonly row: PlannedRow;
  readonly hash: string;
  readonly person: string;
}

export interface PlannedBatch {
  readonly files: readonly PlannedFile[];
  /** Files whose stored next step was outdated: not due yet, or at the end of their workflow. */
  readonly stale: readonly number[];
}

/** What the plan has used so far: messages to people, and the remaining capacity of each channel. */
interface Filled {
  readonly decided: DecidedMessages;
  readonly room: Map<string, number>;
}

/** The day is full for a channel: the step waits for the next day. A channel without a limit is absent from `room`. */
export function withinDay(planned: Planned, room: Map<string, number>, { at }: RunEnvironment): Planned {
  if (planned.kind === "notDue" || (planned.row.verdict !== "do" && planned.row.verdict !== "close")) return planned;
  const left = room.get(planned.row.channel);
  if (left === undefined) return planned;
  room.set(planned.row.channel, left - 1);
  // The last letter of a closing file does not prevent its closing.
  if (left > 0 || planned.row.verdict === "close") return planned;
  const full = { ...waiting("dayFull"), possibleFrom: addDays(at.today, 1) };
  return { kind: "row", row: { ...planned.row, verdict: "wait", costCents: 0, reasons: [full] } };
}

/** Two files of one person in the same plan count together: an excess message is refused here already. */
function judge(inputs: FileInputs, { decided, room }: Filled, scope: RunScope, environment: RunEnvironment): Planned {
  const judged = decided.judge(inputs, environment);
  // A step left to another run uses no capacity and reaches nobody in this one.
  if (judged.kind === "notDue" || !inScope(judged.row, scope)) return judged;
  const planned = withinDay(judged, room, environment);
  if (planned.kind === "row") decided.add(inputs, planned.row, environment);
  return planned;
}

const isStale = (planned: Planned): boolean =>
  planned.kind === "notDue" || planned.row.reasons.some(({ rule }) => rule === "noMoreSteps");

/** Judges files in batches, by the same function that decides again when they are made. */
export async function* planFiles(
  db: Db,
  fileIds: readonly number[],
  scope: RunScope,
  environment: RunEnvironment,
): AsyncGenerator<PlannedBatch> {
  const filled: Filled = { decided: new DecidedMessages(), room: await capacityLeftOn(db, environment.at.today) };
  const read = (from: number) => {
    const reading = loadInputs(db, fileIds.slice(from, from + planBatch), environment.at.today);
    // It is awaited a batch later; until then a rejection must not count as unhandled.
    reading.catch(() => undefined);
    return reading;
  };
  // While one batch is judged, the database reads the next ones.
  const coming = Array.from({ length: readAhead }, (_, at) => read(at * planBatch));
  for (let from = 0; from < fileIds.length; from += planBatch) {
    const inputs = (await coming.shift()) ?? new Map<number, FileInputs>();
    coming.push(read(from + readAhead * planBatch));
    const files: PlannedFile[] = [];
    const stale: number[] = [];
    let judged = 0;
    for (const [fileId, each] of inputs) {
      if (++judged % filesPerYield === 0) await setImmediate();
      const planned = judge(each, filled, scope, environment);
      if (planned.kind === "notDue" || isStale(planned)) stale.push(fileId);
      else if (inScope(planned.row, scope)) {
        const { row } = planned;
        files.push({ row, hash: fingerprint(each, row, environment), person: personOf(each.situation) });
      }
    }
    yield { files, stale };
  }
}

const columns = [
  "run_id",
  "file_id",
  "workflow_code",
  "round",
  "step",
  "channel",
  "template_code",
  "effect",
  "due_on",
  "verdict",
  "reasons",
  "possible_from",
  "open_cents",
  "cost_cents",
  "inputs_hash",
  "state",
] as const;

const record = (runId: number, { row, hash }: PlannedFile): readonly CopyValue[] => [
  runId,
  row.fileId,
  row.workflowCode,
  row.round,
  row.position,
  row.channel,
  row.template,
  row.effect,
  row.dueOn,
  row.verdict,
  JSON.stringify(row.reasons),
  firstPossible(row.reasons),
  row.openCents,
  row.costCents,
  hash,
  "planned",
];

/** Marks the rows that belong to one person. */
async function noteTogether(db: Db, runId: number, persons: ReadonlyMap<string, readonly number[]>): Promise<void> {
  const several = [...persons.values()].filter((files) => files.length > 1);
  const rows = several.flatMap((files) => files.map((file) => ({ file, others: files.length - 1 })));
  if (rows.length === 0) return;
  await sql`update run_row set together = t.others
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(file bigint, others integer)
    where run_row.run_id = ${runId} and run_row.file_id = t.file`.execute(db);
}

/** Plans a requested run. After a crash it starts again: an incomplete plan is discarded. */
export async function makePlan(ctx: JobCtx, runId: number): Promise<void> {
  const run = await ctx.db.selectFrom("run").selectAll().where("id", "=", runId).executeTakeFirst();
  if (run?.state !== "planning") return;
  const scope = runScope.parse(run.scope);
  const planner = run.planned_by === null ? systemActor : ((await loadActor(ctx.db, run.planned_by, null)) ?? guest);
  const dueUntil = dateOf(scope.dueUntil) ?? run.as_of;
  const environment = await runEnvironment(ctx, dueUntil);
  await listedBalances.renewed(ctx);
  const due = await dueFiles(ctx.db, scope, dueUntil, planner);
  await ctx.db.deleteFrom("run_row").where("run_id", "=", runId).execute();
  await ctx.db.updateTable("run").set({ due_files: due.length, looked_at: 0 }).where("id", "=", runId).execute();
  const persons = new Map<string, number[]>();
  const stale: number[] = [];
  await ctx.copy("run_row", columns, rowsOf(ctx, { runId, scope, environment, due, persons, stale }));
  await ctx.tx(async (tx) => {
    await noteTogether(tx.db, runId, persons);
    await refreshNextSteps(tx, stale);
    await tx.db
      .updateTable("run")
      .set({
        state: "planned",
        as_of: environment.at.today,
        template_mark: environment.templateMark,
        looked_at: due.length,
        ...(await countRows(tx.db, runId)),
      })
      .where("id", "=", runId)
      .where("state", "=", "planning")
      .execute();
  });
}

interface Planning {
  readonly runId: number;
  readonly scope: RunScope;
  readonly environment: RunEnvironment;
  readonly due: readonly number[];
  readonly persons: Map<string, number[]>;
  readonly stale: number[];
}

async function* rowsOf(ctx: JobCtx, planning: Planning): AsyncGenerator<readonly CopyValue[]> {
  const { runId, scope, environment, due, persons, stale } = planning;
  let [looked, rows, parts] = [0, 0, 0];
  for await (const batch of planFiles(ctx.db, due, scope, environment)) {
    ctx.signal.throwIfAborted();
    stale.push(...batch.stale);
    for (const file of batch.files) {
      if (rows++ >= scope.max) return;
      persons.set(file.person, [...(persons.get(file.person) ?? []), file.row.fileId]);
      yield record(runId, file);
    }
    looked = Math.min(looked + planBatch, due.length);
    if (++parts % progressEvery !== 1 && looked < due.length) continue;
    await ctx.db.updateTable("run").set({ looked_at: looked }).where("id", "=", runId).execute();
    await ctx.progress(looked, due.length);
  }
}
