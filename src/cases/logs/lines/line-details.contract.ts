/** Calls about details of a line: former texts, income and expenses, a request to change data (specification, point 7). */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { calendarDate, itemsOf } from "../../../ground/kernel/query.ts";
import { budgetSides } from "../budget/budget.ts";
import { requestFields } from "../change-requests/change-request.ts";

const reading = any("ROLE_FILE_SEARCH");
const deciding = any("ROLE_FILE_EDIT");
const cents = z.number().int();
const field = z.enum(requestFields);
const texts = z.partialRecord(field, z.string().nullable());

export const listFormer = call({
  method: "GET",
  path: "/api/v4/file/logs/{id}/former",
  who: reading,
  summary: "The former texts of a line, newest first: an edit keeps what stood there.",
  params: idParam,
  reply: itemsOf(
    z.object({
      version: z.number().int(),
      subject: z.string(),
      content: z.string().nullable(),
      replacedAt: z.iso.datetime(),
      userName: z.string(),
    }),
  ),
});

export const budget = z.object({
  logId: z.number().int(),
  entries: z.array(
    z.object({
      id: z.number().int(),
      side: z.enum(budgetSides),
      kind: z.string(),
      amountCents: cents,
      note: z.string().nullable(),
    }),
  ),
  /** What earlier statements of the file said of what this one does not tell yet: of each kind the last, income first. */
  earlier: z.array(z.object({ side: z.enum(budgetSides), kind: z.string(), amountCents: cents, on: calendarDate() })),
  incomeCents: cents,
  expenseCents: cents,
  protectedCents: cents.nullable(),
  /** What is left for a payment a month. */
  capacityCents: cents,
  version: z.number().int(),
});
export type Budget = z.infer<typeof budget>;

export const readBudget = call({
  method: "GET",
  path: "/api/v4/file/logs/{id}/income-expenses",
  who: reading,
  summary: "The statement of income and expenses on a line, with what it leaves for a payment a month.",
  params: idParam,
  reply: budget,
});

export const addBudgetEntry = call({
  method: "POST",
  path: "/api/v4/file/logs/{id}/income-expenses/{x}",
  who: any("ROLE_FILE_EDIT", "ROLE_EMPLOYEE"),
  summary:
    "Adds an entry to the statement of a line of the type income–expenses; {x} is its side: `income` or `expense`.",
  params: idParam.extend({ x: z.string().max(20) }),
  body: z.strictObject({
    kind: z.string().max(30),
    /** A month, in euros with a point: "1234.50". */
    amount: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/),
    note: z.string().trim().max(200).transform(maskBsn).prefault(""),
  }),
  reply: budget,
});

export const removeBudgetEntry = call({
  method: "DELETE",
  path: "/api/v4/file/logs/income-expenses/{id}",
  who: any("ROLE_FILE_EDIT", "ROLE_EMPLOYEE"),
  summary: "Takes an entry off a statement of income and expenses.",
  params: idParam,
  reply: budget,
});

export const changeRequest = z.object({
  logId: z.number().int(),
  state: z.enum(["open", "accepted", "rejected"]),
  /** Each field that is asked for: what it was when it was asked, is now, and would become. */
  fields: z.array(
    z.object({ field, before: z.string().nullable(), now: z.string().nullable(), wanted: z.string().nullable() }),
  ),
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
});
export type ChangeRequestData = z.infer<typeof changeRequest>;

export const requestDataChange = call({
  method: "POST",
  path: "/api/v4/file/{id}/change-data",
  who: any("ROLE_FILE_EDIT", "ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON"),
  summary: "Asks for a change of the debtor's data; it becomes a line of the timeline that staff accept or reject.",
  params: idParam,
  body: z.strictObject({ wanted: texts, note: z.string().trim().max(1000).default("") }),
  reply: changeRequest,
});

export const readChange = call({
  method: "GET",
  path: "/api/v4/file/logs/{id}/change-data",
  who: reading,
  summary: "A request to change data: old and new side by side, and what came of it.",
  params: idParam,
  reply: changeRequest,
});

export const acceptChange = call({
  method: "PUT",
  path: "/api/v4/file/logs/{id}/change-data-accept",
  who: deciding,
  summary:
    "Accepts a request, or only the fields named, and applies it to the debtor; refused where one of them was changed since.",
  params: idParam,
  body: z.strictObject({
    version: rowVersion,
    fields: z.array(field).min(1).optional(),
    /** Why the other fields are not taken over; needed where there are any. */
    answer: z.string().trim().max(1000).transform(maskBsn).prefault(""),
  }),
  reply: changeRequest,
});

export const rejectChange = call({
  method: "PUT",
  path: "/api/v4/file/logs/{id}/change-data-reject",
  who: deciding,
  summary: "Rejects a request with an answer, which whoever asked reads on the timeline.",
  params: idParam,
  body: z.strictObject({ version: rowVersion, answer: z.string().trim().min(1).max(1000).transform(maskBsn) }),
  reply: changeRequest,
});
