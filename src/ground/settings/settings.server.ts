/** Reads and saves the house's own settings; every change is audited, key by key. */
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { sql } from "kysely";
import { allows, any } from "../kernel/access.ts";
import { fieldError, VorderError } from "../kernel/errors.ts";
import {
  type Actor,
  type Ctx,
  type Db,
  defineModule,
  handle,
  preparedHandler,
  systemActor,
} from "../platform/server/http/module.ts";
import { prepared } from "../platform/server/postgres/prepared-statements.ts";
import { cachedPerTransaction } from "../platform/server/postgres/transaction-cache.ts";
import type { Environment } from "../platform/server/process/environment.ts";
import { resealed, sealSecret } from "../platform/server/process/secrets.ts";
import { bounceHandlers, bounceJob } from "./bounces.server.ts";
import { gatewayHandlers, limited } from "./gateways.server.ts";
import { oidcHandlers, oidcLogoutAddress, oidcReturn } from "./oidc.server.ts";
import { openSetting, purposeOf } from "./secrets.server.ts";
import {
  globalSettingsScreen,
  makeDkimKey,
  readGlobalSettings,
  saveGlobalSettings,
  settingsHistoryScreen,
} from "./settings.contract.ts";
import { settingsTexts } from "./settings.texts.ts";
import {
  type GlobalSettings,
  missingSettings,
  type ProviderSettings,
  providerOf,
  type SettingKey,
  secretKeys,
  settingDeclarations,
  settingKeys,
  settingProblems,
  settingsBoundTo,
  settingsOf,
} from "./settings.ts";

export { mailFromOf, mailGatewayOf, pemOf, smsGatewayOf } from "./gateways.server.ts";
export { oidcLimits, oidcLogoutAddress, oidcNameOf, oidcProviderOf, oidcReturn } from "./oidc.server.ts";
export { openSetting } from "./secrets.server.ts";
export type { GlobalSettings, ProviderSettings } from "./settings.ts";

type Chosen = Readonly<Record<string, unknown>>;

// By name: a statement that the server keeps must not change when a later release adds a column.
const settingColumns = ["chosen", "version", "updated_at", "updated_by"] as const;

async function readRow(db: Db) {
  const row = await db
    .selectFrom("global_setting")
    .modifyFront(prepared)
    .select(settingColumns)
    .executeTakeFirstOrThrow();
  return { ...row, chosen: asObject(row.chosen) };
}

const asObject = (value: unknown): Chosen => (typeof value === "object" && value !== null ? { ...value } : {});

/** What was chosen last, and what it came to: a hundred values are not looked at anew each time. */
let lastRead: { readonly chosen: string; readonly settings: GlobalSettings } | undefined;

const cachedSettings = cachedPerTransaction(async (db: Db): Promise<GlobalSettings> => {
  const { text } = await db
    .selectFrom("global_setting")
    .modifyFront(prepared)
    .select(sql<string>`chosen::text`.as("text"))
    .executeTakeFirstOrThrow();
  if (lastRead?.chosen !== text) lastRead = { chosen: text, settings: settingsOf(asObject(JSON.parse(text))) };
  return lastRead.settings;
});

/** All settings as they hold now, in a transaction as they were when it first asked; secrets are sealed (`openSetting`). */
export const globalSettings = (db: Db): Promise<GlobalSettings> => cachedSettings(db);

/** The provider as letters, mails and the footer show it. */
export async function providerSettings(db: Db): Promise<ProviderSettings> {
  return providerOf(await globalSettings(db));
}

/** The name of somebody who is noted by the name that they log in with; that itself where nobody has it any more. */
async function nameOf(db: Db, username: string): Promise<string> {
  if (username === systemActor.username) return systemActor.name;
  const person = await db.selectFrom("app_user").select("name").where("username", "=", username).executeTakeFirst();
  return person?.name ?? username;
}

async function reply({ db, clock, environment }: Pick<Ctx, "db" | "clock" | "environment">) {
  const row = await readRow(db);
  const all = settingsOf(row.chosen);
  const filledSecrets = secretKeys.filter((key) => all[key] !== "");
  const values = { ...all, ...Object.fromEntries(secretKeys.map((key) => [key, ""])) };
  return {
    values,
    filledSecrets,
    missing: [...missingSettings(all, clock.today(), environment.smtpUrl !== undefined)],
    oidcReturn: oidcReturn(environment),
    oidcLeft: oidcLogoutAddress(environment),
    version: row.version,
    updatedAt: row.updated_at?.toISOString() ?? null,
    updatedBy: row.updated_by === null ? null : await nameOf(db, row.updated_by),
  };
}

const isSecret = (key: string): boolean => secretKeys.some((secret) => secret === key);
const shown = (key: string, value: unknown): unknown => (isSecret(key) ? (value === "" ? "" : "***") : value);

/** Seals what was not sealed, or was with an older key; whether there was any. */
export async function resealSettings(db: Db, environment: Environment): Promise<boolean> {
  const row = await db.selectFrom("global_setting").selectAll().forUpdate().executeTakeFirstOrThrow();
  const chosen = asObject(row.chosen);
  const all = settingsOf(chosen);
  const anew = secretKeys.flatMap((key) => {
    const sealed = resealed(environment, purposeOf(all, key), String(all[key]));
    return sealed === undefined ? [] : [[key, sealed] as const];
  });
  if (anew.length === 0) return false;
  const renewed = JSON.stringify({ ...chosen, ...Object.fromEntries(anew) });
  await db.updateTable("global_setting").set({ chosen: renewed }).execute();
  cachedSettings.forget(db);
  return true;
}

/** The secrets after a change: sealed where they are given, cleared where what they are bound to changed, else as they were. */
function secretsAfter(
  environment: Environment,
  { before, after, changes }: Record<"before" | "after", GlobalSettings> & { changes: Partial<GlobalSettings> },
): Record<string, string> {
  return Object.fromEntries(
    secretKeys.map((key) => {
      const moved = settingsBoundTo(key).some((bound) => before[bound] !== after[bound]);
      const given = changes[key];
      const isKept = !moved && (given === undefined || given === openSetting(environment, before, key));
      if (isKept) return [key, String(before[key])];
      return [key, given === undefined ? "" : sealSecret(environment, purposeOf(after, key), String(after[key]))];
    }),
  );
}

/**
 * Whoever says which provider is believed can be anybody whom it vouches for: that is for those who run the house.
 * @throws {VorderError} validation beside each of these settings.
 */
function requireMaySettleSignIn(user: Actor, changed: readonly SettingKey[]): void {
  const guarded = changed.filter((key) => settingDeclarations[key].group === "signin");
  if (guarded.length === 0 || allows(any("ROLE_ADMIN", "ROLE_SUPER_ADMIN"), user.acl, true)) return;
  throw new VorderError("validation", {
    fields: Object.fromEntries(guarded.map((key) => [key, [{ key: "settings.errorSignIn" }]])),
  });
}

/** Who sees only the files of their teams does not lift that themselves. @throws {VorderError} validation beside the setting. */
function requireMayWidenSight({ kind, seesAllFiles }: Actor, changed: readonly SettingKey[]): void {
  if (changed.includes("staffSeeOnlyTeams") && kind !== "system" && !seesAllFiles)
    throw fieldError("staffSeeOnlyTeams", "settings.errorOwnTeams");
}

/**
 * Changes some settings and writes one audit row with the old and new values; secrets stand there as `***`, and one whose address or user
 * changes is cleared unless it is given anew.
 * @throws {VorderError} conflict where `version` is no longer the present one.
 */
export async function changeSettings(
  ctx: Pick<Ctx, "db" | "audit" | "clock" | "user" | "environment">,
  changes: Partial<GlobalSettings>,
  version?: number,
): Promise<void> {
  const row = await ctx.db.selectFrom("global_setting").selectAll().forUpdate().executeTakeFirstOrThrow();
  if (version !== undefined && version !== row.version) {
    const { values, updatedBy, updatedAt } = await reply(ctx);
    const current = { ...values, version: row.version };
    throw new VorderError("conflict", { data: { current, changedBy: updatedBy, changedAt: updatedAt } });
  }
  const chosen = asObject(row.chosen);
  const before = settingsOf(chosen);
  const wanted = settingsOf({ ...chosen, ...changes });
  const after = { ...wanted, ...secretsAfter(ctx.environment, { before, after: wanted, changes }) };
  const problems = settingProblems(after);
  if (problems.length > 0)
    throw new VorderError("validation", {
      fields: Object.fromEntries(problems.map(({ key, error }) => [key, [{ key: error }]])),
    });
  const changed = settingKeys.filter((key) => before[key] !== after[key]);
  if (changed.length === 0) return;
  requireMaySettleSignIn(ctx.user, changed);
  requireMayWidenSight(ctx.user, changed);
  await ctx.db
    .updateTable("global_setting")
    .set({
      chosen: JSON.stringify({ ...chosen, ...Object.fromEntries(changed.map((key) => [key, after[key]])) }),
      version: row.version + 1,
      updated_at: ctx.clock.now(),
      updated_by: ctx.user.username,
    })
    .execute();
  cachedSettings.forget(ctx.db);
  const pick = (from: GlobalSettings) => Object.fromEntries(changed.map((key) => [key, shown(key, from[key])]));
  await ctx.audit({
    action: "settings.change",
    subject: "global_setting",
    subjectId: 1,
    before: pick(before),
    after: pick(after),
  });
}

const pem = {
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
} as const;

export const settingsServer = defineModule({
  name: "settings",
  screens: [globalSettingsScreen, settingsHistoryScreen],
  texts: [settingsTexts],
  history: [
    {
      subject: "global_setting",
      who: any("ROLE_SETTINGS"),
      name: "settings.globalTitle",
      field: (field) => `settings.label_${field}`,
      actions: {
        "settings.testMail": "settings.testedMail",
        "settings.testSms": "settings.testedSms",
        "settings.checkMail": "settings.checkedMail",
        "settings.checkBounces": "settings.checkedBounces",
        "settings.testOidc": "settings.testedOidc",
      },
    },
  ],
  jobs: [bounceJob(globalSettings)],
  handlers: [
    ...gatewayHandlers(globalSettings),
    ...bounceHandlers(globalSettings, limited),
    ...oidcHandlers(globalSettings),
    preparedHandler(
      makeDkimKey,
      () => promisify(generateKeyPair)("rsa", { modulusLength: 2048, ...pem }),
      async (ctx, { body }, { privateKey }) => {
        const day = ctx.clock.today().replaceAll("-", "");
        await changeSettings(ctx, { dkimKey: privateKey, dkimSelector: `vorder${day}`, dkimSign: false }, body.version);
        return reply(ctx);
      },
    ),
    handle(readGlobalSettings, (ctx) => reply(ctx)),
    handle(saveGlobalSettings, async (ctx, { body }) => {
      const { version, ...values } = body;
      // An empty secret means the one that is there; null clears it.
      const kept = secretKeys.filter((key) => values[key] === "").map(String);
      const cleared = secretKeys.filter((key) => values[key] === null).map((key) => [key, ""]);
      const given = Object.entries(values).filter(([key]) => !kept.includes(key));
      await changeSettings(ctx, Object.fromEntries([...given, ...cleared]), version);
      return reply(ctx);
    }),
  ],
});
