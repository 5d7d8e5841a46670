/** The states of a file as records: past and current ones, and changes of one (domain facts 6). */
import { date, type PlainDate, parsePlainDate } from "../../ground/kernel/dates.ts";
import { FieldProblems, fieldError, notFound } from "../../ground/kernel/errors.ts";
import { listed } from "../../ground/kernel/listed.ts";
import { type Ctx, type Db, type Handler, handle, type WorkCtx } from "../../ground/platform/server/http/module.ts";
import { lockFile, notifyFollowers, requireFile } from "../files/files.server.ts";
import { type HoldKind, holdKinds } from "../files/files.ts";
import { conflict } from "../persons/persons.server.ts";
import { frozenFrom, settleState } from "./holds.server.ts";
import { effectsOf, type HoldStage, holdStages, type StateEffect, stateEffects } from "./holds.ts";
import { speakersOf } from "./speakers.server.ts";
import { mournedFrom } from "./speakers.ts";
import { type FileStateRecord, listStates, updateState } from "./states.contract.ts";

interface StateInput {
  readonly kind?: HoldKind;
  readonly reason?: string | undefined;
  readonly until?: string | null | undefined;
  readonly stage?: HoldStage | null | undefined;
  readonly effect?: StateEffect | undefined;
  readonly source?: string | undefined;
  readonly sourceReference?: string | undefined;
  readonly contactPartyId?: number | null | undefined;
  readonly interestFrozenFrom?: string | null | undefined;
  /** Its own day; today where it is placed and nobody says otherwise. */
  readonly since?: string | undefined;
}

interface StateWanted {
  readonly since: PlainDate | undefined;
  readonly until: PlainDate | null;
  readonly interestFrozenFrom: PlainDate | null;
}

const dateOf = (text: string | null | undefined): PlainDate | null => (text ? (parsePlainDate(text) ?? null) : null);

/** Checks what is said of a state beside its kind. @throws validation: an effect the kind does not allow, a party of another file. */
export async function wantedState(ctx: WorkCtx, fileId: number, input: StateInput): Promise<StateWanted> {
  const until = dateOf(input.until);
  const interestFrozenFrom = dateOf(input.interestFrozenFrom);
  const problems = new FieldProblems();
  if (input.kind && input.effect && !effectsOf(input.kind).includes(input.effect)) {
    problems.add("effect", "files.effectNotAllowed");
  }
  const today = ctx.clock.today();
  const since = dateOf(input.since) ?? undefined;
  if (since !== undefined && since > today) problems.add("since", "files.sinceInFuture");
  if (input.kind === "deceased" && input.effect === "none" && today < mournedFrom(since ?? today)) {
    problems.add("effect", "files.mourning");
  }
  if (until !== null && interestFrozenFrom !== null && interestFrozenFrom > until) {
    problems.add("interestFrozenFrom", "files.frozenAfterEnd");
  }
  if (input.contactPartyId) {
    // Whether the file itself may be seen is asked first, so that a foreign one stays unknown.
    await requireFile(ctx, fileId);
    const party = await ctx.db
      .selectFrom("file_party")
      .select("id")
      .where("id", "=", input.contactPartyId)
      .where("file_id", "=", fileId)
      .executeTakeFirst();
    if (!party) problems.add("contactPartyId", "files.noSuchParty");
  }
  problems.throwIfAny();
  return { until, interestFrozenFrom, since };
}

/** The states of a file, newest first. `holdId` keeps to one. */
async function statesOf(db: Db, fileId: number, today: PlainDate, holdId?: number): Promise<FileStateRecord[]> {
  const rows = await db
    .selectFrom("file_hold")
    .leftJoin("app_user as placer", "placer.id", "file_hold.placed_by")
    .leftJoin("app_user as lifter", "lifter.id", "file_hold.lifted_by")
    .leftJoin("file_party", "file_party.id", "file_hold.contact_party_id")
    .leftJoin("debtor as via", "via.id", "file_party.debtor_id")
    .selectAll("file_hold")
    .select(["placer.name as placer", "lifter.name as lifter", "via.display_name as via_name"])
    .where("file_hold.file_id", "=", fileId)
    .$if(holdId !== undefined, (found) => found.where("file_hold.id", "=", holdId ?? 0))
    .orderBy("file_hold.id", "desc")
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: listed(holdKinds, row.kind),
    stage: row.stage === null ? null : listed(holdStages, row.stage),
    reason: row.reason,
    from: row.from_date,
    until: row.until_date,
    effect: listed(stateEffects, row.effect),
    source: row.source,
    sourceReference: row.source_reference,
    contactOnlyVia: row.contact_party_id === null ? null : { id: row.contact_party_id, name: row.via_name ?? "" },
    interestFrozenFrom: row.interest_frozen_from,
    placedBy: row.placer,
    placedAt: row.placed_at.toISOString(),
    liftedAt: row.lifted_at?.toISOString() ?? null,
    liftedBy: row.lifter,
    liftReason: row.lift_reason,
    active: row.lifted_at === null && (row.until_date === null || row.until_date >= today),
    version: row.version,
  }));
}

async function changeState(
  ctx: Ctx,
  fileId: number,
  holdId: number,
  input: StateInput & { readonly version: number },
): Promise<FileStateRecord> {
  const file = await lockFile(ctx, fileId);
  const today = ctx.clock.today();
  const [before] = await statesOf(ctx.db, fileId, today, holdId);
  if (!before || before.liftedAt !== null) throw notFound();
  if (before.version !== input.version) {
    const current = { ...before, contactPartyId: before.contactOnlyVia?.id ?? null };
    throw await conflict(ctx, current, { subject: "file", id: fileId });
  }
  const since = date(input.since ?? before.from);
  const wanted = await wantedState(ctx, fileId, { ...input, kind: before.kind, since });
  const until = input.until === undefined ? dateOf(before.until) : wanted.until;
  if (until !== null && until < since) throw fieldError("until", "files.untilPast");
  // What rests since the state's own day goes with that day.
  const kept = before.interestFrozenFrom === before.from ? since : dateOf(before.interestFrozenFrom);
  const asked = input.interestFrozenFrom === undefined ? kept : wanted.interestFrozenFrom;
  const frozen = frozenFrom(before.kind, since, asked);
  await ctx.db
    .updateTable("file_hold")
    .set({
      reason: (input.reason ?? before.reason) || null,
      from_date: since,
      until_date: until,
      stage: input.stage === undefined ? before.stage : input.stage,
      effect: input.effect ?? before.effect,
      source: (input.source ?? before.source) || null,
      source_reference: (input.sourceReference ?? before.sourceReference) || null,
      contact_party_id: input.contactPartyId === undefined ? (before.contactOnlyVia?.id ?? null) : input.contactPartyId,
      interest_frozen_from: frozen,
      version: before.version + 1,
    })
    .where("id", "=", holdId)
    .execute();
  const [after] = await statesOf(ctx.db, fileId, today, holdId);
  if (!after) throw notFound();
  await ctx.audit({ action: "file.hold", subject: "file", subjectId: fileId, before, after });
  if (frozen !== before.interestFrozenFrom || (frozen !== null && until !== before.until)) {
    await notifyFollowers(ctx, file, { kind: "frozen", holdId, hold: before.kind, from: frozen, until });
  }
  if (after.contactOnlyVia?.id !== before.contactOnlyVia?.id) await notifyFollowers(ctx, file, { kind: "party" });
  if (after.effect !== before.effect || after.active !== before.active) {
    await settleState(ctx, file, { key: `files.hold_${before.kind}` });
  }
  return after;
}

export const recordHandlers: readonly Handler[] = [
  handle(listStates, async (ctx, { params }) => {
    const { id, version, status, phase } = await requireFile(ctx, params.id);
    const today = ctx.clock.today();
    const speaker = (await speakersOf(ctx.db, [id], today)).get(id);
    const role = speaker?.to?.role;
    return {
      today,
      speaker: speaker
        ? {
            // Whoever may see this file need not know what another client's says.
            kind: speaker.elsewhere ? null : speaker.kind,
            name: speaker.to?.displayName ?? null,
            role: role === "main" ? null : (role ?? null),
          }
        : null,
      file: { version, status, phase },
      items: await statesOf(ctx.db, id, today),
    };
  }),
  handle(updateState, async (ctx, { params, body }) => changeState(ctx, params.id, params.holdId, body)),
];
