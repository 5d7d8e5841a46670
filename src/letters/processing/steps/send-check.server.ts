/**
 * Messages sent later than they were made: the law gate judges them again with the current facts, and a letter is made then. All due messages are
 * judged with one read.
 */

import { recipientsOf } from "../../../cases/parties/parties.server.ts";
import type { Recipient } from "../../../cases/parties/parties.ts";
import { spokenForElsewhere } from "../../../cases/states/states.server.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import type { Db, JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { Delivery, PlannedDelivery, Refused } from "../../../ground/platform/server/outbox/outbox-delivery.ts";
import { gate, type Purpose, type Refusal, refusal } from "../../../law/rules/rules.ts";
import { balanceOf, judgeNotice } from "../../../money/claims/claims.ts";
import {
  type JudgedMessage,
  judgedWhenMade,
  laterLetters,
  noteRefused,
  prepareLetter,
  storeLetter,
} from "../../correspondence/correspondence.server.ts";
import { addressLines } from "../../correspondence/correspondence.ts";
import { asksForPaid, asksTerm } from "../asked-terms.ts";
import { type FileInputs, gateFacts } from "../processing.ts";
import {
  blocksOf,
  debtorReaches,
  loadInputs,
  type RunEnvironment,
  runEnvironment,
  withTemplatesAsOf,
} from "../runs/inputs.server.ts";
import { chosenBy, fillingOf } from "./message-facts.server.ts";

const purposes: readonly Purpose[] = ["dunning", "notice14", "closing", "information"];

const purposeOf = (stored: string | null): Purpose => purposes.find((known) => known === stored) ?? "dunning";
const demandsPayment = (purpose: Purpose): boolean => purpose === "dunning" || purpose === "notice14";

/** Contact hours are applied by the outbox; and a message has counted for the weekly limits since it was made. */
const checkedElsewhere: ReadonlySet<Refusal["rule"]> = new Set([
  "contactHours",
  "contactHouse",
  "contactHoursThere",
  "frequencyDay",
  "frequencyWeek",
]);

/** A message with its current file and its recipient; null if the recipient is no longer found on the file. */
interface Judged {
  readonly message: JudgedMessage;
  readonly inputs: FileInputs;
  readonly to: Recipient | undefined;
  readonly chosen: ReturnType<typeof chosenBy> | undefined;
}

/** The recipient of a message: the default recipient, the debtor, or another party. */
function addressee({ letter, channel, to }: JudgedMessage, known: readonly Recipient[]): Recipient | undefined {
  if (letter) return known.find(({ partyId }) => (partyId ?? 0) === letter.recipient);
  return known.find(({ email, mobile }) => to === (channel === "email" ? email : mobile));
}

interface ReadFiles {
  readonly inputs: Awaited<ReturnType<typeof loadInputs>>;
  /** Everybody who is written to about a file: the default recipient, the debtor, and the other parties. */
  readonly recipients: (fileId: number) => readonly Recipient[];
}

/** The current files of these messages, with everybody who is written to about them. */
async function readFiles(
  db: Db,
  messages: readonly { readonly fileId: number }[],
  { at }: RunEnvironment,
): Promise<ReadFiles> {
  const files = [...new Set(messages.map(({ fileId }) => fileId))];
  const inputs = await loadInputs(db, files, at.today);
  const parties = await recipientsOf(db, files, at.today);
  const situations = [...inputs.values()].map(({ situation }) => situation);
  const debtors = await debtorReaches(db, situations, at.today);
  const recipients = (fileId: number): readonly Recipient[] => [
    ...[inputs.get(fileId)?.reach, debtors.get(fileId)].filter((one) => one !== undefined),
    ...(parties.get(fileId) ?? []),
  ];
  return { inputs, recipients };
}

/** The current files of these messages; a message whose file cannot be read is skipped. */
async function readJudged(db: Db, messages: readonly JudgedMessage[], environment: RunEnvironment): Promise<Judged[]> {
  const { at } = environment;
  const { inputs, recipients } = await readFiles(db, messages, environment);
  const spokenFor = await spokenForElsewhere.parties(db, [...inputs.keys()], at.today);
  const found = messages.flatMap((message): Judged[] => {
    const file = inputs.get(message.fileId);
    if (!file) return [];
    const to = addressee(message, recipients(message.fileId));
    const chosen = to && to !== file.reach ? chosenBy(to, spokenFor) : undefined;
    return [{ message, inputs: file, to, chosen }];
  });
  const blocked = await blocksOf(
    db,
    found.flatMap(({ to }) => to ?? []),
    at.today,
  );
  return found.map((each) => ({
    ...each,
    inputs: { ...each.inputs, blocked: each.to ? blocked(each.to) : [] },
  }));
}

/** Whether a message about an arrangement asks for what has been paid since. */
function asksForPaidTerm(
  effectKey: string,
  { situation }: FileInputs,
  { tariffs, at, ...house }: RunEnvironment,
): boolean {
  const { events, client } = situation;
  const { open } = balanceOf(events, tariffs, at.today);
  const tolerance = client.toleranceCents ?? house.toleranceCents;
  return asksForPaid(effectKey, { events, tariffs, today: at.today, open, tolerance });
}

function refusalsOf({ message, inputs, to, chosen }: Judged, environment: RunEnvironment): readonly Refusal[] {
  if (!to) return [refusal("recipientGone", null)];
  const purpose = purposeOf(message.purpose);
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
      ...(chosen && { to: chosen }),
    },
    facts,
    at,
  );
  const refusals = verdict.allowed ? [] : verdict.refusals.filter(({ rule }) => !checkedElsewhere.has(rule));
  if (message.hasRecalled) refusals.push(refusal("enclosureRecalled", null));
  const isOutdated =
    (demandsPayment(purpose) || asksTerm(message.key)) &&
    message.claimMark !== null &&
    message.claimMark !== events.at(-1)?.id;
  return isOutdated || asksForPaidTerm(message.key, inputs, environment)
    ? [...refusals, refusal("claimChanged", null)]
    : refusals;
}

const stopped = (message: JudgedMessage, refusals: readonly Refusal[]): Refused => ({
  state: "refused",
  error: refusals.map(({ rule, article }) => `${rule} (${article})`).join(", "),
  note: (work) => noteRefused(work, message, [...refusals]),
});

/** Makes a letter that is due, with today's date and amounts; stored in the transaction of its result. */
async function makeLetter(ctx: JobCtx, judged: Judged, environment: RunEnvironment): Promise<Delivery> {
  const { message, inputs, to } = judged;
  const model = fillingOf(
    { ...inputs, reach: to ?? inputs.reach },
    await withTemplatesAsOf(ctx.db, environment, message.templateMark),
    ctx.translate,
  )("post", message.templateCode);
  try {
    const { templateCode, letter: waiting, templateMark } = message;
    const letter = await prepareLetter(ctx, templateCode, model, waiting?.words, templateMark);
    const stored = await storeLetter(ctx.storage, letter);
    return { state: "sent", note: (work) => laterLetters.keep(work, message, model, stored) };
  } catch (error) {
    // A template error stays in an hour: a person must look at it.
    const [missing] = error instanceof VorderError ? Object.values(error.detail.fields ?? {}).flat() : [];
    if (missing) return { state: "refused", error: ctx.translate(missing, "nl") };
    throw error;
  }
}

/**
 * Judges messages again when they are sent: returns those that must not be sent, and how a letter is made. Skips what the law gate never judged,
 * and what may be sent.
 */
export async function messageDeliveries(
  ctx: JobCtx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PlannedDelivery>> {
  const messages = await judgedWhenMade.messagesOf(ctx.db, keys);
  if (messages.length === 0) return new Map();
  const environment = await runEnvironment(ctx, null, true);
  const judged = new Map((await readJudged(ctx.db, messages, environment)).map((each) => [each.message.id, each]));
  const turnOf = (message: JudgedMessage): PlannedDelivery | undefined => {
    const known = judged.get(message.id);
    if (!known) return { state: "failed", error: `file ${message.fileId} cannot be judged` };
    const refusals = refusalsOf(known, environment);
    if (refusals.length > 0) return stopped(message, refusals);
    if (message.letter) return () => makeLetter(ctx, known, environment);
    // The outbox only knows the contact hours of the Netherlands.
    const { isLegal, next } = environment.at.contactIn(known.to?.address.country ?? known.inputs.reach.address.country);
    return isLegal ? undefined : { state: "later", at: next };
  };
  return new Map(
    messages.flatMap((message): [string, PlannedDelivery][] => {
      const turn = turnOf(message);
      return turn ? [[message.key, turn]] : [];
    }),
  );
}

/** A letter that waits to be printed keeps its file from going on; it does not stop itself. */
const checkedBeforePrinting: ReadonlySet<Refusal["rule"]> = new Set([...checkedElsewhere, "letterNotPosted"]);

/** The number of letters that are judged at a time. */
const lettersPerRead = 1000;

/** Whether somebody of the file has the address that a letter bears, in whatever language it names the country. */
const bearsAddressOf = (to: string, recipients: readonly Recipient[]): boolean =>
  recipients.some(({ address }) =>
    languages.some((language) => to.endsWith(`, ${addressLines(address, language).join(", ")}`)),
  );

function refusalsOfLetter(
  { purpose: stored, key }: { readonly purpose: string | null; readonly key: string },
  inputs: FileInputs,
  environment: RunEnvironment,
): readonly Refusal[] {
  const purpose = purposeOf(stored);
  const { events, client } = inputs.situation;
  const balance = balanceOf(events, environment.tariffs, environment.at.today);
  const facts = gateFacts(inputs, balance, judgeNotice(events, environment.tariffs, environment.at.today), environment);
  const verdict = gate({ kind: "contact", channel: "post", purpose }, facts, environment.at);
  const refusals = verdict.allowed ? [] : verdict.refusals.filter(({ rule }) => !checkedBeforePrinting.has(rule));
  // A part payment crosses a letter every day; whoever owes nothing any more is not told to pay.
  const isPaid = demandsPayment(purpose) && balance.open <= (client.toleranceCents ?? environment.toleranceCents);
  if (isPaid || asksForPaidTerm(key, inputs, environment)) return [...refusals, refusal("claimChanged", null)];
  // One that announces more costs than are left by now would be void, and give no right to any (BW 6:96(6)).
  const notice = purpose === "notice14" ? judgeNotice(events, environment.tariffs, environment.at.today, true) : null;
  if (notice?.voidReason !== "amountTooHigh") return refusals;
  const sent = facts.notice14?.sentOn ?? notice.event.on;
  return [...refusals, refusal("noticeVoid", null, { sent }, "noticeVoid_amountTooHigh")];
}

/**
 * Judges letters again that were made and wait to be printed: why they may not go, by message. Leaves out what may go, and what the law gate never
 * judged.
 */
export async function refusedLetters(
  ctx: Pick<WorkCtx, "db" | "clock" | "environment">,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Refusal[]>> {
  const refused = new Map<number, readonly Refusal[]>();
  if (messageIds.length === 0) return refused;
  const environment = await runEnvironment(ctx, null, true);
  for (let from = 0; from < messageIds.length; from += lettersPerRead) {
    const letters = await judgedWhenMade.lettersOf(ctx.db, messageIds.slice(from, from + lettersPerRead));
    const { inputs, recipients } = await readFiles(ctx.db, letters, environment);
    for (const { id, fileId, to, ...letter } of letters) {
      const file = inputs.get(fileId);
      const refusals = file ? [...refusalsOfLetter(letter, file, environment)] : [];
      if (file && !bearsAddressOf(to, recipients(fileId))) refusals.push(refusal("addressChanged", null));
      if (refusals.length > 0) refused.set(id, refusals);
    }
  }
  return refused;
}
