/** Events of files outside their claims, read only for those whose workflow waits for one. */
import { sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import type { EventDays, OnVersion, WorkflowEvent } from "./definition.ts";
import { loadWorkflows } from "./definitions.server.ts";

/** The last day of an event for each of these files that has seen it. */
type Reader = (db: Db, fileIds: readonly number[]) => Promise<readonly { fileId: number; on: PlainDate }[]>;

const readers = new Map<WorkflowEvent, Reader[]>();

/** Lets a module above tell when files saw an event; the later of what several tell counts. Whoever tells refreshes the next steps. */
export const addEventReader = (event: WorkflowEvent, reader: Reader): void => {
  readers.set(event, [...(readers.get(event) ?? []), reader]);
};

addEventReader("disputeAnswered", async (db, fileIds) => {
  const { rows } = await sql<{ fileId: number; on: PlainDate }>`
    select file_id as "fileId", max(${legalDate("lifted_at")}) as on from file_hold
    where file_id = any(${[...fileIds]}::bigint[]) and kind = 'dispute' and lifted_at is not null group by 1`.execute(
    db,
  );
  return rows;
});

addEventReader("counselling", async (db, fileIds) => {
  const { rows } = await sql<{ fileId: number; on: PlainDate }>`
    select file_id as "fileId", min(from_date) as on from file_hold
    where file_id = any(${[...fileIds]}::bigint[]) and kind in ('shv', 'wsnp') and lifted_at is null group by 1`.execute(
    db,
  );
  return rows;
});

/** By file, the days of the events that the steps of its workflow wait for; files that wait for none are not in the map. */
export async function eventDaysOf(
  db: Db,
  places: ReadonlyMap<number, OnVersion | null>,
): Promise<ReadonlyMap<number, EventDays>> {
  const workflows = await loadWorkflows(db);
  const asked = new Map<WorkflowEvent, number[]>();
  for (const [fileId, place] of places) {
    const steps = (place && workflows.of(place)?.steps) ?? [];
    for (const event of new Set(steps.flatMap((step) => step.event ?? [])))
      asked.set(event, [...(asked.get(event) ?? []), fileId]);
  }
  const found = new Map<number, Partial<Record<WorkflowEvent, PlainDate>>>();
  for (const [event, fileIds] of asked)
    for (const reader of readers.get(event) ?? [])
      for (const { fileId, on } of await reader(db, fileIds)) {
        const days = found.get(fileId) ?? {};
        const known = days[event];
        found.set(fileId, { ...days, [event]: known !== undefined && known > on ? known : on });
      }
  return found;
}
