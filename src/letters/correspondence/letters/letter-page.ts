/** The input of the letter layout: strings only, every amount and date already in the reader's language. Pure. */
import { dateParts, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import { fillText, type Language, labelledIn } from "../../../ground/kernel/texts.ts";
import {
  type ClaimSpecification,
  type DocumentBlock,
  type DocumentModel,
  formatLongDate,
  formatMoney,
  formatRate,
  formatShortDate,
  groupIban,
  groupReference,
  type InterestLine,
  type InvoiceLine,
  type PaymentDetails,
} from "../../templates/templates.ts";
import { type LetterLabel, wording } from "./fixed-texts.ts";
import { type LetterHouse, type LetterModel, type LetterProvider, providerAddress } from "./letter.ts";
import { ownPageWords } from "./own-page-texts.ts";

type AmountLine = ClaimSpecification["costs"][number];

export interface SpecificationPart {
  /** Which columns the layout gives it. */
  readonly kind: "invoices" | "interest" | "rates" | "amounts";
  readonly title: string;
  readonly total: string;
  readonly columns: readonly string[];
  /** As many cells as there are columns; a row of one cell spans them all and heads those below it. */
  readonly rows: readonly (readonly string[])[];
}

export interface SpecificationPage {
  readonly title: string;
  readonly asOf: string;
  readonly facts: readonly (readonly [string, readonly string[]])[];
  readonly parts: readonly SpecificationPart[];
  readonly open: readonly [string, string];
}

export interface PaymentPage {
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly qrText: string;
  /** An SVG that we drew ourselves from the matrix; no text of anybody's stands in it. */
  readonly qr: string;
}

/** The way to the reader's own page: lines beside a code to scan. */
export interface OwnPage {
  readonly title: string;
  readonly lines: readonly string[];
  readonly qrText: string;
  readonly qr: string;
}

/** What `letter.typ` reads. */
export interface LetterPage {
  readonly lang: Language;
  readonly title: string;
  readonly date: readonly [number, number, number];
  readonly sender: { readonly name: string; readonly lines: readonly string[] };
  readonly returnLine: string;
  readonly recipient: readonly string[];
  readonly references: readonly (readonly [string, string])[];
  readonly running: string;
  readonly subject: string;
  readonly body: readonly DocumentBlock[];
  readonly specification: SpecificationPage | null;
  readonly payment: PaymentPage | null;
  readonly ownPage: OwnPage | null;
  readonly footer: readonly string[];
  readonly logo: LetterHouse["logo"];
  readonly pages: string;
}

type Translate = (label: LetterLabel, values?: Readonly<Record<string, string>>) => string;
const translatorFor =
  (language: Language): Translate =>
  (label, values = {}) =>
    fillText(wording[language].labels[label], values, language);

const invoiceRow = (line: InvoiceLine, language: Language, translate: Translate): string[] => {
  const due = formatShortDate(line.dueDate, language);
  const extended = line.extendedDueDate
    ? `, ${translate("extendedDueDate", { date: formatShortDate(line.extendedDueDate, language) })}`
    : "";
  return [
    line.number,
    line.description,
    formatShortDate(line.invoiceDate, language),
    due + extended,
    formatMoney(line.cents, language),
  ];
};

const interestRow = (line: InterestLine, language: Language, translate: Translate): string[] => [
  line.invoice,
  `${formatShortDate(line.from, language)} – ${formatShortDate(line.until, language)}`,
  String(line.days),
  translate(line.per === "year" ? "rateYear" : "rateMonth", { rate: formatRate(line.rate, language) }),
  formatMoney(line.baseCents, language),
  formatMoney(line.cents, language),
];

/** The lines of interest, each run with the same basis under a row that names it. */
function interestRows(lines: readonly InterestLine[], language: Language, translate: Translate): string[][] {
  const rows: string[][] = [];
  let basis = "";
  for (const line of lines) {
    if (line.basis !== basis) rows.push([labelledIn(language, [translate("basis"), line.basis])]);
    basis = line.basis;
    rows.push(interestRow(line, language, translate));
  }
  return rows.length > 0 ? rows : [[translate("none")]];
}

/** Beyond so many lines of interest each invoice gets one line, and the rates, the same for all, stand once below. */
const mostInterestLines = 30;

const key = ({ basis, rate, per }: InterestLine): string => JSON.stringify([basis, rate, per]);

/** One line an invoice: its period, days, first base and all of its interest (Bki art. 3.1: percentages, periods and basis follow in `rateRows`). */
function interestByInvoice(lines: readonly InterestLine[], language: Language): string[][] {
  const byInvoice = Map.groupBy(lines, ({ invoice }) => invoice);
  return [...byInvoice.values()].map((each) => {
    const [first] = each;
    if (!first) return [];
    const until = each.reduce((day, line) => (line.until > day ? line.until : day), first.until);
    return [
      first.invoice,
      `${formatShortDate(first.from, language)} – ${formatShortDate(until, language)}`,
      String(each.reduce((days, line) => days + line.days, 0)),
      "",
      formatMoney(first.baseCents, language),
      formatMoney(sumCents(each.map(({ cents }) => cents)), language),
    ];
  });
}

/** Every rate with the basis it comes from and the period in which it was used. */
function rateRows(lines: readonly InterestLine[], language: Language, translate: Translate): string[][] {
  return [...Map.groupBy(lines, key).values()].flatMap((each) => {
    const [first] = each;
    if (!first) return [];
    const from = each.reduce((day, line) => (line.from < day ? line.from : day), first.from);
    const until = each.reduce((day, line) => (line.until > day ? line.until : day), first.until);
    const rate = translate(first.per === "year" ? "rateYear" : "rateMonth", { rate: formatRate(first.rate, language) });
    const period = `${formatShortDate(from, language)} – ${formatShortDate(until, language)}`;
    return [[period, `${rate} · ${first.basis}`, formatMoney(sumCents(each.map(({ cents }) => cents)), language)]];
  });
}

/** The interest: line by line where they are few, else by invoice with the rates below. */
function interestParts(spec: ClaimSpecification, language: Language, translate: Translate): SpecificationPart[] {
  const total = formatMoney(spec.interestCents, language);
  const columns = [
    translate("invoice"),
    translate("period"),
    translate("days"),
    translate("rate"),
    translate("base"),
    translate("amount"),
  ];
  if (spec.interest.length <= mostInterestLines)
    return [
      {
        kind: "interest",
        title: translate("interest"),
        total,
        columns,
        rows: interestRows(spec.interest, language, translate),
      },
    ];
  return [
    {
      kind: "interest",
      title: translate("interest"),
      total,
      columns: columns.map((column, at) => (at === 3 ? "" : column)),
      rows: interestByInvoice(spec.interest, language),
    },
    {
      kind: "rates",
      title: translate("rate"),
      total,
      columns: [translate("period"), translate("rate"), translate("amount")],
      rows: rateRows(spec.interest, language, translate),
    },
  ];
}

function amountPart(title: string, lines: readonly AmountLine[], sign: 1 | -1, totalCents: Cents, language: Language) {
  const translate = translatorFor(language);
  const rows = lines.map((line) => [
    line.on ? formatShortDate(line.on, language) : "",
    line.label,
    formatMoney(sign * line.cents, language),
  ]);
  return {
    kind: "amounts" as const,
    title,
    total: formatMoney(sign * totalCents, language),
    columns: [translate("date"), translate("description"), translate("amount")],
    // A part without lines still says so: interest and costs are named even where there are none (Bki art. 3.1).
    rows: rows.length > 0 ? rows : [[translate("none")]],
  };
}

function parts(spec: ClaimSpecification, language: Language, translate: Translate): SpecificationPart[] {
  const money = (cents: Cents) => formatMoney(cents, language);
  const vat: AmountLine[] = spec.vat
    ? [{ label: translate("vat", { rate: formatRate(spec.vat.rate, language) }), on: null, cents: spec.vat.cents }]
    : [];
  const found: SpecificationPart[] = [
    {
      kind: "invoices",
      title: translate("principal"),
      total: money(sumCents(spec.invoices.map((line) => line.cents))),
      columns: [
        translate("invoice"),
        translate("description"),
        translate("invoiceDate"),
        translate("dueDate"),
        translate("amount"),
      ],
      rows: spec.invoices.map((line) => invoiceRow(line, language, translate)),
    },
  ];
  if (spec.credits.length > 0) {
    const credited = sumCents(spec.credits.map((line) => line.cents));
    found.push(amountPart(translate("credits"), spec.credits, -1, credited, language));
  }
  found.push(...interestParts(spec, language, translate));
  found.push(amountPart(translate("costs"), [...spec.costs, ...vat], 1, spec.costsCents, language));
  if (spec.payments.length > 0)
    found.push(amountPart(translate("payments"), spec.payments, -1, spec.paidCents, language));
  return found;
}

/** The specification as tables of strings, for the letter and for the mail. */
export function specificationPage(spec: ClaimSpecification, language: Language): SpecificationPage {
  const translate = translatorFor(language);
  return {
    title: translate("specification"),
    asOf: translate("asOf", { date: formatLongDate(spec.asOf, language) }),
    facts: [
      [translate("creditor"), [spec.creditor.name, ...spec.creditor.address]],
      [translate("debtor"), [spec.debtor.name, ...spec.debtor.address]],
      [translate("title"), [spec.title]],
      [translate("claim"), [spec.object]],
    ],
    parts: parts(spec, language, translate),
    open: [translate("open"), formatMoney(spec.openCents, language)],
  };
}

/** The payment block as rows of strings. */
export function paymentRows(payment: PaymentDetails, language: Language): (readonly [string, string])[] {
  const translate = translatorFor(language);
  return [
    [translate("amountToPay"), formatMoney(payment.cents, language)],
    [translate("iban"), groupIban(payment.iban)],
    [translate("holder"), payment.holder],
    [translate("paymentReference"), groupReference(payment.reference)],
  ];
}

/**
 * Who sends this, in the words that the law wants under every letter and mail (Wki art. 11, Bki 3.1). A new house may look at its letters
 * before it has filled them in, though none goes out: what is not known yet leaves no separator behind.
 */
export function footerLines(provider: LetterProvider, language: Language): string[] {
  if (provider.house) return [...provider.house.footer];
  const translate = translatorFor(language);
  const reach = [provider.phone, provider.email, provider.website.replace(/^https?:\/\//, "").replace(/\/$/, "")];
  const { registeredName: name, kvk, wkiNumber: number } = provider;
  const known = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(" · ");
  return [
    known([name, providerAddress(provider), kvk && `${translate("kvk")} ${kvk}`]),
    name && number && fillText(wording[language].registered, { name, number }, language),
    known(reach),
    provider.footer[language],
  ].filter((line) => line !== "");
}

const senderLines = (provider: LetterProvider, translate: Translate): string[] =>
  [
    ...providerAddress(provider).split(", "),
    ...(provider.phone ? [`${translate("phone")} ${provider.phone}`] : []),
    provider.email,
    provider.website.replace(/^https?:\/\//, "").replace(/\/$/, ""),
  ].filter((line) => line !== "");

const isoParts = (on: PlainDate): readonly [number, number, number] => {
  const { year, month, day } = dateParts(on);
  return [year, month, day];
};

function ownPage(page: NonNullable<LetterModel["blocks"]["page"]>, language: Language, draw: Draw["page"]): OwnPage {
  const { title, what, type, asks, scan } = ownPageWords[language];
  const typed = fillText(type, { short: page.short, code: page.code }, language);
  return { title, lines: [what, typed, asks], qrText: scan, qr: draw(page.address) };
}

/** Draws what is scanned; handed in because it needs a library. */
export interface Draw {
  readonly payment: (payment: PaymentDetails) => string;
  readonly page: (address: string) => string;
}

/** The page of one letter. */
export function letterPage(model: LetterModel, document: DocumentModel, subject: string, draw: Draw): LetterPage {
  const { language, provider, blocks, file } = model;
  const translate = translatorFor(language);
  const { page, payment, specification } = blocks;
  return {
    lang: language,
    title: `${subject} – ${file.number}`,
    date: isoParts(model.date),
    sender: { name: provider.registeredName, lines: senderLines(provider, translate) },
    returnLine: `${provider.registeredName}, ${providerAddress(provider)}`,
    recipient: model.recipient,
    references: [
      [translate("date"), formatLongDate(model.date, language)],
      [translate("fileNumber"), file.number],
      [translate("clientReference"), file.clientRef],
      [translate("paymentReference"), groupReference(file.paymentReference)],
      ...(model.concerns === null ? [] : [[translate("debtor"), model.concerns] as const]),
    ],
    running: `${translate("fileNumber")} ${file.number}`,
    subject,
    body: document.blocks,
    specification: specification && specificationPage(specification, language),
    payment: payment && {
      title: translate("payment"),
      rows: paymentRows(payment, language),
      qrText: wording[language].qr,
      qr: draw.payment(payment),
    },
    ownPage: page && ownPage(page, language, draw.page),
    footer: footerLines(provider, language),
    logo: provider.house?.logo ?? null,
    pages: wording[language].page,
  };
}
