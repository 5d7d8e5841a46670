/** The interest of a file over HTTP: what stands, what a change would do, the change, and who may. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { listLogs } from "../../../cases/logs/logs.contract.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { getBalance } from "../bookings/bookings.contract.ts";
import { eur, owedFrom, statutory } from "../claims.factory.ts";
import { interestTerms } from "../engine/events.ts";
import { makeClaimFile } from "../testing/file.factory.ts";
import { previewInterest, readInterest, setInterestTerms } from "./interest.contract.ts";

let world: World;
let settings: Visitor;
let reader: Visitor;
let clientId: number;

beforeAll(async () => {
  world = await startWorld();
  clientId = (await makeClient(world.db, world.clock)).id;
  settings = await world.login(["ROLE_FILE_SETTINGS_EDIT", "ROLE_FILE_SEARCH"]);
  reader = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
});
afterAll(() => world.close());

// I10 of the domain facts: 2,000 from 2026-02-01 to 2026-11-20 is 292 days; at 12 % simple 192.00, at the statutory 4 % 64.00.
const makeFile = (): Promise<number> =>
  makeClaimFile(world, clientId, [statutory(), owedFrom("2000.00", "2026-02-01", { number: "F1" })]);
const contractual = interestTerms.parse({ kind: "contractual", rate: 120_000, compounding: "none" });
const legal = interestTerms.parse({ kind: "statutory" });
const interestOf = async (id: number): Promise<string> =>
  (await settings.call(getBalance, { params: { id } })).interest;

describe("the interest of a file", () => {
  test("is previewed without being changed, then changed for its whole history", async () => {
    const id = await makeFile();
    const before = await settings.call(readInterest, { params: { id } });
    expect(before).toMatchObject({ interest: { kind: "statutory" }, charged: eur("64.00"), frozen: [] });
    const body = { interest: contractual };
    expect(await settings.call(previewInterest, { params: { id }, body })).toMatchObject({
      interest: { before: eur("64.00"), after: eur("192.00") },
      open: { before: eur("2064.00"), after: eur("2192.00") },
      invoices: [{ number: "F1", before: eur("64.00"), after: eur("192.00") }],
    });
    expect(await interestOf(id)).toBe("64.00");
    await settings.call(setInterestTerms, { params: { id }, body: { ...body, reason: "Volgens voorwaarden" } });
    expect(await interestOf(id)).toBe("192.00");
    const { items } = await settings.call(listLogs, { params: { id } });
    expect(items[0]?.subject).toBe("Interest settings changed: interest until today from €64.00 to €192.00");
    expect(items[0]?.content).toBe("Volgens voorwaarden");
  });

  test("follows the legal rate if the agreed one is lower (BW 6:119(3))", async () => {
    const id = await makeFile();
    const low = { ...contractual, rate: 20_000 };
    await settings.call(setInterestTerms, { params: { id }, body: { interest: low } });
    expect(await interestOf(id)).toBe("64.00");
  });

  test("is set for one invoice only, and reset", async () => {
    const id = await makeClaimFile(world, clientId, [
      statutory(),
      owedFrom("2000.00", "2026-02-01", { number: "F1" }),
      owedFrom("2000.00", "2026-02-01", { number: "F2" }),
    ]);
    const own = { number: "F2", interest: contractual, from: null };
    await settings.call(setInterestTerms, { params: { id }, body: { interest: legal, invoices: [own] } });
    const set = await settings.call(readInterest, { params: { id } });
    // F2's start was given with the invoice and is now what follows from its due date: 2026-02-02, 291 days, 191.34.
    expect(set.invoices).toMatchObject([
      { number: "F1", interestCharged: eur("64.00"), interest: null },
      { number: "F2", interestCharged: eur("191.34"), interest: { kind: "contractual" }, interestFrom: "2026-02-02" },
    ]);
    const back = { number: "F2", interest: null, from: "2026-02-02" };
    await settings.call(setInterestTerms, { params: { id }, body: { interest: legal, invoices: [back] } });
    // One day less than F1: 291 days at 4 % of 2,000.00 are 63.78.
    expect(await interestOf(id)).toBe("127.78");
  });

  test("is not charged in a frozen period, which needs a reason", async () => {
    const id = await makeFile();
    // 100 days of 292 without interest: 28 days before them are 6.14, 164 days after them 35.95.
    const body = { interest: legal, freeze: { from: "2026-03-01", until: "2026-06-09" } };
    const bare = await settings.refused(setInterestTerms, { params: { id }, body });
    expect(Object.keys(bare.body.errors ?? {})).toEqual(["reason"]);
    expect((await settings.call(previewInterest, { params: { id }, body })).interest.after).toBe(eur("42.09"));
    await settings.call(setInterestTerms, { params: { id }, body: { ...body, reason: "Schuldhulp" } });
    expect(await interestOf(id)).toBe("42.09");
  });

  test("is refused with contradictory values", async () => {
    const id = await makeFile();
    const wrong = async (body: BodyOf<typeof setInterestTerms>) =>
      Object.keys((await settings.refused(setInterestTerms, { params: { id }, body })).body.errors ?? {});
    expect(await wrong({ interest: { ...contractual, rate: 0 } })).toEqual(["interest.rate"]);
    expect(await wrong({ interest: { ...legal, compounding: "none" } })).toEqual(["interest.compounding"]);
    expect(await wrong({ interest: legal, invoices: [{ number: "F9", interest: null, from: null }] })).toEqual([
      "invoices.0.number",
    ]);
    expect(await wrong({ interest: legal, freeze: { from: "2026-03-01", until: "2026-03-01" }, reason: "x" })).toEqual([
      "freeze.until",
    ]);
    const all = {
      interest: { ...legal, compounding: "none" as const },
      invoices: [{ number: "F9", interest: { ...contractual, rate: 0 }, from: null }],
      freeze: { from: "2026-03-01", until: "2026-03-01" },
    };
    expect(await wrong(all)).toEqual([
      "interest.compounding",
      "invoices.0.number",
      "invoices.0.interest.rate",
      "freeze.until",
      "reason",
    ]);
  });

  test("cannot be changed with an outdated version, without the right, or on a hidden file", async () => {
    const id = await makeFile();
    const { version } = await settings.call(readInterest, { params: { id } });
    await settings.call(setInterestTerms, { params: { id }, body: { interest: contractual, version } });
    const stale = await settings.refused(setInterestTerms, { params: { id }, body: { interest: legal, version } });
    expect(stale.status).toBe(409);
    // The terms stand in it as the form holds them as well, and who made them so.
    expect(stale.body).toMatchObject({ current: { interest: { kind: "contractual" }, kind: "contractual" } });
    expect(stale.body.changedBy).toBeTypeOf("string");
    expect((await reader.refused(setInterestTerms, { params: { id }, body: { interest: legal } })).status).toBe(403);
    expect((await reader.refused(readInterest, { params: { id } })).status).toBe(403);
    const acl = ["ROLE_FILE_SETTINGS_EDIT", "ROLE_FILE_SEARCH"];
    const other = await world.login({
      kind: "contact",
      clientIds: [(await makeClient(world.db, world.clock)).id],
      acl,
    });
    for (const call of [setInterestTerms, previewInterest]) {
      expect((await other.refused(call, { params: { id }, body: { interest: legal } })).status).toBe(404);
    }
  });
});
