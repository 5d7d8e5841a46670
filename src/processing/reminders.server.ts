/** The friendly reminder of a term that has not come in by its days of grace (domain facts 3.4). Breaking is the claims' own affair. */

import { z } from "zod";
import { arrangementRulesOf } from "../claims/claims.server.ts";
import {
  type ArrangementRules,
  type ArrangementState,
  activeArrangement,
  arrangementsOf,
  balanceOf,
  type TermState,
} from "../claims/claims.ts";
import { composeEmail, composeLetter } from "../correspondence/correspondence.server.ts";
import { type Db, type JobCtx, job, type WorkCtx } from "../platform/server/room.ts";
import { type ContactChannel, gate } from "../rules/rules.ts";
import { calendarOf } from "../tariffs/tariffs.ts";
import { modelOf } from "../workflows/workflows.server.ts";
import { loadInputs, type RunEnvironment, runEnvironment } from "./inputs.server.ts";
import { type FileInputs, gateFacts } from "./processing.ts";

const batch = 200;

const inArrangement = async (db: Db, after: number): Promise<number[]> =>
  (
    await db
      .selectFrom("case_file")
      .select("id")
      .where("status", "=", "term_payment")
      .where("id", ">", after)
      .orderBy("id")
      .limit(batch)
      .execute()
  ).map(({ id }) => id);

interface Late {
  readonly arrangement: ArrangementState;
  readonly term: TermState;
}

/** The first late term of the arrangement that runs, if there is one. */
function lateTerm(
  { situation }: FileInputs,
  { tariffs, at }: RunEnvironment,
  rules: ArrangementRules,
): Late | undefined {
  const arrangement = activeArrangement(arrangementsOf(situation.events, at.today, calendarOf(tariffs), rules));
  const term = arrangement?.terms.find(({ status }) => status === "late");
  return arrangement && term && { arrangement, term };
}

/** By e-mail where there is one and the hour allows it, else by post; null where neither may go. */
function channelOf(inputs: FileInputs, environment: RunEnvironment): "email" | "post" | null {
  const balance = balanceOf(inputs.situation.events, environment.tariffs, environment.at.today);
  const facts = gateFacts(inputs, balance, null, environment);
  const may = (channel: ContactChannel): boolean =>
    gate({ kind: "contact", channel, purpose: "information" }, facts, environment.at).allowed;
  if (inputs.situation.debtor.email !== null && may("email")) return "email";
  return may("post") ? "post" : null;
}

async function remind(ctx: WorkCtx, inputs: FileInputs, late: Late, environment: RunEnvironment): Promise<void> {
  const channel = channelOf(inputs, environment);
  const { situation } = inputs;
  if (channel === null) return;
  const { arrangement, term } = late;
  const { terms, frequency } = arrangement.plan;
  const whole = modelOf({
    situation,
    balance: balanceOf(situation.events, environment.tariffs, environment.at.today),
    provider: environment.letterhead,
    date: environment.at.today,
    say: ctx.say,
    arrangement: {
      count: terms.length,
      amountCents: term.amount,
      lastAmountCents: terms.at(-1)?.amount ?? term.amount,
      firstOn: terms[0]?.on ?? term.on,
      frequency,
      dueOn: term.on,
    },
  });
  const { payment } = whole.blocks;
  // What is asked for is the term, not everything that is open.
  const asked = payment && { ...payment, cents: term.amount - term.received };
  const model = { ...whole, blocks: { ...whole.blocks, payment: asked } };
  // One reminder for each term, whatever becomes of the job.
  const order = { fileId: situation.fileId, effectKey: `term-late:${arrangement.id}:${term.on}`, model };
  const { email } = situation.debtor;
  if (channel === "email" && email !== null)
    await composeEmail(ctx, { ...order, templateCode: "EM_TERM_LATE", to: email });
  else await composeLetter(ctx, { ...order, templateCode: "POST_TERM_LATE" });
}

/** Goes through the files in an arrangement; each is written by itself, so that one that fails keeps no other back. */
async function remindAll(ctx: JobCtx): Promise<void> {
  const environment = await runEnvironment(ctx, null);
  for (let after = 0; !ctx.signal.aborted; ) {
    const ids = await inArrangement(ctx.db, after);
    if (ids.length === 0) return;
    const inputs = await loadInputs(ctx.db, ids, environment.at.today);
    for (const each of inputs.values()) {
      const late = lateTerm(each, environment, await arrangementRulesOf(ctx.db, each.situation.fileId));
      if (!late) continue;
      try {
        await ctx.tx((tx) => remind(tx, each, late, environment));
      } catch (error) {
        ctx.log.warn({ err: error, file: each.situation.fileId }, "a term could not be reminded of");
      }
    }
    after = ids.at(-1) ?? after;
  }
}

export const remindersJob = job({
  name: "processing.reminders",
  payload: z.object({}),
  // In the morning of each day on which people may be reached, after the night has judged the terms.
  cron: "15 9 * * 1-6",
  run: (ctx) => remindAll(ctx),
});
