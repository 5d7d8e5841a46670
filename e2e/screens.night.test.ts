/** Every screen in four widths and both colour schemes, in Dutch and in one other language; `screens.test.ts` looks at two of the eight. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { inspectIn, type Look, read, seen, visit } from "./screens.ts";

const password = "een lang wachtwoord 26";
const looks: readonly Look[] = [1600, 1280, 1024, 390].flatMap((width) => [
  { width, scheme: "light" },
  { width, scheme: "dark" },
]);

let app: RunningApp;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  await app.createUser("beheer", password, "*", "B. Heer");
  ({ page } = await app.open());
  await logIn(page, "beheer", password);
});
afterAll(() => app.close());

test.each(seen)("%s, in Dutch and in %s", async (path, language) => {
  for (const words of ["nl", language]) {
    await read(page, words);
    await visit(page, path, words);
    for (const look of looks) await inspectIn(page, look, `${path} in ${words}`);
  }
});
