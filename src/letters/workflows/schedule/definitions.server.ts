/** The workflows as the database holds them. */
import { z } from "zod";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { cachedPerTransaction } from "../../../ground/platform/server/postgres/transaction-cache.ts";
import {
  type Step,
  stepAnchors,
  stepChannels,
  stepCondition,
  stepEffects,
  type Workflow,
  workflowCategories,
} from "./definition.ts";

const workflowRow = z.object({ code: z.string(), name: z.string(), category: z.enum(workflowCategories) });

const stepRow = z
  .object({
    workflow_code: z.string(),
    position: z.number(),
    anchor: z.enum(stepAnchors),
    offset_days: z.number(),
    phase: z.string(),
    channel: z.enum(stepChannels),
    template_code: z.string(),
    effect: z.enum(stepEffects),
    by_hand: z.boolean(),
    lapse_days: z.number().nullable(),
    term_days: z.number().nullable(),
    condition: stepCondition,
  })
  .transform((row): Step & { readonly workflowCode: string } => ({
    workflowCode: row.workflow_code,
    position: row.position,
    anchor: row.anchor,
    offsetDays: row.offset_days,
    phase: row.phase,
    channel: row.channel,
    template: row.template_code,
    effect: row.effect,
    byHand: row.by_hand,
    lapseDays: row.lapse_days,
    termDays: row.term_days,
    condition: row.condition,
  }));

/** All workflows by code, each with its steps in order; also those that new files no longer start with. */
export const loadWorkflows = cachedPerTransaction(async (db: Db): Promise<ReadonlyMap<string, Workflow>> => {
  const heads = await db.selectFrom("workflow").select(["code", "name", "category"]).orderBy("code").execute();
  const steps = await db.selectFrom("workflow_step").selectAll().orderBy("workflow_code").orderBy("position").execute();
  const all = steps.map((step) => stepRow.parse(step));
  return new Map(
    heads.map((head) => {
      const { code, name, category } = workflowRow.parse(head);
      return [code, { code, name, category, steps: all.filter((step) => step.workflowCode === code) }];
    }),
  );
});
