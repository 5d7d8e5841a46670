/** What the house knows of the courts: who sees it, who keeps it, and what two people who change it at once get. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { changeCourt, changeCourtPlace, findCourt, listCourts } from "./courts.contract.ts";
import { courtFor, courts } from "./courts.ts";

let world: World;
let lawyer: Visitor;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login(["ROLE_LEGAL"]);
});
afterAll(() => world.close());

const placeOf = async (code: string) => {
  const { items } = await lawyer.call(listCourts);
  const place = items.flatMap(({ places }) => places).find((each) => each.code === code);
  if (!place) throw new Error(`no place ${code}`);
  return place;
};

const changed = {
  street: "Vrouwe Justitiaplein 1",
  postcode: "3511ex",
  postAddress: "Postbus 16005, 3500 DA Utrecht",
  phone: "",
  rollWeekdays: [3, 1, 3],
  source: "rechtspraak.nl",
  checkedOn: "2026-11-20",
};

describe("the courts", () => {
  it("are eleven, each with locations; seeded data are marked as unchecked", async () => {
    const { items } = await lawyer.call(listCourts);
    expect(items.map(({ code }) => code)).toEqual([...courts]);
    for (const { code, places } of items) {
      expect(places.length).toBeGreaterThan(0);
      for (const { postcode, checkedOn } of places) {
        expect(checkedOn).toBeNull();
        if (postcode !== null) expect(courtFor({ country: "NL", postcode })).toBe(code);
      }
    }
  });

  it("are read by users who work on files, and edited by lawyers only", async () => {
    const clerk = await world.login(["ROLE_FILE_EDIT"]);
    expect((await clerk.call(listCourts)).items).toHaveLength(11);
    const { version } = await placeOf("utrecht");
    const refused = await clerk.refused(changeCourtPlace, {
      params: { code: "utrecht" },
      body: { ...changed, version },
    });
    expect(refused.status).toBe(403);
  });

  it("store an address with its source, the date of the check and its editor", async () => {
    const { version } = await placeOf("utrecht");
    await lawyer.call(changeCourtPlace, { params: { code: "utrecht" }, body: { ...changed, version } });
    expect(await placeOf("utrecht")).toMatchObject({
      postcode: "3511 EX",
      phone: null,
      rollWeekdays: [1, 3],
      checkedOn: "2026-11-20",
      version: version + 1,
    });
    // Whoever started from the former version is told, and changes nothing.
    const late = await lawyer.refused(changeCourtPlace, {
      params: { code: "utrecht" },
      body: { ...changed, street: "Elders 1", version },
    });
    expect(late.status).toBe(409);
    expect((await placeOf("utrecht")).street).toBe("Vrouwe Justitiaplein 1");
  });

  it.each([
    ["a check without a source", { source: "" }, "source"],
    ["a check in the future", { checkedOn: "2099-01-01" }, "checkedOn"],
    ["a street without a postcode", { postcode: "" }, "postcode"],
    ["an invalid postcode", { postcode: "0123 AB" }, "postcode"],
  ])("refuse %s beside its field", async (_what, wrong, field) => {
    const { version } = await placeOf("zwolle");
    const error = await lawyer.refused(changeCourtPlace, {
      params: { code: "zwolle" },
      body: { ...changed, ...wrong, version },
    });
    expect(error.status).toBe(400);
    expect(Object.keys(error.body.errors ?? {})).toEqual([field]);
    expect((await placeOf("zwolle")).version).toBe(version);
  });

  it("take an account for court fees only with a valid IBAN", async () => {
    const { items } = await lawyer.call(listCourts);
    const version = items.find(({ code }) => code === "limburg")?.version ?? 0;
    const params = { code: "limburg" } as const;
    const body = {
      feeIban: "NL91 ABNA 0417 1643 00",
      feeAccountName: "LDCR",
      source: "LDCR",
      checkedOn: null,
      version,
    };
    const wrong = await lawyer.refused(changeCourt, { params, body: { ...body, feeIban: "NL91 ABNA 0417 1643 01" } });
    expect(wrong.body.errors?.feeIban).toHaveLength(1);
    expect(await lawyer.call(changeCourt, { params, body })).toMatchObject({ feeIban: "NL91ABNA0417164300" });
  });
});

describe("the competent court", () => {
  it("is shown with each rule", async () => {
    const found = await lawyer.call(findCourt, { query: { postcode: "3011 AD", total: 120_000 } });
    expect(found).toMatchObject({ court: "rotterdam", place: "rotterdam", sector: "kanton" });
    expect(found.because.map(({ article }) => article)).toEqual(["Rv 99; RO 41", "RO 21a", "Rv 93 a"]);
  });

  it("is none for an invalid postcode: an error beside it, or nothing found", async () => {
    expect((await lawyer.refused(findCourt, { query: { postcode: "abc", total: 1 } })).status).toBe(400);
  });
});
