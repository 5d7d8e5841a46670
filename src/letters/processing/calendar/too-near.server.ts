/** How many messages come near to one to the same person, and whether one that is moved would be one too many (Bki 4). */

import { recipientsOf } from "../../../cases/parties/parties.server.ts";
import type { Recipient } from "../../../cases/parties/parties.ts";
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { messageFits } from "../../../law/rules/rules.ts";
import { loadSituations } from "../../workflows/workflows.server.ts";
import { addressesOf } from "../runs/inputs.server.ts";
import { contactsWith, lockMessagesTo } from "../steps/contacts.server.ts";
import { isMessage } from "../steps/decided-messages.ts";

/** A message that waits. */
export interface Waiting {
  readonly id: number;
  readonly effect_key: string;
  readonly file_id: number;
  readonly to_address: string;
  /** The day on which it leaves so far. */
  readonly on: PlainDate;
}

/** One that is moved. */
export interface Moved extends Waiting {
  /** An e-mail or SMS that asks for payment; others are not refused for being too many, though they count for these. */
  readonly counted: boolean;
}

/** To whom each of these goes, with its file; to whoever is written to by default where nobody has its address any more. */
async function addressed({ db }: Pick<Ctx, "db">, messages: readonly Waiting[], on: PlainDate) {
  const files = [...new Set(messages.map(({ file_id }) => file_id))];
  const situations = await loadSituations(db, files);
  const defaults = await addressesOf(db, [...situations.values()], on);
  const parties = await recipientsOf(db, files, on);
  return messages.flatMap((message) => {
    const [situation, usual] = [situations.get(message.file_id), defaults.get(message.file_id)];
    if (!situation || !usual) return [];
    const isTo = ({ email, mobile }: Recipient): boolean => [email, mobile].includes(message.to_address);
    const reach = isTo(usual.reach) ? usual.reach : parties.get(message.file_id)?.find(isTo);
    return [{ message, situation, reach: reach ?? usual.reach }];
  });
}

/**
 * Whether one of these messages that ask for payment would be one too many within any seven days around a day on which all of them go. Counted as when
 * it was made: over all files, addresses and records of the person.
 */
export async function wouldBeTooMany(
  ctx: Pick<Ctx, "db">,
  moved: readonly Moved[],
  on: PlainDate,
  most: number,
): Promise<boolean> {
  const asking = moved.filter(({ counted }) => counted);
  if (asking.length === 0) return false;
  const people = await addressed(ctx, asking, on);
  await lockMessagesTo(ctx.db, { debtors: people.map(({ situation }) => situation.debtor.id) });
  const away = new Set<string | undefined>(moved.map(({ effect_key }) => effect_key));
  const [first = on] = [on, ...moved.map((message) => message.on)].sort();
  const contacts = await contactsWith(ctx.db, people, first);
  return people.some(({ message }, at) => {
    const others = (contacts[at] ?? []).filter(({ key }) => key !== message.effect_key);
    return !messageFits(
      others.map((other) => (away.has(other.key) ? { ...other, on } : other)),
      on,
      most,
    );
  });
}

const week = 7;

/** The e-mails and SMS to the person of each of these in the seven days up to it, itself included, by id: counted as when it was made. */
export async function messagesInWeek(
  ctx: Pick<Ctx, "db" | "clock">,
  messages: readonly Waiting[],
): Promise<ReadonlyMap<number, number>> {
  const [first] = messages.map(({ on }) => on).sort();
  if (first === undefined) return new Map();
  const people = await addressed(ctx, messages, ctx.clock.today());
  const contacts = await contactsWith(ctx.db, people, first);
  return new Map(
    people.map(({ message: { id, effect_key, on } }, at) => {
      const others = (contacts[at] ?? []).filter(
        (other) => isMessage(other) && other.key !== effect_key && other.on > addDays(on, -week) && other.on <= on,
      );
      return [id, others.length + 1];
    }),
  );
}
