/** What each screen opens over itself, looked at on a wide light window and on a dark telephone: menus, panels, lists of choices, dialogs. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningApp } from "./app.ts";
import { begin, makeClient, makeFile } from "./portfolio.ts";
import { inspectOpened, type Look, seen } from "./screens.ts";

const looks: readonly Look[] = [
  { width: 1440, scheme: "light" },
  { width: 390, scheme: "dark" },
];

let app: RunningApp;
let page: Page;
let opened = 0;

beforeAll(async () => {
  ({ app, page } = await begin({ username: "beheer", name: "B. Heer" }));
  await makeFile(page, await makeClient(page, "Zonnekracht B.V."), { clientRef: "OPEN-1" });
});
afterAll(() => app.close());

test.each(seen.map(([path]) => path))("%s, with what it opens", async (path) => {
  for (const look of looks) opened += await inspectOpened(page, path, look);
});

test("a menu, drawer or dialog was opened on most screens", () => {
  expect(opened).toBeGreaterThan(seen.length);
});
