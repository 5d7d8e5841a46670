/** Ten thousand letters: planned and made by a run, then merged into one print batch, with the memory of the process watched. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Caller, makeCaller } from "../drill-caller.ts";
import { checkedImport } from "../drill-import.ts";
import { openDrillWorld, type Running, until, wait } from "../drill-world.ts";
import { Drill } from "../reliability.ts";

/** What a batch may add to the memory of the process, however large it is. */
const mostMegabytes = 400;

const megabytesOf = ({ child }: Running): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

async function ask<T extends z.ZodType>(shape: T, asked: ReturnType<Caller["get"]>): Promise<z.output<T>> {
  const { status, text } = await asked;
  if (status < 200 || status > 299) throw new Error(`${status}: ${text.slice(0, 300)}`);
  return shape.parse(JSON.parse(text));
}

const settings = z.object({ values: z.record(z.string(), z.unknown()), version: z.number() });
const provider = {
  registeredName: "Voorbeeld Incasso B.V.",
  street: "Dwaallichtplein",
  houseNumber: "1",
  postcode: "3511 AB",
  city: "Utrecht",
  phone: "+31300000100",
  email: "info@voorbeeld-incasso.example",
  kvk: "12345678",
  wkiNumber: "WKI-2024-0001",
  iban: "NL02ABNA0123456789",
};

/** Somebody else in each row, all over the country. */
const debtor = (at: number) => ({
  last_name: `Proef${at}`,
  house_no: String(1 + (at % 900)),
  postcode: `${1000 + ((at * 7919) % 9000)} AB`,
  email: `proef${at}@example.nl`,
  description: "Onderhoud van de cv-ketel in februari 2026",
});

const run = z.looseObject({
  id: z.number(),
  state: z.string(),
  toDo: z.number(),
  done: z.number(),
  version: z.number(),
});
const batch = z.looseObject({ id: z.number(), state: z.string(), letters: z.number(), sheets: z.number() });
const finishedBatch = batch.extend({
  parts: z.array(z.object({ part: z.number(), bytes: z.number().nullable(), sha256: z.string().nullable() })),
});

/** Whether a part that is fetched is the one that its checksum names. */
async function isWhole(caller: Caller, id: number, { part, sha256 }: { part: number; sha256: string | null }) {
  const address = `${caller.base()}/api/v4/print-batch/${id}/parts/${part}`;
  const bytes = new Uint8Array(await (await fetch(address, { headers: caller.headers })).arrayBuffer());
  return createHash("sha256").update(bytes).digest("hex") === sha256;
}

/** Does something and watches the memory of the process until it is over. */
async function watched(product: Running, isOver: () => Promise<boolean>) {
  const begun = performance.now();
  const before = megabytesOf(product);
  let most = before;
  while (!(await isOver())) {
    if (performance.now() - begun > 7_200_000) throw new Error("not within two hours");
    await wait(250);
    most = Math.max(most, megabytesOf(product));
  }
  return { before, most, seconds: (performance.now() - begun) / 1000 };
}

export const drill = new Drill({
  about: "Ten thousand letters: made by a run and merged into one print batch; memory and time.",
  counts: { letters: { full: 10_000, small: 50 } },
  async run(say, count) {
    const letters = count("letters");
    const world = await openDrillWorld();
    try {
      const product = await world.start();
      const caller = await makeCaller(world.url, () => product.base);
      const { values, version } = await ask(settings, caller.get("/api/v4/settings/global"));
      await ask(
        z.looseObject({}),
        caller.put("/api/v4/settings/global", { ...values, ...provider, printHouse: true, version }),
      );
      const lot = await checkedImport(world, product, "lot", letters, debtor);
      await lot.place();
      await until("the files are placed", 3600, async () => (await lot.now()).state === "placed");
      say(`  ${letters} files are placed`);

      const readRun = (id: number) => ask(run, caller.get(`/api/v4/processing/run/${id}`));
      const { id: runId } = await ask(run, caller.post("/api/v4/processing/run", {}, "drill-plan"));
      await until("the run is planned", 3600, async () => (await readRun(runId)).state === "planned");
      const planned = await readRun(runId);
      say(`  ${planned.toDo} of them are to get a letter`);
      await ask(run, caller.post(`/api/v4/processing/run/${runId}/make`, { version: planned.version }, "drill-make"));
      const making = await watched(product, async () => (await readRun(runId)).state === "done");
      const { done } = await readRun(runId);
      say(`  the run took ${making.seconds.toFixed(0)} s, ${making.before.toFixed(0)} to ${making.most.toFixed(0)} MB`);

      const { id } = await ask(batch, caller.post("/api/v4/print-batch", {}, "drill-batch"));
      const readBatch = () => ask(finishedBatch, caller.get(`/api/v4/print-batch/${id}`));
      const merging = await watched(product, async () => (await readBatch()).state === "ready");
      const merged = await readBatch();
      const whole = [];
      for (const part of merged.parts) if (await isWhole(caller, id, part)) whole.push(part);
      const { rows } = await world.pool.query<{ n: string }>(
        "select count(distinct message_id) as n from print_piece where withdrawn is null and first_page is not null",
      );
      const pieces = Number(rows[0]?.n);
      const megabytes = merged.parts.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) / 1e6;
      return [
        {
          promise: "every file of a run gets its letter, and every letter stands in the print batch once",
          figure: `${done} made, ${pieces} merged on ${merged.sheets} sheets, ${whole.length} of ${merged.parts.length} parts by their checksum, ${megabytes.toFixed(0)} MB`,
          target: "all, once",
          holds:
            done === letters &&
            pieces === letters &&
            merged.letters === letters &&
            whole.length === merged.parts.length,
        },
        {
          promise: "memory stays flat however many letters are merged",
          figure: `${merging.before.toFixed(0)} MB before, at most ${merging.most.toFixed(0)} MB`,
          target: `at most ${mostMegabytes} MB more`,
          holds: merging.most - merging.before <= mostMegabytes,
        },
        {
          promise: "letters made by a run, and merged, each a second",
          figure: [making, merging].map(({ seconds }) => (letters / Math.max(0.25, seconds)).toFixed(0)).join(", "),
          target: "told",
          holds: true,
        },
      ];
    } finally {
      await world.close();
    }
  },
});
