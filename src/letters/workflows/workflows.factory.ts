/** The seeded workflows, read from the very migration that seeds them, for tests of the pure rules. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import {
  type Audience,
  type Step,
  stepAnchors,
  stepChannels,
  stepCondition,
  stepEffects,
  type Workflow,
} from "./schedule/definition.ts";

/** An e-mail on the day of the start, for tests of the pure rules to change. */
export const stepOf = (position: number, more: Partial<Step> = {}): Step => ({
  key: position,
  position,
  anchor: "start",
  offsetDays: 0,
  phase: "amicable",
  channel: "email",
  template: "EM_FIRST",
  effect: "none",
  byHand: false,
  lapseDays: null,
  termDays: null,
  condition: {},
  event: null,
  nextWorkflow: null,
  ...more,
});

const rowPattern =
  /\('(\w+)', (\d+), '(\w+)', (\d+), '(\w+)', '(\w+)', '(\w+)', '(\w+)', (true|false), (null|\d+), (null|\d+), '(\{.*?\})'\)/g;

function stepsOf(code: string): Step[] {
  const sql = readFileSync(new URL("./migrations/0130-workflow.sql", import.meta.url), "utf8");
  return [...sql.matchAll(rowPattern)]
    .filter(([, workflow]) => workflow === code)
    .map(
      ([
        ,
        ,
        position,
        anchor,
        offset,
        phase = "",
        channel,
        template = "",
        effect,
        byHand,
        lapse,
        term,
        json = "{}",
      ]) => ({
        key: Number(position),
        position: Number(position),
        anchor: z.enum(stepAnchors).parse(anchor),
        offsetDays: Number(offset),
        phase,
        channel: z.enum(stepChannels).parse(channel),
        template,
        effect: z.enum(stepEffects).parse(effect),
        byHand: byHand === "true",
        lapseDays: lapse === "null" ? null : Number(lapse),
        termDays: term === "null" ? null : Number(term),
        condition: stepCondition.parse(JSON.parse(json)),
        event: null,
        nextWorkflow: null,
      }),
    );
}

const workflow = (code: string, audience: Audience): Workflow => ({
  code,
  name: code,
  category: "standard",
  audience,
  version: 1,
  steps: stepsOf(code),
});

export const seededWorkflows = { W1: workflow("W1", "consumer"), W2: workflow("W2", "business") };
