/** Preferred channels: set by the debtor or by staff, with the author, and removed again. */
import { type Ctx, type Db, handle, systemActor, type WorkCtx } from "../../ground/platform/server/http/module.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { lockFile, notifyFollowers, recordLanguage, requireFile } from "../files/files.server.ts";
import { writePersons } from "../persons/persons.server.ts";
import { setWish } from "./parties.contract.ts";
import type { WishedChannel } from "./parties.ts";
import { personById, requirePerson, type Wish, wishesOf } from "./people.server.ts";

/** The open files in which a record stands, as debtor or party: what follows from its wish is reckoned anew in each. */
const filesWith = async (db: Db, debtorId: number): Promise<readonly number[]> => {
  const all = asSystem(db, "a wish is that of a person, in whichever file");
  const own = await all
    .selectFrom("case_file")
    .select("id")
    .where("debtor_id", "=", debtorId)
    .where("status", "<>", "closed")
    .execute();
  const beside = await all
    .selectFrom("file_party")
    .innerJoin("case_file", "case_file.id", "file_party.file_id")
    .select("case_file.id")
    .where("file_party.debtor_id", "=", debtorId)
    .where("case_file.status", "<>", "closed")
    .execute();
  return [...new Set([...own, ...beside].map(({ id }) => id))].sort((a, b) => a - b);
};

/** Notes by which way a person wants to be written to, or takes it away, in all their files. */
export async function noteWish(
  ctx: WorkCtx,
  debtorId: number,
  channel: WishedChannel | null,
  source: Wish["source"],
): Promise<void> {
  const before = (await wishesOf(ctx.db, [debtorId])).get(debtorId);
  if (channel === null) await ctx.db.deleteFrom("debtor_wish").where("debtor_id", "=", debtorId).execute();
  else {
    const noted = { channel, source, noted_at: ctx.clock.now(), noted_by: ctx.user.id || null };
    await ctx.db
      .insertInto("debtor_wish")
      .values({ debtor_id: debtorId, ...noted })
      .onConflict((conflict) => conflict.column("debtor_id").doUpdateSet(noted))
      .execute();
  }
  await ctx.audit({
    action: "debtor.wish",
    subject: "debtor",
    subjectId: debtorId,
    before: before ? { channel: before.channel, source: before.source } : null,
    after: channel === null ? null : { channel, source },
  });
  // A person may stand in files that whoever tells it does not see.
  const system = { ...ctx, user: systemActor };
  for (const id of await filesWith(ctx.db, debtorId))
    await notifyFollowers(system, await lockFile(system, id), { kind: "party" });
}

/** Writes to somebody in a language from now on, in all the files of this record. */
export async function noteLanguage(ctx: WorkCtx, debtorId: number, language: string): Promise<void> {
  const before = await personById(ctx.db, debtorId);
  if (before.language === language) return;
  await writePersons(ctx.db, [{ id: debtorId, language, version: before.version + 1 }]);
  await ctx.audit({
    action: "debtor.update",
    subject: "debtor",
    subjectId: debtorId,
    before: { language: before.language },
    after: { language },
  });
  const own = await asSystem(ctx.db, "a language is that of a person, in whichever file")
    .selectFrom("case_file")
    .select("id")
    .where("debtor_id", "=", debtorId)
    .execute();
  if (own.length > 0)
    await recordLanguage(
      ctx.db,
      own.map(({ id: fileId }) => ({ fileId, language })),
    );
}

const set = handle(setWish, async (ctx: Ctx, { params, body }) => {
  // Not locked yet: all files of the person are, one after the other, in the order of their ids.
  await requirePerson(ctx.db, await requireFile(ctx, params.id), params.debtorId);
  await noteWish(ctx, params.debtorId, body.channel, "other");
  return { wish: (await personById(ctx.db, params.debtorId)).wish };
});
export const wishHandlers = [set];
