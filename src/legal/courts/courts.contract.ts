/** What the house knows of the courts, who keeps it, and which court a claim goes to. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, rowVersion, screen } from "../../ground/kernel/contract.ts";
import { parseIban, parsePostcode } from "../../ground/kernel/identifiers.ts";
import { calendarDate, plainDateOf } from "../../ground/kernel/query.ts";
import { courts, sectors } from "./districts.ts";
import { courtPlaces } from "./places.ts";

const keeper = any("ROLE_LEGAL");
/** A court is chosen on the page of a file too. */
const reader = any("ROLE_LEGAL", "ROLE_FILE_EDIT", "ROLE_PROCESSING");

const source = {
  /** Where it was found; "" where nobody said. */
  source: z.string(),
  /** The day on which somebody checked it there; null for what was never checked. */
  checkedOn: calendarDate().nullable(),
  version: z.number().int(),
};

const placeRow = z.object({
  code: z.enum(courtPlaces),
  court: z.enum(courts),
  city: z.string(),
  street: z.string().nullable(),
  postcode: z.string().nullable(),
  postAddress: z.string().nullable(),
  phone: z.string().nullable(),
  /** The days of the week of the roll, 1 for Monday. */
  rollWeekdays: z.array(z.number().int()),
  ...source,
});
export type CourtPlaceRow = z.infer<typeof placeRow>;

const courtRow = z.object({
  code: z.enum(courts),
  name: z.string(),
  /** Where court fees are paid to. */
  feeIban: z.string().nullable(),
  feeAccountName: z.string().nullable(),
  ...source,
  places: z.array(placeRow),
});
export type CourtRow = z.infer<typeof courtRow>;

export const listCourts = call({
  method: "GET",
  path: "/api/v4/court",
  who: reader,
  summary: "The eleven district courts with every place where they sit, and when each was checked.",
  reply: z.object({ items: z.array(courtRow) }),
});

const because = z.object({
  rule: z.enum(["district", "onlyPlace", "town", "placeOpen", "kanton", "civil", "matter"]),
  article: z.string(),
  postcodes: z.object({ first: z.number().int(), last: z.number().int() }).nullable(),
  limit: z.number().int().nullable(),
});

export const findCourt = call({
  method: "GET",
  path: "/api/v4/court/competent",
  who: reader,
  summary: "The court for a debtor at a Dutch postcode and a claim of this many cents, with each rule that says so.",
  query: z.object({
    postcode: z
      .string()
      .trim()
      .regex(/^[1-9]\d{3}(\s?[A-Za-z]{2})?$/, { error: "courts.errorPostcode" }),
    total: z.coerce.number().int().min(0).max(100_000_000_000),
    subDistrictMatter: z.stringbool().default(false),
  }),
  reply: z.object({
    court: z.enum(courts),
    place: z.enum(courtPlaces).nullable(),
    places: z.array(z.enum(courtPlaces)),
    sector: z.enum(sectors),
    because: z.array(because),
  }),
});

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .transform((typed) => (typed === "" ? null : typed))
    .nullable();

const checked = {
  source: z.string().trim().max(300),
  checkedOn: plainDateOf("courts.errorDate").nullable(),
  version: rowVersion,
};

/** What was checked was checked somewhere. */
const withSource = (body: { readonly source: string; readonly checkedOn: string | null }): boolean =>
  body.checkedOn === null || body.source !== "";
const sourceFault = { error: "courts.errorSource", path: ["source"] };

export const changeCourt = call({
  method: "PUT",
  path: "/api/v4/court/{code}",
  who: keeper,
  summary: "The account to which court fees are paid, where it was found and when it was checked.",
  params: z.object({ code: z.enum(courts) }),
  body: z
    .strictObject({
      feeIban: text(40).refine((iban) => iban === null || parseIban(iban) !== undefined, {
        error: "courts.errorIban",
      }),
      feeAccountName: text(100),
      ...checked,
    })
    .refine(withSource, sourceFault),
  reply: courtRow,
});

export const changeCourtPlace = call({
  method: "PUT",
  path: "/api/v4/court/place/{code}",
  who: keeper,
  summary:
    "The addresses and roll days of a place where a court sits, where they were found and when they were checked.",
  params: z.object({ code: z.enum(courtPlaces) }),
  body: z
    .strictObject({
      street: text(150),
      postcode: text(10).refine((postcode) => postcode === null || parsePostcode(postcode) !== undefined, {
        error: "courts.errorPostcode",
      }),
      postAddress: text(200),
      phone: text(30),
      rollWeekdays: z.array(z.number().int().min(1).max(7)).max(7),
      ...checked,
    })
    .refine(withSource, sourceFault)
    .refine(({ street, postcode }) => (street === null) === (postcode === null), {
      error: "courts.errorAddress",
      path: ["postcode"],
    }),
  reply: placeRow,
});

export const courtsScreen = screen({ path: "/courts", who: keeper, title: "courts.title" });
