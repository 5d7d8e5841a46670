/** The story of a client's people: told apart, invited, seen by what they see, shut out, and shared between clients. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailsOf } from "../../../app/testing/mails.factory.ts";
import { startWorld, type Visitor, type World, wrong } from "../../../app/testing/world.factory.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { completeReset, csrfToken, currentUser, login as logIn } from "../../access/access.contract.ts";
import { makeClient } from "../customers.factory.ts";
import { readClient } from "../record/clients.contract.ts";
import {
  addContact,
  type Contact,
  changeLogin,
  dropContact,
  inviteAgain,
  listContacts,
  loginChoices,
  makeLogin,
  updateContact,
} from "./contacts.contract.ts";

const clientManager = ["ROLE_EMPLOYEE", "ROLE_MANAGE_CLIENT", "ROLE_CONTACT_PERSON", "ROLE_FILE_SEARCH"];
const password = "een lange zin over fietsen";

let world: World;
let staff: Visitor;
let manager: Visitor;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_EMPLOYEE"]);
  manager = await world.login(clientManager);
});
afterAll(() => world.close());

const newClient = async (company: string): Promise<number> => (await makeClient(world.db, world.clock, { company })).id;

const person = (name: string, more: Partial<BodyOf<typeof addContact>> = {}): BodyOf<typeof addContact> => ({
  name,
  email: `${name.toLowerCase().replaceAll(" ", ".")}@example.test`,
  ...more,
});

const add = (id: number, body: BodyOf<typeof addContact>): Promise<Contact> =>
  manager.call(addContact, { params: { id }, body });

const loginFor = (clientIds: number[], username: string): BodyOf<typeof makeLogin> => ({
  username,
  acl: ["ROLE_CONTACT_PERSON", "ROLE_FILE_SEARCH"],
  clientIds,
});

/** The token of the last link that was mailed to somebody. */
async function mailedToken(address: string): Promise<string> {
  const mail = (await mailsOf(world)).findLast(({ to }) => to === address);
  return /reset-password\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

async function enter(username: string, address: string): Promise<Visitor> {
  const body = { token: await mailedToken(address), password, passwordRepeat: password };
  const visitor = world.guest();
  await visitor.call(csrfToken);
  await visitor.call(completeReset, { body });
  await visitor.call(logIn, { body: { username, password } });
  return visitor;
}

describe("contacts", () => {
  it("are distinguished by role, and exactly one is the main contact in the client's record", async () => {
    const id = await newClient("Contacten B.V.");
    const anna = await add(id, person("Anna Bos", { phone: "0592 123 456", roles: ["finance", "legal"] }));
    expect(anna).toMatchObject({ isMain: true, phone: "+31592123456", roles: ["finance", "legal"], login: null });
    const bram = await add(id, person("Bram Vos", { jobTitle: "Directeur", isMain: true }));
    const { items } = await staff.call(listContacts, { params: { id } });
    expect(items.map((item) => [item.name, item.isMain])).toEqual([
      ["Bram Vos", true],
      ["Anna Bos", false],
    ]);
    expect(await staff.call(readClient, { params: { id } })).toMatchObject({ contactName: "Bram Vos" });
    const params = { id, contactId: bram.id };
    const fields = { ...person("Bram de Vos"), isMain: true, version: bram.version };
    expect(await manager.call(updateContact, { params, body: fields })).toMatchObject({ name: "Bram de Vos" });
    expect(await staff.call(readClient, { params: { id } })).toMatchObject({ contactName: "Bram de Vos" });
    expect((await manager.refused(updateContact, { params, body: fields })).status).toBe(409);
    const left = await manager.refused(updateContact, { params, body: { ...fields, isMain: false, version: 2 } });
    expect(left.body.errors).toHaveProperty("isMain");
    expect((await manager.refused(dropContact, { params })).body.errors).toHaveProperty("common");
    await manager.call(dropContact, { params: { id, contactId: anna.id } });
    await manager.call(dropContact, { params });
    expect(await staff.call(readClient, { params: { id } })).toMatchObject({ contactName: null });
  });

  it("of another client are not found, to read or to change", async () => {
    const [own, other] = [await newClient("Eigen B.V."), await newClient("Ander B.V.")];
    const anna = await add(own, person("Anna Ander"));
    const wrong = await manager.refused(updateContact, {
      params: { id: other, contactId: anna.id },
      body: { ...person("X"), version: 1 },
    });
    expect(wrong.status).toBe(404);
    expect((await manager.refused(dropContact, { params: { id: other, contactId: anna.id } })).status).toBe(404);
    expect((await staff.refused(addContact, { params: { id: own }, body: person("X") })).status).toBe(403);
  });

  it("named in a new client's record become the first of its people", async () => {
    const { id } = await makeClient(world.db, world.clock, {
      contactName: "Wies Kok",
      contactEmail: "wies@example.test",
    });
    const { items } = await staff.call(listContacts, { params: { id } });
    expect(items).toMatchObject([{ name: "Wies Kok", email: "wies@example.test", isMain: true }]);
  });
});

describe("a login", () => {
  it("is created with an invitation, and shows its person their own client and no other", async () => {
    const [own, other] = [await newClient("Zon B.V."), await newClient("Maan B.V.")];
    const anna = await add(own, person("Anna Zon"));
    const params = { id: own, contactId: anna.id };
    const made = await manager.call(makeLogin, { params, body: loginFor([own], "anna.zon") });
    expect(made.login).toMatchObject({
      username: "anna.zon",
      kind: "contact",
      active: true,
      hasPassword: false,
      clients: [{ id: own, company: "Zon B.V." }],
    });
    const visitor = await enter("anna.zon", "anna.zon@example.test");
    expect(await visitor.call(readClient, { params: { id: own } })).toMatchObject({ company: "Zon B.V." });
    expect((await visitor.refused(readClient, { params: { id: other } })).status).toBe(404);
    const seen = await visitor.call(listContacts, { params: { id: own } });
    expect(seen.items.map(({ name, login }) => [name, login])).toEqual([["Anna Zon", null]]);
    const [shown] = (await staff.call(listContacts, { params: { id: own } })).items;
    expect(shown?.login).toMatchObject({ hasPassword: true, lastLoginAt: "2026-11-20T09:00:00.000Z" });
  });

  it("gets no role that its granter lacks, and none that is not for people of clients", async () => {
    const id = await newClient("Rechten B.V.");
    const anna = await add(id, person("Anna Rechten"));
    const params = { id, contactId: anna.id };
    expect((await manager.call(loginChoices)).roles).toEqual(["ROLE_CONTACT_PERSON", "ROLE_FILE_SEARCH"]);
    const unheld = await manager.refused(makeLogin, {
      params,
      body: { ...loginFor([id], "anna.rechten"), acl: ["ROLE_FILE_CREATE"] },
    });
    expect([unheld.status, Object.keys(unheld.body.errors ?? {})]).toEqual([400, ["acl"]]);
    const all = await world.login(["*"]);
    for (const role of ["*", "ROLE_EMPLOYEE", "ROLE_ADMIN", "ROLE_SETTINGS", "ROLE_PREVIOUS_ADMIN"]) {
      const body = wrong({ ...loginFor([id], "anna.rechten"), acl: [role] });
      expect((await all.refused(makeLogin, { params, body })).status).toBe(400);
    }
    expect((await staff.refused(makeLogin, { params, body: loginFor([id], "x1") })).status).toBe(403);
    const creator = await world.login(["ROLE_EMPLOYEE", "ROLE_CUSTOMER_CREATE", "ROLE_CONTACT_PERSON"]);
    expect((await creator.refused(makeLogin, { params, body: loginFor([id], "x2") })).status).toBe(403);
  });

  it("needs a mail address, a name that is free, and this client among those seen", async () => {
    const [id, other] = [await newClient("Regels B.V."), await newClient("Buiten B.V.")];
    const anna = await add(id, person("Anna Regels", { email: null }));
    const params = { id, contactId: anna.id };
    const mail = await manager.refused(makeLogin, { params, body: loginFor([id], "anna.regels") });
    expect(mail.body.errors).toHaveProperty("common");
    const bram = await add(id, person("Bram Regels"));
    const bramParams = { id, contactId: bram.id };
    const foreign = await manager.refused(makeLogin, { params: bramParams, body: loginFor([other], "bram.regels") });
    expect(foreign.body.errors).toHaveProperty("clientIds");
    const unknown = await manager.refused(makeLogin, {
      params: bramParams,
      body: loginFor([id, 999_999], "bram.regels"),
    });
    expect(unknown.body.errors).toHaveProperty("clientIds");
    await manager.call(makeLogin, { params: bramParams, body: loginFor([id], "bram.regels") });
    const again = await manager.refused(makeLogin, { params: bramParams, body: loginFor([id], "bram.regels2") });
    expect(again.body.errors).toHaveProperty("common");
    const carl = await add(id, person("Carl Regels"));
    const taken = await manager.refused(makeLogin, {
      params: { id, contactId: carl.id },
      body: loginFor([id], "bram.regels"),
    });
    expect(taken.body.errors).toHaveProperty("username");
  });

  it("is refused with all that is wrong at once, each beside its field and once; a change of it too", async () => {
    const id = await newClient("Alles B.V.");
    const [dora, emil] = [await add(id, person("Dora Alles")), await add(id, person("Emil Alles"))];
    const params = { id, contactId: dora.id };
    const { login } = await manager.call(makeLogin, { params, body: loginFor([id], "dora.alles") });
    const told = async (body: BodyOf<typeof makeLogin>) => {
      const refused = await manager.refused(makeLogin, { params: { id, contactId: emil.id }, body });
      return Object.entries(refused.body.errors ?? {}).map(([field, messages]) => [field, messages.length]);
    };
    const acl = ["ROLE_FILE_CREATE" as const];
    expect(await told({ ...loginFor([id, 999_999], "dora.alles"), acl })).toEqual([
      ["clientIds", 1],
      ["acl", 1],
      ["username", 1],
    ]);
    expect(await told(loginFor([999_999], "emil.alles"))).toEqual([["clientIds", 1]]);
    expect(await told(loginFor([id, 999_999], "emil.alles"))).toEqual([["clientIds", 1]]);
    const body = { acl, clientIds: [id, 999_999], active: true, version: login?.version ?? 0 };
    const changed = await manager.refused(changeLogin, { params, body });
    expect(Object.keys(changed.body.errors ?? {}).sort()).toEqual(["acl", "clientIds"]);
  });

  it("is changed and closed: its person is logged out at once, and only an active one can be invited", async () => {
    const id = await newClient("Slot B.V.");
    const anna = await add(id, person("Anna Slot"));
    const params = { id, contactId: anna.id };
    const made = await manager.call(makeLogin, { params, body: loginFor([id], "anna.slot") });
    const sent = await manager.call(inviteAgain, { params });
    expect(sent).toEqual({ sentTo: "anna.slot@example.test" });
    const visitor = await enter("anna.slot", "anna.slot@example.test");
    // Choosing a password made a newer version.
    const stale = made.login?.version ?? 1;
    const change = { acl: ["ROLE_CONTACT_PERSON"], clientIds: [id], active: false } as const;
    const body = (version: number) => ({ ...change, acl: [...change.acl], clientIds: [id], version });
    expect((await manager.refused(changeLogin, { params, body: body(stale) })).status).toBe(409);
    const [now] = (await staff.call(listContacts, { params: { id } })).items;
    const shut = await manager.call(changeLogin, { params, body: body(now?.login?.version ?? 0) });
    expect(shut.login).toMatchObject({ active: false, acl: ["ROLE_CONTACT_PERSON"] });
    expect((await visitor.call(currentUser)).user).toBeNull();
    expect((await manager.refused(inviteAgain, { params })).status).toBe(400);
    await manager.call(dropContact, { params });
  });

  it("uses the name and address of its person, which only users who create logins can change", async () => {
    const id = await newClient("Adres B.V.");
    const anna = await add(id, person("Anna Adres"));
    const params = { id, contactId: anna.id };
    const made = await manager.call(makeLogin, { params, body: loginFor([id], "anna.adres") });
    const fields = { ...person("Anna Bakker-Adres"), isMain: true, version: made.version };
    const creator = await world.login([
      "ROLE_EMPLOYEE",
      "ROLE_CUSTOMER_CREATE",
      "ROLE_CONTACT_PERSON",
      "ROLE_FILE_SEARCH",
    ]);
    expect((await creator.refused(updateContact, { params, body: fields })).body.errors).toHaveProperty("email");
    const without = await manager.refused(updateContact, { params, body: { ...fields, email: null } });
    expect(without.body.errors).toHaveProperty("email");
    await manager.call(updateContact, { params, body: fields });
    const user = await world.db
      .selectFrom("app_user")
      .select(["name", "email"])
      .where("username", "=", "anna.adres")
      .executeTakeFirst();
    expect(user).toEqual({ name: "Anna Bakker-Adres", email: "anna.bakker-adres@example.test" });
    // The invitation in the former mailbox is void.
    const token = await mailedToken("anna.adres@example.test");
    const guest = world.guest();
    await guest.call(csrfToken);
    const late = await guest.refused(completeReset, { body: { token, password, passwordRepeat: password } });
    expect(late.status).toBe(400);
  });

  it("that is active prevents removing its person", async () => {
    const id = await newClient("Blijft B.V.");
    const anna = await add(id, person("Anna Blijft"));
    const params = { id, contactId: anna.id };
    await manager.call(makeLogin, { params, body: loginFor([id], "anna.blijft") });
    expect((await manager.refused(dropContact, { params })).body.errors).toHaveProperty("common");
  });

  it("serves one person for several clients, until one of them removes the person", async () => {
    const [first, second] = [await newClient("Eerste B.V."), await newClient("Tweede B.V.")];
    const email = "vera@example.test";
    const atFirst = await add(first, person("Vera Smit", { email }));
    await manager.call(makeLogin, { params: { id: first, contactId: atFirst.id }, body: loginFor([first], "vera") });
    const atSecond = await add(second, person("Vera Smit", { email: "Vera@example.test" }));
    expect(atSecond.known).toMatchObject({ username: "vera", name: "Vera Smit" });
    const params = { id: second, contactId: atSecond.id };
    const shared = await manager.call(makeLogin, {
      params,
      body: { ...loginFor([second], "vera"), useExisting: true },
    });
    expect(shared.login?.clients.map(({ id }) => id).sort()).toEqual([first, second].sort());
    const vera = await enter("vera", email);
    for (const id of [first, second]) expect((await vera.send(readClient, { params: { id } })).status).toBe(200);
    await manager.call(dropContact, { params });
    expect((await vera.refused(readClient, { params: { id: second } })).status).toBe(404);
    expect((await vera.send(readClient, { params: { id: first } })).status).toBe(200);
  });

  it("of staff is never linked to a client's person, whatever the address", async () => {
    const id = await newClient("Personeel B.V.");
    await world.db
      .insertInto("app_user")
      .values({
        username: "baas",
        name: "De Baas",
        email: "baas@example.test",
        acl: ["*"],
        kind: "staff",
        created_at: world.clock.now(),
      })
      .execute();
    const contact = await add(id, person("Baas", { email: "baas@example.test" }));
    expect(contact.known).toBeNull();
    const refused = await manager.refused(makeLogin, {
      params: { id, contactId: contact.id },
      body: { ...loginFor([id], "baas"), useExisting: true },
    });
    expect(refused.body.errors).toHaveProperty("useExisting");
  });
});
