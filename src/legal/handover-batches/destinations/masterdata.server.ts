/** Handles the calls of the master data of destinations: which of our offices and clients exist there. */
import { type SqlBool, sql } from "kysely";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import { type Actor, type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { asSeen, guarded, type Seen } from "../../../ground/platform/server/postgres/guarded.ts";
import { clientById, maySeeClient, visibleClients } from "../../../people/customers/customers.server.ts";
import { requireOffice } from "../../handover/handover.server.ts";
import {
  addMasterBailiff,
  addMasterClient,
  listMasterBailiffs,
  listMasterClients,
  type MasterRow,
  masterLog,
  removeMasterBailiff,
  removeMasterClient,
} from "./destinations.contract.ts";
import { requireDestination } from "./record.server.ts";

type Kind = "bailiff" | "client";

/** Rows of an office are of no client; of the others those of clients that the reader may see. */
const ofSeenClients = (user: Actor): Seen =>
  asSeen(
    sql<SqlBool>`(m.client_id is null or m.client_id in (select client.id from client where ${visibleClients(user)}))`,
  );

async function rowsOf(ctx: Ctx, kind: Kind, of: { destination: number } | { id: number }): Promise<MasterRow[]> {
  const rows = await guarded(ctx.db, ofSeenClients(ctx.user), (whole) =>
    whole
      .selectFrom("handover_masterdata as m")
      .leftJoin("bailiff", "bailiff.id", "m.bailiff_id")
      .leftJoin("client", "client.id", "m.client_id")
      .leftJoin("app_user", "app_user.id", "m.added_by")
      .select(["m.id", "m.bailiff_id", "m.client_id", "m.external_id", "m.added_at"])
      .select(["bailiff.name as bailiff", "client.company as client", "app_user.name as by"])
      .where(kind === "bailiff" ? "m.bailiff_id" : "m.client_id", "is not", null)
      .$if("destination" in of, (found) =>
        found.where("m.destination_id", "=", "destination" in of ? of.destination : 0),
      )
      .$if("id" in of, (found) => found.where("m.id", "=", "id" in of ? of.id : 0)),
  )
    .orderBy(kind === "bailiff" ? "bailiff.name" : "client.company")
    .orderBy("m.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ours: { id: row.bailiff_id ?? row.client_id ?? 0, text: row.bailiff ?? row.client ?? "" },
    externalId: row.external_id,
    addedAt: row.added_at.toISOString(),
    addedBy: row.by ?? "",
  }));
}

interface Told {
  readonly destination: number;
  readonly kind: Kind;
  readonly id: number;
  readonly name: string;
  readonly externalId: string;
}

async function log(ctx: Ctx, action: "add" | "remove", told: Omit<Told, "id">): Promise<void> {
  const { destination, kind, name, externalId } = told;
  await ctx.db
    .insertInto("handover_masterdata_log")
    .values({
      destination_id: destination,
      action,
      kind,
      name,
      external_id: externalId,
      at: ctx.clock.now(),
      by_user: ctx.user.id || null,
    })
    .execute();
  await ctx.audit({
    action: `handover_masterdata.${action}`,
    subject: "handover_destination",
    subjectId: destination,
    after: { kind, name, externalId },
  });
}

/** @throws validation where it is there already, or its number is another's. */
async function add(ctx: Ctx, told: Told): Promise<MasterRow> {
  await requireDestination(ctx, told.destination, true);
  try {
    const { id } = await ctx.db
      .insertInto("handover_masterdata")
      .values({
        destination_id: told.destination,
        bailiff_id: told.kind === "bailiff" ? told.id : null,
        client_id: told.kind === "client" ? told.id : null,
        external_id: told.externalId,
        added_at: ctx.clock.now(),
        added_by: ctx.user.id || null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await log(ctx, "add", told);
    const [row] = await rowsOf(ctx, told.kind, { id });
    if (!row) throw notFound();
    return row;
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken === "handover_masterdata_external")
      throw fieldError("externalId", "handover-batches.errorExternalTaken");
    if (broken?.startsWith("handover_masterdata_destination_id"))
      throw fieldError(told.kind, "handover-batches.errorThereAlready");
    throw error;
  }
}

async function remove(ctx: Ctx, kind: Kind, id: number): Promise<Record<string, never>> {
  requireOffice(ctx);
  const [row] = await rowsOf(ctx, kind, { id });
  if (!row) throw notFound();
  const gone = await ctx.db
    .deleteFrom("handover_masterdata")
    .where("id", "=", id)
    .returning("destination_id")
    .executeTakeFirst();
  if (!gone) throw notFound();
  await log(ctx, "remove", {
    destination: gone.destination_id,
    kind,
    name: row.ours.text,
    externalId: row.externalId,
  });
  return {};
}

export const masterdataHandlers = [
  handle(listMasterBailiffs, async (ctx, { params }) => {
    requireOffice(ctx);
    await requireDestination(ctx, params.destination);
    return { items: await rowsOf(ctx, "bailiff", params) };
  }),
  handle(listMasterClients, async (ctx, { params }) => {
    requireOffice(ctx);
    await requireDestination(ctx, params.destination);
    return { items: await rowsOf(ctx, "client", params) };
  }),
  handle(addMasterBailiff, async (ctx, { body }) => {
    requireOffice(ctx);
    const office = await ctx.db.selectFrom("bailiff").select("name").where("id", "=", body.bailiff).executeTakeFirst();
    if (!office) throw fieldError("bailiff", "handover-batches.errorBailiff");
    return add(ctx, { ...body, kind: "bailiff", id: body.bailiff, name: office.name });
  }),
  handle(addMasterClient, async (ctx, { body }) => {
    requireOffice(ctx);
    const client = maySeeClient(ctx.user, body.client) ? await clientById(ctx.db, body.client) : undefined;
    if (!client) throw fieldError("client", "handover-batches.errorClient");
    return add(ctx, { ...body, kind: "client", id: body.client, name: client.company });
  }),
  handle(removeMasterBailiff, (ctx, { params }) => remove(ctx, "bailiff", params.id)),
  handle(removeMasterClient, (ctx, { params }) => remove(ctx, "client", params.id)),
  handle(masterLog, async (ctx, { params, body }) => {
    requireOffice(ctx);
    await requireDestination(ctx, params.destination);
    const found = ctx.db
      .selectFrom("handover_masterdata_log as l")
      .leftJoin("app_user", "app_user.id", "l.by_user")
      .where("l.destination_id", "=", params.destination);
    const { rows, total } = await pagedList(ctx.db, found, body, (page) =>
      page
        .select(["l.id", "l.action", "l.kind", "l.name", "l.external_id", "l.at", "app_user.name as by"])
        .orderBy("l.id", "desc"),
    );
    const items = rows.map(({ external_id, at, by, action, kind, ...row }) => ({
      ...row,
      action: action === "add" ? ("add" as const) : ("remove" as const),
      kind: kind === "client" ? ("client" as const) : ("bailiff" as const),
      externalId: external_id,
      at: at.toISOString(),
      by: by ?? "",
    }));
    return toPage(items, total, body.limit);
  }),
];
