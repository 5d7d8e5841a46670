/** Handles the calls of the return feed, and takes in what offices sent by themselves. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { requireFile } from "../../../cases/files/files.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { type Ctx, handle, job, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { requireOffice } from "../../handover/handover.server.ts";
import { isHeard } from "../batches/record.server.ts";
import { requireDestination, secretOf } from "../destinations/record.server.ts";
import { storeHoldings } from "../monitoring/holdings.server.ts";
import { contentOf } from "./content.ts";
import { claimedBefore, livesAbroad, reportsToApply } from "./effects.server.ts";
import {
  assignReport,
  forgetCode,
  listCodes,
  readProceedings,
  receiveFeed,
  retryReport,
  settleReport,
} from "./feed.contract.ts";
import { ingestReports, retryIngest } from "./ingest.server.ts";
import { proceedingsOf } from "./proceedings.ts";
import { reportKinds } from "./reports.ts";

const translated = (ctx: Ctx, key: string): string => ctx.translate({ key: `handover-batches.${key}` }, ctx.lang);

/** A line that waits, locked. @throws notFound where there is none, or its file is not to be seen; validation where it waits no more. */
async function waitingLine(ctx: Ctx, id: number) {
  requireOffice(ctx);
  const row = await ctx.db
    .selectFrom("handover_report as r")
    .innerJoin("handover_destination as d", "d.id", "r.destination_id")
    .leftJoin("handover_batch_file as f", "f.id", "r.batch_file_id")
    .select(["r.id", "r.data", "r.problem", "r.settled_at", "r.code", "d.id as destination_id", "d.name", "f.file_id"])
    .where("r.id", "=", id)
    .forUpdate("r")
    .executeTakeFirst();
  if (!row || (row.file_id === null && !ctx.user.seesAllFiles)) throw notFound();
  if (row.file_id !== null) await requireFile(ctx, row.file_id);
  if (row.problem === null || row.settled_at !== null) throw fieldError("common", "handover-batches.errorNotWaiting");
  return { row, office: { id: row.destination_id, name: row.name } };
}

type Outcome = Awaited<ReturnType<typeof retryIngest>>;

function outcomeText(ctx: Ctx, { problem, refusal }: Outcome, others = 0) {
  const why = refusal ? ctx.translate(refusal, ctx.lang) : problem === null ? "" : translated(ctx, `unread_${problem}`);
  return { state: problem === null ? ("done" as const) : ("waiting" as const), why, others };
}

const assign = handle(assignReport, async (ctx, { params, body }) => {
  const { row, office } = await waitingLine(ctx, params.id);
  if (row.problem !== "unknownCode" || row.code === null) throw fieldError("kind", "handover-batches.errorNoCode");
  const outcome = await retryIngest(ctx, office, row, { kind: body.kind });
  await ctx.audit({
    action: "handover_report.assign",
    subject: "handover_destination",
    subjectId: office.id,
    after: { report: row.id, code: row.code, ...body },
  });
  if (!body.always) return outcomeText(ctx, outcome);
  const noted = { kind: body.kind, noted_at: ctx.clock.now(), noted_by: ctx.user.id || null };
  await ctx.db
    .insertInto("handover_code")
    .values({ destination_id: office.id, code: row.code, ...noted })
    .onConflict((clash) => clash.columns(["destination_id", "code"]).doUpdateSet(noted))
    .execute();
  const alike = await ctx.db
    .selectFrom("handover_report")
    .select(["id", "data", "problem"])
    .where("destination_id", "=", office.id)
    .where("code", "=", row.code)
    .where("problem", "=", "unknownCode")
    .where("settled_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  let others = 0;
  for (const each of alike) if ((await retryIngest(ctx, office, each)).problem === null) others += 1;
  return outcomeText(ctx, outcome, others);
});

const retry = handle(retryReport, async (ctx, { params, body }) => {
  const { row, office } = await waitingLine(ctx, params.id);
  // What was told under a name that had told something else is for a person: tried again it would book both.
  if (row.problem === "changed") throw fieldError("common", "handover-batches.errorChanged");
  if (row.problem === "failed") throw fieldError("common", "handover-batches.errorFailed");
  const outcome = await retryIngest(ctx, office, row, {
    atScale: body.atScale,
    confirmed: row.problem === "refused",
  });
  await ctx.audit({
    action: "handover_report.retry",
    subject: "handover_destination",
    subjectId: office.id,
    after: { report: row.id, ...body, problem: outcome.problem },
  });
  return outcomeText(ctx, outcome);
});

const settle = handle(settleReport, async (ctx, { params, body }) => {
  const { row, office } = await waitingLine(ctx, params.id);
  await ctx.db
    .updateTable("handover_report")
    .set({ settled_at: ctx.clock.now(), settled_by: ctx.user.id || null, settled_note: body.note })
    .where("id", "=", row.id)
    .execute();
  await ctx.audit({
    action: "handover_report.settle",
    subject: "handover_destination",
    subjectId: office.id,
    after: { report: row.id, note: body.note },
  });
  return {};
});

const codes = handle(listCodes, async (ctx, { params }) => {
  requireOffice(ctx);
  await requireDestination(ctx, params.id);
  const rows = await ctx.db
    .selectFrom("handover_code as c")
    .leftJoin("app_user", "app_user.id", "c.noted_by")
    .select(["c.code", "c.kind", "app_user.name"])
    .where("c.destination_id", "=", params.id)
    .orderBy("c.code")
    .execute();
  return {
    items: rows.flatMap(({ code, kind: word, name }) => {
      const kind = reportKinds.find((each) => each === word);
      return kind ? [{ code, kind, text: translated(ctx, `report_${kind}`), by: name ?? "" }] : [];
    }),
  };
});

const forget = handle(forgetCode, async (ctx, { params, body }) => {
  requireOffice(ctx);
  const gone = await ctx.db
    .deleteFrom("handover_code")
    .where("destination_id", "=", params.id)
    .where("code", "=", body.code)
    .returning("kind")
    .executeTakeFirst();
  if (!gone) throw notFound();
  await ctx.audit({
    action: "handover_code.forget",
    subject: "handover_destination",
    subjectId: params.id,
    before: { code: body.code, kind: gone.kind },
  });
  return {};
});

const proceedings = handle(readProceedings, async (ctx, { params }) => {
  requireOffice(ctx);
  await requireFile(ctx, params.id);
  const reports = await reportsToApply(ctx, params.id);
  const found = proceedingsOf(
    reports,
    await claimedBefore(ctx, params.id, reports),
    calendarOf(await loadTariffs(ctx.db)),
    await livesAbroad(ctx, params.id),
  );
  return {
    ...found,
    stageText: translated(ctx, `stage_${found.stage}`),
    services: [...found.services],
    seizures: [...found.seizures],
  };
});

/** How far the clock of an office may be off: a message that was listened in on is worth nothing later. */
const mostMillisOff = 5 * 60_000;

/** Whether a message is the office's: signed with the key of its destination over moment, method, address and text. */
function isSigned(ctx: Ctx, key: string, path: string, text: string): boolean {
  const at = ctx.request.headers["x-handover-at"] ?? "";
  const given = Buffer.from(ctx.request.headers["x-handover-signature"] ?? "");
  const off = Math.abs(ctx.clock.now().getTime() - Date.parse(at));
  if (key === "" || !(off <= mostMillisOff)) return false;
  const right = Buffer.from(
    `sha256=${createHmac("sha256", key).update(`${at}\nPOST\n${path}\n${text}`).digest("hex")}`,
  );
  return given.length === right.length && timingSafeEqual(given, right);
}

const receive = handle(receiveFeed, async (ctx, { params, body }) => {
  const to = await ctx.db.selectFrom("handover_destination").selectAll().where("id", "=", params.id).executeTakeFirst();
  const key = to && (await isHeard(ctx, to)) ? secretOf(ctx.environment, to, "signing_key") : "";
  // Who is not the office does not hear whether there is one.
  if (!to || !isSigned(ctx, key, receiveFeed.path.replace("{id}", String(params.id)), body.text)) throw notFound();
  const sha256 = createHash("sha256").update(body.text).digest("hex");
  const kept = await ctx.db
    .insertInto("handover_message")
    .values({ destination_id: to.id, content: body.text, sha256, received_at: ctx.clock.now() })
    .onConflict((clash) => clash.columns(["destination_id", "sha256"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (kept) await ctx.enqueue(messageJob, { id: kept.id });
  return { received: true };
});

export const feedHandlers = [assign, retry, settle, codes, forget, proceedings, receive];

/** Takes in one text of a feed; what is neither JSON nor CSV is kept as a line that was not understood. */
export async function ingestText(ctx: WorkCtx, office: { readonly id: number; readonly name: string }, text: string) {
  const content = contentOf(text);
  const counts = await ingestReports(ctx, office, content?.reports ?? [{ message: cutText(text, 2000) }]);
  const { on, holdings } = content ?? {};
  const stored =
    on !== undefined && on <= ctx.clock.today() && holdings ? await storeHoldings(ctx, office.id, on, holdings) : 0;
  return { ...counts, holdings: stored };
}

/** Takes in a message once, whatever number of workers have it. */
export const messageJob = job({
  name: "handover-batches.message",
  payload: z.object({ id: z.number().int() }),
  run: (ctx, { id }) =>
    ctx.tx(async (tx) => {
      const message = await tx.db
        .selectFrom("handover_message as m")
        .innerJoin("handover_destination as d", "d.id", "m.destination_id")
        .select(["m.content", "d.id", "d.name"])
        .where("m.id", "=", id)
        .where("m.taken_at", "is", null)
        .forUpdate("m")
        .executeTakeFirst();
      if (!message) return;
      await ingestText(tx, message, message.content);
      // What it said stands in its lines: of the message only that it came is kept.
      await tx.db
        .updateTable("handover_message")
        .set({ taken_at: tx.clock.now(), content: "" })
        .where("id", "=", id)
        .execute();
    }),
});
