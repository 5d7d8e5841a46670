/** The differences between a variant and its parent, and the variants of a workflow, in the reader's language. */

import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { maySeeClient } from "../../../people/customers/customers.server.ts";
import { formatMoney } from "../../templates/templates.ts";
import type { Step } from "../schedule/definition.ts";
import { loadVersions, type StoredVersion } from "../schedule/definitions.server.ts";
import { stepText } from "../workflows.texts.ts";
import { type Difference, differences, type StepField } from "./inherit.ts";
import type { DrawnDifference, DrawnWorkflow } from "./versions.contract.ts";

const nameOf = (ctx: Ctx, { template }: Step): string =>
  ctx.translate({ key: stepText(template), values: { template } });

function conditionText(ctx: Ctx, { condition }: Step): string {
  const amount = (cents: number): string => formatMoney(cents, ctx.lang);
  const reach = [
    [condition.hasEmail, "email"],
    [condition.hasMobile, "mobile"],
    [condition.hasPhone, "phone"],
  ] as const;
  const bounds = [
    [condition.minOpenCents, "ifMin"],
    [condition.maxOpenCents, "ifMax"],
    [condition.minClaimCents, "ifMinClaim"],
    [condition.maxClaimCents, "ifMaxClaim"],
  ] as const;
  return [
    ...reach.flatMap(([needs, what]) => (needs ? [ctx.translate({ key: `workflow-editor.ifNeeds_${what}` })] : [])),
    ...bounds.flatMap(([cents, key]) =>
      cents === undefined ? [] : [ctx.translate({ key: `workflow-editor.${key}`, values: { amount: amount(cents) } })],
    ),
  ].join(", ");
}

/** A field of a step as a person reads it; "–" where it is empty. */
function valueText(ctx: Ctx, step: Step, field: StepField): string {
  const translated = (key: string): string => ctx.translate({ key });
  const texts: Readonly<Record<StepField, () => string>> = {
    channel: () => translated(`workflows.channel_${step.channel}`),
    template: () => nameOf(ctx, step),
    anchor: () => translated(`workflows.anchor_${step.anchor}`),
    event: () => (step.event === null ? "" : translated(`workflow-editor.event_${step.event}`)),
    offsetDays: () => String(step.offsetDays),
    phase: () => translated(`files.phase_${step.phase}`),
    effect: () => translated(`workflow-editor.effect_${step.effect}`),
    byHand: () => (step.byHand ? translated("workflow-editor.byHand") : ""),
    termDays: () => String(step.termDays ?? ""),
    lapseDays: () => String(step.lapseDays ?? ""),
    condition: () => conditionText(ctx, step),
    nextWorkflow: () => step.nextWorkflow ?? "",
  };
  return texts[field]() || "–";
}

function shown(ctx: Ctx, one: Difference): DrawnDifference {
  const step = one.kind === "removed" ? one.parent : one.own;
  const fields = one.kind === "changed" ? one.fields : [];
  return {
    kind: one.kind,
    position: step.position,
    name: nameOf(ctx, step),
    fields: fields.map((field) => ({
      field,
      parent: one.kind === "changed" ? valueText(ctx, one.parent, field) : "",
      own: valueText(ctx, step, field),
    })),
  };
}

interface Shown {
  readonly id: number;
  readonly shown: StoredVersion;
  readonly parentVersion: number | null;
}

type Inheritance = Pick<DrawnWorkflow, "parent" | "differences" | "variants">;

/** Whom a version inherits from and what it has of its own, or who inherits from it. */
export async function inheritance(ctx: Ctx, { id, shown: version, parentVersion }: Shown): Promise<Inheritance> {
  const found = await asSystem(ctx.db, "the client of a workflow that was shown")
    .selectFrom("workflow as w")
    .innerJoin("workflow as p", "p.code", "w.parent_code")
    .innerJoin("client as c", "c.id", "w.client_id")
    .select(["p.id", "p.code", "p.name", "c.company as client"])
    .where("w.id", "=", id)
    .executeTakeFirst();
  if (!found) return { parent: null, differences: [], variants: await variantsOf(ctx, version) };
  const versions = await loadVersions(ctx.db, found.code);
  const steps = versions.find(({ workflow }) => workflow.version === parentVersion)?.workflow.steps ?? [];
  return {
    parent: { ...found, number: parentVersion ?? 0 },
    differences: differences(version.workflow.steps, steps).map((one) => shown(ctx, one)),
    variants: [],
  };
}

async function variantsOf(ctx: Ctx, { workflow }: StoredVersion): Promise<DrawnWorkflow["variants"]> {
  const rows = await asSystem(ctx.db, "workflows of clients; those that the actor may not see are left out below")
    .selectFrom("workflow as w")
    .innerJoin("client as c", "c.id", "w.client_id")
    .select(["w.id", "w.code", "w.name", "w.client_id", "c.company as client"])
    .where("w.parent_code", "=", workflow.code)
    .orderBy("w.code")
    .execute();
  const seen = rows.filter(({ client_id }) => client_id !== null && maySeeClient(ctx.user, client_id));
  if (seen.length === 0) return [];
  const all = await loadVersions(ctx.db);
  const liveOf = (code: string) =>
    all.find(({ state, workflow: of }) => of.code === code && state === "live") ??
    all.find(({ workflow: of }) => of.code === code);
  const parent = liveOf(workflow.code)?.workflow.steps ?? [];
  return seen.map(({ client_id: _client, ...row }) => ({
    ...row,
    differs: differences(liveOf(row.code)?.workflow.steps ?? [], parent).length,
  }));
}
