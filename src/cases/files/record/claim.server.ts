/** The basis and description of a claim and the client's reference: corrected, audited, put on the timeline. */
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { type Ctx, type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { describeClaim } from "./claim.contract.ts";
import { notifyFollowers } from "./followers.server.ts";
import { type FileState, lockFile } from "./record.server.ts";

const wordsOf = async ({ db }: Pick<Ctx, "db">, fileId: number) => {
  const row = await asSystem(db, "of a file that was locked for whoever changes it")
    .selectFrom("case_file")
    .select(["client_ref", "merchant_id", "claim_title", "claim_description", "contract_date", "version"])
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  return {
    clientRef: row.client_ref,
    merchantId: row.merchant_id,
    title: row.claim_title ?? "",
    description: row.claim_description ?? "",
    contractDate: row.contract_date,
    version: row.version,
  };
};

/** What of a claim is put right; what is absent stays as it is. No amount changes by it. */
export interface ClaimChange {
  readonly title?: string;
  readonly description?: string;
  readonly contractDate?: PlainDate | null;
  /** The client's own reference, of which it has one file only. */
  readonly clientRef?: string;
  /** A merchant of the same client. */
  readonly merchantId?: number | null;
}

async function requireFreeReference({ db }: WorkCtx, file: FileState, clientRef: string): Promise<void> {
  const taken = await asSystem(db, "a reference is taken whoever sees the file that has it")
    .selectFrom("case_file")
    .select("id")
    .where("client_id", "=", file.clientId)
    .where("client_ref", "=", clientRef)
    .where("id", "<>", file.id)
    .executeTakeFirst();
  if (taken) throw fieldError("clientRef", "files.referenceTaken");
}

/** Puts a claim right. @throws validation by field for a day to come or a reference that is taken; notFound. */
export async function changeClaim(ctx: WorkCtx, fileId: number, change: ClaimChange) {
  const file = await lockFile(ctx, fileId);
  const { version: _version, ...before } = await wordsOf(ctx, file.id);
  const after = { ...before, ...change };
  if (after.contractDate !== null && after.contractDate > ctx.clock.today()) {
    throw fieldError("contractDate", "files.contractDateAhead");
  }
  if (after.clientRef !== before.clientRef) await requireFreeReference(ctx, file, after.clientRef);
  const masked = { ...after, title: maskBsn(after.title), description: maskBsn(after.description) };
  const version = file.version + 1;
  await ctx.db
    .updateTable("case_file")
    .set({
      client_ref: masked.clientRef,
      merchant_id: masked.merchantId,
      claim_title: masked.title || null,
      claim_description: masked.description || null,
      contract_date: masked.contractDate,
      version,
    })
    .where("id", "=", file.id)
    .execute();
  await ctx.audit({ action: "file.claim", subject: "file", subjectId: file.id, before, after: masked });
  await notifyFollowers(ctx, { ...file, clientRef: masked.clientRef, version }, { kind: "claim" });
  return { ...masked, version };
}

export const claimHandlers: readonly Handler[] = [
  handle(describeClaim, async (ctx, { params, body }) => {
    const file = await lockFile(ctx, params.id);
    if (file.version !== body.version) {
      const { title, description, contractDate, version } = await wordsOf(ctx, file.id);
      throw new VorderError("conflict", { data: { current: { title, description, contractDate, version } } });
    }
    const { title, description, contractDate, version } = await changeClaim(ctx, file.id, {
      title: body.title,
      description: body.description,
      contractDate: body.contractDate === null ? null : (parsePlainDate(body.contractDate) ?? null),
    });
    return { title, description, contractDate, version };
  }),
];
