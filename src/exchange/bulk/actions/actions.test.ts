/** What work on many files does, action by action, and how each is taken back. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld } from "../../../app/testing/world.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { doStep } from "../../../letters/processing/processing.contract.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { interestTerms } from "../../../money/claims/claims.ts";
import {
  type BulkAction,
  bulkChoices,
  bulkResult,
  bulkTotals,
  listBulkRows,
  makeBulk,
  planBulk,
  readBulk,
} from "../bulk.contract.ts";
import { type BulkHouse, startBulk } from "../bulk.factory.ts";
import { gateReasons } from "./actions.server.ts";

describe("what is done to many files", () => {
  let house: BulkHouse;
  beforeAll(async () => {
    house = await startBulk(await startWorld());
  }, 60_000);
  afterAll(() => house.world.close());

  test("flags, plans, charges, freezes and closes by the rules of each action, and undoes each", async () => {
    const { staff, place, planned, made, undone, fileOf, count } = house;
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
    const title = { on: "2026-11-01", reference: "Rb Utrecht 26/88" };
    const cost = await made({ kind: "cost", costType, cents: 1250, description: "Register", title }, files);
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

  test("sends only what the law gate allows, each once", async () => {
    const { world, staff, planned, made, rowsOf } = house;
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

  test("messages to one person about several files count each other", async () => {
    const { world, staff, made } = house;
    const { fileIds } = await portfolio(world, 3);
    for (const id of fileIds) await staff.call(doStep, { params: { id }, body: { position: 1 } });
    await world.owner.pool.query(
      "update debtor set email = 'alles@voorbeeld.example' where id in (select debtor_id from case_file where id = any($1))",
      [fileIds],
    );
    await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 2 }));
    const sent = await made({ kind: "send" }, [...fileIds]);
    expect(sent.counts).toMatchObject({ refuse: 1, done: 2, dropped: 0 });
    const { rows } = await sql`select from message where channel = 'email'
      and file_id = any(${[...fileIds]}::bigint[])`.execute(world.db);
    expect(rows).toHaveLength(2);
  });

  test("where four eyes are wanted nothing is sent, and a cooling-off holds as for a run", async () => {
    const { world, staff, planned } = house;
    const { fileIds } = await portfolio(world, 1);
    const plan = await planned({ kind: "send" }, { by: "files", files: [...fileIds] });
    const start = { params: { id: plan.id }, body: { version: plan.version } };
    await world.work((ctx) => changeSettings(ctx, { sendCoolingMinutes: 30 }));
    expect((await staff.refused(makeBulk, start)).body.errors?.common?.[0]).toMatch(/cooling-off/i);
    await world.work((ctx) => changeSettings(ctx, { sendCoolingMinutes: 0, sendFourEyes: true }));
    const told = ["Four eyes: nothing is sent in bulk. Plan a run; a colleague sends it."];
    expect((await staff.refused(makeBulk, start)).body.errors?.common).toEqual(told);
    const chosen = { by: "files" as const, files: [...fileIds] };
    const asked = await staff.refused(planBulk, { body: { chosen, action: { kind: "send" } } });
    expect(asked.body.errors?.common).toEqual(told);
    await world.work((ctx) => changeSettings(ctx, { sendFourEyes: false }));
    expect((await staff.call(makeBulk, start)).state).toBe("making");
    await world.drain();
  });

  test("no more is sent than a day takes, whatever else is in the making", async () => {
    const { world, staff, planned } = house;
    const { fileIds } = await portfolio(world, 4);
    const start = async (files: readonly number[]) => {
      const { id, version } = await planned({ kind: "send" }, { by: "files", files: [...files] });
      return { params: { id }, body: { version } };
    };
    const own = await start(fileIds.slice(0, 3));
    const other = await start(fileIds.slice(3));
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from message
      where channel = 'post' and send_after >= date_trunc('day', ${world.clock.now()}::timestamptz)`.execute(world.db);
    const most = (rows[0]?.n ?? 0) + 3;
    await world.work((ctx) => changeSettings(ctx, { postPerDay: most - 1 }));
    expect((await staff.refused(makeBulk, own)).body.errors?.common).toEqual([
      `Letters: ${most - 3} of ${most - 1} go today already, and this work would send 3. Take files out, or send the rest on another day.`,
    ]);
    await world.work((ctx) => changeSettings(ctx, { postPerDay: most }));
    expect((await staff.call(makeBulk, own)).state).toBe("making");
    // Nothing of it is made yet, and all of it counts.
    expect((await staff.refused(makeBulk, other)).body.errors?.common?.[0]).toContain(`${most} of ${most}`);
    await world.drain();
    expect((await staff.refused(makeBulk, other)).body.errors?.common?.[0]).toContain(`${most} of ${most}`);
    await world.work((ctx) => changeSettings(ctx, { postPerDay: 0 }));
    expect((await staff.call(makeBulk, other)).state).toBe("making");
    await world.drain();
  });

  test("refusals and effects are shown in the reader's own language, in the result file too", async () => {
    const { world, staff, planned, made } = house;
    const { fileIds } = await portfolio(world, 3);
    await made({ kind: "flag", hold: "dispute", reason: "Wrong goods" }, fileIds.slice(0, 1));
    const { id } = await planned({ kind: "send" }, { by: "files", files: [...fileIds] });
    const params = { id };
    const as = (language: string) => ({ params, headers: { "accept-language": language } });
    const rowTexts = async (language: string) => {
      const { items } = await staff.call(listBulkRows, as(language));
      const totals = await staff.call(bulkTotals, as(language));
      const file = (await staff.send(bulkResult, as(language))).text;
      const messages = items.flatMap(({ reasons, changes }) => [
        ...reasons,
        ...changes.map(({ after }) => after ?? ""),
      ]);
      expect(messages.length).toBeGreaterThan(2);
      for (const sentence of messages) expect(file).toContain(sentence);
      const inTotals = [...totals.reasons.map(({ text }) => text), ...totals.effects.map(({ after }) => after ?? "")];
      expect(new Set(inTotals)).toEqual(new Set(messages));
      return messages.join("\n");
    };
    const [dutch, english] = [await rowTexts("nl"), await rowTexts("en")];
    expect(dutch).toBe("De vordering wordt betwist. (Bki 4.1)\nVeertiendagenbrief\nVeertiendagenbrief");
    expect(english).toBe("The claim is disputed. (Bki 4.1)\n14-day letter\n14-day letter");

    const refusedFor = (reasons: unknown) =>
      sql`update bulk_row set reasons = ${JSON.stringify(reasons)}::jsonb where bulk_id = ${id} and verdict = 'refuse'`.execute(
        world.db,
      );
    await refusedFor(
      gateReasons({
        verdict: "do",
        byHand: true,
        outcomes: ["done"],
        template: "CALL_1",
        position: 5,
        channel: "call",
        reasons: [],
      }),
    );
    expect(await rowTexts("nl")).toMatch(/^De volgende stap \(.*bel.*\) is handwerk\./i);
    // A plan of former days keeps the sentences that whoever planned was told.
    await refusedFor([{ key: "bulk.gate", values: { text: "It is disputed.", article: " (Bki 4.1)" } }]);
    const step = { step: "14-day letter" };
    await sql`update bulk_row set after = ${JSON.stringify(step)}::jsonb where bulk_id = ${id} and verdict = 'do'`.execute(
      world.db,
    );
    expect(await rowTexts("fr")).toBe("It is disputed. (Bki 4.1)\n14-day letter\n14-day letter");
  });

  test("undoes its changes of workflow, step, note, reopening, holds and interest", async () => {
    const { world, made, undone, fileOf, count } = house;
    const { fileIds } = await portfolio(world, 2);
    const files = [...fileIds];
    const [first = 0] = files;
    // Under way and past the 14-day letter, so that steps may be chosen.
    await world.db
      .updateTable("file_workflow")
      .set({ position: 1, previous_done_on: date("2026-11-02") })
      .where("file_id", "in", files)
      .execute();
    const standing = () =>
      world.db
        .selectFrom("file_workflow")
        .select(["workflow_code", "position", "previous_done_on"])
        .where("file_id", "=", first)
        .executeTakeFirst();
    const stands = async () => {
      const { status, phase, open_cents, interest_cents } = await fileOf(first);
      return { status, phase, open_cents, interest_cents, ...(await standing()) };
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

  test("does not move a file past the letter that the law requires, nor to a step of another workflow", async () => {
    const { world, planned, rowsOf } = house;
    const { fileIds } = await portfolio(world, 1);
    const chosen = { by: "files" as const, files: [...fileIds] };
    const why = async (action: BulkAction) => (await rowsOf((await planned(action, chosen)).id))[0]?.reasons.join(" ");
    const go = (workflow: string, position: number) => ({ kind: "step_go", workflow, position, reason: "On" }) as const;
    expect(await why(go("W1", 4))).toMatch(/14-day letter/);
    expect(await why(go("W2", 2))).toMatch(/another workflow/);
    expect(await why({ kind: "step_repeat", reason: "Again" })).toMatch(/No step has been done/);
  });

  test("a day that a step keeps from an earlier version of its workflow comes back with its place", async () => {
    const { world, place, made, undone } = house;
    const [id = 0] = await place(1);
    const kept = () =>
      world.db
        .selectFrom("file_workflow")
        .select(["workflow_code", "kept_position", "kept_on"])
        .where("file_id", "=", id)
        .executeTakeFirstOrThrow();
    await world.db
      .updateTable("file_workflow")
      .set({ kept_position: 1, kept_on: date("2026-12-15") })
      .where("file_id", "=", id)
      .execute();
    const before = await kept();
    const change = await made({ kind: "workflow", workflow: "W2", reason: "Business after all" }, [id]);
    expect(await kept()).toEqual({ workflow_code: "W2", kept_position: null, kept_on: null });
    expect((await undone(change.id)).counts).toMatchObject({ undone: 1, kept: 0 });
    expect(await kept()).toEqual(before);
  });

  test("recalls what has not been sent, and returns its file to that step", async () => {
    const { world, planned, made, undone, fileOf, rowsOf } = house;
    const { fileIds } = await portfolio(world, 2);
    const [waits = 0, leaves = 0] = fileIds;
    await world.db
      .updateTable("file_workflow")
      .set({ position: 1, previous_done_on: date("2026-11-02") })
      .where("file_id", "in", [...fileIds])
      .execute();
    const place = (id: number) =>
      world.db.selectFrom("file_workflow").select(["position"]).where("file_id", "=", id).executeTakeFirstOrThrow();
    const sent = await made({ kind: "send" }, [...fileIds]);
    expect(sent.counts).toMatchObject({ done: 2, undoable: 2 });
    expect((await place(waits)).position).toBe(2);
    const messages = () =>
      world.db
        .selectFrom("outbox")
        .innerJoin("message", "message.effect_key", "outbox.key")
        .select(["message.file_id", "outbox.state"])
        .where("message.file_id", "in", [...fileIds])
        .orderBy("message.file_id")
        .execute();
    // Here no mail server takes anything: what is sent is kept. One of them has left after all.
    await sql`update outbox set state = 'sent' where key = (select effect_key from message where file_id = ${leaves})`.execute(
      world.db,
    );
    const after = await undone(sent.id);
    expect(after.counts).toMatchObject({ undone: 1, kept: 1 });
    expect((await rowsOf(sent.id)).flatMap(({ reasons }) => reasons)).toEqual(["The message has left already."]);
    expect((await messages()).map(({ state }) => state)).toEqual(["cancelled", "sent"]);
    expect([(await place(waits)).position, (await place(leaves)).position]).toEqual([1, 2]);
    expect((await fileOf(waits)).status).toBe("not_started");
    // It can be sent after all.
    expect((await planned({ kind: "send" }, { by: "files", files: [waits] })).counts).toMatchObject({ do: 1 });
  });
});
