/** Refusals in the words of a reader, also those that were stored. */
import { z } from "zod";
import { type LogValue, readerOf, translateLogText } from "../../cases/logs/logs.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { firstPossible } from "./rules.ts";

export type Reader = Pick<WorkCtx, "translate" | "lang">;

/** A refusal as it is stored. */
export const storedRefusal = z.object({
  rule: z.string(),
  article: z.string(),
  textKey: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  possibleFrom: z.string().nullable(),
});
export type StoredRefusal = z.infer<typeof storedRefusal>;

/** A refusal as a person reads it. */
export interface TranslatedRefusal {
  readonly rule: string;
  readonly article: string;
  readonly text: string;
  /** A day or an instant; null where it depends on something else. */
  readonly possibleFrom: string | null;
}

const isDate = (value: string | number): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Amounts and dates of a refusal as the reader's language writes them. */
const spoken = (name: string, value: string | number): LogValue => {
  if (name === "minimum" && typeof value === "number") return { cents: value };
  return isDate(value) ? { date: value } : value;
};

export const translateRefusal = (
  ctx: Reader,
  { rule, article, textKey, values, possibleFrom }: StoredRefusal,
): TranslatedRefusal => ({
  rule,
  article: article === "house" ? ctx.translate({ key: "rules.house" }, ctx.lang) : article,
  text: translateLogText(
    {
      key: textKey,
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, spoken(name, value)])),
    },
    readerOf(ctx),
  ),
  possibleFrom,
});

const stored = z.array(storedRefusal);

/** Refusals as they stand in the database, and the first moment at which none of them stands any more. */
export function translateRefusals(
  ctx: Reader,
  value: unknown,
): { readonly reasons: TranslatedRefusal[]; readonly possibleFrom: string | null } {
  const refusals = stored.parse(value);
  return { reasons: refusals.map((each) => translateRefusal(ctx, each)), possibleFrom: firstPossible(refusals) };
}
