/** The calls and screens of the work queue, and of call lists for a dialer. */
import { z } from "zod";
import { all, any } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { calendarDate, dayWithinOf, itemsOf } from "../../ground/kernel/query.ts";
import { makePromise } from "../../money/claims/claims.contract.ts";
import { agendaItem } from "../agenda/agenda.contract.ts";
import { callHelp } from "../file-page/file-page.contract.ts";
import { followUps, lineResults, personResults, queueLists, queueScopes } from "./work-queue.ts";

const who = any("ROLE_AGENDA");
const calling = all("ROLE_AGENDA", "ROLE_FILE_SEND");
const count = z.number().int();
const ownId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const plainDate = dayWithinOf("work-queue.dateWrong");
const isoDate = calendarDate();
const scope = z.enum(queueScopes).default("mine");
const note = z.string().trim().max(2000).default("");

export const workQueueScreen = screen({ path: "/file-agenda/queue", who, title: "work-queue.title" });
export const callListScreen = screen({ path: "/file-agenda/calls", who: calling, title: "work-queue.callsTitle" });

const attempt = z.object({
  id: count,
  at: z.iso.datetime(),
  number: z.string(),
  /** Null until somebody says what came of it. */
  line: z.enum(lineResults).nullable(),
  person: z.enum(personResults).nullable(),
  by: z.string(),
});

export const queueItem = z.object({
  item: agendaItem,
  /** Why this item is next, in the reader's words. */
  why: z.array(z.string()),
  /** What to know for a call; null for those who may not call. */
  help: callHelp.nullable(),
  /** Numbers that may be dialled, the one that was tried least first. */
  numbers: z.array(z.object({ number: z.string(), usable: z.boolean(), attempts: count })),
  /** The calls about this file, the last one first. */
  attempts: z.array(attempt),
  /** A call that was made for this item and of which nothing is written down yet. */
  dialled: attempt.nullable(),
  mayPromise: z.boolean(),
});
export type QueueItem = z.infer<typeof queueItem>;

export const nextInQueue = call({
  method: "POST",
  path: "/api/v4/work-queue/next",
  who,
  summary:
    "The item to be worked next, now in hand of this session: nobody else is given it. What the session had in hand and does not get goes back.",
  body: z.strictObject({
    list: z.enum(queueLists).default("all"),
    scope,
    skip: z.array(ownId).max(500).default([]).describe("Items that are left for later."),
  }),
  reply: z.object({
    next: queueItem.nullable(),
    /** How many items are due; counts stop at one more than 10,000. */
    waiting: count,
    /** Calls that may not be made now, by the rule in their way. */
    held: z.array(
      z.object({ text: z.string(), article: z.string(), possibleFrom: z.string().nullable(), items: count }),
    ),
  }),
});

export const dialNumber = call({
  method: "POST",
  path: "/api/v4/work-queue/{id}/dial",
  who: calling,
  summary:
    "Notes that a number is dialled for an item in hand. Refused where the law or the house's measure does not let this debtor be called now.",
  params: idParam,
  body: z.strictObject({ number: z.string().trim().min(1).max(40) }),
  reply: attempt,
});

export const writeOutcome = call({
  method: "POST",
  path: "/api/v4/work-queue/{id}/outcome",
  who,
  summary:
    "Writes down what came of an item in hand, with a promise to pay and a next action in the same movement. The same key is one outcome.",
  params: idParam,
  body: z.strictObject({
    key: z.uuid().describe("Made by whoever asks, so that asking twice writes once."),
    note,
    call: z
      .strictObject({ line: z.enum(lineResults), person: z.enum(personResults).nullable().default(null) })
      .nullable()
      .default(null)
      .describe("What came of the call that was made for the item."),
    promise: makePromise.body.pick({ amount: true, by: true }).nullable().default(null),
    /** The day on which the debtor wants to be called back. */
    callBackOn: plainDate.nullable().default(null),
    next: z.strictObject({ subject: ownId, on: plainDate, note }).nullable().default(null),
  }),
  reply: z.object({ id: count, followed: z.enum(followUps), on: isoDate.nullable() }),
});

export const undoOutcome = call({
  method: "POST",
  path: "/api/v4/work-queue/outcomes/{id}/undo",
  who,
  summary:
    "Takes back what one wrote down oneself today: the item is open again and in hand, its promise, hold and next action are withdrawn. A call that was made stays counted.",
  params: idParam,
  reply: z.object({ item: count }),
});

export const queueFigures = call({
  method: "GET",
  path: "/api/v4/work-queue/figures",
  who,
  summary: "What came of the calls of a day, by person: one's own, or everybody's for a manager.",
  query: z.object({ on: plainDate.optional() }),
  reply: z.object({
    on: isoDate,
    people: z.array(
      z.object({
        user: z.object({ id: count, name: z.string() }),
        done: count,
        dialled: count,
        answered: count,
        reached: count,
        promises: count,
        promisedCents: count,
        /** Of the promises that were noted that day, those kept by now. */
        kept: count,
        /** Calls made for each hour in which one was made; null without a call. */
        callsPerHour: z.number().nullable(),
      }),
    ),
  }),
});

const dialerList = z.object({
  id: count,
  madeAt: z.iso.datetime(),
  /** What it has not told of by then goes back to the queue. */
  until: z.iso.datetime(),
  /** Whether its rows are still with the dialer. */
  out: z.boolean(),
  rows: count,
  told: count,
});
export type DialerList = z.infer<typeof dialerList>;

export const listDialerLists = call({
  method: "GET",
  path: "/api/v4/work-queue/dialer-lists",
  who: calling,
  summary: "The reader's own call lists for a dialer, the last one first; at most 50.",
  reply: itemsOf(dialerList),
});

export const makeDialerList = call({
  method: "POST",
  path: "/api/v4/work-queue/dialer-lists",
  who: calling,
  summary:
    "Gives the calls that are due and may be made now to a dialer, at most 500: until the hours of contact end nobody else is given them.",
  body: z.strictObject({ scope }),
  reply: dialerList,
});

export const downloadDialerList = call({
  method: "GET",
  path: "/api/v4/work-queue/dialer-lists/{id}/file",
  who: calling,
  summary: "A call list as CSV: reference, file number, name, number, language, attempt.",
  params: idParam,
  carries: "blob",
});

export const importDialerResults = call({
  method: "POST",
  path: "/api/v4/work-queue/dialer-lists/{id}/results",
  who: calling,
  summary:
    "Takes in what a dialer tells of a list: all of the file, or nothing. The same file again changes nothing. A call against the law is noted as that.",
  params: idParam,
  carries: "files",
  reply: z.object({
    taken: count,
    known: count,
    /** Of items that somebody had done meanwhile: the call is noted, nothing else. */
    late: count,
    against: count,
  }),
});

export const returnDialerList = call({
  method: "POST",
  path: "/api/v4/work-queue/dialer-lists/{id}/return",
  who: calling,
  summary: "Takes back what a dialer has not told of: it is in the queue again.",
  params: idParam,
  reply: dialerList,
});
