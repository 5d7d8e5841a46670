/** Handles the calls of the courts. Which courts there are stands in code; what is known of each is kept here. */

import { any } from "../../ground/kernel/access.ts";
import { fieldError, VorderError } from "../../ground/kernel/errors.ts";
import { parseIban, parsePostcode } from "../../ground/kernel/identifiers.ts";
import { type Ctx, type Db, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { competence } from "./competence.ts";
import {
  type CourtPlaceRow,
  type CourtRow,
  changeCourt,
  changeCourtPlace,
  courtsScreen,
  findCourt,
  listCourts,
} from "./courts.contract.ts";
import { courtTexts } from "./courts.texts.ts";
import { courtNames, courts } from "./districts.ts";
import { courtPlaces, placeOf } from "./places.ts";

/** What is known of each place, or of one, in the order in which the places are named. */
async function placeRows(db: Db, only?: string): Promise<CourtPlaceRow[]> {
  const rows = await db
    .selectFrom("court_place")
    .selectAll()
    .$if(only !== undefined, (query) => query.where("code", "=", only ?? ""))
    .execute();
  return courtPlaces.flatMap((code) => {
    const row = rows.find((each) => each.code === code);
    if (!row) return [];
    return {
      code,
      court: placeOf[code].court,
      city: placeOf[code].city,
      street: row.street,
      postcode: row.postcode,
      postAddress: row.post_address,
      phone: row.phone,
      rollWeekdays: row.roll_weekdays,
      source: row.source,
      checkedOn: row.checked_on,
      version: row.version,
    };
  });
}

async function courtRows(db: Db): Promise<CourtRow[]> {
  const rows = await db.selectFrom("court").selectAll().execute();
  const places = await placeRows(db);
  return courts.flatMap((code) => {
    const row = rows.find((each) => each.code === code);
    if (!row) return [];
    return {
      code,
      name: courtNames[code],
      feeIban: row.fee_iban,
      feeAccountName: row.fee_account_name,
      source: row.source,
      checkedOn: row.checked_on,
      version: row.version,
      places: places.filter(({ court }) => court === code),
    };
  });
}

const found = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new VorderError("notFound");
  return row;
};

/** What is known of the place where a court sits: for papers that name its address. */
export const courtPlaceKnown = async (db: Db, place: string): Promise<CourtPlaceRow> =>
  found((await placeRows(db, place))[0]);

const courtKnown = async (db: Db, court: string): Promise<CourtRow> =>
  found((await courtRows(db)).find(({ code }) => code === court));

const conflict = (done: { readonly numUpdatedRows: bigint }, current: unknown): void => {
  if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current } });
};

/** What was checked was checked on a day that has come. */
function requirePast(ctx: Ctx, checkedOn: string | null): void {
  if (checkedOn !== null && checkedOn > ctx.clock.today()) throw fieldError("checkedOn", "courts.errorFuture");
}

type Subject = "court" | "court_place";
const noted = (ctx: Ctx, subject: Subject, code: string, before: object, after: object) =>
  ctx.audit({ action: `${subject}.update`, subject, subjectId: code, before, after });

export const courtsServer = defineModule({
  name: "courts",
  screens: [courtsScreen],
  texts: [courtTexts],
  history: [
    {
      subject: "court",
      who: any("ROLE_LEGAL"),
      name: "courts.court",
      field: (field) => `courts.${field}`,
    },
    {
      subject: "court_place",
      who: any("ROLE_LEGAL"),
      name: "courts.place",
      field: (field) => `courts.${field}`,
    },
  ],
  handlers: [
    handle(listCourts, async ({ db }) => ({ items: await courtRows(db) })),
    handle(findCourt, async (_ctx, { query }) => {
      const { postcode, total, subDistrictMatter } = query;
      const answer = found(competence({ country: "NL", postcode }, total, subDistrictMatter) ?? undefined);
      return { ...answer, places: [...answer.places], because: [...answer.because] };
    }),
    handle(changeCourt, async (ctx, { params, body }) => {
      requirePast(ctx, body.checkedOn);
      const before = await courtKnown(ctx.db, params.code);
      const done = await ctx.db
        .updateTable("court")
        .set((set) => ({
          fee_iban: body.feeIban === null ? null : (parseIban(body.feeIban) ?? null),
          fee_account_name: body.feeAccountName,
          source: body.source,
          checked_on: body.checkedOn,
          version: set("version", "+", 1),
        }))
        .where("code", "=", params.code)
        .where("version", "=", body.version)
        .executeTakeFirstOrThrow();
      const after = await courtKnown(ctx.db, params.code);
      conflict(done, after);
      await noted(ctx, "court", params.code, { ...before, places: [] }, { ...after, places: [] });
      return after;
    }),
    handle(changeCourtPlace, async (ctx, { params, body }) => {
      requirePast(ctx, body.checkedOn);
      const before = await courtPlaceKnown(ctx.db, params.code);
      const done = await ctx.db
        .updateTable("court_place")
        .set((set) => ({
          street: body.street,
          postcode: body.postcode === null ? null : (parsePostcode(body.postcode) ?? null),
          post_address: body.postAddress,
          phone: body.phone,
          roll_weekdays: [...new Set(body.rollWeekdays)].sort(),
          source: body.source,
          checked_on: body.checkedOn,
          version: set("version", "+", 1),
        }))
        .where("code", "=", params.code)
        .where("version", "=", body.version)
        .executeTakeFirstOrThrow();
      const after = await courtPlaceKnown(ctx.db, params.code);
      conflict(done, after);
      await noted(ctx, "court_place", params.code, before, after);
      return after;
    }),
  ],
});
