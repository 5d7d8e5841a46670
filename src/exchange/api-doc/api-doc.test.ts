import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { closingReasons, fileStatuses } from "../../cases/files/files.ts";
import { callsOf } from "../../ground/lists/engine/list.contract.ts";
import { documentedClosingReasons, documentedStatuses } from "./api-doc.contract.ts";

const inFour = (name: string) => ({ nl: name, en: name, fr: name, de: name });

describe("what the codes of the API mean", () => {
  let world: World;
  let client: Visitor;
  let keeper: Visitor;

  beforeAll(async () => {
    world = await startWorld();
    client = await world.login({ acl: ["ROLE_CUSTOMER"], kind: "customer", clientIds: [] });
    keeper = await world.login(["ROLE_SETTINGS"]);
  });
  afterAll(() => world.close());

  test("every code that the API can say is there once, in the reader's language", async () => {
    const statuses = (await client.call(documentedStatuses)).items;
    expect(statuses.map(({ code }) => code)).toEqual(fileStatuses);
    expect(statuses.filter(({ name, explanation }) => name === "" || explanation === "")).toEqual([]);
    const reasons = (await client.call(documentedClosingReasons)).items;
    expect(reasons.map(({ code }) => code)).toEqual(closingReasons);

    const dutch = { headers: { "accept-language": "nl" } };
    expect((await client.call(documentedStatuses, dutch)).items.at(-1)?.name).not.toBe(statuses.at(-1)?.name);
    expect((await client.call(documentedClosingReasons, dutch)).items[0]?.name).not.toBe(reasons[0]?.name);
  });

  test("an own status stands with the fixed one that the API says for it, unless clients may not see it", async () => {
    const { items } = await client.call(documentedStatuses);
    const paused = items.find(({ code }) => code === "paused");
    const own = { parentId: paused?.id ?? 0, explanation: inFour("Tot maandag"), colour: "grey" as const };
    for (const [name, shownToClients] of [
      ["Even stil", true],
      ["Intern", false],
    ] as const) {
      const body = { ...own, name: inFour(name), code: name.toLowerCase().replace(" ", "_"), shownToClients };
      await keeper.call(callsOf("file-status").create, { body });
    }
    const after = (await client.call(documentedStatuses)).items;
    expect(after).toHaveLength(fileStatuses.length + 1);
    const at = after.findIndex(({ id }) => id === paused?.id);
    expect(after[at + 1]).toMatchObject({ code: "paused", ownCode: "even_stil", name: "Even stil", inUse: true });
  });

  test("an own reason that is archived stays, for the files that bear it, and says so", async () => {
    const { items } = await client.call(documentedClosingReasons);
    const withdrawn = items.find(({ code }) => code === "withdrawn");
    const { create, archive } = callsOf("closing-reason");
    const body = {
      name: inFour("Klant wil niet meer"),
      code: "klant_wil_niet",
      parentId: withdrawn?.id ?? 0,
      needsNote: false,
      tellsClient: true,
      countsAsCollected: false,
    };
    const { id } = await keeper.call(create, { body });
    await keeper.call(archive, { params: { id } });
    const found = (await client.call(documentedClosingReasons)).items.find((one) => one.id === id);
    expect(found).toMatchObject({ code: "withdrawn", own: true, inUse: false, name: "Klant wil niet meer" });
  });

  test("only who holds the role of customers reads them", async () => {
    expect((await keeper.refused(documentedStatuses)).status).toBe(403);
    expect((await keeper.refused(documentedClosingReasons)).status).toBe(403);
  });
});
