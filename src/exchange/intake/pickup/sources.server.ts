/** The handlers of the calls about places where clients' files are fetched. */
import type { z } from "zod";
import { allChecked, FieldProblems, fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import { type Ctx, handle, preparedHandler } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { sealSecret } from "../../../ground/platform/server/process/secrets.ts";
import { clientById } from "../../../people/customers/customers.server.ts";
import { fetchJob, placeOf } from "./pickup.server.ts";
import { fitsPattern, openPlace, PlaceError } from "./pickup-locations.server.ts";
import { purposeOf, requireSource, type SourceRecord, shownSources, sourceRecords } from "./source-record.server.ts";
import {
  createImportSource,
  deleteImportSource,
  type ImportSource,
  listImportSources,
  listPickups,
  runImportSource,
  testImportSource,
  updateImportSource,
} from "./sources.contract.ts";

type Body = Omit<z.output<(typeof updateImportSource)["body"]>, "version">;

/**
 * What is kept of a body. Another server is another key: the one that was agreed to is forgotten with the host. Secrets are forgotten with
 * host, port or user name, so that nobody has them sent elsewhere.
 */
function valuesOf(ctx: Ctx, body: Body, id: number, before: SourceRecord | undefined) {
  const isServer = body.kind === "sftp";
  const moved = before !== undefined && (before.host !== body.host || before.port !== body.port);
  const isOther = moved || before?.username !== body.username;
  const secret = (field: "password" | "private_key", given: string | null | undefined, kept: string): string => {
    if (given === null || !isServer) return "";
    if (!given) return isOther ? "" : kept;
    return sealSecret(ctx.environment, purposeOf({ ...body, id }, field), given);
  };
  return {
    name: body.name,
    kind: body.kind,
    mode: body.mode,
    host: isServer ? body.host : "",
    port: body.port,
    username: isServer ? body.username : "",
    password: secret("password", body.password, before?.password ?? ""),
    private_key: secret("private_key", body.privateKey, before?.privateKey ?? ""),
    host_key: !isServer || (moved && body.hostKey === before.hostKey) ? "" : body.hostKey.replace(/=+$/, ""),
    folder: body.folder,
    done_folder: body.doneFolder,
    pattern: body.pattern,
    every_minutes: body.everyMinutes,
    after_check: body.afterCheck,
    is_active: body.isActive,
  };
}

function judge(body: Body): void {
  const problems = new FieldProblems();
  if (body.kind === "sftp" && body.host === "") problems.add("host", "intake.required");
  if (body.kind === "sftp" && body.username === "") problems.add("username", "intake.required");
  // On a server by SFTP a path may begin at its root; here all lies below one folder of the house.
  for (const field of ["folder", "doneFolder"] as const)
    if (body.kind === "folder" && /^(?:[/\\]|[a-z]:)/i.test(body[field])) problems.add(field, "intake.absoluteFolder");
  if (`${body.folder}/${body.doneFolder}`.split("/").includes("..")) problems.add("folder", "intake.badFolder");
  if (body.folder === body.doneFolder || body.doneFolder === ".") problems.add("doneFolder", "intake.sameFolder");
  problems.throwIfAny();
}

async function requireClient({ db }: Ctx, id: number): Promise<void> {
  if (!(await clientById(db, id))) throw fieldError("client", "intake.noSuchClient");
}

/** A place for the audit trail: its secrets stand there as `***`. */
const audited = ({ password, privateKey, version: _version, ...rest }: SourceRecord) => ({
  ...rest,
  password: password === "" ? "" : "***",
  privateKey: privateKey === "" ? "" : "***",
});

async function shown(ctx: Ctx, id: number): Promise<ImportSource> {
  const [source] = await shownSources(ctx, [await requireSource(ctx, id)]);
  if (!source) throw new VorderError("notFound");
  return source;
}

const list = handle(listImportSources, async (ctx, { query }) => ({
  items: await shownSources(ctx, await sourceRecords(ctx.db, query.client)),
}));

const create = handle(createImportSource, async (ctx, { body }) => {
  const { client, ...rest } = body;
  await allChecked(
    () => requireClient(ctx, client),
    () => judge(rest),
  );
  const stamp = { updated_by: ctx.user.id, updated_at: ctx.clock.now() };
  const { id } = await ctx.db
    .insertInto("import_source")
    .values({
      client_id: client,
      ...valuesOf(ctx, { ...rest, password: null, privateKey: null }, 0, undefined),
      ...stamp,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // Its secrets are sealed for this very place, so it must have its number first.
  const { password, private_key } = valuesOf(ctx, rest, id, undefined);
  await ctx.db.updateTable("import_source").set({ password, private_key }).where("id", "=", id).execute();
  const after = audited(await requireSource(ctx, id));
  await ctx.audit({ action: "import_source.create", subject: "import_source", subjectId: id, after });
  return shown(ctx, id);
});

const update = handle(updateImportSource, async (ctx, { params, body }) => {
  const before = await requireSource(ctx, params.id, true);
  const { version, ...rest } = body;
  if (before.version !== version) {
    throw new VorderError("conflict", { data: { current: await shown(ctx, before.id) } });
  }
  judge(rest);
  const stamp = { updated_by: ctx.user.id, updated_at: ctx.clock.now(), version: version + 1 };
  // A changed place is looked at soon, and what went wrong before says nothing of it.
  const anew = { next_run_at: null, last_error_key: null };
  await ctx.db
    .updateTable("import_source")
    .set({ ...valuesOf(ctx, rest, before.id, before), ...anew, ...stamp })
    .where("id", "=", before.id)
    .execute();
  await ctx.audit({
    action: "import_source.update",
    subject: "import_source",
    subjectId: before.id,
    before: audited(before),
    after: audited(await requireSource(ctx, before.id)),
  });
  return shown(ctx, before.id);
});

const remove = handle(deleteImportSource, async (ctx, { params }) => {
  const before = await requireSource(ctx, params.id, true);
  await ctx.db.deleteFrom("import_source").where("id", "=", before.id).execute();
  await ctx.audit({
    action: "import_source.delete",
    subject: "import_source",
    subjectId: before.id,
    before: audited(before),
  });
  return { id: before.id };
});

/** Looks without taking: the network is asked before a transaction is open. */
async function lookedAt(ctx: Ctx, source: SourceRecord) {
  try {
    const place = await openPlace(placeOf(ctx.environment, source), ctx.environment);
    try {
      const waiting = (await place.list()).filter(({ name }) => fitsPattern(name, source.pattern)).length;
      return { outcome: "reached" as const, key: "intake.place_reached", hostKey: place.hostKey, waiting };
    } finally {
      await place.close().catch(() => undefined);
    }
  } catch (error) {
    if (!(error instanceof PlaceError)) throw error;
    const { fault, hostKey } = error;
    const outcome = fault === "newKey" || fault === "otherKey" ? fault : ("failed" as const);
    return { outcome, key: `intake.place_${fault}`, hostKey, waiting: 0 };
  }
}

const probe = preparedHandler(
  testImportSource,
  async (ctx, { params }) => lookedAt(ctx, await requireSource(ctx, params.id)),
  async (ctx, { params }, { key, ...seen }) => {
    await ctx.audit({
      action: "import_source.test",
      subject: "import_source",
      subjectId: params.id,
      after: { outcome: seen.outcome, hostKey: seen.hostKey },
    });
    return { ...seen, message: ctx.translate({ key, values: { count: seen.waiting } }, ctx.lang) };
  },
);

const run = handle(runImportSource, async (ctx, { params }) => {
  const source = await requireSource(ctx, params.id);
  const title = ctx.translate({ key: "intake.jobFetch", values: { name: source.name } }, ctx.lang);
  return { job: await ctx.track(fetchJob, { sourceId: source.id, byHand: true }, title) };
});

const pickups = handle(listPickups, async (ctx, { params, query }) => {
  await requireSource(ctx, params.id);
  const found = ctx.db.selectFrom("import_pickup").where("source_id", "=", params.id);
  const { rows, total } = await pagedList(ctx.db, found, query, (all) =>
    all.selectAll("import_pickup").orderBy("import_pickup.id", query.order?.direction ?? "desc"),
  );
  const items = rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    foundAt: row.found_at.toISOString(),
    batch: row.batch_id,
    moved: row.moved_at !== null,
    error: row.error_key === null ? null : ctx.translate({ key: row.error_key }, ctx.lang),
  }));
  return toPage(items, total, query.limit);
});

export const sourceHandlers = [list, create, update, remove, probe, run, pickups];
