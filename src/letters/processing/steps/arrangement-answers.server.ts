/** Informs the debtor when an arrangement is agreed, refused or broken, or staff where that is not possible. */
import type { z } from "zod";
import { planAgenda } from "../../../cases/agenda/agenda.server.ts";
import { contactIn } from "../../../ground/kernel/contact-hours.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { on, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { machineFaultOf } from "../../../ground/platform/server/postgres/machine-faults.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { atInstant } from "../../../law/rules/rules.ts";
import { arrangementAnswered, arranging } from "../../../money/claims/claims.server.ts";
import { arrangementsOf } from "../../../money/claims/claims.ts";
import { composeEmail, composeLetter } from "../../correspondence/correspondence.server.ts";
import { outcomeKey } from "../asked-terms.ts";
import { loadInputs, runEnvironment } from "../runs/inputs.server.ts";
import { channelOf, judgedAs, termModel } from "./reminders.server.ts";

const templates = {
  agreed: { email: "EM_ARRANGED", post: "POST_ARRANGEMENT" },
  // A debtor who asked by mail but cannot be mailed is called.
  refused: { email: "EM_ARRANGE_NO", post: null },
  broken: { email: "EM_TERM_ENDED", post: "POST_TERM_ENDED" },
} as const;

type Answered = z.output<typeof arrangementAnswered.payload>;

/**
 * Informs the debtor of the outcome of an arrangement, in their language: agreed, refused, or broken, so that the full balance is due. By e-mail,
 * or by letter if e-mail is not possible. The law gate judges it as information.
 * @returns whether they were informed, or need not be.
 */
async function sendOutcome(ctx: WorkCtx, { fileId, arrangement: id, outcome }: Answered): Promise<boolean> {
  const now = await runEnvironment(ctx, null);
  const calendar = calendarOf(now.tariffs);
  // A mail waits for contact hours, so it is judged as of the moment at which it would be sent.
  const environment = { ...now, at: atInstant(contactIn("NL", ctx.clock.now(), calendar).next, calendar) };
  const inputs = (await loadInputs(ctx.db, [fileId], environment.at.today)).get(fileId);
  if (!inputs) return true;
  const rules = await arranging.rulesOf(ctx.db, fileId);
  const { events } = inputs.situation;
  const { today } = environment.at;
  const arrangement = arrangementsOf(events, today, calendar, rules).find((each) => each.id === id);
  const first = arrangement?.plan.terms[0];
  // For a settlement the case manager informs the counsellor.
  if (!arrangement || !first || arrangement.plan.kind === "shv") return true;
  const channel = channelOf(inputs, environment);
  const { email } = inputs.reach;
  const byMail = channel === "email" && email !== null;
  const templateCode = byMail ? templates[outcome].email : channel === "post" ? templates[outcome].post : null;
  if (templateCode === null) return false;
  const model = termModel(inputs, arrangement, first, environment, ctx.translate, templateCode);
  const order = {
    fileId,
    effectKey: outcomeKey(outcome, id),
    templateCode,
    model,
    judged: judgedAs(inputs, outcome === "broken"),
  };
  if (byMail) await composeEmail(ctx, { ...order, to: email });
  else await composeLetter(ctx, order);
  return true;
}

/** The agreement is valid even if the message fails: the owner of the file then gets a task to telephone. */
export const answerArrangement = on(arrangementAnswered, async (job, answered) => {
  const isAnswered = await job
    .tx((ctx) => sendOutcome(ctx, answered))
    .catch((error: unknown) => {
      if (!(error instanceof VorderError) || machineFaultOf(error) !== undefined) throw error;
      job.log.warn({ err: error, file: answered.fileId }, "an arrangement could not be answered");
      return false;
    });
  if (isAnswered) return;
  const { fileId, arrangement, outcome } = answered;
  await job.tx((ctx) =>
    planAgenda(ctx, {
      fileId,
      subject: "call_debtor",
      key: `arrangement-untold:${arrangement}:${outcome}`,
      note: ctx.translate({ key: `processing.untold_${outcome}` }, "nl"),
    }),
  );
});
