/** Every call that takes files, with a virus in each: the scanner looks before the call sees anything. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, pathParameters } from "../ground/kernel/contract.ts";
import { startScanner, testVirus } from "../ground/platform/server/storage/virus-scan.factory.ts";
import { startWorld, type World } from "./testing/world.factory.ts";

let world: World;
let scanner: Awaited<ReturnType<typeof startScanner>>;
let calls: readonly Call[];

beforeAll(async () => {
  scanner = await startScanner();
  world = await startWorld({ env: { VIRUS_SCANNER: scanner.url } });
  calls = world.vorder.modules
    .flatMap((module) => module.handlers.map((handler) => handler.call))
    .filter(({ carries }) => carries === "files" || carries === "form");
});
afterAll(async () => {
  await world.close();
  await new Promise((resolve) => scanner.server.close(resolve));
});

const paramsOf = (call: Call) => Object.fromEntries(pathParameters(call.path).map((name) => [name, "1"]));
const content = `naam;bedrag\n${"regel;1,00\n".repeat(20_000)}${testVirus}`;

/** Whatever is kept under the folder of the storage. */
async function storedTexts(): Promise<string[]> {
  const { dataDir } = world.vorder.parts.environment;
  const found = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), "latin1")));
}

describe("a virus in an upload", () => {
  it("is refused beside its field by every call that accepts files, and stored by none", async () => {
    const visitor = await world.login(["*"]);
    const faults: string[] = [];
    for (const call of calls) {
      const files = { file: { name: "rekening.csv", content, mime: "text/csv" } };
      const error = await visitor.refused(call, { params: paramsOf(call), files });
      if (error.status !== 400 || error.body.errors?.file?.[0] !== "rekening.csv holds a virus; it has not been kept.")
        faults.push(error.message);
    }
    expect(faults).toEqual([]);
    expect(calls.length).toBeGreaterThan(6);
    expect(scanner.seen()).toBe(calls.length);
    expect((await storedTexts()).filter((text) => text.includes("EICAR"))).toEqual([]);
  });

  it("is not let through while the scanner is unreachable: no upload is accepted until it answers", async () => {
    await new Promise((resolve) => scanner.server.close(resolve));
    const visitor = await world.login(["*"]);
    for (const call of calls) {
      const files = { file: { name: "rekening.csv", content: "a;b\n1;2\n" } };
      expect((await visitor.refused(call, { params: paramsOf(call), files })).status).toBe(503);
    }
  });
});
