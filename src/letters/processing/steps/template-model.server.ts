/** The variables of a template for a file, in any language, for its author. */
import type { Language } from "../../../ground/kernel/texts.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import type { LetterModel, MessageChannel } from "../../correspondence/correspondence.ts";
import { stepModel } from "../runs/effects.server.ts";
import { fillingOf, messageOf } from "./message-facts.server.ts";

/** For a template sent by a step, the values of that step; for others those of a person's message. @throws notFound for an invisible file. */
export async function templateModel(
  ctx: Ctx,
  fileId: number,
  { channel, template, language }: { channel: MessageChannel; template: string; language: Language },
): Promise<LetterModel> {
  const message = await messageOf(ctx, fileId, {});
  const inputs = { ...message.inputs, reach: { ...message.inputs.reach, language } };
  // Uses the previewed language, whether or not it has been saved.
  const written = new Map([...message.environment.written, [`${channel}:${template}`, [language]] as const]);
  const environment = { ...message.environment, written };
  const steps = [...environment.workflows.values()].flatMap((workflow) => workflow.steps);
  const step = steps.find((each) => each.channel === channel && each.template === template);
  return step
    ? stepModel(inputs, step, environment, ctx.translate).model
    : fillingOf(inputs, environment, ctx.translate)(channel, template);
}
