/** Answers how a tariff is succeeded: a row in use is never changed, only followed, or put right by another of the same day. */
import { z } from "zod";
import { any } from "../../kernel/access.ts";
import { date, type PlainDate, shownDate } from "../../kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../kernel/errors.ts";
import {
  type Ctx,
  type Db,
  event,
  type Handler,
  type HistorySubject,
  handle,
} from "../../platform/server/http/module.ts";
import { brokenConstraint } from "../../platform/server/postgres/database.ts";
import {
  correctTariff,
  deleteTariff,
  listTariffs,
  succeedTariff,
  type TariffRow,
  updateTariff,
} from "../tariffs.contract.ts";
import { type Tariffs, tariffKinds } from "../tariffs.ts";
import { isInUse, lastDay, type NewTariff, startFault } from "./succession.ts";

/** Tells upper modules that a row whose period has begun was wrong, or came late: what was reckoned with it is other now. */
export const tariffCorrected = event(
  "tariffs.corrected",
  z.object({ kind: z.enum(tariffKinds), validFrom: z.string() }),
);

const table = (db: Db) => db.selectFrom("tariff").selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof table>["executeTakeFirstOrThrow"]>>;

const kindOf = z.enum(tariffKinds);
const dataOf = z.record(z.string(), z.unknown());

/** A row as the screens see it; `others` are those of its kind that stand. */
function toRow(row: Row, others: readonly { readonly from: PlainDate }[], today: PlainDate): TariffRow {
  const kind = kindOf.parse(row.kind);
  const validUntil = row.superseded_at === null ? lastDay(kind, row.valid_from, others) : null;
  const begun = isInUse(row.valid_from, today);
  const over = validUntil !== null && validUntil < today;
  return {
    id: row.id,
    kind,
    validFrom: row.valid_from,
    validUntil,
    data: dataOf.parse(row.data),
    source: row.source,
    verified: row.verified,
    createdAt: row.created_at?.toISOString() ?? null,
    createdBy: row.created_by ?? "",
    version: row.version,
    state: row.superseded_at !== null ? "superseded" : !begun ? "future" : over ? "past" : "current",
    supersedes: row.supersedes,
    reason: row.reason ?? "",
  };
}

const standing = (rows: readonly Row[], kind: string) =>
  rows
    .filter((row) => row.kind === kind && row.superseded_at === null)
    .map((row) => ({ id: row.id, from: row.valid_from }))
    .sort((a, b) => a.from.localeCompare(b.from));

const ofKind = (db: Db, kind: string) => table(db).where("kind", "=", kind).orderBy("valid_from").execute();

async function shown(ctx: Ctx, id: number): Promise<TariffRow> {
  const row = await table(ctx.db).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toRow(row, standing(await ofKind(ctx.db, row.kind), row.kind), ctx.clock.today());
}

/** Changes of one kind go one after the other, so that no two begin on what the other has not seen. */
async function lockKind(db: Db, kind: string): Promise<Row[]> {
  const rows = await table(db).where("kind", "=", kind).orderBy("id").forUpdate().execute();
  return rows;
}

const inUse = (row: Row): VorderError =>
  new VorderError("refused", {
    fields: {
      common: [{ key: "tariffs.errorInUse", values: { date: shownDate(row.valid_from) } }],
    },
  });

/** The row that may still be changed: one whose period has not begun, by the process's clock (the database looks at its own). */
function requireFuture(rows: readonly Row[], id: number, today: PlainDate): Row {
  const row = rows.find((one) => one.id === id);
  if (!row) throw notFound();
  if (row.superseded_at !== null || isInUse(row.valid_from, today)) throw inUse(row);
  return row;
}

async function writing<R>(row: Row | undefined, write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    // Another has just entered a row of the same day.
    if (brokenConstraint(error) === "tariff_in_force") throw fieldError("validFrom", "tariffs.errorLater");
    // The database's own clock may have seen the day begin.
    if (row && error instanceof Error && "code" in error && error.code === "23001") throw inUse(row);
    throw error;
  }
}

/** What the trail keeps of a row. */
const traced = (row: {
  readonly kind: string;
  readonly validFrom: string;
  readonly data: unknown;
  readonly source: string;
  readonly verified: boolean;
}) => ({ kind: row.kind, validFrom: row.validFrom, data: row.data, source: row.source, verified: row.verified });

const tracedRow = (row: Row) => traced({ ...row, validFrom: row.valid_from });

export const tariffHistory: HistorySubject = {
  subject: "tariff",
  who: any("ROLE_SETTINGS"),
  name: "tariffs.title",
  field: (field) => `tariffs.field_${field}`,
};

interface Written extends NewTariff {
  readonly source: string;
  readonly verified: boolean;
}

const insert = (ctx: Ctx, row: Written, supersedes: { id: number; reason: string } | null) =>
  ctx.db
    .insertInto("tariff")
    .values({
      kind: row.kind,
      valid_from: row.validFrom,
      data: JSON.stringify(row.data),
      source: row.source,
      verified: row.verified,
      created_at: ctx.clock.now(),
      created_by: ctx.user.username,
      supersedes: supersedes?.id ?? null,
      reason: supersedes?.reason ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();

function requireStart(ctx: Ctx, row: NewTariff, others: readonly { from: PlainDate }[], editing: boolean): void {
  const fault = startFault(row, others, ctx.clock.today(), editing);
  if (fault !== undefined) throw fieldError("validFrom", fault);
}

/** Changes a rate that is not in use yet. @throws validation by field; conflict with the present one; notFound. */
async function changeTariff(ctx: Ctx, id: number, body: Written & { readonly version: number }) {
  const rows = await lockKind(ctx.db, body.kind);
  const before = requireFuture(rows, id, ctx.clock.today());
  const others = standing(rows, body.kind).filter((row) => row.id !== id);
  requireStart(
    ctx,
    body,
    others.filter(({ from }) => from < before.valid_from),
    true,
  );
  if (others.some(({ from }) => from > before.valid_from && from <= body.validFrom))
    throw fieldError("validFrom", "tariffs.errorLater");
  const done = await writing(before, () =>
    ctx.db
      .updateTable("tariff")
      .set((set) => ({
        valid_from: body.validFrom,
        data: JSON.stringify(body.data),
        source: body.source,
        verified: body.verified,
        version: set("version", "+", 1),
      }))
      .where("id", "=", id)
      .where("version", "=", body.version)
      .executeTakeFirst(),
  );
  const current = await shown(ctx, id);
  if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current } });
  await ctx.audit({
    action: "tariff.update",
    subject: "tariff",
    subjectId: id,
    before: tracedRow(before),
    after: traced(body),
  });
  return current;
}

/** Puts a rate in use right: the wrong one stays, and is told to be superseded. @throws validation; notFound. */
async function correctInUse(
  ctx: Ctx,
  tariffId: number,
  body: Omit<Written, "validFrom"> & { readonly reason: string },
) {
  const wrong = (await lockKind(ctx.db, body.kind)).find(({ id }) => id === tariffId);
  if (!wrong) throw notFound();
  const today = ctx.clock.today();
  if (wrong.superseded_at !== null) throw fieldError("common", "tariffs.errorSuperseded");
  if (!isInUse(wrong.valid_from, today)) throw fieldError("common", "tariffs.errorNotInUse");
  const right = { ...body, validFrom: date(wrong.valid_from) };
  // Only what is asked of its data, such as equated days of its own year: the day itself stands.
  requireStart(ctx, right, [], false);
  await ctx.db.updateTable("tariff").set({ superseded_at: ctx.clock.now() }).where("id", "=", wrong.id).execute();
  const { id } = await insert(ctx, right, { id: wrong.id, reason: body.reason });
  await ctx.audit({
    action: "tariff.correct",
    subject: "tariff",
    subjectId: id,
    before: tracedRow(wrong),
    after: { ...traced(right), reason: body.reason },
  });
  await ctx.emit(tariffCorrected, { kind: body.kind, validFrom: wrong.valid_from });
  return shown(ctx, id);
}

export const successionHandlers = (load: (db: Db) => Promise<Tariffs>): readonly Handler[] => [
  handle(listTariffs, async ({ db, clock }, { query }) => {
    const rows = await table(db)
      .$if(query.kind !== undefined, (select) => select.where("kind", "=", query.kind ?? ""))
      .orderBy("kind")
      .orderBy("valid_from", "desc")
      .orderBy("id", "desc")
      .execute();
    const tariffs = await load(db);
    return { items: rows.map((row) => toRow(row, tariffs[kindOf.parse(row.kind)], clock.today())) };
  }),

  handle(succeedTariff, async (ctx, { body }) => {
    const rows = await lockKind(ctx.db, body.kind);
    requireStart(ctx, body, standing(rows, body.kind), false);
    const { id } = await writing(undefined, () => insert(ctx, body, null));
    // Entered late: what was reckoned since with the row before is other now.
    if (isInUse(body.validFrom, ctx.clock.today()))
      await ctx.emit(tariffCorrected, { kind: body.kind, validFrom: body.validFrom });
    await ctx.audit({ action: "tariff.succeed", subject: "tariff", subjectId: id, after: traced(body) });
    return shown(ctx, id);
  }),

  handle(updateTariff, (ctx, { params, body }) => changeTariff(ctx, params.id, body)),

  handle(deleteTariff, async (ctx, { params }) => {
    const found = await table(ctx.db).where("id", "=", params.id).executeTakeFirst();
    if (!found) throw notFound();
    const before = requireFuture(await lockKind(ctx.db, found.kind), params.id, ctx.clock.today());
    await writing(before, () => ctx.db.deleteFrom("tariff").where("id", "=", params.id).execute());
    await ctx.audit({
      action: "tariff.delete",
      subject: "tariff",
      subjectId: params.id,
      before: tracedRow(before),
    });
    return {};
  }),

  handle(correctTariff, (ctx, { params, body }) => correctInUse(ctx, params.id, body)),
];
