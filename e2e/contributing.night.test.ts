/** CONTRIBUTING's page of one's own, played from its first command to the new module's story on a database. */
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { beginContributing, type ContributingRun, commands } from "../src/app/contributing.factory.ts";

let played: ContributingRun;
const env = { DATABASE_URL: inject("testServer") };

beforeAll(async () => {
  played = await beginContributing();
});
afterAll(() => played.close());

test("the page made by following CONTRIBUTING compiles, and its test passes", async () => {
  await played.shell(played.words(1, commands));
  await played.enlist();
  await played.shell(played.words(2, /`(npm run db:types)`/), env);
  await played.compose();
  await played.shell(played.words(3, /`(npm run format)`/));
  await played.shell("tsc -p . --noEmit");
  const story = await played.shell(played.words(6, /`(npx vitest [^`]+)`/), env);
  expect(story).toMatch(/Test Files .*1 passed/);
});
