/** The runs of pre-collection of a portfolio, decided again: each step at the place where its record then was, with what was known of it then. */
import { handClock } from "../../ground/platform/server/process/clock.ts";
import { nextOf } from "../../letters/precasso/records/judge.ts";
import { loadSituations, recordEnvironment } from "../../letters/precasso/records/situations.server.ts";
import type { World } from "../testing/world.factory.ts";

/** A step that is decided otherwise, or that was done before its day. */
interface Apart {
  readonly recordId: number;
  readonly done: string;
  readonly again: string;
}

const rowsDone = ({ db }: World) =>
  db
    .selectFrom("precasso_run_row as r")
    .innerJoin("precasso_run as run", "run.id", "r.run_id")
    .select(["r.record_id", "r.step", "r.effect", "r.due_on", "run.as_of", "run.planned_at"])
    .where("r.state", "=", "done")
    .orderBy("run.id")
    .execute();

const paymentsNoted = ({ db }: World) =>
  db
    .selectFrom("precasso_payment")
    .select(["record_id", "paid_on as on", "cents", "reference", "noted_at"])
    .where("taken_back_at", "is", null)
    .execute();

/** How many steps were decided, by what they do, and those that would be decided otherwise. */
export async function replayedRecords(world: World) {
  const { db, clock } = world;
  const rows = await rowsDone(world);
  const noted = await paymentsNoted(world);
  const ids = [...new Set(rows.map(({ record_id }) => record_id))];
  const situations = await loadSituations(db, ids, clock.today());
  const effects = new Map<string, number>();
  const apart: Apart[] = [];
  for (const [id, done] of Map.groupBy(rows, ({ record_id }) => record_id)) {
    const now = situations.get(id);
    if (!now) throw new Error(`no record ${id}`);
    for (const [at, row] of done.entries()) {
      const before = done[at - 1];
      // The term of the last letter and what its 14-day letter asked are known from the last letter on, which only the file comes after.
      const isLast = row.effect === "convert";
      const then = {
        ...now,
        position: before?.step ?? 0,
        previousDoneOn: before?.as_of ?? null,
        termUntil: isLast ? now.termUntil : null,
        notice14: isLast ? now.notice14 : null,
        payments: noted.filter(({ record_id, noted_at }) => record_id === id && noted_at < row.planned_at),
      };
      const next = nextOf(then, await recordEnvironment({ db, clock: handClock(row.planned_at) }));
      const again = next.kind === "step" ? `${next.step.position} on ${next.dueOn}` : next.kind;
      const was = `${row.step} on ${row.due_on}`;
      if (again !== was || row.due_on > row.as_of) apart.push({ recordId: id, done: was, again });
      effects.set(row.effect, (effects.get(row.effect) ?? 0) + 1);
    }
  }
  return { apart, effects };
}
