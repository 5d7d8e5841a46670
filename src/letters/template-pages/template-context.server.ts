/** The context of a template: the workflows that send it, the provider's text blocks, and lint messages. */

import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import type { Ctx } from "../../ground/platform/server/http/module.ts";
import type { Measure } from "../templates/templates.contract.ts";
import { knownTemplates, usedVariables } from "../templates/templates.contract.ts";
import {
  type LintSubject,
  lintTemplate,
  type OwnVariable,
  ownTextsIn,
  ownVariables,
  withOwnTexts,
} from "../templates/templates.server.ts";
import { loadWorkflows } from "../workflows/workflows.server.ts";
import type { Workflow } from "../workflows/workflows.ts";
import type { Finding } from "./template-pages.contract.ts";
import { type EditedChannel, reviewDays, type TemplateType } from "./template-pages.ts";

/** What holds for every template. */
export interface TemplateContext {
  readonly workflows: readonly Workflow[];
  readonly own: readonly OwnVariable[];
}

export const templateContext = async (ctx: Ctx): Promise<TemplateContext> => ({
  workflows: [...(await loadWorkflows(ctx.db)).values()],
  own: await ownVariables(ctx.db),
});

export interface SendingStep {
  readonly workflow: string;
  readonly name: string;
  readonly position: number;
}

/** The steps that send a template. */
export const stepsSending = ({ workflows }: TemplateContext, channel: EditedChannel, code: string): SendingStep[] =>
  workflows.flatMap(({ code: workflow, name, steps }) =>
    steps
      .filter((step) => step.channel === channel && step.template === code)
      .map(({ position }) => ({ workflow, name, position })),
  );

export function typeOf(standing: TemplateContext, channel: EditedChannel, code: string): TemplateType {
  if (stepsSending(standing, channel, code).length > 0) return "workflow";
  const known: readonly string[] = knownTemplates[channel];
  return known.includes(code) ? "product" : "house";
}

const judicial: readonly Measure[] = ["summons", "bailiff", "seizure"];

/**
 * The measures that can follow a template: those of a summons or of a handover to a bailiff, in a workflow that sends it and has such a step.
 * The announcement of a petition, a judicial letter, may name bankruptcy too.
 */
function measuresAfter(
  standing: TemplateContext,
  of: Pick<LintSubject, "code" | "category">,
  channel: EditedChannel,
): Measure[] {
  const senders = standing.workflows.filter(({ steps }) =>
    steps.some((step) => step.channel === channel && step.template === of.code),
  );
  // A workflow that waits for a judgment comes after the summons.
  const holds = senders.some(({ steps }) =>
    steps.some(({ effect, event }) => effect === "summons" || effect === "handover" || event === "judgment"),
  );
  if (of.category !== "judicial") return holds ? [...judicial] : [];
  return senders.length === 0 || holds ? [...judicial, "bankruptcy"] : [];
}

export interface Linted extends Omit<LintSubject, "measures" | "channel"> {
  readonly channel: EditedChannel;
  readonly language: Language;
}

/** The words with the house's own texts put in, as they are rendered. */
export const withOwn = <T extends Pick<Linted, "subject" | "body" | "language">>(
  standing: TemplateContext,
  words: T,
): T => withOwnTexts(words, ownTextsIn(standing.own, words.language));

/** What the lint says of the words of a language, in the reader's words. */
export function findingsOf(ctx: Ctx, standing: TemplateContext, words: Linted): Finding[] {
  const measures = measuresAfter(standing, words, words.channel);
  const found = lintTemplate({ ...withOwn(standing, words), measures });
  const untranslated = usedVariables(words.subject, words.body).filter((name) =>
    standing.own.some((own) => own.name === name && own.texts[words.language].trim() === ""),
  );
  return [
    ...found,
    ...untranslated.map((value) => ({ severity: "warning" as const, rule: "ownUntranslated" as const, value })),
  ].map(({ severity, rule, value, ...more }) => ({
    severity,
    rule,
    text: ctx.translate({ key: `templates.finding_${rule}`, values: { value: value ?? "" } }),
    quote: ("quote" in more ? more.quote : undefined) ?? null,
  }));
}

/** Whether somebody should read a text for plain language again. */
export const reviewFinding = (ctx: Ctx, reviewedOn: PlainDate | null): Finding[] =>
  reviewedOn !== null && addDays(reviewedOn, reviewDays) >= ctx.clock.today()
    ? []
    : [
        {
          severity: "warning",
          rule: "reviewDue",
          text: ctx.translate({ key: "template-pages.findingReview" }),
          quote: null,
        },
      ];
