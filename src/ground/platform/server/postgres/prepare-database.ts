/**
 * Migrates a database to this release as its owner, and prepares the serving role, which has fewer rights: it reads and writes rows, but cannot
 * change the schema, nor update, delete or truncate append-only tables.
 */
import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { connect, requireServerVersion } from "./database.ts";
import { machineFaultOf } from "./machine-faults.ts";
import {
  findMigrations,
  label,
  type Migration,
  MigrationError,
  migrate,
  migrationLock,
  pendingIn,
} from "./migrations.ts";

export interface Prepared {
  /** The address to serve from. */
  readonly url: string;
  /** The migrations that ran. */
  readonly ran: readonly Migration[];
  /** Why the serving role does not have fewer rights; undefined if it does. */
  readonly unprotected: string | undefined;
}

export interface PrepareSpec {
  /** DATABASE_URL. */
  readonly url: string;
  /** DATABASE_OWNER_URL: if it is set, `url` is that of the serving role. */
  readonly ownerUrl?: string | undefined;
}

const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

/** The password of the serving role is derived from the owner's, so that every process that knows one knows the other, and nothing is stored. */
const passwordFor = (ownerUrl: string, role: string): string =>
  createHmac("sha256", decodeURIComponent(new URL(ownerUrl).password))
    .update(`serving role ${role}`)
    .digest("base64url");

/** The serving role created by an owner. */
const servingRole = (ownerUrl: string): string => `${userOf(ownerUrl) || "vorder"}_serving`;

/** The serving address of a prepared database, from its owner's address. */
export function servingAddress(ownerUrl: string): string {
  const role = servingRole(ownerUrl);
  const address = new URL(ownerUrl);
  address.username = encodeURIComponent(role);
  address.password = passwordFor(ownerUrl, role);
  return address.href;
}

const rights = "login nosuperuser nocreatedb nocreaterole password";

/** Creates the role unless it exists: roles belong to the whole server, so another database may have created it. */
async function makeRole(client: pg.ClientBase, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
  if (rowCount) return;
  await client.query(`create role ${pg.escapeIdentifier(role)} ${rights} ${pg.escapeLiteral(password)}`);
}

/** Append-only tables have a trigger of this name. */
const appendOnly = `select tgrelid::regclass::text as name from pg_trigger
  where not tgisinternal and tgname like '%\\_append\\_only' and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;

/** The rights of the serving role in this database. */
async function grant(client: pg.ClientBase, role: string): Promise<void> {
  const to = pg.escapeIdentifier(role);
  const { rows } = await client.query<{ name: string }>(appendOnly);
  await client.query(`
    revoke create on schema public from public;
    grant usage on schema public, pgboss to ${to};
    grant select, insert, update, delete on all tables in schema public, pgboss to ${to};
    grant usage, select on all sequences in schema public, pgboss to ${to};
    revoke insert, update, delete on migration from ${to};
    ${rows.map(({ name }) => `revoke update, delete, truncate on ${name} from ${to};`).join("\n")}`);
}

/** The queue creates its own tables, as the owner; the serving role only uses them. */
export async function installQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 2 });
  // A broken connection fails the running statement; the additional event must not end the process.
  boss.on("error", () => undefined);
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false, close: true }).catch(() => undefined);
  }
}

/** Why a login at an address fails, or undefined. */
async function loginProblem(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether this role may change the schema. */
async function isOwner(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ owner: boolean }>(
    `select coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('public.migration')),
       has_schema_privilege('public', 'create')) as owner`,
  );
  return rows[0]?.owner ?? false;
}

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Role {
  readonly name: string;
  readonly url: string;
  /** For a role that we create ourselves. */
  readonly password: string | undefined;
}

function roleOf(spec: PrepareSpec): Role {
  const ownerUrl = spec.ownerUrl ?? spec.url;
  if (spec.ownerUrl !== undefined && userOf(spec.url) !== userOf(ownerUrl))
    return { name: userOf(spec.url), url: spec.url, password: undefined };
  const name = servingRole(ownerUrl);
  return { name, url: servingAddress(ownerUrl), password: passwordFor(ownerUrl, name) };
}

async function makeAndGrant(pool: pg.Pool, { name, password }: Role): Promise<void> {
  const client = await pool.connect();
  client.on("error", () => undefined);
  try {
    await client.query("begin");
    // Concurrent grants by two processes would conflict.
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    if (password !== undefined) await makeRole(client, name, password);
    await grant(client, name);
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Prepares the serving role. An owner without the right to create one serves itself, and the reason is reported. */
async function prepareRole(pool: pg.Pool, spec: PrepareSpec): Promise<Omit<Prepared, "ran">> {
  const role = roleOf(spec);
  try {
    // Another database of the same server may have created the role since the check.
    await makeAndGrant(pool, role).catch(() => makeAndGrant(pool, role));
    let problem = await loginProblem(role.url);
    if (problem !== undefined && role.password !== undefined) {
      // The owner's password was changed, and so was this one.
      await pool.query(`alter role ${pg.escapeIdentifier(role.name)} ${rights} ${pg.escapeLiteral(role.password)}`);
      problem = await loginProblem(role.url);
    }
    return { url: problem === undefined ? role.url : spec.url, unprotected: problem };
  } catch (error) {
    // A broken connection says nothing about the role: the start retries.
    if (machineFaultOf(error) !== undefined) throw error;
    return { url: spec.url, unprotected: why(error) };
  }
}

/** If nobody listens, the start fails at once: the address may be wrong. */
const isNobodyThere = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && (error.code === "ECONNREFUSED" || error.code === "ENOTFOUND")) ||
    (error instanceof AggregateError && error.errors.some(isNobodyThere)) ||
    isNobodyThere(error.cause));

/** The number of retries after a broken connection, each after twice the delay. */
const mostCuts = 5;

/**
 * Migrates a database. A connection broken meanwhile leaves each migration complete or not applied: a retry does the rest.
 * @throws as `prepareOnce`; the connection error, if it occurs repeatedly.
 */
export async function prepareDatabase(spec: PrepareSpec): Promise<Prepared> {
  for (let cuts = 0; ; cuts++) {
    try {
      return await prepareOnce(spec);
    } catch (error) {
      if (machineFaultOf(error) !== "unavailable" || cuts >= mostCuts || (cuts === 0 && isNobodyThere(error)))
        throw error;
      await wait(2 ** cuts * 500);
    }
  }
}

/**
 * Migrates, lets the queue create its tables, and prepares the serving role. If the address is that of a serving role already, it only checks that
 * the database is of this release.
 * @throws {MigrationError} if it is not, or a migration fails.
 */
async function prepareOnce(spec: PrepareSpec): Promise<Prepared> {
  const ownerUrl = spec.ownerUrl ?? spec.url;
  const database = connect(ownerUrl, { max: 2, applicationName: "vorder-migrate" });
  try {
    const [migrations] = await Promise.all([findMigrations(), requireServerVersion(database.pool)]);
    if (!(await isOwner(database.pool))) {
      const [next] = await pendingIn(database.pool, migrations);
      if (next)
        throw new MigrationError(
          `Migration ${label(next)} has not run, and this role may not run it: set DATABASE_OWNER_URL, or run npm run admin -- migrate with it`,
        );
      return { url: spec.url, ran: [], unprotected: undefined };
    }
    const ran = await migrate(database.pool, migrations);
    await installQueue(ownerUrl);
    return { ran, ...(await prepareRole(database.pool, spec)) };
  } finally {
    await database.close();
  }
}
