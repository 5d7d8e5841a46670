/** What a person who starts or opens Vorder waits for: start-up, and the weight of the first pages. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Figure } from "./report.ts";
import { startProcess } from "./world.ts";

const main = fileURLToPath(new URL("../../src/app/main.server.ts", import.meta.url));

/** From the command to the first page, with the embedded database and the demo: the first time, and again. */
export async function measureStart(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-start-"));
  const env = {
    VORDER_ENV: "demo",
    VORDER_DEMO: "on",
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    LOG_LEVEL: "error",
    SESSION_SECRET: "",
  };
  const seconds: number[] = [];
  for (let round = 0; round < 2; round++) {
    const started = await startProcess(main, env, "/login");
    seconds.push(started.seconds);
    await started.stop();
  }
  await rm(dataDir, { recursive: true, force: true });
  const [first = 0, later = 0] = seconds;
  const figure = (workload: string, value: number, target: string): Figure => ({
    workload,
    limit: "–",
    value: `${value.toFixed(1)} s`,
    ratio: null,
    target,
    note: "installed and built, embedded PostgreSQL",
  });
  return [
    figure("`npm start` to the first page, the first time", first, "≤ 10 s"),
    figure("`npm start` to the first page, later", later, "≤ 3 s"),
  ];
}

const web = fileURLToPath(new URL("../../dist/web/", import.meta.url));
const assets = join(web, "assets");

/** The chunks that a chunk imports at once; those that it may fetch later stand in `import(…)` and do not count. */
const importsOf = (name: string): string[] =>
  [...readFileSync(join(assets, name), "utf8").matchAll(/(?:\bimport|\bfrom)\s*"\.\/([^"]+\.js)"/g)].map(
    ([, to = ""]) => to,
  );

/** Kilobytes, gzipped, of chunks with all that they import at once. */
function weigh(starts: readonly string[]): number {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    importsOf(name).forEach(visit);
  };
  starts.forEach(visit);
  return [...seen].reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0) / 1000;
}

/** JavaScript of the first pages: the entry, the application, and the screen that opens in it. */
export function measureBundles(): Figure[] {
  if (!existsSync(assets)) throw new Error("dist/web is not built: npm run build");
  const names = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const entry = /src="\/assets\/([^"]+\.js)"/.exec(readFileSync(join(web, "index.html"), "utf8"))?.[1] ?? "";
  // Two rooms may have a chunk of one name; the screen is the larger.
  const chunk = (name: string): string[] =>
    names
      .filter((file) => file.startsWith(`${name}-`))
      .sort((a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size)
      .slice(0, 1);
  const first = [entry, ...chunk("application.web")];
  const figure = (workload: string, kilobytes: number, target: string): Figure => ({
    workload,
    limit: "–",
    value: `${kilobytes.toFixed(0)} kB`,
    ratio: null,
    target,
    note: "gzipped, with everything it imports at once",
  });
  return [
    figure("JavaScript of the login page", weigh([...first, ...chunk("access.web")]), "≤ 150 kB"),
    figure("JavaScript of the shell with the first list", weigh([...first, ...chunk("files.web")]), "≤ 260 kB"),
  ];
}
