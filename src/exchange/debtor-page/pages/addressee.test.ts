/** Of the messages of a file the page shows a visitor those that went to whoever owes, or to the visitor: never another's. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { addParty } from "../../../cases/parties/parties.contract.ts";
import type { NewDebtor } from "../../../cases/persons/persons.server.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { sampleLetterInput } from "../../../letters/correspondence/correspondence.factory.ts";
import { composeLetter } from "../../../letters/correspondence/correspondence.server.ts";
import { letterModel } from "../../../letters/correspondence/correspondence.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { placeOne, somebody } from "../../intake/intake.factory.ts";
import { giveDebtorLink } from "../debtor-page.contract.ts";
import { guestAt, opened, posted, wordsOf } from "../debtor-page.factory.ts";

let world: World;
let clerk: Visitor;
let client: number;
let serial = 0;

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

const born: NewDebtor = { ...somebody, birthDate: date("1985-03-07"), email: "zelf@example.nl" };
const other = {
  ...somebody,
  language: "nl" as const,
  lastName: "Borg",
  postcode: "3511 ED",
  houseNumber: "10",
  birthDate: "1970-01-02",
  email: "borg@example.nl",
};

/** A file of somebody with another party, and what both are called. */
async function fileWith(role: "guarantor" | "legal_representative", debtor: NewDebtor = born, person = other) {
  const { id } = await placeOne(world, client, { debtor });
  await clerk.call(addParty, { params: { id }, body: { role, from: world.clock.today(), person } });
  const party = await world.db
    .selectFrom("file_party")
    .innerJoin("debtor", "debtor.id", "file_party.debtor_id")
    .select(["file_party.id", "debtor.display_name as name"])
    .where("file_party.file_id", "=", id)
    .executeTakeFirstOrThrow();
  const { name } = await world.db
    .selectFrom("case_file")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select("debtor.display_name as name")
    .where("case_file.id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, party, name };
}

/** A letter to a name, as a party of the file (null: as the debtor), with a way in unless `page` is false. @returns the id of its document. */
async function letterTo(fileId: number, name: string, partyId: number | null, page = true): Promise<number> {
  const way = page ? { page: { baseUrl: world.base } } : {};
  const model = letterModel({ ...sampleLetterInput(), payBefore: date("2026-12-01"), partyId, ...way });
  const order = {
    fileId,
    templateCode: "POST_BIK",
    effectKey: `addressee:${++serial}`,
    model: { ...model, recipient: [name, ...model.recipient.slice(1)] },
  };
  const { messageId, documentId } = await world.work((ctx) => composeLetter(ctx, order));
  const link = world.db.selectFrom("debtor_link").select("id").where("message_id", "=", messageId);
  expect((await link.execute()).length).toBe(page ? 1 : 0);
  return documentId ?? 0;
}

/** An e-mail that went to an address, as a party of the file (null: as the debtor). */
async function mailTo(fileId: number, to: string, partyId: number | null): Promise<void> {
  const key = `addressee:${++serial}`;
  const at = world.clock.now();
  await world.db
    .insertInto("message")
    .values({
      file_id: fileId,
      party_id: partyId,
      channel: "email",
      template_code: "EM_FREE",
      language: "nl",
      effect_key: key,
      to_address: to,
      subject: "Uw dossier",
      body_text: "Uw dossier",
      created_at: at,
      send_after: at,
    })
    .execute();
  await world.db
    .insertInto("outbox")
    .values({ key, kind: "mail", payload: "{}", state: "sent", next_attempt_at: at, created_at: at, sent_at: at })
    .execute();
}

async function entered(fileId: number, day: { day: string; month: string; year: string }) {
  const { path } = await clerk.call(giveDebtorLink, { params: { id: fileId } });
  const { guest, reply } = await guestAt(world, path);
  expect((await posted(guest, path, reply.text, day)).status).toBe(303);
  return guest;
}
const mine = { day: "7", month: "3", year: "1985" };

/** The letters that the page of a file names, of those given, which are also all that can be read. */
async function shown(guest: Awaited<ReturnType<typeof entered>>, fileId: number, letters: readonly number[]) {
  const { text } = await opened(guest, `/debtor-page/claim/${fileId}`);
  const named = letters.filter((id) => text.includes(`/debtor-page/claim/${fileId}/letter/${id}`));
  for (const id of letters) {
    const { status } = await opened(guest, `/debtor-page/claim/${fileId}/letter/${id}`);
    expect(status).toBe(named.includes(id) ? 200 : 404);
  }
  return named;
}

test("whoever owes sees letters to themselves, and none to a guarantor, however alike the names", async () => {
  const { id, party, name } = await fileWith("guarantor");
  const own = [await letterTo(id, name, null), await letterTo(id, party.name, null, false)];
  const theirs = [await letterTo(id, name, party.id), await letterTo(id, name, party.id, false)];
  expect(await shown(await entered(id, mine), id, [...own, ...theirs])).toEqual(own);
});

test("a representative sees letters to whoever owes, and to themselves", async () => {
  // A person of its own: the state counts in all files of a person.
  const { id, party, name } = await fileWith("legal_representative", { ...born, lastName: "Curandus" });
  const letters = [await letterTo(id, name, null), await letterTo(id, party.name, party.id)];
  letters.push(await letterTo(id, party.name, party.id, false));
  await world.work((ctx) => placeHold(ctx, id, { kind: "guardianship", since: world.clock.today() }));
  const guest = await entered(id, { day: "2", month: "1", year: "1970" });
  expect(await shown(guest, id, letters)).toEqual(letters);
});

test("what happened tells of no e-mail to another", async () => {
  const { id, party } = await fileWith("guarantor");
  await mailTo(id, "borg@example.nl", party.id);
  await mailTo(id, "Zelf@example.nl", null);
  const guest = await entered(id, mine);
  const words = wordsOf((await opened(guest, `/debtor-page/claim/${id}`)).text);
  expect(words.split("Wij stuurden u een e-mail")).toHaveLength(2);
});

describe("of messages made before their party was noted", () => {
  /** Forgets whose the messages of these files are, as they were before, and moves them to this version. */
  async function moved(...fileIds: readonly number[]): Promise<void> {
    await world.db.updateTable("message").set({ party_id: null }).where("file_id", "in", fileIds).execute();
    const file = new URL(
      "../../../letters/correspondence/migrations/1002-party-of-earlier-messages.sql",
      import.meta.url,
    );
    await world.owner.pool.query(await readFile(file, "utf8"));
  }

  test("one is a guarantor's by its way in, or by its name", async () => {
    const { id, party, name } = await fileWith("guarantor");
    const own = [await letterTo(id, party.name, null), await letterTo(id, name, null, false)];
    const theirs = [await letterTo(id, "Iemand Anders", party.id), await letterTo(id, party.name, party.id, false)];
    await moved(id);
    expect(await shown(await entered(id, mine), id, [...own, ...theirs])).toEqual(own);
  });

  test("a name that begins like another's is whoever's it is", async () => {
    const longer = await fileWith("guarantor", { ...born, lastName: "Borg, Pieters" });
    const own = await letterTo(longer.id, longer.name, null, false);
    const theirs = await letterTo(longer.id, longer.party.name, longer.party.id, false);
    const shorter = await fileWith("guarantor", { ...born, lastName: "Borg" }, { ...other, lastName: "Borg, Pieters" });
    const mineToo = await letterTo(shorter.id, shorter.name, null, false);
    const notMine = await letterTo(shorter.id, shorter.party.name, shorter.party.id, false);
    await moved(longer.id, shorter.id);
    expect(await shown(await entered(longer.id, mine), longer.id, [own, theirs])).toEqual([own]);
    expect(await shown(await entered(shorter.id, mine), shorter.id, [mineToo, notMine])).toEqual([mineToo]);
  });

  test("an e-mail is a guarantor's by its address", async () => {
    const { id, party } = await fileWith("guarantor");
    await mailTo(id, "borg@example.nl", party.id);
    await mailTo(id, "Zelf@example.nl", null);
    await moved(id);
    const sent = world.db.selectFrom("message").select(["to_address as to", "party_id as party"]);
    expect(await sent.where("file_id", "=", id).orderBy("id").execute()).toEqual([
      { to: "borg@example.nl", party: party.id },
      { to: "Zelf@example.nl", party: null },
    ]);
  });
});
