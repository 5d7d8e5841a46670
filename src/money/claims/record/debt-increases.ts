/** How much events increase a debt, and whether the law allows it: the pure part of the law gate of the event record. */
import { dayNumber, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { type DebtFacts, type DebtRefusal, debtRefusals } from "../../../law/rules/rules.ts";
import { judgeNotice } from "../collection-costs/notice.ts";
import { bikFor } from "../engine/balance.ts";
import { type ClaimEvent, type EventOf, type InterestTerms, isKind, termsOf } from "../engine/events.ts";
import { invoiceTermsOf } from "../engine/replay.ts";
import { freezesOf } from "../interest/freezes.ts";

type DebtRaise = Parameters<typeof debtRefusals>[0];

/** One file to be judged: its facts, its events before, and its events including the new ones. */
export interface Ground {
  readonly facts: DebtFacts;
  /** Whether somebody approved these terms. */
  readonly isApproved: (terms: InterestTerms) => boolean;
  readonly holds: readonly { readonly interestFrozenFrom: PlainDate | null }[];
  readonly today: PlainDate;
  /** What was in force before, and what is with the new ones. */
  readonly before: readonly ClaimEvent[];
  readonly after: readonly ClaimEvent[];
  /** All events including the new ones and reversed ones. */
  readonly all: readonly ClaimEvent[];
  readonly tariffs: Tariffs;
}

/** An act that increases a debt, and the name prefix of its fields. */
interface Raise {
  readonly raise: DebtRaise;
  readonly under: string;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Collection costs, compared with what the shared calculation allows given everything else that is known. */
function bikRaise({ id, on, amount, data }: EventOf<"bik">, { all, tariffs }: Ground): DebtRaise {
  const { invoices, ground } = data;
  const others = all.filter((event) => event.id !== id);
  const notice = judgeNotice(others, tariffs, on);
  const most = bikFor(others, tariffs, on, { ...(invoices && { invoices }), ...(ground && { ground }) }).total;
  const notice14 = notice && {
    sentOn: notice.event.on,
    voidReason: notice.voidReason,
    paidInTime: notice.paidInTime,
    bikDueFrom: notice.event.data.bikDueFrom,
  };
  return { kind: "bik", on, cents: amount, most, notice14 };
}

const interestRaise = (terms: InterestTerms, under: string, ground: Ground): Raise => ({
  raise: { kind: "interest", terms, approved: ground.isApproved(terms) },
  under,
});

/** What new interest terms of one invoice increase. */
function invoiceTermsRaises(event: EventOf<"invoice_terms">, field: string, ground: Ground): readonly Raise[] {
  const { before, after } = ground;
  const { invoice, interest, from } = event.data;
  const owed = after.find((each) => isKind(each, "invoice") && each.data.number === invoice);
  if (!owed || !isKind(owed, "invoice")) return [];
  const set = invoiceTermsOf(before).get(invoice);
  // The previous terms: as set for it, otherwise as entered.
  const known = set ?? { interest: owed.data.interest ?? null, from: owed.data.interestFrom };
  const start = from ?? interest?.from ?? null;
  const begins = start !== (known.from ?? known.interest?.from ?? null);
  const judged = interest !== null && !same(known.interest, interest);
  return [
    ...(judged ? [interestRaise(interest, field, ground)] : []),
    ...(begins
      ? [{ raise: { kind: "interestFrom", from: start, dueOn: owed.data.dueDate }, under: field } as const]
      : []),
  ];
}

/** What new terms of the file increase. */
function termsRaises(event: EventOf<"terms">, field: string, ground: Ground): readonly Raise[] {
  const { before } = ground;
  const { interest, bik } = event.data;
  const known = termsOf(before);
  const { oldestDue } = ground.facts;
  const from = interest.from ?? null;
  return [
    ...(same(known.interest, interest)
      ? []
      : [
          interestRaise(interest, field, ground),
          ...(oldestDue === null || from === known.interest.from
            ? []
            : [{ raise: { kind: "interestFrom", from, dueOn: oldestDue }, under: field } as const]),
        ]),
    ...(bik.method === known.bik.method
      ? []
      : [{ raise: { kind: "bikTerms", method: bik.method }, under: "" } as const]),
  ];
}

/** What a new event increases. Each kind has a case here, so that an unjudged new kind does not compile. */
function raisesOf(event: ClaimEvent, field: string, ground: Ground): readonly Raise[] {
  switch (event.kind) {
    case "cost": {
      const { group, article = "", title = null } = event.data;
      return [{ raise: { kind: "cost", group, article, on: event.on, title }, under: field }];
    }
    // An award needs no judgement itself; whether it may be entered while a state forbids increases is judged for its costs.
    case "judgment": {
      const title = { on: event.on, reference: event.data.reference };
      return [{ raise: { kind: "cost", group: "court", article: "", on: event.on, title }, under: field }];
    }
    case "bik":
      return [{ raise: bikRaise(event, ground), under: field }];
    case "invoice": {
      const { interest, interestFrom = null, dueDate } = event.data;
      return [
        ...(interest ? [interestRaise(interest, field, ground)] : []),
        { raise: { kind: "interestFrom", from: interestFrom ?? interest?.from ?? null, dueOn: dueDate }, under: field },
      ];
    }
    case "invoice_terms":
      return invoiceTermsRaises(event, field, ground);
    case "terms":
      return termsRaises(event, field, ground);
    // Kinds that lower a debt, or change no amount.
    case "notice14":
    case "credit_note":
    case "payment":
    case "write_off":
    case "freeze":
    case "refund":
    case "arrangement":
    case "reversal":
    case "interruption":
    case "capacity":
      return [];
  }
}

/** Whether interest would run on a day for which a state of the file stops it. */
function runsUnderState({ holds, today, after }: Ground): boolean {
  const freezes = freezesOf(after);
  return holds.some(({ interestFrozenFrom: from }) => {
    if (from === null || from > today) return false;
    const [first, last] = [dayNumber(from), dayNumber(today)];
    return !freezes.some(([begin, end]) => begin <= first && last < end);
  });
}

export function judgeRaises(fields: ReadonlyMap<number, string>, ground: Ground): readonly DebtRefusal[] {
  const previousIds = new Set(ground.before.map(({ id }) => id));
  const added = ground.after.filter(({ id }) => !previousIds.has(id));
  const raises = added.flatMap((event) => raisesOf(event, fields.get(event.id) ?? "", ground));
  const thawed = ground.before.some((event) => isKind(event, "freeze") && !ground.after.includes(event));
  const unfreezes = thawed && runsUnderState(ground);
  const termsReversed = ground.before.some((event) => isKind(event, "terms") && !ground.after.includes(event));
  const [was, is] = [termsOf(ground.before), termsOf(ground.after)];
  // A reversal of terms puts the earlier ones in force again: they are judged as if they were new.
  if (termsReversed && !same(was.interest, is.interest) && !added.some(({ kind }) => kind === "terms"))
    raises.push({
      raise: { kind: "interest", terms: is.interest, approved: ground.isApproved(is.interest) },
      under: "",
    });
  if (unfreezes) raises.push({ raise: { kind: "unfreeze" }, under: "" });
  return raises.flatMap(({ raise, under }) =>
    debtRefusals(raise, ground.facts).map((each) => ({
      ...each,
      field: under === "" ? each.field : each.field === "" ? under : `${under}.${each.field}`,
    })),
  );
}
