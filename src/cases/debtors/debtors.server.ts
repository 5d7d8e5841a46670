/** Debtors: one person over files and clients. Client users see their own records only; merging is for staff. */
import { sql } from "kysely";
import { z } from "zod";
import { fieldError, notFound } from "../../ground/kernel/errors.ts";
import { listed } from "../../ground/kernel/listed.ts";
import { type Ctx, type Db, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { visibleFiles } from "../files/files.server.ts";
import { filePhases, fileStatuses, holdKinds } from "../files/files.ts";
import { isNamedAlike } from "../persons/persons.server.ts";
import {
  type DebtorRecord,
  debtorScreen,
  type FileOfDebtor,
  markAsDifferent,
  mergeDebtors,
  readDebtor,
  undoMerge,
} from "./debtors.contract.ts";
import { debtorTexts } from "./debtors.texts.ts";
import { type Likeness, likenesses, tiedTo } from "./debtors.ts";

export { unlinkRecords } from "./erase.server.ts";

const isStaff = ({ user }: Ctx): boolean => user.kind === "staff" || user.kind === "system";

const recordColumns = sql`debtor.id, debtor.display_name as name, debtor.client_id as "clientId", client.company as "clientName",
  debtor.street, debtor.house_number as "houseNumber", debtor.addition, debtor.postcode, debtor.city,
  debtor.birth_date as "birthDate", debtor.kvk, debtor.email, debtor.mobile, debtor.phone, debtor.iban`;

/** A record is seen by whoever sees a file that it is debtor of or party to. */
const seen = (ctx: Ctx) => sql`(
  exists (select from case_file where case_file.debtor_id = debtor.id and ${visibleFiles(ctx.user)})
  or exists (select from file_party join case_file on case_file.id = file_party.file_id
    where file_party.debtor_id = debtor.id and ${visibleFiles(ctx.user)}))`;

async function recordsById(ctx: Ctx, ids: readonly number[]): Promise<DebtorRecord[]> {
  const { rows } =
    await sql<DebtorRecord>`select ${recordColumns} from debtor join client on client.id = debtor.client_id
    where debtor.id = any(${[...ids]}::bigint[]) and ${seen(ctx)} order by debtor.id`.execute(ctx.db);
  return rows;
}

/** @throws notFound, alike for a record of files that may not be seen and for an unknown one. */
async function requireRecord(ctx: Ctx, id: number): Promise<DebtorRecord> {
  const [found] = await recordsById(ctx, [id]);
  if (!found) throw notFound();
  return found;
}

/** The records of the person that a record belongs to; the record alone where it is tied to none. */
export async function recordIdsOf(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select other.debtor_id as id from debtor_person mine
    join debtor_person other on other.person_id = mine.person_id where mine.debtor_id = ${id} limit 500`.execute(db);
  return rows.length === 0 ? [id] : rows.map((row) => row.id);
}

async function filesOf(ctx: Ctx, ids: readonly number[]): Promise<FileOfDebtor[]> {
  const today = ctx.clock.today();
  const { rows } = await sql<FileOfDebtor>`
    select case_file.id, case_file.number, case_file.client_ref as "clientRef", client.company as "clientName",
      who.debtor_id as "debtorId", who.role, case_file.phase, case_file.status, case_file.placed_on as "placedOn",
      case_file.open_cents as "openCents",
      array(select distinct h.kind from file_hold h where h.file_id = case_file.id and h.lifted_at is null
        and (h.until_date is null or h.until_date >= ${today})) as holds
    from (
      select id as file_id, debtor_id, 'main' as role from case_file where debtor_id = any(${[...ids]}::bigint[])
      union all
      select file_id, debtor_id, role from file_party
      where debtor_id = any(${[...ids]}::bigint[]) and (until_date is null or until_date >= ${today})
    ) who
    join case_file on case_file.id = who.file_id join client on client.id = case_file.client_id
    where ${visibleFiles(ctx.user)}
    order by (case_file.status = 'closed'), case_file.placed_on desc, case_file.id limit 500`.execute(ctx.db);
  return rows.map((row) => ({
    ...row,
    phase: listed(filePhases, row.phase),
    status: listed(fileStatuses, row.status),
    holds: row.holds.map((kind) => listed(holdKinds, kind)),
  }));
}

/**
 * Records that look like this person: each kind of likeness is one look into its index. Whoever stands on a file together with the
 * person, such as a partner at the same address, is somebody else.
 */
async function alikeOf(ctx: Ctx, ids: readonly number[]) {
  const mine = sql`select * from debtor where id = any(${[...ids]}::bigint[])`;
  const { rows } = await sql<DebtorRecord & { by: string[] }>`
    with mine as (${mine}), hits as (
      select d.id, 'nameAddress' as by from mine m join debtor d on d.postcode = m.postcode
        and d.house_number = m.house_number and ${isNamedAlike("d", "m")} and m.postcode <> ''
      union all select d.id, 'birthDate' from mine m join debtor d on d.birth_date = m.birth_date and ${isNamedAlike("d", "m")}
      union all select d.id, 'email' from mine m join debtor d on d.email = m.email
      union all select d.id, 'phone' from mine m join debtor d on d.mobile = m.mobile
      union all select d.id, 'phone' from mine m join debtor d on d.phone = m.phone
      union all select d.id, 'iban' from mine m join debtor d on d.iban = m.iban
      union all select d.id, 'kvk' from mine m join debtor d on d.kvk = m.kvk
    ), together as (
      select id from case_file where debtor_id = any(${[...ids]}::bigint[])
      union select file_id from file_party where debtor_id = any(${[...ids]}::bigint[])
    ), found as (
      select id, array_agg(distinct by) as by from hits where id <> all(${[...ids]}::bigint[])
        and not exists (select from debtor_apart a where
          (a.low_id = hits.id and a.high_id = any(${[...ids]}::bigint[]))
          or (a.high_id = hits.id and a.low_id = any(${[...ids]}::bigint[])))
        and not exists (select from case_file f where f.debtor_id = hits.id and f.id in (select id from together))
        and not exists (select from file_party p where p.debtor_id = hits.id and p.file_id in (select id from together))
      group by id order by count(distinct by) desc, id limit 100
    )
    select ${recordColumns}, found.by from found join debtor on debtor.id = found.id
    join client on client.id = debtor.client_id where ${seen(ctx)}
    order by cardinality(found.by) desc, debtor.id limit 20`.execute(ctx.db);
  const files = await filesOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    by: row.by.map((one): Likeness => listed(likenesses, one)),
    files: files.filter(({ debtorId }) => debtorId === row.id),
  }));
}

const mergesOf = async (ctx: Ctx, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; keptName: string; mergedName: string; at: Date; by: string | null }>`
    select m.id, kept.display_name as "keptName", merged.display_name as "mergedName", m.merged_at as at, app_user.name as by
    from debtor_merge m join debtor kept on kept.id = m.kept_id join debtor merged on merged.id = m.merged_id
    left join app_user on app_user.id = m.merged_by
    where m.undone_at is null and (m.kept_id = any(${[...ids]}::bigint[]) or m.merged_id = any(${[...ids]}::bigint[]))
    order by m.id desc limit 50`.execute(ctx.db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
};

const read = handle(readDebtor, async (ctx, { params }) => {
  const main = await requireRecord(ctx, params.id);
  const ids = await recordIdsOf(ctx.db, params.id);
  const files = await filesOf(ctx, ids);
  ctx.saw(files.map((file) => file.id));
  const owed = files.filter(({ role, status }) => role === "main" && status !== "closed");
  return {
    main,
    records: await recordsById(ctx, ids),
    files,
    openCents: owed.reduce((sum, file) => sum + file.openCents, 0),
    alike: isStaff(ctx) ? await alikeOf(ctx, ids) : [],
    merges: isStaff(ctx) ? await mergesOf(ctx, ids) : [],
  };
});

async function requirePair(ctx: Ctx, id: number, otherId: number): Promise<void> {
  if (!isStaff(ctx)) throw notFound();
  await requireRecord(ctx, id);
  await requireRecord(ctx, otherId);
  if (id === otherId) throw fieldError("otherId", "debtors.sameRecord");
}

const merge = handle(mergeDebtors, async (ctx, { params, body }) => {
  await requirePair(ctx, params.id, body.otherId);
  // Ties are few: they are made one after the other, so that two at once cannot leave half a person.
  await sql`lock table debtor_person in share row exclusive mode`.execute(ctx.db);
  const [mine, theirs] = [await recordIdsOf(ctx.db, params.id), await recordIdsOf(ctx.db, body.otherId)];
  if (mine.includes(body.otherId)) throw fieldError("otherId", "debtors.alreadyOne");
  const all = [...mine, ...theirs];
  const known = await ctx.db.selectFrom("debtor_person").selectAll().where("debtor_id", "in", all).execute();
  const before = all.map((debtorId) => ({
    debtorId,
    personId: known.find((row) => row.debtor_id === debtorId)?.person_id ?? null,
  }));
  const personId = before.find(({ debtorId }) => debtorId === params.id)?.personId ?? params.id;
  await ctx.db
    .insertInto("debtor_person")
    .values(all.map((debtorId) => ({ debtor_id: debtorId, person_id: personId })))
    .onConflict((conflict) => conflict.column("debtor_id").doUpdateSet({ person_id: personId }))
    .execute();
  const { id } = await ctx.db
    .insertInto("debtor_merge")
    .values({
      kept_id: params.id,
      merged_id: body.otherId,
      before: JSON.stringify(before.filter(({ debtorId }) => theirs.includes(debtorId))),
      merged_at: ctx.clock.now(),
      merged_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.audit({
    action: "debtor.merge",
    subject: "debtor",
    subjectId: params.id,
    before,
    after: { personId, all },
  });
  return { mergeId: id };
});

const former = z.array(z.object({ debtorId: z.number().int(), personId: z.number().int().nullable() }));
type Former = z.output<typeof former>;

/** Ties records to one another and to nobody else. */
async function tie(db: Db, ids: readonly number[]): Promise<void> {
  const [first] = ids;
  if (first === undefined) return;
  if (ids.length === 1) await db.deleteFrom("debtor_person").where("debtor_id", "=", first).execute();
  else {
    const person = { person_id: Math.min(...ids) };
    await db.updateTable("debtor_person").set(person).where("debtor_id", "in", ids).execute();
  }
}

/** Takes the record that was merged, with whoever is tied to it by other merges that still hold, out of the person; gives who went. */
async function partPerson(db: Db, mergeId: number, mergedId: number, before: Former): Promise<number[]> {
  const ids = await recordIdsOf(db, mergedId);
  const ties = await db
    .selectFrom("debtor_merge")
    .select(["kept_id", "merged_id"])
    .where("undone_at", "is", null)
    .where("id", "!=", mergeId)
    .where("kept_id", "in", ids)
    .where("merged_id", "in", ids)
    .execute();
  const pairs = ties.map((row) => [row.kept_id, row.merged_id] as const);
  const going = tiedTo(mergedId, pairs);
  // Who is tied by no merge any more, because a record between was erased, goes with those who were one person before.
  const personOf = new Map(before.map(({ debtorId, personId }) => [debtorId, personId]));
  const person = personOf.get(mergedId) ?? null;
  for (const id of ids) {
    if (person !== null && personOf.get(id) === person && !pairs.some((pair) => pair.includes(id))) going.add(id);
  }
  const back = ids.filter((id) => going.has(id));
  await tie(db, back);
  await tie(
    db,
    ids.filter((id) => !going.has(id)),
  );
  return back;
}

const undo = handle(undoMerge, async (ctx, { params }) => {
  if (!isStaff(ctx)) throw notFound();
  await sql`lock table debtor_person in share row exclusive mode`.execute(ctx.db);
  const found = await ctx.db
    .selectFrom("debtor_merge")
    .select(["kept_id", "merged_id", "before"])
    .where("id", "=", params.id)
    .where("undone_at", "is", null)
    .executeTakeFirst();
  if (!found) throw notFound();
  await requireRecord(ctx, found.kept_id);
  await requireRecord(ctx, found.merged_id);
  const back = await partPerson(ctx.db, params.id, found.merged_id, former.parse(found.before));
  await ctx.db
    .updateTable("debtor_merge")
    .set({ undone_at: ctx.clock.now(), undone_by: ctx.user.id || null })
    .where("id", "=", params.id)
    .execute();
  await ctx.audit({ action: "debtor.part", subject: "debtor", subjectId: found.kept_id, after: { back } });
  return {};
});

const apart = handle(markAsDifferent, async (ctx, { params, body }) => {
  await requirePair(ctx, params.id, body.otherId);
  const [low, high] = [Math.min(params.id, body.otherId), Math.max(params.id, body.otherId)];
  await ctx.db
    .insertInto("debtor_apart")
    .values({ low_id: low, high_id: high, at: ctx.clock.now(), user_id: ctx.user.id || null })
    .onConflict((conflict) => conflict.columns(["low_id", "high_id"]).doNothing())
    .execute();
  await ctx.audit({
    action: "debtor.apart",
    subject: "debtor",
    subjectId: params.id,
    after: { otherId: body.otherId },
  });
  return {};
});

export const debtorsServer = defineModule({
  name: "debtors",
  screens: [debtorScreen],
  texts: [debtorTexts],
  handlers: [read, merge, undo, apart],
});
