/** Debt counselling and insolvency stop interest on their own day, whoever notes them and without a date being typed (domain facts 6). */
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { liftHoldFromFile, listStates, placeHoldOnFile, updateState } from "../../../cases/states/states.contract.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { startBulk } from "../../../exchange/bulk/bulk.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { bookCost, getBalance, reverseEventCall } from "../bookings/bookings.contract.ts";
import { owedFrom, statutory } from "../claims.factory.ts";
import { eventsOf } from "../record/record.server.ts";
import { makeClaimFile } from "../testing/file.factory.ts";

let world: World;
let house: Awaited<ReturnType<typeof startBulk>>;
let reader: Visitor;
let clientId: number;

beforeAll(async () => {
  world = await startWorld();
  await world.clock.set(new Date("2026-11-20T10:00:00+01:00"));
  house = await startBulk(world);
  reader = await world.login(["ROLE_EMPLOYEE", "ROLE_FILE_SEARCH"]);
  const { id } = await placeOne(world, (await world.db.selectFrom("client").select("id").executeTakeFirstOrThrow()).id);
  const row = await world.db.selectFrom("case_file").select("client_id").where("id", "=", id).executeTakeFirstOrThrow();
  clientId = row.client_id;
});
afterAll(() => world.close());

/** 1,000.00 at 4 % from 1 January 2026: 0.11 a day; 323 days until 20 November are 35.40. */
const makeFile = () =>
  makeClaimFile(world, clientId, [statutory(), owedFrom("1000.00", "2026-01-01", { number: "F1" })]);
const interestOn = async (id: number, date: string) =>
  (await reader.call(getBalance, { params: { id }, query: { date } })).interest;
const freezes = async (id: number) =>
  (await eventsOf(world.db, id)).filter(({ kind }) => kind === "freeze").map(({ on }) => on);

const freezing = ["shv", "wsnp", "bankruptcy", "moratorium", "broad_moratorium"] as const;

describe.each(freezing)("%s stops interest", (kind) => {
  test("from the day it is entered, by the form, by another module and by a bulk action", async () => {
    const [one, two, three] = [await makeFile(), await makeFile(), await makeFile()];
    await house.staff.call(placeHoldOnFile, {
      params: { id: one },
      body: { kind, interestFrozenFrom: null, version: 1 },
    });
    await world.work((ctx) => placeHold(ctx, two, { kind }));
    await house.made({ kind: "flag", hold: kind, reason: "Melding" }, [three]);
    for (const id of [one, two, three]) {
      expect(await freezes(id)).toEqual(["2026-11-20"]);
      expect([await interestOn(id, "2026-11-20"), await interestOn(id, "2027-06-30")]).toEqual(["35.40", "35.40"]);
    }
  });

  test("from the day of the judgment, by a bulk action; undoing it lets interest run as if it had never stopped", async () => {
    const id = await makeFile();
    const run = await house.made({ kind: "flag", hold: kind, reason: "Melding", since: "2026-10-01" }, [id]);
    expect(run.counts).toMatchObject({ done: 1 });
    expect(await freezes(id)).toEqual(["2026-10-01"]);
    expect((await reader.call(listStates, { params: { id } })).items).toMatchObject([{ kind, from: "2026-10-01" }]);
    // 273 days until 1 October: 1,000 × 4 % × 273 / 365 = 29.92; the plan says so beforehand.
    expect(await interestOn(id, "2026-11-20")).toBe("29.92");
    const [row] = await house.rowsOf(run.id);
    expect(row?.changes).toContainEqual(
      expect.objectContaining({ field: "interestCents", before: "35.40", after: "29.92" }),
    );
    // Lifted on many files and put back, it has its own day still.
    const lifted = await house.made({ kind: "unflag", hold: kind }, [id]);
    await house.undone(lifted.id);
    expect((await reader.call(listStates, { params: { id } })).items[0]).toMatchObject({ from: "2026-10-01" });
    const other = await makeFile();
    const mistaken = await house.made({ kind: "flag", hold: kind, since: "2026-10-01" }, [other]);
    await house.undone(mistaken.id);
    expect(await interestOn(other, "2026-11-20")).toBe("35.40");
  });

  test("from the day of the judgment if that is given, and never later", async () => {
    const id = await makeFile();
    const body = { kind, since: "2026-10-01", version: 1 };
    const late = await house.staff.refused(placeHoldOnFile, {
      params: { id },
      body: { ...body, interestFrozenFrom: "2026-10-02" },
    });
    expect(Object.keys(late.body.errors ?? {})).toEqual(["interestFrozenFrom"]);
    const { hold } = await house.staff.call(placeHoldOnFile, { params: { id }, body });
    // 273 days until 1 October: 1,000 × 4 % × 273 / 365 = 29.92.
    expect(await interestOn(id, "2026-11-20")).toBe("29.92");
    const { items, file } = await reader.call(listStates, { params: { id } });
    const [state] = items;
    const params = { id, holdId: hold.id };
    const moved = { since: "2026-09-01", version: state?.version ?? 0 };
    await house.staff.call(updateState, { params, body: moved });
    // 243 days until 1 September: 26.63.
    expect(await interestOn(id, "2026-11-20")).toBe("26.63");
    await house.staff.call(liftHoldFromFile, { params, body: { reason: "Beëindigd", version: file.version } });
    // From today it runs again: 10 days more are 1.10 (1.0959), each line rounded by itself.
    expect(await interestOn(id, "2026-11-30")).toBe("27.73");
  });

  test("and costs and reversal of the freeze are refused meanwhile", async () => {
    const id = await makeFile();
    await house.staff.call(placeHoldOnFile, { params: { id }, body: { kind, version: 1 } });
    const cost = await house.staff.refused(bookCost, {
      params: { id },
      body: {
        date: "2026-11-20",
        amount: "93.00",
        group: "court",
        type: "Griffierecht",
        title: { on: "2026-11-01", reference: "Rb Utrecht 26/88" },
      },
    });
    expect(cost.status).toBe(402);
    const [freeze] = (await eventsOf(world.db, id)).filter(({ kind: of }) => of === "freeze");
    const back = await house.staff.refused(reverseEventCall, {
      params: { id, eventId: freeze?.id ?? 0 },
      body: { reason: "Rente moet lopen" },
    });
    expect(back.status).toBe(402);
    expect(await interestOn(id, "2027-06-30")).toBe("35.40");
  });
});

test("migrations 0097 and 0103 give older states their own day, and keep the day of those that have one", async () => {
  const sqlOf = (path: string) => readFile(new URL(path, import.meta.url), "utf8");
  const [claims, files] = [
    await sqlOf("../migrations/0097-state-freeze.sql"),
    await sqlOf("../../../cases/states/migrations/0103-state-freeze.sql"),
  ];
  /** A state as it stood before: with or without the day from which interest rests, lying, over or lifted. */
  const fileWithHold = async (kind: string, more: { until?: string; frozen?: string; lifted?: boolean } = {}) => {
    const id = await makeFile();
    await sql`insert into file_hold (file_id, kind, from_date, until_date, interest_frozen_from, status_before, phase_before, placed_at, lifted_at)
      values (${id}, ${kind}, '2026-10-01', ${more.until ?? null}, ${more.frozen ?? null}, 'in_progress', 'amicable', now(),
        ${more.lifted ? sql`now()` : null})`.execute(world.db);
    return id;
  };
  const bare = await fileWithHold("wsnp");
  const ended = await fileWithHold("shv", { until: "2026-10-31" });
  const dated = await fileWithHold("bankruptcy", { frozen: "2026-09-01" });
  const lifted = await fileWithHold("moratorium", { lifted: true });
  const other = await fileWithHold("dispute");
  for (const text of [claims, files]) await world.owner.pool.query(text);
  const days = async (id: number) =>
    (
      await sql<{
        day: string | null;
      }>`select interest_frozen_from::text as day from file_hold where file_id = ${id}`.execute(world.db)
    ).rows[0]?.day;
  expect(await Promise.all([bare, ended, dated, lifted, other].map(days))).toEqual([
    "2026-10-01",
    "2026-10-01",
    "2026-09-01",
    null,
    null,
  ]);
  expect(await Promise.all([bare, ended, dated, lifted, other].map(freezes))).toEqual([
    ["2026-10-01"],
    ["2026-10-01"],
    [],
    [],
    [],
  ]);
  // 273 days until 1 October: 29.92.
  expect(await interestOn(bare, "2026-11-20")).toBe("29.92");
  // Running them again finds nothing left to do.
  for (const text of [claims, files]) await world.owner.pool.query(text);
  expect(await freezes(bare)).toEqual(["2026-10-01"]);
});
