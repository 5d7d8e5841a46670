/** The story of the house's own settings. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../app/testing/world.factory.ts";
import { date } from "../kernel/dates.ts";
import { readGlobalSettings, saveGlobalSettings } from "./settings.contract.ts";
import { changeSettings, globalSettings, openSetting, providerSettings, resealSettings } from "./settings.server.ts";
import { settingsTexts } from "./settings.texts.ts";
import {
  appFooterOf,
  missingSettings,
  providerOf,
  type SettingKey,
  settingDeclarations,
  settingGroups,
  settingKeys,
  settingProblems,
  settingsOf,
  socialLinks,
} from "./settings.ts";

let world: World;
let keeper: Visitor;
beforeAll(async () => {
  world = await startWorld();
  keeper = await world.login({ acl: ["ROLE_SETTINGS"], name: "Sanne" });
});
afterAll(() => world.close());

const present = () => keeper.call(readGlobalSettings);
const opened = async (key: SettingKey) =>
  openSetting(world.vorder.parts.environment, await globalSettings(world.db), key);

async function save(changes: Readonly<Record<string, unknown>>, version?: number) {
  const now = await present();
  return keeper.send(saveGlobalSettings, {
    // What a hostile client sends need not be what the contract allows; that is for the server to find out.
    body: wrong({ ...now.values, ...changes, version: version ?? now.version }),
  });
}

describe("global settings", () => {
  it("start with their defaults", async () => {
    const { values, updatedBy } = await present();
    expect(updatedBy).toBeNull();
    expect(Object.keys(values).sort()).toEqual([...settingKeys].sort());
    expect(values).toMatchObject({ closeToleranceCents: 100, staffSeeOnlyTeams: false, country: "NL", callsPerDay: 1 });
  });

  it("are read once in a transaction, and anew by one that changed them", async () => {
    const tried = world.work(async (ctx) => {
      const before = await globalSettings(ctx.db);
      expect(await globalSettings(ctx.db)).toBe(before);
      const callsPerWeek = before.callsPerWeek + 1;
      await changeSettings(ctx, { callsPerWeek });
      expect(await globalSettings(ctx.db)).toEqual({ ...before, callsPerWeek });
      throw new Error("taken back");
    });
    await expect(tried).rejects.toThrow("taken back");
    expect(await present()).toMatchObject({ updatedBy: null });
  });

  it("are stored in canonical form, and used by the module's functions", async () => {
    const reply = await save({
      registeredName: "  Incasso Voorbeeld B.V. ",
      iban: "nl20 ingb 0001 2345 67",
      bic: "ingbnl2a",
      wkiNumber: "WKI-000123",
      wkiValidUntil: "2027-03-31",
    });
    expect(reply.status).toBe(200);
    expect(await providerSettings(world.db)).toMatchObject({
      registeredName: "Incasso Voorbeeld B.V.",
      tradeName: "Incasso Voorbeeld B.V.",
      accountHolder: "Incasso Voorbeeld B.V.",
      iban: "NL20INGB0001234567",
      bic: "INGBNL2A",
      wkiValidUntil: "2027-03-31",
    });
  });

  it.each([
    ["iban", "NL91ABNA0417164301", "This is not a valid IBAN."],
    ["bic", "INGB", "This is not a valid BIC."],
    ["wkiValidUntil", "31-02-2027", "This is not a date."],
    ["wkiValidUntil", "2027-02-30", "This is not a date."],
    ["kvk", "1234567", "A KvK number has 8 digits."],
    ["website", "javascript:alert(1)", "Enter an address that starts with https:// or http://."],
    ["email", "nobody", "This is not a valid e-mail address."],
    ["smsSender", "a name that is too long", "At most 11 letters and digits, or a number such as +31612345678."],
  ])("refuse %s = %s beside the field", async (key, value, message) => {
    const reply = await save({ [key]: value });
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ errors: { [key]: [message] } });
  });

  it("refuse an undeclared field, a fraction and text for a number", async () => {
    for (const changes of [
      { admin: true },
      { closeToleranceCents: 1.5 },
      { closeToleranceCents: "100" },
      { callsPerDay: -1 },
    ]) {
      expect((await save(changes)).status).toBe(400);
    }
  });

  it("never show a secret again, keep it when it is left empty, and clear it when asked", async () => {
    await save({ smsKey: "geheim-van-de-gateway" });
    const shown = await present();
    expect(shown.values.smsKey).toBe("");
    expect(shown.filledSecrets).toEqual(["smsKey"]);
    await save({ city: "Utrecht" });
    expect(await opened("smsKey")).toBe("geheim-van-de-gateway");
    const stored = await world.db.selectFrom("global_setting").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain("geheim-van-de-gateway");
    await save({ smsKey: null });
    expect((await globalSettings(world.db)).smsKey).toBe("");
    const audits = await world.db.selectFrom("audit_log").selectAll().where("action", "=", "settings.change").execute();
    expect(JSON.stringify(audits)).not.toContain("geheim-van-de-gateway");
    expect(JSON.stringify(audits)).toContain('"smsKey":"***"');
  });

  it.each([
    ["smtpPassword", { smtpHost: "mail.elders.example" }],
    ["smtpPassword", { smtpPort: 2525 }],
    ["smtpPassword", { smtpUser: "iemand-anders" }],
    ["smtpPassword", { smtpSecurity: "none" }],
    ["smsKey", { smsUrl: "https://elders.example/sms" }],
    ["addressKey", { addressUrl: "https://elders.example/checks" }],
  ] as const)("clear %s when %j changes its address, unless it is entered again", async (secret, change) => {
    const home = {
      ...{ smtpHost: "mail.voorbeeld.example", smtpPort: 587, smtpUser: "vorder", smtpSecurity: "starttls" },
      ...{ smsUrl: "https://sms.voorbeeld.example/", addressUrl: "https://bureau.voorbeeld.example/" },
    };
    await save({ ...home, [secret]: "een-geheim-woord" });
    expect(await opened(secret)).toBe("een-geheim-woord");
    await save(change);
    expect((await present()).filledSecrets).not.toContain(secret);
    expect(await opened(secret)).toBe("");
    // Back at the first address it is not there again either.
    await save(home);
    expect(await opened(secret)).toBe("");
    await save({ ...change, [secret]: "een-nieuw-woord" });
    expect(await opened(secret)).toBe("een-nieuw-woord");
    // Who writes into the table past the application does not get it sent elsewhere.
    await sql`update global_setting set chosen = chosen || ${JSON.stringify(home)}::jsonb`.execute(world.db);
    expect(await opened(secret)).toBe("");
    await save({ ...home, [secret]: null });
  });

  it("are encrypted at the start where an older release stored them in plain text", async () => {
    const plain = JSON.stringify({ smsUrl: "https://sms.voorbeeld.example/", smsKey: "uit-vroeger-tijd" });
    await sql`update global_setting set chosen = chosen || ${plain}::jsonb`.execute(world.db);
    expect(await resealSettings(world.db, world.vorder.parts.environment)).toBe(true);
    expect(await resealSettings(world.db, world.vorder.parts.environment)).toBe(false);
    expect((await globalSettings(world.db)).smsKey).toMatch(/^sealed:1:/);
    expect(await opened("smsKey")).toBe("uit-vroeger-tijd");
    await save({ smsUrl: "" });
  });

  it("write one audit row per change, with old and new values, and none where nothing changed", async () => {
    const count = async () =>
      (await world.db.selectFrom("audit_log").select("id").where("action", "=", "settings.change").execute()).length;
    await save({ phone: "030-1234567" });
    const before = await count();
    await save({ phone: "030-7654321", callsPerWeek: 2 });
    await save({ phone: "030-7654321" });
    expect(await count()).toBe(before + 1);
    const last = await world.db
      .selectFrom("audit_log")
      .selectAll()
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(last.before).toEqual({ phone: "030-1234567", callsPerWeek: 3 });
    expect(last.after).toEqual({ phone: "030-7654321", callsPerWeek: 2 });
  });

  it("do not let one person overwrite another's change: the second gets the current version", async () => {
    const { version } = await present();
    expect((await save({ city: "Zwolle" }, version)).status).toBe(200);
    const late = await save({ city: "Assen" }, version);
    expect(late.status).toBe(409);
    expect(late.json()).toMatchObject({
      code: "conflict",
      current: { city: "Zwolle", version: version + 1 },
      changedBy: expect.any(String),
    });
    expect((await globalSettings(world.db)).city).toBe("Zwolle");
  });

  it("let exactly one of many simultaneous changes win", async () => {
    const { version } = await present();
    const replies = await Promise.all(["A", "B", "C", "D"].map((city) => save({ city }, version)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("are for ROLE_SETTINGS only", async () => {
    const clerk = await world.login(["ROLE_EMPLOYEE", "ROLE_ADMIN", "ROLE_FINANCE"]);
    for (const visitor of [clerk, world.guest()]) {
      expect((await visitor.refused(readGlobalSettings)).status).toBe(visitor.userId === 0 ? 401 : 403);
    }
  });

  it("fall back to the default where a stored value no longer fits", () => {
    expect(settingsOf({ closeToleranceCents: "many", callsPerDay: 2, gone: 1 })).toMatchObject({
      closeToleranceCents: 100,
      callsPerDay: 2,
    });
  });

  it("have a label for every setting and a heading for every group", () => {
    const texts = Object.keys(settingsTexts.texts.nl);
    for (const key of settingKeys) {
      expect(texts).toContain(`label_${key}`);
      const { group } = settingDeclarations[key];
      expect(texts).toContain(`group${group.charAt(0).toUpperCase()}${group.slice(1)}`);
    }
  });

  it("change what staff see from the next request", async () => {
    const { loadActor } = await import("../../people/access/access.server.ts");
    const clerk = await world.login(["ROLE_EMPLOYEE"]);
    expect((await loadActor(world.db, clerk.userId, null))?.seesAllFiles).toBe(true);
    await save({ staffSeeOnlyTeams: true });
    expect((await loadActor(world.db, clerk.userId, null))?.seesAllFiles).toBe(false);
    const admin = await world.login(["*"]);
    expect((await loadActor(world.db, admin.userId, null))?.seesAllFiles).toBe(true);
    // Whoever is kept to their teams does not let themselves out; they may still change what else there is.
    const own = await save({ staffSeeOnlyTeams: false });
    expect(own.status).toBe(400);
    expect(own.json()).toMatchObject({ errors: { staffSeeOnlyTeams: [expect.stringContaining("your teams")] } });
    expect((await loadActor(world.db, keeper.userId, null))?.seesAllFiles).toBe(false);
    expect((await save({ city: "Zwolle" })).status).toBe(200);
    const { values, version } = await admin.call(readGlobalSettings);
    const lifted = await admin.send(saveGlobalSettings, {
      body: wrong({ ...values, staffSeeOnlyTeams: false, version }),
    });
    expect(lifted.status).toBe(200);
    expect((await loadActor(world.db, keeper.userId, null))?.seesAllFiles).toBe(true);
  });
});

describe("the settings required before anything may be sent", () => {
  const complete = {
    registeredName: "Incasso Voorbeeld B.V.",
    street: "Stationsplein",
    houseNumber: "10",
    postcode: "3511 ED",
    city: "Utrecht",
    kvk: "90001234",
    wkiNumber: "IN-2025-0042",
    wkiValidUntil: "2030-03-31",
    iban: "NL02ABNA0123456789",
    phone: "030 200 10 10",
    smtpHost: "smtp.voorbeeld.nl",
    smsUrl: "https://sms.voorbeeld.nl",
  };
  const today = date("2026-11-20");
  it.each([
    ["nothing", {}, []],
    ["a name", { registeredName: "" }, ["registeredName missing"]],
    ["no way to contact the provider, where e-mail is enough", { phone: "", email: "info@voorbeeld.nl" }, []],
    ["neither telephone nor e-mail", { phone: "" }, ["phone missing"]],
    ["an expired registration", { wkiValidUntil: "2026-11-19" }, ["wkiValidUntil expired"]],
    ["nothing on the last day of the registration", { wkiValidUntil: "2026-11-20" }, []],
    ["the gateways, which block nothing", { smtpHost: "", smsUrl: "" }, ["(smtpHost missing)", "(smsUrl missing)"]],
  ])("%s", (_what, changes, missing) => {
    const found = missingSettings(settingsOf({ ...complete, ...changes }), today, false);
    expect(found.map(({ key, why, blocks }) => (blocks ? `${key} ${why}` : `(${key} ${why})`))).toEqual(missing);
  });

  it("do not include a mail server that the environment sets", () => {
    expect(missingSettings(settingsOf({ ...complete, smtpHost: "" }), today, true)).toEqual([]);
  });
});

describe("pure rules of the settings", () => {
  it("contact hours end after they begin", () => {
    const problems = (contactFrom: string, contactUntil: string) =>
      settingProblems({ contactFrom, contactUntil }).map(({ key }) => key);
    expect([problems("07:00", "20:00"), problems("12:00", "12:00"), problems("13:00", "12:00")]).toEqual([
      [],
      ["contactUntil"],
      ["contactUntil"],
    ]);
  });

  it("footers are by language, social links only those that are filled in", () => {
    const all = settingsOf({ letterFooterFr: "Merci", appFooterNl: "Welkom", x: "https://x.com/v", email: "a@b.nl" });
    expect(providerOf(all)).toMatchObject({ footer: { nl: "", fr: "Merci" }, replyTo: "a@b.nl" });
    expect([appFooterOf(all, "nl"), appFooterOf(all, "de")]).toEqual(["Welkom", ""]);
    expect(socialLinks(all)).toEqual([{ name: "X", url: "https://x.com/v" }]);
  });

  it.each([
    ["retentionMonths", 23],
    ["attachmentRetentionMonths", 23],
    ["fiscalRetentionMonths", 83],
    ["smtpPort", 70_000],
    ["smtpHost", "smtp://voorbeeld.nl"],
    ["smtpSecurity", "ssl3"],
  ])("%s does not accept %s", (key, value) => {
    const declared = settingKeys.find((known) => known === key);
    expect(declared && settingDeclarations[declared].schema.safeParse(value).success).toBe(false);
  });

  it("have a sentence of help for every group's first setting", () => {
    const texts = Object.keys(settingsTexts.texts.nl);
    const first = settingGroups.map((group) => settingKeys.find((key) => settingDeclarations[key].group === group));
    expect(first.filter((key) => !texts.includes(`hint_${key}`))).toEqual([]);
  });
});
