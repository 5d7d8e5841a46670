/**
 * What a bailiff needs before a file is handed over: each line of the list of domain facts 4.6, judged on what is known now. Pure.
 * A line is `missing` where it blocks, and `byHand` where the file does not tell and somebody has to see to it.
 */
import type { PlainDate } from "../kernel/dates.ts";
import { parsePostcode } from "../kernel/identifiers.ts";
import type { Cents } from "../kernel/money.ts";
import type { LogText } from "../logs/logs.ts";
import type { Refusal, Rule } from "../rules/rules.ts";

export const handoverNeeds = [
  "name",
  "birthDate",
  "kvk",
  "legalForm",
  "address",
  "addressChecked",
  "claim",
  "invoices",
  "interest",
  "notice14",
  "costs",
  "payments",
  "standing",
  "limitation",
  "mandate",
  "advance",
  "invoiceDocuments",
  "contractDocument",
  "noticeDocument",
  "correspondence",
  "paymentHistory",
  "court",
  "language",
  "vat",
] as const;
export type HandoverNeed = (typeof handoverNeeds)[number];

export const checkStates = ["met", "missing", "byHand"] as const;
export type CheckState = (typeof checkStates)[number];

/** Where a line is mended. */
export const menders = [
  "debtor",
  "addressCheck",
  "claim",
  "states",
  "interest",
  "documents",
  "message",
  "workflow",
  "client",
] as const;
export type Mender = (typeof menders)[number];

export interface Check {
  readonly need: HandoverNeed;
  readonly state: CheckState;
  readonly why: LogText;
  /** What the law gate says against it. */
  readonly refusals: readonly Refusal[];
  readonly mend: Mender | null;
}

export interface HandoverFacts {
  readonly today: PlainDate;
  readonly debtor: {
    readonly company: boolean;
    readonly isConsumer: boolean;
    readonly displayName: string;
    readonly initials: string | null;
    readonly lastName: string | null;
    readonly birthDate: PlainDate | null;
    readonly kvk: string | null;
    readonly legalForm: string | null;
    readonly street: string;
    readonly houseNumber: string;
    readonly addition: string | null;
    readonly postcode: string;
    readonly city: string;
    readonly country: string;
    readonly addressVerifiedOn: PlainDate | null;
    readonly language: string;
  };
  readonly claim: { readonly title: string; readonly description: string };
  readonly invoices: readonly { readonly number: string; readonly amount: Cents }[];
  /** `from` is the first day on which an invoice bears interest. */
  readonly interest: { readonly kind: string; readonly from: PlainDate | null };
  readonly notice: {
    readonly sentOn: PlainDate;
    readonly bikDueFrom: PlainDate;
    readonly documentId: number | null;
  } | null;
  /** What is open of each part, and the collection costs that are due and not yet charged. */
  readonly open: {
    readonly principal: Cents;
    readonly interest: Cents;
    readonly bik: Cents;
    readonly otherCosts: Cents;
    readonly total: Cents;
    readonly bikNotCharged: Cents;
  };
  readonly payments: { readonly count: number; readonly cents: Cents };
  readonly barredOn: PlainDate | null;
  readonly mandate: { readonly on: PlainDate | null; readonly until: PlainDate | null };
  readonly canReclaimVat: boolean;
  readonly papers: {
    /** Names of what came in from outside. */
    readonly received: readonly string[];
    /** Letters, e-mails and SMS that were sent. */
    readonly sent: number;
  };
}

const needOfRule: Partial<Record<Rule, HandoverNeed>> = {
  descriptionMissing: "claim",
  arrangement: "standing",
  contactOnlyVia: "standing",
  speakerUnknown: "standing",
  noticeMissing: "notice14",
  noticeVoid: "notice14",
  noticeRunning: "notice14",
  summonsProof: "notice14",
  notInDefault: "invoices",
  summonsAddress: "addressChecked",
  timeBarred: "limitation",
  timeBarredSale: "limitation",
  limitationNear: "limitation",
};

const needOfText: Readonly<Record<string, HandoverNeed>> = {
  "rules.missingDebtorName": "name",
  "rules.missingDebtorAddress": "address",
  "rules.missingInvoices": "invoices",
  "rules.missingInvoiceNumber": "invoices",
  "rules.missingInvoiceDate": "invoices",
  "rules.missingDueDate": "invoices",
};

/** Which line a refusal of the law gate speaks of; undefined for what no line is about, such as our own registration. */
export const needOf = ({ rule, textKey }: Pick<Refusal, "rule" | "textKey">): HandoverNeed | undefined =>
  rule.startsWith("hold") ? "standing" : (needOfRule[rule] ?? needOfText[textKey]);

type Judged = Pick<Check, "state" | "why">;

const why = (key: string, values: LogText["values"] = {}): LogText => ({ key: `handover.${key}`, values });
const met = (key: string, values?: LogText["values"]): Judged => ({ state: "met", why: why(key, values) });
const missing = (key: string, values?: LogText["values"]): Judged => ({ state: "missing", why: why(key, values) });
const byHand = (key: string, values?: LogText["values"]): Judged => ({ state: "byHand", why: why(key, values) });

const known = (text: string | null): boolean => text !== null && text.trim() !== "";

function address({ debtor }: HandoverFacts): Judged {
  const house = [debtor.houseNumber, debtor.addition].filter(known).join(" ");
  const line = `${debtor.street} ${house}, ${debtor.postcode} ${debtor.city}`;
  if (![debtor.street, debtor.houseNumber, debtor.city].every(known)) return missing("whyAddressIncomplete");
  if (debtor.country !== "NL") return byHand("whyAddressAbroad", { address: `${line}, ${debtor.country}` });
  if (parsePostcode(debtor.postcode) === undefined) return missing("whyAddressIncomplete");
  return met("whyAs", { value: line });
}

function claim({ claim: { title, description } }: HandoverFacts): Judged {
  if (!known(title)) return missing("whyNoTitle");
  return known(description) ? met("whyAs", { value: title }) : missing("whyNoDescription", { title });
}

function costs({ open }: HandoverFacts): Judged {
  if (open.bikNotCharged > 0) return byHand("whyBikNotCharged", { amount: { cents: open.bikNotCharged } });
  return met("whySplit", {
    principal: { cents: open.principal },
    interest: { cents: open.interest },
    bik: { cents: open.bik },
    other: { cents: open.otherCosts },
  });
}

function mandate({ mandate: { on, until }, today }: HandoverFacts): Judged {
  if (on === null || on > today) return missing("whyNoMandate");
  if (until !== null && until < today) return missing("whyMandateEnded", { date: { date: until } });
  return met("whyMandate", { date: { date: on } });
}

/** Letters and digits alone, so that "Factuur F-12.pdf" is found to be about F12. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** So many numbers are named in a sentence. */
const mostNamed = 5;

function invoiceDocuments({ invoices, papers }: HandoverFacts): Judged {
  const names = papers.received.map(plain);
  const without = invoices.filter(({ number }) => {
    const wanted = plain(number);
    return wanted === "" || !names.some((name) => name.includes(wanted));
  });
  if (invoices.length > 0 && without.length === 0) return met("whyInvoicesFound", { count: invoices.length });
  const named = without.slice(0, mostNamed).map(({ number }) => number);
  const values = { count: without.length, numbers: `${named.join(", ")}${without.length > mostNamed ? " …" : ""}` };
  return names.length === 0 ? missing("whyNoInvoiceDocument", values) : byHand("whyInvoicesUnnamed", values);
}

const saysContract =
  /contract|overeenkomst|voorwaarden|opdracht|offerte|bestelling|order|terms|agreement|conditions|commande|vertrag|agb|auftrag/i;

function contractDocument({ papers }: HandoverFacts): Judged {
  const found = papers.received.find((name) => saysContract.test(name));
  if (found !== undefined) return met("whyAs", { value: found });
  return papers.received.length === 0 ? missing("whyNoContract") : byHand("whyContractUnnamed");
}

function noticeDocument({ notice, papers }: HandoverFacts): Judged {
  if (notice === null) return missing("whyNoNotice");
  if (notice.documentId !== null) return met("whySent", { date: { date: notice.sentOn } });
  // The client sent it itself: its copy has to be among what came in.
  return papers.received.length === 0
    ? missing("whyNoticeByClient", { date: { date: notice.sentOn } })
    : byHand("whyNoticeByClient", { date: { date: notice.sentOn } });
}

/** Claims up to this amount go to the sub-district court (Rv 93; domain facts 4.1). */
const kantonLimit: Cents = 2_500_000;

type Line = readonly [need: HandoverNeed, judge: (facts: HandoverFacts) => Judged, mend: Mender | null];

const ofPerson: readonly Line[] = [
  [
    "name",
    ({ debtor }) =>
      known(debtor.initials) && known(debtor.lastName)
        ? met("whyAs", { value: debtor.displayName })
        : missing(known(debtor.lastName) ? "whyNoInitials" : "whyNoName"),
    "debtor",
  ],
  [
    "birthDate",
    ({ debtor }) =>
      debtor.birthDate === null ? missing("whyNoBirthDate") : met("whyAs", { value: { date: debtor.birthDate } }),
    "debtor",
  ],
];

const ofCompany: readonly Line[] = [
  [
    "name",
    ({ debtor }) => (known(debtor.displayName) ? met("whyAs", { value: debtor.displayName }) : missing("whyNoName")),
    "debtor",
  ],
  ["kvk", ({ debtor }) => (debtor.kvk === null ? missing("whyNoKvk") : met("whyAs", { value: debtor.kvk })), "debtor"],
  [
    "legalForm",
    ({ debtor }) =>
      debtor.legalForm === null
        ? missing("whyNoForm")
        : met("whyAs", { value: { text: `files.form_${debtor.legalForm}` } }),
    "debtor",
  ],
];

const ofAll: readonly Line[] = [
  ["address", address, "debtor"],
  [
    "addressChecked",
    ({ debtor }) =>
      debtor.addressVerifiedOn === null
        ? missing("whyNeverChecked")
        : met("whyChecked", { date: { date: debtor.addressVerifiedOn } }),
    "addressCheck",
  ],
  ["claim", claim, "claim"],
  [
    "invoices",
    ({ invoices }) =>
      invoices.length === 0
        ? missing("whyNoInvoices")
        : met("whyInvoices", {
            count: invoices.length,
            amount: { cents: invoices.reduce((sum, { amount }) => sum + amount, 0) },
          }),
    null,
  ],
  [
    "interest",
    ({ interest: { kind, from } }) =>
      kind === "none" || from === null
        ? met("whyNoInterest")
        : met("whyInterest", { kind: { text: `claims.interest_${kind}` }, date: { date: from } }),
    "interest",
  ],
];

const notice14: Line = [
  "notice14",
  ({ notice }) =>
    notice === null
      ? missing("whyNoNotice")
      : met("whyNotice", { sent: { date: notice.sentOn }, from: { date: notice.bikDueFrom } }),
  "workflow",
];

const money: readonly Line[] = [
  ["costs", costs, "workflow"],
  ["payments", ({ payments: { count, cents } }) => met("whyPayments", { count, amount: { cents } }), null],
  ["standing", () => met("whyStanding"), "states"],
  [
    "limitation",
    ({ barredOn }) => (barredOn === null ? missing("whyNoDueDate") : met("whyBarredOn", { date: { date: barredOn } })),
    "message",
  ],
  ["mandate", mandate, "client"],
  ["advance", () => byHand("whyAdvance"), "client"],
  ["invoiceDocuments", invoiceDocuments, "documents"],
  ["contractDocument", contractDocument, "documents"],
];

const last: readonly Line[] = [
  [
    "correspondence",
    ({ papers: { sent } }) => (sent === 0 ? missing("whyNothingSent") : met("whyMessages", { count: sent })),
    "message",
  ],
  ["paymentHistory", ({ payments: { count } }) => met("whyHistory", { count }), null],
  [
    "court",
    ({ open, debtor }) => byHand(open.total > kantonLimit ? "whyDistrictCourt" : "whyKanton", { city: debtor.city }),
    null,
  ],
  ["language", ({ debtor }) => met("whyAs", { value: { text: `files.language_${debtor.language}` } }), "debtor"],
  ["vat", ({ canReclaimVat }) => met(canReclaimVat ? "whyVatReclaimed" : "whyVatOwed"), "client"],
];

/** Every line of the list, in the order in which one reads a file; `refusals` are those of the law gate against a handover. */
export function checksOf(facts: HandoverFacts, refusals: readonly Refusal[]): Check[] {
  const { company, isConsumer } = facts.debtor;
  const lines: readonly Line[] = [
    ...(company ? ofCompany : ofPerson),
    ...ofAll,
    ...(isConsumer ? [notice14] : []),
    ...money,
    ...(isConsumer ? [["noticeDocument", noticeDocument, "documents"] satisfies Line] : []),
    ...last,
  ];
  return lines.map(([need, judge, mend]) => {
    const against = refusals.filter((refusal) => needOf(refusal) === need);
    const judged = judge(facts);
    const state = against.length > 0 ? "missing" : judged.state;
    return { need, state, why: judged.why, refusals: against, mend };
  });
}
