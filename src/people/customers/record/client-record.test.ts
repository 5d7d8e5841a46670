/** The story of a client that is there: changed, archived, agreed with, paid elsewhere, and looked at by its own people. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../../app/testing/world.factory.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { logoutUser, switchUser } from "../../access/sign-in/sign-in.contract.ts";
import { decideAccount, readAccount, requestAccount } from "../account/iban.contract.ts";
import {
  addCommission,
  addTerms,
  dropCommission,
  dropTerms,
  listCommissions,
  listTerms,
  tryCommission,
} from "../agreements/agreements.contract.ts";
import { makeClient, plainClient } from "../customers.factory.ts";
import {
  addClientDocument,
  addNote,
  downloadClientDocument,
  dropClientDocument,
  dropNote,
  listClientDocuments,
  listNotes,
  updateClientDocument,
} from "../documents/documents.contract.ts";
import {
  createClientCall,
  dropClient,
  readClient,
  setClientActive,
  similarClients,
  updateClientCall,
} from "./clients.contract.ts";
import { dropClientPartner, listClientPartners, setClientPartner } from "./partners.contract.ts";

let world: World;
let staff: Visitor;
let maker: Visitor;
let second: Visitor;
let client: number;
let other: number;
let people: Visitor;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_EMPLOYEE"]);
  maker = await world.login(["ROLE_EMPLOYEE", "ROLE_MANAGE_CLIENT"]);
  second = await world.login(["ROLE_EMPLOYEE", "ROLE_MANAGE_CLIENT"]);
  client = (await makeClient(world.db, world.clock, { company: "Stroom & Gas Noord B.V.", kvk: "00000011" })).id;
  other = (await makeClient(world.db, world.clock, { company: "Sportschool De Kuip", kvk: "00000012" })).id;
  people = await world.login({ acl: ["ROLE_CONTACT_PERSON", "ROLE_CUSTOMER"], kind: "contact", clientIds: [client] });
});
afterAll(() => world.close());

/** The body that the form sends for a client as it is, with some fields changed. */
async function bodyFor(id: number, more: Partial<BodyOf<typeof updateClientCall>> = {}) {
  const now = await staff.call(readClient, { params: { id } });
  return {
    ...plainClient({ company: now.company, kvk: now.kvk, number: now.number }),
    version: now.version,
    ...more,
  };
}

const trail = (id: number) =>
  world.db
    .selectFrom("audit_log")
    .select(["action", "user_id"])
    .where("subject", "=", "client")
    .where("subject_id", "=", String(id))
    .orderBy("id")
    .execute();

describe("changing a client", () => {
  it("stores the input in canonical form, names the editor, and writes to the audit trail", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Oud B.V." });
    const body = await bodyFor(id, { company: "Nieuw B.V.", vatNumber: "nl001855013b01", mandateOn: "2026-03-01" });
    const saved = await maker.call(updateClientCall, { params: { id }, body });
    expect(saved).toMatchObject({
      company: "Nieuw B.V.",
      vatNumber: "NL001855013B01",
      mandateOn: "2026-03-01",
      version: 2,
    });
    expect(saved).toMatchObject({ updatedBy: "Test User", updatedAt: "2026-11-20T09:00:00.000Z" });
    expect(await trail(id)).toEqual([{ action: "client.update", user_id: maker.userId }]);
  });

  it("with an outdated version shows the newer one and its editor", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Race B.V." });
    const body = await bodyFor(id);
    await second.call(updateClientCall, { params: { id }, body: { ...body, company: "Theirs B.V." } });
    const late = await maker.refused(updateClientCall, { params: { id }, body: { ...body, company: "Mine B.V." } });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ current: { company: "Theirs B.V.", version: 2 }, changedBy: "Test User" });
    expect((await staff.call(readClient, { params: { id } })).company).toBe("Theirs B.V.");
  });

  it.each([
    [{ kvk: "1234567" }, "kvk"],
    [{ postcode: "0123 AB" }, "postcode"],
    [{ phone: "06-1" }, "phone"],
    [{ accountManagerId: 999_999 }, "accountManagerId"],
    [{ mandateOn: "2026-02-01", mandateUntil: "2026-01-01" }, "mandateUntil"],
  ])("refuses %j beside the field", async (more, field) => {
    const body = await bodyFor(client, more);
    const error = await maker.refused(updateClientCall, { params: { id: client }, body });
    expect([error.status, Object.keys(error.body.errors ?? {})]).toEqual([400, [field]]);
  });

  it("does not change its number into another's, and its account, contact and workflows not at all", async () => {
    const { number } = await staff.call(readClient, { params: { id: other } });
    const taken = await maker.refused(updateClientCall, {
      params: { id: client },
      body: await bodyFor(client, { number }),
    });
    expect(taken.body.errors).toHaveProperty("number");
    for (const field of ["iban", "accountHolder", "contactName", "workflowConsumer", "active"]) {
      const body = { ...(await bodyFor(client)), [field]: "x" };
      expect((await maker.refused(updateClientCall, { params: { id: client }, body: wrong(body) })).status).toBe(400);
    }
  });

  it("archives it, keeps it readable, and restores it", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Gestopt B.V." });
    const gone = await maker.call(setClientActive, { params: { id }, body: { active: false, version: 1 } });
    expect(gone).toMatchObject({ active: false, version: 2 });
    const stale = await maker.refused(setClientActive, { params: { id }, body: { active: true, version: 1 } });
    expect(stale.status).toBe(409);
    const back = await maker.call(setClientActive, { params: { id }, body: { active: true, version: 2 } });
    expect(back.active).toBe(true);
    expect((await trail(id)).map(({ action }) => action)).toEqual(["client.archive", "client.restore"]);
  });
});

describe("deleting a client", () => {
  it("of one made by mistake is audited; one in use lists its uses, and may be archived", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Vergissing B.V.", contactName: "Niemand" });
    await maker.call(dropClient, { params: { id } });
    expect((await staff.refused(readClient, { params: { id } })).status).toBe(404);
    expect((await trail(id)).map(({ action }) => action)).toEqual(["client.delete"]);
    const used = await makeClient(world.db, world.clock, { company: "Gebruikt B.V.", contactName: "Iemand" });
    await maker.call(addTerms, {
      params: { id: used.id },
      body: { fileType: "company", validFrom: "2026-01-01", interestKind: "none" },
    });
    const refused = await maker.refused(dropClient, { params: { id: used.id } });
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({ mayArchive: true, uses: [{ table: "client_terms", count: 1 }] });
    // What would have gone along with it is still there.
    expect(await staff.call(readClient, { params: { id: used.id } })).toMatchObject({ contactName: "Iemand" });
    const creator = await world.login(["ROLE_EMPLOYEE", "ROLE_CUSTOMER_CREATE"]);
    expect((await creator.refused(dropClient, { params: { id: used.id } })).status).toBe(403);
  });
});

describe("another client with the same KvK number or account", () => {
  it("is shown with a link, and is no reason to refuse", async () => {
    const iban = "NL20INGB0001234567";
    const { id, number } = await makeClient(world.db, world.clock, {
      company: "Twee Keer B.V.",
      kvk: "00000021",
      iban,
    });
    const same = await maker.call(similarClients, { query: { kvk: "0000 0021" } });
    expect(same.items).toEqual([{ id, number, company: "Twee Keer B.V.", active: true, same: "kvk" }]);
    const account = await maker.call(similarClients, { query: { iban: "NL20 INGB 0001 2345 67" } });
    expect(account.items.map((item) => [item.id, item.same])).toEqual([[id, "iban"]]);
    expect((await maker.call(similarClients, { query: { kvk: "00000021", except: id } })).items).toEqual([]);
    expect((await maker.call(similarClients, { query: { kvk: "12" } })).items).toEqual([]);
    const again = await maker.send(createClientCall, { body: plainClient({ kvk: "00000021" }) });
    expect(again.status).toBe(200);
  });
});

describe("the account that a client is paid on", () => {
  const account = (iban: string) => ({ iban, accountHolder: "Stroom & Gas Noord B.V." });
  const [first, wanted] = ["NL20INGB0001234567", "NL91ABNA0417164300"] as const;

  it("is set at once the first time", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Eerste Rekening B.V." });
    const set = await maker.call(requestAccount, { params: { id }, body: account("NL20 INGB 0001 2345 67") });
    expect(set).toMatchObject({ iban: first, open: null });
    expect((await trail(id)).map(({ action }) => action)).toEqual(["client.setAccount"]);
  });

  it("is changed by two people, and the contact is notified at the previous address", async () => {
    const { id } = await makeClient(world.db, world.clock, {
      company: "Vier Ogen B.V.",
      iban: first,
      contactName: "Anna Bos",
      contactEmail: "anna@example.test",
    });
    const asked = await maker.call(requestAccount, { params: { id }, body: account(wanted) });
    expect(asked).toMatchObject({ iban: first, open: { iban: wanted, mayDecide: false } });
    const change = { id, changeId: asked.open?.id ?? 0 };
    const own = await maker.refused(decideAccount, { params: change, body: { approve: true } });
    expect(own.body.errors).toEqual({ common: ["A colleague must approve this change."] });
    const twice = await second.refused(requestAccount, { params: { id }, body: account(wanted) });
    expect(twice.status).toBe(400);
    expect((await second.call(readAccount, { params: { id } })).open?.mayDecide).toBe(true);
    expect((await second.call(decideAccount, { params: change, body: { approve: true } })).iban).toBe(wanted);
    expect((await second.refused(decideAccount, { params: change, body: { approve: true } })).status).toBe(404);
    const mails = await world.db
      .selectFrom("outbox")
      .select(["key", "payload"])
      .where("key", "like", `client.%:${change.changeId}`)
      .orderBy("id")
      .execute();
    expect(mails.map(({ key }) => key.split(":")[0])).toEqual(["client.ibanAsked", "client.ibanApproved"]);
    expect(mails.every(({ payload }) => JSON.stringify(payload).includes("anna@example.test"))).toBe(true);
    // A mail goes over open wires: it names an account by its end only.
    expect(mails.some(({ payload }) => JSON.stringify(payload).includes(wanted))).toBe(false);
  });

  it("stays when the change is refused, also by the requester", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Nee B.V.", iban: first });
    const { open } = await maker.call(requestAccount, { params: { id }, body: account(wanted) });
    const params = { id, changeId: open?.id ?? 0 };
    expect(await maker.call(decideAccount, { params, body: { approve: false } })).toMatchObject({
      iban: first,
      open: null,
    });
  });

  it("is not approved by whoever asked for it while acting as a colleague", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Twee Gezichten B.V.", iban: first });
    const chief = await world.login(["*"]);
    await chief.call(switchUser, { params: { id: second.userId } });
    const { open } = await chief.call(requestAccount, { params: { id }, body: account(wanted) });
    expect(open?.mayDecide).toBe(false);
    await chief.call(logoutUser);
    const params = { id, changeId: open?.id ?? 0 };
    expect((await chief.call(readAccount, { params: { id } })).open?.mayDecide).toBe(false);
    const own = await chief.refused(decideAccount, { params, body: { approve: true } });
    expect(own.body.errors).toEqual({ common: ["A colleague must approve this change."] });
    // The colleague whose name was used looks at it with eyes of their own.
    expect((await second.call(decideAccount, { params, body: { approve: true } })).iban).toBe(wanted);
  });

  it("may be decided by one person when there is nobody else", async () => {
    const alone = await startWorld();
    try {
      const only = await alone.login(["ROLE_EMPLOYEE", "ROLE_MANAGE_CLIENT"]);
      await alone.login(["ROLE_EMPLOYEE"]);
      const { id } = await makeClient(alone.db, alone.clock, { iban: first });
      const { open } = await only.call(requestAccount, { params: { id }, body: account(wanted) });
      expect(open?.mayDecide).toBe(true);
      const params = { id, changeId: open?.id ?? 0 };
      expect((await only.call(decideAccount, { params, body: { approve: true } })).iban).toBe(wanted);
    } finally {
      await alone.close();
    }
  });

  it.each([
    [{ iban: "NL91ABNA0417164301", accountHolder: "X" }, "iban"],
    [{ iban: wanted, accountHolder: " " }, "accountHolder"],
  ])("refuses %j beside the field", async (body, field) => {
    const error = await maker.refused(requestAccount, { params: { id: client }, body });
    expect(error.body.errors).toHaveProperty(field);
  });
});

describe("agreements on interest and costs", () => {
  const terms = (validFrom: string, more: Partial<BodyOf<typeof addTerms>> = {}): BodyOf<typeof addTerms> => ({
    fileType: "company",
    validFrom,
    interestKind: "contractual",
    interestRate: "8",
    ...more,
  });

  it("follow one another by date; a current one can only get a successor", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Afspraken B.V." });
    const params = { id };
    const begun = await maker.call(addTerms, { params, body: terms("2026-01-01") });
    const later = await maker.call(addTerms, { params, body: terms("2027-01-01", { interestRate: "9.5" }) });
    expect([begun.state, later.state]).toEqual(["current", "future"]);
    const { items } = await staff.call(listTerms, { params });
    expect(items.map((row) => [row.validFrom, row.validUntil, row.state, row.interestRate])).toEqual([
      ["2027-01-01", null, "future", "9.5"],
      ["2026-01-01", "2026-12-31", "current", "8"],
    ]);
    const inUse = await maker.refused(dropTerms, { params: { id, rowId: begun.id } });
    expect(inUse.body.errors).toHaveProperty("common");
    const before = await maker.refused(addTerms, { params, body: terms("2025-06-01") });
    expect(before.body.errors).toEqual({ validFrom: ["A later agreement has begun already; choose a date after it."] });
    const same = await maker.refused(addTerms, { params, body: terms("2026-01-01") });
    expect(same.body.errors).toEqual({ validFrom: ["There is an agreement from this date already."] });
    await maker.call(dropTerms, { params: { id, rowId: later.id } });
    expect((await staff.call(listTerms, { params })).items).toHaveLength(1);
    expect((await trail(id)).map(({ action }) => action)).toEqual([
      "client.addTerms",
      "client.addTerms",
      "client.dropTerms",
    ]);
  });

  it("made simultaneously for one start date are one", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Tegelijk B.V." });
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map(() => maker.send(addTerms, { params: { id }, body: terms("2026-01-01") })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it("of consumers and of businesses are two rows of their own", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Beide B.V." });
    await maker.call(addTerms, { params: { id }, body: terms("2026-01-01") });
    await maker.call(addTerms, {
      params: { id },
      body: terms("2026-01-01", { fileType: "private", interestKind: "none" }),
    });
    const { items } = await staff.call(listTerms, { params: { id } });
    expect(items.map((row) => [row.fileType, row.validUntil])).toEqual([
      ["company", null],
      ["private", null],
    ]);
  });
});

describe("commission", () => {
  it("is agreed by date, calculated with today's VAT, and visible to staff only", async () => {
    const params = { id: client };
    const body = {
      validFrom: "2026-01-01",
      bands: [{ from: 0, rate: "5" }],
      keepsCosts: true,
      precassoFeeCents: 250,
    };
    const made = await maker.call(addCommission, { params, body });
    // Domain facts 3.3: 150.00 + 5% of 750.00 = 187.50; VAT 39.38; together 226.88.
    const worked = await staff.call(tryCommission, {
      params: { id: client, rowId: made.id },
      query: { collected: 90_000, costs: 15_000 },
    });
    expect(worked).toMatchObject({ costs: 15_000, net: 18_750, vat: 3938, total: 22_688 });
    expect((await maker.refused(dropCommission, { params: { id: client, rowId: made.id } })).status).toBe(400);
    expect((await staff.call(listCommissions, { params })).items).toHaveLength(1);
    const foreign = await staff.refused(tryCommission, {
      params: { id: other, rowId: made.id },
      query: { collected: 1 },
    });
    expect(foreign.status).toBe(404);
  });
});

describe("documents", () => {
  const pdf = "%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n";
  const upload = (visitor: Visitor, id: number, more: Record<string, unknown> = {}, content: string = pdf) =>
    visitor.send(addClientDocument, {
      params: { id },
      body: wrong({ kind: "contract", validUntil: "2026-12-31", ...more }),
      files: { file: { name: "contract 2026.pdf", content } },
    });

  it("are stored with their kind and term, returned unchanged, edited and deleted", async () => {
    const reply = await upload(maker, client);
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    const [made] = (await staff.call(listClientDocuments, { params: { id: client } })).items;
    expect(made).toMatchObject({
      name: "contract 2026.pdf",
      kind: "contract",
      mime: "application/pdf",
      expired: false,
    });
    const params = { id: client, documentId: made?.id ?? 0 };
    const got = await staff.send(downloadClientDocument, { params });
    expect([got.text, got.headers.get("content-type")]).toEqual([pdf, "application/pdf"]);
    const change = { kind: "mandate", validUntil: "2026-01-31", shared: true, version: 1 } as const;
    expect(await maker.call(updateClientDocument, { params, body: change })).toMatchObject({
      expired: true,
      version: 2,
    });
    expect((await maker.refused(updateClientDocument, { params, body: change })).status).toBe(409);
    await maker.call(dropClientDocument, { params });
    expect((await staff.send(downloadClientDocument, { params })).status).toBe(404);
    expect((await trail(client)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["client.addDocument", "client.updateDocument", "client.dropDocument"]),
    );
  });

  it("are typed by their content, whatever their name says", async () => {
    expect((await upload(maker, client, {}, "MZ\u0090 a program")).status).toBe(415);
    expect((await upload(maker, client, {}, "a,b\n1,2\n")).status).toBe(415);
    expect((await upload(maker, client, {}, "")).status).toBe(400);
    expect((await upload(maker, client, { kind: "passport" })).status).toBe(400);
  });

  it("are visible to the client's own people only when shared", async () => {
    await upload(maker, client, { kind: "ubo" });
    const shared = await upload(maker, client, { kind: "general_terms", shared: true });
    expect(shared.status).toBe(200);
    const { items } = await people.call(listClientDocuments, { params: { id: client } });
    expect(items.map((item) => [item.kind, item.uploadedBy])).toEqual([["general_terms", null]]);
    const all = (await staff.call(listClientDocuments, { params: { id: client } })).items;
    const hidden = all.find((item) => item.kind === "ubo")?.id ?? 0;
    const unseen = await people.send(downloadClientDocument, { params: { id: client, documentId: hidden } });
    const unknown = await people.send(downloadClientDocument, { params: { id: client, documentId: 999_999 } });
    expect([unseen.status, unseen.text]).toEqual([404, unknown.text]);
  });
});

describe("notes", () => {
  it("are written by staff, and deleted by whoever wrote them", async () => {
    const made = await maker.call(addNote, { params: { id: client }, body: { content: "Belt liever dan mailt." } });
    const params = { id: client, noteId: made.id };
    expect((await staff.call(listNotes, { params: { id: client } })).items[0]).toMatchObject({ own: false });
    expect((await second.refused(dropNote, { params })).status).toBe(400);
    expect((await maker.refused(dropNote, { params: { id: other, noteId: made.id } })).status).toBe(404);
    await maker.call(dropNote, { params });
    expect((await staff.call(listNotes, { params: { id: client } })).items).toEqual([]);
  });
});

describe("partners", () => {
  it("are linked and unlinked; an archived one cannot be linked anew", async () => {
    const partner = (name: string, archived: Date | null) =>
      world.db
        .insertInto("partner")
        .values({ name, kind: "bailiff", archived_at: archived })
        .returning("id")
        .executeTakeFirstOrThrow();
    const [open, closed] = [await partner("Deurwaarders Noord", null), await partner("Gestopt", world.clock.now())];
    const link = { id: client, partnerId: open.id };
    const { items } = await maker.call(setClientPartner, { params: link, body: { reference: "SGN-1" } });
    expect(items).toMatchObject([{ name: "Deurwaarders Noord", kind: "bailiff", reference: "SGN-1" }]);
    const refused = await maker.refused(setClientPartner, { params: { id: client, partnerId: closed.id }, body: {} });
    expect(refused.body.errors).toHaveProperty("partnerId");
    const unknown = await maker.refused(setClientPartner, { params: { id: client, partnerId: 999_999 }, body: {} });
    expect(unknown.status).toBe(404);
    expect((await people.call(listClientPartners, { params: { id: client } })).items).toHaveLength(1);
    expect((await maker.call(dropClientPartner, { params: link })).items).toEqual([]);
    expect((await maker.refused(dropClientPartner, { params: link })).status).toBe(404);
  });
});

describe("the people of a client", () => {
  /** Every role there is: what they hold must open nothing that is not theirs. */
  const mighty = () => world.login({ acl: ["*"], kind: "customer", clientIds: [client] });

  it("read their own client, and nothing that is for staff", async () => {
    const all = await mighty();
    for (const visitor of [people, all]) {
      for (const call of [readClient, readAccount, listTerms, listClientDocuments, listClientPartners]) {
        expect((await visitor.send(call, { params: { id: client } })).status).toBe(200);
      }
      for (const call of [listCommissions, listNotes]) {
        expect((await visitor.send(call, { params: { id: client } })).status).toBe(403);
      }
      expect((await visitor.call(readAccount, { params: { id: client } })).open).toBeNull();
    }
  });

  it("change nothing, whatever roles they hold", async () => {
    const all = await mighty();
    const body = await bodyFor(client);
    const statuses = [
      await all.send(updateClientCall, { params: { id: client }, body }),
      await all.send(setClientActive, { params: { id: client }, body: { active: false, version: body.version } }),
      await all.send(requestAccount, {
        params: { id: client },
        body: { iban: "NL91ABNA0417164300", accountHolder: "Ik" },
      }),
      await all.send(addNote, { params: { id: client }, body: { content: "x" } }),
      await all.send(addTerms, {
        params: { id: client },
        body: { fileType: "company", validFrom: "2027-01-01", interestKind: "none" },
      }),
      await all.send(createClientCall, { body: plainClient() }),
    ].map((reply) => reply.status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
  });

  it("get 404 for another client", async () => {
    const all = await mighty();
    const calls = [
      readClient,
      readAccount,
      listTerms,
      listCommissions,
      listClientDocuments,
      listNotes,
      listClientPartners,
    ];
    for (const call of calls) {
      const foreign = await all.send(call, { params: { id: other } });
      const unknown = await all.send(call, { params: { id: 999_999 } });
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    }
    const body = await bodyFor(other);
    expect((await all.refused(updateClientCall, { params: { id: other }, body })).status).toBe(404);
  });
});
