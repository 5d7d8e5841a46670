/** Approvals of interest terms beyond the provider's limits for consumers: requested, decided by somebody else, revoked (BW 6:233). */
import { type SqlBool, sql } from "kysely";
import { requireFile, selectFiles } from "../../../cases/files/files.server.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { decimalFromRate } from "../../../ground/kernel/money.ts";
import { type Ctx, type Db, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { eyesOf, personOf } from "../../../people/access/access.ts";
import { maySeeClient, selectClients } from "../../../people/customers/customers.server.ts";
import {
  decideApproval,
  type InterestApproval,
  listApprovals,
  requestApproval,
  revokeApproval,
} from "./approvals.contract.ts";
import { type ApprovedTerms, covers } from "./approvals.ts";

interface Valid extends ApprovedTerms {
  readonly clientId: number | null;
  readonly fileId: number | null;
}

/** The approvals in force today for these clients and files. */
export async function approvalsOf(
  db: Db,
  clientIds: readonly number[],
  fileIds: readonly number[] = [],
): Promise<readonly Valid[]> {
  const { rows } = await sql<Valid>`${prepared}
    select client_id as "clientId", file_id as "fileId", kind, rate, per, compounding from interest_approval
    where approved and revoked_at is null
      and (client_id = any(${[...clientIds]}::bigint[]) or file_id = any(${[...fileIds]}::bigint[]))`.execute(db);
  return rows;
}

/** Whether terms are approved for a client's files, or for the one named. */
export const isApproved = (
  approvals: readonly Valid[],
  terms: ApprovedTerms,
  clientId: number,
  fileId: number | null,
): boolean =>
  approvals.some(
    (each) => (each.clientId === clientId || (fileId !== null && each.fileId === fileId)) && covers(each, terms),
  );

const asked = (ctx: Ctx) =>
  asSystem(ctx.db, "approvals for a client stand among those for files, of which only seen ones are taken")
    .selectFrom("interest_approval as a")
    .leftJoin("case_file as f", "f.id", "a.file_id")
    .innerJoin("client as c", (join) => join.on(sql<SqlBool>`c.id = coalesce(a.client_id, f.client_id)`))
    .innerJoin("app_user as asker", "asker.id", "a.asked_by")
    .leftJoin("app_user as decider", "decider.id", "a.decided_by")
    .leftJoin("app_user as revoker", "revoker.id", "a.revoked_by")
    .selectAll("a")
    .select(["f.number as file_number", "c.id as owner_id", "c.company as owner_name"])
    .select(["asker.name as asker_name", "decider.name as decider_name", "revoker.name as revoker_name"])
    .where((eb) =>
      eb.or([eb("a.file_id", "is", null), eb("a.file_id", "in", selectFiles(ctx).select("case_file.id"))]),
    );
type Row = Awaited<ReturnType<ReturnType<typeof asked>["execute"]>>[number];

const isDecider = ({ user }: Ctx): boolean => user.kind === "staff" || user.kind === "system";

const stateOf = (row: Row): InterestApproval["state"] =>
  row.approved === null ? "asked" : row.revoked_at !== null ? "revoked" : row.approved ? "approved" : "refused";

function shown(ctx: Ctx, row: Row): InterestApproval {
  return {
    id: row.id,
    client: { id: row.owner_id, name: row.owner_name },
    file: row.file_id === null ? null : { id: row.file_id, number: row.file_number ?? "" },
    kind: row.kind === "contractual" ? "contractual" : "statutory",
    rate: row.rate,
    per: row.per === "month" ? "month" : "year",
    compounding: row.compounding === "monthly" ? "monthly" : row.compounding === "yearly" ? "yearly" : "none",
    state: stateOf(row),
    reason: row.reason,
    askedBy: row.asker_name,
    askedAt: row.asked_at.toISOString(),
    decidedBy: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
    revokedBy: row.revoker_name,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revocationReason: row.revocation_reason,
    mayDecide: isDecider(ctx) && !eyesOf(ctx.user).includes(row.asked_by),
  };
}

async function oneOf(ctx: Ctx, id: number): Promise<Row> {
  const row = await asked(ctx).where("a.id", "=", id).executeTakeFirst();
  if (!row || !maySeeClient(ctx.user, row.owner_id)) throw notFound();
  return row;
}

const list = handle(listApprovals, async (ctx, { query }) => {
  let rows = asked(ctx);
  const { client, file } = query;
  if (client !== undefined) rows = rows.where("a.client_id", "=", client);
  if (file !== undefined)
    rows = rows.where((eb) =>
      eb.or([
        eb("a.file_id", "=", file),
        eb("a.client_id", "=", selectFiles(ctx).select("client_id").where("case_file.id", "=", file)),
      ]),
    );
  const found = await rows.orderBy("a.id", "desc").limit(500).execute();
  return { items: found.filter((row) => maySeeClient(ctx.user, row.owner_id)).map((row) => shown(ctx, row)) };
});

/** @throws validation if neither or both are given; notFound for what the requester may not see. */
async function requireSubject(ctx: Ctx, client: number | null, file: number | null): Promise<void> {
  if (!isDecider(ctx)) throw new VorderError("forbidden");
  if ((client === null) === (file === null)) throw fieldError("common", "approvals.oneSubject");
  if (file !== null) await requireFile(ctx, file);
  if (client === null) return;
  const known = await selectClients(ctx).select("id").where("id", "=", client).executeTakeFirst();
  if (!known || !maySeeClient(ctx.user, client)) throw notFound();
}

const ask = handle(requestApproval, async (ctx, { body }) => {
  const { client, file, kind, rate, per, compounding, reason } = body;
  await requireSubject(ctx, client, file);
  const { id } = await ctx.db
    .insertInto("interest_approval")
    .values({
      client_id: client,
      file_id: file,
      kind,
      rate,
      per,
      compounding,
      reason,
      asked_at: ctx.clock.now(),
      asked_by: personOf(ctx.user),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await noted(ctx, await oneOf(ctx, id), "asked", body);
  return shown(ctx, await oneOf(ctx, id));
});

const noted = (ctx: Ctx, row: Row, what: string, after: unknown): Promise<unknown> =>
  ctx.audit({
    action: `interest_approval.${what}`,
    subject: row.file_id === null ? "client" : "file",
    subjectId: row.file_id ?? row.owner_id,
    after: { approval: row.id, kind: row.kind, rate: decimalFromRate(row.rate), details: after },
  });

const decide = handle(decideApproval, async (ctx, { params, body }) => {
  const row = await oneOf(ctx, params.id);
  if (!isDecider(ctx)) throw new VorderError("forbidden");
  // Four-eyes principle: the requester does not decide, under no name.
  if (eyesOf(ctx.user).includes(row.asked_by)) throw fieldError("common", "approvals.ownRequest");
  const { numUpdatedRows } = await ctx.db
    .updateTable("interest_approval")
    .set({
      approved: body.approve,
      decided_at: ctx.clock.now(),
      decided_by: ctx.user.id,
      decision_reason: body.reason,
    })
    .where("id", "=", row.id)
    .where("approved", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw fieldError("common", "approvals.decidedAlready");
  await noted(ctx, row, body.approve ? "approved" : "refused", body);
  return shown(ctx, await oneOf(ctx, row.id));
});

const revoke = handle(revokeApproval, async (ctx, { params, body }) => {
  const row = await oneOf(ctx, params.id);
  if (!isDecider(ctx)) throw new VorderError("forbidden");
  const { numUpdatedRows } = await ctx.db
    .updateTable("interest_approval")
    .set({ revoked_at: ctx.clock.now(), revoked_by: ctx.user.id, revocation_reason: body.reason })
    .where("id", "=", row.id)
    .where("approved", "=", true)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw fieldError("common", "approvals.notInForce");
  await noted(ctx, row, "revoked", body);
  return shown(ctx, await oneOf(ctx, row.id));
});

export const approvalHandlers: readonly Handler[] = [list, ask, decide, revoke];
