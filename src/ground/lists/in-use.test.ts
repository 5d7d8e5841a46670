/** What the lists do where the product chooses from them: a new file, an import, the law gate, an SMS, closing a file. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../app/testing/world.factory.ts";
import { showFile } from "../../cases/file-page/file-page.contract.ts";
import { closeFileByHand, closingReasonList } from "../../cases/states/states.contract.ts";
import {
  checkImport,
  createFile,
  legalTypeChoices,
  listImportRows,
  placeImport,
  readImport,
  uploadImport,
} from "../../exchange/intake/intake.contract.ts";
import { csvOf, fileOf, validRow } from "../../exchange/intake/intake.factory.ts";
import { sampleLetterInput } from "../../letters/correspondence/correspondence.factory.ts";
import { composeSms } from "../../letters/correspondence/correspondence.server.ts";
import { letterModel } from "../../letters/correspondence/correspondence.ts";
import { loadInputs } from "../../letters/processing/runs/inputs.server.ts";
import { loadSituations } from "../../letters/workflows/workflows.server.ts";
import { bookCost, bookingChoices, bookPaymentCall } from "../../money/claims/claims.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { createMerchant, deleteMerchant } from "../../people/merchants/merchants.contract.ts";
import { merchantOf } from "../../people/merchants/merchants.factory.ts";
import { date } from "../kernel/dates.ts";
import type { ListName } from "./catalogue/routes.ts";
import { callsOf } from "./engine/list.contract.ts";
import { inFour, sampleOf } from "./lists.factory.ts";

let world: World;
let keeper: Visitor;
let staff: Visitor;
let client: number;

beforeAll(async () => {
  world = await startWorld();
  keeper = await world.login(["ROLE_SETTINGS", "ROLE_EMPLOYEE", "ROLE_FINANCE"]);
  staff = await world.login(["ROLE_FILE_CREATE", "ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht Energie B.V." })).id;
});
afterAll(() => world.close());

const model = letterModel(sampleLetterInput({ date: date("2026-11-20") }));
const idOf = async (name: ListName, code: string): Promise<number> => {
  const { items } = await keeper.call(callsOf(name).list, { query: {} });
  return items.find((item) => item.code === code)?.id ?? 0;
};
const add = async (name: ListName, tag: string, changes: Record<string, unknown> = {}) =>
  keeper.call(callsOf(name).create, { body: { ...(await sampleOf(keeper, name, tag)), ...changes } });
const limitationOf = async (id: number) => (await loadSituations(world.db, [id])).get(id)?.limitation;

describe("a legal type", () => {
  test("is chosen for a new file, and says when the claim lapses", async () => {
    const { items } = await staff.call(legalTypeChoices);
    expect(items.map(({ text }) => text)).toContain("Energy");
    const legalType = await idOf("legal-type", "energy");
    const claim = { ...fileOf(client).claim, legalType };
    const made = await staff.call(createFile, { body: fileOf(client, { claim }) });
    expect((await staff.call(showFile, { params: { id: made.id } })).claim.legalType).toBe("Energy");
    expect(await limitationOf(made.id)).toEqual({
      months: 60,
      article: "BW 3:307",
      consumer: { months: 24, article: "BW 7:28" },
    });
    const inUse = await keeper.refused(callsOf("legal-type").remove, { params: { id: legalType } });
    expect(inUse.body.errors?.common?.[0]).toBe(
      "In use by 1 file, so it cannot be deleted. It can be archived instead.",
    );

    await keeper.call(callsOf("legal-type").archive, { params: { id: legalType } });
    const refused = await staff.refused(createFile, { body: fileOf(client, { claim }) });
    expect(refused.body.errors).toEqual({ "claim.legalType": ["This legal type is not in the list."] });
    await keeper.call(callsOf("legal-type").restore, { params: { id: legalType } });
  });

  test("determines the kind of claim: damage is no contract", async () => {
    const claim = { ...fileOf(client).claim, legalType: await idOf("legal-type", "damage") };
    const made = await staff.call(createFile, { body: fileOf(client, { claim }) });
    expect((await staff.call(showFile, { params: { id: made.id } })).claim.basis).toBe("other");
  });

  test("is empty when none was chosen", async () => {
    const made = await staff.call(createFile, { body: fileOf(client) });
    expect(await limitationOf(made.id)).toBeNull();
    expect((await staff.call(showFile, { params: { id: made.id } })).claim.legalType).toBeNull();
  });

  test("can be imported by code or by name; an unknown one is reported and left out", async () => {
    const content = csvOf([
      validRow({ client_ref: "LT-1", legal_type: "rent" }),
      validRow({ client_ref: "LT-2", legal_type: "Abonnement" }),
      validRow({ client_ref: "LT-3", legal_type: "sprookje" }),
    ]);
    const batch = await staff.call(uploadImport, { body: { client }, files: { file: { name: "a.csv", content } } });
    const { style, mapping, version, id } = batch;
    await staff.call(checkImport, { params: { id }, body: { client, style, mapping, version } });
    await world.drain();
    const { items } = await staff.call(listImportRows, { params: { id }, query: {} });
    expect(items.map(({ verdict, problems }) => [verdict, problems.map(({ field }) => field)])).toEqual([
      ["good", []],
      ["good", []],
      ["warning", ["legalType"]],
    ]);
    const seen = await staff.call(readImport, { params: { id } });
    await staff.call(placeImport, { params: { id }, body: { version: seen.version } });
    await world.drain();
    const placed = await world.db
      .selectFrom("case_file")
      .leftJoin("legal_type", "legal_type.id", "case_file.legal_type_id")
      .select(["client_ref", "legal_type.code"])
      .where("client_ref", "like", "LT-%")
      .orderBy("client_ref")
      .execute();
    expect(placed).toEqual([
      { client_ref: "LT-1", code: "rent" },
      { client_ref: "LT-2", code: "subscription" },
      { client_ref: "LT-3", code: null },
    ]);
  });
});

describe("a blocked number", () => {
  test("is applied by the law gate to the files of its debtor, until it ends", async () => {
    const made = await staff.call(createFile, { body: fileOf(client) });
    const blocked = async (on: string) => (await loadInputs(world.db, [made.id], date(on))).get(made.id)?.blocked;
    expect(await blocked("2026-11-20")).toEqual([]);
    await add("blacklist", "gate", { number: "06 12345678", channels: ["sms"], until: "2026-12-31" });
    expect(await blocked("2026-11-20")).toEqual([{ number: "+31612345678", channel: "sms", until: "2026-12-31" }]);
    expect(await blocked("2027-01-01")).toEqual([]);
  });

  test("gets no SMS from any screen or run", async () => {
    const made = await staff.call(createFile, { body: fileOf(client) });
    const send = (to: string) =>
      world.work((ctx) =>
        composeSms(ctx, { fileId: made.id, effectKey: `sms ${to}`, templateCode: "SMS_LINK", model, to }),
      );
    await expect(send("+31612345678")).rejects.toMatchObject({ code: "refused" });
    await send("+31687650000");
  });
});

describe("a closing reason", () => {
  const close = (id: number, body: Record<string, unknown>) =>
    staff.send(closeFileByHand, { params: { id }, body: wrong({ version: 1, ...body }) });
  const newFile = async () => (await staff.call(createFile, { body: fileOf(client) })).id;

  test("of the provider is listed below the fixed one, and closes a file with the same effect", async () => {
    const parentId = await idOf("closing-reason", "withdrawn");
    const own = await add("closing-reason", "moved", {
      name: inFour("Klant is overgestapt", { en: "Switched" }),
      parentId,
    });
    const { items } = await staff.call(closingReasonList);
    const at = items.findIndex(({ reason }) => reason === "withdrawn");
    expect(items.slice(at, at + 2)).toMatchObject([
      { reason: "withdrawn", text: "Withdrawn by client", needsNote: false },
      { reason: "withdrawn", text: "Switched", needsNote: true, id: own.id },
    ]);

    const id = await newFile();
    const without = await close(id, { reason: "withdrawn", closingReasonId: own.id });
    expect([without.status, without.json()]).toMatchObject([
      400,
      { errors: { note: ["This reason asks for a note."] } },
    ]);
    const other = await close(id, { reason: "sold", closingReasonId: own.id, note: "x" });
    expect(other.json()).toMatchObject({ errors: { reason: ["This reason cannot be chosen."] } });
    const { version } = await staff.call(showFile, { params: { id } });
    expect((await close(id, { reason: "withdrawn", closingReasonId: own.id, note: "Naar X", version })).status).toBe(
      200,
    );
    const { closure } = await staff.call(showFile, { params: { id } });
    expect(closure).toMatchObject({ reason: "withdrawn", ownReason: "Switched", note: "Naar X" });
    const inUse = await keeper.refused(callsOf("closing-reason").remove, { params: { id: own.id } });
    expect(inUse.body).toMatchObject({ uses: [{ table: "file_closure", count: 1 }] });
  });

  test("that is archived is not offered, and refused", async () => {
    await keeper.call(callsOf("closing-reason").archive, { params: { id: await idOf("closing-reason", "sold") } });
    expect((await staff.call(closingReasonList)).items.map(({ reason }) => reason)).not.toContain("sold");
    const id = await newFile();
    expect((await close(id, { reason: "sold" })).json()).toMatchObject({
      errors: { reason: ["This reason cannot be chosen."] },
    });
  });
});

describe("a mime type", () => {
  test("that is archived can no longer be uploaded, and a refused file is not stored", async () => {
    const { items } = await keeper.call(callsOf("mime-type").list, { query: { filter: { search: "text/csv" } } });
    const params = { id: items[0]?.id ?? 0 };
    await keeper.call(callsOf("mime-type").archive, { params });
    const content = csvOf([validRow({ client_ref: "MT-1" })]);
    const send = () => staff.send(uploadImport, { body: { client }, files: { file: { name: "a.csv", content } } });
    expect((await send()).status).toBe(415);
    await keeper.call(callsOf("mime-type").restore, { params });
    expect((await send()).status).toBe(200);
  });

  test("does not allow a file name that a browser would run", async () => {
    const content = csvOf([validRow({ client_ref: "MT-2" })]);
    const files = { file: { name: "vorderingen.csv.HTML", content } };
    expect((await staff.send(uploadImport, { body: { client }, files })).status).toBe(415);
  });
});

describe("a merchant", () => {
  test("that a file names is not deleted, and the refusal says where it is used", async () => {
    const merchant = await keeper.call(createMerchant, { body: merchantOf(client) });
    await staff.call(createFile, { body: fileOf(client, { merchant: merchant.id }) });
    const error = await keeper.refused(deleteMerchant, { params: { id: merchant.id } });
    expect([error.status, error.body.errors]).toEqual([
      402,
      { common: ["In use by 1 file, so it cannot be deleted."] },
    ]);
    expect(error.body).toMatchObject({ mayArchive: false, uses: [{ table: "case_file", count: 1 }] });
  });
});

describe("a booking by hand", () => {
  const newFile = async () => (await staff.call(createFile, { body: fileOf(client) })).id;

  test("is under a description of the list, of the same kind of receipt", async () => {
    const { descriptions } = await staff.call(bookingChoices);
    expect(descriptions.map(({ code }) => code)).toEqual(["payment", "direct", "term", "bailiff", "set_off"]);
    const id = await newFile();
    const body = { date: "2026-11-19", amount: "10.00", kind: "agency" as const, description: "term" };
    const wrong = await staff.refused(bookPaymentCall, { params: { id }, body: { ...body, kind: "bailiff" } });
    expect(wrong.body.errors).toEqual({ description: ["This description does not go with this receipt."] });
    await staff.call(bookPaymentCall, { params: { id }, body });
    const event = await world.db
      .selectFrom("claim_event")
      .select("data")
      .where("file_id", "=", id)
      .where("kind", "=", "payment")
      .executeTakeFirstOrThrow();
    expect(event.data).toMatchObject({ receipt: "agency", description: "term" });
  });

  test("of costs takes group, name and article of the chosen kind, and refuses kinds that the client bears", async () => {
    const { costTypes } = await staff.call(bookingChoices);
    expect(costTypes.map(({ text }) => text)).not.toContain("Client handling fee");
    const summons = costTypes.find(({ text }) => text === "Summons");
    expect(summons).toMatchObject({ group: "court", needsDocument: true, article: "Btag 2 a" });
    const id = await newFile();
    const body = { date: "2026-11-19", amount: "125.57" };
    const title = { on: "2026-11-12", reference: "Rb Utrecht 26/88" };
    const refused = async (costType: number) =>
      (await staff.refused(bookCost, { params: { id }, body: { ...body, costType } })).body.errors;
    const choose = { costType: ["Choose a cost type that may be charged to the debtor."] };
    expect(await refused(await idOf("cost-type", "handling_fee"))).toEqual(choose);
    expect(await refused(await idOf("cost-type", "bik"))).toEqual(choose);
    await staff.call(bookCost, { params: { id }, body: { ...body, costType: summons?.id, title } });
    const event = await world.db
      .selectFrom("claim_event")
      .select("data")
      .where("file_id", "=", id)
      .where("kind", "=", "cost")
      .executeTakeFirstOrThrow();
    expect(event.data).toMatchObject({ group: "court", type: "Dagvaarding", article: "Btag 2 a" });
  });
});
