/**
 * The derivation of a balance as a tree. It is built from the engine's own records, so it cannot differ from the balance. The leaves of every node
 * sum to its amount.
 */
import { dateOfDay, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents, Rate } from "../../../ground/kernel/money.ts";
import type { InterestLine } from "../interest/interest.ts";
import type { Balance } from "./balance.ts";
import type { Allocation, ChargedCosts, CostItem, InvoiceAccount, Receipt } from "./ledger.ts";

/** A value in a label with its kind, so that each reader formats it. */
export type LabelValue =
  | { readonly kind: "date"; readonly value: PlainDate }
  | { readonly kind: "money"; readonly value: Cents }
  | { readonly kind: "rate"; readonly value: Rate }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  /** A key of the claims texts. */
  | { readonly kind: "term"; readonly value: string };

export interface DerivationNode {
  /** A key of the claims texts, without the module's name. */
  readonly label: string;
  readonly values: Readonly<Record<string, LabelValue>>;
  readonly amount: Cents;
  /** The article of law; empty without one. */
  readonly article: string;
  /** The publication of a legal figure; empty if none is used. */
  readonly source: string;
  readonly children: readonly DerivationNode[];
}

export const balanceParts = ["open", "principal", "interest", "costs", "paid"] as const;
/** An amount with a derivation. `paid` has its own tree; in the other trees payments appear where they were allocated. */
export type BalancePart = (typeof balanceParts)[number];

const date = (value: PlainDate): LabelValue => ({ kind: "date", value });
const day = (value: number): LabelValue => date(dateOfDay(value));
const money = (value: Cents): LabelValue => ({ kind: "money", value });
const rate = (value: Rate): LabelValue => ({ kind: "rate", value });
const number = (value: number): LabelValue => ({ kind: "number", value });
const text = (value: string): LabelValue => ({ kind: "text", value });
const term = (value: string): LabelValue => ({ kind: "term", value });

const leaf = (
  label: string,
  amount: Cents,
  values: DerivationNode["values"] = {},
  law: { article?: string; source?: string } = {},
): DerivationNode => ({ label, values, amount, article: law.article ?? "", source: law.source ?? "", children: [] });

const branch = (
  label: string,
  children: readonly DerivationNode[],
  values: DerivationNode["values"] = {},
  law: { article?: string; source?: string } = {},
): DerivationNode => ({
  ...leaf(
    label,
    children.reduce((sum, child) => sum + child.amount, 0),
    values,
    law,
  ),
  children,
});

const articles: Readonly<Record<string, string>> = { payment: "BW 6:44", judgment: "Rv 230" };

/** What receipts, write-offs and judgments took off a part of the claim, one leaf each, in the legal order. */
function takenOff({ ledger }: Balance, part: Allocation["part"], to: number | string): DerivationNode[] {
  const leaves: DerivationNode[] = [];
  for (const receipts of [ledger.payments, ledger.creditSurpluses, ledger.writeOffs, ledger.replaced]) {
    for (const receipt of receipts) {
      for (const each of receipt.allocations) {
        if (each.part !== part || each.to !== to) continue;
        const article = articles[receipt.event.kind] ?? "";
        leaves.push(leaf(takenLabel(receipt), -each.amount, takenValues(receipt, each), { article }));
      }
    }
  }
  return leaves;
}

const takenLabels = {
  payment: "lessPayment",
  write_off: "lessWriteOff",
  credit_note: "lessCreditSurplus",
  judgment: "lessReplaced",
} as const;
const takenLabel = ({ event }: Receipt): string => takenLabels[event.kind];

function referenceOf({ event }: Receipt): string {
  switch (event.kind) {
    case "payment":
    case "judgment":
      return event.data.reference;
    case "write_off":
      return event.data.reason;
    case "credit_note":
      return event.data.number;
  }
}

const takenValues = (receipt: Receipt, each: Allocation): DerivationNode["values"] => ({
  on: date(receipt.event.on),
  appliedOn: day(each.day),
  received: money(receipt.amount),
  reference: text(referenceOf(receipt)),
});

function invoiceNode(balance: Balance, invoice: InvoiceAccount): DerivationNode {
  const { event, credits } = invoice;
  const awarded = leaf("awardedPrincipal", event.amount, { on: date(event.on) }, { article: "Rv 230" });
  return branch(
    invoice.awarded ? "awarded" : "invoice",
    [
      invoice.awarded
        ? awarded
        : leaf("invoiceAmount", event.amount, { on: date(event.on), due: date(event.data.dueDate) }),
      ...credits.map(({ event: credit, amount }) =>
        leaf(credit.data.mode === "retroactive" ? "lessCreditRetroactive" : "lessCreditGoodwill", -amount, {
          on: date(credit.on),
          number: text(credit.data.number),
        }),
      ),
      ...(invoice.paidBack > 0 ? [leaf("plusPaidBack", invoice.paidBack)] : []),
      ...takenOff(balance, "principal", invoice.number),
    ],
    { number: text(invoice.number), description: text(event.data.description ?? "") },
  );
}

const lineLabel = (line: InterestLine): string =>
  line.article === "Rv 230"
    ? "interestAwarded"
    : line.frozen
      ? "interestFrozen"
      : line.per === "month"
        ? "interestLineMonth"
        : "interestLine";

const lineNode = (line: InterestLine): DerivationNode =>
  leaf(
    line.capitalised > 0 ? `${lineLabel(line)}Capitalised` : lineLabel(line),
    line.interest,
    {
      from: day(line.from),
      until: day(line.until),
      days: number(line.until - line.from),
      base: money(line.base),
      rate: rate(line.rate),
      joined: money(line.capitalised),
    },
    { article: line.article, source: line.source },
  );

/** Lapsed interest: from the judgment up to the first day whose interest is still owed. */
function lapsedNodes({ lapse }: InvoiceAccount["accrual"]): DerivationNode[] {
  if (!lapse || lapse.lapsed === 0) return [];
  const values = { judged: day(lapse.judgedOn), until: day(lapse.lapsedUntil) };
  return [leaf("lessInterestLapsed", -lapse.lapsed, values, { article: "BW 3:324 lid 3" })];
}

function interestNode(balance: Balance, { accrual, number: invoice }: InvoiceAccount): DerivationNode {
  const children = [...accrual.lines.map(lineNode), ...lapsedNodes(accrual), ...takenOff(balance, "interest", invoice)];
  return branch("interestOf", children, {
    number: text(invoice),
    start: day(accrual.startDay),
    kind: term(`interest_${accrual.terms.kind}`),
  });
}

/** The calculation of collection costs, as leaves that sum to what was charged. */
function bikNodes(bik: ChargedCosts): DerivationNode[] {
  const law = { article: bik.article, source: bik.source };
  const slices = bik.parts.map((part) =>
    leaf("bikSlice", part.amount, { principal: money(part.principal), rate: rate(part.rate) }, law),
  );
  const sum = slices.reduce((total, { amount }) => total + amount, 0);
  const bound =
    bik.parts.length === 0
      ? [leaf("bikAgreed", bik.amount, {}, law)]
      : bik.amount === sum
        ? []
        : [
            leaf(
              bik.bound === "none" ? "bikRounding" : bik.bound === "minimum" ? "bikMinimum" : "bikMaximum",
              bik.amount - sum,
              {},
              law,
            ),
          ];
  const relief =
    bik.instalmentRelief > 0
      ? [leaf("bikInstalments", -bik.instalmentRelief, {}, { article: "Besluit BIK art. 2a" })]
      : [];
  const earlier = bik.alreadyCharged > 0 ? [leaf("bikAlreadyCharged", -bik.alreadyCharged, {}, law)] : [];
  const cap = bik.bik - (bik.amount - bik.instalmentRelief - bik.alreadyCharged);
  const capped = cap === 0 ? [] : [leaf("bikAsAnnounced", cap, {}, { article: "BW 6:96 lid 6" })];
  const vat =
    bik.vat > 0
      ? [
          leaf(
            "bikVat",
            bik.vat,
            { rate: rate(bik.vatRate), base: money(bik.bik) },
            { article: "Besluit BIK art. 2 lid 3" },
          ),
        ]
      : [];
  return [...slices, ...bound, ...relief, ...earlier, ...capped, ...vat];
}

const groundLabels = { notice: "bikChargedNotice", default: "bikChargedDefault", day: "bikCharged" } as const;
const groundArticles = { notice: "BW 6:96 lid 6", default: "BW 6:96 lid 4" } as const;

/** The charged costs with the day of the right, the base on that day, and the letter. */
function bikNode(bik: ChargedCosts, article: string): DerivationNode {
  const values = {
    principal: money(bik.principal),
    dueFrom: date(bik.dueFrom),
    claimed: date(bik.claimedOn),
    ...(bik.notice && { sent: date(bik.notice) }),
  };
  const law = { article: bik.ground === "day" ? article : groundArticles[bik.ground] };
  return branch(groundLabels[bik.ground], bikNodes(bik), values, law);
}

/** A cost of the list is named by its type; costs that follow from a payment or a judgment have texts of their own. */
function costLabel({ type, group }: CostItem): string {
  if (type === "refundExcess") return "costRefundExcess";
  if (type === "awarded") return group === "bik" ? "costAwardedCollection" : "costAwardedCourt";
  return "cost";
}

function costNode(balance: Balance, cost: CostItem): DerivationNode {
  const off = takenOff(balance, "costs", cost.id);
  const values = {
    on: date(cost.on),
    type: text(cost.type),
    description: text(cost.description ?? ""),
    amount: money(cost.amount),
  };
  const law = { article: cost.article };
  if (cost.bik) {
    const made = bikNode(cost.bik, cost.article);
    return branch("bik", [made, ...off], values, law);
  }
  return branch(costLabel(cost), [leaf("costCharged", cost.amount, values, law), ...off], values, law);
}

function receiptNode(receipt: Receipt): DerivationNode {
  const { event } = receipt;
  const applied = receipt.allocations.map((each) =>
    leaf(
      `paidTo_${each.part}`,
      each.amount,
      { on: day(each.day), to: text(typeof each.to === "string" ? each.to : "") },
      { article: "BW 6:44" },
    ),
  );
  return branch("payment", [...applied, ...(receipt.surplus > 0 ? [leaf("paidSurplus", receipt.surplus)] : [])], {
    on: date(event.on),
    received: money(receipt.amount),
    reference: text(event.kind === "payment" ? event.data.reference : ""),
    receipt: term(event.kind === "payment" ? `receipt_${event.data.receipt}` : "receipt_agency"),
    refunded: money(receipt.refunded),
  });
}

function paidNode(balance: Balance): DerivationNode {
  const { payments, creditSurpluses } = balance.ledger;
  const refundedCredits = creditSurpluses.filter(({ refunded }) => refunded > 0);
  return branch("paid", [
    ...payments.map(receiptNode),
    ...refundedCredits.map(({ refunded, event }) => leaf("paidCreditRefunded", -refunded, { on: date(event.on) })),
  ]);
}

/** The tree of one amount of a balance. */
export function derive(balance: Balance, part: BalancePart): DerivationNode {
  const { invoices, costs } = balance.ledger;
  const on = { on: date(balance.asOf) };
  switch (part) {
    case "paid":
      return paidNode(balance);
    case "principal":
      return branch(
        "principal",
        invoices.map((invoice) => invoiceNode(balance, invoice)),
        on,
      );
    case "interest":
      return branch(
        "interest",
        invoices.filter(({ accrual }) => accrual.lines.length > 0).map((invoice) => interestNode(balance, invoice)),
        on,
      );
    case "costs":
      return branch(
        "costs",
        costs.map((cost) => costNode(balance, cost)),
        on,
      );
    case "open":
      return branch(
        "open",
        (["principal", "interest", "costs"] as const).map((each) => derive(balance, each)),
        on,
      );
  }
}
