/** Moves files to another version of their workflow: a preview of the effect, and moving one for a person or many for a job. */
import { lockFile, requireFile } from "../../../cases/files/files.server.ts";
import { writeLogs } from "../../../cases/logs/logs.server.ts";
import { moveFile } from "../../../cases/states/states.server.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import type { Workflow } from "../schedule/definition.ts";
import { reachedSituations } from "../schedule/situation.server.ts";
import type { Situation } from "../schedule/situation.ts";
import { type DateChoice, type Transfer, transfer } from "../schedule/transfer.ts";
import { moveFileVersion, readFileVersion } from "../workflows.contract.ts";
import { stepText } from "../workflows.texts.ts";
import { placeOf } from "./position-view.server.ts";
import {
  factsOf,
  insertSteps,
  lockPlaces,
  refreshNextSteps,
  type StepEnvironment,
  stepEnvironment,
  updatePlaces,
} from "./positions.server.ts";
import { refuseBusy, underWay } from "./under-way.server.ts";

/** What becomes of a file in another version of its workflow; undefined for a file that is in none, or in that one already. */
export function transferOf(
  situation: Situation,
  to: Workflow,
  environment: StepEnvironment,
  choice: DateChoice,
): Transfer | undefined {
  const { place } = situation;
  const from = place && environment.workflows.of(place);
  if (!place || !from || from.code !== to.code || from.version === to.version) return undefined;
  const { tariffs, today } = environment;
  return transfer({ from, to }, place, factsOf(situation, environment), today, calendarOf(tariffs), choice);
}

export interface VersionMove {
  /** The version that was live when the move was planned. */
  readonly to?: number | undefined;
  readonly dates: DateChoice;
  readonly reason: string;
  /** The version of its place that was seen. */
  readonly version?: number | undefined;
}

/**
 * Moves a file to the live version of its workflow; false where it is there already. A new round begins, so that what was done by the earlier
 * version stays what it was. @throws notFound; validation on a closed file, on one on which something is under way, and where another version
 * went live; conflict where its place
 * changed since it was seen.
 */
export async function moveToLive(ctx: WorkCtx, fileId: number, move: VersionMove): Promise<boolean> {
  const file = await lockFile(ctx, fileId);
  if (file.status === "closed") throw fieldError("common", "files.isClosed");
  const [row] = await lockPlaces(ctx.db, [fileId], undefined);
  if (!row) throw fieldError("common", "workflow-panel.noWorkflow");
  if (move.version !== undefined && move.version !== row.version)
    throw new VorderError("conflict", { data: { current: await placeOf(ctx, fileId) } });
  const environment = await stepEnvironment(ctx);
  const situation = (await reachedSituations(ctx.db, [fileId], environment.today)).get(fileId);
  const live = environment.workflows.get(row.workflow_code);
  const moved = situation && live && transferOf(situation, live, environment, move.dates);
  if (live && move.to !== undefined && move.to !== live.version) throw fieldError("common", "workflow-panel.otherLive");
  if (!moved || !live) return false;
  refuseBusy((await underWay(ctx.db, [fileId])).get(fileId));
  const { position, kept } = moved.position;
  const round = row.round + 1;
  await updatePlaces(ctx.db, [
    {
      ...row,
      definition_version: live.version,
      position,
      round,
      kept_position: kept?.position ?? null,
      kept_on: kept?.on ?? null,
    },
  ]);
  await insertSteps(
    ctx.db,
    moved.passed.map((step) => ({
      ...{
        file_id: fileId,
        workflow_code: live.code,
        definition_version: live.version,
        round,
        position: step.position,
      },
      ...{ outcome: "skipped", reason: move.reason, user_id: ctx.user.id || null },
      ...{ done_on: environment.today, done_at: ctx.clock.now().toISOString() },
    })),
  );
  const values = { from: row.definition_version, to: live.version };
  await ctx.audit({
    action: "workflow.version",
    subject: "file",
    subjectId: fileId,
    before: { version: row.definition_version, position: row.position },
    after: { version: live.version, position, dates: move.dates, reason: move.reason },
  });
  const subject = { key: "workflow-panel.logVersion", values };
  await writeLogs(ctx, [{ fileId, type: "workflow", subject, content: move.reason, system: false }]);
  // A file at the end of its workflow goes on where the newer version has a step for it.
  if (file.status === "no_more_steps" && moved.after !== null)
    await moveFile(ctx, file, { status: "in_progress", phase: situation.phase }, { key: "workflows.whyStepDone" });
  await refreshNextSteps(ctx, [fileId]);
  return true;
}

async function foreseenMove(ctx: Ctx, fileId: number) {
  const environment = await stepEnvironment(ctx);
  await requireFile(ctx, fileId);
  const situation = (await reachedSituations(ctx.db, [fileId], environment.today)).get(fileId);
  const live = situation?.place && environment.workflows.get(situation.place.workflowCode);
  const moved = situation && live && transferOf(situation, live, environment, "new");
  const busy = (await underWay(ctx.db, [fileId])).get(fileId);
  const shownStep = (awaited: Transfer["before"]) =>
    awaited && {
      name: ctx.translate({ key: stepText(awaited.template), values: { template: awaited.template } }),
      on: awaited.on,
    };
  return {
    from: situation?.place?.definitionVersion ?? 0,
    to: live?.version ?? 0,
    before: shownStep(moved?.before ?? null),
    after: shownStep(moved?.after ?? null),
    keepable: moved?.keepable ?? null,
    passed: (moved?.passed ?? []).map(({ template }) =>
      ctx.translate({ key: stepText(template), values: { template } }),
    ),
    underWay: busy ? ctx.translate(busy) : null,
    version: situation?.place?.version ?? 0,
  };
}

export const versionMoveHandlers: readonly Handler[] = [
  handle(readFileVersion, (ctx, { params }) => foreseenMove(ctx, params.id)),
  handle(moveFileVersion, async (ctx, { params, body }) => {
    if (!(await moveToLive(ctx, params.id, body))) throw fieldError("common", "workflow-panel.onNewest");
    return placeOf(ctx, params.id);
  }),
];
