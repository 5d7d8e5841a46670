/** What was measured, as a page of the documentation. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { dirname, join } from "node:path";
import type { PlanOf } from "./statements.ts";

export interface Figure {
  readonly workload: string;
  /** What it is held against, measured beside it in the same run. */
  readonly limit: string;
  readonly value: string;
  readonly ratio: number | null;
  readonly target: string;
  readonly note: string;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

const plansTitle = "## Plans of the heavy queries";

function plansPart(plans: readonly PlanOf[], path: string): string {
  if (plans.length === 0) return present(path, plansTitle, ownWords);
  const rows = plans.map(({ name, found, millis }) => `| ${cell(name)} | ${found} | ${millis.toFixed(1)} ms |`);
  return `${plansTitle}

Each query as the product sends it, caught on its way: the middle of five answers in one process, one at a time, or the whole of a long work.
The plans that the database made, at most four of each, where they took a millisecond or more, stand in
[${plansFile}](${plansFile}).

| list of 50, page or work | found | answered in |
| --- | --- | --- |
${rows.join("\n")}

`;
}

/** Beside the page, below what a reviewer compares. */
const plansFile = "snapshots/query-plans.txt";

function writePlans(page: string, plans: readonly PlanOf[], of: Circumstances): void {
  const path = join(dirname(page), plansFile);
  const day = new Date().toISOString().slice(0, 10);
  const head = `Plans of the heavy queries, as the database explained them: npm run bench, ${of.files.toLocaleString("en")} files, ${day}.\n`;
  const shown = plans.filter((plan) => plan.plans.length > 0);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    head + shown.map(({ name, plans: each }) => `\n== ${name} ==\n\n${each.join("\n\n")}\n`).join(""),
  );
}

export interface Circumstances {
  readonly files: number;
  /** The command by which it was measured. */
  readonly command: string;
  readonly postgres: string;
  /** Processes that wanted a core in the minute before, the machine over. */
  readonly load: number;
}

/** What stands from here on was written by hand, and stays. */
const ownWords = "## What the figures say";

/** What the page has from one heading on, up to another; nothing where it has none. */
function present(path: string, from: string, until?: string): string {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const at = text.indexOf(from);
  if (at < 0) return "";
  const end = until === undefined ? -1 : text.indexOf(until, at);
  return end < 0 ? text.slice(at) : text.slice(at, end);
}

export function writeReport(
  path: string,
  figures: readonly Figure[],
  plans: readonly PlanOf[],
  of: Circumstances,
): void {
  const rows = figures.map(
    ({ workload, limit, value, ratio, target, note }) =>
      `| ${[workload, limit, value, ratio === null ? "–" : ratio.toFixed(2), target, note].map(cell).join(" | ")} |`,
  );
  const text = `# Performance

Measured by \`${of.command}\` on ${new Date().toISOString().slice(0, 10)}, on a shared machine of the class
${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, PostgreSQL ${of.postgres},
with a portfolio of ${of.files.toLocaleString("en")} files. Each figure stands beside its limit, measured in the same run: on a shared machine the ratio says
something, the absolute numbers only tell orders of size. Client, server and database share the cores; the load
average was ${of.load.toFixed(1)} when it began and ${loadavg()[0]?.toFixed(1)} when it ended.

| workload | limit measured beside it | measured | ratio | to reach | note |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

${plansPart(plans, path)}
${present(path, ownWords)}`;
  writeFileSync(path, text);
  if (plans.length > 0) writePlans(path, plans, of);
}
