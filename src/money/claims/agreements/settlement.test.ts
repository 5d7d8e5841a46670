/** A settlement in debt counselling over HTTP: offered, decided by the client, recalculated each year, discharged at its end (domain facts 6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAgendaOf } from "../../../cases/agenda/agenda.server.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { bik, eur, owedFrom, statutory } from "../claims.factory.ts";
import { makeClaimFile } from "../testing/file.factory.ts";
import { type Months, startMonths } from "../testing/months.factory.ts";
import {
  decideSettlement,
  previewArrangement,
  proposeSettlement,
  readAgreements,
  recalculateSettlement,
} from "./agreements.contract.ts";

let m: Months;

beforeAll(async () => {
  m = await startMonths("2026-03-02", ["ROLE_FILE_SEARCH", "ROLE_CONTACT_PERSON"]);
});
afterAll(() => m.world.close());

/** 1,000.00 with interest from 2026 on and 150.00 of collection costs; debt counselling has been notified. */
async function underCounselling(): Promise<number> {
  const id = await makeClaimFile(m.world, m.clientId, [
    statutory(),
    owedFrom("1000.00", "2026-01-01", { number: "F1" }),
    bik("2026-02-10", "150.00"),
  ]);
  await m.world.work((ctx) => placeHold(ctx, id, { kind: "shv", reason: "Kennisgeving gemeente", until: null }));
  return id;
}

const offer = { offered: "360.00", first: "2026-04-01", count: 18, reason: "Kredietbank, kenmerk 2026-118" };
const subjects = async (id: number) =>
  ((await openAgendaOf(m.world.db, [id])).get(id) ?? []).map(({ subject }) => subject).sort();
const fileOf = (id: number) =>
  m.world.db.selectFrom("case_file").select(["status", "open_cents"]).where("id", "=", id).executeTakeFirstOrThrow();

async function offered(): Promise<{ id: number; arrangement: string; version: number }> {
  const id = await underCounselling();
  const made = await m.staff.call(proposeSettlement, { params: { id }, body: offer });
  return { id, arrangement: made.id, version: made.version };
}

describe("a settlement", () => {
  test("is offered by the debt counsellor for less than the balance, and waits for the client's decision", async () => {
    const { id } = await offered();
    const { arrangements } = await m.contact.call(readAgreements, { params: { id } });
    // 1,000.00 + 150.00 + 6.58 of interest over 60 days at 4%.
    expect(arrangements).toMatchObject([
      { kind: "shv", status: "proposed", total: eur("360.00"), debt: eur("1156.58"), interest: "frozen" },
    ]);
    expect(arrangements[0]?.terms.map(({ amount }) => amount)).toEqual(Array.from({ length: 18 }, () => eur("20.00")));
    expect(await subjects(id)).toContain("client_question");
    const twice = await m.staff.refused(proposeSettlement, { params: { id }, body: offer });
    expect(twice.body.errors).toEqual({ common: ["A proposal is waiting for an answer already."] });
  });

  test("shows its terms before it is saved, and cannot be for the whole balance", async () => {
    const id = await underCounselling();
    const query = { first: "2026-04-01", frequency: "month" as const, count: 18, offered: "360.00" };
    const shown = await m.staff.call(previewArrangement, { params: { id }, query });
    expect(shown).toMatchObject({ total: eur("360.00"), closingTerm: 0, warnings: [] });
    const all = await m.staff.refused(proposeSettlement, { params: { id }, body: { ...offer, offered: "1156.58" } });
    expect(Object.keys(all.body.errors ?? {})).toEqual(["offered"]);
  });

  test("is decided once, by the client's own users; a task to inform the counsellor is planned", async () => {
    const { id, arrangement, version } = await offered();
    const params = { id, arrangement };
    const body = { decision: "accept" as const, version };
    expect((await m.stranger.refused(decideSettlement, { params, body })).status).toBe(404);
    const stale = await m.contact.refused(decideSettlement, { params, body: { ...body, version: version - 1 } });
    expect(stale.status).toBe(409);
    const begun = await m.contact.call(decideSettlement, { params, body });
    expect(begun).toMatchObject({ status: "active", activeFrom: "2026-03-02" });
    // The state that suspends the file goes on, so that all contact stays with the counsellor.
    expect((await fileOf(id)).status).toBe("suspend");
    expect(await subjects(id)).toContain("shv_review");
    expect(await subjects(id)).not.toContain("client_question");
    const again = await m.contact.refused(decideSettlement, { params, body: { ...body, version: begun.version } });
    expect(again.body.errors).toEqual({ common: ["This offer was decided on already."] });
  });

  test("can be refused only with a reason", async () => {
    const { id, arrangement, version } = await offered();
    const params = { id, arrangement };
    const bare = await m.contact.refused(decideSettlement, { params, body: { decision: "refuse", version } });
    expect(Object.keys(bare.body.errors ?? {})).toEqual(["reason"]);
    const body = { decision: "refuse" as const, reason: "Te laag", version };
    expect(await m.contact.call(decideSettlement, { params, body })).toMatchObject({ status: "cancelled" });
  });

  test("ordered by a court starts at once; clients can neither enter nor recalculate one", async () => {
    const id = await underCounselling();
    expect((await m.contact.refused(proposeSettlement, { params: { id }, body: offer })).status).toBe(403);
    const made = await m.staff.call(proposeSettlement, { params: { id }, body: { ...offer, forced: true } });
    expect(made.status).toBe("active");
    const params = { id, arrangement: made.id };
    const body = { amount: "25.00", reason: "Meer inkomen", version: made.version };
    expect((await m.contact.refused(recalculateSettlement, { params, body })).status).toBe(403);
  });
});

describe("an active settlement", () => {
  test("is not broken by a missed term, is recalculated each year, and discharges the rest when kept to the end", async () => {
    const id = await underCounselling();
    const made = await m.staff.call(proposeSettlement, { params: { id }, body: { ...offer, forced: true } });
    const params = { id, arrangement: made.id };
    // Due on 1 April: more than fourteen days later the case manager has to ask the counsellor.
    await m.night("2026-04-20");
    expect((await m.staff.call(readAgreements, { params: { id } })).arrangements[0]?.status).toBe("active");
    expect(await subjects(id)).toContain("missed_term");
    // Twelve terms of 20.00 in time.
    await m.pay(id, "2026-04-20", "240.00");
    await m.night("2027-03-01");
    const before = (await openAgendaOf(m.world.db, [id])).get(id)?.length ?? 0;
    await m.night("2027-03-02");
    expect((await openAgendaOf(m.world.db, [id])).get(id)).toHaveLength(before + 1);
    await m.night("2027-03-03");
    expect((await openAgendaOf(m.world.db, [id])).get(id)).toHaveLength(before + 1);

    const body = { amount: "30.00", reason: "Meer inkomen", version: made.version };
    const again = await m.staff.call(recalculateSettlement, { params, body });
    // Six terms are left: 12 × 20.00 + 6 × 30.00.
    expect(again).toMatchObject({ total: eur("420.00"), activeFrom: "2026-03-02", status: "active" });
    expect((await openAgendaOf(m.world.db, [id])).get(id)).toHaveLength(before);
    const late = await m.staff.refused(recalculateSettlement, { params, body });
    expect([late.status, late.body.current]).toMatchObject([409, { amount: eur("30.00"), version: again.version }]);
    const tooMuch = { ...body, amount: "500.00", version: again.version };
    expect(
      Object.keys((await m.staff.refused(recalculateSettlement, { params, body: tooMuch })).body.errors ?? {}),
    ).toEqual(["amount"]);

    await m.pay(id, "2027-03-03", "180.00");
    await m.night("2027-03-04");
    expect((await m.staff.call(readAgreements, { params: { id } })).arrangements[0]?.status).toBe("completed");
    expect(await fileOf(id)).toEqual({ status: "closed", open_cents: 0 });
    const closure = await m.world.db
      .selectFrom("file_closure")
      .select("reason")
      .where("file_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(closure.reason).toBe("shv_completed");
    const { rest } = await m.world.db
      .selectFrom("claim_event")
      .select("amount_cents as rest")
      .where("file_id", "=", id)
      .where("kind", "=", "write_off")
      .executeTakeFirstOrThrow();
    // Interest stood still since 2 March 2026: 1,156.58 − 420.00.
    expect(rest).toBe(eur("736.58"));
  });
});
