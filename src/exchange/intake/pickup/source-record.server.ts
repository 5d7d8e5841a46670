/** The record of a place where a client's files are fetched. Its secrets never leave the server. */
import { z } from "zod";
import { notFound } from "../../../ground/kernel/errors.ts";
import type { Ctx, Db } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import type { Environment } from "../../../ground/platform/server/process/environment.ts";
import { openSecret, resealed, type SecretPurpose } from "../../../ground/platform/server/process/secrets.ts";
import { type AfterCheck, afterChecks, fileModes, type SourceKind, sourceKinds } from "../import/layout.ts";
import type { ImportSource } from "./sources.contract.ts";

export interface SourceRecord {
  readonly id: number;
  readonly clientId: number;
  readonly name: string;
  readonly kind: SourceKind;
  readonly mode: (typeof fileModes)[number];
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** Sealed for the server and the user name (`purposeOf`), as is the private key. */
  readonly password: string;
  readonly privateKey: string;
  readonly hostKey: string;
  readonly folder: string;
  readonly doneFolder: string;
  readonly pattern: string;
  readonly everyMinutes: number;
  readonly afterCheck: AfterCheck;
  readonly isActive: boolean;
  readonly nextRunAt: Date | null;
  readonly lastRunAt: Date | null;
  readonly lastErrorKey: string | null;
  readonly updatedAt: Date;
  readonly updatedBy: number | null;
  readonly version: number;
}

const rowsOf = (db: Db) => db.selectFrom("import_source").selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>["executeTakeFirstOrThrow"]>>;

const recordOf = (row: Row): SourceRecord => ({
  id: row.id,
  clientId: row.client_id,
  name: row.name,
  kind: z.enum(sourceKinds).parse(row.kind),
  mode: z.enum(fileModes).parse(row.mode),
  host: row.host,
  port: row.port,
  username: row.username,
  password: row.password,
  privateKey: row.private_key,
  hostKey: row.host_key,
  folder: row.folder,
  doneFolder: row.done_folder,
  pattern: row.pattern,
  everyMinutes: row.every_minutes,
  afterCheck: z.enum(afterChecks).parse(row.after_check),
  isActive: row.is_active,
  nextRunAt: row.next_run_at,
  lastRunAt: row.last_run_at,
  lastErrorKey: row.last_error_key,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
  version: row.version,
});

type Address = Pick<SourceRecord, "id" | "host" | "port" | "username">;

/** What a secret of a place is sealed for: with another server or user name it does not open. */
export const purposeOf = ({ id, host, port, username }: Address, field: "password" | "private_key"): SecretPurpose => [
  "import_source",
  id,
  field,
  host,
  port,
  username,
];

/** A place with its secrets as they are sent. */
export const withSecrets = (environment: Environment, source: SourceRecord): SourceRecord => ({
  ...source,
  password: openSecret(environment, purposeOf(source, "password"), source.password),
  privateKey: openSecret(environment, purposeOf(source, "private_key"), source.privateKey),
});

/** Seals what was not sealed, or was with an older key; of how many places. */
export async function resealSources(db: Db, environment: Environment): Promise<number> {
  let count = 0;
  for (const row of await rowsOf(db).orderBy("id").forUpdate().execute()) {
    const password = resealed(environment, purposeOf(row, "password"), row.password);
    const privateKey = resealed(environment, purposeOf(row, "private_key"), row.private_key);
    if (password === undefined && privateKey === undefined) continue;
    await db
      .updateTable("import_source")
      .set({ password: password ?? row.password, private_key: privateKey ?? row.private_key })
      .where("id", "=", row.id)
      .execute();
    count += 1;
  }
  return count;
}

/** A place by id; undefined where there is none. */
export async function sourceRecord(db: Db, id: number): Promise<SourceRecord | undefined> {
  const row = await rowsOf(db).where("id", "=", id).executeTakeFirst();
  return row && recordOf(row);
}

/** @throws notFound. */
export async function requireSource(ctx: Pick<Ctx, "db">, id: number, lock = false): Promise<SourceRecord> {
  const query = rowsOf(ctx.db).where("id", "=", id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  return recordOf(row);
}

/** The places by name, of one client or of all. */
export async function sourceRecords(db: Db, clientId?: number): Promise<SourceRecord[]> {
  let query = rowsOf(db);
  if (clientId !== undefined) query = query.where("client_id", "=", clientId);
  return (await query.orderBy("name").orderBy("id").limit(1000).execute()).map(recordOf);
}

/** Places as calls give them: whether there is a secret, never the secret. */
export async function shownSources(
  ctx: Pick<Ctx, "db" | "translate" | "lang">,
  sources: readonly SourceRecord[],
): Promise<ImportSource[]> {
  const clients = await asSystem(ctx.db, "the names of clients whose places these are, which all staff see")
    .selectFrom("client")
    .select(["id", "company"])
    .where("id", "in", [0, ...sources.map(({ clientId }) => clientId)])
    .execute();
  const users = await ctx.db
    .selectFrom("app_user")
    .select(["id", "name"])
    .where("id", "in", [0, ...sources.flatMap(({ updatedBy }) => updatedBy ?? [])])
    .execute();
  return sources.map(({ password, privateKey, lastErrorKey, clientId, updatedBy, ...source }) => ({
    ...source,
    client: clients.find(({ id }) => id === clientId) ?? { id: clientId, company: "" },
    hasPassword: password !== "",
    hasPrivateKey: privateKey !== "",
    lastRunAt: source.lastRunAt?.toISOString() ?? null,
    nextRunAt: source.nextRunAt?.toISOString() ?? null,
    lastError: lastErrorKey === null ? null : ctx.translate({ key: lastErrorKey }, ctx.lang),
    updatedAt: source.updatedAt.toISOString(),
    updatedBy: users.find(({ id }) => id === updatedBy)?.name ?? null,
  }));
}
