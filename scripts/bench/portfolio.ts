/** Work over many files at once, each beside the bare statement that reads the same rows. */
import { planBulk, readBulk } from "../../src/exchange/bulk/bulk.contract.ts";
import { listExports, requestExport } from "../../src/exchange/exports/exports.contract.ts";
import { exportFields } from "../../src/exchange/exports/exports.ts";
import { decimalFromCents } from "../../src/ground/kernel/money.ts";
import type { Bench } from "./engine.ts";
import type { Figure } from "./report.ts";
import { type PlanOf, plansOf, watched } from "./statements.ts";

/** A figure of a long work, and the plans of the statements that it sent. */
export interface Work {
  readonly figure: Figure;
  readonly plan: PlanOf;
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`;

/** Every column of one client's files as CSV, beside one query that reads them. */
export async function measureExport({ world, engine, admin }: Bench): Promise<Work> {
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
  const { result, statements } = await watched(() =>
    engine.call(admin, requestExport, {
      body: { format: "csv", columns: [...exportFields], filter: { client: [client] } },
    }),
  );
  const ours = performance.now() - began;
  const list = await engine.call(admin, listExports, { query: { offset: 0, limit: 1 } });
  const made = list.items.find((item) => item.id === result.id);
  if (made?.state !== "done") throw new Error(`the export is ${made?.state}`);
  const files = made.files.toLocaleString("en");
  return {
    figure: {
      workload: `export of ${files} files, all columns, CSV`,
      limit: `one query that reads the same rows: ${seconds(bare)}`,
      value: seconds(ours),
      ratio: ours / bare,
      target: "–",
      note: `${((made.files * 1000) / ours).toFixed(0)} files a second; here the ratio is time to time, so less is better`,
    },
    plan: { name: "an export, part by part", found: files, millis: ours, plans: await plansOf(pool, statements) },
  };
}

/** So many files are worked on at once. */
const bulkFiles = 10_000;

/** A plan of a work on many files of one client, those with the least open, beside one query that reads them. */
export async function measureBulkPlan({ world, engine, admin }: Bench): Promise<Work> {
  const { pool } = world;
  const clients = await pool.query<{ id: number; least: number }>(
    `select id, (select open_cents from case_file where client_id = client.id and open_cents > 0 order by open_cents
       offset $1 limit 1) as least
     from client order by 2 nulls last, 1 limit 1`,
    [bulkFiles],
  );
  const { id: client = 0, least = null } = clients.rows[0] ?? {};
  const to = least ?? Number.MAX_SAFE_INTEGER;
  const started = performance.now();
  await pool.query(
    `select f.*, d.*, c.company, w.* from case_file f join debtor d on d.id = f.debtor_id join client c on c.id = f.client_id
     left join file_workflow w on w.file_id = f.id where f.client_id = $1 and f.open_cents between 1 and $2`,
    [client, to],
  );
  const bare = performance.now() - started;
  const amounts = { amountFrom: "0.01", ...(least === null ? {} : { amountTo: decimalFromCents(least) }) };
  const began = performance.now();
  const { result, statements } = await watched(() =>
    engine.call(admin, planBulk, {
      body: {
        chosen: { by: "filter", filter: { client: [client], ...amounts } },
        action: { kind: "flag", hold: "manual", reason: "bench" },
      },
    }),
  );
  const ours = performance.now() - began;
  const run = await engine.call(admin, readBulk, { params: { id: result.id } });
  if (run.state !== "planned") throw new Error(`the work is ${run.state}`);
  const files = run.files.toLocaleString("en");
  return {
    figure: {
      workload: `plan of a work on ${files} files`,
      limit: `one query that reads the same rows: ${seconds(bare)}`,
      value: seconds(ours),
      ratio: ours / bare,
      target: "–",
      note: `${run.counts.do.toLocaleString("en")} to do, each with before and after; here the ratio is time to time, so less is better`,
    },
    plan: {
      name: "the plan of a work on many files",
      found: files,
      millis: ours,
      plans: await plansOf(pool, statements),
    },
  };
}
