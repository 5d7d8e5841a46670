/** Visits checked by the law gate: the day of a planned one, and the time of a past one (Bki 4.2, house policy). */

import { type SqlBool, sql } from "kysely";
import { settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { type BrokenRule, judgeVisitsBy, type PlannedVisit } from "../../../cases/logs/logs.server.ts";
import { isNamedAlike, nameKeyOf } from "../../../cases/persons/persons.server.ts";
import {
  addDays,
  dateInAmsterdam,
  instantInAmsterdam,
  type PlainDate,
  parsePlainDate,
} from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { LawRefusal } from "../../../law/rules/rules.server.ts";
import {
  atInstant,
  firstPossible,
  type GateFacts,
  gate,
  type JudgingMoment,
  type Refusal,
} from "../../../law/rules/rules.ts";
import { balanceOf, judgeNotice } from "../../../money/claims/claims.ts";
import { gateFacts } from "../processing.ts";
import { loadInputs, runEnvironment } from "../runs/inputs.server.ts";

/** Visits this many days before or after another may be within the same seven days. */
const apart = 6;

/** Locks visits to one person, so that concurrent planning or recording sees the others. */
async function lockPerson(db: Db, fileId: number): Promise<string> {
  const { rows } = await sql<{
    person: string;
  }>`select ${nameKeyOf("d")} || '|' || d.postcode || '|' || d.house_number as person,
      pg_advisory_xact_lock(hashtextextended('visit ' || d.postcode || '|' || d.house_number, 0))
    from case_file f join debtor d on d.id = f.debtor_id where f.id = ${fileId}`.execute(
    asSystem(db, "the law judges visits to a person over all of its files"),
  );
  const [found] = rows;
  if (!found) throw notFound();
  return found.person;
}

/** The files of the same person as a file: one named alike at the same address. */
const filesOfPerson = (fileId: number) => sql`
  select f.id from case_file own join debtor d on d.id = own.debtor_id
  join debtor same on same.postcode = d.postcode and same.house_number = d.house_number and ${isNamedAlike("same", "d")}
  join case_file f on f.debtor_id = same.id where own.id = ${fileId}`;

/** The days around a date on which this person was visited, over all files. */
async function visitedOn(db: Db, fileId: number, on: PlainDate): Promise<PlainDate[]> {
  const { rows } = await sql<{ on: PlainDate }>`
    select ${legalDate("l.at")} as on from file_log l
    where l.file_id in (${filesOfPerson(fileId)}) and l.type = 'visit'
      and ${legalDate("l.at")} between ${addDays(on, -apart)} and ${addDays(on, apart)}`.execute(
    asSystem(db, "the law judges visits to a person over all of its files"),
  );
  return rows.map((row) => row.on);
}

/**
 * The days from `apart` before a date with a visit to this person in the agenda: open ones, and those completed on their day or later without a
 * timeline line.
 */
async function plannedOn(db: Db, fileId: number, on: PlainDate, itemId: number | null): Promise<readonly OtherVisit[]> {
  const unwritten = sql<SqlBool>`not exists (select from file_log l where l.file_id = i.file_id and l.type = 'visit'
    and ${legalDate("l.at")} = i.on_date)`;
  const { rows } = await sql<OtherVisit>`
    select i.file_id as "fileId", i.on_date as on from agenda_item i join agenda_subject s on s.id = i.subject_id
    where i.file_id in (${filesOfPerson(fileId)}) and s.code = 'visit' and i.on_date >= ${addDays(on, -apart)}
      and i.id is distinct from ${itemId} and (i.state = 'open' or (i.archived_why = 'done' and ${unwritten}
        and ${legalDate("i.archived_at")} >= i.on_date))`.execute(
    asSystem(db, "the law judges visits to a person over all of its files"),
  );
  return rows;
}

interface OtherVisit {
  readonly fileId: number;
  readonly on: PlainDate;
}

/** Visits allowed within a transaction, by person: other files in the same transaction cannot see them in the database yet. */
const allowed = new WeakMap<Db, Map<string, OtherVisit[]>>();

function allowedIn(db: Db, person: string): OtherVisit[] {
  const known = allowed.get(db) ?? new Map<string, OtherVisit[]>();
  const visits = known.get(person) ?? [];
  allowed.set(db, known.set(person, visits));
  return visits;
}

/** Judges a new visit, together with those of the same person that exist or were allowed in this transaction. */
async function judgePlanned(ctx: WorkCtx, { fileId, on, itemId }: PlannedVisit): Promise<readonly Refusal[]> {
  const beside = allowedIn(ctx.db, await lockPerson(ctx.db, fileId));
  const visited = await visitedOn(ctx.db, fileId, on);
  const moment = await momentOn(ctx, fileId, on);
  for (;;) {
    const count = beside.length;
    const planned = await plannedOn(ctx.db, fileId, on, itemId);
    const unwritten = beside.filter(
      (other) =>
        other.fileId !== fileId && !planned.some((each) => each.fileId === other.fileId && each.on === other.on),
    );
    const others = [...visited, ...[...planned, ...unwritten].map((other) => other.on)];
    const { refusals, from } = await judged(ctx, fileId, moment, others);
    if (refusals.length > 0) return refusals.map((each) => ({ ...each, possibleFrom: from }));
    // Another file may have got a visit meanwhile.
    if (beside.length === count) {
      beside.push({ fileId, on });
      return [];
    }
  }
}

interface Judged {
  readonly refusals: readonly Refusal[];
  /** The first possible day; null if unknown. */
  readonly from: PlainDate | null;
}

/** The verdict on a visit to a file at an instant, given visits to the person on these days. */
async function judged(ctx: WorkCtx, fileId: number, at: Date, others: readonly PlainDate[]): Promise<Judged> {
  const environment = await runEnvironment(ctx, null, true);
  const { tariffs } = environment;
  const calendar = calendarOf(tariffs);
  const moment = atInstant(at, calendar);
  const inputs = (await loadInputs(ctx.db, [fileId], moment.today)).get(fileId);
  if (!inputs) throw notFound();
  const { events } = inputs.situation;
  const notice = judgeNotice(events, tariffs, moment.today);
  const facts: GateFacts = {
    ...gateFacts(inputs, balanceOf(events, tariffs, moment.today), notice, { ...environment, at: moment }),
    contacts: others.map((on) => ({ channel: "visit", on })),
  };
  const refusals = refusalsAt(facts, moment);
  return { refusals, from: firstDay(refusals, (instant) => refusalsAt(facts, atInstant(instant, calendar))) };
}

function refusalsAt(facts: GateFacts, at: JudgingMoment): readonly Refusal[] {
  const standing = facts.holds.filter(({ until }) => until === null || until >= at.today);
  const verdict = gate({ kind: "contact", channel: "visit", purpose: "dunning" }, { ...facts, holds: standing }, at);
  return verdict.allowed ? [] : verdict.refusals;
}

/** More iterations than any sequence of rules, Sundays and holidays needs. */
const mostAttempts = 60;

/** The first day on which nothing forbids it: where one rule ends another may start. */
function firstDay(refusals: readonly Refusal[], judgedAt: (instant: Date) => readonly Refusal[]): PlainDate | null {
  let standing = refusals;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const next = firstPossible(standing);
    if (next === null) return null;
    const day = parsePlainDate(next);
    const instant = day === undefined ? new Date(next) : instantInAmsterdam(day, 12);
    standing = judgedAt(instant);
    if (standing.length === 0) return dateInAmsterdam(instant);
  }
  return null;
}

/** A moment of a day at which somebody in that country may be visited; the start of the day if there is none. */
async function momentOn(ctx: WorkCtx, fileId: number, on: PlainDate): Promise<Date> {
  const environment = await runEnvironment(ctx, null, true);
  const { country } = await asSystem(ctx.db, "the law judges a visit by where its debtor lives")
    .selectFrom("case_file")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select("country")
    .where("case_file.id", "=", fileId)
    .executeTakeFirstOrThrow();
  const begin = on === ctx.clock.today() ? ctx.clock.now() : instantInAmsterdam(on);
  const { next } = atInstant(begin, calendarOf(environment.tariffs)).contactIn(country);
  return dateInAmsterdam(next) === on ? next : begin;
}

const kept = ({ rule, article, textKey, values }: Refusal): BrokenRule => ({
  rule,
  article,
  key: textKey,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && parsePlainDate(value) !== undefined ? { date: value } : value,
    ]),
  ),
});

judgeVisitsBy({
  planned: async (ctx, visit) => {
    const refusals = await judgePlanned(ctx, visit);
    if (refusals.length > 0)
      throw new LawRefusal(
        ctx,
        refusals.map((each) => ({ ...each, field: visit.field })),
      );
  },
  made: async (ctx, { fileId, at, confirmed }) => {
    await lockPerson(ctx.db, fileId);
    const on = dateInAmsterdam(at);
    const { refusals } = await judged(ctx, fileId, at, await visitedOn(ctx.db, fileId, on));
    if (refusals.length > 0 && !confirmed)
      throw new LawRefusal(
        ctx,
        refusals.map((each) => ({ ...each, possibleFrom: null, field: "at" })),
      );
    await settleAgenda(ctx, { fileId, subject: "visit", until: on });
    return refusals.map(kept);
  },
});
