/** How handovers go: figures, what offices bill, and what they hold against what we think they hold. */
import { z } from "zod";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { calendarDate, itemsOf, option, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { who } from "../destinations/destinations.contract.ts";
import { handoverTypes } from "../handover-batches.ts";

const whole = z.number().int();
const wholeId = idParam.shape.id;

export const batchStatistics = call({
  method: "POST",
  path: "/bailiff/handover/batch-statistics",
  who,
  summary:
    "Figures by destination and kind over a span of days: handed over, accepted, rejected, ended, and how long the office was silent.",
  body: z.strictObject({
    from: calendarDate().optional(),
    until: calendarDate().optional(),
    destination: wholeId.optional(),
  }),
  reply: itemsOf(
    z.object({
      destination: option,
      type: z.enum(handoverTypes),
      batches: whole,
      files: whole,
      accepted: whole,
      rejected: whole,
      ended: whole,
      held: whole,
      heldCents: whole,
      /** Median of days from sending to receipt; null where no receipt has come. */
      receiptDays: z.number().nullable(),
      /** Files that are with the office and of which it has said nothing for so many days. */
      silent: z.object({ days30: whole, days60: whole, days90: whole }),
      /** Of those, for longer than was agreed on with the office; null where nothing was. */
      overdue: whole.nullable(),
      paidCents: whole,
      billedCents: whole,
    }),
  ),
});

export const importedCosts = call({
  method: "GET",
  path: "/api/v4/bailiff/imported-costs",
  who,
  summary: "What offices bill for acts on files, as they reported it.",
  query: tableQuery({
    order: ["on"],
    filter: { destination: z.coerce.number().int(), from: calendarDate(), until: calendarDate() },
  }),
  reply: pageOf(
    z.object({
      id: whole,
      destination: option,
      bailiff: option,
      fileId: whole,
      fileNumber: z.string(),
      officeNumber: z.string().nullable(),
      on: calendarDate(),
      act: z.string(),
      exVatCents: whole,
      vatCents: whole,
      chargeable: z.boolean(),
      description: z.string(),
      /** What a person should look at: no scale is known of it, or more was billed than was agreed on. */
      flags: z.array(z.string()),
    }),
  ),
});

export const listReports = call({
  method: "GET",
  path: "/api/v4/handover-report",
  who,
  summary: "What offices reported of files; with `problem` only the lines that wait for a person.",
  query: tableQuery({
    order: ["receivedAt"],
    filter: { destination: z.coerce.number().int(), file: z.coerce.number().int(), problem: z.stringbool() },
  }),
  reply: pageOf(
    z.object({
      id: whole,
      destination: z.string(),
      fileId: whole.nullable(),
      fileNumber: z.string().nullable(),
      kind: z.string().nullable(),
      text: z.string(),
      on: calendarDate().nullable(),
      /** Why it waits, in words and by its name; null where it was carried out. */
      problem: z.string().nullable(),
      problemCode: z.string().nullable(),
      /** The office's own word, where it is none of ours. */
      code: z.string().nullable(),
      /** What a person is to look at though it was carried out. */
      flags: z.array(z.string()),
      /** How it was dealt with by hand; null while it waits. */
      settled: z.string().nullable(),
      receivedAt: z.iso.datetime(),
    }),
  ),
});

export const enterReports = call({
  method: "POST",
  path: "/api/v4/handover-destination/{id}/reports",
  who,
  summary:
    "Takes in the feed of an office that was received by hand, as JSON: reports, or what the office holds on a day.",
  params: idParam,
  body: z.strictObject({ text: z.string().min(2).max(5_000_000) }),
  mostBytes: 10_000_000,
  reply: z.object({ taken: whole, known: whole, unread: whole, holdings: whole }),
});

const oneSide = z.object({ officeNumber: z.string().nullable(), openCents: whole }).nullable();

export const reconciliation = call({
  method: "GET",
  path: "/api/v4/handover-destination/{id}/reconciliation",
  who,
  summary:
    "File by file, on any day: what the office says that it holds against what we think it holds, and the difference in cents.",
  params: idParam,
  query: z.object({ on: calendarDate() }),
  reply: z.object({
    on: calendarDate(),
    /** The latest day up to then of which the office told what it holds; null where it never did. */
    toldOn: calendarDate().nullable(),
    items: z.array(
      z.object({
        fileId: whole.nullable(),
        fileNumber: z.string(),
        ours: oneSide,
        theirs: oneSide,
        verdict: z.enum(["same", "amount", "onlyOurs", "onlyTheirs"]),
      }),
    ),
  }),
});
export type Reconciled = z.infer<typeof reconciliation.reply>["items"][number];
