/** The disk of the attachments full and read-only, and the disk of the database full. */
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeDisk, noDisk } from "../drill-disk.ts";
import { adminSays, embeddedIn } from "../drill-embedded.ts";
import { type DrillWorld, openDrillWorld, type Running, until, wait } from "../drill-world.ts";
import { judge, makePerson, startWriters } from "../drill-writers.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

type Person = Awaited<ReturnType<typeof makePerson>>;
type Say = (line: string) => void;

/** Uploads a document of a client; the status, and what the answer says when to try again. */
async function upload({ base }: Running, { headers, client }: Person): Promise<string> {
  const { "content-type": _json, ...rest } = headers;
  const form = new FormData();
  form.set("_token", headers["x-xsrf-token"] ?? "");
  form.set("kind", "other");
  form.set("file", new Blob([`%PDF-1.7 ${"x".repeat(200_000)}`], { type: "application/pdf" }), "overeenkomst.pdf");
  const reply = await fetch(`${base}/api/v4/client/${client}/document`, { method: "POST", headers: rest, body: form });
  await reply.arrayBuffer();
  const later = reply.headers.get("retry-after");
  return later === null ? String(reply.status) : `${reply.status}, again in ${later} s`;
}

const ready = async ({ base }: Running): Promise<number> => (await fetch(`${base}/ready`)).status;
const reads = async ({ base }: Running, { headers }: Person): Promise<number> =>
  (await fetch(`${base}/api/v4/merchant?_limit=5`, { headers })).status;

async function attachments(world: DrillWorld): Promise<DrillFigure[]> {
  const disk = await makeDisk(32);
  const product = await world.start({ STORAGE_URL: pathToFileURL(disk.folder).href });
  const person = await makePerson(world.url);
  const told = [`at first ${await upload(product, person)}`];
  const away: string[] = [];
  const look = async (when: string): Promise<void> => {
    const said = await upload(product, person);
    // The last answer of /ready about the storage holds for five seconds.
    await wait(5500);
    told.push(`${when} ${said}`);
    away.push(said, String(await ready(product)), String(await reads(product, person)));
  };
  await disk.fill();
  await look("full");
  await disk.empty();
  told.push(`after it ${await upload(product, person)}`);
  await disk.writable(false);
  await look("read-only");
  await disk.writable(true);
  told.push(`after it ${await upload(product, person)}`);
  await until("it is ready again", 30, async () => (await ready(product)) === 200);
  await product.stop();
  await disk.unmount();
  await disk.remove();
  const refused = away.every((said, at) => said === (["507, again in 60 s", "503", "200"][at % 3] ?? ""));
  const well = told.filter((line) => line.endsWith(" 200")).length === 3;
  return [
    {
      promise:
        "a storage that is full or read-only is said so (507), /ready says no, reading goes on, and so does all once it is mended",
      figure: told.join("; "),
      target: "200; 507; 200; 507; 200",
      holds: refused && well,
    },
  ];
}

async function database(world: DrillWorld, say: Say): Promise<DrillFigure[]> {
  const disk = await makeDisk(700);
  const dataDir = join(disk.folder, "data");
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  const product = await world.start(embeddedIn(dataDir));
  const url = await adminSays(dataDir, "database-url");
  const writers = startWriters(await makePerson(url), () => product.base);
  for (let time = 1; time <= 3; time++) {
    await wait(1000);
    await disk.fill();
    await wait(6000);
    await disk.empty();
    const before = writers.acknowledged();
    await until("writes go on once there is room", 90, () => writers.acknowledged() > before + 4);
    say(`  the disk of the database was full ${time} times`);
  }
  await writers.end();
  const figures = await judge(url, writers, "3 times a full disk under the database");
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
  async run(say) {
    const unable = await noDisk();
    if (unable) return [{ promise: "full and read-only disks", figure: unable, target: "507, then on", holds: false }];
    const world = await openDrillWorld();
    try {
      return [...(await attachments(world)), ...(await database(world, say))];
    } finally {
      await world.close();
    }
  },
});
