import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { createFile } from "../../exchange/intake/intake.contract.ts";
import { fileOf, placeOne, somebody } from "../../exchange/intake/intake.factory.ts";
import { readHandover, readHandoverSet } from "../../legal/handover/handover.contract.ts";
import { listFileDocuments } from "../../letters/correspondence/correspondence.contract.ts";
import { readFileWorkflow } from "../../letters/workflows/workflows.contract.ts";
import { getClaim, readAgreements } from "../../money/claims/claims.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { fileAgenda } from "../agenda/agenda.contract.ts";
import { createLog, listLogs } from "../logs/logs.contract.ts";
import { listParties } from "../parties/parties.contract.ts";
import { whoSawFile } from "../presence/presence.contract.ts";
import { closeFileByHand, listStates, placeHoldOnFile } from "../states/states.contract.ts";
import { showFile } from "./file-page.contract.ts";
import { listQuery } from "./summary/list-address.web.ts";

describe("the file page", () => {
  let world: World;
  let staff: Visitor;
  let client: number;
  const roles = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_CREATE"];

  beforeAll(async () => {
    world = await startWorld();
    staff = await world.login({ acl: roles, name: "S. Visser" });
    client = (await makeClient(world.db, world.clock, { company: "Zonnekracht Energie B.V." })).id;
  });
  afterAll(() => world.close());

  test("composes parties, claim, balance, step, holds, contact and other files", async () => {
    const body = fileOf(client, { clientRef: "ZK-88213" });
    const { id } = await staff.call(createFile, { body });
    await staff.call(createFile, { body: { ...fileOf(client), clientRef: "ZK-88214" } });
    const held = await staff.call(placeHoldOnFile, {
      params: { id },
      body: { kind: "dispute", reason: "factuur klopt niet", version: 1 },
    });
    await staff.call(createLog, { body: { file: id, type: "call", subject: "Gebeld" } });
    const file = await staff.call(showFile, { params: { id } });
    expect(file).toMatchObject({
      number: "26-000001",
      client: { id: client, company: "Zonnekracht Energie B.V." },
      clientRef: "ZK-88213",
      debtor: { displayName: "S. Yıldız", postcode: "3531 CL", houseNumber: "112", addition: "2", isConsumer: true },
      claim: { basis: "contract", title: "Levering van energie" },
      phase: "amicable",
      status: "paused",
      // € 100.00 at 4 % over 233 days: 2.55.
      balance: {
        date: "2026-11-20",
        currency: "EUR",
        principal: "100.00",
        interest: "2.55",
        costs: "0.00",
        open: "102.55",
      },
      holds: [{ id: held.hold.id, kind: "dispute", reason: "factuur klopt niet", placedBy: "S. Visser" }],
      lastContact: { at: "2026-11-20T09:00:00.000Z", channel: "call" },
      closure: null,
      otherFiles: { open: 1, total: 1 },
    });
    expect(file.next?.step).toBeTruthy();
  });

  test("says why and by whom a file was closed", async () => {
    const { id } = await placeOne(world, client);
    await staff.call(closeFileByHand, {
      params: { id },
      body: { reason: "withdrawn", note: "op verzoek", version: 1 },
    });
    const file = await staff.call(showFile, { params: { id } });
    expect(file.closure).toEqual({
      reason: "withdrawn",
      ownReason: null,
      on: "2026-11-20",
      by: "S. Visser",
      note: "op verzoek",
    });
    expect(file.next).toBeNull();
  });

  test("gives the same 404 for a hidden file and an unknown one, byte for byte", async () => {
    const other = (await makeClient(world.db, world.clock, { company: "Anders B.V." })).id;
    const { id } = await placeOne(world, other);
    const customer = await world.login({ acl: ["ROLE_FILE_SEARCH"], kind: "customer", clientIds: [client] });
    const foreign = await customer.send(showFile, { params: { id } });
    for (const unknown of [987_654_321, 0, -1]) {
      const reply = await customer.send(showFile, { params: { id: unknown } });
      expect([foreign.status, foreign.text]).toEqual([404, reply.text]);
    }
    const odd = await customer.raw("GET", "/api/v4/file/abc", {
      headers: { "x-requested-with": "XMLHttpRequest", "accept-language": "en" },
    });
    expect([odd.status, odd.text]).toEqual([404, foreign.text]);
  });

  test("other files of the debtor leave out namesakes at the same address and files that the reader may not see", async () => {
    const { id } = await placeOne(world, client, { clientRef: "ALONE-1" });
    const customer = await world.login({ acl: ["ROLE_FILE_SEARCH"], kind: "customer", clientIds: [client] });
    const others = async (by: Visitor): Promise<number> =>
      (await by.call(showFile, { params: { id } })).otherFiles.total;
    const [all, own] = [await others(staff), await others(customer)];
    const other = (await makeClient(world.db, world.clock, { company: "Nog een B.V." })).id;
    await placeOne(world, other);
    expect([await others(staff), await others(customer)]).toEqual([all + 1, own]);
    // Another client writes the name its own way.
    await placeOne(world, other, { debtor: { ...somebody, initials: "am", prefix: "de", lastName: "JANSEN" } });
    expect(await others(staff)).toBe(all + 2);
  });

  test("people of a client see only their share of each section, and nothing of another client's file", async () => {
    const { id } = await placeOne(world, client);
    await staff.call(createLog, { body: { file: id, type: "note", subject: "Alleen voor het kantoor" } });
    const { version } = await staff.call(showFile, { params: { id } });
    await staff.call(placeHoldOnFile, { params: { id }, body: { kind: "dispute", reason: "klopt niet", version } });
    const elsewhere = (await makeClient(world.db, world.clock, { company: "Elders B.V." })).id;
    const foreign = (await placeOne(world, elsewhere)).id;
    const shared = [listLogs, getClaim, listParties, listStates, readAgreements, readFileWorkflow, listFileDocuments];
    const office = [readHandover, readHandoverSet, whoSawFile, fileAgenda];
    for (const kind of ["contact", "customer"] as const) {
      // More roles than such people are given, so that it is not the role that keeps them out.
      const theirs = await world.login({ acl: [...roles, "ROLE_AGENDA"], kind, clientIds: [client] });
      expect((await theirs.call(showFile, { params: { id } })).office).toBe(false);
      for (const call of shared) {
        const own = await theirs.send(call, { params: { id } });
        expect([call.path, own.status]).toEqual([call.path, 200]);
        expect(own.text).not.toContain("Alleen voor het kantoor");
        expect([call.path, (await theirs.send(call, { params: { id: foreign } })).status]).toEqual([call.path, 404]);
      }
      for (const call of office) {
        expect([call.path, (await theirs.send(call, { params: { id } })).status]).toEqual([call.path, 404]);
      }
    }
  });

  test("the list from which a file was opened is read from the address", () => {
    expect(listQuery("?status=paused,closed&search=de%20wit&sort=-openCents&page=3&per-page=100")).toEqual({
      filter: { status: ["paused", "closed"], search: "de wit" },
      order: { field: "openCents", direction: "desc" },
    });
    expect(listQuery("")).toEqual({ filter: {} });
  });
});
