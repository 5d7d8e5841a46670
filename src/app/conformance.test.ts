/** The contracts held against the specification, and against what a reviewer has seen: `npm run snapshots` renews the pictures. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Access } from "../ground/kernel/access.ts";
import type { Call, Screen } from "../ground/kernel/contract.ts";
import { flattenTexts, languages } from "../ground/kernel/texts.ts";
import { schemaText } from "../ground/platform/server/audit/schema.ts";
import type { MenuItem } from "./app.contract.ts";
import { accessMatrix, accessText, openApi } from "./openapi.server.ts";
import { prescribedCalls, prescribedScreens, stillToBuild } from "./prescribed.ts";
import { menuFor } from "./shell/menu.server.ts";
import { startWorld, type World } from "./testing/world.factory.ts";

const snapshots = "../../docs/snapshots";

/** Screens without a line in the menu: what leads to them stands behind each. */
const ledToOtherwise = [
  "/", // the logo
  "/login", // every guard
  "/login/oidc", // the provider
  "/customer/reset-password", // the login
  "/access-denied", // every guard
  "/change-password", // the user menu
  "/account/security", // the user menu
  "/news/add", // the button of the list
  "/autoreply-label/template/add", // the button of the list
  "/email", // leads on to the list of templates
  "/email/template/add", // the button of the list
  "/email/variable/add", // the button of the list
  "/post-mail/template/add", // the button of the list
  "/sms/template/add", // the button of the list
  "/file/show-new", // an old address, which leads on to the search
];

let world: World;
let calls: readonly Call[];
let screens: readonly Screen[];

beforeAll(async () => {
  world = await startWorld();
  screens = world.vorder.modules.flatMap((module) => module.screens);
  calls = world.vorder.modules.flatMap((module) => module.handlers.map((handler) => handler.call));
});
afterAll(() => world.close());

const sameAccess = (a: Access, b: Access): boolean => {
  const named = (who: Access) => ("roles" in who ? [...who.roles].sort().join() : "");
  // One role is one role, whether any or all of it is needed.
  const kind = (who: Access) => ("roles" in who && who.roles.length === 1 ? "any" : who.kind);
  return kind(a) === kind(b) && named(a) === named(b);
};

const isScreen = (value: unknown): value is Screen =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "screen";

/** What a record holds; nothing of what is no plain record. */
const insideOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.values(value)
    : [];

/** The names under which the contracts export their screens, by address: alone, or in a record of several or of such records. */
async function screenNames(): Promise<Map<string, string>> {
  const paths = globSync("**/*.contract.ts", { cwd: join(import.meta.dirname, "..") });
  const exported = await Promise.all(
    paths.map(
      async (path): Promise<[string, unknown][]> =>
        Object.entries(await import(pathToFileURL(join(import.meta.dirname, "..", path)).href)),
    ),
  );
  return new Map(
    exported.flat().flatMap(([name, value]) => {
      const held = [value, ...insideOf(value), ...insideOf(value).flatMap(insideOf)];
      return held.filter(isScreen).map(({ path }): [string, string] => [path, name]);
    }),
  );
}

/** The screens for which the router has no component. */
async function screensWithoutPage(): Promise<string[]> {
  const names = await screenNames();
  const pages = readFileSync(`${import.meta.dirname}/pages.web.tsx`, "utf8");
  return screens
    .map(({ path }) => path)
    .filter((path) => !new RegExp(`\\b${names.get(path) ?? "none"}\\b`).test(pages));
}

function missingRows(): string[] {
  const byPath = new Map(screens.map((screen) => [screen.path, screen]));
  const answered = new Set(calls.map(({ method, path }) => `${method} ${path}`));
  return [
    ...prescribedScreens.filter(([path]) => !byPath.has(path)).map(([path, , what]) => `screen ${path} (${what})`),
    ...prescribedCalls
      .map(([method, path]) => `${method} ${path}`)
      .filter((call) => !answered.has(call))
      .map((call) => `call ${call}`),
  ];
}

describe("the specification", () => {
  it("is built except for a number of rows that may only decrease", async () => {
    const missing = missingRows();
    process.stdout.write(
      `\n${missing.length} of ${prescribedScreens.length + prescribedCalls.length} prescribed rows are still to be built.\n`,
    );
    expect(missing.length, "a prescribed row was lost, or one was built: then lower stillToBuild").toBe(stillToBuild);
    await expect(`${missing.join("\n")}\n`).toMatchFileSnapshot(`${snapshots}/still-to-build.txt`);
  });

  it("grants every screen to the same roles as our declarations", () => {
    const prescribed = new Map(prescribedScreens.map(([path, who]) => [path, who]));
    const wrong = screens.flatMap(({ path, who }) => {
      const wanted = prescribed.get(path);
      return wanted && !sameAccess(wanted, who) ? [`${path}: ${accessText(who)} instead of ${accessText(wanted)}`] : [];
    });
    expect(wrong).toEqual([]);
  });
});

describe("what we declare", () => {
  it("has one handler for each call and one screen for each address", () => {
    const names = [
      ...calls.map(({ method, path }) => `${method} ${path}`),
      ...screens.map(({ path }) => `screen ${path}`),
    ];
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("gives every screen a page", async () => {
    expect(await screensWithoutPage()).toEqual([]);
  });

  it("gives every screen a title in every language", () => {
    const texts = world.vorder.modules.flatMap((module) => module.texts);
    const tables = languages.map((language) => ({ language, table: flattenTexts(texts, language) }));
    const faults = screens.flatMap((screen) => {
      const untitled = tables.filter(({ table }) => !table[screen.title]).map(({ language }) => language);
      return untitled.map((language) => `${screen.path} has no title ${screen.title} in ${language}`);
    });
    expect(faults).toEqual([]);
  });

  it("has every screen in the menu, except those reached from elsewhere", () => {
    const inMenu = (items: readonly MenuItem[]): string[] =>
      items.flatMap((item) => [item.link, ...inMenu(item.children)]);
    const led = new Set([...inMenu(menuFor(screens, () => true)), ...ledToOtherwise]);
    const lost = screens.map(({ path }) => path).filter((path) => !path.includes("{") && !led.has(path));
    expect(lost).toEqual([]);
    expect(ledToOtherwise.filter((path) => !screens.some((screen) => screen.path === path))).toEqual([]);
  });

  it("is the access matrix that was reviewed", async () => {
    const rows = [
      ...calls.map(({ method, path, who }) => ({ name: `${method} ${path}`, who })),
      ...screens.map(({ path, who }) => ({ name: `screen ${path}`, who })),
    ];
    await expect(accessMatrix(rows)).toMatchFileSnapshot(`${snapshots}/access-matrix.tsv`);
  });

  it("is the OpenAPI description that was reviewed", async () => {
    const described = JSON.stringify(openApi(calls, "snapshot"), null, 2);
    await expect(`${described}\n`).toMatchFileSnapshot(`${snapshots}/openapi.json`);
  });

  it("is the SQL schema that was reviewed, on every version of the server", async () => {
    await expect(await schemaText(world.db)).toMatchFileSnapshot(`${snapshots}/schema.txt`);
  });
});
