/** Preferred channels in dunning: e-mails and SMS by another channel are skipped, letters are sent, and staff see why. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { untilLockWaits } from "../../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { sendFileMessage } from "../../../cases/file-page/composer/composer.contract.ts";
import { listParties, setWish } from "../../../cases/parties/parties.contract.ts";
import { doStep, makeRunCall, planRun, readRun } from "../processing.contract.ts";
import { portfolio } from "../processing.factory.ts";

const rights = ["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH", "ROLE_FILE_SEND"];

let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const at = async (day: string): Promise<void> => {
  world.clock.set(new Date(`${day}T10:00:00+01:00`));
  clerk = await world.login(rights);
};
const channelsOf = async (fileId: number): Promise<string[]> =>
  (await world.db.selectFrom("message").select("channel").where("file_id", "=", fileId).orderBy("id").execute()).map(
    ({ channel }) => channel,
  );
const wish = async (id: number, channel: "post" | "sms" | null) => {
  const { main } = await clerk.call(listParties, { params: { id } });
  await clerk.call(setWish, { params: { id, debtorId: main.id }, body: { channel } });
};

test("runs skip e-mails and SMS that the debtor does not want, and resume them once the choice is removed", async () => {
  await at("2026-11-20");
  const { clientId, fileIds } = await portfolio(world, 4);
  const [any = 0, sms = 0, post = 0, changed = 0] = fileIds;
  const run = async (): Promise<void> => {
    const asked = await clerk.call(planRun, { body: { clients: [clientId] } });
    await world.drain();
    const { version, state, toDo } = await clerk.call(readRun, { params: { id: asked.id } });
    if (state !== "planned" || toDo === 0) return;
    await clerk.call(makeRunCall, { params: { id: asked.id }, body: { version } });
    await world.drain();
  };
  for (const id of fileIds) await clerk.call(doStep, { params: { id }, body: { position: 1 } });
  await wish(sms, "sms");
  await wish(post, "post");
  await wish(changed, "post");
  await at("2026-11-23");
  await run();
  expect(await channelsOf(any)).toEqual(["post", "email"]);
  for (const id of [sms, post, changed]) expect(await channelsOf(id)).toEqual(["post"]);
  // Staff take the choice of one away.
  await wish(changed, null);
  await at("2026-11-27");
  await run();
  expect(await channelsOf(sms)).toEqual(["post", "sms"]);
  expect(await channelsOf(post)).toEqual(["post"]);
  expect((await channelsOf(changed)).length).toBeGreaterThan(1);

  const body = { channel: "email" as const, template: "EM_FIRST", key: randomUUID() };
  const refused = await clerk.refused(sendFileMessage, { params: { id: post }, body });
  expect(JSON.stringify(refused.body)).toContain("wants to hear by post alone");
  // The letters that the law wants go whatever was chosen.
  await at("2026-12-21");
  await run();
  expect(new Set(await channelsOf(post))).toEqual(new Set(["post"]));
  expect((await channelsOf(post)).length).toBeGreaterThan(1);
  expect(await world.problems()).toEqual([]);
}, 120_000);

test("two wishes of one person at once, noted from two of the files, are both noted", async () => {
  await at("2026-11-20");
  const { fileIds } = await portfolio(world, 2);
  const [one = 0, other = 0] = fileIds;
  await wish(one, "post");
  const { main } = await clerk.call(listParties, { params: { id: one } });
  await world.owner.pool.query("update case_file set debtor_id = $1 where id = $2", [main.id, other]);
  const set = (id: number, channel: "post" | "sms") =>
    clerk.send(setWish, { params: { id, debtorId: main.id }, body: { channel } });
  const holder = await world.owner.pool.connect();
  await holder.query("begin");
  await holder.query("select from debtor_wish where debtor_id = $1 for update", [main.id]);
  const first = set(one, "sms");
  await untilLockWaits(world);
  const second = set(other, "post");
  await untilLockWaits(world, 2);
  await holder.query("commit");
  holder.release();
  expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
  expect((await clerk.call(listParties, { params: { id: one } })).main.wish).toMatchObject({ channel: "post" });
});
