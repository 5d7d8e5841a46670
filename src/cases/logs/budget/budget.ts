/** A statement of income and expenses (inkomsten-uitgaven), and what it leaves for a payment. Pure (domain facts 3.4). */
import type { Cents } from "../../../ground/kernel/money.ts";

export const budgetSides = ["income", "expense"] as const;
export type BudgetSide = (typeof budgetSides)[number];

/** Kinds by side. `protected` is no expense: it is the part of the income that no seizure may touch (beslagvrije voet). */
export const budgetKinds = {
  income: ["wages", "benefit", "pension", "allowances", "alimony", "other"],
  expense: ["housing", "energy", "insurance", "living", "children", "transport", "debts", "protected", "other"],
} as const satisfies Record<BudgetSide, readonly string[]>;

export interface BudgetEntry {
  readonly side: BudgetSide;
  readonly kind: string;
  /** A month. */
  readonly cents: Cents;
}

export interface Capacity {
  readonly incomeCents: Cents;
  readonly expenseCents: Cents;
  /** The protected earnings that were reported; null where nobody did. */
  readonly protectedCents: Cents | null;
  /** What is left a month: income less fixed costs, and never a part of the protected earnings; not below zero. */
  readonly capacityCents: Cents;
}

const sum = (entries: readonly BudgetEntry[]): Cents => entries.reduce((total, { cents }) => total + cents, 0);

/** `capacity = income − fixed costs − beslagvrije voet check` (domain facts 3.4). */
export function capacityFrom(entries: readonly BudgetEntry[]): Capacity {
  const isProtected = ({ side, kind }: BudgetEntry): boolean => side === "expense" && kind === "protected";
  const incomeCents = sum(entries.filter(({ side }) => side === "income"));
  const expenseCents = sum(entries.filter((entry) => entry.side === "expense" && !isProtected(entry)));
  const kept = entries.filter(isProtected);
  const protectedCents = kept.length === 0 ? null : sum(kept);
  const left = Math.min(incomeCents - expenseCents, incomeCents - (protectedCents ?? 0));
  return { incomeCents, expenseCents, protectedCents, capacityCents: Math.max(0, left) };
}
