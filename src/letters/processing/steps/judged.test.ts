/** Interest after a judgment lapses in five years, unless our own demands interrupted that (BW 3:324(3), 3:325). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { listStates, placeHoldOnFile } from "../../../cases/states/states.contract.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { explainBalance } from "../../../money/claims/bookings/bookings.contract.ts";
import { makePromise } from "../../../money/claims/claims.contract.ts";
import { appendEvents, eventsOf, fileBalance } from "../../../money/claims/claims.server.ts";
import { noteInterruptionCall, readLimitation } from "../limitation/limitation.contract.ts";
import { portfolio } from "../processing.factory.ts";
import { doStep } from "../runs/runs.contract.ts";
import { judgedJob } from "./judged.server.ts";

let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const at = async (text: string): Promise<void> => {
  world.clock.set(new Date(`${text}T10:00:00+01:00`));
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"]);
};

/** 100.00 at 4 % simple from 1 April 2018, judgment on 1 April 2019: 4.00 a year, of which that of the first year stands. */
async function judged(): Promise<number> {
  const [id = 0] = (await portfolio(world, 1)).fileIds;
  const interest = { kind: "contractual" as const, rate: 40_000, compounding: "none" as const, floor: "none" as const };
  const from = date("2026-04-01");
  await world.work((ctx) =>
    appendEvents(ctx, id, [
      { kind: "terms", on: date("2026-11-20"), data: { interest: { ...interest, from }, bik: {} } },
    ]),
  );
  return id;
}

const note = (id: number, day: string, how: "judgment" | "demand") =>
  clerk.call(noteInterruptionCall, {
    params: { id },
    body: { date: day, how, invoices: [], proof: "ECLI:NL:RBAMS:2026:1" },
  });
const interestOn = async (id: number, day: string) => (await fileBalance(world.db, id, date(day))).interest;

const night = async (): Promise<void> => {
  await world.work((ctx) => ctx.enqueue(judgedJob, {}));
  await world.drain();
};

test("our own letter preserves interest that has not lapsed; a returned one does not", async () => {
  await at("2026-11-20");
  const id = await judged();
  await note(id, "2026-11-20", "judgment");
  const lapsing = await interestOn(id, "2032-11-20");
  await at("2029-11-23");
  await clerk.call(doStep, { params: { id }, body: { position: 1 } });
  expect(await interestOn(id, "2032-11-20")).toBe(lapsing);
  await night();
  await night();
  const copies = (await eventsOf(world.db, id)).filter(({ kind }) => kind === "interruption");
  expect(copies).toMatchObject([{ data: { how: "judgment" } }, { on: "2029-11-23", data: { how: "demand" } }]);
  // 2,425 days from 1 April 2026: 100.00 × 4 % × 2,425/365.
  expect(await interestOn(id, "2032-11-20")).toBe(2658);
  // It is told once: by the letter.
  const [invoice] = (await clerk.call(readLimitation, { params: { id } })).items;
  expect(invoice?.interruptions.map(({ kind }) => kind)).toEqual(["judgment", "demand"]);
  await at("2029-12-03");
  const { version } = (await clerk.call(listStates, { params: { id } })).file;
  await clerk.call(placeHoldOnFile, { params: { id }, body: { kind: "returned_mail", version } });
  await night();
  expect(await interestOn(id, "2032-11-20")).toBe(lapsing);
});

test("lapsed interest is left out of the balance, and the derivation says so", async () => {
  await at("2026-11-20");
  const id = await judged();
  await note(id, "2026-11-20", "judgment");
  const owed = await interestOn(id, "2032-11-20");
  // 2,425 days since 1 April 2026 bear 26.58; the 365 days from the judgment to 20 November 2027 have lapsed: 4.00.
  expect(owed).toBe(2658 - 400);
  const why = await clerk.call(explainBalance, { params: { id }, query: { part: "interest", date: "2032-11-20" } });
  expect(JSON.stringify(why)).toContain("BW 3:324 lid 3");
});

test("a promise in more words than the record keeps is repeated without half a character at their end", async () => {
  await at("2026-11-20");
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH", "ROLE_FINANCE"]);
  const id = await judged();
  await note(id, "2026-11-20", "judgment");
  const words = `Belooft te betalen${"e".repeat(181)}😀`;
  await clerk.call(makePromise, { params: { id }, body: { by: "2026-12-01", amount: "10.00", note: words } });
  await night();
  const copies = (await eventsOf(world.db, id)).filter(({ kind }) => kind === "interruption");
  expect(copies).toMatchObject([
    { data: { how: "judgment" } },
    { data: { how: "recognition", proof: words.slice(0, -2) } },
  ]);
});
