/**
 * What a bailiff needs before a file is handed over: each line of the list of domain facts 4.6, judged on what is known now. Pure.
 * A line is `missing` where it blocks, and `passed` where somebody let it pass with a reason.
 */

import type { LogText } from "../../../cases/logs/logs.ts";
import { houseLine, parsePostcode } from "../../../ground/kernel/identifiers.ts";
import type { Refusal } from "../../../law/rules/rules.ts";
import { courtFor, courtNames, courtPlaceFor, placeOf, sectorOf } from "../../courts/courts.ts";
import { contractDocument, correspondence, invoiceDocuments, noticeDocument } from "../papers/paper-checks.ts";
import { type CheckState, type HandoverFacts, type Judged, known, met, missing } from "./facts.ts";

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

/** Where a line is mended. */
export const fixes = [
  "debtor",
  "addressCheck",
  "claim",
  "states",
  "interest",
  "documents",
  "message",
  "workflow",
  "client",
  "court",
  "advance",
  "mandate",
] as const;
export type Mender = (typeof fixes)[number];

export interface Check {
  readonly need: HandoverNeed;
  readonly state: CheckState;
  readonly why: LogText;
  /** What the law gate says against it. */
  readonly refusals: readonly Refusal[];
  readonly mend: Mender | null;
}

const needOfRule: Partial<Record<Refusal["rule"], HandoverNeed>> = {
  descriptionMissing: "claim",
  arrangement: "standing",
  contactOnlyVia: "standing",
  speakerUnknown: "standing",
  stateElsewhere: "standing",
  noticeMissing: "notice14",
  noticeVoid: "notice14",
  noticeRunning: "notice14",
  noticePaid: "notice14",
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

function address({ debtor }: HandoverFacts): Judged {
  const house = houseLine(debtor);
  const line = `${debtor.street} ${house}, ${debtor.postcode} ${debtor.city}`;
  if (![debtor.street, debtor.houseNumber, debtor.city].every(known)) return missing("whyAddressIncomplete");
  if (debtor.country !== "NL") return missing("whyAddressAbroad", { address: `${line}, ${debtor.country}` });
  if (parsePostcode(debtor.postcode) === undefined) return missing("whyAddressIncomplete");
  return met("whyAs", { value: line });
}

function claim({ claim: { title, description } }: HandoverFacts): Judged {
  if (!known(title)) return missing("whyNoTitle");
  return known(description) ? met("whyAs", { value: title }) : missing("whyNoDescription", { title });
}

function costs({ open }: HandoverFacts): Judged {
  if (open.bikNotCharged > 0) return missing("whyBikNotCharged", { amount: { cents: open.bikNotCharged } });
  return met("whySplit", {
    principal: { cents: open.principal },
    interest: { cents: open.interest },
    bik: { cents: open.bik },
    other: { cents: open.otherCosts },
  });
}

function mandate({ mandate: { on, until }, ownMandate, today }: HandoverFacts): Judged {
  if (ownMandate !== null && ownMandate.on <= today) {
    const values = { scope: { text: `handover.scope_${ownMandate.scope}` }, date: { date: ownMandate.on } };
    return ownMandate.scope === "collection" ? missing("whyMandateShort", values) : met("whyOwnMandate", values);
  }
  if (on === null || on > today) return missing("whyNoMandate");
  if (until !== null && until < today) return missing("whyMandateEnded", { date: { date: until } });
  return met("whyMandate", { date: { date: on } });
}

function advance({ advance: { required, cents, on }, today }: HandoverFacts): Judged {
  if (required === null) return missing("whyAdvanceUnknown");
  if (!required) return met("whyNoAdvance");
  if (on === null || on > today) return missing("whyAdvanceAwaited");
  const values = { date: { date: on } };
  return cents === null ? met("whyAdvanceIn", values) : met("whyAdvanceOf", { ...values, amount: { cents } });
}

function court({
  court: chosen,
  place,
  placeUnchecked,
  debtor,
  open,
  subDistrictMatter,
  isRent,
}: HandoverFacts): Judged {
  const sector = subDistrictMatter ? "matter" : sectorOf(open.total);
  const proposed = courtFor(debtor);
  const name = chosen ?? proposed;
  if (name === null) return missing("whyNoCourt", { city: debtor.city });
  const where = chosen === null ? courtPlaceFor(debtor) : place;
  const values = { court: where === null ? courtNames[name] : `${courtNames[name]} (${placeOf[where].city})` };
  if (chosen === null) return missing(`whyCourtProposed_${isRent ? "rent" : sector}`, values);
  return met(placeUnchecked ? `whyCourtUnchecked_${sector}` : `whyCourt_${sector}`, values);
}

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

function limitation({ barredOn, leftOut }: HandoverFacts): Judged {
  if (barredOn === null) return missing("whyNoDueDate");
  if (leftOut.length === 0) return met("whyBarredOn", { date: { date: barredOn } });
  const numbers = leftOut.map(({ number }) => number).join(", ");
  return met("whyLeftOut", { date: { date: barredOn }, numbers });
}

const money: readonly Line[] = [
  ["costs", costs, "workflow"],
  ["payments", ({ payments: { count, cents } }) => met("whyPayments", { count, amount: { cents } }), null],
  ["standing", () => met("whyStanding"), "states"],
  ["limitation", limitation, "message"],
  ["mandate", mandate, "mandate"],
  ["advance", advance, "advance"],
  ["invoiceDocuments", invoiceDocuments, "documents"],
  ["contractDocument", contractDocument, "documents"],
];

const last: readonly Line[] = [
  ["correspondence", correspondence, "message"],
  ["paymentHistory", ({ payments: { count } }) => met("whyHistory", { count }), null],
  ["court", court, "court"],
  ["language", ({ debtor }) => met("whyAs", { value: { text: `files.language_${debtor.language}` } }), "debtor"],
  ["vat", ({ canReclaimVat }) => met(canReclaimVat ? "whyVatReclaimed" : "whyVatOwed"), "client"],
];

/**
 * Every line of the list, in the order in which one reads a file. `refusals` are those of the law gate against a handover; `passes` the lines
 * that somebody let pass: they count for what is lacking, not for what the law refuses.
 */
export function checksOf(
  facts: HandoverFacts,
  refusals: readonly Refusal[],
  passes: ReadonlySet<HandoverNeed> = new Set(),
): Check[] {
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
    const passed = judged.state === "missing" && passes.has(need) ? "passed" : judged.state;
    const state = against.length > 0 ? "missing" : passed;
    return { need, state, why: judged.why, refusals: against, mend };
  });
}
