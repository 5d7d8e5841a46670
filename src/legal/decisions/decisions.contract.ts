/** The decision whether to sue: files that wait for it, one file with its advice, what the client is asked and answers. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { date, parsePlainDate } from "../../ground/kernel/dates.ts";
import { maskBsn } from "../../ground/kernel/identifiers.ts";
import { calendarDate, itemsOf, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { adviceRules, advices, clientAnswers, decisionStates, mostAtOnce, stageParts } from "./decisions.ts";

const who = any("ROLE_LEGAL");
/** Staff note what a client told them; its own people answer for themselves. */
const whoAnswers = any("ROLE_CUSTOMER", "ROLE_CONTACT_PERSON", "ROLE_LEGAL");

const id = idParam.shape.id;
const whole = z.number().int();
const cents = whole;
/** 0 where nothing was asked or decided of the file yet; as far as its column reaches. */
const version = z.number().int().min(0).max(2_147_483_646);
/** Free words keep no citizen service number, wherever they are written down. */
const note = z.string().trim().max(2000).transform(maskBsn).prefault("");
const plainDay = z
  .string()
  .refine((text) => parsePlainDate(text) !== undefined, { error: "decisions.errorDate" })
  .transform((text) => date(text));

export const decisionsScreen = screen({ path: "/legal-decision", who, title: "decisions.title" });
export const decisionScreen = screen({ path: "/legal-decision/{id}", who, title: "decisions.title" });
export const questionsScreen = screen({ path: "/legal-question", who: whoAnswers, title: "decisions.questions" });

const stages = z.object({
  parts: z.array(z.object({ part: z.enum(stageParts), cents })),
  outlay: cents,
  advance: cents,
  awarded: cents,
  cliff: z.object({ limit: cents, over: cents, saves: cents }).nullable(),
});
export type ShownStages = z.infer<typeof stages>;

/** What a client was shown when it was asked. */
export const quoted = z.object({
  advice: z.enum(advices),
  openCents: cents,
  costs: stages.nullable(),
  awardCents: cents.nullable(),
});

const question = z.object({
  askedAt: z.iso.datetime(),
  askedBy: z.string().nullable(),
  note: z.string(),
  advanceCents: cents.nullable(),
  answerBy: calendarDate(),
  answer: z.enum(clientAnswers).nullable(),
  answerNote: z.string(),
  answeredAt: z.iso.datetime().nullable(),
  answeredBy: z.string().nullable(),
});
export type LegalQuestion = z.infer<typeof question>;

const decided = z.object({
  decision: z.enum(advices),
  until: calendarDate().nullable(),
  reason: z.string(),
  /** What was advised on that day. */
  advice: z.enum(advices).nullable(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
});

const line = z.object({
  rule: z.enum(adviceRules),
  weighs: z.enum(["for", "against", "neutral"]),
  advice: z.enum(advices).nullable(),
  /** In the reader's language. */
  why: z.string(),
});

const facts = {
  fileId: whole,
  fileNumber: z.string(),
  clientId: whole,
  clientName: z.string(),
  debtorName: z.string(),
  openCents: cents,
  state: z.enum(decisionStates).nullable().describe("Null where the file is at none of these."),
  advice: z.enum(advices),
  /** Why, in one sentence; null where nothing speaks against suing. */
  why: z.string().nullable(),
  awardCents: cents.nullable(),
  recoverableCents: cents.nullable(),
  benefitCents: cents.nullable(),
  outlayCents: cents.nullable(),
  barredOn: calendarDate().nullable(),
  question: question.nullable(),
  decided: decided.nullable(),
  version,
};
const decisionRow = z.object({ id: whole, ...facts });
export type DecisionRow = z.infer<typeof decisionRow>;

export const listDecisions = call({
  method: "GET",
  path: "/api/v4/legal-decision",
  who,
  summary: "Files by how far the decision whether to sue is: advice, costs and what may come in; judged on today.",
  query: tableQuery({
    order: ["number", "openCents"],
    filter: { state: z.enum(decisionStates), client: z.array(z.coerce.number().int().positive()) },
  }),
  reply: pageOf(decisionRow),
});

export const readDecision = call({
  method: "GET",
  path: "/api/v4/file/{id}/legal-decision",
  who,
  summary:
    "What suing over a file would cost by stage and may bring in, every rule that was asked with what it says, and the advice that follows.",
  params: idParam,
  reply: z.object({
    ...facts,
    closed: z.boolean(),
    costs: stages.nullable(),
    principalCents: cents,
    interestCents: cents,
    costsCents: cents,
    lines: z.array(line),
    /** What of the papers and facts for a bailiff is there, by line of the list. */
    needs: z.array(z.object({ need: z.string(), name: z.string(), state: z.enum(["met", "missing", "passed"]) })),
    /** The day by which a client answers, where nobody says otherwise. */
    answerBy: calendarDate(),
  }),
});
export type Decision = z.infer<typeof readDecision.reply>;

const decisionBody = {
  decision: z.enum(advices),
  until: plainDay.nullable().default(null),
  reason: z.string().trim().max(1000).transform(maskBsn).prefault(""),
};

export const decide = call({
  method: "PUT",
  path: "/api/v4/file/{id}/legal-decision",
  who,
  summary:
    "Decides on a file: sue, settle, wait until a day, or write off. Otherwise than advised it needs a reason; what the law refuses is not done by it.",
  params: idParam,
  body: z.strictObject({ ...decisionBody, version }),
  reply: readDecision.reply,
});

const askBody = {
  note,
  /** Null: none is asked for. */
  advanceCents: z.number().int().min(1).max(100_000_000).nullable().default(null),
  answerBy: plainDay.optional(),
};

export const askForOrder = call({
  method: "POST",
  path: "/api/v4/file/{id}/legal-decision/question",
  who,
  summary: "Asks the client of a file for the order to sue, and for an advance where one is wanted.",
  params: idParam,
  body: z.strictObject({ ...askBody, version }),
  reply: readDecision.reply,
});

export const withdrawQuestion = call({
  method: "DELETE",
  path: "/api/v4/file/{id}/legal-decision/question",
  who,
  summary: "Takes back what the client was asked and has not answered yet.",
  params: idParam,
  body: z.strictObject({ version }),
  reply: readDecision.reply,
});

const chosen = z
  .array(z.strictObject({ file: id, version }))
  .min(1, { error: "decisions.errorNone" })
  .max(mostAtOnce, { error: "decisions.errorMany" });

const outcome = z.object({
  fileId: whole,
  fileNumber: z.string(),
  done: z.boolean(),
  /** Why not, in the reader's language. */
  why: z.string().nullable(),
});

export const decideMany = call({
  method: "POST",
  path: "/api/v4/legal-decision",
  who,
  summary:
    "Decides on up to 200 files, or asks their clients, in one movement; a file that changed since it was looked at is left as it is, and says so.",
  body: z.strictObject({
    files: chosen,
    act: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("decide"), ...decisionBody }),
      z.strictObject({
        kind: z.literal("ask"),
        note,
        answerBy: plainDay.optional(),
        /** The advance of each file is what court fee and summons cost. */
        withAdvance: z.boolean().default(true),
      }),
    ]),
  }),
  reply: itemsOf(outcome),
});
export type DecisionOutcome = z.infer<typeof outcome>;

const asked = z.object({
  id: whole,
  fileId: whole,
  fileNumber: z.string(),
  clientRef: z.string(),
  clientName: z.string(),
  debtorName: z.string(),
  quoted,
  question,
  version,
});
export type QuestionResult = z.infer<typeof asked>;

export const listQuestions = call({
  method: "GET",
  path: "/api/v4/legal-question",
  who: whoAnswers,
  summary: "What the clients whose files the reader sees are asked about going to court; answered ones for 90 days.",
  query: tableQuery({ order: ["askedAt"], filter: { answered: z.stringbool() } }),
  reply: pageOf(asked),
});

export const answerQuestion = call({
  method: "PUT",
  path: "/api/v4/legal-question/{id}",
  who: whoAnswers,
  summary: "Answers whether to sue over a file. Once: whoever comes second gets what was answered as a conflict.",
  params: idParam,
  body: z.strictObject({ answer: z.enum(clientAnswers), note, version }),
  reply: asked,
});
