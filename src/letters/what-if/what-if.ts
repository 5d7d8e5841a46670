/** What another version of a workflow would change, file by file and week by week. Pure. */
import { z } from "zod";
import { addDays, type PlainDate, weekday } from "../../ground/kernel/dates.ts";

/** date: the same step on another day; step: another step; gone: its step is not in the other version; verdict: the law says otherwise. */
export const changes = ["same", "date", "step", "gone", "verdict"] as const;
export type Change = (typeof changes)[number];

export const whatIfStates = ["judging", "judged", "moving", "moved"] as const;

const count = z.object({
  letters: z.number().int(),
  /** E-mails and SMS. */
  messages: z.number().int(),
  calls: z.number().int(),
  tasks: z.number().int(),
  /** Next steps that the law gate refuses, as the file is now. */
  refusals: z.number().int(),
  /** Collection costs that would be charged, VAT included, at the rates of today. */
  costCents: z.number().int(),
});
export type Count = z.infer<typeof count>;

export const outcome = z.object({
  before: count,
  after: count,
  weeks: z.array(z.object({ week: z.iso.date(), before: count, after: count })),
  changes: z.record(z.enum(changes), z.number().int()),
});
export type Outcome = z.infer<typeof outcome>;

/** So many weeks are looked ahead, from this one on. */
export const weeksAhead = 26;

export const noCount: Count = { letters: 0, messages: 0, calls: 0, tasks: 0, refusals: 0, costCents: 0 };

export type Counted = keyof Count;

/** The Monday of the week of a day. */
export const mondayOf = (on: PlainDate): PlainDate => addDays(on, 1 - weekday(on));

const counters: Readonly<Record<string, Counted>> = {
  post: "letters",
  email: "messages",
  sms: "messages",
  call: "calls",
  task: "tasks",
};
export const counterOf = (channel: string): Counted => counters[channel] ?? "tasks";

/** Something that would happen to a file on a day. */
export interface Happening {
  readonly on: PlainDate;
  readonly what: Counted;
  readonly by: number;
}

type Side = "before" | "after";

/** Adds up what would happen, before and after, by week; what lies beyond the weeks looked at is not counted. */
export class Weeks {
  readonly #weeks = new Map<PlainDate, { before: Record<Counted, number>; after: Record<Counted, number> }>();
  readonly #changes: Record<Change, number> = { same: 0, date: 0, step: 0, gone: 0, verdict: 0 };

  constructor(today: PlainDate) {
    for (let week = 0; week < weeksAhead; week++)
      this.#weeks.set(addDays(mondayOf(today), 7 * week), { before: { ...noCount }, after: { ...noCount } });
  }

  add(side: Side, happenings: readonly Happening[]): void {
    for (const { on, what, by } of happenings) {
      const week = this.#weeks.get(mondayOf(on));
      if (week) week[side][what] += by;
    }
  }

  note(change: Change): void {
    this.#changes[change]++;
  }

  outcome(): Outcome {
    const weeks = [...this.#weeks].map(([week, counts]) => ({ week, ...counts }));
    const total = (side: Side): Count =>
      weeks.reduce<Count>((sum, week) => {
        const each = week[side];
        return {
          letters: sum.letters + each.letters,
          messages: sum.messages + each.messages,
          calls: sum.calls + each.calls,
          tasks: sum.tasks + each.tasks,
          refusals: sum.refusals + each.refusals,
          costCents: sum.costCents + each.costCents,
        };
      }, noCount);
    return { before: total("before"), after: total("after"), weeks, changes: this.#changes };
  }
}

/** What a file waits for. */
export interface Stand {
  readonly key: number | null;
  readonly template: string | null;
  readonly on: PlainDate | null;
  readonly verdict: string;
}

/** What differs between two stands of a file; `kept` are the keys of the other version's steps. */
export function changeBetween(before: Stand, after: Stand, kept: ReadonlySet<number>): Change {
  if (before.key !== null && !kept.has(before.key)) return "gone";
  if (before.key !== after.key) return "step";
  if (before.on !== after.on) return "date";
  return before.verdict === after.verdict ? "same" : "verdict";
}
