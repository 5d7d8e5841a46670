/** The workflows in the database: the live version of each, and those that files may still be on. */
import { z } from "zod";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { cachedByRows, cachedPerTransaction } from "../../../ground/platform/server/postgres/transaction-cache.ts";
import {
  audiences,
  type Step,
  stepAnchors,
  stepChannels,
  stepCondition,
  stepEffects,
  versionStates,
  type Workflow,
  Workflows,
  workflowCategories,
  workflowEvents,
} from "./definition.ts";

const versionRow = z.object({
  code: z.string(),
  name: z.string(),
  category: z.enum(workflowCategories),
  audience: z.enum(audiences),
  number: z.number(),
  state: z.enum(versionStates),
});

/** A step with the id of its row and the version that it stands in. */
export interface StoredStep extends Step {
  readonly id: number;
  readonly workflowCode: string;
  readonly versionNumber: number;
}

const stepRow = z
  .object({
    id: z.number(),
    workflow_code: z.string(),
    version_number: z.number(),
    step_key: z.number(),
    position: z.number(),
    anchor: z.enum(stepAnchors),
    event: z.enum(workflowEvents).nullable(),
    offset_days: z.number(),
    phase: z.string(),
    channel: z.enum(stepChannels),
    template_code: z.string(),
    effect: z.enum(stepEffects),
    by_hand: z.boolean(),
    lapse_days: z.number().nullable(),
    term_days: z.number().nullable(),
    condition: stepCondition,
    next_workflow: z.string().nullable(),
  })
  .transform(
    (row): StoredStep => ({
      id: row.id,
      workflowCode: row.workflow_code,
      versionNumber: row.version_number,
      key: row.step_key,
      position: row.position,
      anchor: row.anchor,
      event: row.event,
      offsetDays: row.offset_days,
      phase: row.phase,
      channel: row.channel,
      template: row.template_code,
      effect: row.effect,
      byHand: row.by_hand,
      lapseDays: row.lapse_days,
      termDays: row.term_days,
      condition: row.condition,
      nextWorkflow: row.next_workflow,
    }),
  );

export interface StoredVersion {
  readonly workflow: Omit<Workflow, "steps"> & { readonly steps: readonly StoredStep[] };
  readonly state: (typeof versionStates)[number];
}

/** The versions of all workflows, or of one, drafts too: by code and number, their steps in order. */
export async function loadVersions(db: Db, only?: string): Promise<readonly StoredVersion[]> {
  const heads = await db
    .selectFrom("workflow_version as v")
    .innerJoin("workflow as w", "w.code", "v.workflow_code")
    .$if(only !== undefined, (query) => query.where("w.code", "=", only ?? ""))
    .select(["w.code", "w.name", "w.category", "w.audience", "v.number", "v.state"])
    .orderBy("w.code")
    .orderBy("v.number")
    .execute();
  const rows = await db
    .selectFrom("workflow_step")
    .$if(only !== undefined, (query) => query.where("workflow_code", "=", only ?? ""))
    .selectAll()
    .orderBy("workflow_code")
    .orderBy("version_number")
    .orderBy("position")
    .execute();
  const steps = Map.groupBy(
    rows.map((row) => stepRow.parse(row)),
    ({ workflowCode, versionNumber }) => `${workflowCode} ${versionNumber}`,
  );
  return heads.map((head) => {
    const { number, state, ...workflow } = versionRow.parse(head);
    return { state, workflow: { ...workflow, version: number, steps: steps.get(`${head.code} ${number}`) ?? [] } };
  });
}

/** The live and retired versions of files' workflows, or of those of pre-collection. */
async function workflowsFor(db: Db, isPrecasso: boolean): Promise<Workflows> {
  const versions = (await loadVersions(db)).filter(({ workflow }) => (workflow.category === "precasso") === isPrecasso);
  const inState = (wanted: StoredVersion["state"]) =>
    versions.filter(({ state }) => state === wanted).map(({ workflow }) => workflow);
  return new Workflows(inState("live"), [...inState("trial"), ...inState("retired")]);
}
const kept = cachedByRows(["workflow", "workflow_version", "workflow_step"], (db, of) =>
  workflowsFor(db, of === "precasso"),
);
const ofFiles = cachedPerTransaction((db: Db) => kept(db, "files"));
const ofPrecasso = cachedPerTransaction((db: Db) => kept(db, "precasso"));

/**
 * All workflows of files, also those that new files no longer start with; see `Workflows`. With "precasso" those by which claims are reminded in a
 * client's own name, before they become files: none is for both.
 */
export const loadWorkflows = (db: Db, of: "files" | "precasso" = "files"): Promise<Workflows> =>
  of === "files" ? ofFiles(db) : ofPrecasso(db);
