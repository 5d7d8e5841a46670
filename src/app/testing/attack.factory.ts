/** What an attacker would send: values made from the shape of a call, most of them nearly right, the rest hostile. */
import fc from "fast-check";
import { z } from "zod";
import type { Access, Role } from "../../ground/kernel/access.ts";

/** The sets of roles that just suffice. */
export const sufficient = (who: Access): (readonly Role[])[] =>
  who.kind === "any" ? who.roles.map((role) => [role]) : who.kind === "all" ? [who.roles] : [];

/** Ids that are no record's, whatever the table: a path with one of them is 404. */
export const hostileIds = [
  "0",
  "-1",
  "1.5",
  "abc",
  "NaN",
  "Infinity",
  "0x1g",
  "99999999999999999999",
  "1;drop table app_user",
  "' or 1=1 --",
  "../../etc/passwd",
  "__proto__",
  "\u0000",
  "１２ ３",
  "x".repeat(250),
] as const;

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    "' or 1=1 --",
    '"}]);drop table app_user;--',
    "%",
    "\\",
    "\\x00",
    "\u0000",
    "\ud800",
    "\u202e",
    "../../../etc/passwd",
    "<img src=x onerror=alert(1)>",
    "x".repeat(3000),
    "9".repeat(40),
    "2026-02-30",
    "-0001-01-01",
    "9999-12-31",
    "0001-01-01",
    "NaN",
    "1e400",
    "-0",
    "٣",
    0,
    -1,
    -0.5,
    1e21,
    2 ** 31,
    2 ** 53,
    Number.MAX_SAFE_INTEGER,
    true,
    [],
    {},
    [[[]]],
    { $ne: null },
    ["1", "2"],
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const jsonSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});

/** Texts that some field or other takes for right. */
const words = [
  "1",
  "2",
  "26-000001",
  "2026-11-20",
  "2024-02-29",
  "2026-11",
  "12.50",
  "0.01",
  "nl",
  "NL",
  "de Vries",
  "NL91ABNA0417164300",
  "1234 AB",
  "anna@example.test",
  "0612345678",
  "09:30",
  "a1b2c3d4-0000-4000-8000-000000000001",
] as const;

/** What a field of this name would hold, where its shape alone does not tell. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/kvk/i, "12345678"],
  [/vat/i, "NL000099998B57"],
  [/iban/i, "NL91ABNA0417164300"],
  [/postcode/i, "1234 AB"],
  [/mail/i, "anna@example.test"],
  [/phone|mobile/i, "0612345678"],
  [/website|url/i, "https://example.test"],
  [/country/i, "NL"],
  [/date|^(on|from|until|first|day|start|end)$|(On|From|Until)$/, "2026-11-20"],
  [/amount|principal|price|value$/i, "12.50"],
];

function wordFor(name: string, pattern: string | undefined, maxLength: number | undefined): fc.Arbitrary<unknown> {
  const wanted = new RegExp(pattern ?? "", "u");
  const fits = (word: string): boolean => word.length <= (maxLength ?? 200) && wanted.test(word);
  const named = byName.flatMap(([field, word]) => (field.test(name) && fits(word) ? [word] : []));
  const fitting = words.filter(fits);
  if (named.length > 0) return fc.constantFrom(...named);
  return fitting.length > 0 ? fc.constantFrom(...fitting) : fc.constantFrom(...words);
}

function wholeWithin(minimum: number | undefined, maximum: number | undefined): fc.Arbitrary<unknown> {
  const min = Math.max(minimum ?? -1000, -Number.MAX_SAFE_INTEGER);
  const max = Math.min(maximum ?? 2 ** 40, Number.MAX_SAFE_INTEGER);
  // Small numbers are the ids of records that exist; the ends of the range are where a column is narrower than its contract.
  return fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(Math.ceil(min), Math.floor(max)));
}

/** Dates of years that no calendar has, or at its ends, where the day before or after is none. */
const oddDates = ["0000-01-01", "0001-01-01", "9999-01-01", "9999-12-31"];

/** How often, in thirteen, a value is hostile; or nothing is but each date, which is odd. */
type Spice = 0 | 1 | "dates";

function nearlyRight(raw: unknown, spice: Spice, name: string): fc.Arbitrary<unknown> {
  const schema = jsonSchema.catch({}).parse(raw);
  if (spice === "dates" && schema.format === "date") return fc.constantFrom(...oddDates);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined && options.length > 0)
    return fc.oneof(...options.map((option) => valueFor(option, spice, name)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return objectFor(schema.properties ?? {}, schema.required ?? [], spice);
    case "array":
      return fc.array(valueFor(schema.items, spice, name), {
        minLength: Math.min(schema.minItems ?? 0, 3),
        maxLength: 3,
      });
    case "integer":
    case "number":
      return wholeWithin(schema.minimum, schema.maximum);
    case "boolean":
      return fc.boolean();
    default:
      return wordFor(name, schema.pattern, schema.maxLength);
  }
}

const valueFor = (schema: unknown, spice: Spice, name: string): fc.Arbitrary<unknown> =>
  spice !== 1
    ? nearlyRight(schema, spice, name)
    : fc.oneof({ weight: 12, arbitrary: nearlyRight(schema, spice, name) }, { weight: spice, arbitrary: hostile });

function objectFor(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
  spice: Spice,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, spice, name)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

const inputsOf = (schema: z.ZodType, spices: readonly Spice[]): fc.Arbitrary<Record<string, unknown>> => {
  const json = jsonSchema.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" }));
  const shapes = (json.anyOf ?? json.oneOf ?? [json]).map((shape) => jsonSchema.catch({}).parse(shape));
  return fc.oneof(
    ...shapes.flatMap(({ properties = {}, required = [] }) =>
      spices.map((spice) => objectFor(properties, required, spice)),
    ),
  );
};

/** Inputs for one part of a call, by its zod schema: half of them with something hostile strewn in. */
export const inputFor = (schema: z.ZodType): fc.Arbitrary<Record<string, unknown>> => inputsOf(schema, [0, 1]);

/** Inputs that are nearly right but for their dates, which are of the year 0 or at the ends of the calendar. */
export const datedOddly = (schema: z.ZodType): fc.Arbitrary<Record<string, unknown>> => inputsOf(schema, ["dates"]);

/** Whether one part of a call takes a date. */
export const takesDates = (schema: z.ZodType): boolean =>
  JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" })).includes(
    '"format":"date"',
  );
