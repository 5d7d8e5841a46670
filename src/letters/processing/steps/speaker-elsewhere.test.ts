/** A state by which somebody else speaks for a debtor counts in all files of that debtor, whichever client they are of (domain facts 6). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { markAsDifferent, mergeDebtors, undoMerge } from "../../../cases/debtors/debtors.contract.ts";
import { previewFileMessage, sendFileMessage } from "../../../cases/file-page/composer/composer.contract.ts";
import { showFile } from "../../../cases/file-page/file-page.contract.ts";
import type { HoldKind } from "../../../cases/files/files.ts";
import { addParty } from "../../../cases/parties/parties.contract.ts";
import {
  closeFileByHand,
  liftHoldFromFile,
  listStates,
  placeHoldOnFile,
} from "../../../cases/states/states.contract.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { addDays, date } from "../../../ground/kernel/dates.ts";
import { gate } from "../../../law/rules/rules.ts";
import { balanceOf } from "../../../money/claims/claims.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { readMessage } from "../../correspondence/correspondence.contract.ts";
import { claimOf, person, registerProvider } from "../processing.factory.ts";
import { gateFacts } from "../processing.ts";
import { loadInputs, runEnvironment } from "../runs/inputs.server.ts";
import { makeRunCall, planRun, readRun, readStep } from "../runs/runs.contract.ts";

let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld();
  world.clock.set(new Date("2026-11-20T10:00:00+01:00"));
  clerk = await world.login(["*"]);
  await registerProvider(world);
});
afterAll(() => world.close());

type Person = Parameters<typeof person>[0];

/** A file of a new client against a debtor, ready for its 14-day letter. */
async function fileOf(debtor: ReturnType<typeof person>): Promise<{ id: number; clientId: number; debtorId: number }> {
  const { id: clientId } = await makeClient(world.db, world.clock);
  const { id } = await placeOne(world, clientId, claimOf({ debtor }));
  const row = await world.db.selectFrom("case_file").select("debtor_id").where("id", "=", id).executeTakeFirstOrThrow();
  return { id, clientId, debtorId: row.debtor_id };
}

/** Two files of two clients against debtors that differ by `changes`. */
async function two(of: Person = {}, changes: Person = {}) {
  const debtor = person(of);
  return { noted: await fileOf(debtor), other: await fileOf({ ...debtor, ...changes }) };
}

const versionOf = async (id: number): Promise<number> =>
  (await clerk.call(listStates, { params: { id } })).file.version;

const hold = async (id: number, kind: HoldKind, rest: Record<string, unknown> = {}) =>
  clerk.call(placeHoldOnFile, { params: { id }, body: { kind, ...rest, version: await versionOf(id) } });

const rulesOf = async (id: number): Promise<string[]> => {
  const { reasons } = await clerk.call(readStep, { params: { id } });
  return reasons.map(({ rule }) => rule);
};

test("nothing goes out about another file until the state is noted there too, and then to the administrator", async () => {
  const { noted, other } = await two();
  expect(await rulesOf(other.id)).toEqual([]);
  await hold(noted.id, "administration");
  expect(await rulesOf(other.id)).toEqual(["stateElsewhere"]);
  const { reasons } = await clerk.call(readStep, { params: { id: other.id } });
  expect(reasons[0]?.text).toContain("somebody else acts for this debtor");
  // Neither what it is nor where it is noted: the file may be another client's.
  const { speaker } = await clerk.call(listStates, { params: { id: other.id } });
  expect(speaker).toEqual({ kind: null, name: null, role: null });
  expect(await clerk.call(showFile, { params: { id: other.id } })).toMatchObject({ nobodyToWriteTo: { kind: null } });

  await hold(other.id, "administration");
  expect(await rulesOf(other.id)).toEqual(["speakerUnknown"]);
  const who = { ...person(), lastName: "Bewaarder", prefix: null, language: "nl" as const };
  await clerk.call(addParty, {
    params: { id: other.id },
    body: { role: "administrator", from: "2026-11-01", person: who },
  });
  expect(await rulesOf(other.id)).toEqual([]);
});

test("what was planned before the state was noted elsewhere is not made", async () => {
  const { noted, other } = await two();
  const run = await clerk.call(planRun, { body: { clients: [other.clientId] } });
  await world.drain();
  const planned = await clerk.call(readRun, { params: { id: run.id } });
  expect(planned.toDo).toBe(1);
  await hold(noted.id, "shv");
  await clerk.call(makeRunCall, { params: { id: run.id }, body: { version: planned.version } });
  await world.drain();
  expect(await world.db.selectFrom("message").select("id").where("file_id", "=", other.id).execute()).toEqual([]);
});

test("nobody is sued either, nor is anybody written to who stands beside the debtor without the state", async () => {
  const { noted, other } = await two();
  await hold(noted.id, "wsnp");
  const who = { ...person(), lastName: "Bewindvoerder", prefix: null, language: "nl" as const };
  await clerk.call(addParty, { params: { id: other.id }, body: { role: "trustee", from: "2026-11-01", person: who } });
  const environment = await runEnvironment({ ...world, environment: world.vorder.parts.environment }, null);
  const inputs = (await loadInputs(world.db, [other.id], environment.at.today)).get(other.id);
  if (!inputs) throw new Error("no file");
  const balance = balanceOf(inputs.situation.events, environment.tariffs, environment.at.today);
  const judged = (action: Parameters<typeof gate>[0]): string[] => {
    const verdict = gate(action, gateFacts(inputs, balance, null, environment), environment.at);
    return verdict.allowed ? [] : verdict.refusals.map(({ rule }) => rule);
  };
  expect(judged({ kind: "handover" })).toContain("stateElsewhere");
  expect(judged({ kind: "summons" })).toContain("stateElsewhere");
  expect(judged({ kind: "contact", channel: "post", purpose: "dunning" })).toContain("stateElsewhere");
  expect(judged({ kind: "contact", channel: "post", purpose: "information" })).toContain("stateElsewhere");
});

test.each<readonly [string, Person, Person, readonly string[]]>([
  [
    "the same name and birth date at another address",
    { birthDate: date("1980-02-01") },
    { street: "Kade", houseNumber: "1", postcode: "8011 AA" },
    ["stateElsewhere"],
  ],
  [
    "the same address, of one no birth date",
    { birthDate: date("1980-02-01") },
    { birthDate: null },
    ["stateElsewhere"],
  ],
  [
    "the same birth date, of one initials without points and the prefix in short",
    { birthDate: date("1980-02-01"), initials: "J.P.", prefix: "van der", lastName: "Meer-Bakker" },
    { initials: "JP", prefix: "v.d.", lastName: "Meer", houseNumber: "9003" },
    ["stateElsewhere"],
  ],
  [
    "the same birth date, of one the first name instead of initials and the prefix before the name",
    { birthDate: date("1980-02-01"), initials: "J.P.", prefix: "van der", lastName: "Meer" },
    { initials: null, firstName: "Jan", prefix: null, lastName: "van der Meer", houseNumber: "9004" },
    ["stateElsewhere"],
  ],
  [
    "a twin",
    { birthDate: date("1980-02-01"), initials: "J.P." },
    { birthDate: date("1980-02-01"), initials: "P.J.", houseNumber: "9005" },
    [],
  ],
  [
    "the same birth date with another surname",
    { birthDate: date("1980-02-01"), lastName: "Meer" },
    { birthDate: date("1980-02-01"), lastName: "Meertens", houseNumber: "9006" },
    [],
  ],
  [
    "a company at the same address, once without its legal form",
    { fileType: "company", companyName: "Bouwbedrijf Ton B.V.", legalForm: "bv", kvk: null },
    { companyName: "Bouwbedrijf Ton" },
    ["stateElsewhere"],
  ],
  [
    "another company of the group at the same address",
    { fileType: "company", companyName: "Ton Holding B.V.", legalForm: "bv", kvk: null },
    { companyName: "Ton Bouw B.V." },
    [],
  ],
  ["the same address, of one without the addition", { addition: "A" }, { addition: null }, ["stateElsewhere"]],
  ["another birth date at the same address", { birthDate: date("1980-02-01") }, { birthDate: date("2004-02-01") }, []],
  ["another first initial at the same address", {}, { initials: "B." }, []],
  ["the same name at another address", {}, { houseNumber: "9001" }, []],
  ["the same house with another addition", { addition: "A" }, { addition: "B" }, []],
  ["the same addition in other letters", { addition: "A" }, { addition: "a" }, ["stateElsewhere"]],
])("%s", async (_, of, changes, expected) => {
  const { noted, other } = await two(of, changes);
  await hold(noted.id, of?.fileType === "company" ? "bankruptcy" : "shv");
  expect(await rulesOf(other.id)).toEqual(expected);
});

test("a bankrupt company is known by its number at the Chamber of Commerce, whatever it is called", async () => {
  const company = { fileType: "company", companyName: "Failliet BV", legalForm: "bv", kvk: "68727720" } as const;
  const { noted, other } = await two(company, { companyName: "Handelsnaam", houseNumber: "7", postcode: "8011 AA" });
  await hold(noted.id, "bankruptcy");
  expect(await rulesOf(other.id)).toContain("stateElsewhere");
});

test("records that were merged are one debtor, and those marked as different are not", async () => {
  const { noted, other } = await two({}, { lastName: "Anders", houseNumber: "9002" });
  await hold(noted.id, "guardianship");
  expect(await rulesOf(other.id)).toEqual([]);
  const { mergeId } = await clerk.call(mergeDebtors, {
    params: { id: noted.debtorId },
    body: { otherId: other.debtorId },
  });
  expect(await rulesOf(other.id)).toEqual(["stateElsewhere"]);
  await clerk.call(undoMerge, { params: { id: mergeId }, body: {} });
  expect(await rulesOf(other.id)).toEqual([]);

  const alike = await two();
  await hold(alike.noted.id, "guardianship");
  expect(await rulesOf(alike.other.id)).toEqual(["stateElsewhere"]);
  await clerk.call(markAsDifferent, {
    params: { id: alike.other.debtorId },
    body: { otherId: alike.noted.debtorId },
  });
  expect(await rulesOf(alike.other.id)).toEqual([]);
});

test("a state that was lifted or ended, or of a closed file, says nothing; a death does", async () => {
  const lifted = await two();
  const { hold: placed } = await hold(lifted.noted.id, "administration");
  await clerk.call(liftHoldFromFile, {
    params: { id: lifted.noted.id, holdId: placed.id },
    body: { reason: "ended", version: await versionOf(lifted.noted.id) },
  });
  expect(await rulesOf(lifted.other.id)).toEqual([]);

  const ended = await two();
  await hold(ended.noted.id, "shv", { until: "2026-11-20" });
  expect(await rulesOf(ended.other.id)).toEqual(["stateElsewhere"]);
  world.clock.set(new Date("2026-11-23T10:00:00+01:00"));
  clerk = await world.login(["*"]);
  expect(await rulesOf(ended.other.id)).toEqual([]);

  for (const [kind, expected] of [
    ["administration", []],
    ["deceased", ["stateElsewhere"]],
  ] as const) {
    const { noted, other } = await two();
    await hold(noted.id, kind);
    await clerk.call(closeFileByHand, {
      params: { id: noted.id },
      body: { reason: "uncollectable", note: "No assets.", version: await versionOf(noted.id) },
    });
    expect(await rulesOf(other.id)).toEqual(expected);
  }
});

test("a broad moratorium stops all creditors", async () => {
  const { noted, other } = await two();
  await hold(noted.id, "broad_moratorium");
  expect(await rulesOf(other.id)).toEqual(["stateElsewhere"]);
});

test("a guarantor for whom another speaks in a file of its own is not written to, nor is what waits for it sent", async () => {
  const guarantor = person();
  const own = await fileOf(guarantor);
  const { id } = await fileOf(person());
  const { id: to } = await clerk.call(addParty, {
    params: { id },
    body: { role: "guarantor", from: "2026-11-01", person: { ...guarantor, language: "nl" } },
  });
  const letter = { channel: "post", template: "POST_FREE", to } as const;
  const preview = () => clerk.call(previewFileMessage, { params: { id }, query: { ...letter, presses: "false" } });
  expect((await preview()).allowed).toBe(true);
  const day = addDays(world.clock.today(), 2);
  const { messageId } = await clerk.call(sendFileMessage, {
    params: { id },
    body: {
      ...letter,
      presses: false,
      subject: "Borg",
      note: "Dank voor uw brief.",
      at: `${day} 10:00`,
      key: "1c0e6c1e-93f5-4a55-8d5e-000000000001",
    },
  });
  await hold(own.id, "administration");
  const now = await preview();
  expect([now.allowed, now.reasons.map(({ rule }) => rule)]).toEqual([false, ["stateElsewhere"]]);
  world.clock.set(new Date(`${day}T10:30:00+01:00`));
  await world.drain();
  clerk = await world.login(["*"]);
  const { state, error } = await clerk.call(readMessage, { params: { id: messageId } });
  expect([state, error]).toEqual(["failed", expect.stringContaining("somebody else acts")]);
});
