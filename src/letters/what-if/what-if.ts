/** What another version of a workflow would change, file by file and week by week. Pure. */
import { z } from "zod";
import { addDays, type PlainDate, weekday } from "../../ground/kernel/dates.ts";
import { calendarDate } from "../../ground/kernel/query.ts";

/** date: the same step on another day; step: another step; gone: its step is not in the other version; verdict: the law says otherwise. */
export const changes = ["same", "date", "step", "gone", "verdict"] as const;
export type Change = (typeof changes)[number];

export const whatIfStates = ["judging", "judged", "moving", "moved"] as const;

/** What one file of a plan may do otherwise than the others: its step keeps its day or gets a new one, or the file stays on its version. */
export const rowChoices = ["keep", "new", "stay"] as const;

const count = z.object({
  /** Files of which anything is counted. */
  files: z.number().int(),
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
  weeks: z.array(z.object({ week: calendarDate(), before: count, after: count })),
  changes: z.record(z.enum(changes), z.number().int()),
});
export type Outcome = z.infer<typeof outcome>;

/** So many weeks are looked ahead, from this one on. */
export const weeksAhead = 26;

export const noCount: Count = { files: 0, letters: 0, messages: 0, calls: 0, tasks: 0, refusals: 0, costCents: 0 };

export const figures = ["files", "letters", "messages", "calls", "tasks", "refusals", "costCents"] as const;
type Figure = (typeof figures)[number];
export type Counted = Exclude<Figure, "files">;

type Both<T> = Readonly<Record<"before" | "after", T>>;

/** What one file adds to the figures, each by its key: of a week, and of all weeks together. */
export type FileCounts = Readonly<Record<string, Both<number>>>;
export const figureKey = (figure: Figure, week?: string): string => (week === undefined ? figure : `${figure} ${week}`);

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
export interface ForeseenEvent {
  readonly on: PlainDate;
  readonly what: Counted;
  readonly by: number;
}

type Sums = Record<Figure, number>;
const nothing = (): Both<Sums> => ({ before: { ...noCount }, after: { ...noCount } });

/** Adds up what would happen, before and after, by week; what lies beyond the weeks looked at is not counted. */
export class Weeks {
  readonly #weeks = new Map<PlainDate, Both<Sums>>();
  readonly #all = nothing();
  readonly #changes: Record<Change, number> = { same: 0, date: 0, step: 0, gone: 0, verdict: 0 };

  constructor(today: PlainDate) {
    for (let week = 0; week < weeksAhead; week++) this.#weeks.set(addDays(mondayOf(today), 7 * week), nothing());
  }

  /** Counts a file, and says what it added to which figure. */
  add(happenings: Both<readonly ForeseenEvent[]>): FileCounts {
    const counts = new Map<string, { before: number; after: number }>();
    for (const side of ["before", "after"] as const) {
      const put = (sums: Sums, into: Both<Sums>, week?: PlainDate): void => {
        for (const figure of figures) {
          if (sums[figure] === 0) continue;
          into[side][figure] += sums[figure];
          const key = figureKey(figure, week);
          counts.set(key, { ...(counts.get(key) ?? { before: 0, after: 0 }), [side]: sums[figure] });
        }
      };
      const whole: Sums = { ...noCount };
      for (const [week, sums] of this.#byWeek(happenings[side])) {
        const into = this.#weeks.get(week);
        if (into) put(sums, into, week);
        for (const figure of figures) whole[figure] += sums[figure];
      }
      put({ ...whole, files: Math.min(whole.files, 1) }, this.#all);
    }
    return Object.fromEntries(counts);
  }

  /** What happens in each of the weeks that are looked at. */
  #byWeek(happenings: readonly ForeseenEvent[]): ReadonlyMap<PlainDate, Sums> {
    const found = new Map<PlainDate, Sums>();
    for (const { on, what, by } of happenings) {
      const week = mondayOf(on);
      if (by === 0 || !this.#weeks.has(week)) continue;
      const sums = found.get(week) ?? { ...noCount, files: 1 };
      sums[what] += by;
      found.set(week, sums);
    }
    return found;
  }

  note(change: Change): void {
    this.#changes[change]++;
  }

  outcome(): Outcome {
    return {
      ...this.#all,
      weeks: [...this.#weeks].map(([week, counts]) => ({ week, ...counts })),
      changes: this.#changes,
    };
  }
}

/** What a file waits for. */
export interface FilePosition {
  readonly key: number | null;
  readonly template: string | null;
  readonly on: PlainDate | null;
  readonly verdict: string;
}

/** What differs between two stands of a file; `kept` are the keys of the other version's steps. */
export function changeBetween(before: FilePosition, after: FilePosition, kept: ReadonlySet<number>): Change {
  if (before.key !== null && !kept.has(before.key)) return "gone";
  if (before.key !== after.key) return "step";
  if (before.on !== after.on) return "date";
  return before.verdict === after.verdict ? "same" : "verdict";
}
