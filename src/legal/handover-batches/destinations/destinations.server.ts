/** Handles the calls of destinations. */
import { sql } from "kysely";
import { FieldProblems, fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { isEmail } from "../../../ground/kernel/identifiers.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { sealSecret } from "../../../ground/platform/server/process/secrets.ts";
import { requireOffice } from "../../handover/handover.server.ts";
import { handoverNeeds } from "../../handover/handover.ts";
import { batchFileStates, batchStates, handoverTypes, needsOf, typeRules } from "../handover-batches.ts";
import {
  archiveDestination,
  createDestination,
  type DestinationBody,
  type DestinationRow,
  listDestinations,
  listStatuses,
  listTypes,
  setLevels,
  setMapping,
  updateDestination,
} from "./destinations.contract.ts";
import {
  type DestinationRecord,
  partsOf,
  purposeOf,
  requireDestination,
  type SecretColumn,
  secretColumns,
} from "./record.server.ts";

async function shownDestinations(ctx: Pick<Ctx, "db">, id?: number): Promise<DestinationRow[]> {
  const rows = await ctx.db
    .selectFrom("handover_destination as d")
    .innerJoin("bailiff", "bailiff.id", "d.bailiff_id")
    .selectAll("d")
    .select("bailiff.name as bailiff_name")
    .select((eb) => [
      eb
        .selectFrom("handover_masterdata as m")
        .select(sql<number>`count(*) filter (where client_id is not null)`.as("n"))
        .whereRef("m.destination_id", "=", "d.id")
        .as("clients"),
      eb
        .selectFrom("handover_masterdata as m")
        .select(sql<number>`count(*) filter (where bailiff_id is not null)`.as("n"))
        .whereRef("m.destination_id", "=", "d.id")
        .as("bailiffs"),
    ])
    .$if(id !== undefined, (found) => found.where("d.id", "=", id ?? 0))
    .orderBy("d.name")
    .orderBy("d.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    bailiff: { id: row.bailiff_id, text: row.bailiff_name },
    ...partsOf(row),
    host: row.host,
    port: row.port,
    username: row.username,
    hostKey: row.host_key,
    folder: row.folder,
    receiptFolder: row.receipt_folder,
    url: row.url,
    email: row.email,
    secrets: {
      password: row.password !== "",
      privateKey: row.private_key !== "",
      signingKey: row.signing_key !== "",
      archivePassword: row.archive_password !== "",
    },
    clients: row.clients ?? 0,
    bailiffs: row.bailiffs ?? 0,
    archivedAt: row.archived_at?.toISOString() ?? null,
    version: row.version,
  }));
}

export async function shownDestination(ctx: Pick<Ctx, "db">, id: number): Promise<DestinationRow> {
  const [row] = await shownDestinations(ctx, id);
  if (!row) throw new VorderError("notFound");
  return row;
}

/** @throws validation beside the field that its way of sending needs. */
async function judge(ctx: Ctx, body: DestinationBody): Promise<void> {
  const office = await ctx.db.selectFrom("bailiff").select("id").where("id", "=", body.bailiff).executeTakeFirst();
  const problems = new FieldProblems();
  if (!office) problems.add("bailiff", "handover-batches.errorBailiff");
  if (body.channel === "sftp") {
    if (body.host === "") problems.add("host", "handover-batches.required");
    if (body.username === "") problems.add("username", "handover-batches.required");
    for (const field of ["folder", "receiptFolder"] as const)
      if (body[field].split("/").includes("..")) problems.add(field, "handover-batches.errorFolder");
  }
  if (body.channel === "https" && !/^https?:$/.test(URL.parse(body.url)?.protocol ?? ""))
    problems.add("url", "handover-batches.errorUrl");
  if (body.channel === "https" && body.format !== "json") problems.add("format", "handover-batches.errorJsonOnly");
  if (body.channel === "mail" && !isEmail(body.email)) problems.add("email", "handover-batches.errorEmail");
  problems.throwIfAny();
}

/** What is kept of a body. With another address, user or way of sending its secrets are forgotten, so that nobody has them sent elsewhere. */
function valuesOf(ctx: Ctx, body: DestinationBody, id: number, before: DestinationRecord | undefined) {
  const { channel, host, port, username, url, email } = body;
  const address = { id, channel, host, port, username, url, email };
  const secret = (field: SecretColumn, given: string | null | undefined): string => {
    if (given === null) return "";
    if (given) return sealSecret(ctx.environment, purposeOf(address, field), given);
    const same = before && JSON.stringify(purposeOf(before, field)) === JSON.stringify(purposeOf(address, field));
    return same ? before[field] : "";
  };
  const moved = before !== undefined && (before.host !== host || before.port !== port);
  return {
    name: body.name,
    bailiff_id: body.bailiff,
    types: body.types,
    channel,
    format: body.format,
    host,
    port,
    username,
    host_key: moved && body.hostKey === before.host_key ? "" : body.hostKey.replace(/=+$/, ""),
    folder: body.folder,
    receipt_folder: body.receiptFolder,
    url,
    email,
    password: secret("password", body.password),
    private_key: secret("private_key", body.privateKey),
    signing_key: secret("signing_key", body.signingKey),
    archive_password: secret("archive_password", body.archivePassword),
  };
}

async function saving<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) === "handover_destination_name")
      throw fieldError("name", "handover-batches.errorNameTaken");
    throw error;
  }
}

/** A destination for the audit trail: its secrets stand there as `***`. */
const audited = (row: DestinationRecord) => ({
  ...row,
  ...Object.fromEntries(secretColumns.map((field) => [field, row[field] === "" ? "" : "***"])),
});

async function change(ctx: Ctx, id: number, version: number | undefined, set: Partial<DestinationRecord>, act: string) {
  const before = await requireDestination(ctx, id, true);
  if (version !== undefined && before.version !== version)
    throw new VorderError("conflict", { data: { current: await shownDestination(ctx, id) } });
  await saving(() =>
    ctx.db
      .updateTable("handover_destination")
      .set({ ...set, version: before.version + 1 })
      .where("id", "=", id)
      .execute(),
  );
  await ctx.audit({
    action: `handover_destination.${act}`,
    subject: "handover_destination",
    subjectId: id,
    before: audited(before),
    after: audited(await requireDestination(ctx, id)),
  });
  return shownDestination(ctx, id);
}

const create = handle(createDestination, async (ctx, { body }) => {
  requireOffice(ctx);
  await judge(ctx, body);
  const { id } = await saving(() =>
    ctx.db
      .insertInto("handover_destination")
      .values({ ...valuesOf(ctx, body, 0, undefined), created_at: ctx.clock.now() })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  // Its secrets are sealed for this very destination, so it must have its number first.
  const sealed = valuesOf(ctx, body, id, undefined);
  await ctx.db.updateTable("handover_destination").set(sealed).where("id", "=", id).execute();
  const after = audited(await requireDestination(ctx, id));
  await ctx.audit({ action: "handover_destination.create", subject: "handover_destination", subjectId: id, after });
  return shownDestination(ctx, id);
});

const translated = (ctx: Ctx, key: string): string => ctx.translate({ key: `handover-batches.${key}` }, ctx.lang);

export const destinationHandlers = [
  handle(listDestinations, async (ctx) => {
    requireOffice(ctx);
    return { items: await shownDestinations(ctx) };
  }),
  handle(listTypes, async (ctx) => {
    requireOffice(ctx);
    return {
      items: handoverTypes.map((type) => ({
        id: type,
        text: translated(ctx, `type_${type}`),
        needs: [
          ...needsOf(type, handoverNeeds).map((need) => ({
            id: need,
            text: ctx.translate({ key: `handover.need_${need}` }, ctx.lang),
          })),
          ...typeRules[type].own.map((need) => ({ id: need, text: translated(ctx, `need_${need}`) })),
        ],
      })),
    };
  }),
  handle(listStatuses, async (ctx) => {
    requireOffice(ctx);
    return {
      batch: batchStates.map((id) => ({ id, text: translated(ctx, `state_${id}`) })),
      file: batchFileStates.map((id) => ({ id, text: translated(ctx, `file_${id}`) })),
    };
  }),
  create,
  handle(updateDestination, async (ctx, { params, body: { version, ...body } }) => {
    requireOffice(ctx);
    await judge(ctx, body);
    const before = await requireDestination(ctx, params.id, true);
    return change(ctx, params.id, version, valuesOf(ctx, body, params.id, before), "update");
  }),
  handle(setLevels, async (ctx, { params, body }) => {
    requireOffice(ctx);
    return change(ctx, params.id, body.version, { levels: JSON.stringify(body.levels) }, "levels");
  }),
  handle(setMapping, async (ctx, { params, body }) => {
    requireOffice(ctx);
    const set = { format: body.format, mapping: JSON.stringify(body.mapping) };
    return change(ctx, params.id, body.version, set, "mapping");
  }),
  handle(archiveDestination, async (ctx, { params, body }) => {
    requireOffice(ctx);
    const { archived_at } = await requireDestination(ctx, params.id, true);
    if ((archived_at !== null) === body.archived) return shownDestination(ctx, params.id);
    const set = { archived_at: body.archived ? ctx.clock.now() : null };
    return change(ctx, params.id, undefined, set, body.archived ? "archive" : "restore");
  }),
];
