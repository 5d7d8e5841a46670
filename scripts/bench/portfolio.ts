/** Work over many files at once, each beside the bare statement that reads the same rows. */
import { planBulk, readBulk } from "../../src/bulk/bulk.contract.ts";
import { maxFiles } from "../../src/bulk/bulk.ts";
import { askExport, listExports } from "../../src/exports/exports.contract.ts";
import { exportFields } from "../../src/exports/exports.ts";
import type { Bench } from "./engine.ts";
import type { Figure } from "./report.ts";

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`;

/** Every column of one client's files as CSV, beside one query that reads them. */
export async function measureExport({ world, engine, admin }: Bench): Promise<Figure> {
  const { pool } = world;
  const { rows } = await pool.query<{ id: number }>(
    "select client_id as id from case_file group by 1 order by count(*) desc, 1 limit 1",
  );
  const client = rows[0]?.id ?? 0;
  const started = performance.now();
  await pool.query(
    `select f.*, d.*, c.company from case_file f join debtor d on d.id = f.debtor_id join client c on c.id = f.client_id
     where f.client_id = $1`,
    [client],
  );
  const bare = performance.now() - started;
  const began = performance.now();
  const { id } = await engine.call(admin, askExport, {
    body: { format: "csv", columns: [...exportFields], filter: { client: [client] } },
  });
  const ours = performance.now() - began;
  const list = await engine.call(admin, listExports, { query: { offset: 0, limit: 1 } });
  const made = list.items.find((item) => item.id === id);
  if (made?.state !== "done") throw new Error(`the export is ${made?.state}`);
  return {
    workload: `export of ${made.files.toLocaleString("en")} files, all columns, CSV`,
    limit: `one query that reads the same rows: ${seconds(bare)}`,
    value: seconds(ours),
    ratio: ours / bare,
    target: "–",
    note: `${((made.files * 1000) / ours).toFixed(0)} files a second; here the ratio is time to time, so less is better`,
  };
}

/** A plan of a work on as many files as one may take, beside one query that reads them. */
export async function measureBulkPlan({ world, engine, admin }: Bench): Promise<Figure> {
  const { rows } = await world.pool.query<{ id: number }>(
    "select client_id as id from case_file group by 1 having count(*) <= $1 order by count(*) desc, 1 limit 1",
    [maxFiles],
  );
  const client = rows[0]?.id ?? 0;
  const started = performance.now();
  await world.pool.query(
    `select f.*, d.*, c.company, w.* from case_file f join debtor d on d.id = f.debtor_id join client c on c.id = f.client_id
     left join file_workflow w on w.file_id = f.id where f.client_id = $1`,
    [client],
  );
  const bare = performance.now() - started;
  const began = performance.now();
  const { id } = await engine.call(admin, planBulk, {
    body: {
      chosen: { by: "filter", filter: { client: [client] } },
      action: { kind: "flag", hold: "manual", reason: "bench" },
    },
  });
  const ours = performance.now() - began;
  const run = await engine.call(admin, readBulk, { params: { id } });
  if (run.state !== "planned") throw new Error(`the work is ${run.state}`);
  return {
    workload: `plan of a work on ${run.files.toLocaleString("en")} files`,
    limit: `one query that reads the same rows: ${seconds(bare)}`,
    value: seconds(ours),
    ratio: ours / bare,
    target: "–",
    note: `${run.counts.do.toLocaleString("en")} to do, each with before and after; here the ratio is time to time, so less is better`,
  };
}
