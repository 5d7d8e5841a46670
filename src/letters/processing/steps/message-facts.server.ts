/** The facts and variables of a person's message about one file, and the decision of the law gate on it. */

import { requireFile } from "../../../cases/files/files.server.ts";
import { recipientsOf } from "../../../cases/parties/parties.server.ts";
import type { PartyRole, Recipient } from "../../../cases/parties/parties.ts";
import { spokenForElsewhere } from "../../../cases/states/states.server.ts";
import { nextWorkingDay } from "../../../ground/kernel/calendar.ts";
import { addDays, instantInAmsterdam, type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { atInstant, type GateAction, gate, isQuiet, type Purpose } from "../../../law/rules/rules.ts";
import { balanceOf, judgeNotice } from "../../../money/claims/claims.ts";
import type { LetterModel, MessageChannel } from "../../correspondence/correspondence.ts";
import { loadWorkflows, modelOf } from "../../workflows/workflows.server.ts";
import type { Translate } from "../../workflows/workflows.ts";
import { demandable, type FileInputs, gateFacts, type Reason } from "../processing.ts";
import {
  blocksOf,
  debtorReaches,
  loadInputs,
  pageOf,
  type RunEnvironment,
  runEnvironment,
  writtenIn,
} from "../runs/inputs.server.ts";
import { contactsOf } from "./contacts.server.ts";

type ChosenRecipient = Extract<GateAction, { readonly kind: "contact" }>["to"];

export interface MessageOrder {
  readonly channel: MessageChannel;
  readonly template: string;
  /** The recipient party, 0 for the debtor; if absent, the default recipient. */
  readonly to?: number | undefined;
  /** Whether a free-text message demands payment; by default it does. For other messages the template says so. */
  readonly presses?: boolean | undefined;
  /** When it is to be sent, in Amsterdam time: "2026-11-23 09:30"; now if absent. */
  readonly at?: string | undefined;
}

/** A possible recipient of a message. */
export interface MessageRecipient {
  /** The id of the party; 0 for the debtor. */
  readonly id: number;
  readonly name: string;
  readonly role: "main" | PartyRole;
}

export interface Message {
  readonly inputs: FileInputs;
  readonly parties: readonly Recipient[];
  /** The chosen recipient, if any. */
  readonly chosen: ChosenRecipient;
  readonly environment: RunEnvironment;
  /** The values of a template; a term in it is that of the step that sends it. */
  readonly modelOf: (channel: MessageChannel, template: string) => LetterModel;
}

/** A recipient as the law gate judges a choice of it; of those who answer for the debt with the states of their own files. */
export const chosenBy = ({ partyId, displayName, liable }: Recipient, spokenFor: ReadonlySet<number>) => ({
  partyId,
  name: displayName,
  liable,
  spokenFor: liable && spokenFor.has(partyId ?? 0),
});

/** The facts and values of a message to another party. @throws validation on `to`: not a party of the file on that day. */
async function addressedTo(
  ctx: Ctx,
  inputs: FileInputs,
  parties: readonly Recipient[],
  to: number | undefined,
  today: PlainDate,
): Promise<Pick<Message, "inputs" | "chosen">> {
  if (to === undefined) return { inputs, chosen: undefined };
  const reach =
    to === 0
      ? (await debtorReaches(ctx.db, [inputs.situation], today)).get(inputs.situation.fileId)
      : parties.find(({ partyId }) => partyId === to);
  if (!reach) throw fieldError("to", "files.noSuchParty");
  const blocked = (await blocksOf(ctx.db, [reach], today))(reach);
  const { situation } = inputs;
  const contacts = (await contactsOf(ctx.db, [{ situation, reach }], today)).get(situation.fileId) ?? [];
  const spokenFor = await spokenForElsewhere.parties(ctx.db, [situation.fileId], today);
  return { inputs: { ...inputs, reach, blocked, contacts }, chosen: chosenBy(reach, spokenFor) };
}

/** The maximum number of days ahead: the amounts in a message become outdated. */
export const mostDaysAhead = 90;

/** The chosen sending time. @throws validation on `at`: in the past, too far ahead, or invalid. */
function chosenMoment(ctx: Ctx, at: string | undefined): Date {
  const now = ctx.clock.now();
  if (at === undefined) return now;
  const on = parsePlainDate(at.slice(0, 10));
  const [hour = 0, minute = 0] = at.slice(11).split(":").map(Number);
  if (!on) throw fieldError("at", "processing.noSuchMoment");
  const chosen = instantInAmsterdam(on, hour, minute);
  if (chosen <= now) throw fieldError("at", "processing.momentGone");
  if (on > addDays(ctx.clock.today(), mostDaysAhead))
    throw fieldError("at", "processing.momentTooFar", { days: mostDaysAhead });
  return chosen;
}

/** The facts and values of a message on the day on which it will be sent. */
export async function messageOf(
  ctx: Ctx,
  fileId: number,
  { to, at }: Pick<MessageOrder, "to" | "at">,
): Promise<Message> {
  // Messages to the debtor are the office's: a contact person who sees the file cannot send any.
  if (ctx.user.kind !== "staff" && ctx.user.kind !== "system") throw notFound();
  await requireFile(ctx, fileId);
  const moment = chosenMoment(ctx, at);
  const now = await runEnvironment(ctx, null, true);
  const environment = { ...now, at: atInstant(moment, calendarOf(now.tariffs)) };
  const { today } = environment.at;
  const read = (await loadInputs(ctx.db, [fileId], today)).get(fileId);
  if (!read) throw notFound();
  const parties = (await recipientsOf(ctx.db, [fileId], today)).get(fileId) ?? [];
  const { inputs, chosen } = await addressedTo(ctx, read, parties, to, today);
  return { inputs, parties, chosen, environment, modelOf: fillingOf(inputs, environment, ctx.translate) };
}

/** The template values of a channel for the current state of a file. */
export function fillingOf(inputs: FileInputs, environment: RunEnvironment, translate: Translate): Message["modelOf"] {
  const { situation, reach: to } = inputs;
  const { tariffs, at, letterhead: provider } = environment;
  const balance = demandable(inputs, balanceOf(situation.events, tariffs, at.today), environment);
  const steps = [...environment.workflows.values()].flatMap((workflow) => workflow.steps);
  const payBefore = (template: string): PlainDate | undefined => {
    const days = steps.find((step) => step.template === template && step.termDays !== null)?.termDays;
    return days ? nextWorkingDay(addDays(at.today, days), calendarOf(tariffs)) : undefined;
  };
  const page = pageOf(inputs, environment);
  const common = { situation, to, balance, provider, date: at.today, translate, page };
  return (channel, template) =>
    modelOf({ ...common, written: writtenIn(environment, channel, template), payBefore: payBefore(template) });
}

/** Templates whose sending is a step with effects: a 14-day letter or a summons is sent only by the workflow. */
async function stepsOnly(ctx: Ctx): Promise<ReadonlySet<string>> {
  const workflows = [...(await loadWorkflows(ctx.db)).values()];
  const effects = ["notice14", "bik", "summons", "handover"];
  return new Set(
    workflows.flatMap(({ steps }) =>
      steps.filter(({ effect }) => effects.includes(effect)).map((step) => step.template),
    ),
  );
}

const purposes: Readonly<Record<string, Purpose>> = {
  notice: "dunning",
  demand: "dunning",
  arrangement: "information",
};

export async function candidates(ctx: Ctx, channel: MessageChannel) {
  const kept = await stepsOnly(ctx);
  const rows = await ctx.db
    .selectFrom("template")
    .select(["code", "name", "language", "category"])
    .where("channel", "=", channel)
    .where("category", "in", [...Object.keys(purposes), "free"])
    // Templates in a client's own name are not used for files, whose letters are the provider's.
    .where("code", "not like", "%\\_PRE\\_%")
    .orderBy((eb) => eb("category", "=", "free"), "desc")
    .orderBy("code")
    .execute();
  return rows.filter(({ code }) => !kept.has(code));
}

interface Verdict {
  readonly purpose: Purpose;
  readonly free: boolean;
  readonly stops: readonly Reason[];
  readonly quiet: readonly Reason[];
}

/** The verdict of the law gate on the message; contact hours only postpone it. @throws refused for a template that only a step sends. */
export async function judge(ctx: Ctx, { inputs, chosen, environment }: Message, order: MessageOrder): Promise<Verdict> {
  const template = (await candidates(ctx, order.channel)).find(({ code }) => code === order.template);
  const free = template?.category === "free";
  const purpose = free
    ? order.presses === false
      ? "information"
      : "dunning"
    : template && purposes[template.category];
  if (!purpose)
    throw new VorderError("refused", {
      fields: { template: [{ key: "correspondence.noTemplate", values: { code: order.template } }] },
    });
  const { tariffs, at } = environment;
  const { events } = inputs.situation;
  const facts = gateFacts(
    inputs,
    balanceOf(events, tariffs, at.today),
    judgeNotice(events, tariffs, at.today),
    environment,
  );
  const act = { kind: "contact" as const, channel: order.channel, purpose, ...(chosen && { to: chosen }) };
  const verdict = gate(act, facts, at);
  const all = verdict.allowed ? [] : verdict.refusals;
  return { purpose, free, stops: all.filter((reason) => !isQuiet(reason)), quiet: all.filter(isQuiet) };
}

export const addressee = ({ inputs }: Message, model: LetterModel, channel: MessageChannel): string => {
  const { email, mobile } = inputs.reach;
  return (channel === "post" ? model.recipient.join(", ") : channel === "email" ? email : mobile) ?? "";
};

export const recipients = ({ inputs, parties }: Message): MessageRecipient[] => [
  { id: 0, name: inputs.situation.debtor.displayName, role: "main" },
  ...parties.map(({ partyId, displayName, role }) => ({ id: partyId ?? 0, name: displayName, role })),
];
