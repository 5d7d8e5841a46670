/** What of a handover no other module tells: the court, the advance, and the lines that somebody let pass. */
import type { Selectable } from "kysely";
import { requireFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { date, dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Db, handle } from "../../../ground/platform/server/http/module.ts";
import type { DB } from "../../../ground/platform/server/postgres/database.types.ts";
import { lastChange } from "../../../people/access/access.server.ts";
import { courtPlaces, courts, placeOf } from "../../courts/courts.ts";
import { chooseHandover, type HandoverChoices, passLine, setMandate, takeBackPass } from "../handover.contract.ts";
import { requireOffice } from "../internal.server.ts";
import { columnsOf, requirePaper } from "../papers/papers.server.ts";
import { type MandateScope, mandateScopes } from "./facts.ts";
import { type HandoverNeed, handoverNeeds } from "./readiness.ts";

type Row = Selectable<DB["handover_file"]>;

function mandateOf(row: Row): HandoverChoices["mandate"] {
  const scope = mandateScopes.find((known) => known === row.mandate_scope);
  if (scope === undefined || row.mandate_on === null) return null;
  const [document, attachment] = [row.mandate_document_id, row.mandate_attachment_id];
  const paper =
    document !== null
      ? ({ source: "document", id: document } as const)
      : attachment !== null
        ? ({ source: "log", id: attachment } as const)
        : null;
  return { scope, on: row.mandate_on, paper };
}

const toChoices = (row: Row | undefined): HandoverChoices => ({
  court: courts.find((court) => court === row?.court) ?? null,
  place: courtPlaces.find((place) => place === row?.place) ?? null,
  mandate: row ? mandateOf(row) : null,
  advanceRequired: row?.advance_required ?? null,
  advanceCents: row?.advance_cents ?? null,
  advanceReceivedOn: row?.advance_received_on ?? null,
  version: row?.version ?? 0,
});

/** What was told of the handover of a file. The caller has asked whether the file may be seen. */
export const choicesOf = async (db: Db, fileId: number): Promise<HandoverChoices> =>
  toChoices(await db.selectFrom("handover_file").selectAll().where("file_id", "=", fileId).executeTakeFirst());

export interface Waiver {
  readonly by: string;
  readonly on: PlainDate;
  readonly reason: string;
}

/** The lines of a file that somebody let pass. The caller has asked whether the file may be seen. */
export async function waiversOf(db: Db, fileId: number): Promise<ReadonlyMap<HandoverNeed, Waiver>> {
  const rows = await db
    .selectFrom("handover_pass")
    .leftJoin("app_user", "app_user.id", "handover_pass.passed_by")
    .select(["need", "reason", "passed_at", "app_user.name"])
    .where("file_id", "=", fileId)
    .execute();
  return new Map(
    rows.flatMap(({ need, reason, passed_at, name }) => {
      const known = handoverNeeds.find((one) => one === need);
      return known ? [[known, { by: name ?? "", on: dateInAmsterdam(passed_at), reason }] as const] : [];
    }),
  );
}

/** A file whose handover this user may prepare. @throws notFound; validation where it is closed. */
async function preparedFile(ctx: Ctx, id: number): Promise<number> {
  requireOffice(ctx);
  const file = await requireFile(ctx, id);
  if (file.status === "closed") throw fieldError("common", "files.isClosed");
  return file.id;
}

type Values = Partial<Omit<Row, "file_id" | "version" | "changed_at" | "changed_by">>;

/** Writes what was told, and no more than that. @throws conflict with what is there now. */
async function store(ctx: Ctx, fileId: number, version: number, told: Values): Promise<HandoverChoices> {
  const before = await choicesOf(ctx.db, fileId);
  const values = { ...told, version: version + 1, changed_at: ctx.clock.now(), changed_by: ctx.user.id || null };
  // One statement tells who came first, also where nothing was told before.
  const changed =
    before.version === version
      ? await ctx.db
          .insertInto("handover_file")
          .values({ file_id: fileId, ...values })
          .onConflict((clash) =>
            clash.column("file_id").doUpdateSet(values).where("handover_file.version", "=", version),
          )
          .returningAll()
          .executeTakeFirst()
      : undefined;
  if (!changed) {
    // Whoever was there between our reading and our writing is read now; nobody else is read twice.
    const current = before.version === version ? await choicesOf(ctx.db, fileId) : before;
    throw new VorderError("conflict", { data: { current, ...(await lastChange(ctx.db, "file", fileId)) } });
  }
  const after = toChoices(changed);
  await ctx.audit({ action: "file.handover", subject: "file", subjectId: fileId, before, after });
  return after;
}

const mandateNow = (ctx: Ctx, scope: MandateScope): Values => ({
  mandate_scope: scope,
  mandate_on: ctx.clock.today(),
  mandate_document_id: null,
  mandate_attachment_id: null,
});

/**
 * Notes that the client ordered a summons over this file, and the advance that it agreed to; what was told of the rest stays.
 * @param askedOn what came in before that day was for an earlier case.
 */
export async function noteClientOrder(
  ctx: Ctx,
  fileId: number,
  { advanceCents, askedOn }: { readonly advanceCents: number | null; readonly askedOn: PlainDate },
): Promise<void> {
  const { version, advanceRequired, advanceReceivedOn } = await choicesOf(ctx.db, fileId);
  const isEarlier = advanceReceivedOn !== null && date(advanceReceivedOn) < askedOn;
  await store(ctx, fileId, version, {
    ...mandateNow(ctx, "judicial"),
    ...(advanceCents === null
      ? { advance_required: advanceRequired ?? false }
      : {
          advance_required: true,
          advance_cents: advanceCents,
          ...(isEarlier && { advance_received_on: null }),
        }),
  });
}

/** Notes that the client does not want this file sued over: that goes before an earlier order, and before what it ordered for all of its files. */
export async function noteClientRefusal(ctx: Ctx, fileId: number): Promise<void> {
  const { version } = await choicesOf(ctx.db, fileId);
  await store(ctx, fileId, version, mandateNow(ctx, "collection"));
}

const choose = handle(chooseHandover, async (ctx, { params, body: { version, ...wanted } }) => {
  const fileId = await preparedFile(ctx, params.id);
  const { court, place, advanceRequired, advanceCents, advanceReceivedOn } = wanted;
  if (advanceRequired !== true && (advanceCents ?? advanceReceivedOn) !== null)
    throw fieldError("advanceRequired", "handover.noAdvanceNeeded");
  if (advanceReceivedOn !== null && date(advanceReceivedOn) > ctx.clock.today())
    throw fieldError("advanceReceivedOn", "handover.inFuture");
  if (place !== null && placeOf[place].court !== court) throw fieldError("place", "handover.placeElsewhere");
  return store(ctx, fileId, version, {
    court,
    place,
    advance_required: advanceRequired,
    advance_cents: advanceCents,
    advance_received_on: advanceReceivedOn === null ? null : date(advanceReceivedOn),
  });
});

const order = handle(setMandate, async (ctx, { params, body: { version, mandate } }) => {
  const fileId = await preparedFile(ctx, params.id);
  if (mandate !== null && date(mandate.on) > ctx.clock.today()) throw fieldError("mandate.on", "handover.inFuture");
  if (mandate?.paper) await requirePaper(ctx, fileId, mandate.paper);
  const paper = mandate?.paper ? columnsOf(mandate.paper) : { document_id: null, attachment_id: null };
  return store(ctx, fileId, version, {
    mandate_scope: mandate?.scope ?? null,
    mandate_on: mandate ? date(mandate.on) : null,
    mandate_document_id: paper.document_id,
    mandate_attachment_id: paper.attachment_id,
  });
});

/** @throws notFound for what is no line of the list. */
function lineOf(name: string): HandoverNeed {
  const need = handoverNeeds.find((known) => known === name);
  if (need === undefined) throw notFound();
  return need;
}

const pass = handle(passLine, async (ctx, { params, body: { reason } }) => {
  const fileId = await preparedFile(ctx, params.id);
  const need = lineOf(params.need);
  const before = (await waiversOf(ctx.db, fileId)).get(need);
  const values = { reason, passed_at: ctx.clock.now(), passed_by: ctx.user.id || null };
  await ctx.db
    .insertInto("handover_pass")
    .values({ file_id: fileId, need, ...values })
    .onConflict((clash) => clash.columns(["file_id", "need"]).doUpdateSet(values))
    .execute();
  await ctx.audit({
    action: "file.handover-pass",
    subject: "file",
    subjectId: fileId,
    before: before && { need, reason: before.reason },
    after: { need, reason },
  });
  await writeOfficeLine(ctx, fileId, need, "logPassed", reason);
  return {};
});

const takeBack = handle(takeBackPass, async (ctx, { params }) => {
  const fileId = await preparedFile(ctx, params.id);
  const need = lineOf(params.need);
  const row = await ctx.db
    .deleteFrom("handover_pass")
    .where("file_id", "=", fileId)
    .where("need", "=", need)
    .returning("reason")
    .executeTakeFirst();
  if (!row) throw notFound();
  await ctx.audit({ action: "file.handover-pass", subject: "file", subjectId: fileId, before: { need, ...row } });
  await writeOfficeLine(ctx, fileId, need, "logPassBack", null);
  return {};
});

/** The office's own line on the timeline. */
const writeOfficeLine = (
  ctx: Ctx,
  fileId: number,
  need: HandoverNeed,
  key: string,
  content: string | null,
): Promise<void> =>
  writeLog(ctx, {
    fileId,
    type: "note",
    category: "internal",
    subject: { key: `handover.${key}`, values: { need: { text: `handover.need_${need}` } } },
    content,
    system: true,
  });

export const choiceHandlers = [choose, order, pass, takeBack];
