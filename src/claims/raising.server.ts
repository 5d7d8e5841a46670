/**
 * The law gate of the event record: whatever raises a debt is judged here before it is entered, whoever enters it. `record.server.ts` asks it for
 * every event; acts on many files ask it beforehand.
 */
import { sql } from "kysely";
import { activeHolds, type Hold } from "../files/files.server.ts";
import { dayNumber, type PlainDate } from "../kernel/dates.ts";
import { kept } from "../platform/server/kept.ts";
import type { Db } from "../platform/server/room.ts";
import { type DebtFacts, type DebtRaise, type DebtRefusal, debtRefusals } from "../rules/rules.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import { type Tariffs, tariffOn } from "../tariffs/tariffs.ts";
import { type ClaimEvent, isKind, type NewEvent, standingEvents, termsOf } from "./events.ts";
import { freezesOf } from "./freezes.ts";
import { invoiceTermsOf } from "./sweep.ts";

/** One file as it is judged: what is known of it, its events before, and those with the new ones after. */
interface Ground {
  readonly facts: DebtFacts;
  readonly holds: readonly Hold[];
  readonly today: PlainDate;
  readonly before: readonly ClaimEvent[];
  readonly after: readonly ClaimEvent[];
}

/** An act that raises a debt, and the name of what holds its fields. */
interface Raise {
  readonly raise: DebtRaise;
  readonly under: string;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What an event that comes to stand adds. Every kind has its line here, so that a new one does not compile unjudged. */
function raisesOf(event: ClaimEvent, field: string, ground: Ground): readonly Raise[] {
  const { before, after } = ground;
  switch (event.kind) {
    case "cost": {
      const { group, article = "", title = null } = event.data;
      return [{ raise: { kind: "cost", group, article, on: event.on, title }, under: field }];
    }
    case "bik":
      return [{ raise: { kind: "bik", on: event.on }, under: field }];
    case "invoice": {
      const { interest, approval, interestFrom = null, dueDate } = event.data;
      return [
        ...(interest
          ? [{ raise: { kind: "interest", terms: interest, approved: !!approval }, under: field } as const]
          : []),
        { raise: { kind: "interestFrom", from: interestFrom ?? interest?.from ?? null, dueOn: dueDate }, under: field },
      ];
    }
    case "invoice_terms": {
      const { invoice, interest, from, approval } = event.data;
      const known = invoiceTermsOf(before).get(invoice);
      const owed = after.find((each) => isKind(each, "invoice") && each.data.number === invoice);
      const start = from ?? interest?.from ?? null;
      const judged = interest !== null && !same(known?.interest, interest);
      return [
        ...(judged
          ? [{ raise: { kind: "interest", terms: interest, approved: !!approval }, under: field } as const]
          : []),
        ...(owed && isKind(owed, "invoice") && known?.from !== from
          ? [{ raise: { kind: "interestFrom", from: start, dueOn: owed.data.dueDate }, under: field } as const]
          : []),
      ];
    }
    case "terms": {
      const { interest, bik, approval } = event.data;
      const known = termsOf(before);
      const { oldestDue } = ground.facts;
      const from = interest.from ?? null;
      return [
        ...(same(known.interest, interest)
          ? []
          : [
              { raise: { kind: "interest", terms: interest, approved: !!approval }, under: field } as const,
              ...(oldestDue === null || from === known.interest.from
                ? []
                : [{ raise: { kind: "interestFrom", from, dueOn: oldestDue }, under: field } as const]),
            ]),
        ...(bik.method === known.bik.method
          ? []
          : [{ raise: { kind: "bikTerms", method: bik.method }, under: "" } as const]),
      ];
    }
    // What lowers a debt, or changes no amount.
    case "notice14":
    case "credit_note":
    case "payment":
    case "write_off":
    case "freeze":
    case "refund":
    case "arrangement":
    case "reversal":
    case "interruption":
      return [];
  }
}

/** Whether interest would run on a day that a state of the file stops it for. */
function runsUnderState({ holds, today, after }: Ground): boolean {
  const freezes = freezesOf(after);
  return holds.some(({ interestFrozenFrom: from }) => {
    if (from === null || from > today) return false;
    const [first, last] = [dayNumber(from), dayNumber(today)];
    return !freezes.some(([begin, end]) => begin <= first && last < end);
  });
}

function judge(fields: ReadonlyMap<number, string>, ground: Ground): readonly DebtRefusal[] {
  const stood = new Set(ground.before.map(({ id }) => id));
  const stands = ground.after.filter(({ id }) => !stood.has(id));
  const raises = stands.flatMap((event) => raisesOf(event, fields.get(event.id) ?? "", ground));
  const thawed = ground.before.some((event) => isKind(event, "freeze") && !ground.after.includes(event));
  const unfreezes = thawed && runsUnderState(ground);
  const gone = ground.before.some((event) => isKind(event, "terms") && !ground.after.includes(event));
  const [was, is] = [termsOf(ground.before), termsOf(ground.after)];
  // Terms that were taken back leave those before them: they are judged as if they were new.
  if (gone && !same(was.interest, is.interest) && !stands.some(({ kind }) => kind === "terms"))
    raises.push({ raise: { kind: "interest", terms: is.interest, approved: is.approval !== undefined }, under: "" });
  if (unfreezes) raises.push({ raise: { kind: "unfreeze" }, under: "" });
  return raises.flatMap(({ raise, under }) =>
    debtRefusals(raise, ground.facts).map((each) => ({
      ...each,
      field: under === "" ? each.field : each.field === "" ? under : `${under}.${each.field}`,
    })),
  );
}

interface Debtor {
  readonly id: number;
  readonly consumer: boolean;
  readonly basis: string;
}

async function debtorsOf(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, Debtor>> {
  const { rows } = await sql<Debtor>`${kept} select f.id, d.is_consumer as consumer, f.claim_basis as basis
    from case_file f join debtor d on d.id = f.debtor_id where f.id = any(${[...fileIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

function factsOf(
  debtor: Debtor,
  holds: readonly Hold[],
  after: readonly ClaimEvent[],
  tariffs: Tariffs,
  today: PlainDate,
): DebtFacts {
  const dues = after.flatMap((event) => (isKind(event, "invoice") ? [event.data.dueDate] : [])).sort();
  const letters = after
    .filter((event) => isKind(event, "notice14"))
    .sort((a, b) => (a.data.bikDueFrom < b.data.bikDueFrom ? -1 : 1));
  const [first] = letters;
  return {
    isConsumer: debtor.consumer,
    contractual: debtor.basis === "contract",
    holds: holds.map(({ kind, until, effect }) => ({ kind, until, stops: effect !== "none" })),
    notice14: first ? { sentOn: first.on, bikDueFrom: first.data.bikDueFrom } : null,
    oldestDue: dues[0] ?? null,
    fairRate: tariffOn(tariffs, "interest_fair", today).rate,
    statutoryRate: tariffOn(tariffs, "interest_statutory", today).rate,
  };
}

/** Kinds that are never refused: a file that gets nothing else is not looked at. */
const harmless: ReadonlySet<NewEvent["kind"]> = new Set([
  "notice14",
  "credit_note",
  "payment",
  "write_off",
  "freeze",
  "refund",
  "arrangement",
  "interruption",
]);

export interface Raising {
  readonly fileId: number;
  /** What stands in the record, in the order of entry. */
  readonly before: readonly ClaimEvent[];
  readonly news: readonly NewEvent[];
  /** `before` and the new ones after them, as they will stand. */
  readonly all: readonly ClaimEvent[];
}

/** Whether an event is one that the gate has to look at. */
export const mayRaise = (events: readonly NewEvent[]): boolean => events.some(({ kind }) => !harmless.has(kind));

/** Why events may not be entered on files, by file; files of which all may are not in the map. Reads only. */
export async function raiseRefusals(
  db: Db,
  files: readonly Raising[],
  today: PlainDate,
): Promise<ReadonlyMap<number, readonly DebtRefusal[]>> {
  const judged = files.filter(({ news }) => mayRaise(news));
  const refused = new Map<number, readonly DebtRefusal[]>();
  if (judged.length === 0) return refused;
  const ids = judged.map(({ fileId }) => fileId);
  const debtors = await debtorsOf(db, ids);
  const holds = await activeHolds(db, ids, today);
  const tariffs = await loadTariffs(db);
  for (const { fileId, before, news, all } of judged) {
    const debtor = debtors.get(fileId);
    if (!debtor) continue;
    const after = standingEvents(all);
    const added = all.slice(before.length);
    const fields = new Map(added.map(({ id }, at) => [id, news[at]?.field ?? ""]));
    const lying = holds.get(fileId) ?? [];
    const facts = factsOf(debtor, lying, after, tariffs, today);
    const ground = { facts, holds: lying, today, before: standingEvents(before), after };
    const found = judge(fields, ground);
    if (found.length > 0) refused.set(fileId, found);
  }
  return refused;
}
