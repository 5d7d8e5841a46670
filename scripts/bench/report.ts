/** What was measured, as a page of the documentation. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";

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

export interface Circumstances {
  readonly files: number;
  readonly importRows: number;
  readonly postgres: string;
  /** Processes that wanted a core in the minute before, the machine over. */
  readonly load: number;
}

/** What stands from here on was written by hand, and stays. */
const ownWords = "## What the figures say";

function ownPart(path: string): string {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const at = text.indexOf(ownWords);
  return at < 0 ? "" : `\n${text.slice(at)}`;
}

export function writeReport(path: string, figures: readonly Figure[], of: Circumstances): void {
  const rows = figures.map(
    ({ workload, limit, value, ratio, target, note }) =>
      `| ${[workload, limit, value, ratio === null ? "–" : ratio.toFixed(2), target, note].map(cell).join(" | ")} |`,
  );
  const text = `# Performance

Measured by \`npm run bench -- --files ${of.files} --rows ${of.importRows}\` on ${new Date().toISOString().slice(0, 10)}, on a shared machine of the class
${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, PostgreSQL ${of.postgres},
with a portfolio of ${of.files.toLocaleString("en")} files. Each figure stands beside its limit, measured in the same run: on a shared machine the ratio says
something, the absolute numbers only tell orders of size. Client, server and database share the cores; the load
average was ${of.load.toFixed(1)} when it began and ${loadavg()[0]?.toFixed(1)} when it ended.

| workload | limit measured beside it | measured | ratio | to reach | note |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
${ownPart(path)}`;
  writeFileSync(path, text);
}
