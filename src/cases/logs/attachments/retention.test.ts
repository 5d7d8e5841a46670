/** Attachments of closed files are erased after their retention period, and those of open files never. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { closeFile, reopenFile } from "../../states/states.server.ts";
import { createLog, listLogs } from "../logs.contract.ts";
import { attachedTo } from "../logs.server.ts";
import {
  addAttachments,
  listAttachments,
  readAttachment,
  removeAttachment,
  restoreAttachment,
  zipAttachments,
} from "./attachments.contract.ts";
import { retentionJob } from "./retention.server.ts";

let world: World;
let staff: Visitor;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["*"]);
});
afterAll(() => world.close());

/** A file with two attachments; its id and theirs. */
async function fileWithPapers(client: number): Promise<readonly [file: number, ids: readonly number[]]> {
  const { id: file } = await placeOne(world, client);
  const line = await staff.call(createLog, { body: { file, type: "note", subject: "Stukken" } });
  const ids: number[] = [];
  for (const name of ["brief.txt", "bijlage.txt"]) {
    const { items } = await staff.call(addAttachments, {
      params: { id: line.id },
      files: { files: { name, content: `Geachte heer, ${name}` } },
    });
    ids.push(items[0]?.id ?? 0);
  }
  return [file, ids];
}

const night = async (on: string): Promise<void> => {
  world.clock.set(new Date(`${on}T02:50:00+01:00`));
  await world.work((ctx) => ctx.enqueue(retentionJob, {}));
  await world.drain();
  staff = await world.login(["*"]);
};
const kept = async (): Promise<number> => {
  let count = 0;
  for await (const _key of world.vorder.parts.storage.keys()) count++;
  return count;
};

test("after the retention period only the name and the date are left, and open files keep everything", async () => {
  const client = (await makeClient(world.db, world.clock)).id;
  const [over, [first = 0, second = 0]] = await fileWithPapers(client);
  const [open, [stays = 0]] = await fileWithPapers(client);
  const [reopened] = await fileWithPapers(client);
  await staff.call(removeAttachment, { params: { id: second } });
  await world.work(async (ctx) => {
    await closeFile(ctx, over, { reason: "withdrawn" });
    await closeFile(ctx, reopened, { reason: "withdrawn" });
    await changeSettings(ctx, { attachmentRetentionMonths: 24 });
  });
  expect(await kept()).toBe(6);
  // Closed on 20 November 2026: kept for two years, to the day.
  await night("2028-11-19");
  expect(await kept()).toBe(6);
  await world.work((ctx) => reopenFile(ctx, reopened, { note: "Nieuwe feiten" }));
  await night("2028-11-20");
  expect(await kept()).toBe(4);

  const { items } = await staff.call(listAttachments, { params: { id: over } });
  expect(items).toMatchObject([{ id: first, name: "brief.txt", removable: false, erased: { months: 24 } }]);
  expect(items[0]?.erased?.at).toMatch(/^2028-11-20/);
  const { items: lines } = await staff.call(listLogs, {
    params: { id: over },
    query: { filter: { hideSystem: "false" } },
  });
  expect(lines.map(({ subject }) => subject)).toContain("2 attachments removed after 2 years (retention)");
  for (const call of [readAttachment, removeAttachment])
    expect((await staff.refused(call, { params: { id: first } })).status).toBeGreaterThanOrEqual(400);
  expect((await staff.refused(restoreAttachment, { params: { id: second } })).status).toBe(400);
  expect((await staff.refused(zipAttachments, { params: { id: over } })).status).toBe(404);
  const user = { ...(await world.work(async (ctx) => ctx.user)) };
  expect(await attachedTo({ db: world.db, user }, over)).toEqual([]);
  expect((await staff.send(readAttachment, { params: { id: stays } })).text).toContain("Geachte heer");
  expect((await staff.call(listAttachments, { params: { id: open } })).items).toHaveLength(2);
  expect((await staff.call(listAttachments, { params: { id: reopened } })).items[0]?.erased).toBeNull();
  expect(await world.problems()).toEqual([]);
  // Another night changes nothing, and says nothing.
  await night("2028-11-21");
  const again = await staff.call(listLogs, { params: { id: over }, query: { filter: { hideSystem: "false" } } });
  expect(again.items).toHaveLength(lines.length);
});

test("what is put on a file that has been closed for longer than the term is kept for the term from then on", async () => {
  const client = (await makeClient(world.db, world.clock)).id;
  world.clock.set(new Date("2030-01-10T10:00:00+01:00"));
  staff = await world.login(["*"]);
  const [file] = await fileWithPapers(client);
  await world.work((ctx) => closeFile(ctx, file, { reason: "withdrawn" }));
  await night("2033-06-01");
  const add = async () => {
    const line = await staff.call(createLog, { body: { file, type: "note", subject: "Nagekomen" } });
    const content = { name: "nagekomen.txt", content: "Het betalingsbewijs." };
    return (await staff.call(addAttachments, { params: { id: line.id }, files: { files: content } })).items[0]?.id ?? 0;
  };
  const late = await add();
  await night("2033-06-02");
  expect((await staff.send(readAttachment, { params: { id: late } })).text).toBe("Het betalingsbewijs.");
  await night("2035-05-31");
  expect((await staff.send(readAttachment, { params: { id: late } })).text).toBe("Het betalingsbewijs.");
  await night("2035-06-01");
  expect((await staff.refused(readAttachment, { params: { id: late } })).status).toBeGreaterThanOrEqual(400);
});
