/** The offices of bailiffs through HTTP: who may, what is refused beside its field, two people at once, archiving. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { archiveBailiff, createBailiff, getBailiff, listBailiffs, updateBailiff } from "./bailiffs.contract.ts";

let world: World;
let lawyer: Visitor;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login(["ROLE_LEGAL"]);
});
afterAll(() => world.close());

const office = (name: string) => ({
  name,
  street: "Keizersgracht 1",
  postcode: "1015cn",
  city: "Amsterdam",
  region: "Noord-Holland",
  email: "kantoor@deurwaarder.example",
  iban: "NL91 ABNA 0417 1643 00",
  prices: [
    { act: "2a", cents: 9500 },
    { act: "2b", cents: 10_000 },
  ],
});

describe("offices of bailiffs", () => {
  it("are added in canonical form, found by name, town or region, and read one by one", async () => {
    const made = await lawyer.call(createBailiff, { body: office("Grachten & Partners") });
    expect(made).toMatchObject({ postcode: "1015 CN", iban: "NL91ABNA0417164300", version: 1, archivedAt: null });
    expect(await lawyer.call(getBailiff, { params: { id: made.id } })).toEqual(made);
    for (const search of ["grachten", "amster", "noord-h", "& part"])
      expect((await lawyer.call(listBailiffs, { query: { filter: { search } } })).items).toEqual([made]);
    // A sign that SQL reads as "anything" is only that sign.
    expect((await lawyer.call(listBailiffs, { query: { filter: { search: "%" } } })).items).toEqual([]);
  });

  it.each([
    ["name", { name: "" }],
    ["postcode", { postcode: "0123 AB" }],
    ["email", { email: "nergens" }],
    ["iban", { iban: "NL91ABNA0417164301" }],
    ["vatNumber", { vatNumber: "NL1" }],
    ["kvkNumber", { kvkNumber: "1234" }],
    ["prices.0.act", { prices: [{ act: "9z", cents: 100 }] }],
    ["prices.0.cents", { prices: [{ act: "2a", cents: 0 }] }],
    [
      "prices.1.act",
      {
        prices: [
          { act: "2a", cents: 100 },
          { act: "2a", cents: 200 },
        ],
      },
    ],
  ])("are refused beside %s", async (field, wrong) => {
    const error = await lawyer.refused(createBailiff, { body: { ...office("Fout"), ...wrong } });
    expect(error.status).toBe(400);
    expect(Object.keys(error.body.errors ?? {})).toEqual([field]);
  });

  it("have unique names, unless one of the two is archived", async () => {
    const first = await lawyer.call(createBailiff, { body: office("Tweeling") });
    const taken = await lawyer.refused(createBailiff, { body: office("tweeling") });
    expect(taken.body.errors?.name).toHaveLength(1);
    await lawyer.call(archiveBailiff, { params: { id: first.id }, body: { archived: true } });
    await lawyer.call(createBailiff, { body: office("Tweeling") });
    const back = await lawyer.refused(archiveBailiff, { params: { id: first.id }, body: { archived: false } });
    expect(back.status).toBe(400);
    const { items } = await lawyer.call(listBailiffs, { query: { filter: { archived: "true" } } });
    expect(items.map(({ id }) => id)).toEqual([first.id]);
  });

  it("changed by two people at once keep the first change and refuse the second", async () => {
    const { id, version } = await lawyer.call(createBailiff, { body: office("Wedloop") });
    const change = (region: string) => ({ params: { id }, body: { ...office("Wedloop"), region, version } });
    await lawyer.call(updateBailiff, change("Utrecht"));
    expect((await lawyer.refused(updateBailiff, change("Zeeland"))).status).toBe(409);
    expect((await lawyer.call(getBailiff, { params: { id } })).region).toBe("Utrecht");
  });

  it("are for lawyers; an unknown one is 404", async () => {
    const clerk = await world.login(["ROLE_FILE_EDIT"]);
    expect((await clerk.refused(listBailiffs)).status).toBe(403);
    expect((await lawyer.refused(getBailiff, { params: { id: 99_999 } })).status).toBe(404);
  });
});
