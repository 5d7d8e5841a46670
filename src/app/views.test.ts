/** Who saw a file is noted by the server, whatever the call. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFileDocuments } from "../correspondence/correspondence.contract.ts";
import { makeClient } from "../customers/customers.factory.ts";
import { readDebtor } from "../debtors/debtors.contract.ts";
import { askExport } from "../exports/exports.contract.ts";
import { showFile } from "../file-page/file-page.contract.ts";
import { whoSawFile } from "../files/presence.contract.ts";
import { placeOne } from "../intake/intake.factory.ts";
import { listLogs, readLog } from "../logs/logs.contract.ts";
import { fileOfAddress } from "../platform/server/seen.ts";
import { startWorld, type Visitor, type World } from "./world.factory.ts";

describe("the record of who saw a file", () => {
  let world: World;
  let chief: Visitor;
  let file: number;
  let other: number;
  beforeAll(async () => {
    world = await startWorld();
    const client = (await makeClient(world.db, world.clock, { company: "Zonnekracht" })).id;
    file = (await placeOne(world, client, { clientRef: "A-1" })).id;
    other = (await placeOne(world, client, { clientRef: "A-2" })).id;
    await world.drain();
    chief = await world.login({ acl: ["ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"], name: "Chef" });
  });
  afterAll(() => world.close());

  const rights = ["ROLE_FILE_SEARCH", "ROLE_FILE_EXPORT"] as const;
  /** Who is told to have seen a file, and how often, without whoever asks. */
  const seers = async (id: number): Promise<[string, number][]> => {
    const { items } = await chief.call(whoSawFile, { params: { id }, query: {} });
    return items.filter(({ name }) => name !== "Chef").map(({ name, times }) => [name, times]);
  };
  const debtorOf = async (id: number): Promise<number> =>
    (await world.db.selectFrom("case_file").select("debtor_id").where("id", "=", id).executeTakeFirstOrThrow())
      .debtor_id;

  it.each<[string, (who: Visitor) => Promise<unknown>]>([
    ["the file page", (who) => who.call(showFile, { params: { id: file } })],
    ["a part of it asked for alone", (who) => who.call(listFileDocuments, { params: { id: file } })],
    [
      "a line of its timeline",
      async (who) => {
        const [line] = (await chief.call(listLogs, { params: { id: file }, query: {} })).items;
        return who.call(readLog, { params: { id: line?.id ?? 0 } });
      },
    ],
    ["the page of its debtor", async (who) => who.call(readDebtor, { params: { id: await debtorOf(file) } })],
    [
      "an export that it stands in",
      async (who) => {
        await who.call(askExport, { body: { format: "csv", columns: ["number"], filter: { search: "A-1" } } });
        await world.drain();
      },
    ],
  ])("has who opened %s, and no other file", async (what, open) => {
    const [before, beforeOther] = [await seers(file), await seers(other)];
    await open(await world.login({ acl: rights, name: what }));
    expect(await seers(file)).toEqual(expect.arrayContaining([...before, [what, 1]]));
    expect(await seers(other)).toEqual(beforeOther);
  });

  it("counts a person once an hour, however many look at once", async () => {
    const who = await world.login({ acl: rights, name: "Vaak" });
    await Promise.all(Array.from({ length: 20 }, () => who.call(showFile, { params: { id: other } })));
    expect(await seers(other)).toContainEqual(["Vaak", 1]);
    for (const minutes of [30, 31]) {
      world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000));
      await who.call(showFile, { params: { id: other } });
      await chief.call(whoSawFile, { params: { id: other }, query: {} });
    }
    expect(await seers(other)).toContainEqual(["Vaak", 2]);
  });

  it("has nobody who was refused", async () => {
    const stranger = await world.login({ acl: rights, kind: "customer", name: "Vreemd" });
    expect((await stranger.refused(showFile, { params: { id: file } })).status).toBe(404);
    expect((await seers(file)).map(([name]) => name)).not.toContain("Vreemd");
  });

  it("covers every address that is a file's, by the address alone", () => {
    const calls = world.vorder.rooms.flatMap((room) => room.answers.map(({ call }) => call));
    const ofFiles = calls.filter(({ path }) => /^\/api\/v\d\/file\/\{id\}/.test(path));
    expect(ofFiles.length).toBeGreaterThan(30);
    expect(ofFiles.filter((call) => fileOfAddress(call, { id: 7 })[0] !== 7).map(({ path }) => path)).toEqual([]);
  });
});
