/** What clients are asked because of the register of seizures, and what they agreed on beforehand. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { calendarDate, itemsOf, option, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { who } from "../destinations/destinations.contract.ts";
import { answerDeliveryStates, answerWays, registerActs, registerAnswers } from "./register.ts";

/** Whoever hands files over, and the clients themselves of their own files. */
export const mayAnswer = any("ROLE_LEGAL", "ROLE_CUSTOMER");
const whole = z.number().int();
const day = calendarDate();

export const registerQuestion = z.object({
  id: whole,
  fileId: whole,
  fileNumber: z.string(),
  clientRef: z.string(),
  debtorName: z.string(),
  clientName: z.string(),
  office: z.string(),
  openCents: whole,
  before: z.enum(registerActs),
  lookedOn: day,
  askedAt: z.iso.datetime(),
  answerBy: day,
  isLate: z.boolean(),
  answer: z.enum(registerAnswers).nullable(),
  answeredAt: z.iso.datetime().nullable(),
  answeredBy: z.string(),
  how: z.enum(answerWays).nullable(),
  note: z.string().nullable(),
  /** Whether the office knows the answer; null while there is none. */
  told: z.enum(answerDeliveryStates).nullable(),
});
export type RegisterQuestion = z.infer<typeof registerQuestion>;

export const listQuestions = call({
  method: "GET",
  path: "/api/v4/register-question",
  who: mayAnswer,
  summary:
    "Files of which recovery within three years is not expected, and whether the client goes on: those without an answer first.",
  query: tableQuery({ order: ["answerBy"], filter: { open: z.stringbool(), file: z.coerce.number().int() } }),
  reply: pageOf(registerQuestion),
});

export const answerQuestion = call({
  method: "POST",
  path: "/api/v4/register-question/{id}/answer",
  who: mayAnswer,
  summary:
    "Answers whether to go on, once. Who works here says by which proof the client answered; the client answers for himself.",
  params: idParam,
  body: z.strictObject({
    answer: z.enum(registerAnswers),
    note: z.string().trim().max(500).transform(maskBsn).prefault(""),
  }),
  reply: registerQuestion,
});

const instruction = z.object({
  id: whole,
  client: option,
  answer: z.enum(registerAnswers),
  agreedOn: day,
  until: day.nullable(),
  reference: z.string(),
  by: z.string(),
});

export const listInstructions = call({
  method: "GET",
  path: "/api/v4/register-instruction",
  who,
  summary: "What clients agreed on beforehand for files of which recovery within three years is not expected.",
  reply: itemsOf(instruction),
});

export const addInstruction = call({
  method: "POST",
  path: "/api/v4/register-instruction",
  who,
  summary: "Notes what a client agreed on beforehand, and where that can be read. It answers questions from then on.",
  body: z.strictObject({
    client: idParam.shape.id,
    answer: z.enum(registerAnswers),
    agreedOn: day,
    until: day.nullable().default(null),
    reference: z.string().trim().min(1).max(500),
  }),
  reply: instruction,
});

export const withdrawInstruction = call({
  method: "DELETE",
  path: "/api/v4/register-instruction/{id}",
  who,
  summary: "Withdraws what was agreed on beforehand; what it answered stays answered.",
  params: idParam,
});
