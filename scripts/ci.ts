/**
 * The second half of .ci/run: the HTTP tests once more, on Debian's PostgreSQL, which is started here for the purpose; then the
 * sum of both halves.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { startTemporary } from "../src/platform/server/embedded-postgres.ts";
import { installDebian } from "./chromium.ts";
import { type Outcome, outcomeText, runTests, sum, workFolder } from "./steps.ts";

const lost: Outcome = { passed: 0, failed: 1 };

/** What `npm test` counted; a run that did not come to its end counts as one failed test. */
function firstHalf(): Outcome {
  try {
    const text = readFileSync(join(workFolder, "outcome.json"), "utf8");
    return z.object({ passed: z.number(), failed: z.number() }).parse(JSON.parse(text));
  } catch {
    return lost;
  }
}

/** The programs of the oldest server that is here, 15 or later. */
function findServer(): { version: number; folder: string } | undefined {
  return [15, 16, 17, 18]
    .map((version) => ({ version, folder: `/usr/lib/postgresql/${version}/bin` }))
    .find(({ folder }) => existsSync(join(folder, "initdb")));
}

async function secondHalf(): Promise<Outcome> {
  const found = findServer() ?? (installDebian("postgresql") ? findServer() : undefined);
  if (!found) {
    process.stdout.write(
      "✗ HTTP on PostgreSQL 15: there is none here and it cannot be installed (apt install postgresql)\n",
    );
    return lost;
  }
  const program = (name: string) => join(found.folder, name);
  const server = await startTemporary(() => undefined, {
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
  });
  try {
    return runTests(`HTTP on PostgreSQL ${found.version}`, ["--project", "http"], { DATABASE_URL: server.url });
  } finally {
    await server.stop();
  }
}

const outcome = sum([firstHalf(), await secondHalf()]);
process.stdout.write(`\n${outcomeText(outcome)}\n`);
process.exitCode = outcome.failed === 0 ? 0 : 1;
