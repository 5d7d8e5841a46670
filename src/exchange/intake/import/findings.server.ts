/** What was found in the rows of an upload, in the reader's language. */
import { z } from "zod";
import { readerOf, translateLogText } from "../../../cases/logs/logs.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { importFields } from "./layout.ts";

const problemsSchema = z.array(
  z.object({
    field: z.enum(importFields).nullable(),
    key: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    warning: z.boolean().optional(),
  }),
);

export const problemsOf = (ctx: Pick<Ctx, "translate" | "lang">, raw: unknown) =>
  (raw === null ? [] : problemsSchema.parse(raw)).map(({ field, key, values, warning }) => ({
    field,
    message: ctx.translate(values ? { key, values } : { key }, ctx.lang),
    warning: warning ?? false,
  }));

const value = z.union([
  z.string(),
  z.number(),
  z.object({ cents: z.number() }),
  z.object({ date: z.string() }),
  z.object({ rate: z.string() }),
  z.object({ text: z.string() }),
]);
const planned = z.object({
  changes: z.array(
    z.object({
      label: z.object({ key: z.string(), values: z.record(z.string(), value).optional() }),
      before: value,
      after: value,
    }),
  ),
});

/** What a row changes in its file, both sides as a reader sees them. */
export function changesOf(ctx: Pick<Ctx, "translate" | "lang">, data: unknown) {
  const plan = planned.safeParse(data);
  if (!plan.success) return [];
  const reader = readerOf(ctx);
  const valueText = (one: z.output<typeof value>) =>
    translateLogText({ key: "intake.plainValue", values: { value: one } }, reader);
  return plan.data.changes.map(({ label, before, after }) => ({
    label: translateLogText({ key: label.key, values: label.values ?? {} }, reader),
    before: valueText(before),
    after: valueText(after),
  }));
}
