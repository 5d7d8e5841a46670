/** The PostgreSQL of a run of tests: Debian's, the oldest that is here, which is what most installations have. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Embedded, startTemporary } from "../src/ground/platform/server/embedded/embedded-postgres.ts";
import { oldestServerVersion } from "../src/ground/platform/server/postgres/database.ts";
import { installDebian } from "./chromium.ts";

interface Programs {
  readonly version: number;
  readonly folder: string;
}

/** The programs of the oldest server that is here and that Vorder runs on. */
function findServer(): Programs | undefined {
  return Array.from({ length: 4 }, (_, later) => oldestServerVersion + later)
    .map((version) => ({ version, folder: `/usr/lib/postgresql/${version}/bin` }))
    .find(({ folder }) => existsSync(join(folder, "initdb")));
}

/** The installed server's programs, installed first if they must be and can be. */
export const requireServer = (): Programs | undefined =>
  findServer() ?? (installDebian("postgresql") ? findServer() : undefined);

/** Starts a temporary server, not durable: of the installed programs, or else the one that comes with Vorder. */
export async function startTestServer(): Promise<Embedded & { readonly name: string }> {
  const found = findServer();
  const program = (name: string): string => join(found?.folder ?? "", name);
  const started = await startTemporary(
    () => undefined,
    found && { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") },
  );
  return { ...started, name: found ? `PostgreSQL ${found.version}` : "the embedded PostgreSQL" };
}
