/** Begins the check and the placing of uploads: each area has jobs of its own for them, and the same handling. */

import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import {
  type Ctx,
  type Handler,
  handle,
  type Input,
  preparedHandler,
} from "../../../ground/platform/server/http/module.ts";
import { titlesOf } from "../reading/columns.ts";
import { rememberMapping } from "../reading/mappings.server.ts";
import { readSampleInThread } from "../reading/reading-threads.server.ts";
import { beginChecking, requireClient, requireColumns } from "../uploads/upload.server.ts";
import { type BatchRecord, checkKey, placeKey, requireBatch, shownBatch } from "../uploads/uploads.server.ts";
import type { StartCalls } from "./import.contract.ts";
import { areaOf, type FileStyle, type ImportArea } from "./layout.ts";
import { beginPlacing, type PlaceJob, type PlaceRows, placeJobOf } from "./place-job.server.ts";
import type { JudgeRows } from "./row-findings.server.ts";
import { type CheckJob, checkJobOf } from "./validate.server.ts";

/** Whether two styles find the same cells; what the cells say is another matter. */
const isCutAlike = (one: FileStyle, other: FileStyle): boolean =>
  one.encoding === other.encoding && one.separator === other.separator;

/** The header of an upload in the style that is chosen for it, where that cuts it otherwise than before; undefined where it does not. */
async function headerAnew(
  ctx: Ctx,
  { params, body }: Input<StartCalls["check"]>,
): Promise<readonly string[] | undefined> {
  const { storageKey, style, format } = await requireBatch(ctx, params.id);
  if (storageKey === null || isCutAlike(style, body.style)) return undefined;
  return (await readSampleInThread(ctx.user, { bytes: await ctx.storage.get(storageKey), format, style: body.style }))
    .header;
}

/** The job that checks the rows of an area, and the one that places them. */
export interface ImportJobs {
  readonly area: ImportArea;
  readonly check: CheckJob;
  readonly place: PlaceJob;
}

/** An upload of this area, locked. @throws notFound, for one of the other area too. */
async function lockBatch(ctx: Ctx, id: number, area: ImportArea): Promise<BatchRecord> {
  const batch = await requireBatch(ctx, id, true);
  if (areaOf(batch.mode) !== area) throw notFound();
  return batch;
}

const checkHandler = (call: StartCalls["check"], { area, check }: ImportJobs): Handler =>
  preparedHandler(call, headerAnew, async (ctx, { params, body }, anew) => {
    const batch = await lockBatch(ctx, params.id, area);
    requireVersion(batch, body.version);
    if (batch.storageKey === null || !["uploaded", "checked", "checking", "failed"].includes(batch.state)) {
      throw fieldError("common", "intake.tooLate");
    }
    await requireClient(ctx, body.client, batch.mode);
    const header = anew ?? batch.header;
    requireColumns(body.mapping, header, batch.mode, body.client !== null);
    const chosenFor = { clientId: body.client, style: body.style, header, mapping: body.mapping };
    const round = await beginChecking(ctx, batch, chosenFor);
    if (body.client !== null) {
      const chosen = { style: body.style, columns: titlesOf(header, body.mapping) };
      await rememberMapping(ctx, body.client, { name: batch.fileName, header }, chosen);
    }
    const clientIds = ctx.user.kind === "staff" ? null : [...ctx.user.clientIds];
    const title = ctx.translate({ key: "intake.jobCheck", values: { file: batch.fileName } }, ctx.lang);
    const job = await ctx.track(
      check,
      { batchId: batch.id, round, clientIds, userId: ctx.user.id },
      title,
      checkKey(batch.id, round),
    );
    return { ...(await shownBatch(ctx, await requireBatch(ctx, batch.id))), job };
  });

const placeHandler = (call: StartCalls["place"], { area, place }: ImportJobs): Handler =>
  handle(call, async (ctx, { params, body }) => {
    const batch = await lockBatch(ctx, params.id, area);
    requireVersion(batch, body.version);
    if (batch.state !== "checked") throw fieldError("common", "intake.notChecked");
    if ((batch.counts.files ?? 0) === 0) throw fieldError("common", "intake.nothingToPlace");
    await beginPlacing(ctx, batch);
    const title = ctx.translate({ key: "intake.jobPlace", values: { file: batch.fileName } }, ctx.lang);
    const job = await ctx.track(place, { batchId: batch.id, userId: ctx.user.id }, title, placeKey(batch.id));
    return { ...(await shownBatch(ctx, await requireBatch(ctx, batch.id))), job };
  });

/** What an area makes of the rows of its uploads. */
export interface AreaRows {
  readonly judge: JudgeRows;
  readonly place: PlaceRows;
}

/** The jobs of the uploads of pre-collection: their names begin with that of its module. */
export const uploadJobs = (module: "precasso", { judge, place }: AreaRows): ImportJobs => ({
  area: module,
  check: checkJobOf(`${module}.check`, judge),
  place: placeJobOf(`${module}.place`, place),
});

/** Answers the calls that begin the check and the placing of uploads of an area, with the jobs of that area. */
export const startHandlers = (calls: StartCalls, jobs: ImportJobs): readonly Handler[] => [
  checkHandler(calls.check, jobs),
  placeHandler(calls.place, jobs),
];

/** @throws conflict where somebody has changed the upload since. */
export function requireVersion(batch: BatchRecord, version: number): void {
  if (batch.version !== version)
    throw new VorderError("conflict", {
      data: { current: { id: batch.id, state: batch.state, version: batch.version } },
    });
}
