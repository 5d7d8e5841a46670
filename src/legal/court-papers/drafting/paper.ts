/** A court paper put together: the sections that belong, the words filled in, and the tables and lists that the file gives. Pure. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { dateParts } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { formatMoney, formatShortDate } from "../../../letters/templates/templates.ts";
import type { CourtCosts } from "../../court-costs/court-costs.ts";
import {
  type ClaimType,
  type CourtPaperKind,
  chosenSections,
  type Defence,
  type Section,
  type SectionFact,
} from "../templates/shape.ts";
import type { CourtValues } from "../templates/variables.ts";
import { type Fill, filledBody } from "./filled-text.ts";
import { type PaperBlock, type PaperPage, printable } from "./page.ts";

/** The claim on a day, in cents. */
export interface ClaimOnDay {
  readonly asOf: PlainDate;
  readonly invoices: readonly {
    readonly number: string;
    readonly date: PlainDate;
    readonly dueDate: PlainDate;
    readonly amount: Cents;
    readonly credited: Cents;
    readonly principal: Cents;
    readonly interest: Cents;
    /** What a judge awarded in the place of invoices; `number` is then that of the case. */
    readonly awarded: boolean;
  }[];
  readonly costs: readonly {
    readonly date: PlainDate;
    readonly label: string;
    /** Collection costs, which alone are claimed under the Besluit; others are awarded or spent after a title. */
    readonly bik: boolean;
    readonly amount: Cents;
    readonly open: Cents;
  }[];
  readonly payments: readonly { readonly date: PlainDate; readonly amount: Cents }[];
  readonly totals: {
    readonly principal: Cents;
    readonly interest: Cents;
    readonly costs: Cents;
    readonly paid: Cents;
    readonly open: Cents;
  };
}

/** What of the collection costs is open. */
export const openBik = ({ costs }: ClaimOnDay): Cents =>
  costs.reduce((sum, { bik, open }) => (bik ? sum + open : sum), 0);

/** A paper that is put forward as evidence, in the order of its numbers. */
export interface Exhibit {
  readonly title: string;
  /** The name of its file. */
  readonly name: string;
}

export interface Draft {
  readonly kind: CourtPaperKind;
  readonly sections: readonly Section[];
  readonly claimType: ClaimType;
  readonly consumer: boolean;
  readonly facts: ReadonlySet<SectionFact>;
  /** Keys of the sections that were chosen. */
  readonly chosen: ReadonlySet<string>;
  readonly values: CourtValues;
  readonly claim: ClaimOnDay;
  readonly costs: CourtCosts | null;
  readonly defences: readonly Defence[];
  readonly evidence: readonly Exhibit[];
  readonly date: PlainDate;
  readonly author: string;
  readonly running: string;
  readonly footer: readonly string[];
  readonly label: (name: string) => string;
}

/** The words that no template decides. A court paper is written in the language of the court. */
export const paperTitles: Readonly<Record<CourtPaperKind, string>> = {
  summons: "Dagvaarding",
  notice: "Aanzegging",
  petition: "Verzoekschrift",
  claim: "Indiening van een vordering",
};

const money = (cents: Cents): string => formatMoney(cents, "nl");
const day = (on: PlainDate): string => formatShortDate(on, "nl");
const column = (title: string, wide: number, right = false) => ({ title, wide, right });

const invoiceTable = ({ invoices, totals }: ClaimOnDay): PaperBlock => ({
  kind: "table",
  caption: "Facturen",
  columns: [
    column("Factuur", 22),
    column("Datum", 15),
    column("Vervaldatum", 15),
    column("Bedrag", 16, true),
    column("Hoofdsom open", 16, true),
    column("Rente", 16, true),
  ],
  rows: invoices.map(({ number, date, dueDate, amount, credited, principal, interest, awarded }) => [
    printable(awarded ? `Vonnis ${number}` : number),
    day(date),
    awarded ? "" : day(dueDate),
    money(amount - credited),
    money(principal),
    money(interest),
  ]),
  total: ["Totaal", "", "", "", money(totals.principal), money(totals.interest)],
});

/** Invoices, payments and the sum, as a paper and a bundle show them. */
export const claimTables = (claim: ClaimOnDay): PaperBlock[] => [
  invoiceTable(claim),
  ...paymentTable(claim),
  sumTable(claim),
];

const paymentTable = ({ payments, totals }: ClaimOnDay): PaperBlock[] =>
  payments.length === 0
    ? []
    : [
        {
          kind: "table",
          caption: "Ontvangen betalingen",
          columns: [column("Datum", 70), column("Bedrag", 30, true)],
          rows: payments.map(({ date, amount }) => [day(date), money(amount)]),
          total: ["Totaal ontvangen", money(totals.paid)],
        },
      ];

const sumTable = ({ totals, costs, asOf }: ClaimOnDay): PaperBlock => ({
  kind: "table",
  caption: `De vordering op ${day(asOf)}`,
  columns: [column("Post", 70), column("Bedrag", 30, true)],
  rows: [
    ["Hoofdsom", money(totals.principal)],
    // The day itself bears none yet (domain facts 2.3): from it on interest is claimed until payment.
    [`Rente tot ${day(asOf)}`, money(totals.interest)],
    ...costs.filter(({ open }) => open !== 0).map(({ label, open }) => [printable(label), money(open)]),
  ],
  total: ["Totaal", money(totals.open)],
});

const partWords: Readonly<Record<CourtCosts["lines"][number]["part"], string>> = {
  courtFee: "Griffierecht",
  salary: "Salaris gemachtigde",
  summons: "Kosten van de dagvaarding (Btag)",
  summonsVat: "Btw over de kosten van de dagvaarding",
  afterCosts: "Nakosten",
  service: "Kosten van betekening",
  serviceVat: "Btw over de kosten van betekening",
};

const costTable = (costs: CourtCosts): PaperBlock => ({
  kind: "table",
  caption: "Proceskosten (begroot)",
  columns: [column("Post", 70), column("Bedrag", 30, true)],
  rows: costs.lines.map(({ part, cents, halfPoints }) => [
    halfPoints === null ? partWords[part] : `${partWords[part]} (${String(halfPoints / 2).replace(".", ",")} punt)`,
    money(cents),
  ]),
  total: ["Totaal", money(costs.total)],
});

/** Each defence with its answer, numbered on. */
const defenceBlocks = (defences: readonly Defence[], fill: Fill): PaperBlock[] =>
  defences.flatMap(({ defence, rebuttal }) =>
    [
      { lead: "Verweer: ", text: defence },
      { lead: "Weerlegging: ", text: rebuttal },
    ].map(({ lead, text }): PaperBlock => {
      fill.count += 1;
      return {
        kind: "paragraph",
        number: `${fill.count}.`,
        lines: [[{ text: lead, bold: true }, { text: printable(text) }]],
      };
    }),
  );

const evidenceTable = (evidence: readonly Exhibit[]): PaperBlock => ({
  kind: "table",
  caption: "Producties",
  columns: [column("Productie", 18), column("Stuk", 47), column("Bestand", 35)],
  rows: evidence.map(({ title, name }, at) => [`Productie ${at + 1}`, printable(title), printable(name)]),
  total: null,
});

function blocksOf({ block }: Section, draft: Draft, fill: Fill): PaperBlock[] {
  switch (block) {
    case "none":
      return [];
    case "claim":
      return claimTables(draft.claim);
    case "courtCosts":
      return draft.costs === null ? [] : [costTable(draft.costs)];
    case "defences":
      return defenceBlocks(draft.defences, fill);
    case "evidence":
      return draft.evidence.length === 0 ? [] : [evidenceTable(draft.evidence)];
  }
}

/** A section that lists defences or evidence falls away where there is none. */
const isEmptyList = ({ block }: Section, { defences, evidence, costs }: Draft): boolean =>
  (block === "defences" && defences.length === 0) ||
  (block === "evidence" && evidence.length === 0) ||
  (block === "courtCosts" && costs === null);

export interface Drafted {
  readonly page: PaperPage;
  /** The names of the places that are marked to be filled in. */
  readonly missing: readonly string[];
  /** The names of the variables whose value stands in it. */
  readonly named: ReadonlySet<string>;
}

export function draftPaper(draft: Draft): Drafted {
  const fill: Fill = { values: draft.values, label: draft.label, missing: new Set(), named: new Set(), count: 0 };
  const sections = chosenSections(draft.sections, draft, draft.chosen).filter(
    (section) => !isEmptyList(section, draft),
  );
  const blocks = sections.flatMap((section): PaperBlock[] => {
    const words = filledBody(section.body, section.numbered, fill);
    const made = blocksOf(section, draft, fill);
    if (words.length + made.length === 0) return [];
    const heading: PaperBlock[] = section.title === "" ? [] : [{ kind: "heading", text: printable(section.title) }];
    return [...heading, ...words, ...made];
  });
  const { year, month, day: dayOfMonth } = dateParts(draft.date);
  return {
    page: {
      title: paperTitles[draft.kind],
      subtitle: "",
      date: [year, month, dayOfMonth],
      author: printable(draft.author),
      running: printable(draft.running),
      footer: draft.footer.map(printable),
      blocks,
    },
    missing: [...fill.missing],
    named: fill.named,
  };
}
