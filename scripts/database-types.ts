/** Writes src/platform/server/database.types.ts from a freshly migrated scratch database: npm run db:types. */
import { execFileSync } from "node:child_process";

import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { findMigrations, migrate } from "../src/platform/server/migrations.ts";

const server = process.env.DATABASE_URL ?? "postgres://vorder:vorder@127.0.0.1:5433/postgres";
const name = `vorder_types_${process.pid}`;
const target = "src/platform/server/database.types.ts";

const admin = new pg.Pool({ connectionString: server, max: 1 });
await admin.query(`create database ${name}`);
const scratch = new URL(server);
scratch.pathname = `/${name}`;
const pool = new pg.Pool({ connectionString: scratch.href, max: 2 });
try {
  // A migration that fails is reported, and the types of what stands before it are written all the same.
  await migrate(pool, await findMigrations()).catch((error: unknown) => console.error(String(error)));
  await pool.query("drop table if exists migration");
  execFileSync(
    "kysely-codegen",
    [
      "--dialect=postgres",
      `--url=${scratch.href}`,
      `--out-file=${target}`,
      "--date-parser=string",
      '--type-mapping={"date":"PlainDate","int8":"number"}',
      "--default-schema=public",
    ],
    { stdio: "inherit" },
  );
  const generated = readFileSync(target, "utf8");
  writeFileSync(
    target,
    generated.replace("import type", 'import type { PlainDate } from "../../kernel/dates.ts";\nimport type'),
  );
} finally {
  await pool.end();
  await admin.query(`drop database ${name}`);
  await admin.end();
}
