/** Handles the calls of batches. */
import { sql } from "kysely";
import { selectFiles, visibleFiles } from "../../../cases/files/files.server.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import { blob, type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { sendAgain } from "../../../ground/platform/server/outbox/outbox.ts";
import { requireOffice } from "../../handover/handover.server.ts";
import { requireDestination } from "../destinations/record.server.ts";
import { recallable, recallOpen } from "../handover-batches.ts";
import {
  type BatchFile,
  batchFile,
  confirmRecallReported,
  downloadBatch,
  enterReceipt,
  type HandoverBatch,
  judgeAgain,
  leaveOut,
  listBatches,
  listBatchFiles,
  listEvents,
  makeBatch,
  postListBatches,
  postListEvents,
  processingData,
  readBatch,
  recallBatch,
  retryBatch,
  sendFiles,
  startHandover,
} from "./batches.contract.ts";
import { continueBatch, isDue, startBatch } from "./choose.server.ts";
import { eventPage, noteEvents } from "./events.server.ts";
import { applyReceipt, noteSent, unansweredOf } from "./office.server.ts";
import { packageOf, zipOf } from "./package.server.ts";
import { noteRecallReported, takeBack } from "./recall.server.ts";
import {
  batchPage,
  changeBatch,
  effectKey,
  lockBatch,
  mailKey,
  recallKey,
  recallMailKey,
  requireBatch,
  shownBatch,
} from "./record.server.ts";
import { unfix } from "./work.server.ts";

const translated = (ctx: Ctx, key: string): string => ctx.translate({ key: `handover-batches.${key}` }, ctx.lang);

/** The name of a line, in the reader's language. */
function nameOf(ctx: Ctx, need: string): string {
  const own = ["law", "clientKnown", "notElsewhere", "fileOpen", "judgment", "held", "consent"];
  return own.includes(need)
    ? translated(ctx, `need_${need}`)
    : ctx.translate({ key: `handover.need_${need}` }, ctx.lang);
}

const lines = batchFile.shape.lines.element.omit({ name: true }).array();

const files = handle(listBatchFiles, async (ctx, { params, query }) => {
  requireOffice(ctx);
  await requireBatch(ctx, params.id);
  let found = selectFiles(ctx)
    .innerJoin("handover_batch_file as f", "f.file_id", "case_file.id")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .innerJoin("client", "client.id", "case_file.client_id")
    .where("f.batch_id", "=", params.id);
  if (query.filter.state?.length) found = found.where("f.state", "in", [...query.filter.state]);
  const { rows, total } = await pagedList(ctx.db, found, query, (page) =>
    page
      .selectAll("f")
      .select(["case_file.number", "debtor.display_name", "client.company"])
      .orderBy("case_file.number", query.order?.direction ?? "asc"),
  );
  const items = rows.map(
    (row): BatchFile =>
      batchFile.parse({
        id: row.id,
        fileId: row.file_id,
        fileNumber: row.number,
        debtorName: row.display_name,
        clientName: row.company,
        state: row.state,
        openCents: row.open_cents,
        costCents: row.cost_cents,
        documents: row.documents,
        lines: lines.parse(row.lines).map((line) => ({ ...line, name: nameOf(ctx, line.need) })),
        officeNumber: row.office_number,
        reason: row.reason,
        stateAt: row.state_at.toISOString(),
        reportedAt: row.reported_at?.toISOString() ?? null,
      }),
  );
  return toPage(items, total, query.limit);
});

const leave = handle(leaveOut, async (ctx, { params, body }) => {
  requireOffice(ctx);
  await lockBatch(ctx, params.id, undefined, ["validated"]);
  const [from, to] = body.out ? ["validated", "left_out"] : ["left_out", "draft"];
  const changed = await ctx.db
    .updateTable("handover_batch_file")
    .set({ state: to, state_at: ctx.clock.now() })
    .where("batch_id", "=", params.id)
    .where("file_id", "in", body.files)
    .where("state", "=", from)
    .returning("id")
    .execute();
  await noteEvents(
    ctx,
    changed.map(({ id }) => ({
      batchId: params.id,
      batchFileId: id,
      kind: body.out ? ("leftOut" as const) : ("putBack" as const),
      from,
      to,
    })),
  );
  // What comes back is judged as it stands now.
  if (!body.out && changed.length > 0) return startMoving(ctx, params.id, "judging", changed.length);
  await changeBatch(ctx, params.id, {});
  return shownBatch(ctx, params.id);
});

async function startMoving(ctx: Ctx, id: number, moving: "judging" | "making", count: number): Promise<HandoverBatch> {
  // Whoever sets it going hands over: their rights count, also where those of the one who planned it are gone.
  await changeBatch(ctx, id, { moving, straight: false, problem: null, made_by: ctx.user.id || null });
  await continueBatch(ctx, id, count);
  return shownBatch(ctx, id);
}

const judge = handle(judgeAgain, async (ctx, { params, body }) => {
  requireOffice(ctx);
  await lockBatch(ctx, params.id, body.version, ["validated"]);
  const again = await ctx.db
    .updateTable("handover_batch_file")
    .set({ state: "draft" })
    .where("batch_id", "=", params.id)
    .where("state", "in", ["validated", "refused"])
    .returning("id")
    .execute();
  return startMoving(ctx, params.id, "judging", again.length);
});

const make = handle(makeBatch, async (ctx, { params, body }) => {
  requireOffice(ctx);
  const batch = await lockBatch(ctx, params.id, body.version, ["validated"]);
  const destination = await requireDestination(ctx, batch.destination_id);
  if (destination.archived_at !== null) throw fieldError("common", "handover-batches.errorArchived");
  const rows = await ctx.db
    .selectFrom("handover_batch_file")
    .select(["id", "state", "storage_key"])
    .where("batch_id", "=", params.id)
    .execute();
  const going = rows.filter(({ state }) => state === "validated");
  if (going.length === 0) throw fieldError("common", "handover-batches.problemNone");
  // What was fixed by a making that came to nothing is fixed anew, and of a file that was left out or refused since, not at all: it would go along.
  for (const { id, storage_key } of rows) if (storage_key !== null) await unfix(ctx, id, storage_key);
  await ctx.audit({ action: "handover_batch.make", subject: "handover_batch", subjectId: params.id });
  return startMoving(ctx, params.id, "making", going.length);
});

const recall = handle(recallBatch, async (ctx, { params, body }) => {
  requireOffice(ctx);
  const batch = await lockBatch(ctx, params.id, body.version, recallable, "handover-batches.errorAccepted");
  const { channel } = await requireDestination(ctx, batch.destination_id);
  await takeBack(ctx, batch, channel, body.reason);
  const before = { state: batch.state };
  const after = { state: "recalled", reason: body.reason };
  await ctx.audit({ action: "handover_batch.recall", subject: "handover_batch", subjectId: params.id, before, after });
  return shownBatch(ctx, params.id);
});

const recallReported = handle(confirmRecallReported, async (ctx, { params, body }) => {
  requireOffice(ctx);
  const batch = await lockBatch(ctx, params.id, body.version, ["recalled"]);
  if (batch.recall === null || !recallOpen.includes(batch.recall))
    throw fieldError("common", "handover-batches.errorState");
  await noteRecallReported(ctx, batch, body.note);
  const after = { told: body.note };
  await ctx.audit({ action: "handover_batch.recall", subject: "handover_batch", subjectId: params.id, after });
  return shownBatch(ctx, params.id);
});

const retry = handle(retryBatch, async (ctx, { params, body }) => {
  requireOffice(ctx);
  const batch = await lockBatch(ctx, params.id, body.version, ["queued", "recalled"]);
  // What may have gone goes again only under the same name, by which the office knows whether it has it.
  const again = (key: string): Promise<boolean> => sendAgain(ctx.db, ctx.clock, key);
  const isRecall = batch.state === "recalled";
  const [own, mail] = isRecall ? [recallKey(batch), recallMailKey(batch)] : [effectKey(batch), mailKey(batch)];
  if (
    (isRecall && (batch.recall === null || !recallOpen.includes(batch.recall))) ||
    !((await again(own)) || (await again(mail)))
  )
    throw fieldError("common", "handover-batches.errorState");
  const pending = isRecall ? { recall: "pending", recall_error: null } : { delivery: "pending", delivery_error: null };
  await changeBatch(ctx, params.id, pending);
  await noteEvents(ctx, [{ batchId: params.id, kind: "again" }]);
  return shownBatch(ctx, params.id);
});

const download = handle(downloadBatch, async (ctx, { params }) => {
  requireOffice(ctx);
  const batch = await lockBatch(ctx, params.id, undefined, [
    "queued",
    "sent",
    "accepted",
    "partly",
    "rejected",
    "processed",
  ]);
  const destination = await requireDestination(ctx, batch.destination_id);
  const content = zipOf(ctx, batch, await packageOf(ctx, batch, destination.name));
  if (destination.channel === "download" && batch.state === "queued") await noteSent(ctx, params.id, "downloaded");
  else await noteEvents(ctx, [{ batchId: params.id, kind: "downloaded" }]);
  const rows = await ctx.db
    .selectFrom("handover_batch_file")
    .select("file_id")
    .where("batch_id", "=", params.id)
    .where("data_sha256", "is not", null)
    .execute();
  ctx.saw(rows.map(({ file_id }) => file_id));
  await ctx.audit({ action: "handover_batch.download", subject: "handover_batch", subjectId: params.id });
  return blob({ content, mime: "application/zip", name: `${batch.key}.zip` });
});

const receipt = handle(enterReceipt, async (ctx, { params, body }) => {
  requireOffice(ctx);
  await lockBatch(ctx, params.id, undefined, ["sent"]);
  await ctx.audit({ action: "handover_batch.receipt", subject: "handover_batch", subjectId: params.id, after: body });
  const { othersAccepted, ...told } = body;
  const named = new Set(told.files.map(({ fileNumber }) => fileNumber));
  const others = othersAccepted ? (await unansweredOf(ctx, params.id)).filter((number) => !named.has(number)) : [];
  const taken = others.map((fileNumber) => ({ fileNumber, state: "accepted" as const, officeNumber: "", reason: "" }));
  const flaw = await applyReceipt(ctx, params.id, { ...told, files: [...told.files, ...taken] });
  // By hand it is refused beside its field; told by the office itself it is kept as wrong.
  const fields = { count: "count", total: "total", hash: "sha256", files: "files" } as const;
  const words = { count: "problemCount", total: "problemTotal", hash: "problemHash", files: "problemFiles" } as const;
  if (flaw) throw fieldError(fields[flaw], `handover-batches.${words[flaw]}`);
  return shownBatch(ctx, params.id);
});

interface Waiting {
  readonly id: number;
  readonly name: string;
  readonly planned: number;
  readonly waiting: number;
  readonly held: number;
  readonly cents: number;
}

const waiting = handle(processingData, async (ctx) => {
  requireOffice(ctx);
  const due = await sql<{
    files: number;
    cents: number;
  }>`select count(*) as files, coalesce(sum(open_cents), 0)::bigint as cents
    from case_file where ${isDue(ctx.clock.today())} and ${visibleFiles(ctx.user)}`.execute(ctx.db);
  const { rows } = await sql<Waiting>`select d.id, d.name,
      count(distinct b.id) filter (where b.state in ('draft', 'validated') and case_file.id is not null) as planned,
      count(distinct b.id) filter (where b.state in ('queued', 'sent') and case_file.id is not null) as waiting,
      count(case_file.id) filter (where f.exclusive and f.state = 'accepted') as held,
      coalesce(sum(case_file.open_cents) filter (where f.exclusive and f.state = 'accepted'), 0)::bigint as cents
    from handover_destination d left join handover_batch b on b.destination_id = d.id
      left join handover_batch_file f on f.batch_id = b.id
      left join case_file on case_file.id = f.file_id and ${visibleFiles(ctx.user)}
    where d.archived_at is null group by d.id, d.name order by d.name, d.id`.execute(ctx.db);
  return {
    due: { files: due.rows[0]?.files ?? 0, openCents: due.rows[0]?.cents ?? 0 },
    destinations: rows.map(({ id, name, cents, ...row }) => ({
      ...row,
      destination: { id, text: name },
      heldCents: cents,
    })),
  };
});

export const batchHandlers = [
  handle(startHandover, (ctx, { body }) => {
    requireOffice(ctx);
    return startBatch(ctx, { ...body, straight: false });
  }),
  handle(sendFiles, (ctx, { body: { files: ids, ...body } }) => {
    requireOffice(ctx);
    return startBatch(ctx, { ...body, chosen: { by: "files", files: ids }, straight: true });
  }),
  handle(readBatch, (ctx, { params }) => {
    requireOffice(ctx);
    return shownBatch(ctx, params.id);
  }),
  handle(listBatches, (ctx, { query }) => {
    requireOffice(ctx);
    return batchPage(ctx, query, query.order?.direction);
  }),
  handle(postListBatches, (ctx, { body }) => {
    requireOffice(ctx);
    return batchPage(ctx, body);
  }),
  handle(listEvents, (ctx, { query }) => {
    requireOffice(ctx);
    return eventPage(ctx, query);
  }),
  handle(postListEvents, (ctx, { body }) => {
    requireOffice(ctx);
    return eventPage(ctx, body);
  }),
  files,
  leave,
  judge,
  make,
  recall,
  recallReported,
  retry,
  download,
  receipt,
  waiting,
];
