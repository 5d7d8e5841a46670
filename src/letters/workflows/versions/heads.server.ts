/** Makes workflows: empty, as a copy, or as a client's variant; and names them. */
import { sql } from "kysely";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { clientById, maySeeClient } from "../../../people/customers/customers.server.ts";
import type { Audience, WorkflowCategory } from "../schedule/definition.ts";
import { copySteps } from "./drafts.server.ts";
import { codeOf, drawnWorkflow } from "./drawing.server.ts";
import { createVariant, createWorkflow, renameWorkflow } from "./heads.contract.ts";

interface NewHead {
  readonly code: string;
  readonly name: string;
  readonly category: WorkflowCategory;
  readonly audience: Audience;
  readonly parent: { readonly code: string; readonly client: number } | null;
  /** Whose live version it begins as; null begins empty. */
  readonly from: string | null;
}

/** @throws validation on `code` where there is such a workflow, on `client` where it has a variant of that parent already. */
async function make(ctx: Ctx, head: NewHead): Promise<{ id: number }> {
  const { code, name, category, audience, parent, from } = head;
  const live = from === null ? null : await liveNumber(ctx, from);
  try {
    const { id } = await ctx.db
      .insertInto("workflow")
      .values({ code, name, category, audience, parent_code: parent?.code ?? null, client_id: parent?.client ?? null })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.db
      .insertInto("workflow_version")
      .values({
        workflow_code: code,
        number: 1,
        state: "draft",
        created_by: ctx.user.id || null,
        created_at: ctx.clock.now(),
        parent_version: parent === null ? null : live,
      })
      .execute();
    if (from !== null && live !== null) await copySteps(ctx.db, { code: from, number: live }, { code, number: 1 });
    await ctx.audit({ action: "workflow.create", subject: "workflow", subjectId: id, after: head });
    return { id };
  } catch (error) {
    const broken = brokenConstraint(error);
    if (!broken) throw error;
    throw broken === "workflow_parent_client"
      ? fieldError("client", "workflow-heads.hasVariant")
      : fieldError("code", "workflow-heads.codeTaken", { code });
  }
}

/** @throws validation on `copyOf`: it was never live, so that there is nothing to begin from. */
async function liveNumber(ctx: Ctx, code: string): Promise<number> {
  const row = await ctx.db
    .selectFrom("workflow_version")
    .select("number")
    .where("workflow_code", "=", code)
    .where("state", "=", "live")
    .executeTakeFirst();
  if (!row) throw fieldError("copyOf", "workflow-heads.neverLive");
  return row.number;
}

async function create(ctx: Ctx, { copyOf, ...head }: BodyOf<typeof createWorkflow>) {
  const from = copyOf === null ? null : await codeOf(ctx, copyOf);
  return make(ctx, { ...head, parent: null, from });
}

async function vary(ctx: Ctx, parentId: number, { client, code, name }: BodyOf<typeof createVariant>) {
  const parentCode = await codeOf(ctx, parentId);
  const parent = await ctx.db
    .selectFrom("workflow")
    .select(["parent_code", "audience"])
    .where("code", "=", parentCode)
    .executeTakeFirstOrThrow();
  if (parent.parent_code !== null) throw fieldError("common", "workflow-heads.ofVariant");
  const known = maySeeClient(ctx.user, client) ? await clientById(ctx.db, client) : undefined;
  if (!known) throw fieldError("client", "workflow-heads.noSuchClient");
  const audience = parent.audience === "consumer" || parent.audience === "business" ? parent.audience : "any";
  const category = "client_specific";
  return make(ctx, { code, name, category, audience, parent: { code: parentCode, client }, from: parentCode });
}

/** @throws conflict; validation on `category` and `audience`, which decide what the law asks of versions that files may be on. */
async function rename(ctx: Ctx, id: number, { version, ...body }: BodyOf<typeof renameWorkflow>) {
  const code = await codeOf(ctx, id);
  const before = await ctx.db
    .selectFrom("workflow")
    .select(["name", "category", "audience", "parent_code", "version"])
    .where("code", "=", code)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (before.version !== version)
    throw new VorderError("conflict", { data: { current: await drawnWorkflow(ctx, id) } });
  const { rows } = await sql<{ fixed: boolean }>`
    select exists (select from workflow_version where workflow_code = ${code} and state <> 'draft') as fixed`.execute(
    ctx.db,
  );
  const isFixed = before.parent_code !== null || rows[0]?.fixed === true;
  for (const field of ["category", "audience"] as const)
    if (isFixed && before[field] !== body[field]) throw fieldError(field, "workflow-heads.fixed");
  await ctx.db
    .updateTable("workflow")
    .set({ ...body, version: version + 1 })
    .where("code", "=", code)
    .execute();
  await ctx.audit({ action: "workflow.rename", subject: "workflow", subjectId: id, before, after: body });
  return { id };
}

export const headHandlers: readonly Handler[] = [
  handle(createWorkflow, (ctx, { body }) => create(ctx, body)),
  handle(renameWorkflow, (ctx, { params, body }) => rename(ctx, params.workflow, body)),
  handle(createVariant, (ctx, { params, body }) => vary(ctx, params.workflow, body)),
];
