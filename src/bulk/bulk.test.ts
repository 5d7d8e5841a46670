import { sql } from "kysely";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../app/world.factory.ts";
import { interestTerms } from "../claims/claims.ts";
import { makeClient } from "../customers/customers.factory.ts";
import { placeOne } from "../intake/intake.factory.ts";
import type { BodyOf } from "../kernel/contract.ts";
import { date } from "../kernel/dates.ts";
import { portfolio } from "../processing/processing.factory.ts";
import {
  type BulkAction,
  bulkChoices,
  bulkResult,
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
import { pastedLines } from "./bulk.ts";

const everything = [
  "ROLE_EMPLOYEE",
  "ROLE_FILE_BULK_ACTIONS",
  "ROLE_FILE_EDIT",
  "ROLE_FILE_SETTINGS_EDIT",
  "ROLE_WORKFLOW_FILE",
  "ROLE_AGENDA",
  "ROLE_FINANCE",
  "ROLE_PROCESSING",
];

describe("work on many files", () => {
  let world: World;
  let staff: Visitor;
  let manager: number;
  let client: number;

  beforeAll(async () => {
    world = await startWorld();
    staff = await world.login(everything);
    const { userId } = await world.login({ name: "Fatima el Idrissi", acl: ["ROLE_EMPLOYEE"] });
    manager = userId;
    await world.db.updateTable("app_user").set({ is_case_manager: true }).where("id", "=", manager).execute();
    client = (await makeClient(world.db, world.clock)).id;
  }, 60_000);
  afterAll(() => world.close());

  const place = async (count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let made = 0; made < count; made++) ids.push((await placeOne(world, client)).id);
    return ids;
  };

  async function planned(action: BulkAction, chosen: BodyOf<typeof planBulk>["chosen"], who = staff) {
    const asked = await who.call(planBulk, { body: { chosen, action } });
    expect(asked.state).toBe("planning");
    await world.drain();
    return who.call(readBulk, { params: { id: asked.id } });
  }

  async function made(action: BulkAction, files: number[]) {
    const plan = await planned(action, { by: "files", files });
    const params = { id: plan.id };
    await staff.call(makeBulk, { params, body: { version: plan.version } });
    await world.drain();
    return staff.call(readBulk, { params });
  }

  async function undone(id: number) {
    const { version } = await staff.call(readBulk, { params: { id } });
    await staff.call(undoBulk, { params: { id }, body: { version } });
    await world.drain();
    return staff.call(readBulk, { params: { id } });
  }

  const rowsOf = async (id: number) => (await staff.call(listBulkRows, { params: { id } })).items;
  const fileOf = (id: number) =>
    world.db.selectFrom("case_file").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const count = async (table: "agenda_item" | "file_log" | "claim_event", files: number[], where = sql`true`) =>
    (
      await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
        where file_id = any(${files}::bigint[]) and ${where}`.execute(world.db)
    ).rows[0]?.n;

  test("plans with before and after, changes nothing until it is made, and can be taken back", async () => {
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

  test("says what is already so, what is refused and why, and leaves out what changed since", async () => {
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

  test("takes pasted numbers and references, and tells each line that is unknown", async () => {
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

  test("takes a filter, as the list does", async () => {
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

  test("flags, plans, charges, freezes and closes by the rules of each, and takes each back", async () => {
    const files = await place(2);
    const flag = await made({ kind: "flag", hold: "dispute", reason: "Collective complaint" }, files);
    expect(flag.counts.done).toBe(2);
    expect((await fileOf(files[0] ?? 0)).status).toBe("paused");
    await undone(flag.id);
    expect((await fileOf(files[0] ?? 0)).status).toBe("not_started");

    const { subjects, costTypes } = await staff.call(bulkChoices, {});
    const subject = Number(subjects[0]?.id);
    const before = await count("agenda_item", files, sql`state = 'open'`);
    const agenda = await made({ kind: "agenda", subject, note: "Call back" }, files);
    expect(await count("agenda_item", files, sql`state = 'open'`)).toBe(Number(before) + 2);
    await undone(agenda.id);
    expect(await count("agenda_item", files, sql`state = 'open'`)).toBe(before);

    const open = (await fileOf(files[0] ?? 0)).open_cents;
    const costType = Number(costTypes[0]?.id);
    const cost = await made({ kind: "cost", costType, cents: 1250, description: "Register" }, files);
    expect((await fileOf(files[0] ?? 0)).open_cents).toBe(open + 1250);
    await undone(cost.id);
    expect((await fileOf(files[0] ?? 0)).open_cents).toBe(open);

    const interest = await made({ kind: "interest", from: "2026-04-01", reason: "Agreed" }, files);
    expect((await fileOf(files[0] ?? 0)).interest_cents).toBe(0);
    await undone(interest.id);
    expect((await fileOf(files[0] ?? 0)).open_cents).toBe(open);

    const close = await made({ kind: "close", reason: "withdrawn" }, files);
    expect((await fileOf(files[1] ?? 0)).status).toBe("closed");
    await undone(close.id);
    expect((await fileOf(files[1] ?? 0)).status).toBe("not_started");
    const reopen = await planned({ kind: "reopen" }, { by: "files", files });
    expect(reopen.counts).toMatchObject({ refuse: 2, do: 0 });
  });

  test("sends only what the gate of the law lets go, each once", async () => {
    const { fileIds } = await portfolio(world, 3);
    await made({ kind: "flag", hold: "complaint" }, fileIds.slice(0, 1));
    const plan = await planned({ kind: "send" }, { by: "files", files: [...fileIds] });
    expect(plan.counts).toMatchObject({ do: 2, refuse: 1 });
    const rows = await rowsOf(plan.id);
    expect(rows[0]?.reasons.length).toBeGreaterThan(0);
    expect(rows[1]?.changes[0]).toMatchObject({ field: "step", before: null });
    await staff.call(makeBulk, { params: { id: plan.id }, body: { version: plan.version } });
    await world.drain();
    expect((await staff.call(readBulk, { params: { id: plan.id } })).counts).toMatchObject({ done: 2, failed: 0 });
    const { rows: sent } = await sql<{ n: number }>`select count(*) as n from step_done
      where file_id = any(${[...fileIds]}::bigint[])`.execute(world.db);
    expect(sent[0]?.n).toBe(2);
  });

  test("takes back what it did to workflow, step, note, reopening, holds and interest", async () => {
    const { fileIds } = await portfolio(world, 2);
    const files = [...fileIds];
    const [first = 0] = files;
    // Under way and past the 14-day letter, so that steps may be chosen.
    await world.db
      .updateTable("file_workflow")
      .set({ position: 1, previous_done_on: date("2026-11-02") })
      .where("file_id", "in", files)
      .execute();
    const place = () =>
      world.db
        .selectFrom("file_workflow")
        .select(["workflow_code", "position", "previous_done_on"])
        .where("file_id", "=", first)
        .executeTakeFirst();
    const stands = async () => {
      const { status, phase, open_cents, interest_cents } = await fileOf(first);
      return { status, phase, open_cents, interest_cents, ...(await place()) };
    };
    // Reckoned once, so that the balance of today stands.
    await undone((await made({ kind: "interest", from: "2026-10-01", reason: "Warm up" }, files)).id);
    const before = await stands();
    const reason = "Agreed";
    const acts: readonly (readonly [BulkAction, Record<string, unknown>])[] = [
      [
        { kind: "workflow", workflow: "W2", reason },
        { workflow_code: "W2", position: 0 },
      ],
      [
        { kind: "step", reason },
        { position: 2, status: "in_progress" },
      ],
      [
        { kind: "step_go", workflow: "W1", position: 3, reason },
        { position: 2, status: "in_progress" },
      ],
      [
        { kind: "interest_terms", interest: interestTerms.parse({ kind: "none", compounding: "none" }), reason },
        { interest_cents: 0 },
      ],
    ];
    for (const [action, expected] of acts) {
      const run = await made(action, files);
      expect([action.kind, run.counts]).toMatchObject([action.kind, { done: 2, dropped: 0, failed: 0, undoable: 2 }]);
      expect(await stands()).toMatchObject(expected);
      expect((await undone(run.id)).counts).toMatchObject({ undone: 2, kept: 0 });
      expect(await stands()).toEqual(before);
    }

    const frozen = await made({ kind: "interest", from: "2026-04-01", reason }, files);
    const runs = await made({ kind: "unfreeze", from: "2026-04-01", reason }, files);
    expect((await fileOf(first)).interest_cents).toBe(before.interest_cents);
    await undone(runs.id);
    expect((await fileOf(first)).interest_cents).toBe(0);
    expect((await undone(frozen.id)).counts).toMatchObject({ undone: 2 });

    const note = await made({ kind: "note", subject: "To be taken back", content: "Wrong" }, files);
    await undone(note.id);
    expect(await count("file_log", files, sql`subject = 'To be taken back'`)).toBe(0);
    expect(
      await count(
        "file_log",
        files,
        sql`exists (select from log_former where log_id = file_log.id
      and log_former.subject = 'To be taken back')`,
      ),
    ).toBe(2);

    const until = "2026-12-24";
    await made({ kind: "flag", hold: "dispute", reason: "Collective", until }, files);
    const lifted = await made({ kind: "unflag", hold: "dispute" }, files);
    expect((await fileOf(first)).status).toBe("not_started");
    await undone(lifted.id);
    const hold = await world.db
      .selectFrom("file_hold")
      .select(["reason", "until_date"])
      .where("file_id", "=", first)
      .where("lifted_at", "is", null)
      .execute();
    expect(hold).toEqual([{ reason: "Collective", until_date: until }]);

    await made({ kind: "close", reason: "uneconomic", note: "Too small" }, files);
    const reopened = await made({ kind: "reopen" }, files);
    expect((await fileOf(first)).status).toBe("paused");
    await undone(reopened.id);
    expect((await fileOf(first)).status).toBe("closed");
    const closure = await world.db
      .selectFrom("file_closure")
      .select("reason")
      .where("file_id", "=", first)
      .where("reopened_at", "is", null)
      .execute();
    expect(closure).toEqual([{ reason: "uneconomic" }]);
  });

  test("puts no file before a step past the letter that the law asks for, nor into another workflow's step", async () => {
    const { fileIds } = await portfolio(world, 1);
    const chosen = { by: "files" as const, files: [...fileIds] };
    const why = async (action: BulkAction) => (await rowsOf((await planned(action, chosen)).id))[0]?.reasons.join(" ");
    const go = (workflow: string, position: number) => ({ kind: "step_go", workflow, position, reason: "On" }) as const;
    expect(await why(go("W1", 4))).toMatch(/14-day letter/);
    expect(await why(go("W2", 2))).toMatch(/another workflow/);
    expect(await why({ kind: "step_repeat", reason: "Again" })).toMatch(/No step has been done/);
  });

  test("takes files out of a plan", async () => {
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

  test("is its owner's alone, takes the right to each action, and shows only files that are seen", async () => {
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

  test("refuses what cannot be done at all before it looks at any file", async () => {
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
    ];
    for (const [action, field] of refusals) {
      const { status, body } = await staff.refused(planBulk, { body: { chosen: { by: "files", files: [1] }, action } });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    }
  });
});

test("pasted lines are taken apart", () => {
  expect(pastedLines("26-000001\r\n\r\n 26-000002 ;A-1\tB")).toEqual([
    { line: 1, text: "26-000001" },
    { line: 3, text: "26-000002" },
    { line: 3, text: "A-1" },
    { line: 3, text: "B" },
  ]);
});
