/**
 * The law gate of the event record: each event that raises a debt is judged here before it is entered. `record.server.ts` asks it for every event;
 * bulk actions ask it beforehand as well.
 */
import { sql } from "kysely";
import { activeHolds, type Hold } from "../../../cases/states/states.server.ts";
import { date, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { providerOf } from "../../../ground/settings/settings.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { type Tariffs, tariffOn } from "../../../ground/tariffs/tariffs.ts";
import type { DebtFacts, DebtRefusal } from "../../../law/rules/rules.ts";
import { type ClaimEvent, isKind, type NewEvent, standingEvents } from "../engine/events.ts";
import { approvalsOf, isApproved } from "../interest/approvals.server.ts";
import { judgeRaises } from "./debt-increases.ts";

/** A state of a file that has ended. */
type FormerHold = NonNullable<DebtFacts["formerHolds"]>[number] & { readonly fileId: number };

/** The states of these files that have ended by a date, without those entered by mistake. */
async function formerHolds(db: Db, fileIds: readonly number[], today: PlainDate): Promise<readonly FormerHold[]> {
  const { rows } =
    await sql<FormerHold>`select file_id as "fileId", kind, effect <> 'none' as stops, from_date as "from", l.last as "to"
    from file_hold, lateral (select least(until_date, ${legalDate("lifted_at")} - 1) as last) l
    where file_id = any(${[...fileIds]}::bigint[]) and not never_lay and (lifted_at is not null or until_date < ${today})
      and l.last >= from_date
    order by id`.execute(db);
  return rows;
}

/** The debtor of a claim, as far as the gate needs it. */
export interface DebtorFacts {
  readonly clientId: number;
  readonly consumer: boolean;
  readonly basis: string;
  /** Absent of a new file, which has no costs. */
  readonly isNaturalPerson?: boolean;
  readonly country?: string;
}

const debtorRows = batchedRows(
  async (db, fileIds: readonly number[]) =>
    (
      await sql<DebtorFacts & { readonly id: number }>`${prepared}
        select f.id, f.client_id as "clientId", d.is_consumer as consumer, f.claim_basis as basis,
          d.is_natural_person as "isNaturalPerson", d.country
        from case_file f join debtor d on d.id = f.debtor_id where f.id = ${anyOf(fileIds)}`.execute(
        asSystem(db, "the law is the same whoever enters a claim"),
      )
    ).rows,
  ({ id }) => id,
);

async function debtorsOf(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, DebtorFacts>> {
  const rows = await debtorRows(db, fileIds, undefined);
  return new Map(rows.map((row) => [row.id, row]));
}

type ProviderFacts = NonNullable<DebtFacts["collecting"]>["provider"];

function factsOf(
  debtor: DebtorFacts,
  { holds, former = [] }: Pick<Judged, "holds" | "former">,
  after: readonly ClaimEvent[],
  tariffs: Tariffs,
  provider: ProviderFacts,
  today: PlainDate,
): DebtFacts {
  const { isNaturalPerson = false, country = "" } = debtor;
  const dues = after.flatMap((event) => (isKind(event, "invoice") ? [event.data.dueDate] : [])).sort();
  return {
    isConsumer: debtor.consumer,
    contractual: debtor.basis === "contract",
    holds: holds.map(({ kind, until, effect }) => ({ kind, until, stops: effect !== "none" })),
    formerHolds: former,
    collecting: { from: { isNaturalPerson, country }, provider, today },
    oldestDue: dues[0] ?? null,
    fairRate: tariffOn(tariffs, "interest_fair", today).rate,
    statutoryRate: tariffOn(tariffs, "interest_statutory", today).rate,
  };
}

/** Kinds that are never refused: a file with only these is skipped. */
const harmless: ReadonlySet<NewEvent["kind"]> = new Set([
  "notice14",
  "credit_note",
  "payment",
  "write_off",
  "freeze",
  "refund",
  "arrangement",
  "interruption",
  "capacity",
]);

export interface Raising {
  readonly fileId: number;
  /** The events in the record, in order of entry. */
  readonly before: readonly ClaimEvent[];
  readonly news: readonly NewEvent[];
  /** `before` followed by the new ones, as they will be in force. */
  readonly all: readonly ClaimEvent[];
}

/** Whether the gate has to judge an event. */
export const mayRaise = (events: readonly NewEvent[]): boolean => events.some(({ kind }) => !harmless.has(kind));

/** Why events may not be entered on files, by file; files without a refusal are not in the map. Reads only. */
export async function raiseRefusals(
  db: Db,
  files: readonly Raising[],
  today: PlainDate,
): Promise<ReadonlyMap<number, readonly DebtRefusal[]>> {
  const judged = files.filter(({ news }) => mayRaise(news));
  if (judged.length === 0) return new Map();
  const ids = judged.map(({ fileId }) => fileId);
  const debtors = await debtorsOf(db, ids);
  const holds = await activeHolds(db, ids, today);
  const dated = judged.filter(({ news }) =>
    news.some(({ kind, on }) => (kind === "cost" || kind === "judgment") && on < today),
  );
  const former =
    dated.length === 0
      ? []
      : await formerHolds(
          db,
          dated.map(({ fileId }) => fileId),
          today,
        );
  const known = judged.flatMap((each) => {
    const debtor = debtors.get(each.fileId);
    const own = former.filter(({ fileId }) => fileId === each.fileId);
    return debtor ? [{ ...each, debtor, holds: holds.get(each.fileId) ?? [], former: own }] : [];
  });
  return judgeAll(db, known, today);
}

/** Why the first events of new files may not be entered, by index in the list. Reads only. */
export const firstRefusals = (
  db: Db,
  files: readonly {
    readonly debtor: DebtorFacts;
    readonly news: readonly NewEvent[];
    readonly all: readonly ClaimEvent[];
  }[],
  today: PlainDate,
): Promise<ReadonlyMap<number, readonly DebtRefusal[]>> =>
  judgeAll(
    db,
    files.map((each, at) => ({ ...each, fileId: at, before: [], holds: [], isNew: true })),
    today,
  );

interface Judged extends Raising {
  readonly debtor: DebtorFacts;
  readonly holds: readonly Hold[];
  /** States that have ended, for events dated before today. */
  readonly former?: readonly FormerHold[];
  /** A file without an id yet, for which nothing can have been approved. */
  readonly isNew?: boolean;
}

async function judgeAll(
  db: Db,
  files: readonly Judged[],
  today: PlainDate,
): Promise<ReadonlyMap<number, readonly DebtRefusal[]>> {
  const refused = new Map<number, readonly DebtRefusal[]>();
  const tariffs = await loadTariffs(db);
  const { wkiNumber, wkiValidUntil } = providerOf(await globalSettings(db));
  const provider = {
    registrationNumber: wkiNumber,
    registrationValidUntil: wkiValidUntil === "" ? null : date(wkiValidUntil),
  };
  const clients = [...new Set(files.map(({ debtor }) => debtor.clientId))];
  const approvals = await approvalsOf(
    db,
    clients,
    files.flatMap(({ fileId, isNew }) => (isNew ? [] : [fileId])),
  );
  for (const each of files) {
    const { fileId, before, news, all, debtor, holds, isNew = false } = each;
    const after = standingEvents(all);
    const fields = new Map(all.slice(before.length).map(({ id }, at) => [id, news[at]?.field ?? ""]));
    const found = judgeRaises(fields, {
      facts: factsOf(debtor, each, after, tariffs, provider, today),
      isApproved: (terms) => isApproved(approvals, terms, debtor.clientId, isNew ? null : fileId),
      holds,
      today,
      before: standingEvents(before),
      after,
      all,
      tariffs,
    });
    if (found.length > 0) refused.set(fileId, found);
  }
  return refused;
}
