/** Whoever searches a list by a name need not type its accents, nor a Turkish dotless i. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog, listLogs } from "../../cases/logs/logs.contract.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { settingsHistory } from "../../ground/platform/history.contract.ts";
import { readGlobalSettings, saveGlobalSettings } from "../../ground/settings/settings.contract.ts";
import { createBailiff, listBailiffs } from "../../legal/bailiffs/bailiffs.contract.ts";
import { listDocuments, listMessages } from "../../letters/correspondence/correspondence.contract.ts";
import { claimOf, person, registerProvider } from "../../letters/processing/processing.factory.ts";
import { listRunRows, makeRunCall, planRun, readRun } from "../../letters/processing/runs/runs.contract.ts";
import { createAccount, listEntries, uploadStatement } from "../../money/payments/payments.contract.ts";
import { camtFile } from "../../money/payments/payments.factory.ts";
import { listUsers } from "../../people/access/acl/acl.contract.ts";
import { listClients } from "../../people/client-page/client-page.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { listEmployees } from "../../people/employees/record/people.contract.ts";
import { startWorld, type Visitor, type World, wrong } from "../testing/world.factory.ts";

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await startWorld();
  staff = await world.login({ acl: ["*"], name: "José Müller" });
  await registerProvider(world);
});
afterAll(() => world.close());

test("clients, staff, users and offices of bailiffs", async () => {
  const { id } = await makeClient(world.db, world.clock, { company: "Coöperatie Univé U.A." });
  const office = await staff.call(createBailiff, { body: { name: "Kantoor ’t Één", city: "Sint-Niklaas" } });
  for (const search of ["cooperatie unive", "COÖPERATIE", "Coöperatie"]) {
    const { items } = await staff.call(listClients, { query: { filter: { search } } });
    expect([search, items.map((client) => client.id)]).toEqual([search, [id]]);
  }
  for (const search of ["jose muller", "José Müller", "MÜLLER"]) {
    const employees = await staff.call(listEmployees, { query: { filter: { search } } });
    const users = await staff.call(listUsers, { query: { filter: { search } } });
    expect([search, employees.items.length, users.items.length]).toEqual([search, 1, 1]);
  }
  const offices = await staff.call(listBailiffs, { query: { filter: { search: "een" } } });
  expect(offices.items.map((found) => found.id)).toEqual([office.id]);
  const none = await staff.call(listClients, { query: { filter: { search: "100%" } } });
  expect(none.items).toEqual([]);
});

test("debtors, in the rows of a run and among documents and messages", async () => {
  const clientId = (await makeClient(world.db, world.clock)).id;
  const debtor = person({ initials: "İ.", prefix: null, lastName: "Yıldız-Østergård" });
  await placeOne(world, clientId, claimOf({ debtor }));
  const run = await staff.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await staff.call(readRun, { params: { id: run.id } });
  await staff.call(makeRunCall, { params: { id: run.id }, body: { version } });
  await world.drain();
  const counts = async (search: string) => {
    const rows = await staff.call(listRunRows, { params: { id: run.id }, query: { filter: { search } } });
    const documents = await staff.call(listDocuments, { query: { filter: { search } } });
    const messages = await staff.call(listMessages, { query: { filter: { search } } });
    return [rows, documents, messages].map(({ items }) => items.length);
  };
  for (const search of ["yildiz", "Yıldız", "ostergard", "YILDIZ-ØSTERGÅRD", "i. yildiz"])
    expect([search, ...(await counts(search))]).toEqual([search, 1, 1, 1]);
  expect(await counts("yildiz jansen")).toEqual([0, 0, 0]);
});

test("lines of the log, entries of the bank, and who changed the settings", async () => {
  const clientId = (await makeClient(world.db, world.clock)).id;
  const { id } = await placeOne(world, clientId, claimOf({ debtor: person({ lastName: "Çelik" }) }));
  await staff.call(createLog, { body: { file: id, subject: "Gesprek met Zoë", content: "in café Één" } });
  const lines = async (filter: { search?: string; subject?: string; content?: string }) =>
    (await staff.call(listLogs, { params: { id }, query: { filter } })).items.map(({ subject }) => subject);
  for (const filter of [{ search: "zoe" }, { search: "cafe een" }, { subject: "met ZOE" }, { content: "CAFÉ een" }])
    expect([filter, await lines(filter)]).toEqual([filter, ["Gesprek met Zoë"]]);
  expect(await lines({ subject: "cafe" })).toEqual([]);

  const iban = "NL20INGB0001234567";
  await staff.call(createAccount, { body: { iban, name: "Derdengelden", kind: "client_money" } });
  const paid = {
    iban,
    number: 1,
    date: "2026-11-19",
    openingCents: 0,
    lines: [{ cents: 500, name: "Ö. Çelik", text: "één keer" }],
  };
  await staff.call(uploadStatement, { files: { file: { name: "afschrift.xml", content: camtFile(paid) } } });
  await world.drain();
  for (const search of ["o. celik", "een keer"])
    expect([search, (await staff.call(listEntries, { query: { filter: { search } } })).total]).toEqual([search, 1]);

  const { values, version } = await staff.call(readGlobalSettings);
  await staff.call(saveGlobalSettings, { body: wrong({ ...values, city: "Zwolle", version }) });
  for (const who of ["jose", "MULLER"])
    expect([who, (await staff.call(settingsHistory, { query: { filter: { who } } })).total > 0]).toEqual([who, true]);
});
