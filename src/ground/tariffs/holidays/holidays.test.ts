/** Holidays: those of the law as the domain facts (8.4) name them, and the house's own, which only ever add. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../../app/testing/world.factory.ts";
import { alwaysOpenHouse, isOfficeDay, isWorkingDay, nextOfficeDay } from "../../kernel/calendar.ts";
import { contactIn } from "../../kernel/contact-hours.ts";
import { date, dateInAmsterdam } from "../../kernel/dates.ts";
import { readGlobalSettings, saveGlobalSettings } from "../../settings/settings.contract.ts";
import { seededTariffs } from "../tariffs.factory.ts";
import { loadTariffs } from "../tariffs.server.ts";
import { calendarOf } from "../tariffs.ts";
import { addOwnDay, deleteOwnDay, readHolidays, updateOwnDay } from "./holidays.contract.ts";
import { effectOf, equatedDaysKnown, houseCalendar, legalDays } from "./holidays.ts";

const days = (year: number) => legalDays(year, seededTariffs);
const dayOf = (year: number, name: string) => days(year).find((day) => day.name === name)?.on;

describe("statutory holidays", () => {
  it.each([
    [2024, "2024-03-31"],
    [2025, "2025-04-20"],
    [2026, "2026-04-05"],
    [2027, "2027-03-28"],
    [2028, "2028-04-16"],
    [2029, "2029-04-01"],
    [2030, "2030-04-21"],
    [2038, "2038-04-25"],
  ])("Easter of %i is %s, and the days around it follow", (year, easter) => {
    expect(dayOf(year, "easterSunday")).toBe(easter);
    const offset = (name: string) =>
      (Date.parse(`${dayOf(year, name)}T00:00:00Z`) - Date.parse(`${easter}T00:00:00Z`)) / 86_400_000;
    expect(["goodFriday", "easterMonday", "ascension", "whitSunday", "whitMonday"].map(offset)).toEqual([
      -2, 1, 39, 49, 50,
    ]);
  });

  it("2026 without Sundays is the list of the domain facts", () => {
    const sundays = new Set(["easterSunday", "whitSunday"]);
    expect(
      days(2026)
        .filter(({ name }) => !sundays.has(name))
        .map(({ on }) => on),
    ).toEqual(
      ["01-01", "01-02", "04-03", "04-06", "04-27", "05-05", "05-14", "05-15", "05-25", "12-25", "12-26"].map(
        (day) => `2026-${day}`,
      ),
    );
  });

  it.each([
    [2023, ["2023-04-28", "2023-05-19"]],
    [2024, ["2024-05-10", "2024-12-27"]],
    [2025, ["2025-05-30"]],
    [2026, ["2026-01-02", "2026-05-15"]],
    [2027, ["2027-05-07"]],
    [2028, ["2028-04-28", "2028-05-26"]],
    [2029, []],
  ])("equated days of %i", (year, equated) => {
    expect(
      days(year)
        .filter(({ rule }) => rule === "decree")
        .map(({ on }) => on),
    ).toEqual(equated);
    expect(equatedDaysKnown(year, seededTariffs)).toBe(year < 2029);
  });

  it("King's Day falls on 26 April where the 27th is a Sunday; each day names its article", () => {
    expect([2025, 2026, 2031].map((year) => dayOf(year, "kingsDay"))).toEqual([
      "2025-04-26",
      "2026-04-27",
      "2031-04-26",
    ]);
    expect(days(2026).find(({ name }) => name === "goodFriday")).toMatchObject({ article: "3(2)", easterOffset: -2 });
    expect(days(2026).find(({ name }) => name === "equated")).toMatchObject({ article: "3(3)", rule: "decree" });
  });
});

describe("the provider's own days", () => {
  const house = (from: string, until: string, closed: string[] = [], silent: string[] = []) =>
    calendarOf({
      ...seededTariffs,
      house: houseCalendar({ contactFrom: from, contactUntil: until }, [
        ...closed.map((on) => ({ on: date(on), silent: false })),
        ...silent.map((on) => ({ on: date(on), silent: true })),
      ]),
    });
  const amsterdam = (text: string) => new Date(`${text}:00+01:00`);
  const next = (at: string, calendar: ReturnType<typeof house>) =>
    contactIn("NL", amsterdam(at), calendar).next.toISOString();

  it.each([
    // The law's own window, domain facts 8.4; winter time, so 07:00 is 06:00Z.
    ["the law only", "2026-11-20T20:00", house("07:00", "20:00"), "2026-11-21T06:00:00.000Z"],
    ["later in the morning", "2026-11-20T08:00", house("09:30", "20:00"), "2026-11-20T08:30:00.000Z"],
    ["earlier in the evening", "2026-11-20T18:00", house("09:00", "18:00"), "2026-11-21T08:00:00.000Z"],
    [
      "a day without contact",
      "2026-11-20T20:00",
      house("07:00", "20:00", [], ["2026-11-21"]),
      "2026-11-23T06:00:00.000Z",
    ],
    [
      "a day on which only the office is closed",
      "2026-11-20T20:00",
      house("07:00", "20:00", ["2026-11-21"]),
      "2026-11-21T06:00:00.000Z",
    ],
    ["longer hours than the law allows", "2026-11-20T06:00", house("05:00", "23:00"), "2026-11-20T06:00:00.000Z"],
    ["hours that end before they start", "2026-11-20T06:00", house("18:00", "09:00"), "2026-11-20T06:00:00.000Z"],
  ])("%s: %s", (_what, at, calendar, expected) => expect(next(at, calendar)).toBe(expected));

  it("close the office without changing the legal working days", () => {
    const calendar = house("07:00", "20:00", ["2026-11-20"]);
    expect(isWorkingDay(date("2026-11-20"), calendar)).toBe(true);
    expect(isOfficeDay(date("2026-11-20"), calendar)).toBe(false);
    expect(nextOfficeDay(date("2026-11-20"), calendar)).toBe("2026-11-23");
    expect(nextOfficeDay(date("2026-12-25"), calendar)).toBe("2026-12-28");
  });

  it.each([
    ["2026-12-25", true, "none"],
    ["2026-11-22", true, "none"],
    ["2026-11-21", false, "none"],
    ["2026-11-21", true, "silent"],
    ["2026-11-20", false, "closed"],
    ["2026-11-20", true, "silent"],
  ])("%s (silent: %s) changes: %s", (on, silent, effect) => {
    expect(effectOf({ on: date(on), silent }, { ...seededTariffs, house: alwaysOpenHouse })).toBe(effect);
  });
});

describe("over HTTP", () => {
  let world: World;
  let keeper: Visitor;
  beforeAll(async () => {
    world = await startWorld();
    keeper = await world.login({ acl: ["ROLE_SETTINGS"], name: "Sanne" });
  });
  afterAll(() => world.close());
  const day = (on: string, name = "Heidag", silent = false) => ({ on: date(on), name, silent });

  it("shows statutory holidays from five years back to five years ahead", async () => {
    const year = await keeper.call(readHolidays);
    expect(year.years).toEqual([2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028, 2029, 2030, 2031]);
    expect(year.legal.find(({ name }) => name === "ascension")).toMatchObject({
      on: "2026-05-14",
      rule: "easter",
      easterOffset: 39,
    });
    expect(await keeper.call(readHolidays, { query: { year: 2029 } })).toMatchObject({ equatedKnown: false, own: [] });
    expect((await keeper.call(readHolidays, { query: { year: 2028 } })).nextEquatedKnown).toBe(false);
  });

  it("an own day is added once, changed, removed, and each leaves a line", async () => {
    const made = await keeper.call(addOwnDay, { body: day("2026-12-31") });
    expect(made).toMatchObject({ name: "Heidag", effect: "closed", version: 1 });
    const twice = await keeper.refused(addOwnDay, { body: day("2026-12-31", "Oudjaar") });
    expect(twice.body.errors).toEqual({ on: ["There is already an own day on this date."] });
    const params = { id: made.id };
    const changed = await keeper.call(updateOwnDay, {
      params,
      body: { ...day("2026-12-31", "Oudjaar", true), version: 1 },
    });
    expect(changed).toMatchObject({ name: "Oudjaar", effect: "silent", version: 2 });
    const stale = await keeper.refused(updateOwnDay, { params, body: { ...day("2026-12-31"), version: 1 } });
    expect([stale.status, stale.body.current]).toMatchObject([409, { name: "Oudjaar" }]);
    await keeper.call(deleteOwnDay, { params });
    expect((await keeper.refused(deleteOwnDay, { params })).status).toBe(404);
    const lines = await world.db
      .selectFrom("audit_log")
      .select(["action", "before", "after"])
      .where("subject", "=", "own_day")
      .orderBy("id")
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(["holiday.create", "holiday.update", "holiday.delete"]);
    expect(lines[1]).toMatchObject({
      before: { name: "Heidag", silent: false },
      after: { name: "Oudjaar", silent: true },
    });
  });

  it("a silent day postpones outgoing messages, with immediate effect", async () => {
    // Friday 20 November, 20:30 in Amsterdam: the law's next moment is Saturday 07:00.
    world.clock.set(new Date("2026-11-20T19:30:00Z"));
    keeper = await world.login(["ROLE_SETTINGS"]);
    const sendOn = async () =>
      dateInAmsterdam(contactIn("NL", world.clock.now(), calendarOf(await loadTariffs(world.db))).next);
    expect(await sendOn()).toBe("2026-11-21");
    const made = await keeper.call(addOwnDay, { body: day("2026-11-21", "Rouwdag", true) });
    expect(await sendOn()).toBe("2026-11-23");
    const payload = { to: "debiteur@example.nl", subject: "x", text: "x", contactHours: true };
    await world.work((ctx) => ctx.send({ key: "moved", kind: "mail", payload }));
    await world.drain();
    const waiting = () =>
      world.db
        .selectFrom("outbox")
        .select(["state", "next_attempt_at"])
        .where("key", "=", "moved")
        .executeTakeFirstOrThrow();
    expect(await waiting()).toMatchObject({ state: "pending", next_attempt_at: new Date("2026-11-23T06:00:00Z") });
    await keeper.call(deleteOwnDay, { params: { id: made.id } });
    expect(await sendOn()).toBe("2026-11-21");
  });

  it("a message leaves by the clock of the country that it goes to", async () => {
    // Half past eight in the evening here is half past three in the afternoon on Curaçao; half past eleven here is half past six there.
    const stateAt = async (now: string, key: string, country?: string) => {
      world.clock.set(new Date(now));
      const payload = { to: "debiteur@example.nl", subject: "x", text: "x", contactHours: true, country };
      await world.work((ctx) => ctx.send({ key, kind: "mail", payload }));
      await world.drain();
      const { state, next_attempt_at } = await world.db
        .selectFrom("outbox")
        .select(["state", "next_attempt_at"])
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      return [state, state === "pending" ? next_attempt_at?.toISOString() : null];
    };
    expect(await stateAt("2026-11-20T19:30:00Z", "evening-here")).toEqual(["pending", "2026-11-21T06:00:00.000Z"]);
    expect(await stateAt("2026-11-20T19:30:00Z", "afternoon-there", "CW")).toEqual(["kept", null]);
    expect(await stateAt("2026-11-24T10:30:00Z", "night-there", "CW")).toEqual(["pending", "2026-11-24T11:00:00.000Z"]);
    keeper = await world.login(["ROLE_SETTINGS"]);
  });

  it("the provider's contact hours are within the legal ones", async () => {
    const { values, version } = await keeper.call(readGlobalSettings);
    const save = (changes: object) =>
      keeper.send(saveGlobalSettings, { body: wrong({ ...values, ...changes, version }) });
    for (const [key, value] of [
      ["contactFrom", "06:59"],
      ["contactUntil", "20:01"],
      ["contactFrom", "7:00"],
    ] as const) {
      const reply = await save({ [key]: value });
      expect([reply.status, reply.json()]).toMatchObject([400, { errors: { [key]: [expect.any(String)] } }]);
    }
    expect((await save({ contactFrom: "12:00", contactUntil: "12:00" })).json()).toMatchObject({
      errors: { contactUntil: ["This must be later than the start."] },
    });
    expect((await save({ contactFrom: "09:00", contactUntil: "18:00" })).status).toBe(200);
    const calendar = calendarOf(await loadTariffs(world.db));
    expect(contactIn("NL", new Date("2026-11-20T17:30:00Z"), calendar).next).toEqual(new Date("2026-11-21T08:00:00Z"));
  });

  it("is for users with the settings role", async () => {
    const clerk = await world.login(["ROLE_EMPLOYEE", "ROLE_ADMIN"]);
    expect((await clerk.refused(readHolidays)).status).toBe(403);
    expect((await clerk.refused(addOwnDay, { body: day("2026-12-31") })).status).toBe(403);
  });
});
