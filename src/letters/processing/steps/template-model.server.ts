/** The variables of a template for a file, in any language, for its author. */
import type { Language } from "../../../ground/kernel/texts.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import type { LetterModel, MessageChannel } from "../../correspondence/correspondence.ts";
import { stepModel } from "../runs/effects.server.ts";
import { fillingOf, messageOf } from "./message-facts.server.ts";

/** Of a template that a step sends, what that step says; of any other what a person's message would. @throws notFound for a file not seen. */
export async function templateModel(
  ctx: Ctx,
  fileId: number,
  { channel, template, language }: { channel: MessageChannel; template: string; language: Language },
): Promise<LetterModel> {
  const message = await messageOf(ctx, fileId, {});
  const inputs = { ...message.inputs, reach: { ...message.inputs.reach, language } };
  // Written in the language that is looked at, whether it is kept yet or not.
  const written = new Map([...message.environment.written, [`${channel}:${template}`, [language]] as const]);
  const environment = { ...message.environment, written };
  const steps = [...environment.workflows.values()].flatMap((workflow) => workflow.steps);
  const step = steps.find((each) => each.channel === channel && each.template === template);
  return step
    ? stepModel(inputs, step, environment, ctx.translate).model
    : fillingOf(inputs, environment, ctx.translate)(channel, template);
}
