/** The programs as they are built: what they say of a fault names the lines of the sources. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { program } from "../testing/programs.factory.ts";
import { startWorld, type World } from "../testing/world.factory.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** What a start says that ends by itself. */
const failedStart = (): Promise<string> =>
  new Promise((done) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const { dataDir } = world.vorder.parts.environment;
    const settings = { VORDER_ENV: "test", LOG_LEVEL: "debug", PORT: "0", DATA_DIR: dataDir };
    const env = { PATH, NODE_COMPILE_CACHE, ...settings, DATABASE_URL: world.databaseUrl };
    execFile(process.execPath, [...program("main")], { env }, (_error, _stdout, stderr) => done(stderr));
  });

test("a stack trace names the lines of the sources", async () => {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  await client.query("insert into migration (number, name, sha256) values (9999, 'of-tomorrow', '')");
  await client.end();

  const output = await failedStart();
  expect(output).toContain("9999-of-tomorrow");
  const root = join(import.meta.dirname, "../../..");
  const traced = [...output.matchAll(/^ +at (?:async )?(\w+) \((.+):(\d+):\d+\)$/gm)];
  expect(traced.map(([, name]) => name)).toEqual(
    expect.arrayContaining(["pending", "migrate", "prepareDatabase", "bringUpToDate", "start", "main"]),
  );
  const lineOf = async (name: string): Promise<string | undefined> => {
    const [, , path = "", line] = traced.find(([, called]) => called === name) ?? [];
    const source = path.startsWith(join(root, "src")) ? await readFile(path, "utf8") : "";
    return source.split("\n")[Number(line) - 1]?.trim();
  };
  expect(await lineOf("pending")).toMatch(/^throw new MigrationError\(/);
  expect(await lineOf("bringUpToDate")).toMatch(/await prepareDatabase\(/);
});
