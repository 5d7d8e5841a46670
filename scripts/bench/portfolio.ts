/** Work over many files at once, each beside the bare statement that reads the same rows. */
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
