/** The calendar of outgoing messages (specification, point 2: /schedule-send/processing). */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { calendarDate, dayWithinOf, itemsOf, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { messageChannels } from "../../correspondence/correspondence.ts";

const processing = any("ROLE_PROCESSING");
const count = z.number().int();
const day = dayWithinOf("processing.calendarDateWrong");

export const scheduledProcessing = screen({
  path: "/schedule-send/processing",
  who: processing,
  title: "processing.calendarTitle",
});

const sendDay = z.object({
  on: calendarDate(),
  channel: z.enum(messageChannels),
  waiting: count.describe("Messages that are written and wait for this day."),
  due: count.describe("Files whose next step of this channel is due on this day."),
  taken: count.describe(
    "What the day's limit counts: over all files and pre-collection, sent, waiting and in the making; 0 for no limit.",
  ),
  most: count.nullable().describe("What may go on one day; null for no limit."),
  open: z.boolean().describe("Whether this channel may be used on this day (Bki art. 4.2, and days of the house)."),
});
export type SendDay = z.infer<typeof sendDay>;

export const readSendCalendar = call({
  method: "GET",
  path: "/api/v4/schedule-send/calendar",
  who: processing,
  summary:
    "What goes out in the days from one on: messages that wait and steps that are due, by channel, with what a day can take.",
  query: z.object({
    from: day.optional().describe("Today where absent."),
    days: z.coerce.number().int().min(1).max(42).default(7),
    client: idParam.shape.id.optional(),
  }),
  reply: itemsOf(sendDay).extend({
    contactFrom: z.string().describe("The hours of contact, HH:mm."),
    contactUntil: z.string(),
    messagesPerWeek: count,
  }),
});

const waitingSend = z.object({
  id: count,
  fileId: count,
  fileNumber: z.string(),
  clientName: z.string(),
  debtorName: z.string(),
  channel: z.enum(messageChannels),
  subject: z.string(),
  sendAfter: z.string(),
  inWeek: count.describe(
    "E-mails and SMS to the same person in the seven days up to then, over all files, addresses and pre-collection, itself included.",
  ),
});
export type WaitingSend = z.infer<typeof waitingSend>;

export const sendsOfDay = call({
  method: "GET",
  path: "/api/v4/schedule-send/waiting",
  who: processing,
  summary: "The messages that wait for a day, or for any, in the order in which they leave.",
  query: tableQuery({
    order: ["sendAfter"],
    filter: { on: day, channel: z.enum(messageChannels), client: idParam.shape.id },
  }),
  reply: pageOf(waitingSend),
});

const chosen = z.array(z.number().int().positive()).min(1).max(1000);
const reason = z.string().trim().min(1).max(300).transform(maskBsn);

export const moveWaiting = call({
  method: "POST",
  path: "/api/v4/schedule-send/move",
  who: processing,
  summary: "Moves messages that wait to another day, within its hours of contact and what it can take, with a reason.",
  body: z.strictObject({
    messages: chosen,
    on: day.describe("YYYY-MM-DD"),
    reason,
  }),
  reply: z.object({ moved: count }),
});

export const withdrawMessages = call({
  method: "POST",
  path: "/api/v4/schedule-send/pull-back",
  who: processing,
  summary: "Withdraws messages that wait, with a reason; what has left stays.",
  body: z.strictObject({ messages: chosen, reason }),
  reply: z.object({ withdrawn: count }),
});
