/** Interest beyond what the house holds fair for a consumer: refused without an approval by name, on every way in (BW 6:233). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../../app/testing/world.factory.ts";
import { createFile } from "../../../exchange/intake/intake.contract.ts";
import { fileOf, Importer, placeOne, validRow } from "../../../exchange/intake/intake.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { logoutUser, switchUser } from "../../../people/access/sign-in/sign-in.contract.ts";
import { addTerms } from "../../../people/customers/customers.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { owedFrom, statutory } from "../claims.factory.ts";
import { eventsOf } from "../claims.server.ts";
import { makeClaimFile } from "../testing/file.factory.ts";
import { decideApproval, listApprovals, requestApproval, revokeApproval, unlawfulTerms } from "./approvals.contract.ts";
import { readInterest, setInterestTerms } from "./interest.contract.ts";

let world: World;
let clerk: Visitor;
let lawyer: Visitor;

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login([
    "ROLE_EMPLOYEE",
    "ROLE_FILE_SETTINGS_EDIT",
    "ROLE_MANAGE_CLIENT",
    "ROLE_FILE_SEARCH",
    "ROLE_LEGAL",
  ]);
  lawyer = await world.login(["ROLE_EMPLOYEE", "ROLE_LEGAL", "ROLE_FILE_SEARCH"]);
});
afterAll(() => world.close());

const eighteen = { kind: "contractual" as const, rate: 180_000, per: "year" as const, compounding: "monthly" as const };
const terms = { ...eighteen, dayCount: "ACT/365F" as const, floor: "statutory" as const };

const set = async (file: number, interest = terms) => {
  const { version } = await clerk.call(readInterest, { params: { id: file } });
  return clerk.send(setInterestTerms, {
    params: { id: file },
    body: { interest, invoices: [], freeze: null, reason: "-", version },
  });
};

test("one person under two names does not approve what they requested", async () => {
  const client = await makeClient(world.db, world.clock);
  const { id: file } = await placeOne(world, client.id);
  const chief = await world.login(["*"]);
  const actAs = (who: Visitor) => chief.call(switchUser, { params: { id: who.userId } });
  const body = { file, ...eighteen, reason: "Onder andermans naam" };
  const decision = ({ id }: { id: number }) => ({ params: { id }, body: { approve: true, reason: "Zelf getoetst" } });
  await actAs(clerk);
  const asked = await chief.call(requestApproval, { body });
  expect(asked.mayDecide).toBe(false);
  await chief.call(logoutUser);
  expect((await chief.refused(decideApproval, decision(asked))).status).toBe(400);
  const own = await chief.call(requestApproval, { body });
  await actAs(lawyer);
  expect((await chief.refused(decideApproval, decision(own))).status).toBe(400);
  expect((await lawyer.call(decideApproval, decision(own))).state).toBe("approved");
});

test("one employee requests, another approves exactly these terms, until the approval is revoked", async () => {
  const noted = await world.db.selectFrom("audit_log").select("id").orderBy("id", "desc").limit(1).execute();
  const before = noted[0]?.id ?? 0;
  const client = await makeClient(world.db, world.clock);
  const { id: file } = await placeOne(world, client.id);
  expect((await set(file)).status).toBe(402);
  const asked = await clerk.call(requestApproval, {
    body: { file, ...eighteen, reason: "Overeengekomen en uitgelegd" },
  });
  expect(asked).toMatchObject({ state: "asked", mayDecide: false, file: { id: file } });
  expect((await set(file)).status).toBe(402);
  const decision = { params: { id: asked.id }, body: { approve: true, reason: "Getoetst aan 6:233" } };
  expect((await clerk.refused(decideApproval, decision)).status).toBe(400);
  const stranger = await world.login(["ROLE_EMPLOYEE", "ROLE_FILE_SETTINGS_EDIT"]);
  expect((await stranger.refused(decideApproval, decision)).status).toBe(403);
  expect(await lawyer.call(decideApproval, decision)).toMatchObject({
    state: "approved",
    decisionReason: "Getoetst aan 6:233",
  });
  expect((await lawyer.refused(decideApproval, decision)).status).toBe(400);
  // A tenth of a percent more is not what was approved.
  expect((await set(file, { ...terms, rate: 181_000 })).status).toBe(402);
  expect((await set(file, { ...terms, per: wrong("month") })).status).toBe(402);
  expect((await set(file)).status).toBe(200);
  const { id: other } = await placeOne(world, client.id);
  expect((await set(other)).status).toBe(402);
  expect((await clerk.call(unlawfulTerms, {})).items.filter((row) => row.file?.id === file)).toEqual([]);
  await lawyer.call(revokeApproval, { params: { id: asked.id }, body: { reason: "Klacht gegrond" } });
  expect((await clerk.call(unlawfulTerms, {})).items.filter((row) => row.file?.id === file)).toMatchObject([
    { file: { id: file }, why: [expect.stringContaining("18"), expect.any(String)] },
  ]);
  expect((await clerk.call(listApprovals, { query: { file } })).items).toMatchObject([
    { state: "revoked", revocationReason: "Klacht gegrond" },
  ]);
  const lines = await world.db
    .selectFrom("audit_log")
    .select("action")
    .where("action", "like", "interest_approval.%")
    .where("id", ">", before)
    .orderBy("id")
    .execute();
  expect(lines.map(({ action }) => action)).toEqual([
    "interest_approval.asked",
    "interest_approval.approved",
    "interest_approval.revoked",
  ]);
});

test("terms of single invoices are judged and listed as well as those of the file", async () => {
  const client = await makeClient(world.db, world.clock);
  const own = (rate: number) => ({ kind: "contractual" as const, rate, compounding: "none" as const });
  const id = await makeClaimFile(world, client.id, [
    statutory(),
    owedFrom("100.00", "2026-02-01", { number: "F1", interest: own(900_000) }),
    owedFrom("100.00", "2026-02-01", { number: "F2", interest: own(900_000) }),
    owedFrom("100.00", "2026-02-01", { number: "F3" }),
    { kind: "invoice_terms", on: date("2026-03-01"), data: { invoice: "F2", interest: null } },
    { kind: "invoice_terms", on: date("2026-03-01"), data: { invoice: "F3", interest: own(800_000) } },
  ]);
  const mine = (await clerk.call(unlawfulTerms, {})).items.filter((row) => row.file?.id === id);
  // F2 got the terms of the file back.
  expect(mine).toMatchObject([
    { invoice: "F1", why: [expect.stringContaining("90")] },
    { invoice: "F3", why: [expect.stringContaining("80")] },
  ]);
  expect(await world.problems()).toContainEqual(expect.stringContaining("invoice F3: interestRateUnfair"));
});

const condition = {
  fileType: "private" as const,
  validFrom: "2026-11-20",
  interestKind: "contractual" as const,
  interestRate: "18",
  compounding: "monthly" as const,
};

test("terms of a client are judged on entry, with errors beside their fields", async () => {
  const client = await makeClient(world.db, world.clock);
  const add = (body: object) => clerk.refused(addTerms, { params: { id: client.id }, body: { ...condition, ...body } });
  expect(Object.keys((await add({})).body.errors ?? {})).toEqual(["interestRate", "compounding"]);
  expect(Object.keys((await add({ interestKind: "commercial", interestRate: "0" })).body.errors ?? {})).toEqual([
    "interestKind",
  ]);
  expect(
    Object.keys((await add({ costsMethod: "fixed", costsCents: 5000, interestKind: "legal" })).body.errors ?? {}),
  ).toEqual(["costsMethod"]);
  const asked = await clerk.call(requestApproval, {
    body: { client: client.id, ...eighteen, reason: "Nieuwe voorwaarden" },
  });
  await lawyer.call(decideApproval, { params: { id: asked.id }, body: { approve: true, reason: "Akkoord" } });
  await clerk.call(addTerms, { params: { id: client.id }, body: condition });
  // And the files of the client may bear them, while those of another may not.
  const { id } = await placeOne(world, client.id);
  const found = (await eventsOf(world.db, id)).find(({ kind }) => kind === "terms");
  expect(found).toMatchObject({ data: { interest: { rate: 180_000, compounding: "monthly" } } });
});

test("terms whose approval is revoked are listed, block new files of the client, and cannot be entered again", async () => {
  const client = await makeClient(world.db, world.clock);
  const asked = await clerk.call(requestApproval, {
    body: { client: client.id, ...eighteen, reason: "Voorwaarden 2026" },
  });
  await lawyer.call(decideApproval, { params: { id: asked.id }, body: { approve: true, reason: "Akkoord" } });
  await clerk.call(addTerms, { params: { id: client.id }, body: condition });
  const maker = await world.login(["ROLE_FILE_CREATE"]);
  const { id: file } = await maker.call(createFile, { body: fileOf(client.id) });
  const listed = async () => (await clerk.call(unlawfulTerms, {})).items.filter((row) => row.client.id === client.id);
  expect(await listed()).toEqual([]);
  await lawyer.call(revokeApproval, { params: { id: asked.id }, body: { reason: "Klacht gegrond" } });
  // The page of the client shows its approvals with their end, and who ended them.
  expect((await clerk.call(listApprovals, { query: { client: client.id } })).items).toMatchObject([
    { file: null, state: "revoked", revocationReason: "Klacht gegrond", revokedBy: expect.any(String) },
  ]);
  const found = await listed();
  expect(found).toMatchObject([{ file: null, validFrom: "2026-11-20" }, { file: { id: file } }]);
  for (const { why } of found) expect(why).toContainEqual(expect.stringContaining("18"));
  expect((await maker.refused(createFile, { body: fileOf(client.id) })).status).toBe(402);
  const again = { ...condition, validFrom: "2026-11-21" };
  expect((await clerk.refused(addTerms, { params: { id: client.id }, body: again })).status).toBe(402);
});

test("a correction that became unlawful after it was planned is refused with the reason and the figures, in the reader's language", async () => {
  const client = await makeClient(world.db, world.clock);
  const staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  const importer = new Importer(world, staff, client.id);
  const fifteen = { kind: "contractual" as const, rate: 150_000, per: "year" as const, compounding: "none" as const };
  const asked = await clerk.call(requestApproval, {
    body: { client: client.id, ...fifteen, reason: "Overeengekomen" },
  });
  await lawyer.call(decideApproval, { params: { id: asked.id }, body: { approve: true, reason: "Akkoord" } });
  await importer.placed([validRow({ client_ref: "TUSSENTIJDS" })]);
  const words = { client_ref: "TUSSENTIJDS", interest_type: "contractueel", interest_pct: "15" };
  const seen = await importer.seen([words], "correct");
  expect(await importer.rowsOf(seen)).toMatchObject([{ verdict: "good" }]);
  await lawyer.call(revokeApproval, { params: { id: asked.id }, body: { reason: "Vergissing" } });
  expect((await importer.made(seen)).filesPlaced).toBe(0);
  const [row] = await importer.rowsOf(seen);
  expect(row?.verdict).toBe("rejected");
  expect(row?.problems.map(({ message }) => message).join()).toMatch(/15.*12/);
  expect(row?.problems.map(({ message }) => message).join()).not.toContain("%rate%");
});

test("existing unlawful terms of a client block only their own rows of an import, and are listed", async () => {
  const client = await makeClient(world.db, world.clock);
  await world.db
    .insertInto("client_terms")
    .values({
      client_id: client.id,
      file_type: "private",
      valid_from: date("2026-01-02"),
      interest_kind: "contractual",
      interest_rate: "60",
      created_at: world.clock.now(),
    })
    .execute();
  const staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH"]);
  const importer = new Importer(world, staff, client.id);
  const batch = await importer.placed([
    validRow({ client_ref: "EIGEN-1", interest_type: "wettelijk" }),
    validRow({ client_ref: "VAN-DE-KLANT" }),
    validRow({ client_ref: "EIGEN-2", interest_type: "geen" }),
  ]);
  expect(batch).toMatchObject({ state: "placed", filesPlaced: 2 });
  const rejected = (await importer.rowsOf(batch)).filter(({ verdict }) => verdict === "rejected");
  expect(rejected).toMatchObject([{ problems: [{ message: expect.stringContaining("60") }] }]);
  expect((await clerk.call(unlawfulTerms, {})).items.filter((row) => row.client.id === client.id)).toMatchObject([
    { file: null, validFrom: "2026-01-02", why: [expect.stringContaining("60")] },
  ]);
  expect(await world.problems()).toContainEqual(expect.stringContaining("interestRateUnfair"));
  // The form tells it as well.
  const maker = await world.login(["ROLE_FILE_CREATE"]);
  expect((await maker.refused(createFile, { body: fileOf(client.id) })).status).toBe(402);
});
