/** How often a debtor was written to lately, where its address was corrected in between. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { listParties, updateDebtor } from "../../../cases/parties/parties.contract.ts";
import { resendMessage } from "../../correspondence/correspondence.contract.ts";
import { sampleLetterInput } from "../../correspondence/correspondence.factory.ts";
import { composeEmail } from "../../correspondence/correspondence.server.ts";
import { letterModel } from "../../correspondence/letters/letter.ts";
import { portfolio } from "../processing.factory.ts";
import { loadInputs } from "../runs/inputs.server.ts";

let world: World;
let staff: Visitor;
let fileId: number;
let otherId: number;
let serial = 0;
const [former, present] = ["oud@voorbeeld.example", "nieuw@voorbeeld.example"];

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["*"]);
  [fileId = 0, otherId = 0] = (await portfolio(world, 2)).fileIds;
  await correct(former);
});
afterAll(() => world.close());

async function correct(email: string): Promise<void> {
  const params = { id: fileId };
  const { main } = await staff.call(listParties, { params });
  const { fileType, isConsumer, isNaturalPerson, displayName, id, addressSource, wish, addresses, channels, ...is } =
    main;
  await staff.call(updateDebtor, { params, body: { ...is, email } });
}

async function mailed(to: string, about = fileId): Promise<string> {
  const effectKey = `contacts:${++serial}`;
  const [templateCode, model] = ["EM_FIRST", letterModel(sampleLetterInput())];
  await world.work((ctx) =>
    composeEmail(ctx, { fileId: about, templateCode, effectKey, model, to, sendAt: world.clock.now() }),
  );
  return effectKey;
}

const counted = async (): Promise<number> =>
  (await loadInputs(world.db, [fileId], world.clock.today())).get(fileId)?.contacts.length ?? 0;

test("what went to the address that a debtor had before counts, each once", async () => {
  await mailed(former);
  expect(await counted()).toBe(1);
  await correct(present);
  expect(await counted()).toBe(1);
  await mailed(present);
  expect(await counted()).toBe(2);
  // Put right again: both are known, and each of the two counts once.
  await correct(former);
  expect(await counted()).toBe(2);
  await correct(present);
});

test("what went to that address about another debtor, or never arrived there, does not count", async () => {
  await mailed(former, otherId);
  expect(await counted()).toBe(2);
  const lost = await mailed(former);
  expect(await counted()).toBe(3);
  await world.db.updateTable("outbox").set({ state: "dead" }).where("key", "=", lost).execute();
  expect(await counted()).toBe(2);
});

test("what never arrived does not count, until it is sent again: on that day", async () => {
  const [lostId = 0] = (await portfolio(world, 1)).fileIds;
  const days = async () =>
    (await loadInputs(world.db, [lostId], world.clock.today())).get(lostId)?.contacts.map(({ on }) => on);
  const { main } = await staff.call(listParties, { params: { id: lostId } });
  const key = await mailed(main.email ?? "", lostId);
  expect(await days()).toEqual([world.clock.today()]);
  await world.db.updateTable("outbox").set({ state: "dead" }).where("key", "=", key).execute();
  expect(await days()).toEqual([]);
  world.clock.set(new Date(world.clock.now().getTime() + 10 * 86_400_000));
  staff = await world.login(["*"]);
  const { id } = await world.db
    .selectFrom("message")
    .select("id")
    .where("effect_key", "=", key)
    .executeTakeFirstOrThrow();
  await staff.call(resendMessage, { params: { id } });
  expect(await days()).toEqual([world.clock.today()]);
});
