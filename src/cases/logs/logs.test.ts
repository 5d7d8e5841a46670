import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { createLog, listLogs, listLogTypes, readLog, updateLog } from "./logs.contract.ts";
import { writeLog } from "./logs.server.ts";
import { translateLogText } from "./logs.ts";

describe("the timeline", () => {
  let world: World;
  let staff: Visitor;
  let file: number;
  let client: number;
  const roles = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"];
  const subjects = async (query: object): Promise<string[]> =>
    (await staff.call(listLogs, { params: { id: file }, query: { filter: query } })).items.map((line) => line.subject);

  beforeAll(async () => {
    world = await startWorld();
    staff = await world.login({ acl: roles, name: "S. Visser" });
    client = (await makeClient(world.db, world.clock)).id;
    file = (await placeOne(world, client)).id;
  });
  afterAll(() => world.close());

  test("answers as the specification says: fifty lines from the first, with pages and total", async () => {
    const reply = (await staff.send(listLogs, { params: { id: file }, query: {} })).json();
    expect(reply).toMatchObject({
      items: expect.any(Array),
      pager: { pages: { total: 1 } },
      total: expect.any(Number),
    });
    const raw = await staff.raw("GET", `/api/v4/file/${file}/logs?_limit=1&_offset=1&_filter[search]=`, {
      headers: { accept: "application/json", "x-requested-with": "XMLHttpRequest" },
    });
    expect(raw.json()).toMatchObject({ items: [expect.anything()] });
  });

  test("shows each line in the reader's own language, with amounts and dates as that language writes them", async () => {
    await world.work((ctx) =>
      writeLog(ctx, {
        fileId: file,
        type: "payment",
        subject: {
          key: "logs.heldUntil",
          values: { hold: { text: "files.hold_promise" }, until: { date: "2026-12-31" } },
        },
      }),
    );
    expect(await subjects({ type: ["payment"] })).toEqual(["Hold placed until 31-12-2026: promise to pay"]);
    const dutch = await staff.send(listLogs, {
      params: { id: file },
      query: { filter: { type: ["payment"] } },
      headers: { "accept-language": "nl" },
    });
    expect(dutch.text).toContain("Blokkade geplaatst tot en met 31-12-2026: betaalbelofte");
    const translate = ({ key, values }: { key: string; values?: object | undefined }): string =>
      `${key} ${JSON.stringify(values)}`;
    expect(translateLogText({ key: "k", values: { a: { cents: 123_456 } } }, { translate, language: "nl" })).toBe(
      'k {"a":"€\u00a01.234,56"}',
    );
    expect(translateLogText({ key: "k", values: { a: { cents: -5 } } }, { translate, language: "en" })).toBe(
      'k {"a":"-€0.05"}',
    );
  });

  test("is searched in the reader's own language, and filtered by type, category and author", async () => {
    await staff.call(createLog, {
      body: { file, type: "call", subject: "Gesprek met debiteur", content: "drie termijnen" },
    });
    expect(await subjects({ search: "TERMIJNEN" })).toEqual(["Gesprek met debiteur"]);
    expect(await subjects({ subject: "hold placed" })).toHaveLength(1);
    expect(await subjects({ search: "betaalbelofte" })).toHaveLength(1);
    expect(await subjects({ search: "100%" })).toEqual([]);
    expect(await subjects({ category: ["contact"] })).toEqual(["Gesprek met debiteur"]);
    const shown = await subjects({ hideSystem: "true" });
    expect(shown).toContain("Gesprek met debiteur");
    expect(shown).not.toContain("File created — invoices: 1");
  });

  test("a typed line can be changed by its author, with its version; no other line can", async () => {
    const made = await staff.call(createLog, { body: { file, subject: "Notitie", content: "bsn 123456782" } });
    expect(made).toMatchObject({ type: "note", content: "bsn *********", editable: true, userName: "S. Visser" });
    const change = { subject: "Notitie 2", content: "", version: 1 };
    const changed = await staff.call(updateLog, { params: { id: made.id }, body: change });
    expect(changed).toMatchObject({ subject: "Notitie 2", content: null, version: 2 });
    expect((await staff.refused(updateLog, { params: { id: made.id }, body: change })).status).toBe(409);
    const colleague = await world.login(roles);
    const theirs = await colleague.refused(updateLog, { params: { id: made.id }, body: { ...change, version: 2 } });
    expect(theirs.body.errors?.common).toEqual(["Only the person who wrote this line can change it."]);
    const { items } = await staff.call(listLogs, { params: { id: file }, query: { filter: { type: ["system"] } } });
    const system = items[0]?.id ?? 0;
    expect((await staff.refused(updateLog, { params: { id: system }, body: change })).status).toBe(400);
  });

  test("of a hidden file has no lines, in lists or one by one", async () => {
    const made = await staff.call(createLog, { body: { file, subject: "Geheim" } });
    const other = (await makeClient(world.db, world.clock, { company: "Anders B.V." })).id;
    const customer = await world.login({ acl: roles, kind: "customer", clientIds: [other] });
    const attempts = [
      await customer.refused(readLog, { params: { id: made.id } }),
      await customer.refused(updateLog, { params: { id: made.id }, body: { subject: "x", version: 1 } }),
      await customer.refused(createLog, { body: { file, subject: "x" } }),
      await customer.refused(listLogs, { params: { id: file }, query: {} }),
    ];
    const unknown = await customer.refused(readLog, { params: { id: 987_654_321 } });
    for (const attempt of attempts) expect([attempt.status, attempt.body]).toEqual([404, unknown.body]);
  });

  test("hides internal notes from the client's people, in the list, its count and one by one", async () => {
    const customer = await world.login({ kind: "customer", clientIds: [client], acl: ["ROLE_FILE_SEARCH"] });
    const note = await staff.call(createLog, {
      body: { file, type: "note", subject: "Debiteur klinkt boos", content: "" },
    });
    const before = await customer.call(listLogs, { params: { id: file } });
    expect(before.items.map((line) => line.id)).not.toContain(note.id);
    expect(before.total).toBe(before.items.length);
    expect((await customer.refused(readLog, { params: { id: note.id } })).status).toBe(404);
    expect((await staff.call(listLogs, { params: { id: file } })).items.map((line) => line.id)).toContain(note.id);
  });

  test("names its types, and which of them a person writes", async () => {
    const { items } = await staff.call(listLogTypes);
    expect(items.find((item) => item.id === "note")).toEqual({ id: "note", text: "Note", written: true });
    expect(items.find((item) => item.id === "letter")?.written).toBe(false);
  });
});
