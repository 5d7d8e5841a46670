import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// A test that imports the harness, or what turns its clock by months, speaks HTTP to a server on a real database; every other test in src is pure.
const harness = /^(import|\}).*from "[^"]*\/(world|months)\.factory\.ts"/m;
const inSource = globSync("src/**/*.test.{ts,tsx}", { cwd: import.meta.dirname });

/** These start servers of their own from the programs that come with Vorder. */
const ownServers = [
  "src/app/operations/interrupted-start.test.ts",
  "src/ground/platform/server/storage/backup.test.ts",
  "src/ground/platform/server/embedded/embedded-postgres.test.ts",
  "src/ground/platform/server/postgres/migrations.test.ts",
];
/** These are run on the embedded server too: what a connection, a start, a backup owe to the server, and one module's story as a proof. */
const onBoth = [
  "src/app/operations/backup/backup.test.ts",
  "src/app/operations/connection.test.ts",
  "src/app/operations/first-run.test.ts",
  "src/app/operations/restart.test.ts",
  "src/people/merchants/merchants.test.ts",
];
const overHttp = inSource.filter(
  (path) => !ownServers.includes(path) && harness.test(readFileSync(`${import.meta.dirname}/${path}`, "utf8")),
);
const pure = inSource.filter((path) => !overHttp.includes(path) && !ownServers.includes(path));
const atNight = "e2e/**/*.night.test.ts";

/** What Node has learned of the sources is kept for the next worker, and for every process that a test starts. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, ".vorder", "compiled");

/** A worker takes the next file of its own project, so projects follow each other; the longest come first, the shortest fill the end. */
const projects = ["e2e", "night", "embedded", "http", "unit"];
const longest = [
  "e2e/screens.test.ts",
  "e2e/tables.test.ts",
  "e2e/refusals.test.ts",
  "e2e/story.test.ts",
  "e2e/connection-lost.test.ts",
  "src/ground/platform/server/embedded/embedded-postgres.test.ts",
  "src/app/testing/attack.test.ts",
  "src/app/demo/clean.test.ts",
  "src/app/demo/demo.test.ts",
  "src/app/operations/verification/verify.test.ts",
  "src/app/attack/foreign-files.test.ts",
  "src/people/access/acl/superuser.test.ts",
  "src/people/access/sign-in/login.test.ts",
  "src/cases/agenda/mass-edit/mass-edit.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
      return projects.indexOf(project.name) * 100 + (at < 0 ? longest.length : at);
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** Files share a worker and what it has imported: each has a server and a database of its own, and none changes what it imports. */
const shared = { isolate: false, experimental: { viteModuleRunner: false } } as const;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // As many as there are cores: a worker's browser, server and database already use more than one. Each further worker made every file dearer
    // (docs/decisions/0412-as-many-workers-as-cores.md).
    maxWorkers: Math.max(2, Math.min(6, availableParallelism())),
    // Wide, because these only end what hangs; a busy machine is no failure.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // A run names each file as it ends and each failure at once; a single test is named only where it is very slow.
    slowTestThreshold: 60_000,
    projects: [
      { extends: true, test: { name: "unit", include: pure, isolate: false } },
      {
        extends: true,
        test: { name: "http", include: overHttp, globalSetup: "src/app/testing/test-server.factory.ts", ...shared },
      },
      {
        extends: true,
        test: {
          name: "embedded",
          include: [...ownServers, ...onBoth],
          globalSetup: "src/app/testing/embedded-server.factory.ts",
          ...shared,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude: [atNight],
          globalSetup: "src/app/testing/test-server.factory.ts",
          setupFiles: "e2e/failed.ts",
          ...shared,
        },
      },
      {
        extends: true,
        test: { name: "night", include: [atNight], globalSetup: "src/app/testing/test-server.factory.ts", ...shared },
      },
    ],
  },
});
