/** Letters and e-mails go to the debtor's representative, and to nobody while that one is unknown (domain facts 6). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import type { HoldKind } from "../../../cases/files/files.ts";
import { createLog } from "../../../cases/logs/logs.contract.ts";
import { addAddress, addParty, listParties } from "../../../cases/parties/parties.contract.ts";
import type { PartyRole } from "../../../cases/parties/parties.ts";
import { listStates, placeHoldOnFile, updateState } from "../../../cases/states/states.contract.ts";
import { endHold } from "../../../cases/states/states.server.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { gate } from "../../../law/rules/rules.ts";
import { balanceOf } from "../../../money/claims/claims.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { readFileWorkflow } from "../../workflows/workflows.contract.ts";
import { claimOf, person, portfolio, registerProvider } from "../processing.factory.ts";
import { gateFacts } from "../processing.ts";
import { loadInputs, runEnvironment } from "../runs/inputs.server.ts";
import { makeRunCall, planRun, readRun, readStep } from "../runs/runs.contract.ts";

let world: World;
let clerk: Visitor;

const acl = ["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"];

/** Turns the clock; nobody stays logged in that long, so the clerk logs in anew. */
const at = async (text: string): Promise<void> => {
  world.clock.set(new Date(text));
  clerk = await world.login(acl);
};

beforeAll(async () => {
  world = await startWorld();
  await at("2026-11-20T10:00:00+01:00");
});
afterAll(() => world.close());

/** One file, ready for its 14-day letter. */
async function ready(): Promise<{ id: number; clientId: number }> {
  const { clientId, fileIds } = await portfolio(world, 1);
  return { id: fileIds[0] ?? 0, clientId };
}

const beside = (id: number, role: PartyRole, name: string, from = "2026-11-01") =>
  clerk.call(addParty, {
    params: { id },
    body: {
      role,
      from,
      person: {
        ...person({ street: "Bewindlaan", city: "Zwolle", postcode: "8011 AA" }),
        lastName: name,
        gender: "male",
        language: "nl",
        prefix: null,
      },
    },
  });

const hold = (id: number, kind: HoldKind, rest: Record<string, unknown> = {}) =>
  clerk.call(placeHoldOnFile, { params: { id }, body: { kind, ...rest, version: 1 } });

const refusedBy = async (id: number) => {
  const { verdict, reasons } = await clerk.call(readStep, { params: { id } });
  return [verdict, reasons.map(({ rule }) => rule)];
};

/** Plans and makes a run for a client, and gives to whom its letters went. */
async function letters(clientId: number): Promise<{ to: string; text: string }[]> {
  const run = await clerk.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await clerk.call(readRun, { params: { id: run.id } });
  await clerk.call(makeRunCall, { params: { id: run.id }, body: { version } });
  await world.drain();
  return world.db
    .selectFrom("message")
    .innerJoin("case_file", "case_file.id", "message.file_id")
    .where("case_file.client_id", "=", clientId)
    .select(["to_address as to", "body_text as text"])
    .execute();
}

test("under protective administration nothing goes out until the administrator is noted, and then to the administrator", async () => {
  const { id, clientId } = await ready();
  await hold(id, "administration");
  expect(await refusedBy(id)).toEqual(["refuse", ["speakerUnknown"]]);
  const { reasons } = await clerk.call(readStep, { params: { id } });
  expect(reasons[0]?.text).toContain("administrator");
  await beside(id, "administrator", "Bewaarder");
  expect(await refusedBy(id)).toEqual(["do", []]);
  const [letter, ...more] = await letters(clientId);
  expect(more).toEqual([]);
  expect(letter?.to).toBe("A.M. Bewaarder, Bewindlaan 2, 8011 AA  ZWOLLE");
  expect(letter?.text).toContain("Geachte heer Bewaarder");
});

/** A file of somebody born on a day, with what it was agreed on. */
const bornOn = async (
  birthDate: string,
  contractDate: string | null = null,
): Promise<{ id: number; clientId: number }> => {
  await registerProvider(world);
  const { id: clientId } = await makeClient(world.db, world.clock);
  const debtor = person({ birthDate: date(birthDate) });
  const placed = { ...claimOf({ debtor }), contractDate: contractDate === null ? null : date(contractDate) };
  return { id: (await placeOne(world, clientId, placed)).id, clientId };
};

/** The rules that stand in the way of a handover to a bailiff. */
async function suing(id: number): Promise<string[]> {
  const environment = await runEnvironment({ ...world, environment: world.vorder.parts.environment }, null);
  const { tariffs, at: now } = environment;
  const inputs = (await loadInputs(world.db, [id], now.today)).get(id);
  if (!inputs) throw new Error(`no file ${id}`);
  const balance = balanceOf(inputs.situation.events, tariffs, now.today);
  const verdict = gate({ kind: "handover" }, gateFacts(inputs, balance, null, environment), now);
  return verdict.allowed ? [] : verdict.refusals.map(({ rule }) => rule);
}

test("a minor is not written to: everything goes to the legal representative, and there is no summons", async () => {
  const { id, clientId } = await bornOn("2010-05-10");
  expect(await refusedBy(id)).toEqual(["refuse", ["speakerUnknown"]]);
  const { speaker } = await clerk.call(listStates, { params: { id } });
  expect(speaker).toEqual({ kind: "minor", name: null, role: null });
  await beside(id, "legal_representative", "Ouder");
  expect(await refusedBy(id)).toEqual(["do", []]);
  expect(await suing(id)).toContain("minor");
  const sent = await letters(clientId);
  expect(sent.map(({ to }) => to)).toEqual([expect.stringContaining("A.M. Ouder, Bewindlaan")]);
});

test("a contract made as a minor is not enforced before the twenty-first birthday", async () => {
  const { id } = await bornOn("2007-05-10", "2025-03-01");
  expect(await refusedBy(id)).toEqual(["refuse", ["minorAtContract"]]);
  const { possibleFrom, reasons } = await clerk.call(readStep, { params: { id } });
  expect([possibleFrom, reasons[0]?.article]).toEqual(["2028-05-10", "BW 3:32"]);
  const grown = await bornOn("2007-05-10", "2025-05-10");
  expect(await refusedBy(grown.id)).toEqual(["do", []]);
});

test("under guardianship everything goes to the guardian, and the debtor is not sued", async () => {
  const { id, clientId } = await ready();
  await hold(id, "guardianship");
  expect(await refusedBy(id)).toEqual(["refuse", ["speakerUnknown"]]);
  await beside(id, "legal_representative", "Curator");
  expect(await suing(id)).toContain("guardianshipSummons");
  expect((await letters(clientId)).map(({ to }) => to)).toEqual([expect.stringContaining("A.M. Curator, Bewindlaan")]);
});

test("a letter planned for the debtor is not made once a representative is noted", async () => {
  const { id, clientId } = await ready();
  const run = await clerk.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version, toDo } = await clerk.call(readRun, { params: { id: run.id } });
  expect(toDo).toBe(1);
  await hold(id, "administration");
  await beside(id, "administrator", "Later");
  await clerk.call(makeRunCall, { params: { id: run.id }, body: { version } });
  await world.drain();
  expect(await clerk.call(readRun, { params: { id: run.id } })).toMatchObject({ done: 0, dropped: 1 });
});

test("under debt counselling no demand is sent, even when the counsellor is known", async () => {
  const { id } = await ready();
  await beside(id, "counsellor", "Raad");
  await hold(id, "shv");
  expect(await refusedBy(id)).toEqual(["refuse", ["holdShv"]]);
});

test("after a death the file is on hold for three months, and then letters go to the heirs only", async () => {
  const { id, clientId } = await ready();
  const early = await clerk.refused(placeHoldOnFile, {
    params: { id },
    body: { kind: "deceased", effect: "none", version: 1 },
  });
  expect(Object.keys(early.body.errors ?? {})).toEqual(["effect"]);
  const { hold: placed } = await hold(id, "deceased", { until: "2026-12-01" });
  expect(await refusedBy(id)).toEqual(["refuse", ["holdDeceased", "speakerUnknown"]]);
  const soon = await clerk.refused(updateState, {
    params: { id, holdId: placed.id },
    body: { effect: "none", version: 1 },
  });
  expect(Object.keys(soon.body.errors ?? {})).toEqual(["effect"]);

  // The pause that was typed ends on 1 December; the death does not, nor do the three months: 20 November + 3 = 20 February.
  await at("2026-12-02T10:00:00+01:00");
  await world.work((ctx) => endHold(ctx, id, placed.id));
  const [state] = (await clerk.call(listStates, { params: { id } })).items;
  expect(state).toMatchObject({ active: true, effect: "none", until: null, liftedAt: null });
  expect(await refusedBy(id)).toEqual(["refuse", ["holdDeceased", "speakerUnknown"]]);
  await beside(id, "heir", "Erfman");
  expect(await refusedBy(id)).toEqual(["refuse", ["holdDeceased"]]);

  await at("2027-02-22T10:00:00+01:00");
  expect(await refusedBy(id)).toEqual(["do", []]);
  const [letter] = await letters(clientId);
  expect(letter?.to).toContain("A.M. Erfman, Bewindlaan");
});

test("letters go to the correspondence address while it is valid", async () => {
  const { id, clientId } = await ready();
  const { main } = await clerk.call(listParties, { params: { id } });
  await clerk.call(addAddress, {
    params: { id, debtorId: main.id },
    body: {
      kind: "correspondence",
      street: "Postbus",
      houseNumber: "77",
      postcode: "3511 AA",
      city: "Utrecht",
      country: "NL",
      until: "2027-12-31",
    },
  });
  const [letter] = await letters(clientId);
  expect(letter?.to).toBe(`${main.displayName}, Postbus 77, 3511 AA  UTRECHT`);
});

test("a step uses the channels of the administrator, not of the debtor", async () => {
  await at("2026-11-20T10:00:00+01:00");
  await registerProvider(world);
  const client = await makeClient(world.db, world.clock);
  const { id } = await placeOne(world, client.id, claimOf({ debtor: person({ email: null, mobile: null }) }));
  await letters(client.id);
  const position = async () => (await clerk.call(readFileWorkflow, { params: { id } })).next?.position;
  // Neither the mail nor the SMS after the 14-day letter: the debtor has neither.
  expect(await position()).toBe(4);
  await beside(id, "administrator", "Bereikbaar");
  // The run that made the letter has changed the file once.
  await clerk.call(placeHoldOnFile, { params: { id }, body: { kind: "administration", version: 2 } });
  expect(await position()).toBe(2);
  const noted = () =>
    world.db.selectFrom("case_file").select("next_step_values").where("id", "=", id).executeTakeFirst();
  expect(await noted()).toEqual({ next_step_values: { template: "EM_FIRST" } });
});

test("contact with the administrator counts for its debtor, on all files of that debtor, and for nobody else", async () => {
  await at("2026-11-20T10:00:00+01:00");
  const [one, other] = [await ready(), await ready()];
  for (const { id } of [one, other]) {
    await beside(id, "administrator", "Kantoor");
    await hold(id, "administration");
  }
  await world.db
    .updateTable("debtor")
    .set({ email: "post@bewind.example.nl", mobile: "+31612345678" })
    .where("last_name", "=", "Kantoor")
    .execute();
  const mail = { channel: "email", template_code: "EM_FIRST", language: "nl", to_address: "post@bewind.example.nl" };
  const now = world.clock.now();
  await world.db
    .insertInto("message")
    .values(
      [1, 2].map((number) => ({
        ...mail,
        file_id: one.id,
        subject: "Onderwerp",
        body_text: "Tekst",
        effect_key: `counted:${number}`,
        created_at: now,
        send_after: now,
      })),
    )
    .execute();
  await clerk.call(createLog, { body: { file: one.id, type: "call", subject: "Met de bewindvoerder gebeld" } });
  const inputs = await loadInputs(world.db, [one.id, other.id], world.clock.today());
  const channels = (id: number) => inputs.get(id)?.contacts.map(({ channel }) => channel);
  expect([channels(one.id), channels(other.id)]).toEqual([["call", "email", "email"], []]);
});
