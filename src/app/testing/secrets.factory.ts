/** Looks for a secret wherever the application could have left it: for tests. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { World } from "./world.factory.ts";

/** Every way in which a token may stand in a column: as it is, in base64, in hexadecimal, its bytes likewise. */
function shapesOf(token: string): string[] {
  const bytes = Buffer.from(token, "base64url");
  // What stands before it moves the letters of base64: each of three places, without the letters at its ends that depend on the neighbours.
  const shifted = [0, 1, 2].map((at) =>
    Buffer.from(`${"x".repeat(at)}${token}`)
      .toString("base64")
      .slice(4, 56),
  );
  return [
    token,
    encodeURIComponent(token),
    bytes.toString("base64").slice(0, 42),
    bytes.toString("hex"),
    Buffer.from(token).toString("hex"),
    ...shifted,
  ];
}

/** The columns of all tables in which a secret is found in any shape, whatever their type, and the files of the data folder. */
export async function placesOf(world: World, token: string): Promise<string[]> {
  const shapes = shapesOf(token);
  const { rows: columns } = await sql<{ schema: string; table: string; name: string }>`
    select table_schema as schema, table_name as table, column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'USER-DEFINED'))`.execute(
    world.owner.db,
  );
  const places: string[] = [];
  for (const { schema, table, name } of columns) {
    const column = sql`lower(${sql.ref(name)}::text)`;
    const { rows } = await sql`select from ${sql.table(`${schema}.${table}`)}
      where ${column} like any(${shapes.map((shape) => `%${shape.toLowerCase().replaceAll("_", "\\_")}%`)}::text[]) limit 1`.execute(
      world.owner.db,
    );
    if (rows.length > 0) places.push(`${schema}.${table}.${name}`);
  }
  const { dataDir } = world.vorder.parts.environment;
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = await readFile(join(entry.parentPath, entry.name), "latin1");
    if (shapes.some((shape) => text.includes(shape))) places.push(entry.name);
  }
  if (columns.length <= 300) throw new Error("the search looked into too few columns");
  return places;
}
