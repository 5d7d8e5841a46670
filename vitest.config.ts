import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// A test that imports the harness, or what turns its clock by months, speaks HTTP to a server on a real database; every other test in src is pure.
const harness = /^(import|\}).*from "[^"]*\/(world|months)\.factory\.ts"/m;
const inSource = globSync("src/**/*.test.{ts,tsx}", { cwd: import.meta.dirname });
const overHttp = inSource.filter((path) => harness.test(readFileSync(`${import.meta.dirname}/${path}`, "utf8")));
const pure = inSource.filter((path) => !overHttp.includes(path));

/** These take minutes by themselves: begun last, the other worker would wait for them. */
const longest = ["e2e/screens.test.ts", "e2e/import-killed.test.ts", "e2e/tables.test.ts", "e2e/refusals.test.ts"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Two workers: each file of HTTP or browser tests has a server and a database of its own.
    maxWorkers: 2,
    // Wide, because these only end what hangs; a busy machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 40_000 } },
    projects: [
      { extends: true, test: { name: "unit", include: pure } },
      { extends: true, test: { name: "http", include: overHttp, globalSetup: "src/app/test-server.factory.ts" } },
      { extends: true, test: { name: "e2e", include: ["e2e/**/*.test.ts"] } },
    ],
  },
});
