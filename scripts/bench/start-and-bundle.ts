/** What a person who starts or opens Vorder waits for: start-up, and the weight of the first pages. */
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { program } from "../../src/app/testing/programs.factory.ts";
import type { Figure } from "./report.ts";
import { startProcess } from "./world.ts";

/** As `npm start` does. */
const main = ["--import", new URL("../keep-compiled.mjs", import.meta.url).href, ...program("main")];

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
    figure("`npm start` to the first page, the first time", first, "≤ 4 s"),
    figure("`npm start` to the first page, later", later, "≤ 1.5 s"),
  ];
}

const manifestPath = new URL("../../dist/web/.vite/manifest.json", import.meta.url);
export const isBuilt = existsSync(manifestPath);

/** What Vite notes of a chunk: `imports` are fetched with it, dynamic imports only when they are needed. */
const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.string().optional(), imports: z.array(z.string()).optional() }),
);
type Manifest = z.infer<typeof manifestShape>;

/** Kilobytes of JavaScript, gzipped: the chunks of some stages (`chunks.ts`) with all that they import at once. */
function weigh(manifest: Manifest, names: readonly string[], sizeOf: (file: string) => number): number {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is no chunk of the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of names) {
    const found = Object.keys(manifest).filter((key) => manifest[key]?.name === name);
    if (found.length === 0) throw new Error(`the build has no chunk ${name}`);
    for (const key of found) visit(key);
  }
  return [...files].filter((file) => file.endsWith(".js")).reduce((sum, file) => sum + sizeOf(file), 0) / 1000;
}

/** What the browser fetches before each of the first pages can be used. */
const firstPages = [
  { page: "JavaScript of the login page", stages: ["index", "login"], limit: 140 },
  { page: "JavaScript of the shell with the first list", stages: ["index", "login", "shell", "list"], limit: 245 },
] as const;

/** JavaScript of the first pages, beside what it may weigh. */
export function measureBundles(): Figure[] {
  const manifest = manifestShape.parse(JSON.parse(readFileSync(manifestPath, "utf8")));
  const gzipped = (file: string): number => gzipSync(readFileSync(new URL(`../${file}`, manifestPath))).length;
  return firstPages.map(({ page, stages, limit }) => ({
    workload: page,
    limit: "–",
    value: `${weigh(manifest, stages, gzipped).toFixed(0)} kB`,
    ratio: null,
    target: `≤ ${limit} kB`,
    note: "gzipped, with everything it imports at once",
  }));
}
