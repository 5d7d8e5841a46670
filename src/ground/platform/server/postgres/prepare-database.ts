/**
 * Brings a database up to this release as its owner, and prepares the lesser role under which it is served: one that reads and writes rows,
 * but neither changes the schema nor updates, deletes or truncates what is only ever appended.
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
  /** Address to serve from. */
  readonly url: string;
  /** The migrations that ran. */
  readonly ran: readonly Migration[];
  /** Why the role that serves is not a lesser one, in plain words; undefined where it is. */
  readonly unprotected: string | undefined;
}

export interface PrepareSpec {
  /** DATABASE_URL. */
  readonly url: string;
  /** DATABASE_OWNER_URL: where it is set, `url` is the lesser role's own. */
  readonly ownerUrl?: string | undefined;
}

const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

/** The password of the lesser role follows from the owner's, so that every process that knows one knows the other, and nothing is kept. */
const passwordFor = (ownerUrl: string, role: string): string =>
  createHmac("sha256", decodeURIComponent(new URL(ownerUrl).password))
    .update(`serving role ${role}`)
    .digest("base64url");

/** The lesser role that an owner makes. */
const servingRole = (ownerUrl: string): string => `${userOf(ownerUrl) || "vorder"}_serving`;

/** The address at which an owner's database is served, once it has been prepared. */
export function servingAddress(ownerUrl: string): string {
  const role = servingRole(ownerUrl);
  const address = new URL(ownerUrl);
  address.username = encodeURIComponent(role);
  address.password = passwordFor(ownerUrl, role);
  return address.href;
}

const rights = "login nosuperuser nocreatedb nocreaterole password";

/** Makes the role unless it is there: roles belong to the whole server, so another database may have made it. */
async function makeRole(client: pg.ClientBase, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
  if (rowCount) return;
  await client.query(`create role ${pg.escapeIdentifier(role)} ${rights} ${pg.escapeLiteral(password)}`);
}

/** Tables whose rows are only ever appended say so by a trigger of this name. */
const appendOnly = `select tgrelid::regclass::text as name from pg_trigger
  where not tgisinternal and tgname like '%\\_append\\_only' and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;

/** What the lesser role may do in this database. */
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

/** The queue makes its own tables, as the owner; whoever serves only uses them. */
export async function installQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 2 });
  // A connection that breaks fails what is asked for on it; the event on top must not end the process.
  boss.on("error", () => undefined);
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false, close: true }).catch(() => undefined);
  }
}

/** Why nobody can log in at an address, or undefined. */
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
  /** Of a role that we make ourselves. */
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
    // Two processes that grant at once would get in each other's way.
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

/** Prepares the lesser role. The owner of a database may not always make one: then it is served as before, and says why. */
async function prepareRole(pool: pg.Pool, spec: PrepareSpec): Promise<Omit<Prepared, "ran">> {
  const role = roleOf(spec);
  try {
    // Another database of the same server may have made the role between the look and the making.
    await makeAndGrant(pool, role).catch(() => makeAndGrant(pool, role));
    let problem = await loginProblem(role.url);
    if (problem !== undefined && role.password !== undefined) {
      // The owner's password was changed since, and so has this one.
      await pool.query(`alter role ${pg.escapeIdentifier(role.name)} ${rights} ${pg.escapeLiteral(role.password)}`);
      problem = await loginProblem(role.url);
    }
    return { url: problem === undefined ? role.url : spec.url, unprotected: problem };
  } catch (error) {
    // A connection that was cut says nothing about the role: the start tries again.
    if (machineFaultOf(error) !== undefined) throw error;
    return { url: spec.url, unprotected: why(error) };
  }
}

/** Where nobody listens, a start ends at once: its address may be wrong. */
const isNobodyThere = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && (error.code === "ECONNREFUSED" || error.code === "ENOTFOUND")) ||
    (error instanceof AggregateError && error.errors.some(isNobodyThere)) ||
    isNobodyThere(error.cause));

/** So often a start tries again after a connection was cut, each time after twice as many seconds. */
const mostCuts = 5;

/**
 * Brings a database up to date. A connection that is cut meanwhile has left each migration whole or not at all: the rest is done by another.
 * @throws as `prepareOnce`; what a cut connection says, where it is cut again and again.
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
 * Migrates, lets the queue make its tables, and prepares the lesser role. Where the address is that of a lesser role already, it only looks
 * whether the database is of this release.
 * @throws {MigrationError} where it is not, or a migration fails.
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
