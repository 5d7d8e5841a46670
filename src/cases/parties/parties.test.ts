import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { showFile } from "../file-page/file-page.contract.ts";
import { visitFile } from "../files/files.contract.ts";
import { announcePresence, whoSawFile } from "../presence/presence.contract.ts";
import { liftHoldFromFile, listStates, placeHoldOnFile, updateState } from "../states/states.contract.ts";
import { channelsEnd } from "./handlers.server.ts";
import {
  addAddress,
  addParty,
  listParties,
  setAddressSource,
  setChannel,
  updateAddress,
  updateDebtor,
  updateParty,
  updatePartyPerson,
} from "./parties.contract.ts";
import { channelInUse } from "./parties.ts";

const channelOf = (value: string, of: Partial<Parameters<typeof channelInUse>[0][number]> = {}) => ({
  value,
  consent: "unknown" as const,
  preferred: false,
  validUntil: null,
  ...of,
});

test.each([
  ["none", [], null],
  ["the newest", [channelOf("a"), channelOf("b")], "b"],
  ["the preferred one", [channelOf("a", { preferred: true }), channelOf("b")], "a"],
  ["none that was rejected", [channelOf("a"), channelOf("b", { preferred: true, consent: "refused" })], "a"],
  ["one on its last day of validity", [channelOf("a", { validUntil: "2026-11-20" })], "a"],
  ["none after its last day of validity", [channelOf("a", { validUntil: "2026-11-19" })], null],
])("of a debtor's contact channels %s is used", (_what, channels, used) => {
  expect(channelInUse(channels, "2026-11-20")).toBe(used);
});

let world: World;
let staff: Visitor;
let customer: Visitor;
let client: number;
let other: number;

beforeAll(async () => {
  world = await startWorld();
  const acl = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"];
  staff = await world.login({ acl, name: "S. Visser" });
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht" })).id;
  other = (await makeClient(world.db, world.clock, { company: "Anders" })).id;
  customer = await world.login({ acl, kind: "customer", clientIds: [client], name: "K. Klant" });
});
afterAll(() => world.close());

const place = async (of = client): Promise<number> => (await placeOne(world, of)).id;

const somebody = {
  fileType: "company" as const,
  gender: "unknown" as const,
  initials: null,
  firstName: null,
  prefix: null,
  lastName: null,
  companyName: "Bewind & Co",
  legalForm: "bv" as const,
  kvk: null,
  birthDate: null,
  street: "Kade",
  houseNumber: "9",
  addition: null,
  postcode: "1011 AA",
  city: "Amsterdam",
  country: "NL",
  phone: null,
  mobile: null,
  email: "post@bewind.example",
  iban: null,
  language: "nl" as const,
};
const party = {
  role: "administrator" as const,
  from: "2026-11-01",
  note: "intern",
  reference: "B-77",
  person: somebody,
};

describe("parties", () => {
  test("are added to the debtor with their role, and stay on record after they end", async () => {
    const id = await place();
    const added = await staff.call(addParty, { params: { id }, body: party });
    expect(added).toMatchObject({
      role: "administrator",
      reference: "B-77",
      version: 1,
      person: { city: "Amsterdam" },
    });
    const { person: _person, ...fields } = party;
    const ended = await staff.call(updateParty, {
      params: { id, partyId: added.id },
      body: { ...fields, until: "2026-11-20", version: 1 },
    });
    expect(ended).toMatchObject({ until: "2026-11-20", version: 2 });
    const stale = await staff.refused(updateParty, {
      params: { id, partyId: added.id },
      body: { ...fields, version: 1 },
    });
    expect([stale.status, stale.body.current]).toEqual([409, expect.objectContaining({ until: "2026-11-20" })]);
    const { fileType: _type, ...details } = somebody;
    const moved = await staff.call(updatePartyPerson, {
      params: { id, partyId: added.id },
      body: { ...details, street: "Plein", addressVerifiedOn: null, version: 1 },
    });
    expect(moved.street).toBe("Plein");
    const { parties } = await staff.call(listParties, { params: { id } });
    expect(parties[0]?.person.addresses).toMatchObject([{ kind: "former", street: "Kade", until: "2026-11-19" }]);
    expect(parties[0]?.note).toBe("intern");
    expect((await customer.call(listParties, { params: { id } })).parties[0]?.note).toBeNull();
  });

  test("are refused when invalid", async () => {
    const id = await place();
    const wrong = await staff.refused(addParty, {
      params: { id },
      body: { ...party, person: { ...somebody, companyName: "", postcode: "0" } },
    });
    expect(Object.keys(wrong.body.errors ?? {}).sort()).toEqual(["person.companyName", "person.postcode"]);
    const turned = await staff.refused(addParty, { params: { id }, body: { ...party, until: "2026-10-01" } });
    expect(Object.keys(turned.body.errors ?? {})).toEqual(["until"]);
  });

  test("the day on which an address was checked does not go with the debtor to another address", async () => {
    const id = await place();
    const { main } = await staff.call(listParties, { params: { id } });
    const checked = { source: "brp" as const, checkedOn: "2026-11-01", version: main.version };
    const sourced = await staff.call(setAddressSource, { params: { id, debtorId: main.id }, body: checked });
    const {
      fileType: _type,
      isConsumer: _consumer,
      isNaturalPerson: _natural,
      displayName: _name,
      id: _id,
      addressSource: _source,
      wish: _wish,
      addresses: _addresses,
      channels: _channels,
      ...is
    } = sourced;
    const send = (more: Partial<BodyOf<typeof updateDebtor>>) =>
      staff.call(updateDebtor, { params: { id }, body: { ...is, ...more } });
    // The form sends back what it showed.
    const same = await send({ city: "Emmen", email: "nieuw@x.example" });
    expect(same.addressVerifiedOn).toBe("2026-11-01");
    const moved = await send({ street: "Plein", version: same.version });
    expect(moved).toMatchObject({ street: "Plein", addressVerifiedOn: null });
    const again = await send({ street: "Hof", addressVerifiedOn: "2026-11-02", version: moved.version });
    expect(again).toMatchObject({ street: "Hof", addressVerifiedOn: "2026-11-02" });
  });

  test("a former address stays on record, with its source and the day it was checked", async () => {
    const id = await place();
    const first = (await staff.call(listParties, { params: { id } })).main;
    await staff.call(setChannel, {
      params: { id, debtorId: first.id },
      body: { kind: "email", value: "oud@x.example", preferred: true, consent: "given", version: 0 },
    });
    const { main } = await staff.call(listParties, { params: { id } });
    const sourced = await staff.call(setAddressSource, {
      params: { id, debtorId: main.id },
      body: { source: "brp", checkedOn: "2026-11-01", version: main.version },
    });
    expect(sourced).toMatchObject({ addressSource: "brp", addressVerifiedOn: "2026-11-01" });
    const {
      fileType,
      isConsumer,
      isNaturalPerson,
      displayName,
      id: debtorId,
      addressSource,
      wish: _wish,
      addresses,
      channels,
      ...is
    } = sourced;
    expect([fileType, isConsumer, isNaturalPerson, addressSource]).toEqual(["private", true, true, "brp"]);
    expect([displayName !== "", addresses, channels.length > 0]).toEqual([true, [], true]);
    await staff.call(updateDebtor, { params: { id }, body: { ...is, street: "Elders", email: "nieuw@x.example" } });
    const after = (await staff.call(listParties, { params: { id } })).main;
    expect(after.addresses).toMatchObject([{ street: main.street, source: "brp", checkedOn: "2026-11-01" }]);
    expect(after.addressSource).toBeNull();
    expect(after.channels.find(({ value }) => value === main.email)).toMatchObject({ inUse: false, kind: "email" });
    const noted = await staff.call(addAddress, {
      params: { id, debtorId },
      body: {
        kind: "correspondence",
        street: "Postbus",
        houseNumber: "1",
        postcode: "3511 AA",
        city: "Utrecht",
        country: "NL",
      },
    });
    const { id: addressId, version, ...fields } = noted;
    const body = { ...fields, addition: "", until: "2026-11-30", version };
    const params = { id, debtorId, addressId };
    expect((await staff.call(updateAddress, { params, body })).until).toBe("2026-11-30");
    expect((await staff.refused(updateAddress, { params, body })).status).toBe(409);
  });

  test("an opted-out channel is no longer used, and cannot be entered again", async () => {
    const id = await place();
    const { main } = await staff.call(listParties, { params: { id } });
    const params = { id, debtorId: main.id };
    const email = "een@voorbeeld.example";
    await staff.call(setChannel, {
      params,
      body: { kind: "email", value: email, preferred: true, consent: "given", version: 0 },
    });
    const body = { kind: "email" as const, value: email, preferred: false, consent: "refused" as const, version: 1 };
    const { channels } = await staff.call(setChannel, { params, body });
    expect(channels.find(({ value }) => value === email)).toMatchObject({ inUse: false, consentOn: "2026-11-20" });
    expect((await staff.refused(setChannel, { params, body })).status).toBe(409);
    const second = {
      kind: "email" as const,
      value: "Twee@Voorbeeld.example",
      preferred: true,
      consent: "given" as const,
    };
    await staff.call(setChannel, { params, body: { ...second, version: 0 } });
    const now = (await staff.call(listParties, { params: { id } })).main;
    expect(now.email).toBe("twee@voorbeeld.example");
    const {
      fileType,
      isConsumer,
      isNaturalPerson,
      displayName,
      id: _id,
      addressSource,
      wish: _wish,
      addresses,
      channels: _c,
      ...is
    } = now;
    expect([fileType, isConsumer, isNaturalPerson, addressSource, addresses.length, displayName === ""]).toEqual([
      "private",
      true,
      true,
      null,
      0,
      false,
    ]);
    const typed = await staff.refused(updateDebtor, { params: { id }, body: { ...is, email } });
    expect(Object.keys(typed.body.errors ?? {})).toEqual(["email"]);
    const bad = await staff.refused(setChannel, { params, body: { ...second, value: "geen adres", version: 0 } });
    expect(Object.keys(bad.body.errors ?? {})).toEqual(["value"]);
  });
});

describe("states", () => {
  test("determine who is written to and since when interest is frozen, and are changed and ended with a reason", async () => {
    const id = await place();
    const counsellor = await staff.call(addParty, { params: { id }, body: { ...party, role: "counsellor" } });
    const placed = await staff.call(placeHoldOnFile, {
      params: { id },
      body: {
        kind: "shv",
        stage: "notice",
        source: "Kredietbank",
        sourceReference: "SKP-1",
        contactPartyId: counsellor.id,
        interestFrozenFrom: "2026-11-10",
        version: 1,
      },
    });
    expect(placed).toMatchObject({ status: "suspend", phase: "shv" });
    const frozen = () =>
      world.db
        .selectFrom("claim_event")
        .select(["kind", "on_date", "data"])
        .where("file_id", "=", id)
        .where("kind", "in", ["freeze", "reversal"])
        .orderBy("id")
        .execute();
    expect(await frozen()).toMatchObject([{ kind: "freeze", on_date: "2026-11-10" }]);
    const params = { id, holdId: placed.hold.id };
    const changed = await staff.call(updateState, {
      params,
      body: { stage: "stabilisation", until: "2027-03-20", version: 1 },
    });
    expect(changed).toMatchObject({
      stage: "stabilisation",
      source: "Kredietbank",
      contactOnlyVia: { name: "Bewind & Co" },
    });
    expect((await frozen()).map(({ kind }) => kind)).toEqual(["freeze", "reversal", "freeze"]);
    expect((await staff.refused(updateState, { params, body: { version: 1 } })).status).toBe(409);
    const { items, file } = await customer.call(listStates, { params: { id } });
    expect([items.length, items[0]?.active]).toEqual([1, true]);
    const ended = await staff.call(liftHoldFromFile, {
      params,
      body: { reason: "geen akkoord", version: file.version },
    });
    expect(ended).toMatchObject({ status: "not_started", phase: "amicable" });
    const [past] = (await staff.call(listStates, { params: { id } })).items;
    expect(past).toMatchObject({ active: false, liftReason: "geen akkoord", liftedBy: "S. Visser" });
    expect((await frozen()).at(-1)?.data).toMatchObject({ until: "2026-11-20" });
  });

  test("show the debtor's representative, or that none is known yet", async () => {
    const id = await place();
    const speaker = async () => (await staff.call(listStates, { params: { id } })).speaker;
    const nobody = async () => (await staff.call(showFile, { params: { id } })).nobodyToWriteTo;
    expect([await speaker(), await nobody()]).toEqual([null, null]);
    await staff.call(placeHoldOnFile, { params: { id }, body: { kind: "administration", version: 1 } });
    expect(await speaker()).toEqual({ kind: "administration", name: null, role: null });
    expect(await nobody()).toEqual({ kind: "administration" });
    const added = await staff.call(addParty, { params: { id }, body: party });
    expect(await speaker()).toEqual({ kind: "administration", name: "Bewind & Co", role: "administrator" });
    expect(await nobody()).toBeNull();
    const { person: _person, ...fields } = party;
    const body = { ...fields, until: "2026-11-19", version: 1 };
    await staff.call(updateParty, { params: { id, partyId: added.id }, body });
    expect(await speaker()).toEqual({ kind: "administration", name: null, role: null });
  });

  test("a conflicting change gets the current version and its author", async () => {
    const id = await place();
    const { id: partyId } = await staff.call(addParty, { params: { id }, body: party });
    const { hold } = await staff.call(placeHoldOnFile, {
      params: { id },
      body: { kind: "administration", contactPartyId: partyId, version: 1 },
    });
    const params = { id, holdId: hold.id };
    await staff.call(updateState, { params, body: { reason: "beschikking", version: 1 } });
    const late = await staff.refused(updateState, { params, body: { reason: "anders", version: 1 } });
    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({
        current: expect.objectContaining({ reason: "beschikking", contactPartyId: partyId, version: 2 }),
        changedBy: expect.any(String),
        changedAt: expect.any(String),
      }),
    ]);
    const { main } = await staff.call(listParties, { params: { id } });
    const source = { source: "brp" as const, checkedOn: "2026-11-01" };
    const target = { params: { id, debtorId: main.id } };
    await staff.call(setAddressSource, { ...target, body: { ...source, version: main.version } });
    const lost = await staff.refused(setAddressSource, { ...target, body: { ...source, version: main.version } });
    expect([lost.status, lost.body.current]).toEqual([409, expect.objectContaining(source)]);
  });

  test("states of natural persons are refused for a legal entity", async () => {
    const { id } = await placeOne(world, client, { debtor: somebody });
    for (const kind of ["wsnp", "deceased", "administration", "shv"] as const) {
      const refused = await staff.refused(placeHoldOnFile, { params: { id }, body: { kind, version: 1 } });
      expect(refused.body.errors).toEqual({
        kind: ["This is for natural persons only; the debtor is a legal entity."],
      });
    }
    const fieldsOf = async (body: BodyOf<typeof placeHoldOnFile>) =>
      Object.keys((await staff.refused(placeHoldOnFile, { params: { id }, body })).body.errors ?? {}).sort();
    expect(await fieldsOf({ kind: "wsnp", until: "2001-01-01", version: 1 })).toEqual(["kind", "until"]);
    const wrong = { kind: "wsnp", until: "2001-01-01", since: "2040-01-01", interestFrozenFrom: "2001-02-01" } as const;
    expect(await fieldsOf({ ...wrong, version: 1 })).toEqual(["interestFrozenFrom", "since"]);
    const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body: { kind: "bankruptcy", version: 1 } });
    expect(hold.kind).toBe("bankruptcy");
  });

  test("a debtor in a state of natural persons cannot become a legal entity while it lasts", async () => {
    for (const kind of ["wsnp", "deceased", "administration", "guardianship", "shv", "broad_moratorium"] as const) {
      const debtor = { ...somebody, legalForm: "eenmanszaak" as const };
      const { id } = await placeOne(world, client, { debtor });
      const { hold } = await staff.call(placeHoldOnFile, { params: { id }, body: { kind, version: 1 } });
      const { fileType: _type, ...fields } = debtor;
      const body = { ...fields, addressVerifiedOn: null, version: 1 };
      const refused = await staff.refused(updateDebtor, { params: { id }, body: { ...body, legalForm: "bv" } });
      expect([kind, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([kind, 400, ["legalForm"]]);
      const { main } = await staff.call(listParties, { params: { id } });
      expect([main.legalForm, main.isNaturalPerson]).toEqual(["eenmanszaak", true]);
      // What leaves a natural person behind the debt is no matter of the state.
      const renamed = await staff.call(updateDebtor, { params: { id }, body: { ...body, legalForm: "vof" } });
      const { file } = await staff.call(listStates, { params: { id } });
      const lifting = { reason: "op de verkeerde naam", version: file.version };
      await staff.call(liftHoldFromFile, { params: { id, holdId: hold.id }, body: lifting });
      const later = { ...body, legalForm: "bv" as const, version: renamed.version };
      expect((await staff.call(updateDebtor, { params: { id }, body: later })).isNaturalPerson).toBe(false);
    }
  });

  test("an administrator alone does not stop the file; a file stopped by law cannot be resumed", async () => {
    const id = await place();
    const marked = await staff.call(placeHoldOnFile, { params: { id }, body: { kind: "administration", version: 1 } });
    expect(marked.status).toBe("not_started");
    const effect = await staff.refused(placeHoldOnFile, {
      params: { id },
      body: { kind: "bankruptcy", effect: "none", version: 1 },
    });
    expect(Object.keys(effect.body.errors ?? {})).toEqual(["effect"]);
    const foreign = await staff.call(addParty, { params: { id: await place() }, body: party });
    const via = await staff.refused(placeHoldOnFile, {
      params: { id },
      body: { kind: "shv", contactPartyId: foreign.id, version: 1 },
    });
    expect(Object.keys(via.body.errors ?? {})).toEqual(["contactPartyId"]);
    const stopped = await staff.call(updateState, {
      params: { id, holdId: marked.hold.id },
      body: { effect: "pause", version: 1 },
    });
    expect(stopped.effect).toBe("pause");
    expect((await staff.call(listStates, { params: { id } })).file.status).toBe("paused");
    await staff.call(updateState, { params: { id, holdId: marked.hold.id }, body: { effect: "none", version: 2 } });
    expect((await staff.call(listStates, { params: { id } })).file.status).toBe("not_started");
  });
});

describe("presence", () => {
  test("shows colleagues who is present and typing, until they leave or time out", async () => {
    const id = await place();
    const colleague = await world.login({ acl: ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"], name: "B. Bakker" });
    expect((await staff.call(announcePresence, { params: { id }, body: {} })).others).toEqual([]);
    const [seen] = (await colleague.call(announcePresence, { params: { id }, body: { editing: true } })).others;
    expect(seen).toMatchObject({ name: "S. Visser", editing: false });
    expect((await staff.call(announcePresence, { params: { id }, body: {} })).others).toMatchObject([
      { name: "B. Bakker", editing: true },
    ]);
    expect((await customer.call(announcePresence, { params: { id }, body: {} })).others).toEqual([]);
    await colleague.call(announcePresence, { params: { id }, body: { leave: true } });
    expect((await staff.call(announcePresence, { params: { id }, body: {} })).others).toEqual([]);
    await colleague.call(announcePresence, { params: { id }, body: {} });
    world.clock.set(new Date(world.clock.now().getTime() + 46_000));
    expect((await staff.call(announcePresence, { params: { id }, body: {} })).others).toEqual([]);
  });

  test("views of a file are kept per day, and shown to staff only", async () => {
    const id = await place();
    await staff.call(visitFile, { params: { id } });
    await staff.call(visitFile, { params: { id } });
    await customer.call(visitFile, { params: { id } });
    // Once an hour for each person, whatever they call.
    for (const minutes of [30, 31]) {
      world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000));
      await staff.call(whoSawFile, { params: { id }, query: {} });
      await customer.refused(whoSawFile, { params: { id }, query: {} });
    }
    const { items } = await staff.call(whoSawFile, { params: { id }, query: {} });
    expect(items.map(({ name, kind, times }) => [name, kind, times]).sort()).toEqual([
      ["K. Klant", "customer", 1],
      ["S. Visser", "staff", 2],
    ]);
    expect((await customer.refused(whoSawFile, { params: { id }, query: {} })).status).toBe(404);
  });
});

test("parts of another team's file do not exist", async () => {
  const id = await place(other);
  const { main } = await staff.call(listParties, { params: { id } });
  const added = await staff.call(addParty, { params: { id }, body: party });
  const mine = await place();
  const { person: _person, ...fields } = party;
  const attempts = [
    (file: number) => customer.send(listParties, { params: { id: file } }),
    (file: number) => customer.send(listStates, { params: { id: file } }),
    (file: number) => customer.send(announcePresence, { params: { id: file }, body: {} }),
    (file: number) => customer.send(addParty, { params: { id: file }, body: party }),
    (file: number) =>
      customer.send(updateParty, { params: { id: file, partyId: added.id }, body: { ...fields, version: 1 } }),
    (file: number) =>
      customer.send(setAddressSource, {
        params: { id: file, debtorId: main.id },
        body: { source: null, checkedOn: null, version: 1 },
      }),
  ];
  for (const attempt of attempts) {
    const [foreign, unknown] = [await attempt(id), await attempt(987_654_321)];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  }
  // Nor through a file of one's own.
  const body = { source: null, checkedOn: null, version: 1 };
  expect((await customer.send(setAddressSource, { params: { id: mine, debtorId: main.id }, body })).status).toBe(404);
  const reach = await customer.send(updateParty, {
    params: { id: mine, partyId: added.id },
    body: { ...fields, version: 1 },
  });
  expect(reach.status).toBe(404);
});

test("each night expired channels are no longer used, and the next best one is", async () => {
  const id = await place();
  const { main, today } = await staff.call(listParties, { params: { id } });
  expect(today).toBe("2026-11-20");
  const params = { id, debtorId: main.id };
  const channel = { kind: "email" as const, consent: "given" as const, version: 0 };
  await staff.call(setChannel, { params, body: { ...channel, value: "blijft@x.example", preferred: false } });
  await staff.call(setChannel, {
    params,
    body: { ...channel, value: "eindigt@x.example", preferred: true, validUntil: "2026-11-20" },
  });
  const used = () =>
    world.db.selectFrom("debtor").select(["email", "version"]).where("id", "=", main.id).executeTakeFirstOrThrow();
  const night = async (): Promise<void> => {
    await world.work((ctx) => ctx.enqueue(channelsEnd, {}));
    await world.drain();
  };
  await night();
  const before = await used();
  expect(before.email).toBe("eindigt@x.example");
  world.clock.set(new Date("2026-11-21T01:20:00+01:00"));
  await night();
  const after = await used();
  // A letter or mail that was prepared for the old address is not made: the version went on.
  expect(after).toEqual({ email: "blijft@x.example", version: before.version + 1 });
  await night();
  expect(await used()).toEqual(after);
});
