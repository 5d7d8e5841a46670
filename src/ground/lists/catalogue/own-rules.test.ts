import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { date } from "../../kernel/dates.ts";
import { callsOf } from "../engine/list.contract.ts";
import { inFour, sampleOf } from "../lists.factory.ts";
import { allowedUpload, isBlacklisted, requireUpload } from "../lists.server.ts";
import type { ListName } from "./routes.ts";

let world: World;
let keeper: Visitor;

beforeAll(async () => {
  world = await startWorld();
  keeper = await world.login(["ROLE_SETTINGS", "ROLE_FINANCE", "ROLE_EMPLOYEE"]);
});
afterAll(() => world.close());

const add = async (name: ListName, tag: string, changes: Record<string, unknown> = {}) =>
  keeper.call(callsOf(name).create, { body: { ...(await sampleOf(keeper, name, tag)), ...changes } });

const refusedToAdd = async (name: ListName, changes: Record<string, unknown>) =>
  (await keeper.refused(callsOf(name).create, { body: { ...(await sampleOf(keeper, name, "wrong")), ...changes } }))
    .body.errors;

describe("rules of one list", () => {
  test.each<readonly [ListName, Record<string, unknown>, Record<string, string[]>]>([
    ["legal-type", { limitationMonths: 12 }, { consumerMonths: ["This term cannot be longer than the ordinary one."] }],
    ["extra-cost", { maximumCents: 100 }, { maximumCents: ["This cannot be lower than the standard amount."] }],
    ["advance-definition", { amountCents: null }, { amountCents: ["Enter the fixed amount."] }],
    [
      "advance-definition",
      { basis: "tariff" },
      { amountCents: ["The amount follows from the tariff; leave this empty."] },
    ],
    ["payment-description", { effect: "none" }, { effect: ["This does not go with this kind of receipt."] }],
    ["partner", { kvk: "123" }, { kvk: ["A chamber of commerce number has eight digits."] }],
    ["partner", { iban: "NL00ABNA0417164300" }, { iban: ["This IBAN is not right."] }],
    ["partner", { phone: "123" }, { phone: ["This is not an existing phone number."] }],
    ["blacklist", { number: "112233" }, { number: ["This is not an existing phone number."] }],
    [
      "mime-type",
      { mime: "application/x-msdownload" },
      { mime: ["This type cannot be told by its content and is therefore always refused."] },
    ],
    [
      "mime-type",
      { extensions: ["json", ".EXE"] },
      { "extensions.1": ["This kind of file can be run and is always refused."] },
    ],
    ["mime-type", { extensions: ["svg"] }, { "extensions.0": ["This kind of file can be run and is always refused."] }],
    ["autoreply-label", { reply: inFour("Hallo %naam%") }, { "reply.nl": ["Unknown variable: naam."] }],
    [
      "autoreply-label",
      { reply: inFour("Hallo", { fr: "Bonjour %nom%" }) },
      { "reply.fr": ["Unknown variable: nom."] },
    ],
    [
      "sender-label",
      { sender: "deurwaarder" },
      { sender: ["Enter an e-mail address, or a domain that begins with @."] },
    ],
    [
      "client-cost-template",
      { lines: [{ costTypeId: 999_999, charged: "per_file", amountCents: 1 }] },
      { "lines.0.costTypeId": ["This choice does not exist."] },
    ],
  ])("%s with %j is refused", async (name, changes, errors) => {
    expect(await refusedToAdd(name, changes)).toEqual(errors);
  });

  test("numbers are stored in E.164, addresses in lower case, and the author of a number is kept", async () => {
    const number = await add("blacklist", "local", { number: "06 - 2345 6789" });
    expect(number).toMatchObject({ number: "+31623456789", addedBy: number.updatedBy });
    const twice = await refusedToAdd("blacklist", { number: "0031623456789" });
    expect(twice).toEqual({ number: ["This is in the list already."] });
    expect(await add("sender-label", "x", { sender: "@Rechtspraak.NL" })).toMatchObject({ sender: "@rechtspraak.nl" });
  });
});

describe("what other modules ask", () => {
  test("whether a number is blocked: for its channel, until the block ends, however it is written", async () => {
    const made = await add("blacklist", "ask", {
      number: "+31687654321",
      channels: ["sms"],
      reason: "Op verzoek",
      until: "2026-11-20",
    });
    const ask = (number: string, channel: "call" | "sms", on: string) =>
      isBlacklisted(world.db, number, channel, date(on));
    expect(await ask("06 87654321", "sms", "2026-11-20")).toEqual({ reason: "Op verzoek", until: "2026-11-20" });
    expect(await ask("+31687654321", "call", "2026-11-20")).toBeUndefined();
    expect(await ask("+31687654321", "sms", "2026-11-21")).toBeUndefined();
    expect(await ask("no number", "sms", "2026-11-20")).toBeUndefined();
    await keeper.call(callsOf("blacklist").archive, { params: { id: made.id } });
    expect(await ask("+31687654321", "sms", "2026-11-20")).toBeUndefined();
  });

  test("what may be uploaded where, and how large", async () => {
    const allowed = await allowedUpload(world.db, "import");
    expect(allowed.map(({ mime }) => mime)).toEqual([
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/zip",
      "text/csv",
      "text/plain",
    ]);
    await requireUpload(world.db, "import", { mime: "text/csv", size: 100 * 1024 * 1024 });
    await expect(requireUpload(world.db, "import", { mime: "text/csv", size: 100 * 1024 * 1024 + 1 })).rejects.toThrow(
      "tooLarge",
    );
    await expect(requireUpload(world.db, "import", { mime: "application/pdf", size: 1 })).rejects.toThrow("mediaType");
  });
});
