/** A message whose turn has come later than it was made: the law gate is asked again, with what holds now. */
import { balanceOf } from "../claims/claims.ts";
import { type Departing, departingOf, noteRefused } from "../correspondence/correspondence.server.ts";
import { recipientsOf } from "../files/files.server.ts";
import type { Recipient } from "../files/files.ts";
import { VorderError } from "../kernel/errors.ts";
import { blockedNumbers } from "../lists/lists.server.ts";
import type { Refused } from "../platform/server/outbox.ts";
import type { JobCtx } from "../platform/server/room.ts";
import { gate, type Purpose, type Refusal, type Rule, refusal } from "../rules/rules.ts";
import { judgeNotice } from "../workflows/workflows.ts";
import { debtorReach, loadInputs, numbersOf, type RunEnvironment, runEnvironment } from "./inputs.server.ts";
import { type FileInputs, gateFacts } from "./processing.ts";

const purposes: readonly Purpose[] = ["dunning", "notice14", "closing", "information"];

/** Hours are the outbox's own affair; and its place among the contacts of a week a message took when it was made. */
const askedElsewhere: ReadonlySet<Rule> = new Set(["contactHours", "contactHouse", "frequencyDay", "frequencyWeek"]);

/** To whom the message goes: whoever is written to now, the debtor, or somebody beside it. */
async function addressee(
  { db }: JobCtx,
  message: Departing,
  inputs: FileInputs,
  { at }: RunEnvironment,
): Promise<Recipient | undefined> {
  const parties = (await recipientsOf(db, [message.fileId], at.today)).get(message.fileId) ?? [];
  const known = [inputs.reach, await debtorReach(db, inputs.situation, at.today), ...parties];
  return known.find(({ email, mobile }) => message.to === (message.channel === "email" ? email : mobile));
}

function judge(message: Departing, inputs: FileInputs, to: Recipient, environment: RunEnvironment): readonly Refusal[] {
  const purpose = purposes.find((known) => known === message.purpose) ?? "dunning";
  const { tariffs, at } = environment;
  const { events } = inputs.situation;
  const facts = gateFacts(
    { ...inputs, reach: to },
    balanceOf(events, tariffs, at.today),
    judgeNotice(events, tariffs, at.today),
    environment,
  );
  const verdict = gate(
    {
      kind: "contact",
      channel: message.channel,
      purpose,
      ...(to !== inputs.reach && { to: { partyId: to.partyId, name: to.displayName, liable: to.liable } }),
    },
    facts,
    at,
  );
  const refusals = verdict.allowed ? [] : verdict.refusals.filter(({ rule }) => !askedElsewhere.has(rule));
  const presses = purpose === "dunning" || purpose === "notice14";
  const isOutdated = presses && message.claimMark !== null && message.claimMark !== events.at(-1)?.id;
  return isOutdated ? [...refusals, refusal("claimChanged", null)] : refusals;
}

/**
 * What stands in the way of a message that was judged when it was made and leaves now; undefined where nothing does, and for what the law
 * gate never judged.
 */
export async function mayStillLeave(ctx: JobCtx, effectKey: string): Promise<Refused | undefined> {
  const message = await departingOf(ctx.db, effectKey);
  if (!message) return undefined;
  const environment = await runEnvironment(ctx, null, true);
  const { today } = environment.at;
  const inputs = (await loadInputs(ctx.db, [message.fileId], today)).get(message.fileId);
  if (!inputs) throw new VorderError("internal", { cause: `file ${message.fileId} cannot be judged` });
  const to = await addressee(ctx, message, inputs, environment);
  const blocked = to ? [...(await blockedNumbers(ctx.db, numbersOf(to), today)).values()].flat() : [];
  const refusals = to ? judge(message, { ...inputs, blocked }, to, environment) : [refusal("recipientGone", null)];
  if (refusals.length === 0) return undefined;
  return {
    state: "refused",
    error: refusals.map(({ rule, article }) => `${rule} (${article})`).join(", "),
    note: (work) => noteRefused(work, message, [...refusals]),
  };
}
