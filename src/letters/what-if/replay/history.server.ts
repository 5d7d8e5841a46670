/** The recorded history of files, and the facts known when each step was done: read for many files at a time. */
import { sql } from "kysely";
import { speakersOf } from "../../../cases/states/states.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { calendarOf, type Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { balanceOf, judgeNotice } from "../../../money/claims/claims.ts";
import { loadSituations } from "../../workflows/workflows.server.ts";
import { type Situation, stepFacts, type Workflow, type Workflows } from "../../workflows/workflows.ts";
import type { History, Recorded } from "./replay.ts";

interface Row extends Recorded {
  readonly fileId: number;
  readonly at: Date;
}

/** When an event was entered, and by which step, if by one. */
interface Entered {
  readonly id: number;
  readonly fileId: number;
  readonly at: Date;
  readonly key: string | null;
}

interface HistoryEnvironment {
  readonly workflows: Workflows;
  readonly tariffs: Tariffs;
  readonly workflow: Workflow;
  readonly since: PlainDate;
}

async function recordedSteps(db: Db, code: string, fileIds: readonly number[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select id, file_id as "fileId", definition_version as version, round, position, outcome, done_on as on, done_at as at
    from step_done where file_id = any(${[...fileIds]}::bigint[]) and workflow_code = ${code} order by id`.execute(db);
  return rows;
}

async function enteredEvents(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, readonly Entered[]>> {
  const { rows } = await sql<Entered>`
    select id, file_id as "fileId", entered_at as at, effect_key as key from claim_event
    where file_id = any(${[...fileIds]}::bigint[])`.execute(db);
  return Map.groupBy(rows, ({ fileId }) => fileId);
}

type Speakers = ReadonlyMap<PlainDate, Awaited<ReturnType<typeof speakersOf>>>;

async function speakersByDay(db: Db, rows: readonly Row[], since: PlainDate): Promise<Speakers> {
  const found = new Map<PlainDate, Awaited<ReturnType<typeof speakersOf>>>();
  const days = Map.groupBy(
    rows.filter(({ on }) => on >= since),
    ({ on }) => on,
  );
  for (const [on, done] of days)
    found.set(on, await speakersOf(db, [...new Set(done.map(({ fileId }) => fileId))], on));
  return found;
}

/** The events of a file that stood when a step was done: what it entered itself came with it. */
function eventsBefore({ events, fileId }: Situation, row: Row, code: string, entered: readonly Entered[]) {
  const own = `step:${fileId}:${code}:${row.round}:${row.position}:`;
  const later = new Set(entered.flatMap(({ id, at, key }) => (at >= row.at || key?.startsWith(own) ? [id] : [])));
  return events.filter(({ id }) => !later.has(id));
}

/** The histories of these files in a workflow; how the debtor itself is reached is as it is now, until the record tells otherwise; who spoke for it as it was then. */
export async function historiesOf(
  db: Db,
  fileIds: readonly number[],
  { workflows, tariffs, workflow, since }: HistoryEnvironment,
): Promise<ReadonlyMap<number, History>> {
  const { code } = workflow;
  const rows = await recordedSteps(db, code, fileIds);
  const situations = await loadSituations(db, fileIds);
  const entered = await enteredEvents(db, fileIds);
  const speakers = await speakersByDay(db, rows, since);
  const found = new Map<number, History>();
  for (const [fileId, own] of Map.groupBy(rows, (row) => row.fileId)) {
    const situation = situations.get(fileId);
    if (!situation) continue;
    const byId = new Map(own.map((row) => [row.id, row]));
    const factsAt: History["factsAt"] = ({ id, on }) => {
      const row = byId.get(id);
      const events = row ? eventsBefore(situation, row, code, entered.get(fileId) ?? []) : situation.events;
      const reach = speakers.get(on)?.get(fileId)?.to ?? situation.reach;
      const beside = { fallback: situation.placedOn, happened: situation.happened };
      const notice = judgeNotice(events, tariffs, on);
      return stepFacts(events, notice, balanceOf(events, tariffs, on).open, reach, beside);
    };
    found.set(fileId, {
      rows: own,
      since,
      startedOn: situation.placedOn,
      versionOf: (number) => workflows.of({ workflowCode: code, definitionVersion: number }),
      factsAt,
      calendar: calendarOf(tariffs),
    });
  }
  return found;
}
