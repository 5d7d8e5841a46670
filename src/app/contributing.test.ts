/** CONTRIBUTING's page of one's own, as far as no database and no compiler is needed; `e2e/contributing.night.test.ts` plays it to the end. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginContributing, type ContributingRun, commands } from "./contributing.factory.ts";

let played: ContributingRun;

beforeAll(async () => {
  played = await beginContributing();
});
afterAll(() => played.close());

test("the page lists every file of the model module, and no other", async () => {
  const page = await played.read("CONTRIBUTING.md");
  const table = page.slice(page.indexOf("| `src/people/merchants/`"), page.indexOf("Now a page of your own"));
  const named = [...table.matchAll(/`([\w-]+\.[\w.]+)`/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual((await readdir(join(played.folder, "src/people/merchants"))).toSorted());
});

test("its commands make a module under a free name that contains no word of the model", async () => {
  await played.shell(played.words(1, commands));
  await played.enlist();
  const module = join(played.folder, "src/people/couriers");
  const names = await readdir(module);
  expect(names.toSorted()).toEqual(
    (await readdir(join(played.folder, "src/people/merchants")))
      .map((name) => name.replace("0060-merchant", "0061-courier").replace("merchants", "couriers"))
      .toSorted(),
  );
  for (const name of names) expect(await played.read(`src/people/couriers/${name}`), name).not.toMatch(/merchant/i);
  expect(await played.read("src/modules.ts")).toMatch(/"people\/merchants",\n\s*"people\/couriers",/);
});

test("every composing file names the model and accepts the new module, correctly formatted", async () => {
  const files = await played.compose();
  expect(files.length).toBeGreaterThan(3);
  for (const path of files) expect(await played.read(path), path).toMatch(/courier/);
  // It ends badly where something is left that it cannot put right.
  await played.shell(played.words(3, /`(npm run format)`/));
});
