/**
 * A list of settings is declared once: `settingList({ name, table, fields, … })`. Its calls, its answers, its screen, its audit lines
 * and its history follow from that. Pure; the declarations themselves stand in the files named after what they are about.
 */
import { z } from "zod";
import { parsePlainDate } from "../../kernel/dates.ts";
import type { ListName } from "../catalogue/routes.ts";

/** How a value is typed in and shown. `names`: in four languages. `lines`: rows of a table of their own. */
export type Input =
  | "text"
  | "long"
  | "email"
  | "phone"
  | "whole"
  | "money"
  | "flag"
  | "choice"
  | "choices"
  | "words"
  | "date"
  | "names"
  | "longNames"
  | "reference"
  | "lines";

export interface Field<S extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly schema: S;
  /** What the form begins with. */
  readonly initial: unknown;
  readonly required: boolean;
  /** Of `choice` and `choices`: the values; their names are texts `<list>.<field>.<value>`. */
  readonly options?: readonly string[];
  /** Of `choice`: the values are roles, which have no texts of their own. */
  readonly plain?: boolean;
  /** Of `reference`: the list that is chosen from. */
  readonly list?: ListName;
  /** Of `lines`: the table, its column that names the record, and its fields. */
  readonly lines?: { readonly table: string; readonly owner: string; readonly fields: Fields };
  readonly suffix?: string;
  readonly max?: number;
  /** Set when the record is made and never changed, because others know the record by it. */
  readonly once?: boolean;
  /** Filled in by the server, and never sent. */
  readonly given?: boolean;
  /** Not a column of the table until somebody shows it. */
  readonly aside?: boolean;
}
export type Fields = Readonly<Record<string, Field>>;

export type Shape<F extends Fields> = { readonly [K in keyof F]: F[K]["schema"] };
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: z.output<F[K]["schema"]> };

/** What every record of every list has. */
export const listBase = z.object({
  id: z.number().int(),
  version: z.number().int(),
  /** Known to the code by its `code`: it may be renamed and never deleted. */
  fixed: z.boolean(),
  position: z.number().int(),
  archivedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string().nullable(),
});
export type ListBase = z.infer<typeof listBase>;

/** A record of some list, whichever. */
export type ListRow = ListBase & { readonly [field: string]: unknown };

/** The texts of a name in four languages; Dutch is always there. */
export interface Names {
  readonly nl: string;
  readonly en: string;
  readonly fr: string;
  readonly de: string;
}

export interface SettingList<F extends Fields = Fields> {
  readonly name: ListName;
  readonly table: string;
  readonly fields: F;
  /** The field that a record is called by. */
  readonly title: keyof F & string;
  /** Fields of which no two records have the same; the index is called `<table>_<column>`. */
  readonly unique: readonly (keyof F & string)[];
  /** People put the records in order. Else they stand in order of their title. */
  readonly ordered?: boolean;
  /** Own records stand below a fixed one, named by the field `parentId`. */
  readonly tree?: boolean;
  /** Fixed records may be archived: the code does not need them to be offered. */
  readonly fixedMayRest?: boolean;
  /** Columns that hold a code of this list without a foreign key. */
  readonly usedBy?: readonly { readonly table: string; readonly column: string }[];
  /** What must hold between fields: the field, the text of what is wrong, and what stands in that. */
  readonly rule?: (
    values: ValuesOf<F>,
  ) => readonly [field: string, key: string, values?: Readonly<Record<string, string>>] | undefined;
}

/** Declares a list; `name` says where it is (places.ts). */
export const settingList = <const F extends Fields>(spec: SettingList<F>): SettingList<F> => spec;

export type RowOf<L> = L extends SettingList<infer F> ? ListBase & ValuesOf<F> : never;

const line = (max: number) => z.string().trim().max(max);

type Extra = Partial<Pick<Field, "once" | "given" | "aside" | "suffix">>;

export const text = (max: number, extra: Extra & { optional?: boolean } = {}) => {
  const { optional = false, ...rest } = extra;
  const schema = optional ? line(max).default("") : line(max).min(1);
  return { input: "text", schema, initial: "", required: !optional, max, ...rest } as const satisfies Field;
};

/** A field of text of some form of its own: the schema says which. */
export const formed = <S extends z.ZodType<string>>(
  schema: S,
  extra: Extra & { input?: "text" | "email" | "phone"; required?: boolean } = {},
) => {
  const { input = "text", required = false, ...rest } = extra;
  return { input, schema, initial: "", required, ...rest } as const satisfies Field;
};

export const long = (max: number) =>
  ({
    input: "long",
    schema: line(max).default(""),
    initial: "",
    required: false,
    max,
    aside: true,
  }) as const satisfies Field;

const inFour = (max: number, needed: boolean) =>
  z.strictObject({
    nl: needed ? line(max).min(1) : line(max).default(""),
    en: line(max).default(""),
    fr: line(max).default(""),
    de: line(max).default(""),
  });
const noNames: Names = { nl: "", en: "", fr: "", de: "" };

export const names = (max = 120) =>
  ({ input: "names", schema: inFour(max, true), initial: noNames, required: true, max }) as const satisfies Field;

export const longNames = (max: number, needed = false) =>
  ({
    input: "longNames",
    schema: inFour(max, needed),
    initial: noNames,
    required: needed,
    max,
    aside: true,
  }) as const satisfies Field;

/** A code by which other data and the code itself know the record; it never changes. */
export const code = () =>
  ({
    input: "text",
    schema: z
      .string()
      .trim()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, { error: "lists.codeWrong" }),
    initial: "",
    required: true,
    max: 40,
    once: true,
    aside: true,
  }) as const satisfies Field;

export const whole = (min: number, max: number, initial: number, extra: Extra = {}) =>
  ({
    input: "whole",
    schema: z.number().int().min(min).max(max),
    initial,
    required: true,
    ...extra,
  }) as const satisfies Field;

export const wholeOrNone = (min: number, max: number, extra: Extra = {}) =>
  ({
    input: "whole",
    schema: z.number().int().min(min).max(max).nullable(),
    initial: null,
    required: false,
    ...extra,
  }) as const satisfies Field;

const cents = z.number().int().min(0).max(100_000_000);
export const money = () => ({ input: "money", schema: cents, initial: null, required: true }) as const satisfies Field;
export const moneyOrNone = () =>
  ({ input: "money", schema: cents.nullable(), initial: null, required: false }) as const satisfies Field;

export const flag = (initial: boolean) =>
  ({ input: "flag", schema: z.boolean(), initial, required: false }) as const satisfies Field;

export const choice = <const O extends readonly [string, ...string[]]>(options: O, initial: O[number] | null = null) =>
  ({ input: "choice", schema: z.enum(options), options, initial, required: true }) as const satisfies Field;

/** Several of a few; at least one. */
export const choices = <const O extends readonly [string, ...string[]]>(
  options: O,
  initial: readonly O[number][],
  extra: { readonly plain?: boolean } = {},
) =>
  ({
    input: "choices",
    schema: z.array(z.enum(options)).min(1).max(options.length),
    options,
    initial,
    required: true,
    ...extra,
  }) as const satisfies Field;

/** Words that people type, one by one; each stands once. */
export const words = (max: number, one: z.ZodType<string> = line(60).min(1)) =>
  ({
    input: "words",
    schema: z
      .array(one)
      .min(1)
      .max(max)
      .transform((all) => [...new Set(all)]),
    initial: [],
    required: true,
  }) as const satisfies Field;

const plainDate = z.string().refine((day) => parsePlainDate(day) !== undefined, { error: "lists.dateWrong" });
export const day = () =>
  ({ input: "date", schema: plainDate.nullable(), initial: null, required: false }) as const satisfies Field;

export const reference = (list: ListName) =>
  ({
    input: "reference",
    schema: z.number().int().positive(),
    list,
    initial: null,
    required: true,
  }) as const satisfies Field;
export const referenceOrNone = (list: ListName) =>
  ({
    input: "reference",
    schema: z.number().int().positive().nullable(),
    list,
    initial: null,
    required: false,
  }) as const satisfies Field;

export const lines = <const F extends Fields>(spec: { table: string; owner: string; fields: F }) => {
  // Under each name stands the schema of that very field.
  const shape = Object.fromEntries(Object.entries(spec.fields).map(([key, field]) => [key, field.schema])) as Shape<F>;
  return {
    input: "lines",
    schema: z.array(z.strictObject(shape)).min(1).max(50),
    initial: [],
    required: true,
    lines: spec,
  } as const satisfies Field;
};

/** The column of a field: `costTypeId` is `cost_type_id`. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const fieldsOf = (list: { readonly fields: Fields }): readonly (readonly [key: string, field: Field])[] =>
  Object.entries(list.fields);

/** What is sent: all but what the server fills in. */
export const sentFields = (list: { readonly fields: Fields }) => fieldsOf(list).filter(([, { given }]) => !given);

const unsorted: ReadonlySet<Input> = new Set(["long", "longNames", "lines", "words", "choices"]);
/** Whether a list can be sorted by a field. */
export const isSortable = ({ input }: Field): boolean => !unsorted.has(input);
