/** Work on many files from the choice to the result: planned, looked at, made, and its owner's alone. */
import { sql } from "kysely";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld } from "../../app/testing/world.factory.ts";
import { interestTerms } from "../../money/claims/claims.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { placeOne } from "../intake/intake.factory.ts";
import {
  type BulkAction,
  bulkChoices,
  bulkResult,
  bulkTotals,
  cancelBulk,
  countBulk,
  excludeBulkRows,
  listBulk,
  listBulkRows,
  makeBulk,
  planBulk,
  readBulk,
  undoBulk,
} from "./bulk.contract.ts";
import { type BulkHouse, everything, startBulk } from "./bulk.factory.ts";
import { pastedLines } from "./bulk.ts";

describe("work on many files", () => {
  let house: BulkHouse;
  beforeAll(async () => {
    house = await startBulk(await startWorld());
  }, 60_000);
  afterAll(() => house.world.close());

  test("plans with before and after, changes nothing until it is carried out, and can be undone", async () => {
    const { world, staff, manager, place, planned, undone, rowsOf, fileOf } = house;
    const files = await place(3);
    const plan = await planned({ kind: "case_manager", caseManagerId: manager }, { by: "files", files });
    expect(plan).toMatchObject({
      state: "planned",
      title: "Assign case manager: Fatima el Idrissi",
      files: 3,
      counts: { looked: 3, do: 3, same: 0, refuse: 0 },
    });
    expect((await rowsOf(plan.id))[0]?.changes).toEqual([
      { field: "caseManager", as: "text", before: null, after: "Fatima el Idrissi" },
    ]);
    expect((await fileOf(files[0] ?? 0)).case_manager_id).toBeNull();

    const params = { id: plan.id };
    await staff.call(makeBulk, { params, body: { version: plan.version } });
    await world.drain();
    expect(await staff.call(readBulk, { params })).toMatchObject({ state: "done", counts: { done: 3, undoable: 3 } });
    for (const id of files) expect((await fileOf(id)).case_manager_id).toBe(manager);

    // Somebody else changes one of them: that one stays.
    await world.db
      .updateTable("case_file")
      .set({ status: "no_more_steps" })
      .where("id", "=", files[0] ?? 0)
      .execute();
    expect(await undone(plan.id)).toMatchObject({ state: "undone", counts: { undone: 2, kept: 1 } });
    expect((await fileOf(files[0] ?? 0)).case_manager_id).toBe(manager);
    expect((await fileOf(files[1] ?? 0)).case_manager_id).toBeNull();
    const again = await staff.refused(undoBulk, {
      params,
      body: { version: (await staff.call(readBulk, { params })).version },
    });
    expect(again.body.errors).toEqual({ common: ["This cannot be undone (any more)."] });
  });

  test("reports what is already so and what is refused with the reason, and skips files changed since", async () => {
    const { world, staff, manager, place, planned, made, rowsOf, fileOf } = house;
    const files = await place(4);
    const [first = 0, second = 0, third = 0] = files;
    await made({ kind: "close", reason: "withdrawn" }, [first]);
    await made({ kind: "status", status: "paused" }, [second]);
    const plan = await planned({ kind: "status", status: "paused" }, { by: "files", files });
    expect(plan.counts).toMatchObject({ do: 2, same: 1, refuse: 1 });
    const rows = await rowsOf(plan.id);
    expect(rows.map(({ verdict }) => verdict)).toEqual(["refuse", "same", "do", "do"]);
    expect(rows[0]?.reasons).toEqual(["This file is closed; reopen it first."]);

    await made({ kind: "case_manager", caseManagerId: manager }, [third]);
    await staff.call(makeBulk, { params: { id: plan.id }, body: { version: plan.version } });
    await world.drain();
    const after = await rowsOf(plan.id);
    expect(after.map(({ state }) => state)).toEqual(["planned", "planned", "dropped", "done"]);
    expect(after[2]?.reasons).toEqual(["The file was changed meanwhile."]);
    expect((await fileOf(third)).status).toBe("not_started");
  });

  test("finds a reference of the client that has the digits of a file number, and neither where it names two", async () => {
    const { world, place, planned, rowsOf, fileOf } = house;
    const client = (await makeClient(world.db, world.clock)).id;
    const [ours = 0] = await place(1);
    const { number } = await fileOf(ours);
    const [, year = "", rest = ""] = /^(\d{2})-(\d{6,7})$/.exec(number) ?? [];
    const own = (await placeOne(world, client, { clientRef: "20261234" })).id;
    const action = { kind: "note", subject: "Bulk" } as const;
    expect((await planned(action, { by: "numbers", numbers: "20261234" })).files).toBe(1);
    const both = await planned(action, { by: "numbers", numbers: `20261234\n${year}${rest}` });
    expect(both).toMatchObject({ files: 2, missingCount: 0 });
    expect(new Set((await rowsOf(both.id)).map(({ fileId }) => fileId))).toEqual(new Set([ours, own]));
    // The digits of a file number that a client uses itself for another file name two.
    await placeOne(world, client, { clientRef: `${year}${rest}` });
    const unclear = await planned(action, { by: "numbers", numbers: `20261234\n${year}${rest}` });
    expect(unclear).toMatchObject({ files: 1, missingCount: 1 });
  });

  test("accepts pasted numbers and references, and reports each unknown line", async () => {
    const { staff, place, planned, fileOf } = house;
    const files = await place(2);
    const [one, two] = await Promise.all(files.map(fileOf));
    const numbers = `${one?.number}\n\n99-999999\n${two?.client_ref}, ${one?.number}\n=1+1`;
    const plan = await planned({ kind: "note", subject: "Bulk" }, { by: "numbers", numbers });
    expect(plan).toMatchObject({ by: "numbers", files: 2, missingCount: 2 });
    expect(plan.missing).toEqual([
      { line: 3, text: "99-999999" },
      { line: 5, text: "=1+1" },
    ]);
    const csv = (await staff.send(bulkResult, { params: { id: plan.id }, query: { format: "csv" } })).text;
    expect(csv).toContain(one?.number);
    expect(csv).toContain("'=1+1");
    const sheet = await staff.send(bulkResult, { params: { id: plan.id }, query: { format: "xlsx" } });
    expect((await readSheet(Buffer.from(sheet.bytes))).length).toBe(1 + 2 + 2);
    const none = await staff.refused(planBulk, {
      body: { chosen: { by: "numbers", numbers: "nope" }, action: { kind: "reopen" } },
    });
    expect(none.body.errors).toEqual({ common: ["None of these files is known."] });
  });

  test("accepts a filter, as the list does", async () => {
    const { world, staff, planned } = house;
    const other = (await makeClient(world.db, world.clock)).id;
    await placeOne(world, other);
    expect(await staff.call(countBulk, { query: { filter: { client: [other] } } })).toEqual({ files: 1 });
    const plan = await planned(
      { kind: "note", subject: "Filter" },
      { by: "filter", filter: { client: [String(other)] } },
    );
    expect(plan).toMatchObject({ files: 1, counts: { do: 1 } });
    expect(await staff.call(cancelBulk, { params: { id: plan.id } })).toMatchObject({ state: "cancelled" });
    const late = await staff.refused(makeBulk, { params: { id: plan.id }, body: { version: plan.version + 1 } });
    expect(late.body.errors).toEqual({ common: ["This plan is not ready yet, or has been made."] });
  });

  test("takes files out of a plan", async () => {
    const { world, staff, place, planned, count } = house;
    const files = await place(2);
    const plan = await planned({ kind: "note", subject: "Not all" }, { by: "files", files });
    const body = { files: files.slice(0, 1), excluded: true };
    const less = await staff.call(excludeBulkRows, { params: { id: plan.id }, body });
    expect(less.counts).toMatchObject({ excluded: 1 });
    const stale = await staff.refused(makeBulk, { params: { id: plan.id }, body: { version: plan.version } });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ id: plan.id, version: less.version });
    await staff.call(makeBulk, { params: { id: plan.id }, body: { version: less.version } });
    await world.drain();
    expect(await count("file_log", files, sql`subject = 'Not all'`)).toBe(1);
  });

  test("is visible to its owner only, needs the right to each action, and shows only visible files", async () => {
    const { world, place, planned, fileOf } = house;
    const [file = 0] = await place(1);
    const plan = await planned({ kind: "note", subject: "Mine" }, { by: "files", files: [file] });
    const other = await world.login(everything);
    for (const call of [readBulk, listBulkRows, cancelBulk, bulkResult])
      expect((await other.refused(call, { params: { id: plan.id } })).status).toBe(404);
    expect((await other.call(listBulk, {})).items).toHaveLength(0);

    const few = await world.login(["ROLE_EMPLOYEE", "ROLE_FILE_BULK_ACTIONS"]);
    const { actions } = await few.call(bulkChoices, {});
    expect(actions).toEqual(["note"]);
    const chosen = { by: "files", files: [file] } as const;
    const close: BulkAction = { kind: "close", reason: "withdrawn" };
    expect(
      (await few.refused(planBulk, { body: { chosen: { ...chosen, files: [file] }, action: close } })).status,
    ).toBe(403);
    const none = await world.login(["ROLE_EMPLOYEE"]);
    expect((await none.refused(bulkChoices, {})).status).toBe(403);

    // Who loses the right before it is made does nothing more.
    const leaver = await world.login(everything);
    const late = await planned(close, { by: "files", files: [file] }, leaver);
    await leaver.call(makeBulk, { params: { id: late.id }, body: { version: late.version } });
    await world.db
      .updateTable("app_user")
      .set({ acl: ["ROLE_NEWS"] })
      .where("id", "=", leaver.userId)
      .execute();
    await world.drain();
    const row = await world.db.selectFrom("bulk").selectAll().where("id", "=", late.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "failed", error_key: "bulk.noLongerAllowed" });
    expect((await fileOf(file)).status).not.toBe("closed");
  });

  test("refuses an impossible action before it reads any file", async () => {
    const { staff } = house;
    const refusals: readonly [BulkAction, string][] = [
      [{ kind: "workflow", workflow: "W99", reason: "x" }, "action.workflow"],
      [{ kind: "case_manager", caseManagerId: staff.userId }, "action.caseManagerId"],
      [{ kind: "agenda", subject: 999_999 }, "action.subject"],
      [{ kind: "cost", costType: 999_999, cents: 100, description: "x" }, "action.costType"],
      [{ kind: "status", status: "closed" }, "action.status"],
      [{ kind: "step_go", workflow: "W1", position: 99, reason: "x" }, "action.position"],
      [
        { kind: "interest_terms", interest: interestTerms.parse({ kind: "contractual" }), reason: "x" },
        "action.interest.rate",
      ],
      [{ kind: "flag", hold: "dispute", until: "2020-01-01" }, "action.until"],
      [{ kind: "flag", hold: "wsnp", since: "2030-01-01" }, "action.since"],
    ];
    for (const [action, field] of refusals) {
      const { status, body } = await staff.refused(planBulk, { body: { chosen: { by: "files", files: [1] }, action } });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    }
  });

  test("shows totals when planned, carried out and undone", async () => {
    const { staff, place, planned, made, undone, fileOf } = house;
    const files = await place(4);
    const [first = 0, second = 0] = files;
    await made({ kind: "close", reason: "withdrawn" }, [first]);
    const { costTypes } = await staff.call(bulkChoices, {});
    const title = { on: "2026-11-01", reference: "Rb Utrecht 26/88" };
    const cost: BulkAction = {
      kind: "cost",
      costType: Number(costTypes[0]?.id),
      cents: 1250,
      description: "Register",
      title,
    };
    const open = async () => Promise.all(files.map(async (id) => (await fileOf(id)).open_cents));
    const [closed = 0, ...rest] = await open();
    const sum = rest.reduce((total, cents) => total + cents, 0);
    const plan = await planned(cost, { by: "files", files });
    const params = { id: plan.id };
    const totals = () => staff.call(bulkTotals, { params });

    // Three files are charged 12.50 each: 37.50; the closed one stays as it is.
    expect(await totals()).toMatchObject({
      outcomes: [
        { outcome: "do", files: 3, open: { before: sum, after: sum + 3750 }, costs: { after: 3750 } },
        { outcome: "refuse", files: 1, open: { before: closed, after: closed } },
      ],
      effects: [],
      reasons: [{ text: "The file is closed.", files: 1 }],
    });
    const body = { files: [second], excluded: true };
    const { version } = await staff.call(excludeBulkRows, { params, body });
    expect((await totals()).outcomes.map(({ outcome, files: many }) => [outcome, many])).toEqual([
      ["do", 2],
      ["refuse", 1],
      ["excluded", 1],
    ]);
    await staff.call(makeBulk, { params, body: { version } });
    await house.world.drain();
    const after = (await open()).slice(2).reduce((total, cents) => total + cents, 0);
    expect((await totals()).outcomes[0]).toMatchObject({ outcome: "done", files: 2, open: { after } });
    await undone(plan.id);
    const [back] = (await totals()).outcomes.filter(({ outcome }) => outcome === "undone");
    expect(back?.open.after).toBe(back?.open.before);

    const held = await planned({ kind: "status", status: "paused" }, { by: "files", files });
    const effects = (await staff.call(bulkTotals, { params: { id: held.id } })).effects;
    expect(effects).toEqual([{ field: "status", before: "not started", after: "paused", files: 3 }]);
    const stranger = await house.world.login(everything);
    expect((await stranger.refused(bulkTotals, { params })).status).toBe(404);
  });
});

test("pasted lines are split", () => {
  expect(pastedLines("26-000001\r\n\r\n 26-000002 ;A-1\tB")).toEqual([
    { line: 1, text: "26-000001" },
    { line: 3, text: "26-000002" },
    { line: 3, text: "A-1" },
    { line: 3, text: "B" },
  ]);
  // Numbers stand apart at spaces; a reference with a space in it is one.
  const texts = (pasted: string) => pastedLines(pasted).map(({ text }) => text);
  expect(texts("26-000001 26-000002  ZLE0020")).toEqual(["26-000001", "26-000002", "ZLE0020"]);
  expect(texts("REF 12\nNota 2026 / 44")).toEqual(["REF 12", "Nota 2026 / 44"]);
});
