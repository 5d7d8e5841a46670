/** Passes a parent's new version on to the variants that clients have of it, except where they differ. */
import { sql } from "kysely";
import type { Ctx, Db } from "../../../ground/platform/server/http/module.ts";
import type { Step } from "../schedule/definition.ts";
import { loadVersions, type StoredVersion } from "../schedule/definitions.server.ts";
import { faultsOf } from "./check.ts";
import { knownTemplates } from "./drawing.server.ts";
import { inherit } from "./inherit.ts";

interface Of {
  readonly code: string;
  readonly number: number;
}

/** Writes the steps of a version anew; its former ones are gone. */
async function writeSteps(db: Db, { code, number }: Of, steps: readonly Step[]): Promise<void> {
  const rows = steps.map((step) => ({
    workflow_code: code,
    version_number: number,
    step_key: step.key,
    position: step.position,
    anchor: step.anchor,
    event: step.event,
    offset_days: step.offsetDays,
    phase: step.phase,
    channel: step.channel,
    template_code: step.template,
    effect: step.effect,
    by_hand: step.byHand,
    lapse_days: step.lapseDays,
    term_days: step.termDays,
    condition: JSON.stringify(step.condition),
    next_workflow: step.nextWorkflow,
  }));
  await db.deleteFrom("workflow_step").where("workflow_code", "=", code).where("version_number", "=", number).execute();
  if (rows.length > 0) await db.insertInto("workflow_step").values(rows).execute();
}

interface Made {
  readonly state: "live" | "draft";
  readonly parentVersion: number;
  readonly basedOn: number;
  readonly note: string;
}

/** A further version of a workflow with these steps. One that is live takes the place of the one before it. */
async function addVersion(ctx: Ctx, code: string, steps: readonly Step[], made: Made): Promise<void> {
  const isLive = made.state === "live";
  if (isLive)
    await ctx.db
      .updateTable("workflow_version")
      .set({ state: "retired" })
      .where("workflow_code", "=", code)
      .where("state", "=", "live")
      .execute();
  const at = ctx.clock.now();
  const user = ctx.user.id || null;
  const { rows } = await sql<{ number: number }>`
    insert into workflow_version (workflow_code, number, state, based_on, parent_version, note, created_by, created_at, published_by, published_at)
    select ${code}, max(number) + 1, ${made.state}, ${made.basedOn}::integer, ${made.parentVersion}::integer, ${made.note},
      ${user}::bigint, ${at}, ${isLive ? user : null}::bigint, ${isLive ? at : null}::timestamptz
    from workflow_version where workflow_code = ${code} returning number`.execute(ctx.db);
  await writeSteps(ctx.db, { code, number: rows[0]?.number ?? 1 }, steps);
}

interface Parent {
  readonly versions: readonly StoredVersion[];
  readonly now: StoredVersion;
  readonly note: string;
}

const numbered = (versions: readonly StoredVersion[], number: number | null): readonly Step[] | undefined =>
  versions.find(({ workflow }) => workflow.version === number)?.workflow.steps;

/** Whether a trial of a workflow runs: until it ends, its live version stays. */
export async function hasRunningAbTest(db: Db, code: string): Promise<boolean> {
  const trial = await db
    .selectFrom("workflow_trial")
    .select("id")
    .where("workflow_code", "=", code)
    .where("state", "=", "running")
    .forUpdate()
    .executeTakeFirst();
  return trial !== undefined;
}

async function followOne(ctx: Ctx, code: string, parent: Parent): Promise<void> {
  const movedOver = new Map(
    (
      await ctx.db
        .selectFrom("workflow_version")
        .select(["number", "parent_version"])
        .where("workflow_code", "=", code)
        .forUpdate()
        .execute()
    ).map((row) => [row.number, row.parent_version]),
  );
  const versions = await loadVersions(ctx.db, code);
  const parentVersion = parent.now.workflow.version;
  const mergedOf = (of: StoredVersion): readonly Step[] => {
    const base = numbered(parent.versions, movedOver.get(of.workflow.version) ?? null) ?? parent.now.workflow.steps;
    return inherit(base, of.workflow.steps, parent.now.workflow.steps);
  };
  const live = versions.find(({ state }) => state === "live");
  const draft = versions.find(({ state }) => state === "draft");
  if (draft) {
    const of = { code, number: draft.workflow.version };
    await writeSteps(ctx.db, of, mergedOf(draft));
    await ctx.db
      .updateTable("workflow_version")
      .set((set) => ({ parent_version: parentVersion, version: set("version", "+", 1) }))
      .where("workflow_code", "=", code)
      .where("number", "=", of.number)
      .execute();
  }
  if (!live) return;
  const steps = mergedOf(live);
  const faults = faultsOf({ ...live.workflow, steps }, await knownTemplates(ctx.db, code));
  const made = { parentVersion, basedOn: live.workflow.version, note: parent.note };
  if (faults.length === 0 && !(await hasRunningAbTest(ctx.db, code)))
    await addVersion(ctx, code, steps, { ...made, state: "live" });
  // What cannot go live by itself is left for a person, who finds its faults in a draft.
  else if (!draft) await addVersion(ctx, code, steps, { ...made, state: "draft" });
}

/** After a version of a workflow went live: each variant of it gets a version that inherits from it, its draft too. */
export async function followParent(ctx: Ctx, parentCode: string, note: string): Promise<void> {
  const variants = await ctx.db
    .selectFrom("workflow")
    .select(["id", "code"])
    .where("parent_code", "=", parentCode)
    .orderBy("code")
    .execute();
  if (variants.length === 0) return;
  const versions = await loadVersions(ctx.db, parentCode);
  const now = versions.find(({ state }) => state === "live");
  if (!now) return;
  for (const { id, code } of variants) {
    await followOne(ctx, code, { versions, now, note });
    const after = { parent: parentCode, version: now.workflow.version };
    await ctx.audit({ action: "workflow.inherit", subject: "workflow", subjectId: id, after });
  }
}
