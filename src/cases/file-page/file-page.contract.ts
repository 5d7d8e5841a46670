/** The file screen and the one call that composes its first view. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { calendarDate } from "../../ground/kernel/query.ts";
import { claimBases, closingReasons, contactChannels, filePhases, fileStatuses, holdKinds } from "../files/files.ts";
import { debtor } from "../persons/persons.contract.ts";
import { fileHold } from "../states/states.contract.ts";

const id = z.number().int();
const plainDate = calendarDate();
const instant = z.iso.datetime();
const decimal = z.string().describe('A decimal with two places, such as "1234.56".');

export { callHelp, readCallHelp, sendFileMessage } from "./composer/composer.contract.ts";

export const showScreen = screen({
  path: "/file/show-new/{id}",
  who: any("ROLE_FILE_SEARCH"),
  title: "file-page.title",
});
/** Without a file it leads to the search (specification, point 2). */
export const showNoneScreen = screen({
  path: "/file/show-new",
  who: any("ROLE_FILE_SEARCH"),
  title: "file-page.title",
});

export const shownFile = z.object({
  id,
  number: z.string(),
  client: z.object({ id, number: z.string(), company: z.string() }),
  clientRef: z.string(),
  merchant: z.object({ id, name: z.string() }).nullable(),
  debtor,
  claim: z.object({
    basis: z.enum(claimBases),
    legalType: z.string().nullable(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    contractDate: plainDate.nullable(),
  }),
  phase: z.enum(filePhases),
  status: z.enum(fileStatuses),
  caseManager: z.object({ id, name: z.string() }).nullable(),
  team: z.string().nullable(),
  placedOn: plainDate,
  paymentReference: z.string(),
  /** What is owed at the end of today; principal, interest and costs are what is still open of each and sum to open. */
  balance: z.object({
    date: plainDate,
    currency: z.literal("EUR"),
    principal: decimal,
    interest: decimal,
    costs: decimal,
    paid: decimal,
    open: decimal,
  }),
  next: z.object({ step: z.string(), on: plainDate.nullable() }).nullable(),
  holds: z.array(fileHold),
  /** That there is nobody to write to: by which state, null where another file of this person says so. Null too once the file is closed. */
  nobodyToWriteTo: z.object({ kind: z.enum([...holdKinds, "minor"]).nullable() }).nullable(),
  lastContact: z.object({ at: instant, channel: z.enum(contactChannels).nullable() }).nullable(),
  closure: z
    .object({
      reason: z.enum(closingReasons),
      ownReason: z.string().nullable(),
      on: plainDate,
      by: z.string().nullable(),
      note: z.string().nullable(),
    })
    .nullable(),
  /** The day on which documents, messages and persons were erased, the term after closing being over. */
  erasedOn: plainDate.nullable(),
  /** Other files at the same address under the same name, as far as the reader may see them (Bki art. 5.2). */
  otherFiles: z.object({ open: id, total: id }),
  /** Whether the reader works here: what the office keeps for itself is asked for by those alone. */
  office: z.boolean(),
  version: id,
});
export type ShownFile = z.infer<typeof shownFile>;

export const showFile = call({
  method: "GET",
  path: "/api/v4/file/{id}",
  who: any("ROLE_FILE_SEARCH"),
  summary: "One file: parties, claim, state, balance of today, next step, holds and last contact.",
  params: idParam,
  reply: shownFile,
});
