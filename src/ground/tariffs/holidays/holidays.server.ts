/** Handles the calls of the holidays: the law's are reckoned, the house's own are kept. */
import { any } from "../../kernel/access.ts";
import { date, dateParts, type PlainDate } from "../../kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../kernel/errors.ts";
import { type Ctx, type Db, type Handler, type HistorySubject, handle } from "../../platform/server/http/module.ts";
import { brokenConstraint } from "../../platform/server/postgres/database.ts";
import type { Tariffs } from "../tariffs.ts";
import { addOwnDay, deleteOwnDay, type OwnDayRow, readHolidays, updateOwnDay } from "./holidays.contract.ts";
import { effectOf, equatedDaysKnown, legalDays } from "./holidays.ts";

type Load = (db: Db) => Promise<Tariffs>;

const ownDays = (db: Db) =>
  db.selectFrom("own_day").select(["id", "on_date", "name", "silent", "created_by", "version"]);

type Row = Awaited<ReturnType<ReturnType<typeof ownDays>["executeTakeFirstOrThrow"]>>;

const toRow = (row: Row, tariffs: Tariffs): OwnDayRow => ({
  id: row.id,
  on: row.on_date,
  name: row.name,
  silent: row.silent,
  effect: effectOf({ on: row.on_date, silent: row.silent }, tariffs),
  createdBy: row.created_by,
  version: row.version,
});

async function requireDay(db: Db, id: number, load: Load): Promise<OwnDayRow> {
  const row = await ownDays(db).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toRow(row, await load(db));
}

async function saving<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) === "own_day_on_date") throw fieldError("on", "tariffs.errorDayTaken");
    throw error;
  }
}

/** What the trail keeps of a day. */
const traced = ({ on, name, silent }: Pick<OwnDayRow, "on" | "name" | "silent">) => ({ on, name, silent });

export const holidayHistory: HistorySubject = {
  subject: "own_day",
  who: any("ROLE_SETTINGS"),
  name: "tariffs.holidaysTitle",
  field: (field) => `tariffs.day_${field}`,
};

async function yearOf({ db, clock }: Ctx, given: number | undefined, load: Load) {
  const now = dateParts(clock.today()).year;
  const year = given ?? now;
  const tariffs = await load(db);
  const rows = await ownDays(db)
    .where("on_date", ">=", date(`${year}-01-01`))
    .where("on_date", "<=", date(`${year}-12-31`))
    .orderBy("on_date")
    .execute();
  return {
    year,
    years: Array.from({ length: 11 }, (_, at) => now - 5 + at),
    legal: [...legalDays(year, tariffs)],
    own: rows.map((row) => toRow(row, tariffs)),
    equatedKnown: equatedDaysKnown(year, tariffs),
    nextEquatedKnown: equatedDaysKnown(year + 1, tariffs),
  };
}

const columnsOf = (body: { on: PlainDate; name: string; silent: boolean }) => ({
  on_date: body.on,
  name: body.name,
  silent: body.silent,
});

export const holidayHandlers = (load: Load): readonly Handler[] => [
  handle(readHolidays, (ctx, { query }) => yearOf(ctx, query.year, load)),

  handle(addOwnDay, async (ctx, { body }) => {
    const { id } = await saving(() =>
      ctx.db
        .insertInto("own_day")
        .values({ ...columnsOf(body), created_at: ctx.clock.now(), created_by: ctx.user.username })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await ctx.audit({ action: "holiday.create", subject: "own_day", subjectId: id, after: traced(body) });
    return requireDay(ctx.db, id, load);
  }),

  handle(updateOwnDay, async (ctx, { params, body }) => {
    const before = await requireDay(ctx.db, params.id, load);
    const done = await saving(() =>
      ctx.db
        .updateTable("own_day")
        .set((set) => ({ ...columnsOf(body), version: set("version", "+", 1) }))
        .where("id", "=", params.id)
        .where("version", "=", body.version)
        .executeTakeFirst(),
    );
    const current = await requireDay(ctx.db, params.id, load);
    if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current } });
    await ctx.audit({
      action: "holiday.update",
      subject: "own_day",
      subjectId: params.id,
      before: traced(before),
      after: traced(current),
    });
    return current;
  }),

  handle(deleteOwnDay, async (ctx, { params }) => {
    const before = await requireDay(ctx.db, params.id, load);
    await ctx.db.deleteFrom("own_day").where("id", "=", params.id).execute();
    await ctx.audit({ action: "holiday.delete", subject: "own_day", subjectId: params.id, before: traced(before) });
    return {};
  }),
];
