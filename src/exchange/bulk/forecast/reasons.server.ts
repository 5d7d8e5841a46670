/** Why a file is left out, and which step it would take, as its row keeps it: in no language, and said in that of whoever reads it. */
import { z } from "zod";
import { type LogText, readerOf, translateLogText } from "../../../cases/logs/logs.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { type StoredRefusal, storedRefusal, translateRefusal } from "../../../law/rules/rules.server.ts";
import { stepText } from "../../../letters/workflows/workflows.texts.ts";
import type { Why } from "./forecast.ts";

/** A text of some module; a value may be another one by its key. */
const text = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.object({ text: z.string() })])).optional(),
});
/** Plans of former days hold the gate's sentences as they were said to whoever planned. */
export const why = z.union([storedRefusal, text]);

export const whys = z.array(why).nullable();

type Reader = Pick<WorkCtx, "translate" | "lang">;

const translate = (ctx: Reader, { key, values = {} }: z.output<typeof text>): string =>
  translateLogText({ key, values }, readerOf(ctx));

/** A reason in the reader's words, with the article that it stands on. */
export function translateWhy(ctx: Reader, told: z.output<typeof why>): string {
  if ("key" in told) return translate(ctx, told);
  const { text: sentence, article } = translateRefusal(ctx, told);
  return article === "" ? sentence : `${sentence} (${article})`;
}

/** What a file would do, or did, by the name of its step; of former days in the words of whoever planned. */
export const changedStep = z.object({ step: z.union([z.string(), text]) });
export const nameOfStep = (template: string): LogText => ({ key: stepText(template), values: { template } });
export const translateStep = (ctx: Reader, step: z.output<typeof changedStep>["step"]): string =>
  typeof step === "string" ? step : translate(ctx, step);

/** Refusals by the law gate as rows keep them. */
export const lawful = (refusals: readonly StoredRefusal[]): readonly Why[] =>
  refusals.map((each) => storedRefusal.parse(each));

/** The gate's no to one file, with its rules as they are kept. */
export class GateRefusal extends VorderError {
  readonly why: readonly Why[];
  constructor(told: readonly Why[]) {
    super("refused");
    this.why = told;
  }
}
