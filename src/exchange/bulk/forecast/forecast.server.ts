/**
 * Tells for many files at once what an action would make of each, from a few questions for all of them. It says nothing of a file where more
 * hangs on it than is read here: that one is truly tried. A test holds the one beside the other for every action.
 */
import { sql } from "kysely";
import { holdKey, plannedByHold } from "../../../cases/agenda/agenda.server.ts";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import type { HoldKind } from "../../../cases/files/files.ts";
import { activeHolds, factsOf, owedByLegalEntity } from "../../../cases/states/states.server.ts";
import {
  agreedPlace,
  closingProblem,
  effectOf,
  freezesInterest,
  isOfNaturalPersons,
  mayBecome,
  phaseUnderHold,
  placeProblem,
  stateUnder,
  withoutState,
  withState,
} from "../../../cases/states/states.ts";
import { date, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { agendaSubjectRows } from "../../../ground/lists/lists.server.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { foreseeGoingOn, foreseeStates } from "../../../letters/workflows/workflows.server.ts";
import { standsStill } from "../../../letters/workflows/workflows.ts";
import { foreseeInterest, foreseeRefusals } from "../../../money/bulk-interest/bulk-interest.server.ts";
import { costChoices, foreseeBalances, refusalsFor } from "../../../money/claims/claims.server.ts";
import type { Balance, NewEvent } from "../../../money/claims/claims.ts";
import { people } from "../../../people/employees/employees.server.ts";
import { interestAct, titleOf } from "../actions/actions.server.ts";
import type { BulkAction } from "../bulk.contract.ts";
import type { Facts } from "../bulk.ts";
import type { SeenFile } from "../runs/file-facts.server.ts";
import {
  continued,
  continuedOrTried,
  count,
  type Forecast,
  type ForecastOf,
  idsOf,
  type Known,
  maySettle,
  moved,
  type Place,
  placeOf,
  refused,
} from "./forecast.ts";
import { move, send, skip, workflow } from "./forecast-steps.server.ts";
import { lawful } from "./reasons.server.ts";

/** A file with another balance, of which its timeline tells in one line. */
const withBalance = (facts: Facts, { open, interest, costs }: Balance): Facts => ({
  ...facts,
  openCents: open,
  interestCents: interest,
  costsCents: costs,
  lines: count(facts.lines) + 1,
});

const manager = async (ctx: WorkCtx, id: number | null): Promise<ForecastOf> => {
  const name = id === null ? null : ((await people(ctx.db, [id])).get(id)?.name ?? null);
  return ({ manager: now, facts }) =>
    now === id ? "same" : { after: { ...facts, caseManager: name, lines: count(facts.lines) + 1 } };
};

async function status(
  ctx: WorkCtx,
  files: readonly Known[],
  action: BulkAction & { kind: "status" },
): Promise<ForecastOf> {
  const to = (file: Known): Place => ({ status: action.status, phase: action.phase ?? placeOf(file).phase });
  const going = files.filter((file) => standsStill(placeOf(file).status) && !standsStill(action.status));
  const next = await foreseeGoingOn(ctx, new Map(going.map((file) => [file.id, to(file)])));
  const standing = await factsOf(ctx, idsOf(files));
  return (file) => {
    const from = placeOf(file).status;
    if (from === "closed") return refused("files.isClosed");
    if (!mayBecome(from, action.status)) return refused("files.noSuchTransition");
    const facts = standing.get(file.id);
    if (!facts) return undefined;
    const phase = action.phase ?? agreedPlace(placeOf(file), facts).phase;
    const problem = placeProblem({ status: action.status, phase }, facts);
    if (problem) return refused(problem.message.key);
    if (maySettle(file, action.status)) return undefined;
    return file.arranged ? undefined : continued(moved(file.facts, to(file), 0), next.get(file.id));
  };
}

async function flag(ctx: WorkCtx, files: readonly Known[], action: BulkAction & { kind: "flag" }): Promise<ForecastOf> {
  const today = ctx.clock.today();
  const holds = await activeHolds(ctx.db, idsOf(files), today);
  const until = action.until ? (parsePlainDate(action.until) ?? null) : null;
  const planned = plannedByHold(action.hold, today, until, calendarOf(await loadTariffs(ctx.db))).length;
  const hold = { kind: action.hold, effect: effectOf(action.hold) };
  const legal = isOfNaturalPersons(action.hold) ? await owedByLegalEntity(ctx.db, idsOf(files)) : new Set<number>();
  // Whoever speaks from then on may be reached in other ways, so that another step is next.
  const next = await foreseeStates(ctx, idsOf(files), withState(action.hold, today));
  return (file) => {
    const { facts } = file;
    if (facts.status === "closed") return refused("files.isClosed");
    if (legal.has(file.id)) return refused("files.naturalOnly");
    const present = holds.get(file.id) ?? [];
    if (present.some(({ kind }) => kind === action.hold)) return "same";
    // An earlier day changes what is owed today: that is truly tried.
    if (action.since !== undefined && action.since < today) return undefined;
    const lying = [...present, hold];
    const after = moved(facts, stateUnder(placeOf(file), lying), 1 + Number(freezesInterest(action.hold)));
    return continuedOrTried(
      { ...after, holds: lying.map(({ kind }) => kind), agenda: count(facts.agenda) + planned },
      next.get(file.id),
    );
  };
}

interface Lying {
  readonly id: number;
  readonly before: Place;
  /** Interest rests under it: what its end does to the claim is tried. */
  readonly frozen: boolean;
  readonly planned: number;
}

/** What the holds of a kind remember, and how many agenda items they planned: by hold. */
async function holdsOf(ctx: WorkCtx, files: readonly Known[], kind: HoldKind): Promise<ReadonlyMap<number, Lying>> {
  const { rows } = await sql<Lying>`
    select file_hold.id, jsonb_build_object('status', status_before, 'phase', phase_before) as before,
      interest_frozen_from is not null as frozen,
      (select count(*) from agenda_item where agenda_item.file_id = file_hold.file_id and state = 'open'
        and starts_with(item_key, ${holdKey(kind)})) as planned
    from file_hold where file_id = any(${idsOf(files)}::bigint[]) and kind = ${kind} and lifted_at is null`.execute(
    asSystem(ctx.db, "files of a plan, which took only those that its maker may see"),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A hold that is lifted: told where others go on stopping the file, or none did; where it goes on, its dates have moved. */
async function unflag(
  ctx: WorkCtx,
  files: readonly Known[],
  action: BulkAction & { kind: "unflag" },
): Promise<ForecastOf> {
  const holds = await activeHolds(ctx.db, idsOf(files), ctx.clock.today());
  const lying = await holdsOf(ctx, files, action.hold);
  const ends = new Map<number, { readonly to: Place; readonly left: readonly string[]; readonly planned: number }>();
  for (const file of files) {
    const present = holds.get(file.id) ?? [];
    const hold = present.find(({ kind }) => kind === action.hold);
    const known = hold && lying.get(hold.id);
    if (!hold || !known || known.frozen || file.arranged) continue;
    const left = present.filter(({ id }) => id !== hold.id);
    const stopping = left.filter(({ effect }) => effect !== "none");
    const from = placeOf(file);
    const shv = left.some(({ kind }) => phaseUnderHold(kind, "amicable") === "shv");
    const under = { status: stateUnder(from, stopping).status, phase: shv ? ("shv" as const) : known.before.phase };
    const stays = from.status === "closed" || hold.effect === "none";
    const to = stays ? from : stopping.length === 0 ? known.before : under;
    ends.set(file.id, { to, left: left.map(({ kind }) => kind), planned: known.planned });
  }
  const going = files.flatMap((file) => {
    const to = ends.get(file.id)?.to;
    return to && standsStill(placeOf(file).status) && !standsStill(to.status) ? [[file.id, to] as const] : [];
  });
  const without = withoutState(action.hold);
  const next = await foreseeGoingOn(ctx, new Map(going), without);
  const anew = await foreseeStates(ctx, idsOf(files), without);
  return ({ id, facts }) => {
    if (!(holds.get(id) ?? []).some(({ kind }) => kind === action.hold)) return refused("bulk.noSuchHold");
    const end = ends.get(id);
    if (!end) return undefined;
    const after = { ...moved(facts, end.to, 1), holds: end.left, agenda: count(facts.agenda) - end.planned };
    const on = next.get(id);
    return on ? continued(after, on) : continuedOrTried(after, anew.get(id));
  };
}

async function interest(
  ctx: WorkCtx,
  files: readonly Known[],
  action: BulkAction & { kind: "unfreeze" | "interest_terms" },
): Promise<ForecastOf> {
  const balances = await foreseeInterest(ctx, idsOf(files), interestAct(action));
  const refusals = await foreseeRefusals(ctx, idsOf(files), interestAct(action));
  return ({ id, facts }) => {
    if (facts.status === "closed") return refused("claims.fileClosed");
    const balance = balances.get(id);
    if (balance === undefined) return undefined;
    if (balance === null) return "same";
    const refusal = refusals.get(id);
    return refusal ? { refused: lawful(refusal) } : { after: withBalance(facts, balance) };
  };
}

/** Why the law gate forbids events on files, as their rows keep it. */
async function forbidden(
  ctx: WorkCtx,
  files: readonly Known[],
  event: NewEvent,
): Promise<ReadonlyMap<number, Forecast>> {
  const refusals = await refusalsFor(
    ctx,
    idsOf(files).map((fileId) => ({ fileId, events: [event] })),
  );
  return new Map([...refusals].map(([fileId, each]) => [fileId, { refused: lawful(each) }]));
}

async function booked(
  ctx: WorkCtx,
  files: readonly Known[],
  event: NewEvent,
  refusal: (facts: Facts) => Forecast | undefined,
): Promise<ForecastOf> {
  const refusals = await forbidden(ctx, files, event);
  const balances = await foreseeBalances(ctx.db, idsOf(files), ctx.clock.today(), () => [event]);
  return ({ id, facts }) => {
    const balance = balances.get(id);
    if (!balance) return undefined;
    const { open: openCents, interest: interestCents, costs: costsCents } = balance;
    return (
      refusal(facts) ??
      refusals.get(id) ?? { after: { ...facts, openCents, interestCents, costsCents, lines: count(facts.lines) + 1 } }
    );
  };
}

async function cost(ctx: WorkCtx, files: readonly Known[], action: BulkAction & { kind: "cost" }): Promise<ForecastOf> {
  const { description, cents: amount } = action;
  const title = titleOf(action);
  const data = { ...(await costChoices.chosen(ctx, action)), description, vat: 0, ...(title ? { title } : {}) };
  return booked(ctx, files, { kind: "cost", on: ctx.clock.today(), amount, data }, ({ status: now }) => {
    if (now === "closed") return refused("claims.fileClosed");
    return now === "term_payment" ? refused("agreements.noCostsNow") : undefined;
  });
}

function freeze(ctx: WorkCtx, files: readonly Known[], action: BulkAction & { kind: "interest" }): Promise<ForecastOf> {
  const { from, until, reason } = action;
  const data = { reason, ...(until === undefined ? {} : { until: date(until) }) };
  return booked(ctx, files, { kind: "freeze", on: date(from), data }, () => undefined);
}

async function close(
  ctx: WorkCtx,
  files: readonly Known[],
  action: BulkAction & { kind: "close" },
): Promise<ForecastOf> {
  const standing = await factsOf(ctx, idsOf(files));
  return ({ id, arranged, facts }) => {
    if (facts.status === "closed") return refused("files.isClosed");
    const known = standing.get(id);
    if (arranged || !known) return undefined;
    // What else is owed on a paid file the modules above say, one by one.
    const asPaid = action.reason === "paid_in_full" || action.reason === "paid_directly";
    const problem = closingProblem(action.reason, known);
    if (problem) return { refused: [problem] };
    if (asPaid) return undefined;
    const lines = count(facts.lines) + 1;
    return { after: { ...facts, status: "closed", nextStep: null, nextActionOn: null, agenda: 0, lines } };
  };
}

/** The law judges each visit: that is tried. */
async function agenda({ db }: WorkCtx, { subject }: BulkAction & { kind: "agenda" }): Promise<ForecastOf> {
  if ((await agendaSubjectRows(db)).some(({ id, code }) => id === subject && code === "visit")) return () => undefined;
  return ({ facts }) =>
    facts.status === "closed" ? refused("files.isClosed") : { after: { ...facts, agenda: count(facts.agenda) + 1 } };
}

async function forecasterFor(
  ctx: WorkCtx,
  files: readonly Known[],
  action: BulkAction,
  sentAfter: readonly number[],
): Promise<ForecastOf> {
  switch (action.kind) {
    case "case_manager":
      return manager(ctx, action.caseManagerId);
    case "status":
      return status(ctx, files, action);
    case "flag":
      return flag(ctx, files, action);
    case "unflag":
      return unflag(ctx, files, action);
    case "note":
      return ({ facts }) => ({ after: { ...facts, lines: count(facts.lines) + 1 } });
    case "agenda":
      return agenda(ctx, action);
    case "cost":
      return cost(ctx, files, action);
    case "close":
      return close(ctx, files, action);
    case "interest":
      return freeze(ctx, files, action);
    case "workflow":
      return workflow(ctx, files, action);
    case "step":
      return skip(ctx, files);
    case "step_go":
      return move(ctx, files, action);
    case "step_repeat":
      return move(ctx, files, "again");
    case "unfreeze":
    case "interest_terms":
      return interest(ctx, files, action);
    case "send":
      return send(ctx, files, sentAfter);
    case "reopen":
      return ({ facts }) => (facts.status === "closed" ? undefined : refused("files.isOpen"));
  }
}

/** What the action would make of these files, after those whose messages are planned already; those of which it cannot be told are not in the map. */
export async function forecastFiles(
  ctx: WorkCtx,
  seen: ReadonlyMap<number, SeenFile>,
  action: BulkAction,
  sentAfter: readonly number[] = [],
): Promise<ReadonlyMap<number, Forecast>> {
  const { rows } = await sql<Omit<Known, "facts">>`select case_file.id, ${visibleFiles(ctx.user)} as visible,
      case_manager_id as manager,
      exists (select from claim_event where claim_event.file_id = case_file.id and kind = 'arrangement') as arranged
    from case_file where id = any(${[...seen.keys()]}::bigint[])`.execute(ctx.db);
  const known = rows.flatMap((row): Known[] => {
    const facts = seen.get(row.id)?.facts;
    return facts ? [{ ...row, facts }] : [];
  });
  const forecastOf = await forecasterFor(
    ctx,
    known.filter(({ visible }) => visible),
    action,
    sentAfter,
  );
  const forecasts = new Map<number, Forecast>();
  for (const file of known) {
    const what = file.visible ? forecastOf(file) : refused("bulk.gone");
    if (what !== undefined) forecasts.set(file.id, what);
  }
  return forecasts;
}
