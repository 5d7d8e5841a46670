/**
 * npm run db:types writes src/ground/platform/server/postgres/database.types.ts from a freshly migrated scratch database, on the server of
 * DATABASE_URL or a temporary one.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { type Embedded, startTemporary } from "../src/ground/platform/server/embedded/embedded-postgres.ts";
import { findMigrations, migrate } from "../src/ground/platform/server/postgres/migrations.ts";

const target = "src/ground/platform/server/postgres/database.types.ts";
const name = `vorder_types_${process.pid}`;

const given = process.env.DATABASE_URL;
const server: Embedded = given ? { url: given, stop: () => Promise.resolve() } : await startTemporary(() => undefined);
const admin = new pg.Pool({ connectionString: server.url, max: 1 });
await admin.query(`create database ${name}`);
const scratch = new URL(server.url);
scratch.pathname = `/${name}`;
const pool = new pg.Pool({ connectionString: scratch.href, max: 1 });

try {
  // A migration that fails leaves the types as they are: half of them would break every other module.
  await migrate(pool, await findMigrations());
  execFileSync(
    "kysely-codegen",
    [
      "--dialect=postgres",
      `--url=${scratch.href}`,
      `--out-file=${target}`,
      "--date-parser=string",
      '--type-mapping={"date":"PlainDate","int8":"number"}',
      "--default-schema=public",
      "--exclude-pattern=migration",
      "--log-level=warn",
    ],
    { stdio: "inherit" },
  );
  const generated = readFileSync(target, "utf8");
  const imported = 'import type { PlainDate } from "../../../kernel/dates.ts";\nimport type';
  writeFileSync(target, generated.replace("import type", imported));
} finally {
  await pool.end();
  await admin.query(`drop database ${name}`);
  await admin.end();
  await server.stop();
}
