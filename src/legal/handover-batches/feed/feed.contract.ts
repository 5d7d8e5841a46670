/** The return feed of offices: what waits for a person, what an office's words mean, how a case stands, and the way in for an office itself. */
import { z } from "zod";
import { any, open } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { calendarDate, itemsOf } from "../../../ground/kernel/query.ts";
import { who } from "../destinations/destinations.contract.ts";
import { stages } from "./proceedings.ts";
import { reportKinds } from "./reports.ts";

const whole = z.number().int();
const note = z.string().trim().min(1).max(500).transform(maskBsn);
const settled = z.object({
  /** Whether it was carried out; `waiting` else, with why. */
  state: z.enum(["done", "waiting"]),
  why: z.string(),
  /** Lines of the same word that were carried out with it. */
  others: whole,
});

export const assignReport = call({
  method: "POST",
  path: "/api/v4/handover-report/{id}/assign",
  who,
  summary: "Says what an office's own word means: of this line alone, or of all to come and all that wait.",
  params: idParam,
  body: z.strictObject({ kind: z.enum(reportKinds), always: z.boolean().default(false) }),
  reply: settled,
});

export const retryReport = call({
  method: "POST",
  path: "/api/v4/handover-report/{id}/retry",
  who,
  summary:
    "Tries a line again that waits. `atScale`: a cost above the tariff is the debtor's up to the tariff, and the client's beyond it.",
  params: idParam,
  body: z.strictObject({ atScale: z.boolean().default(false) }),
  reply: settled,
});

export const settleReport = call({
  method: "POST",
  path: "/api/v4/handover-report/{id}/settle",
  who,
  summary: "Notes that a line was dealt with by hand, and how: it waits no more and stays to be read.",
  params: idParam,
  body: z.strictObject({ note }),
});

export const listCodes = call({
  method: "GET",
  path: "/api/v4/handover-destination/{id}/codes",
  who,
  summary: "What the own words of an office mean.",
  params: idParam,
  reply: itemsOf(z.object({ code: z.string(), kind: z.enum(reportKinds), text: z.string(), by: z.string() })),
});

export const forgetCode = call({
  method: "DELETE",
  path: "/api/v4/handover-destination/{id}/codes",
  who,
  summary: "Forgets what a word of an office means; what was carried out by it stays.",
  params: idParam,
  body: z.strictObject({ code: z.string().min(1).max(60) }),
});

const day = calendarDate().nullable();

export const readProceedings = call({
  method: "GET",
  path: "/api/v4/file/{id}/proceedings",
  // Whoever handles the file reads how its case stands, as its papers.
  who: any("ROLE_LEGAL", "ROLE_FILE_EDIT"),
  summary:
    "How the case of a file stands by what its office told: stage, title, terms of opposition and appeal, seizures.",
  params: idParam,
  reply: z.object({
    stage: z.enum(stages),
    stageText: z.string(),
    stageOn: day,
    court: z.string(),
    caseNumber: z.string(),
    summonsOn: day,
    rollDate: day,
    title: z
      .object({
        on: calendarDate(),
        caseNumber: z.string(),
        byDefault: z.boolean(),
        awardedCents: whole,
        expiresOn: calendarDate(),
        oppositionUntil: day,
        appealUntil: day,
      })
      .nullable(),
    services: z.array(z.object({ on: calendarDate(), inPerson: z.boolean(), text: z.string() })),
    seizures: z.array(z.object({ on: calendarDate(), type: z.string(), thirdParty: z.string() })),
    paidCents: whole,
    withheldCents: whole,
  }),
});

export const receiveFeed = call({
  method: "POST",
  path: "/api/v4/handover-feed/{id}",
  who: open,
  csrf: false,
  summary:
    "An office sends what it has to tell by itself: the text of a feed, signed with the key of its destination. It is kept before it is answered, and taken in by a job.",
  params: idParam,
  body: z.strictObject({ text: z.string().min(2).max(5_000_000) }),
  // Every quotation mark of the text takes two bytes in JSON.
  mostBytes: 10_000_000,
  reply: z.object({ received: z.boolean() }),
  replayable: false,
});
