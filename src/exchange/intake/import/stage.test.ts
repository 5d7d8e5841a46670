/** The thread that judges rows: pieces in their order, refusals with their reason, and nothing left of what was broken off. */
import { expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { csvOf, validRow } from "../intake.factory.ts";
import { proposeMapping } from "../reading/columns.ts";
import { readSample } from "../reading/reader.server.ts";
import { stageInThread } from "../reading/reading-threads.server.ts";
import type { StagingResult, StagingTask } from "./stage-rows.server.ts";

const style = { encoding: "utf-8", separator: ";", decimal: ",", dates: "dmy" } as const;
/** Each upload of these tests is somebody else's, so that none waits for another. */
let owner = 1;
const running = () => new AbortController().signal;

async function taskOf(text: string): Promise<StagingTask> {
  const bytes = new TextEncoder().encode(text);
  const { header } = await readSample(bytes, "csv", style);
  const mapping = proposeMapping(header);
  return {
    batch: { id: 7, mode: "new", format: "csv", style, header, mapping },
    bytes,
    world: {
      mode: "new",
      mayAllowDuplicate: false,
      owners: new Map([[3, 3]]),
      filed: new Set(),
      mapping,
      style,
      today: date("2026-06-01"),
      clientId: 3,
      clients: new Map(),
      legalTypes: new Map(),
      merchants: new Map(),
      rates: { fairRate: 120_000, statutoryRate: 40_000 },
    },
  };
}

/** The lines of a task with what is known at its end. */
async function staged(task: StagingTask): Promise<{ lines: string[]; keys: string[]; all: StagingResult }> {
  const lines: string[] = [];
  const keys: string[] = [];
  const pieces = stageInThread(owner++, task, running());
  for (;;) {
    const next = await pieces.next();
    if (next.done) return { lines, keys, all: next.value };
    lines.push(...new TextDecoder().decode(next.value.text).trimEnd().split("\n"));
    keys.push(next.value.keys.rows);
  }
}

const rows = (count: number) => Array.from({ length: count }, (_, at) => validRow({ client_ref: `R-${at}` }));
const verdictsOf = (lines: readonly string[]) => lines.map((line) => line.split("\t")[3]);

test("every row has its line number, in the order of the file, over any number of chunks", async () => {
  const count = 5000;
  const { lines, keys, all } = await staged(await taskOf(csvOf(rows(count))));
  expect(lines.map((line) => Number(line.split("\t")[1]))).toEqual(Array.from({ length: count }, (_, at) => at + 2));
  expect(keys.length).toBeGreaterThan(1);
  expect(keys.map((some) => some.slice(1, -1)).join(",")).toBe(lines.map((line) => line.split("\t")[1]).join(","));
  expect(all).toEqual({ isCleaned: false, refused: [] });
});

test("a refused row names the first of its group; duplicates within the upload are not looked up", async () => {
  const text = csvOf([
    validRow({ client_ref: "A" }),
    validRow({ client_ref: "B" }),
    validRow({ client_ref: "A", amount: "niets" }),
    validRow({ client_ref: "B" }),
  ]);
  const { lines, keys, all } = await staged(await taskOf(text));
  expect(verdictsOf(lines)).toEqual(["good", "good", "rejected", "duplicate"]);
  expect([keys, all.refused]).toEqual([["{2,3}"], [2]]);
});

test("characters that COPY, an array or the database would misread are escaped and read back unchanged", async () => {
  const { lines, all } = await staged(await taskOf(csvOf([validRow({ description: "a\\b\tc" })])));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("a\\\\\\\\b\\tc");
  expect(all.isCleaned).toBe(false);
});

test("two simultaneous uploads are checked separately, and a thread continues after a file that is no table", async () => {
  const broken = { ...(await taskOf(csvOf(rows(2)))), bytes: new TextEncoder().encode(`a;b\n"${"x".repeat(300_000)}`) };
  const [some, refusal, more] = await Promise.all([
    staged(await taskOf(csvOf(rows(3)))),
    staged(broken).catch((error: unknown) => error),
    staged(await taskOf(csvOf(rows(4)))),
  ]);
  expect([some.lines.length, more.lines.length]).toEqual([3, 4]);
  expect(refusal).toBeInstanceOf(VorderError);
  expect(refusal).toMatchObject({ code: "validation", detail: { fields: { file: [{ key: "intake.unreadable" }] } } });
  expect((await staged(await taskOf(csvOf(rows(1))))).lines).toHaveLength(1);
});

test("an interrupted check ends as unavailable, and the next upload is checked normally", async () => {
  const stop = new AbortController();
  const pieces = stageInThread(owner++, await taskOf(csvOf(rows(20_000))), stop.signal);
  expect((await pieces.next()).done).toBe(false);
  stop.abort();
  await expect(
    (async () => {
      while (!(await pieces.next()).done);
    })(),
  ).rejects.toMatchObject({ code: "unavailable" });
  expect((await staged(await taskOf(csvOf(rows(2))))).lines).toHaveLength(2);
});
