/** Requests to change a debtor's data: made on the timeline, compared side by side, then applied or answered. */
import type { Selectable } from "kysely";
import { z } from "zod";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import type { ChangeRequest } from "../../../ground/platform/server/postgres/database.types.ts";
import { requireFile } from "../../files/files.server.ts";
import { changeDebtor } from "../../parties/parties.server.ts";
import { checkDebtor } from "../../persons/persons.checks.server.ts";
import type { Debtor } from "../../persons/persons.contract.ts";
import { debtorById } from "../../persons/persons.server.ts";
import { addressFields } from "../../persons/persons.ts";
import { clientWrote } from "../lines/events.server.ts";
import {
  acceptChange,
  type ChangeRequestData,
  readChange,
  rejectChange,
  requestDataChange,
} from "../lines/line-details.contract.ts";
import { requireLine } from "../lines/lines.server.ts";
import { writeLog } from "../lines/write.server.ts";
import { categoryOf } from "../logs.ts";
import { changedSince, type RequestedData, realChanges, requestFields } from "./change-request.ts";

const stored = z.partialRecord(z.enum(requestFields), z.string().nullable());

type Asked = Selectable<ChangeRequest>;

async function debtorOf(ctx: Pick<Ctx, "db" | "user">, fileId: number): Promise<Debtor> {
  const file = await requireFile(ctx, fileId);
  return debtorById(ctx.db, file.debtorId);
}

async function requireRequest(ctx: Ctx, logId: number, lock = false) {
  const line = await requireLine(ctx, logId);
  const query = ctx.db.selectFrom("change_request").selectAll().where("log_id", "=", line.id);
  const request = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!request) throw notFound();
  return { line, request, debtor: await debtorOf(ctx, line.file_id) };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

async function shown(ctx: Ctx, request: Asked, debtor: Debtor): Promise<ChangeRequestData> {
  const wanted = stored.parse(request.wanted);
  const present = stored.parse(request.present);
  const decider =
    request.decided_by === null
      ? undefined
      : await ctx.db.selectFrom("app_user").select("name").where("id", "=", request.decided_by).executeTakeFirst();
  return {
    logId: request.log_id,
    state: request.state === "accepted" ? "accepted" : request.state === "rejected" ? "rejected" : "open",
    fields: requestFields
      .filter((field) => field in wanted)
      .map((field) => ({
        field,
        before: present[field] ?? null,
        now: textOf(debtor[field]),
        wanted: wanted[field] ?? null,
      })),
    answer: request.answer,
    decidedBy: decider?.name ?? null,
    decidedAt: request.decided_at?.toISOString() ?? null,
    version: request.version,
  };
}

/** The debtor as they would be with what is asked for. */
function withRequestedData(debtor: Debtor, asked: RequestedData) {
  const { id: _id, isConsumer: _c, isNaturalPerson: _n, displayName: _d, ...rest } = debtor;
  const changed = { ...rest, ...asked };
  return {
    ...changed,
    street: changed.street ?? rest.street,
    houseNumber: changed.houseNumber ?? rest.houseNumber,
    postcode: changed.postcode ?? rest.postcode,
    city: changed.city ?? rest.city,
    country: changed.country ?? rest.country,
    language: z.enum(languages).catch(rest.language).parse(changed.language),
  };
}

/** What could never be accepted is told whoever asks for it; what is wrong already with the rest of the debtor is not theirs. */
function requirePossible(ctx: Ctx, debtor: Debtor, wanted: RequestedData): void {
  const { problems } = checkDebtor(withRequestedData(debtor, wanted), ctx.clock.today());
  const theirs = problems.filter(({ field }) => Object.hasOwn(wanted, field));
  if (theirs.length === 0) return;
  const fields = Object.fromEntries(theirs.map(({ field, message }) => [`wanted.${field}`, [message]]));
  throw new VorderError("validation", { fields });
}

/**
 * Asks for data of the debtor of a file to be changed: a line of the timeline, which waits for somebody of the house.
 * @throws notFound; validation where nothing would change, or beside `wanted.field` what could never be accepted.
 */
export async function requestChange(
  ctx: Ctx,
  fileId: number,
  body: { readonly wanted: RequestedData; readonly note: string },
): Promise<ChangeRequestData> {
  const debtor = await debtorOf(ctx, fileId);
  const wanted = realChanges(body.wanted, debtor);
  if (Object.keys(wanted).length === 0) throw fieldError("common", "log-work.nothingToChange");
  requirePossible(ctx, debtor, wanted);
  const present = Object.fromEntries(Object.keys(wanted).map((field) => [field, Reflect.get(debtor, field)]));
  const line = await ctx.db
    .insertInto("file_log")
    .values({
      file_id: fileId,
      at: ctx.clock.now(),
      type: "change_data_request",
      category: categoryOf("change_data_request"),
      subject_key: "log-work.changeAsked",
      subject_values: "{}",
      subject: ctx.translate({ key: "log-work.changeAsked" }, "nl"),
      content: body.note === "" ? null : maskBsn(body.note),
      user_id: ctx.user.id || null,
      user_name: ctx.user.name,
      acting_for: ctx.user.previous?.username ?? null,
      is_system: false,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const request = await ctx.db
    .insertInto("change_request")
    .values({ log_id: line.id, wanted: JSON.stringify(wanted), present: JSON.stringify(present) })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (ctx.user.kind !== "staff") await ctx.emit(clientWrote, { fileId, logId: line.id, what: "change" });
  return shown(ctx, request, debtor);
}

const ask = handle(requestDataChange, (ctx, { params, body }) => requestChange(ctx, params.id, body));

const read = handle(readChange, async (ctx, { params }) => {
  const { request, debtor } = await requireRequest(ctx, params.id);
  return shown(ctx, request, debtor);
});

/** @throws conflict with the request as it stands, where it was decided already. */
async function requireOpen(ctx: Ctx, logId: number, version: number) {
  const found = await requireRequest(ctx, logId, true);
  if (found.request.state !== "open" || found.request.version !== version) {
    throw new VorderError("conflict", { data: { current: await shown(ctx, found.request, found.debtor) } });
  }
  return found;
}

async function decide(ctx: Ctx, request: Asked, state: "accepted" | "rejected", words: string | null): Promise<Asked> {
  const decided = await ctx.db
    .updateTable("change_request")
    .set({
      state,
      answer: words,
      decided_at: ctx.clock.now(),
      decided_by: ctx.user.id || null,
      version: request.version + 1,
    })
    .where("log_id", "=", request.log_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: `log.change-${state}`, subject: "file_log", subjectId: request.log_id, after: { words } });
  return decided;
}

/** Who told what a line asks for: the debtor on their own page, or somebody of the client; the house may have it from anybody. */
async function askerOf({ db }: Ctx, userId: number | null): Promise<"debtor" | "client" | null> {
  if (userId === null) return "debtor";
  const user = await db.selectFrom("app_user").select("kind").where("id", "=", userId).executeTakeFirstOrThrow();
  return user.kind === "staff" ? null : "client";
}

const accept = handle(acceptChange, async (ctx, { params, body }) => {
  const { line, request, debtor } = await requireOpen(ctx, params.id, body.version);
  const all = stored.parse(request.wanted);
  const chosen: RequestedData = body.fields
    ? Object.fromEntries(Object.entries(all).filter(([field]) => body.fields?.some((one) => one === field)))
    : all;
  const isPart = Object.keys(chosen).length < Object.keys(all).length;
  if (Object.keys(chosen).length === 0) throw fieldError("fields", "log-work.nothingToChange");
  if (isPart && body.answer === "") throw fieldError("answer", "log-work.partNeedsAnswer");
  const moved = changedSince(chosen, stored.parse(request.present), debtor);
  if (moved.length > 0) {
    throw new VorderError("conflict", {
      fields: { common: [{ key: "log-work.changedSince" }] },
      data: { current: await shown(ctx, request, debtor) },
    });
  }
  const { fileType: _type, ...asked } = withRequestedData(debtor, chosen);
  const isMove = addressFields.some((field) => field in chosen);
  const after = await changeDebtor(ctx, line.file_id, {
    ...asked,
    // An address that somebody told us has not been checked by anybody yet.
    addressVerifiedOn: isMove ? null : asked.addressVerifiedOn,
    addressSource: await askerOf(ctx, line.user_id),
  });
  const decided = await decide(ctx, request, "accepted", body.answer === "" ? null : body.answer);
  await writeLog(ctx, {
    fileId: line.file_id,
    type: "change_data_request",
    subject: { key: isPart ? "log-work.changeAcceptedInPart" : "log-work.changeAccepted" },
    content: body.answer === "" ? null : body.answer,
    ref: { kind: "log", id: line.id },
  });
  return shown(ctx, decided, after);
});

const reject = handle(rejectChange, async (ctx, { params, body }) => {
  const { line, request, debtor } = await requireOpen(ctx, params.id, body.version);
  const decided = await decide(ctx, request, "rejected", body.answer);
  await writeLog(ctx, {
    fileId: line.file_id,
    type: "change_data_request",
    subject: { key: "log-work.changeRejected" },
    content: body.answer,
    ref: { kind: "log", id: line.id },
  });
  return shown(ctx, decided, debtor);
});

export const changeHandlers: readonly Handler[] = [ask, read, accept, reject];
