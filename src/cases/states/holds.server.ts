/** The holds of a file: placed, looked up and lifted (domain facts 5 and 6). */
import { type RawBuilder, sql } from "kysely";
import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import { FieldProblems, fieldError, type Message, notFound } from "../../ground/kernel/errors.ts";
import { listed } from "../../ground/kernel/listed.ts";
import type { Db, WorkCtx } from "../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../ground/platform/server/postgres/batched.ts";
import { anyOf, prepared } from "../../ground/platform/server/postgres/prepared-statements.ts";
import { type FileState, lockFile, notifyFollowers, requireVersion } from "../files/files.server.ts";
import { filePhases, fileStatuses, type HoldKind, holdKinds } from "../files/files.ts";
import { insertHold, liftRow, stoppingRows } from "./hold-rows.server.ts";
import {
  effectOf,
  freezesInterest,
  type HoldStage,
  isOfNaturalPersons,
  phaseUnderHold,
  type StateEffect,
  stateEffects,
} from "./holds.ts";
import { owedByLegalEntity } from "./natural-persons.server.ts";
import { moveFile, moveFileOrClosure } from "./state.server.ts";
import { stateUnder } from "./status-consistency.ts";

export interface Hold {
  readonly id: number;
  readonly fileId: number;
  readonly kind: HoldKind;
  readonly reason: string | null;
  readonly from: PlainDate;
  /** The last day of the hold; null until somebody lifts it. */
  readonly until: PlainDate | null;
  readonly placedAt: Date;
  readonly placedBy: string | null;
  /** What it does to the workflow; `none` marks the file and lets it go on. */
  readonly effect: StateEffect;
  /** The party through which alone the debtor is reached. */
  readonly contactOnlyVia: string | null;
  readonly interestFrozenFrom: PlainDate | null;
}

interface HoldRow {
  readonly id: number;
  readonly file_id: number;
  readonly kind: string;
  readonly reason: string | null;
  readonly from_date: PlainDate;
  readonly until_date: PlainDate | null;
  /** A text where it was read as JSON. */
  readonly placed_at: Date | string;
  readonly placed_by_name: string | null;
  readonly effect: string;
  readonly interest_frozen_from: PlainDate | null;
  readonly via_name: string | null;
}

/** The holds that lie on a day, oldest first, of the files that a condition on `file_hold` names. */
const holdRows = (whose: RawBuilder<unknown>, on: PlainDate): RawBuilder<HoldRow> =>
  sql<HoldRow>`select file_hold.id, file_hold.file_id, file_hold.kind, file_hold.reason, file_hold.from_date, file_hold.until_date,
      file_hold.placed_at, placer.name as placed_by_name, file_hold.effect, file_hold.interest_frozen_from,
      via.display_name as via_name
    from file_hold
    left join app_user as placer on placer.id = file_hold.placed_by
    left join file_party as via_party on via_party.id = file_hold.contact_party_id
    left join debtor as via on via.id = via_party.debtor_id
    where ${whose} and file_hold.lifted_at is null and (file_hold.until_date is null or file_hold.until_date >= ${on})
    order by file_hold.id`;

/** The holds that lie on a file on a day as one column of a statement on `case_file`; `holdOf` reads each of them. */
export const holdsColumn = (on: PlainDate): RawBuilder<readonly HoldRow[]> =>
  sql<readonly HoldRow[]>`coalesce((select jsonb_agg(to_jsonb(h) order by h.id)
    from (${holdRows(sql`file_hold.file_id = case_file.id`, on)}) as h), '[]'::jsonb)`;

export const holdOf = (row: HoldRow): Hold => ({
  id: row.id,
  fileId: row.file_id,
  kind: listed(holdKinds, row.kind),
  reason: row.reason,
  from: row.from_date,
  until: row.until_date,
  placedAt: new Date(row.placed_at),
  placedBy: row.placed_by_name,
  effect: listed(stateEffects, row.effect),
  contactOnlyVia: row.via_name,
  interestFrozenFrom: row.interest_frozen_from,
});

const activeRows = batchedRows(
  async (db, fileIds: readonly number[], on: PlainDate) => {
    const whose = sql`file_hold.file_id = ${anyOf(fileIds)}`;
    return (await sql<HoldRow>`${prepared} ${holdRows(whose, on)}`.execute(db)).rows;
  },
  ({ file_id }) => file_id,
);

/** The holds that lie on these files on a day, oldest first. Files without any are not in the map. */
export async function activeHolds(
  db: Db,
  fileIds: readonly number[],
  on: PlainDate,
): Promise<ReadonlyMap<number, readonly Hold[]>> {
  const found = new Map<number, Hold[]>();
  for (const row of await activeRows(db, fileIds, on))
    found.set(row.file_id, [...(found.get(row.file_id) ?? []), holdOf(row)]);
  return found;
}

export interface NewHold {
  readonly kind: HoldKind;
  readonly reason?: string | null | undefined;
  readonly until?: PlainDate | null | undefined;
  readonly stage?: HoldStage | null | undefined;
  /** What its kind does by itself where absent. */
  readonly effect?: StateEffect | undefined;
  readonly source?: string | undefined;
  readonly sourceReference?: string | undefined;
  readonly contactPartyId?: number | null | undefined;
  /** Of a state that stops interest by itself, its own day where absent; never a later one. */
  readonly interestFrozenFrom?: PlainDate | null | undefined;
  /** Its own day: of the judgment, the notice, the death; today where absent. */
  readonly since?: PlainDate | undefined;
  /** For returned mail: whoever places it knows which letter came back, and judges that one. */
  readonly letterKnown?: boolean;
  readonly version?: number | undefined;
}

/** From when interest rests under a state. @throws validation where it would go on after the day on which the law stops it. */
export function frozenFrom(kind: HoldKind, since: PlainDate, wanted: PlainDate | null): PlainDate | null {
  if (!freezesInterest(kind)) return wanted;
  if (wanted !== null && wanted > since) throw fieldError("interestFrozenFrom", "files.frozenTooLate");
  return wanted ?? since;
}

/** @throws validation where the file is closed, its end is past or its beginning to come, or no legal entity can be in that state. */
async function requirePlaceable(ctx: WorkCtx, file: FileState, { kind, until, since }: NewHold): Promise<void> {
  if (file.status === "closed") throw fieldError("common", "files.isClosed");
  const today = ctx.clock.today();
  const problems = new FieldProblems();
  if (until && until < today) problems.add("until", "files.untilPast");
  if (since && since > today) problems.add("since", "files.sinceInFuture");
  if (isOfNaturalPersons(kind) && (await owedByLegalEntity(ctx.db, [file.id])).has(file.id))
    problems.add("kind", "files.naturalOnly");
  problems.throwIfAny();
}

/** Tells of a state that lies on a file from now on, in the audit trail and on the timeline. */
async function emitHeld(
  ctx: WorkCtx,
  file: FileState,
  { id, kind, until, effect, interestFrozenFrom, reason }: Hold,
  { letterKnown = false }: Pick<NewHold, "letterKnown">,
) {
  await ctx.audit({
    action: "file.hold",
    subject: "file",
    subjectId: file.id,
    after: { holdId: id, kind, until, effect, interestFrozenFrom, reason },
  });
  await notifyFollowers(ctx, file, { kind: "held", hold: kind, until, reason, letterKnown });
  if (interestFrozenFrom)
    await notifyFollowers(ctx, file, { kind: "frozen", holdId: id, hold: kind, from: interestFrozenFrom, until });
}

/**
 * Stops a file. A hold of the same kind that already lies on it is returned as it is. @throws validation on a closed file, a date
 * in the past, or a state that a legal entity cannot be in; conflict; notFound.
 */
export async function placeHold(
  ctx: WorkCtx,
  fileId: number,
  wanted: NewHold,
): Promise<{ readonly file: FileState; readonly hold: Hold }> {
  const file = await lockFile(ctx, fileId);
  requireVersion(file, wanted.version);
  const today = ctx.clock.today();
  await requirePlaceable(ctx, file, wanted);
  const present = (await activeHolds(ctx.db, [fileId], today)).get(fileId) ?? [];
  const same = present.find((hold) => hold.kind === wanted.kind);
  if (same) return { file, hold: same };
  const placedAt = ctx.clock.now();
  const until = wanted.until ?? null;
  const effect = wanted.effect ?? effectOf(wanted.kind);
  const since = wanted.since ?? today;
  const interestFrozenFrom = frozenFrom(wanted.kind, since, wanted.interestFrozenFrom ?? null);
  const via = wanted.contactPartyId ? await partyName(ctx.db, fileId, wanted.contactPartyId) : null;
  // Only the first hold remembers where the file was; a second one is placed on a file that stands still already.
  const [first] = present.some((hold) => hold.effect !== "none") ? await stoppingRows(ctx.db, [fileId], undefined) : [];
  const id = await insertHold(ctx.db, {
    file_id: fileId,
    kind: wanted.kind,
    reason: wanted.reason || null,
    from_date: since,
    until_date: until,
    status_before: first?.status_before ?? file.status,
    phase_before: first?.phase_before ?? file.phase,
    placed_by: ctx.user.id || null,
    placed_at: placedAt.toISOString(),
    effect,
    stage: wanted.stage ?? null,
    source: wanted.source || null,
    source_reference: wanted.sourceReference || null,
    contact_party_id: wanted.contactPartyId ?? null,
    interest_frozen_from: interestFrozenFrom,
  });
  const hold: Hold = {
    id,
    fileId,
    kind: wanted.kind,
    reason: wanted.reason || null,
    from: since,
    until,
    placedAt,
    placedBy: ctx.user.name,
    effect,
    contactOnlyVia: via,
    interestFrozenFrom,
  };
  await emitHeld(ctx, file, hold, wanted);
  const to = stateUnder(file, [...present, hold]);
  return { file: await moveFile(ctx, file, to, { key: `files.hold_${wanted.kind}` }), hold };
}

/** The name of a party that stands beside this file's debtor today. @throws validation on `contactPartyId`. */
async function partyName(db: Db, fileId: number, partyId: number): Promise<string> {
  const party = await db
    .selectFrom("file_party")
    .innerJoin("debtor", "debtor.id", "file_party.debtor_id")
    .select("debtor.display_name")
    .where("file_party.id", "=", partyId)
    .where("file_party.file_id", "=", fileId)
    .executeTakeFirst();
  if (!party) throw fieldError("contactPartyId", "files.noSuchParty");
  return party.display_name;
}

/** Makes a file stand where the states that lie on it say, after one of them was changed; a closed one does once it is opened again. */
export async function settleState(ctx: WorkCtx, file: FileState, why: Message): Promise<FileState> {
  const holds = (await activeHolds(ctx.db, [file.id], ctx.clock.today())).get(file.id) ?? [];
  if (holds.some(({ effect }) => effect !== "none")) return moveFileOrClosure(ctx, file, stateUnder(file, holds), why);
  const before = await ctx.db
    .selectFrom("file_hold")
    .select(["status_before", "phase_before"])
    .where("file_id", "=", file.id)
    .where("lifted_at", "is", null)
    .orderBy("id")
    .executeTakeFirst();
  if (!before) return file;
  const to = { status: listed(fileStatuses, before.status_before), phase: listed(filePhases, before.phase_before) };
  return moveFileOrClosure(ctx, file, to, why);
}

/**
 * What becomes of a hold when its last day is over: it is lifted. A death is not over: its pause ends, and from then on heirs or notary are
 * written to (domain facts 6).
 */
export async function endHold(ctx: WorkCtx, fileId: number, holdId: number): Promise<void> {
  const file = await lockFile(ctx, fileId);
  const death = await ctx.db
    .updateTable("file_hold")
    .set((eb) => ({ effect: "none", until_date: null, version: eb("version", "+", 1) }))
    .where("id", "=", holdId)
    .where("kind", "=", "deceased")
    .where("lifted_at", "is", null)
    .returning("until_date")
    .executeTakeFirst();
  if (death === undefined) {
    await liftHold(ctx, fileId, holdId);
    return;
  }
  await ctx.audit({ action: "file.hold", subject: "file", subjectId: fileId, after: { holdId, effect: "none" } });
  await settleState(ctx, file, { key: "files.mourned" });
}

/** Lifts a hold; when it was the last that stops, the file goes on where it was stopped: a closed one when it is opened again. @throws notFound; conflict. */
export async function liftHold(
  ctx: WorkCtx,
  fileId: number,
  holdId: number,
  lifting: {
    readonly version?: number | undefined;
    readonly reason?: string | undefined;
    /** It was noted by mistake: interest ran all the time. */
    readonly neverLay?: boolean;
  } = {},
): Promise<FileState> {
  const { version, reason, neverLay = false } = lifting;
  const file = await lockFile(ctx, fileId);
  requireVersion(file, version);
  const lifted = await liftRow(ctx.db, {
    id: holdId,
    file_id: fileId,
    lifted_at: ctx.clock.now().toISOString(),
    lifted_by: ctx.user.id || null,
    lift_reason: reason || null,
    never_lay: neverLay,
  });
  if (!lifted) throw notFound();
  const kind = listed(holdKinds, lifted.kind);
  await notifyFollowers(ctx, file, { kind: "released", hold: kind });
  if (lifted.interest_frozen_from !== null) {
    // Today interest runs again, or since the state's last day where that is over; what never ran for a day is no freeze.
    const yesterday = addDays(ctx.clock.today(), -1);
    const until = lifted.until_date !== null && lifted.until_date < yesterday ? lifted.until_date : yesterday;
    const from = neverLay || lifted.interest_frozen_from > until ? null : lifted.interest_frozen_from;
    await notifyFollowers(ctx, file, { kind: "frozen", holdId, hold: kind, from, until });
  }
  await ctx.audit({
    action: "file.release",
    subject: "file",
    subjectId: fileId,
    after: { holdId, kind, reason: reason || null },
  });
  if (lifted.effect === "none") return file;
  const left = (await activeHolds(ctx.db, [fileId], ctx.clock.today())).get(fileId) ?? [];
  const before = { status: listed(fileStatuses, lifted.status_before), phase: listed(filePhases, lifted.phase_before) };
  const stopping = left.filter(({ effect }) => effect !== "none");
  const shv = left.some((hold) => phaseUnderHold(hold.kind, "amicable") === "shv");
  const to =
    stopping.length === 0
      ? before
      : { status: stateUnder(file, stopping).status, phase: shv ? ("shv" as const) : before.phase };
  return moveFileOrClosure(ctx, file, to, { key: "files.holdLifted" });
}
