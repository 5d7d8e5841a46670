/** The dated scales as tables: a row for each band or act, a column for each figure. Pure. */
import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import type { Cents } from "../../ground/kernel/money.ts";
import type { Dated, Tariffs } from "../../ground/tariffs/tariffs.ts";

/** The kinds of tariffs by which a summons costs; they are kept with all others. */
export const scaleKinds = ["salary_kanton", "court_fee_kanton", "court_fee_rechtbank", "btag", "after_costs"] as const;
export type ScaleKind = (typeof scaleKinds)[number];

export interface ScaleRow {
  /** As "2a", or the upper bound in cents as text; "" for the last band. */
  readonly key: string;
  readonly upTo: Cents | null;
  readonly undetermined: boolean;
  /** The columns of the kind, in cents; the most points for `maxPoints`. */
  readonly values: Record<string, number | null>;
}

/** A dated scale; `until` is the last day on which it holds, null while nothing succeeds it. */
export interface Scale {
  readonly kind: ScaleKind;
  readonly origin: { readonly from: PlainDate; readonly source: string; readonly verified: boolean };
  readonly until: PlainDate | null;
  readonly rows: ScaleRow[];
}

const banded = (upTo: number | null, values: ScaleRow["values"], undetermined = false): ScaleRow => ({
  key: upTo === null ? (undetermined ? "undetermined" : "") : String(upTo),
  upTo,
  undetermined,
  values,
});

const single = (key: string, value: number): ScaleRow => ({ key, upTo: null, undetermined: false, values: { value } });

/** How the rows of each kind read. */
const rowsOf: { readonly [K in ScaleKind]: (row: Tariffs[K][number]) => ScaleRow[] } = {
  salary_kanton: ({ bands }) => bands.map(({ upTo, perPoint, maxPoints }) => banded(upTo, { perPoint, maxPoints })),
  court_fee_kanton: ({ bands }) =>
    bands.map(({ upTo, undetermined, legal, natural, indigent }) =>
      banded(upTo, { legal, natural, indigent }, undetermined),
    ),
  court_fee_rechtbank: ({ bands }) =>
    bands.map(({ upTo, undetermined, legal, natural, indigent }) =>
      banded(upTo, { legal, natural, indigent }, undetermined),
    ),
  btag: ({ acts }) =>
    Object.entries(acts)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([article, cents]) => single(article, cents)),
  after_costs: ({ kantonMaximum, civil, service }) => [
    single("kantonMaximum", kantonMaximum),
    single("civil", civil),
    single("service", service),
  ],
};

/** The scales of one kind, the newest first, each with the last day on which it holds. */
export function scalesOf<K extends ScaleKind>(tariffs: Tariffs, kind: K): Scale[] {
  const dated: readonly (Dated & Tariffs[K][number])[] = tariffs[kind];
  const untilOf = (at: number): PlainDate | null => {
    const next = dated[at + 1];
    return next ? addDays(next.from, -1) : null;
  };
  return dated
    .map((row, at) => ({
      kind,
      origin: { from: row.from, source: row.source, verified: row.verified },
      until: untilOf(at),
      rows: rowsOf[kind](row),
    }))
    .reverse();
}
