/** A contract of a minor or a person under guardianship binds only for a recorded reason with its document (BW 1:234, 1:381, 3:32). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { addParty } from "../../../cases/parties/parties.contract.ts";
import { liftHoldFromFile, listStates, placeHoldOnFile } from "../../../cases/states/states.contract.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { addPaper } from "../../../legal/handover/papers/papers.contract.ts";
import { reverseEventCall } from "../../../money/claims/claims.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { claimOf, person, registerProvider } from "../processing.factory.ts";
import { makeRunCall, planRun, readRun, readStep } from "../runs/runs.contract.ts";
import { noteCapacity, readCapacity } from "./capacity.contract.ts";

let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"]);
});
afterAll(() => world.close());

/** A file of somebody born on a day, with the day of the contract. Today is 20 November 2026. */
async function fileOf(birthDate: string | null, contractDate: string): Promise<{ id: number; clientId: number }> {
  const { id: clientId } = await makeClient(world.db, world.clock);
  const debtor = person({ birthDate: birthDate === null ? null : date(birthDate) });
  const { id } = await placeOne(world, clientId, { ...claimOf({ debtor }), contractDate: date(contractDate) });
  return { id, clientId };
}

async function documentOf(id: number): Promise<number> {
  const file = { name: "toestemming.pdf", content: Buffer.from("%PDF-1.4\n% toestemming\n%%EOF\n") };
  return (await clerk.call(addPaper, { params: { id }, body: { kind: "other" }, files: { file } })).id;
}

const step = async (id: number) => {
  const { verdict, reasons } = await clerk.call(readStep, { params: { id } });
  return [verdict, reasons.map(({ rule }) => rule)];
};

const bodyOf = async (id: number, more: object = {}) => ({
  params: { id },
  body: {
    ground: "consent" as const,
    date: "2025-03-01",
    by: "M. Ouder, moeder, per brief",
    documentId: await documentOf(id),
    ...more,
  },
});

const guardian = (id: number) =>
  clerk.call(addParty, {
    params: { id },
    body: {
      role: "legal_representative",
      from: "2026-01-01",
      person: { ...person({ street: "Voogdlaan" }), lastName: "Vertegenwoordiger", language: "nl" },
    },
  });

test.each(["consent", "usual"] as const)(
  "after majority, an agreement made as a minor can be claimed when its ground is recorded: %s",
  async (ground) => {
    const { id } = await fileOf("2007-05-10", "2025-03-01");
    expect(await step(id)).toEqual(["refuse", ["minorAtContract"]]);
    expect(await clerk.call(readCapacity, { params: { id } })).toEqual({
      why: "minor",
      contractOn: "2025-03-01",
      until: "2028-05-10",
      items: [],
    });
    const { id: event } = await clerk.call(noteCapacity, await bodyOf(id, { ground }));
    expect(await step(id)).toEqual(["do", []]);
    expect((await clerk.call(readCapacity, { params: { id } })).items).toEqual([
      {
        id: event,
        ground,
        on: "2025-03-01",
        by: "M. Ouder, moeder, per brief",
        document: { id: expect.any(Number), name: "toestemming.pdf" },
      },
    ]);
    const line = await world.db
      .selectFrom("file_log")
      .select("subject_key")
      .where("file_id", "=", id)
      .where("subject_key", "=", "claims.logCapacity")
      .execute();
    expect(line).toHaveLength(1);
    // Taken back, it never bound.
    await clerk.call(reverseEventCall, { params: { id, eventId: event }, body: { reason: "Handtekening betwist" } });
    expect(await step(id)).toEqual(["refuse", ["minorAtContract"]]);
  },
);

test("for a minor the addressee stays the same: everything goes to the legal representative", async () => {
  const { id, clientId } = await fileOf("2010-05-10", "2026-02-01");
  await clerk.call(noteCapacity, await bodyOf(id, { date: "2026-02-01" }));
  expect(await step(id)).toEqual(["refuse", ["speakerUnknown"]]);
  await guardian(id);
  expect(await step(id)).toEqual(["do", []]);
  const run = await clerk.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await clerk.call(readRun, { params: { id: run.id } });
  await clerk.call(makeRunCall, { params: { id: run.id }, body: { version } });
  await world.drain();
  const sent = await world.db.selectFrom("message").select("to_address").where("file_id", "=", id).execute();
  expect(sent).toEqual([{ to_address: expect.stringContaining("Vertegenwoordiger, Voogdlaan") }]);
});

test("a contract made under guardianship is not enforced without the guardian's consent; an earlier one is", async () => {
  const under = async (contract: string) => {
    const { id } = await fileOf(null, contract);
    await guardian(id);
    await clerk.call(placeHoldOnFile, {
      params: { id },
      body: { kind: "guardianship", since: "2026-02-01", version: 1 },
    });
    return id;
  };
  expect(await step(await under("2026-01-31"))).toEqual(["do", []]);
  const id = await under("2026-02-01");
  expect(await step(id)).toEqual(["refuse", ["guardianshipAtContract"]]);
  const { reasons } = await clerk.call(readStep, { params: { id } });
  expect(reasons[0]?.article).toBe("BW 1:381");
  const usual = await clerk.refused(noteCapacity, await bodyOf(id, { ground: "usual" }));
  expect(Object.keys(usual.body.errors ?? {})).toEqual(["ground"]);
  await clerk.call(noteCapacity, await bodyOf(id));
  expect(await step(id)).toEqual(["do", []]);
});

test("nor is one made under a guardianship that has ended; a guardianship noted by mistake has no effect", async () => {
  const noon = (day: string) => world.clock.set(new Date(`${day}T11:00:00Z`));
  const under = async (lifted: string) => {
    noon("2026-11-20");
    clerk = await world.login(["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"]);
    const { id } = await fileOf(null, "2026-02-01");
    await guardian(id);
    const { hold } = await clerk.call(placeHoldOnFile, {
      params: { id },
      body: { kind: "guardianship", since: "2026-02-01", version: 1 },
    });
    noon(lifted);
    clerk = await world.login(["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"]);
    const { version } = (await clerk.call(listStates, { params: { id } })).file;
    await clerk.call(liftHoldFromFile, { params: { id, holdId: hold.id }, body: { reason: "Opgeheven", version } });
    return id;
  };
  const id = await under("2026-11-23");
  expect(await step(id)).toEqual(["refuse", ["guardianshipAtContract"]]);
  expect(await clerk.call(readCapacity, { params: { id } })).toMatchObject({
    why: "guardianship",
    until: "2029-11-23",
  });
  await clerk.call(noteCapacity, await bodyOf(id));
  expect(await step(id)).toEqual(["do", []]);
  expect(await step(await under("2026-11-20"))).toEqual(["do", []]);
});

test("it is recorded with a document of that file, with a past date, by staff, and only where needed", async () => {
  const { id } = await fileOf("2007-05-10", "2025-03-01");
  const other = await fileOf("2007-05-10", "2025-03-01");
  const wrong = async (more: object) =>
    Object.keys((await clerk.refused(noteCapacity, await bodyOf(id, more))).body.errors ?? {});
  expect(await wrong({ documentId: undefined })).toEqual(["documentId"]);
  expect(await wrong({ documentId: await documentOf(other.id) })).toEqual(["documentId"]);
  expect(await wrong({ date: "2026-11-21" })).toEqual(["date"]);
  expect(await wrong({ by: " " })).toEqual(["by"]);
  const contact = await world.login({
    kind: "contact",
    acl: ["ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"],
    clientIds: [other.clientId],
  });
  expect((await contact.refused(noteCapacity, await bodyOf(other.id))).status).toBe(404);
  const grown = await fileOf("1980-01-01", "2025-03-01");
  expect(Object.keys((await clerk.refused(noteCapacity, await bodyOf(grown.id))).body.errors ?? {})).toEqual([
    "ground",
  ]);
  expect(await step(id)).toEqual(["refuse", ["minorAtContract"]]);
});
