import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { showFile } from "../../cases/file-page/file-page.contract.ts";
import { describeClaim } from "../../cases/files/files.contract.ts";
import { listLogs } from "../../cases/logs/logs.contract.ts";
import { updateDebtor } from "../../cases/parties/parties.contract.ts";
import { listStates, placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { date } from "../../ground/kernel/dates.ts";
import { attachDocument } from "../../letters/correspondence/correspondence.server.ts";
import { portfolio } from "../../letters/processing/processing.factory.ts";
import { bookPaymentCall } from "../../money/claims/claims.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import {
  chooseHandover,
  type Handover,
  type HandoverChoices,
  passLine,
  readHandover,
  readHandoverSet,
  setMandate,
  takeBackPass,
} from "./handover.contract.ts";
import { addPaper, kindPaper, listPapers, restState } from "./papers/papers.contract.ts";

describe("the handover of a file", () => {
  let world: World;
  let staff: Visitor;
  let id: number;
  let clientId: number;
  const acl = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_PROCESSING"];
  const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");

  beforeAll(async () => {
    world = await startWorld();
    staff = await world.login(acl);
    const made = await portfolio(world, 1);
    clientId = made.clientId;
    id = made.fileIds[0] ?? 0;
  });
  afterAll(() => world.close());

  const read = (): Promise<Handover> => staff.call(readHandover, { params: { id } });
  const lineOf = ({ checks }: Handover, need: string) => checks.find((check) => check.need === need);

  test("shows each line's state, the reason, and where to correct it", async () => {
    const handover = await read();
    expect(handover).toMatchObject({ ready: false, asOf: "2026-11-20", clientId });
    expect(lineOf(handover, "birthDate")).toMatchObject({
      state: "missing",
      why: "The birth date is not known.",
      mend: "debtor",
    });
    const notice = lineOf(handover, "notice14");
    expect(notice).toMatchObject({ state: "missing", mend: "workflow" });
    expect(notice?.reasons.map(({ rule }) => rule)).toEqual(["noticeMissing"]);
    expect(lineOf(handover, "court")).toMatchObject({ state: "missing", mend: "court", passable: true });
    expect(notice?.passable).toBe(false);
    // The open amount is below the least for a summons: no line is about that.
    expect(handover.reasons.map(({ rule }) => rule)).toContain("summonsAmount");
  });

  test("a corrected line is complete", async () => {
    const { debtor, version } = await staff.call(showFile, { params: { id } });
    const { id: _id, fileType: _type, isConsumer: _c, isNaturalPerson: _n, displayName: _d, ...fields } = debtor;
    const complete = { ...fields, birthDate: "1988-05-04", addressVerifiedOn: "2026-11-02" };
    await staff.call(updateDebtor, { params: { id }, body: complete });
    const words = { title: "Levering", description: "Jaarafrekening 2025", contractDate: "2024-02-29" };
    const described = await staff.call(describeClaim, { params: { id }, body: { ...words, version } });
    expect(described).toEqual({ ...words, version: version + 1 });
    await world.work((ctx) => attachDocument(ctx, id, { name: "overeenkomst.pdf", bytes: pdf }));
    const handover = await read();
    expect(lineOf(handover, "birthDate")).toMatchObject({ state: "met", why: "04-05-1988", mend: null });
    expect(lineOf(handover, "addressChecked")).toMatchObject({ state: "met", why: "Checked on 02-11-2026" });
    expect(lineOf(handover, "claim")).toMatchObject({ state: "met", why: "Levering" });
    expect(lineOf(handover, "contractDocument")).toMatchObject({ state: "met", why: "overeenkomst.pdf" });
    const { items } = await staff.call(listLogs, { params: { id }, query: {} });
    expect(items.map(({ subject }) => subject)).toContain("Description of the claim changed");
  });

  test("time-barred invoices of a file are left out, with the reason", async () => {
    const old = { date: date("2019-01-01"), dueDate: date("2019-01-31"), cents: 10_000, description: null };
    const young = { date: date("2026-03-01"), dueDate: date("2026-03-31"), cents: 40_000, description: null };
    const mixed = await placeOne(world, clientId, {
      claimTitle: "Dienstverlening",
      invoices: [
        { number: "OUD", ...old },
        { number: "JONG", ...young },
      ],
    });
    const params = { id: mixed.id };
    const body = { date: "2026-11-19", amount: "30.00", kind: "agency", reference: "x" } as const;
    await staff.call(bookPaymentCall, { params, body: { ...body, invoices: ["JONG"] } });
    const { claim } = (await staff.call(readHandoverSet, { params })).file;
    expect(claim.invoices.map(({ number }) => number)).toEqual(["JONG"]);
    // Its interest is open too: 100.00 of principal and some of interest.
    expect(claim.leftOut).toMatchObject([{ number: "OUD", barredOn: "2024-02-01", article: "BW 3:307" }]);
    expect(Number(claim.leftOut[0]?.open)).toBeGreaterThan(100);
    expect(claim.interest.startDates.map(({ invoice }) => invoice)).toEqual(["JONG"]);
    const cents = (text: string): number => Math.round(Number(text) * 100);
    const { totals } = claim;
    expect(cents(totals.principal) + cents(totals.interest) + cents(totals.costs)).toBe(cents(totals.open));
    expect(cents(totals.open)).toBeLessThan(45_000);
    const handover = await staff.call(readHandover, { params });
    expect(lineOf(handover, "limitation")?.why).toContain("OUD");
    expect(lineOf(handover, "invoices")?.why).toContain("400");
  });

  test("an outdated, hostile or future-dated description changes nothing", async () => {
    const body = { title: "Anders", description: "Anders", contractDate: null, version: 1 };
    const stale = await staff.refused(describeClaim, { params: { id }, body });
    expect([stale.status, stale.body.current]).toMatchObject([409, { title: "Levering" }]);
    const { version } = await staff.call(showFile, { params: { id } });
    const ahead = await staff.refused(describeClaim, {
      params: { id },
      body: { ...body, contractDate: "2026-11-21", version },
    });
    expect([ahead.status, Object.keys(ahead.body.errors ?? {})]).toEqual([400, ["contractDate"]]);
    const empty = await staff.refused(describeClaim, { params: { id }, body: { ...body, title: " ", version } });
    expect(Object.keys(empty.body.errors ?? {})).toEqual(["title"]);
    const foreign = await makeClient(world.db, world.clock, { company: "Anders B.V." });
    const other = await world.login({ acl, kind: "contact", clientIds: [foreign.id] });
    expect((await other.refused(describeClaim, { params: { id }, body: { ...body, version } })).status).toBe(404);
    const reader = await world.login(["ROLE_FILE_SEARCH"]);
    expect((await reader.refused(describeClaim, { params: { id }, body: { ...body, version } })).status).toBe(403);
  });

  test("exports the known data, and records who exported them", async () => {
    const body = { date: "2026-11-19", amount: "20.00", kind: "agency", reference: "afschrift 7" } as const;
    await staff.call(bookPaymentCall, { params: { id }, body });
    await staff.call(placeHoldOnFile, {
      params: { id },
      body: {
        kind: "dispute",
        reason: "klopt niet",
        version: (await staff.call(showFile, { params: { id } })).version,
      },
    });
    const { file, asOf } = await staff.call(readHandoverSet, { params: { id } });
    expect(asOf).toBe("2026-11-20");
    const { balance, number } = await staff.call(showFile, { params: { id } });
    expect(file.fileNumber).toBe(number);
    expect(file.debtors).toMatchObject([{ role: "main", birthDate: "1988-05-04", solidary: true }]);
    const { totals, payments, invoices } = file.claim;
    expect(totals).toMatchObject({ open: balance.open, paid: "20.00" });
    // Interest first: 2.55 - rounded by the engine - then principal (BW 6:44).
    expect(payments).toMatchObject([{ date: "2026-11-19", amount: "20.00", channel: "agency" }]);
    const cents = (text: string | undefined): number => Math.round(Number(text) * 100);
    const { costs, interest, principal } = payments[0]?.allocated ?? {};
    expect(cents(costs) + cents(interest) + cents(principal)).toBe(2000);
    expect(cents(totals.principal) + cents(totals.interest) + cents(totals.costs)).toBe(cents(totals.open));
    expect(cents(invoices[0]?.open)).toBe(cents(totals.principal));
    expect(file.claim).toMatchObject({ dispute: "klopt niet", contractDate: "2024-02-29", currency: "EUR" });
    expect(file.flags).toMatchObject({ shv: false, wsnp: false, deceased: false });
    expect(file.documents).toMatchObject([{ type: "attachment", filename: "overeenkomst.pdf" }]);
    const { text } = await staff.raw("GET", file.documents[0]?.url ?? "", {
      headers: { "x-requested-with": "XMLHttpRequest" },
    });
    expect(text).toBe(pdf.toString());
    const noted = await world.db
      .selectFrom("audit_log")
      .select("user_id")
      .where("action", "=", "file.handover-data")
      .where("subject_id", "=", String(id))
      .execute();
    expect(noted).toEqual([{ user_id: staff.userId }]);
    expect(lineOf(await read(), "standing")).toMatchObject({ state: "missing", mend: "states" });
  });

  test("court and advance are chosen; a conflicting change gets the current version", async () => {
    const { choices, courtProposed, placeProposed } = await read();
    expect([choices.version, choices.court, courtProposed]).toEqual([0, null, "zeeland-west-brabant"]);
    expect(placeProposed).toBe("breda");
    const body = {
      court: "rotterdam",
      place: "dordrecht",
      advanceRequired: true,
      advanceCents: 15_000,
      advanceReceivedOn: null,
      version: 0,
    } as const;
    const params = { id };
    const chosen = await staff.call(chooseHandover, { params, body });
    expect(chosen).toEqual({ ...body, mandate: null, version: 1 });
    expect(lineOf(await read(), "court")).toMatchObject({ state: "met", mend: null });
    expect(lineOf(await read(), "advance")).toMatchObject({ state: "missing", mend: "advance" });
    const late = await staff.refused(chooseHandover, {
      params,
      body: { ...body, court: "limburg", place: "roermond" },
    });
    expect([late.status, late.body.current]).toMatchObject([409, { court: "rotterdam", version: 1 }]);
    const ahead = await staff.refused(chooseHandover, {
      params,
      body: { ...body, advanceReceivedOn: "2026-11-21", version: 1 },
    });
    expect(Object.keys(ahead.body.errors ?? {})).toEqual(["advanceReceivedOn"]);
    const elsewhere = await staff.refused(chooseHandover, { params, body: { ...body, place: "gouda", version: 1 } });
    expect(Object.keys(elsewhere.body.errors ?? {})).toEqual(["place"]);
    const none = await staff.refused(chooseHandover, { params, body: { ...body, advanceRequired: false, version: 1 } });
    expect(Object.keys(none.body.errors ?? {})).toEqual(["advanceRequired"]);
    await staff.call(chooseHandover, { params, body: { ...body, advanceReceivedOn: "2026-11-20", version: 1 } });
    expect(lineOf(await read(), "advance")).toMatchObject({
      state: "met",
      why: "Advance of €150.00 received on 20-11-2026",
    });
    const { file } = await staff.call(readHandoverSet, { params });
    const place = { city: "Dordrecht", street: "Steegoversloot 36", postcode: "3311 PP", checkedOn: null };
    expect(file.court).toEqual({ name: "Rechtbank Rotterdam", sector: "kanton", place });
  });

  test("a consumer sale or rent above the limit of the sub-district court is still heard there", async () => {
    const choices = { court: "rotterdam", place: "dordrecht", advanceRequired: false } as const;
    const body = { ...choices, advanceCents: null, advanceReceivedOn: null, version: 0 } as const;
    const terms = { date: date("2026-03-01"), dueDate: date("2026-03-31"), cents: 3_000_000, description: null };
    const sectorOf = async (claimTitle: string) => {
      const invoices = [{ number: `HOOG ${claimTitle}`, ...terms }];
      const params = { id: (await placeOne(world, clientId, { claimTitle, invoices })).id };
      await staff.call(chooseHandover, { params, body });
      const why = lineOf(await staff.call(readHandover, { params }), "court")?.why;
      return [(await staff.call(readHandoverSet, { params })).file.court?.sector, why];
    };
    const matter = "sub-district sector (such a claim belongs there whatever the amount)";
    for (const title of ["Koop van een keuken", "Huurachterstand"])
      expect(await sectorOf(title)).toEqual(["kanton", expect.stringContaining(matter)]);
    expect(await sectorOf("Advies")).toEqual(["civil", expect.stringContaining("a lawyer is mandatory")]);
  });

  test("a mandate for the file takes precedence over its client's, and refers to a document of the file", async () => {
    const params = { id };
    const { choices } = await read();
    const { items } = await staff.call(listPapers, { params });
    const paper = { source: "document", id: items[0]?.id ?? 0 } as const;
    const mandate = { scope: "collection", on: "2026-11-02", paper } as const;
    const { version } = choices;
    const short = await staff.call(setMandate, { params, body: { mandate, version } });
    expect(short).toEqual({ ...choices, mandate, version: version + 1 });
    expect(lineOf(await read(), "mandate")).toMatchObject({ state: "missing", mend: "mandate", passable: true });
    const wide = { ...mandate, scope: "judicial" } as const;
    const late = await staff.refused(setMandate, { params, body: { mandate: wide, version } });
    expect([late.status, late.body.current]).toMatchObject([409, { mandate: { scope: "collection" } }]);
    const noted = await staff.call(setMandate, { params, body: { mandate: wide, version: short.version } });
    expect(lineOf(await read(), "mandate")).toMatchObject({
      state: "met",
      why: "Mandate for this file since 02-11-2026: summons and proceedings",
    });
    const { file } = await staff.call(readHandoverSet, { params });
    expect(file.mandate).toEqual({ scope: "judicial", date: "2026-11-02" });
    const refused = (wrong: HandoverChoices["mandate"]) =>
      staff.refused(setMandate, { params, body: { mandate: wrong, version: noted.version } });
    expect((await refused({ ...wide, paper: { ...paper, id: 999_999 } })).status).toBe(404);
    expect(Object.keys((await refused({ ...wide, on: "2026-11-21" })).body.errors ?? {})).toEqual(["mandate.on"]);
    // Who tells of the court leaves the mandate as it is.
    const { mandate: _mandate, version: at, ...others } = noted;
    const moved = await staff.call(chooseHandover, {
      params,
      body: { ...others, court: null, place: null, version: at },
    });
    expect(moved.mandate).toEqual(wide);
    await staff.call(setMandate, { params, body: { mandate: null, version: moved.version } });
    expect(lineOf(await read(), "mandate")).toMatchObject({ state: "missing" });
  });

  test("a document has the kind that a person gives it, and the lines are updated", async () => {
    const params = { id };
    const before = lineOf(await read(), "invoiceDocuments");
    expect(before).toMatchObject({ state: "missing", mend: "documents" });
    const file = { name: "scan.pdf", content: pdf };
    const made = await staff.call(addPaper, { params, body: { kind: "invoice" }, files: { file } });
    expect(made).toMatchObject({ source: "document", name: "scan.pdf", kind: "invoice", ours: false });
    expect(lineOf(await read(), "invoiceDocuments")).toMatchObject({ state: "met" });
    const { items } = await staff.call(listLogs, { params, query: {} });
    expect(items.map(({ subject }) => subject)).toContain("Document added: scan.pdf");
    const place = { ...params, source: "document" as const, paperId: made.id };
    await staff.call(kindPaper, { params: place, body: { kind: "other" } });
    expect(lineOf(await read(), "invoiceDocuments")).toMatchObject({ state: "missing" });
    await staff.call(kindPaper, { params: place, body: { kind: null } });
    const papers = await staff.call(listPapers, { params });
    expect(papers.items.find((paper) => paper.id === made.id)?.kind).toBeNull();
    // A program does not come in under the name of a document.
    const program = { name: "factuur.exe", content: "MZ\u0090" };
    const bad = await staff.refused(addPaper, { params, body: { kind: "invoice" }, files: { file: program } });
    expect(bad.status).toBe(415);
    const gone = await staff.refused(kindPaper, { params: { ...place, paperId: 999_999 }, body: { kind: "other" } });
    expect(gone.status).toBe(404);
  });

  test("a state refers to a document of its own file", async () => {
    const params = { id };
    const file = { name: "beschikking.pdf", content: pdf };
    const { items: states } = await staff.call(listStates, { params });
    const holdId = states[0]?.id ?? 0;
    await staff.call(addPaper, { params, body: { kind: "judgment", holdId }, files: { file } });
    const { items, states: resting } = await staff.call(listPapers, { params });
    expect(resting).toMatchObject([{ holdId, paper: { name: "beschikking.pdf", kind: "judgment" } }]);
    const contract = items.find(({ name }) => name === "overeenkomst.pdf");
    const place = { ...params, holdId };
    await staff.call(restState, { params: place, body: { paper: { source: "document", id: contract?.id ?? 0 } } });
    expect((await staff.call(listPapers, { params })).states).toMatchObject([{ paper: { name: "overeenkomst.pdf" } }]);
    await staff.call(restState, { params: place, body: { paper: null } });
    expect((await staff.call(listPapers, { params })).states).toEqual([]);
    const theirs = (await portfolio(world, 1)).fileIds[0] ?? 0;
    const wrong = await staff.refused(restState, { params: { id: theirs, holdId }, body: { paper: null } });
    expect(wrong.status).toBe(404);
    const reader = await world.login(["ROLE_FILE_SEARCH"]);
    expect((await reader.refused(restState, { params: place, body: { paper: null } })).status).toBe(403);
  });

  test("an incomplete line can be waived with a reason and a name, and that undone; a legal refusal cannot", async () => {
    const params = { id, need: "mandate" as const };
    expect(lineOf(await read(), "mandate")).toMatchObject({ state: "missing", passable: true });
    await staff.call(passLine, { params, body: { reason: "Ligt bij de afdeling contracten" } });
    expect(lineOf(await read(), "mandate")).toMatchObject({
      state: "passed",
      passable: false,
      passed: { on: "2026-11-20", reason: "Ligt bij de afdeling contracten" },
    });
    await staff.call(takeBackPass, { params });
    expect(lineOf(await read(), "mandate")).toMatchObject({ state: "missing", passed: null });
    expect((await staff.refused(takeBackPass, { params })).status).toBe(404);
    await staff.call(passLine, { params: { id, need: "notice14" }, body: { reason: "Toch" } });
    expect(lineOf(await read(), "notice14")).toMatchObject({ state: "missing", passable: false });
  });

  test("is for staff only", async () => {
    for (const kind of ["contact", "customer"] as const) {
      const theirs = await world.login({ acl, kind, clientIds: [clientId] });
      expect((await theirs.call(showFile, { params: { id } })).office).toBe(false);
      for (const call of [readHandover, readHandoverSet])
        expect((await theirs.refused(call, { params: { id } })).status).toBe(404);
      const pass = { params: { id, need: "mandate" as const }, body: { reason: "x" } };
      expect((await theirs.refused(passLine, pass)).status).toBe(404);
      const body = { court: null, advanceRequired: null, advanceCents: null, advanceReceivedOn: null, version: 2 };
      expect((await theirs.refused(chooseHandover, { params: { id }, body })).status).toBe(404);
      const file = { name: "x.pdf", content: pdf };
      const upload = { params: { id }, body: { kind: "other" as const }, files: { file } };
      expect((await theirs.refused(addPaper, upload)).status).toBe(404);
    }
    const own = await world.login({ acl, teamIds: [] });
    expect((await own.call(showFile, { params: { id } })).office).toBe(true);
  });
});
