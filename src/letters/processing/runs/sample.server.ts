/** A preview of the letter of a planned row. */

import { requireFile } from "../../../cases/files/files.server.ts";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Blob, blob, type Ctx } from "../../../ground/platform/server/http/module.ts";
import { pdfOf } from "../../correspondence/correspondence.server.ts";
import { planFile } from "../processing.ts";
import { stepModel } from "./effects.server.ts";
import { loadInputs, runEnvironment } from "./inputs.server.ts";
import { requireRun } from "./runs.server.ts";

/** @throws notFound for a missing or invisible row; refused if the row has no letter (any more). */
export async function sampleOf(ctx: Ctx, runId: number, fileId: number): Promise<Blob> {
  await requireRun(ctx, runId);
  await requireFile(ctx, fileId);
  const row = await ctx.db
    .selectFrom("run_row")
    .innerJoin("run", "run.id", "run_row.run_id")
    .select(["step", "template_mark"])
    .where("run_id", "=", runId)
    .where("file_id", "=", fileId)
    .executeTakeFirst();
  if (!row) throw notFound();
  const environment = await runEnvironment(ctx, null, false, row.template_mark);
  const inputs = (await loadInputs(ctx.db, [fileId], environment.at.today)).get(fileId);
  const planned = inputs && planFile(inputs, environment);
  const step = planned?.kind === "row" && planned.row.position === row.step ? planned.row.step : null;
  if (!inputs || step?.channel !== "post")
    throw new VorderError("refused", { fields: { common: [{ key: "processing.noLetter" }] } });
  const { model } = stepModel(inputs, step, environment, ctx.translate);
  const content = await pdfOf.sample(ctx.db, step.template, model, undefined, row.template_mark);
  return blob({
    content,
    mime: "application/pdf",
    name: `${inputs.situation.number}-${step.template.toLowerCase()}.pdf`,
    disposition: "inline",
  });
}
