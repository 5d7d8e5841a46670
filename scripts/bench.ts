/**
 * `npm run bench`: measures the figures that the product promises, each beside its limit, and writes docs/performance.md.
 *   npm run bench -- --files 1000000 --rows 100000 --seconds 5 --only lists,plans,export,bulk,letters,import,plan,balance,verify,start,bundle
 *   npm run bench -- --from NAME --only making   makes a whole run, which takes a quarter of an hour and is measured only where it is named
 *   npm run bench -- --from NAME   on a copy of a database of the server at DATABASE_URL that `npm run seed` has filled
 *   npm run bench -- --only bundle,start   without a portfolio, and so without a page: what it measured is only said
 */
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureBulkMaking } from "./bench/bulk.ts";
import {
  measureBalances,
  measureImport,
  measureLetters,
  measureMaking,
  measurePlan,
  openBench,
} from "./bench/engine.ts";
import { measureLists } from "./bench/lists.ts";
import { measurePlans } from "./bench/plans.ts";
import { measureBulkPlan, measureExport, type Work } from "./bench/portfolio.ts";
import { type Circumstances, type Figure, writeReport } from "./bench/report.ts";
import { isBuilt, measureBundles, measureStart } from "./bench/start-and-bundle.ts";
import type { PlanOf } from "./bench/statements.ts";
import { measureVerify } from "./bench/verify.ts";
import { openWorld, print } from "./bench/world.ts";

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "100000" },
    from: { type: "string" },
    rows: { type: "string", default: "100000" },
    letters: { type: "string", default: "500" },
    seconds: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "lists,plans,export,bulk,letters,plan,balance,verify,import,start,bundle" },
    out: { type: "string", default: fileURLToPath(new URL("../docs/performance.md", import.meta.url)) },
  },
});

function count(name: "files" | "rows" | "letters" | "seconds" | "seed"): number {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} wants a whole number`);
  return value;
}

const wanted = new Set(values.only.split(","));
const figures: Figure[] = [];
const plans: PlanOf[] = [];
const add = (...more: readonly Figure[]): void => {
  figures.push(...more);
  for (const { workload, value, limit, ratio } of more)
    print(`  ${workload}: ${value} (${limit}${ratio === null ? "" : `, ratio ${ratio.toFixed(2)}`})`);
};

const addWork = ({ figure, plan }: Work): void => {
  add(figure);
  plans.push(plan);
};

const [load = 0] = loadavg();
const rows = count("rows");
/** What is measured without a portfolio. */
const outside = ["bundle", "start"];

/** What is measured on a portfolio; returns what it was measured on. */
async function measureInside(): Promise<Pick<Circumstances, "files" | "postgres">> {
  print(
    values.from === undefined ? `making a portfolio of ${count("files")} files` : `copying the database ${values.from}`,
  );
  const world = await openWorld({ files: count("files"), seed: count("seed"), from: values.from });
  try {
    const portfolio = await world.pool.query<{ files: number }>("select count(*)::int as files from case_file");
    const files = portfolio.rows[0]?.files ?? 0;
    const bench = await openBench(world);
    if (wanted.has("lists")) add(...(await measureLists(world, count("seconds"))));
    if (wanted.has("balance")) add(await measureBalances(bench, Math.min(files, 50_000)));
    if (wanted.has("plans")) plans.push(...(await measurePlans(bench)));
    if (wanted.has("export")) addWork(await measureExport(bench));
    if (wanted.has("bulk")) addWork(await measureBulkPlan(bench));
    if (wanted.has("bulk")) add(...(await measureBulkMaking(bench)));
    if (wanted.has("letters")) add(await measureLetters(bench, count("letters")));
    if (wanted.has("plan")) addWork(await measurePlan(bench, Math.min(files, 100_000)));
    if (wanted.has("making")) add(await measureMaking(bench, Math.min(files, rows)));
    if (wanted.has("verify")) add(await measureVerify(bench, files));
    if (wanted.has("import")) add(...(await measureImport(bench, rows)));
    const { rows: version } = await world.pool.query<{ server_version: string }>("show server_version");
    for (const { name, found, millis } of plans) print(`  ${name}: ${found} in ${millis.toFixed(1)} ms`);
    return { files, postgres: version[0]?.server_version.split(" ")[0] ?? "" };
  } finally {
    await world.close();
  }
}

if (isBuilt) {
  if (wanted.has("bundle")) add(...measureBundles());
  if (wanted.has("start")) add(...(await measureStart()));
} else print("dist/web is not built: start and bundle are left out");
if ([...wanted].some((name) => !outside.includes(name))) {
  const on = await measureInside();
  const command = `npm run bench -- ${values.from === undefined ? `--files ${on.files}` : `--from ${values.from}`} --rows ${rows}`;
  writeReport(values.out, figures, plans, { ...on, command, load });
  print(`written: ${values.out}`);
}
