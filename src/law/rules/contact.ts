/** Rules about reaching the debtor or whoever speaks for it: an address to reach, hours and days (Bki 4.2), and how often (house policy, Bki 4). */
import { addDays, dateInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
import {
  type BlockFact,
  type ContactChannel,
  type ContactFact,
  type GateAction,
  type GateFacts,
  type JudgingMoment,
  protectedByWki,
  type Refusal,
  type Rule,
  refusal,
} from "./facts.ts";

function reachable(channel: ContactChannel, facts: GateFacts): Refusal[] {
  const { reach } = facts;
  if ((channel === "post" || channel === "visit") && !reach.addressComplete) return [refusal("addressMissing", null)];
  if (channel === "email" && reach.email === null) return [refusal("emailMissing", null)];
  if (channel === "sms" && reach.mobile === null) return [refusal("mobileMissing", null)];
  if (channel === "call" && reach.mobile === null && reach.phone === null) return [refusal("phoneMissing", null)];
  return [];
}

/** Until when a number is blocked, the last of its blocks; null where it is not, "always" for good. */
function blockedUntil(number: string, blocks: readonly BlockFact[]): PlainDate | "always" | null {
  const own = blocks.filter((block) => block.number === number);
  if (own.some(({ until }) => until === null)) return "always";
  return (
    own
      .flatMap(({ until }) => until ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

/**
 * A number that stands on the house's list of blocked numbers is neither called nor texted, and nothing is mailed to where there is no mailbox. Each
 * is judged by itself: who has another number can be called on that.
 */
function unblocked(channel: ContactChannel, { reach }: GateFacts): Refusal[] {
  const ways = { call: [reach.mobile, reach.phone], sms: [reach.mobile], email: [reach.email], post: [], visit: [] };
  const numbers = ways[channel];
  const blocks = reach.blocked.filter((block) => block.channel === channel);
  const ends = numbers.flatMap((number) => (number === null ? [] : [blockedUntil(number, blocks)]));
  if (ends.length === 0 || ends.includes(null)) return [];
  const [first] = ends.flatMap((end) => (end === null || end === "always" ? [] : [end])).toSorted();
  return [refusal(channel === "email" ? "emailFails" : "blocked", first === undefined ? null : addDays(first, 1))];
}

/**
 * Bki 4.2 binds contact with natural persons by e-mail, SMS, telephone and in person, not the post; the hours are those of the place where the
 * recipient is. Of a debtor abroad, whom the Bki does not protect, the house asks the same. The house's own quiet is for everybody.
 */
function hours(channel: ContactChannel, { debtor, reach }: GateFacts, at: JudgingMoment): Refusal[] {
  if (channel === "post") return [];
  const { isOpen, isLegal, isNever, next } = at.contactIn(reach.country);
  if (isOpen) return [];
  // It would wait for ever: a letter goes, or the house opens longer.
  if (isNever) return [refusal("contactHoursNever", null, { country: reach.country })];
  if (isLegal) return [refusal("contactHouse", next.toISOString())];
  if (!debtor.isNaturalPerson) return [];
  return protectedByWki(debtor) && reach.country === "NL"
    ? [refusal("contactHours", next.toISOString())]
    : [refusal("contactHoursThere", next.toISOString(), { country: reach.country })];
}

const quiet: ReadonlySet<string> = new Set<Rule>(["contactHours", "contactHoursThere", "contactHouse"]);

/** Whether a refusal only puts contact off to another hour or day. */
export const isQuiet = ({ rule }: { readonly rule: string }): boolean => quiet.has(rule);

/**
 * Whether an e-mail or SMS of a run is only put off to a later hour of the same day: it is put ready for that hour, and its terms count from the
 * day they would count from anyway. Put off to another day it is refused, since its letter and its next step would name the wrong dates.
 */
export const isLaterToday = (
  channel: string,
  { rule, possibleFrom }: { readonly rule: string; readonly possibleFrom: string | null },
  today: PlainDate,
): boolean =>
  (channel === "email" || channel === "sms") &&
  isQuiet({ rule }) &&
  possibleFrom !== null &&
  dateInAmsterdam(new Date(possibleFrom)) === today;

/** Whether one more contact on a day leaves any `days` days, before or after it, with at most `most` of these: contacts are planned ahead. */
const fits = (contacts: readonly ContactFact[], on: PlainDate, most: number, days: number): boolean =>
  Array.from({ length: days }, (_, before) => addDays(on, -before)).every(
    (first) => contacts.filter((other) => other.on >= first && other.on < addDays(first, days)).length < most,
  );

/** A refusal where one more contact would be too many (see `fits`). It lasts until the first day that has room; with 0 there is none ever. */
function tooMany(
  rule: "frequencyDay" | "frequencyWeek" | "frequencyVisits",
  contacts: readonly ContactFact[],
  most: number,
  days: number,
  today: PlainDate,
): Refusal[] {
  if (most === 0) return [refusal(rule, null, { most })];
  if (contacts.length < most) return [];
  let from = today;
  while (!fits(contacts, from, most, days)) from = addDays(from, 1);
  return from === today ? [] : [refusal(rule, from, { most })];
}

const week = 7;

const isMessage = ({ channel }: ContactFact): boolean => channel === "email" || channel === "sms";

/** Whether one more e-mail or SMS on a day, beside these contacts, stays within the provider's limit for seven days (Bki 4). */
export const messageFits = (contacts: readonly ContactFact[], on: PlainDate, most: number): boolean =>
  fits(contacts.filter(isMessage), on, most, week);

/** Who said how they want to be written to is dunned by no other mail or SMS; what the law wants goes by post in any case. */
function wished(channel: ContactChannel, { reach: { wishes = null } }: GateFacts): Refusal[] {
  if ((channel !== "email" && channel !== "sms") || wishes === null || wishes === channel) return [];
  return [refusal("channelWished", null, {}, `channelWished_${wishes}`)];
}

function frequency(channel: ContactChannel, { policy, contacts }: GateFacts, { today }: JudgingMoment): Refusal[] {
  if (channel === "post") return [];
  if (channel === "visit") {
    const visits = contacts.filter((contact) => contact.channel === "visit");
    return tooMany("frequencyVisits", visits, policy.visitsPerWeek, week, today);
  }
  if (channel === "call") {
    const calls = contacts.filter((contact) => contact.channel === "call");
    return [
      ...tooMany("frequencyDay", calls, policy.callsPerDay, 1, today),
      ...tooMany("frequencyWeek", calls, policy.callsPerWeek, week, today),
    ];
  }
  return tooMany("frequencyWeek", contacts.filter(isMessage), policy.messagesPerWeek, week, today);
}

export function contactRules(action: GateAction, facts: GateFacts, at: JudgingMoment): Refusal[] {
  if (action.kind !== "contact") return [];
  const { channel } = action;
  const refusals = [...reachable(channel, facts), ...unblocked(channel, facts), ...hours(channel, facts, at)];
  // Telling a debtor what it asked for is not counted against it.
  if (action.purpose === "dunning" || action.purpose === "notice14")
    refusals.push(...wished(channel, facts), ...frequency(channel, facts, at));
  return refusals;
}
