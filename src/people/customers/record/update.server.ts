/** Changing a client: its record, whether it is in use, and its workflows. */

import { allChecked, fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import type { Ctx, Db } from "../../../ground/platform/server/http/module.ts";
import { refuseIfUsed } from "../../../ground/platform/server/postgres/references.ts";
import type { Client, ClientChanges } from "../customers.ts";
import { clientById, editableClient, selectClients } from "./clients.server.ts";
import { requireChosen, requireFreeNumber, storedClient } from "./create.server.ts";

/** A conflict that tells what the record is now, and who made it so. */
async function conflictWith(ctx: Ctx, current: Client): Promise<VorderError> {
  const changed = await selectClients(ctx)
    .leftJoin("app_user", "app_user.id", "client.updated_by")
    .select(["client.updated_at", "app_user.name"])
    .where("client.id", "=", current.id)
    .executeTakeFirst();
  const text = (id: number | null): string | null => (id === null ? null : String(id));
  return new VorderError("conflict", {
    data: {
      current: {
        ...current,
        // As the choices of a form have them.
        clientGroupId: text(current.clientGroupId),
        accountManagerId: text(current.accountManagerId),
        caseManagerId: text(current.caseManagerId),
        teamId: text(current.teamId),
      },
      changedBy: changed?.name ?? undefined,
      changedAt: changed?.updated_at?.toISOString(),
    },
  });
}

interface Changed {
  readonly client: Client;
  readonly version: number;
  readonly action: string;
}

/** Writes some columns of a client as its next version. @throws {VorderError} conflict. */
async function write(ctx: Ctx, { client, version, action }: Changed, columns: Columns): Promise<Client> {
  const done = await ctx.db
    .updateTable("client")
    .set((eb) => ({
      ...columns,
      updated_at: ctx.clock.now(),
      updated_by: ctx.user.id || null,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", client.id)
    .where("version", "=", version)
    .executeTakeFirst();
  const current = await clientById(ctx.db, client.id);
  if (!current) throw new VorderError("internal");
  if (done.numUpdatedRows === 0n) throw await conflictWith(ctx, current);
  await ctx.audit({ action, subject: "client", subjectId: client.id, before: client, after: current });
  return current;
}

type Columns = Partial<ReturnType<typeof storedClient>> & {
  readonly number?: string;
  readonly active?: boolean;
  readonly workflow_consumer?: string;
  readonly workflow_business?: string;
};

/** @throws {VorderError} notFound; forbidden; validation; conflict. */
export async function updateClient(ctx: Ctx, id: number, { version, ...values }: ClientChanges): Promise<Client> {
  const client = await editableClient(ctx, id);
  const { number } = values;
  await allChecked(
    () => storedClient(values),
    () => requireChosen(ctx.db, values, client),
    () => number !== null && number !== client.number && requireFreeNumber(ctx.db, number),
  );
  return write(
    ctx,
    { client, version, action: "client.update" },
    {
      ...storedClient(values),
      ...(values.number === null ? {} : { number: values.number }),
    },
  );
}

/** Archives a client or takes it back into use. Its files go on. @throws {VorderError} notFound; forbidden; conflict. */
export async function setActive(ctx: Ctx, id: number, body: { active: boolean; version: number }): Promise<Client> {
  const client = await editableClient(ctx, id);
  const action = body.active ? "client.restore" : "client.archive";
  return write(ctx, { client, version: body.version, action }, { active: body.active });
}

/**
 * Deletes a client that nothing refers to. What was made along with it (its main contact, its choice of workflows) goes too.
 * @throws {VorderError} notFound; forbidden; refused: it is used, and where.
 */
export async function deleteClient(ctx: Ctx, id: number): Promise<void> {
  const client = await editableClient(ctx, id);
  await ctx.db.deleteFrom("client_workflow").where("client_id", "=", id).execute();
  await ctx.db
    .deleteFrom("client_contact")
    .where("client_id", "=", id)
    .where("is_main", "=", true)
    .where("user_id", "is", null)
    .execute();
  await refuseIfUsed(ctx, "client", id, { mayArchive: client.active });
  await ctx.db.deleteFrom("client").where("id", "=", id).execute();
  await ctx.audit({ action: "client.delete", subject: "client", subjectId: id, before: client });
}

/** The codes of the workflows that may be used for a client; null where every one may. */
export async function allowedWorkflows(db: Db, clientId: number): Promise<readonly string[] | null> {
  const rows = await db
    .selectFrom("client_workflow")
    .select("workflow_code")
    .where("client_id", "=", clientId)
    .orderBy("workflow_code")
    .execute();
  return rows.length === 0 ? null : rows.map(({ workflow_code }) => workflow_code);
}

export interface WorkflowChoice {
  readonly consumer: string;
  readonly business: string;
  /** None: every workflow may be used. */
  readonly allowed: readonly string[];
  readonly version: number;
}

/**
 * Sets the workflows that new files of a client begin with, and those that may be used at all. Whether they exist is the caller's
 * to ask. @throws {VorderError} notFound; forbidden; conflict; validation: a standard one is not among the allowed.
 */
export async function setWorkflows(ctx: Ctx, id: number, choice: WorkflowChoice): Promise<Client> {
  const client = await editableClient(ctx, id);
  for (const field of ["consumer", "business"] as const) {
    if (choice.allowed.length > 0 && !choice.allowed.includes(choice[field])) {
      throw fieldError(field, "customers.errorNotAllowed");
    }
  }
  const before = await allowedWorkflows(ctx.db, id);
  const changed = await write(
    ctx,
    { client, version: choice.version, action: "client.workflows" },
    {
      workflow_consumer: choice.consumer,
      workflow_business: choice.business,
    },
  );
  await ctx.db.deleteFrom("client_workflow").where("client_id", "=", id).execute();
  if (choice.allowed.length > 0) {
    const rows = [...new Set(choice.allowed)].map((code) => ({ client_id: id, workflow_code: code }));
    await ctx.db.insertInto("client_workflow").values(rows).execute();
  }
  await ctx.audit({
    action: "client.allowedWorkflows",
    subject: "client",
    subjectId: id,
    before: { allowed: before },
    after: { allowed: choice.allowed },
  });
  return changed;
}
