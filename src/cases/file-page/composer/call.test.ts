import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { person, portfolio } from "../../../letters/processing/processing.factory.ts";
import { bookPaymentCall } from "../../../money/claims/claims.contract.ts";
import { addParty } from "../../parties/parties.contract.ts";
import { placeHoldOnFile } from "../../states/states.contract.ts";
import { readCallHelp } from "./composer.contract.ts";

const acl = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_SEND"];

describe("the call script of a file", () => {
  let world: World;
  let staff: Visitor;
  let id: number;
  let clientId: number;
  const read = () => staff.call(readCallHelp, { params: { id } });
  const pointItems = async () => (await read()).points.flatMap(({ items }) => items);

  beforeAll(async () => {
    world = await startWorld();
    staff = await world.login(acl);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    const made = await portfolio(world, 1);
    [id = 0] = made.fileIds;
    clientId = made.clientId;
  });

  test("shows who is called, by which number, what is open and what the client's rules allow", async () => {
    const help = await read();
    expect(help).toMatchObject({ allowed: true, reasons: [], language: "nl" });
    expect(help.numbers).toEqual([{ number: expect.stringMatching(/^\+316\d{8}$/), blocked: false }]);
    expect(help.points.map(({ title }) => title)).toEqual([
      "First: whom do you speak to?",
      "What may be said to whom?",
      "As at 20-11-2026",
      "What can you agree on?",
      "Do not say, do not promise",
    ]);
    const items = help.points.flatMap((point) => point.items);
    expect(items).toContainEqual(expect.stringContaining("registration number IN-2025-0042"));
    expect(items).toContainEqual(
      expect.stringMatching(/^Have the other say postcode and house number \(4811 AB \d+\)/),
    );
    expect(items).toContainEqual(
      expect.stringMatching(/^Open €102\.55: principal €100\.00, interest €2\.55, costs €0\.00/),
    );
    // At least 25 euro an instalment: 102.55 / 25 makes 5 of them, the last one smaller.
    expect(items).toContainEqual(expect.stringMatching(/at least €25\.00 a month, at most 5 instalments\.$/));
    expect(items).toContainEqual(expect.stringMatching(/^Amicable phase/));
    expect(help.script).toContain("Spreek ik met");
    expect(help.script).not.toContain("{{");
  });

  test("the script is in the language of the person called, or else the caller's; the notes are in the caller's", async () => {
    const inLanguage = async (language: string) => {
      await world.db.updateTable("case_file").set({ language }).where("id", "=", id).execute();
      const { script, language: spoken, points } = await read();
      return { spoken, first: script?.split("\n")[0], title: points[0]?.title };
    };
    const title = "First: whom do you speak to?";
    expect(await inLanguage("fr")).toEqual({
      spoken: "fr",
      first: expect.stringContaining("à qui parlez-vous"),
      title,
    });
    expect(await inLanguage("de")).toEqual({
      spoken: "de",
      first: expect.stringContaining("Mit wem sprechen Sie"),
      title,
    });
    const gone = world.db.deleteFrom("template").where("code", "=", "CALL_1").where("language", "in", ["de", "fr"]);
    await gone.execute();
    expect(await inLanguage("de")).toEqual({ spoken: "en", first: expect.stringContaining("who is speaking"), title });
    // Who calls in Dutch is not helped by a third language.
    const dutch = await staff.call(readCallHelp, { params: { id }, headers: { "accept-language": "nl" } });
    expect([dutch.language, dutch.script?.split("\n")[0]]).toEqual([
      "nl",
      expect.stringContaining("met wie spreekt u"),
    ]);
  });

  test("the debtor's representative is called instead of the debtor; on a dispute no payment is asked for", async () => {
    await staff.call(addParty, {
      params: { id },
      body: {
        role: "administrator",
        from: "2026-11-01",
        person: { ...person({ lastName: "Bewaarder" }), language: "nl" },
      },
    });
    await staff.call(addParty, {
      params: { id },
      body: { role: "guarantor", from: "2026-11-01", person: { ...person({ lastName: "Borg" }), language: "nl" } },
    });
    expect(await pointItems()).toContainEqual(expect.stringMatching(/Borg is liable too/));
    await staff.call(placeHoldOnFile, { params: { id }, body: { kind: "administration", version: 1 } });
    const { name, points } = await read();
    expect(name).toContain("Bewaarder");
    expect(points[1]?.items[0]).toMatch(/^All contact goes through .*Bewaarder/);
    await staff.call(placeHoldOnFile, { params: { id }, body: { kind: "dispute", reason: "klopt niet", version: 1 } });
    const help = await read();
    expect(help.reasons.map(({ rule }) => rule)).toContain("holdDispute");
    expect(help.points[4]?.items).toContainEqual(expect.stringMatching(/^The claim is disputed/));
  });

  test("when all is paid no payment is asked for", async () => {
    const body = { date: "2026-11-20", amount: "102.55", kind: "agency" } as const;
    await staff.call(bookPaymentCall, { params: { id }, body });
    const { points } = await read();
    expect(points[2]?.items).toEqual(["Nothing is open any more: do not ask for payment."]);
    expect(points[3]?.items).toHaveLength(1);
  });

  test("in the evening it says from when calls are allowed", async () => {
    world.clock.set(new Date("2026-11-20T20:30:00Z"));
    const late = await world.login(acl);
    const help = await late.call(readCallHelp, { params: { id } });
    expect(help).toMatchObject({ allowed: false, possibleFrom: "2026-11-21T06:00:00.000Z" });
    world.clock.set(new Date("2026-11-20T09:00:00Z"));
  });

  test("is for staff only", async () => {
    const contact = await world.login({ acl, kind: "contact", clientIds: [clientId] });
    expect((await contact.refused(readCallHelp, { params: { id } })).status).toBe(404);
    const reader = await world.login(["ROLE_FILE_SEARCH"]);
    expect((await reader.refused(readCallHelp, { params: { id } })).status).toBe(403);
  });
});
