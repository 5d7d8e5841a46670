/** The disk of the attachments full and read-only, and the disk of the database full. */
import { randomUUID } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Caller, makeCaller } from "../drill-caller.ts";
import { makeDisk, noDisk } from "../drill-disk.ts";
import { embeddedIn, runAdmin } from "../drill-embedded.ts";
import { checkedImport } from "../drill-import.ts";
import { type DrillWorld, openDrillWorld, type Running, until, wait } from "../drill-world.ts";
import { judge, startWriters } from "../drill-writers.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

type Say = (line: string) => void;

/** Uploads a document of a client; the status, and what the answer says when to try again. */
async function upload(caller: Caller): Promise<string> {
  const bytes = Buffer.from(`%PDF-1.7 ${"x".repeat(200_000)}`);
  const file = { name: "overeenkomst.pdf", bytes, mime: "application/pdf" };
  const { status, retryAfter } = await caller.upload(`/api/v4/client/${caller.client}/document`, file, {
    kind: "other",
  });
  return retryAfter === null ? String(status) : `${status}, again in ${retryAfter} s`;
}

const ready = async ({ base }: Running): Promise<number> => (await fetch(`${base}/ready`)).status;
const reads = async (caller: Caller): Promise<number> => (await caller.get("/api/v4/merchant?_limit=5")).status;

interface Shown {
  readonly state: string;
  readonly work: { readonly state: string; readonly error: string | null } | null;
}

/** Asks for an export of a file that was placed before, and tells how it stands. */
async function requestExport(caller: Caller): Promise<() => Promise<Shown | undefined>> {
  const path = "/api/v4/file-export";
  const asked = await caller.post(path, { format: "csv", columns: ["number"], filter: {} }, randomUUID());
  if (asked.status !== 200) throw new Error(`${path} answered ${asked.status}: ${asked.text.slice(0, 300)}`);
  return async () => {
    // Answered by the product itself, by the contract of this address.
    const { items }: { readonly items: readonly Shown[] } = JSON.parse((await caller.get(path)).text);
    return items[0];
  };
}

async function attachments(world: DrillWorld): Promise<DrillFigure[]> {
  const disk = await makeDisk(32);
  const product = await world.start({ STORAGE_URL: pathToFileURL(disk.folder).href });
  const caller = await makeCaller(world.url, () => product.base);
  const before = await checkedImport(world, product, "before", 1);
  await before.place();
  await until("a file is placed", 300, async () => (await before.now()).state === "placed");
  const outcomes = [`at first ${await upload(caller)}`];
  const away: string[] = [];
  const look = async (when: string): Promise<void> => {
    const outcome = await upload(caller);
    // The last answer of /ready about the storage holds for five seconds.
    await wait(5500);
    outcomes.push(`${when} ${outcome}`);
    away.push(outcome, String(await ready(product)), String(await reads(caller)));
  };
  await disk.fill();
  await look("full");
  await disk.empty();
  outcomes.push(`after it ${await upload(caller)}`);
  await disk.writable(false);
  await look("read-only");
  const exported = await requestExport(caller);
  await until("the export stands still", 300, async () => (await exported())?.work?.state === "paused");
  const why = (await exported())?.work?.error ?? "no reason";
  await disk.writable(true);
  await until("the export is made", 300, async () => (await exported())?.state === "done");
  outcomes.push(`after it ${await upload(caller)}`);
  await until("it is ready again", 30, async () => (await ready(product)) === 200);
  await product.stop();
  await disk.unmount();
  await disk.remove();
  const refused = away.every((said, at) => said === (["507, again in 60 s", "503", "200"][at % 3] ?? ""));
  const well = outcomes.filter((line) => line.endsWith(" 200")).length === 3;
  return [
    {
      promise:
        "a storage that is full or read-only is said so (507), /ready says no, reading goes on, and so does all once it is mended",
      figure: outcomes.join("; "),
      target: "200; 507; 200; 507; 200",
      holds: refused && well,
    },
    {
      promise:
        "an export that meets a read-only storage stands still, says why, and is made by itself once it is writable",
      figure: `read-only: ${why} Writable: made`,
      target: "stands still, then made",
      holds: why.startsWith("The storage of documents"),
    },
  ];
}

async function database(world: DrillWorld, times: number, say: Say): Promise<DrillFigure[]> {
  const disk = await makeDisk(700);
  const dataDir = join(disk.folder, "data");
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  const product = await world.start(embeddedIn(dataDir));
  const url = await runAdmin(dataDir, "database-url");
  const writers = startWriters(await makeCaller(url, () => product.base));
  for (let time = 1; time <= times; time++) {
    await wait(1000);
    await disk.fill();
    await wait(6000);
    await disk.empty();
    const before = writers.acknowledged();
    await until("writes go on once there is room", 240, () => writers.acknowledged() > before + 4);
    say(`  the disk of the database was full ${time} times`);
  }
  await writers.end();
  const figures = await judge(url, writers, "a full disk under the database");
  const survived = product.isRunning();
  await product.stop();
  await disk.unmount();
  await disk.remove();
  return [
    ...figures,
    {
      promise: "a full disk under the database ends nothing, and writing goes on by itself once there is room",
      figure: survived ? "never ended" : "ended",
      target: "never ended",
      holds: survived,
    },
  ];
}

export const drill = new Drill({
  about: "The disk of the attachments full and read-only, and the disk of the database full. Needs Linux and root.",
  counts: { fills: { full: 3, small: 1 } },
  async run(say, count) {
    const unable = await noDisk();
    if (unable) return [{ promise: "full and read-only disks", figure: unable, target: "507, then on", holds: false }];
    const world = await openDrillWorld();
    try {
      return [...(await attachments(world)), ...(await database(world, count("fills"), say))];
    } finally {
      await world.close();
    }
  },
});
