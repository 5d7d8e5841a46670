/**
 * Reminders of an arrangement's terms: by e-mail some days before each, and a friendly one if it was not received by its last day of grace (domain
 * facts 3.4). The claims module breaks arrangements.
 */

import { z } from "zod";
import { isContactDay, type LegalCalendar } from "../../../ground/kernel/calendar.ts";
import { addDays, dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type JobCtx, job, type SystemDb, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../../ground/platform/server/jobs/record-failures.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { type ContactFact, gate, isQuiet } from "../../../law/rules/rules.ts";
import { arranging } from "../../../money/claims/claims.server.ts";
import { activeArrangement, arrangementsOf, balanceOf } from "../../../money/claims/claims.ts";
import { composeEmail, composeLetter } from "../../correspondence/correspondence.server.ts";
import { modelOf } from "../../workflows/workflows.server.ts";
import { reminderKey, type TermReminder } from "../asked-terms.ts";
import { type FileInputs, gateFacts } from "../processing.ts";
import { loadInputs, pageOf, type RunEnvironment, runEnvironment, writtenIn } from "../runs/inputs.server.ts";

type ContactChannel = ContactFact["channel"];
type ArrangementState = ReturnType<typeof arrangementsOf>[number];
type TermState = ArrangementState["terms"][number];
type ArrangementRules = NonNullable<Parameters<typeof arrangementsOf>[3]>;

const batch = 200;

const inArrangement = async (db: SystemDb, after: number): Promise<number[]> =>
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

interface Due {
  readonly arrangement: ArrangementState;
  readonly term: TermState;
  /** Distinguishes the two reminders of a term. */
  readonly what: TermReminder;
  /** Of a late term: the last day on which paying it keeps the arrangement from ending. */
  readonly payBefore?: PlainDate;
}

/**
 * Whether a term to come is announced on a day: its day of announcement has come, or comes before the next day on which mails leave. With 0 days before
 * nothing is announced.
 */
function isAnnounced(term: PlainDate, today: PlainDate, daysBefore: number, calendar: LegalCalendar): boolean {
  if (daysBefore === 0 || term <= today) return false;
  let next = addDays(today, 1);
  while (!isContactDay(next, calendar)) next = addDays(next, 1);
  return addDays(term, -daysBefore) < next;
}

/** The first late term of the active arrangement, otherwise the term due within the reminder period. */
function dueTerm(
  { situation }: FileInputs,
  { tariffs, at }: RunEnvironment,
  rules: ArrangementRules,
  daysBefore: number,
): Due | undefined {
  const calendar = calendarOf(tariffs);
  const arrangement = activeArrangement(arrangementsOf(situation.events, at.today, calendar, rules));
  if (arrangement?.status !== "active") return undefined;
  const late = arrangement.terms.find(({ status }) => status === "late");
  if (late) return { arrangement, term: late, what: "late", payBefore: addDays(late.on, rules.breakAfterDays) };
  const { next } = arrangement;
  if (next === null || !isAnnounced(next.on, at.today, daysBefore, calendar)) return undefined;
  return { arrangement, term: next, what: "soon" };
}

/**
 * By e-mail if there is an address, otherwise by post; null if neither is allowed. The hour forbids no mail: it waits for the hours of contact where
 * its recipient is.
 */
export function channelOf(inputs: FileInputs, environment: RunEnvironment): "email" | "post" | null {
  const balance = balanceOf(inputs.situation.events, environment.tariffs, environment.at.today);
  const facts = gateFacts(inputs, balance, null, environment);
  const may = (channel: ContactChannel): boolean => {
    const verdict = gate({ kind: "contact", channel, purpose: "information" }, facts, environment.at);
    return verdict.allowed || verdict.refusals.every(isQuiet);
  };
  if (inputs.reach.email !== null && may("email")) return "email";
  return may("post") ? "post" : null;
}

/** What it asks is that of the claim as it was then; a confirmation repeats what was agreed, whatever has been paid meanwhile. */
export const judgedAs = ({ situation }: FileInputs, asks: boolean) =>
  ({ purpose: "information", claimMark: asks ? (situation.events.at(-1)?.id ?? null) : null }) as const;

/** The template values of a message about an arrangement. */
export function termModel(
  inputs: FileInputs,
  { plan: { terms, frequency } }: ArrangementState,
  term: Pick<TermState, "on" | "amount"> & Pick<Due, "payBefore">,
  environment: RunEnvironment,
  translate: WorkCtx["translate"],
  template: string,
) {
  const { situation, reach } = inputs;
  const { tariffs, at, letterhead } = environment;
  return modelOf({
    situation,
    to: reach,
    page: pageOf(inputs, environment),
    balance: balanceOf(situation.events, tariffs, at.today),
    provider: letterhead,
    date: at.today,
    translate,
    written: writtenIn(environment, template.startsWith("EM_") ? "email" : "post", template),
    payBefore: term.payBefore,
    arrangement: {
      count: terms.length,
      amountCents: term.amount,
      lastAmountCents: terms.at(-1)?.amount ?? term.amount,
      firstOn: terms[0]?.on ?? term.on,
      frequency,
      dueOn: term.on,
      terms,
    },
  });
}

async function remind(ctx: WorkCtx, inputs: FileInputs, due: Due, environment: RunEnvironment): Promise<void> {
  const channel = channelOf(inputs, environment);
  const { situation } = inputs;
  const { arrangement, term, what, payBefore } = due;
  if (channel === null) return;
  // A letter would arrive after the date that it announces; so may a mail that waits for its hours over holidays.
  const { next } = environment.at.contactIn(inputs.reach.address.country);
  if (what === "soon" && (channel === "post" || dateInAmsterdam(next) > term.on)) return;
  const { open } = balanceOf(situation.events, environment.tariffs, environment.at.today);
  const cents = arranging.askedOf(term, open);
  if (cents === 0) return;
  const { email } = inputs.reach;
  const byMail = channel === "email" && email !== null;
  const templateCode = byMail ? (what === "soon" ? "EM_TERM_SOON" : "EM_TERM_LATE") : "POST_TERM_LATE";
  const shown = { on: term.on, amount: Math.min(term.amount, open), ...(payBefore && { payBefore }) };
  const whole = termModel(inputs, arrangement, shown, environment, ctx.translate, templateCode);
  const { payment } = whole.blocks;
  // The amount asked is the term, not the full balance.
  const asked = payment && { ...payment, cents };
  const model = { ...whole, blocks: { ...whole.blocks, payment: asked } };
  const effectKey = reminderKey(what, arrangement.id, term.on);
  const order = { fileId: situation.fileId, effectKey, templateCode, model, judged: judgedAs(inputs, true) };
  if (byMail) await composeEmail(ctx, { ...order, to: email });
  else await composeLetter(ctx, order);
}

/** Processes the files with an arrangement, each in a transaction, so that a failure affects only its own file. */
async function remindAll(ctx: JobCtx): Promise<void> {
  const environment = await runEnvironment(ctx, null);
  const { termReminderDays } = await globalSettings(ctx.db);
  const failures = new RecordFailures(ctx);
  for (let after = 0; !ctx.signal.aborted; ) {
    const ids = await inArrangement(ctx.db, after);
    if (ids.length === 0) return failures.end();
    const inputs = await loadInputs(ctx.db, ids, environment.at.today);
    for (const each of inputs.values()) {
      const { fileId } = each.situation;
      await failures.attempt({ file: fileId }, async () => {
        const due = dueTerm(each, environment, await arranging.rulesOf(ctx.db, fileId), termReminderDays);
        if (due) await ctx.tx((tx) => remind(tx, each, due, environment));
      });
    }
    after = ids.at(-1) ?? after;
  }
}

export const remindersJob = job({
  name: "processing.reminders",
  payload: z.object({}),
  // In the morning of each contact day, after the nightly processing of the terms.
  cron: "15 9 * * 1-6",
  run: (ctx) => remindAll(ctx),
});
