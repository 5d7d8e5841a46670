/** Who saw a file is noted by the server, whatever the call. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { readDebtor } from "../../cases/debtors/debtors.contract.ts";
import { showFile } from "../../cases/file-page/file-page.contract.ts";
import { exportFiles, searchFiles } from "../../cases/file-search/file-search.contract.ts";
import { listLogs, readLog } from "../../cases/logs/logs.contract.ts";
import { forgetListViews } from "../../cases/presence/list-views.server.ts";
import { whoSawFile } from "../../cases/presence/presence.contract.ts";
import { requestExport } from "../../exchange/exports/exports.contract.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { fileOfAddress, filesListed } from "../../ground/platform/server/http/read-trail.ts";
import { listFileDocuments } from "../../letters/correspondence/correspondence.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { startWorld, type Visitor, type World } from "../testing/world.factory.ts";

describe("the log of who viewed a file", () => {
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
    return items.filter(({ name, how }) => name !== "Chef" && how === "opened").map(({ name, times }) => [name, times]);
  };
  /** Who is told to have had a file in a list, and how often. */
  const listers = async (id: number): Promise<[string, number][]> => {
    const { items } = await chief.call(whoSawFile, { params: { id }, query: {} });
    return items.filter(({ how }) => how === "listed").map(({ name, times }) => [name, times]);
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
        await who.call(requestExport, { body: { format: "csv", columns: ["number"], filter: { search: "A-1" } } });
        await world.drain();
      },
    ],
  ])("records who opened %s, and no other file", async (what, open) => {
    const [before, beforeOther] = [await seers(file), await seers(other)];
    await open(await world.login({ acl: rights, name: what }));
    expect(await seers(file)).toEqual(expect.arrayContaining([...before, [what, 1]]));
    expect(await seers(other)).toEqual(beforeOther);
  });

  it("counts a person once an hour, even with simultaneous requests", async () => {
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

  it.each<[string, (who: Visitor) => Promise<unknown>]>([
    ["the list of files", (who) => who.call(searchFiles, { query: { filter: { search: "A-1" } } })],
    ["the same as a file", (who) => who.send(exportFiles, { query: { filter: { search: "A-1" } } })],
  ])("records to whom %s showed it, and what was asked for", async (what, read) => {
    const who = await world.login({ acl: [...rights, "ROLE_AGENDA"], name: what });
    await read(who);
    await vi.waitFor(async () => expect(await listers(file)).toContainEqual([what, 1]), 5000);
    expect((await seers(file)).map(([name]) => name)).not.toContain(what);
    const kept = await world.db.selectFrom("file_list_view").selectAll().where("user_id", "=", who.userId).execute();
    expect(kept).toEqual([expect.objectContaining({ file_ids: expect.arrayContaining([file]), acting_id: 0 })]);
  });

  it("drops list views after their retention period, but never who opened a file", async () => {
    await world.owner.db
      .updateTable("file_list_view")
      .set({ at: new Date("2020-01-01T00:00:00Z") })
      .execute();
    await world.work((ctx) => ctx.enqueue(forgetListViews, {}));
    await world.drain();
    expect(await listers(file)).toEqual([]);
    expect(await seers(file)).not.toEqual([]);
  });

  it("does not contain refused requests", async () => {
    const stranger = await world.login({ acl: rights, kind: "customer", name: "Vreemd" });
    expect((await stranger.refused(showFile, { params: { id: file } })).status).toBe(404);
    expect((await seers(file)).map(([name]) => name)).not.toContain("Vreemd");
  });

  it("covers every address of a file, recognised by the address alone", () => {
    const calls = world.vorder.modules.flatMap((module) => module.handlers.map(({ call }) => call));
    const ofFiles = calls.filter(({ path }) => /^\/api\/v\d\/file\/\{id\}/.test(path));
    expect(ofFiles.length).toBeGreaterThan(30);
    expect(ofFiles.filter((call) => fileOfAddress(call, { id: 7 })[0] !== 7).map(({ path }) => path)).toEqual([]);
  });
});

type Shape = { [part: string]: unknown };
const isShape = (value: unknown): value is Shape =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The rows of lists in a reply: the shapes of objects in arrays. */
function rowsOf(schema: unknown, isRow = false): Shape[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => rowsOf(each, isRow));
  if (!isShape(schema)) return [];
  const own = isRow && isShape(schema.properties) ? [schema.properties] : [];
  const parts = isShape(schema.properties) ? Object.values(schema.properties) : [];
  const either = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => rowsOf(each, isRow));
  return [...own, ...either, ...rowsOf(schema.items, true), ...parts.flatMap((each) => rowsOf(each))];
}

describe("a list that names debtors", () => {
  it("names the file of each row, so that views can be logged for every call", async () => {
    const world = await startWorld();
    const calls = world.vorder.modules.flatMap(({ handlers }) => handlers.map(({ call }) => call));
    await world.close();
    // What is reminded before it becomes a file is none yet.
    const isOfFiles = (path: string): boolean => !path.includes("/file/{id}") && !path.startsWith("/api/v4/precasso/");
    const lists = calls.filter(({ method, path }) => method === "GET" && isOfFiles(path));
    const rows = lists.flatMap((call) =>
      rowsOf(z.toJSONSchema(call.reply, { io: "output", unrepresentable: "any", reused: "inline" }))
        .filter((row) => "debtorName" in row || "debtor" in row)
        .map((row) => ({ path: call.path, row })),
    );
    expect(rows.length).toBeGreaterThan(8);
    const silent = rows.filter(
      ({ row }) =>
        filesListed([Object.fromEntries(Object.keys(row).map((name) => [name, name === "number" ? "1" : 1]))])
          .length === 0,
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});
