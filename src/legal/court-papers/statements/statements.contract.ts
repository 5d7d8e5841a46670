/** The balance that a debt counsellor asks for: by when, and what was answered (domain facts 6). */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { calendarDate } from "../../../ground/kernel/query.ts";

const who = any("ROLE_LEGAL", "ROLE_FILE_EDIT");
const id = z.number().int();
const document = z.object({ documentId: id, name: z.string() });

const answer = z.object({
  id,
  asOf: calendarDate(),
  openCents: id,
  csv: document,
  pdf: document,
  madeAt: z.iso.datetime(),
  madeBy: z.string().nullable(),
});

const answers = z.object({
  /** Since when somebody helps the debtor; null where nobody does. */
  since: calendarDate().nullable(),
  /** The day before whose end the balance is to be answered; null where it is answered, or nobody asks. */
  dueOn: calendarDate().nullable(),
  /** What would be answered today. */
  openCents: id,
  items: z.array(answer),
});
export type BalanceAnswers = z.infer<typeof answers>;

export const readBalanceAnswers = call({
  method: "GET",
  path: "/api/v4/file/{id}/balance-answer",
  who,
  summary: "By when the balance of a file is to be told to a debt counsellor, and what was told before.",
  params: idParam,
  reply: answers,
});

export const answerBalance = call({
  method: "POST",
  path: "/api/v4/file/{id}/balance-answer",
  who,
  summary:
    "Writes the balance of a file for a debt counsellor as CSV and PDF, keeps both with the file, and stops the clock.",
  params: idParam,
  reply: answers,
});
