/** What is done to many files at once, beside statements that write the same rows for all of them. */
import { makeBulk, planBulk, readBulk, undoBulk } from "../../src/exchange/bulk/bulk.contract.ts";
import type { BodyOf } from "../../src/ground/kernel/contract.ts";
import type { Bench } from "./engine.ts";
import type { Figure } from "./report.ts";

/** So many files are worked on at once. */
const bulkFiles = 10_000;

type Action = BodyOf<typeof planBulk>["action"];

/** What a state on each of the files comes to, for all of them: the rows that the work writes, and no rule asked. Taken back. */
async function bareFlag({ world }: Bench, ids: readonly number[]): Promise<number> {
  const client = await world.pool.connect();
  try {
    const began = performance.now();
    await client.query("begin");
    for (const text of [
      `insert into file_hold (file_id, kind, reason, from_date, status_before, phase_before, placed_at, effect)
        select id, 'manual', 'bench', current_date, status, phase, now(), 'pause' from case_file where id = any($1)`,
      "update case_file set status = 'paused', version = version + 1 where id = any($1)",
      "update file_workflow set stopped_on = current_date, version = version + 1 where file_id = any($1)",
      `insert into file_log (file_id, at, type, category, subject_key, subject_values, subject, user_name, is_system)
        select id, now(), 'status', 'status', key, '{}', 'bench', 'bench', false from case_file, (values ('held'), ('status')) as l(key)
        where id = any($1)`,
      `insert into audit_log (at, user_id, username, action, subject, subject_id)
        select now(), 0, 'bench', key, 'file', id from case_file, (values ('file.hold'), ('file.state')) as l(key) where id = any($1)`,
      "update bulk_row set state = 'done', done_at = now() where file_id = any($1)",
    ])
      await client.query(text, [ids]);
    await client.query("rollback");
    return performance.now() - began;
  } finally {
    client.release();
  }
}

/** Files a second, of those that were done. */
async function made({ engine, admin }: Bench, numbers: string, action: Action) {
  const asked = await engine.call(admin, planBulk, { body: { chosen: { by: "numbers", numbers }, action } });
  const params = { id: asked.id };
  const timed = async (act: typeof makeBulk | typeof undoBulk) => {
    const { version } = await engine.call(admin, readBulk, { params });
    const began = performance.now();
    await engine.call(admin, act, { params, body: { version } });
    return performance.now() - began;
  };
  const making = await timed(makeBulk);
  const { counts } = await engine.call(admin, readBulk, { params });
  if (counts.done === 0) throw new Error(`nothing was done: ${JSON.stringify(counts)}`);
  const undoing = await timed(undoBulk);
  const { counts: after } = await engine.call(admin, readBulk, { params });
  return { done: counts.done, making, undone: after.undone, undoing };
}

const rate = (count: number, millis: number): string => `${Math.round((count * 1000) / millis)} a second`;

/** Works on the open files with the least open, made and taken back. */
export async function measureBulkMaking(bench: Bench): Promise<Figure[]> {
  const { rows } = await bench.world.pool.query<{ id: number; number: string }>(
    `select case_file.id, case_file.number from case_file join file_workflow on file_workflow.file_id = case_file.id
     where status in ('not_started', 'in_progress') and not exists (select from file_hold where file_id = case_file.id)
     order by open_cents, id limit $1`,
    [bulkFiles],
  );
  const ids = rows.map(({ id }) => id);
  const numbers = rows.map(({ number }) => number).join("\n");
  const acts: readonly Action[] = [
    { kind: "flag", hold: "manual", reason: "bench" },
    { kind: "note", subject: "bench" },
    { kind: "interest", from: "2026-06-01", reason: "bench" },
    { kind: "close", reason: "withdrawn" },
  ];
  const figures: Figure[] = [];
  for (const action of acts) {
    const { done, making, undone, undoing } = await made(bench, numbers, action);
    const bare = action.kind === "flag" ? await bareFlag(bench, ids) : null;
    figures.push({
      workload: `${action.kind} on ${done.toLocaleString("en")} files`,
      limit: bare === null ? "–" : `statements that write the same rows: ${rate(ids.length, bare)}`,
      value: rate(done, making),
      ratio: bare === null ? null : bare / ids.length / (making / done),
      target: "≥ 1,000 a second",
      note: `taken back: ${rate(undone, undoing)}`,
    });
  }
  return figures;
}
