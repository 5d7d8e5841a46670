/** What the codes in the replies of the API mean, for whoever connects a system of a client (specification, point 2). */
import { z } from "zod";
import { closingReasons, fileStatuses } from "../../cases/files/files.ts";
import { any } from "../../ground/kernel/access.ts";
import { call, screen } from "../../ground/kernel/contract.ts";
import { itemsOf } from "../../ground/kernel/query.ts";

const who = any("ROLE_CUSTOMER");

const documented = {
  id: z.number().int(),
  /** What it is called, in the reader's language. */
  name: z.string(),
  /** False for one that is given to no file any more; files of before may still bear it. */
  inUse: z.boolean(),
};

const documentedStatus = z.object({
  ...documented,
  /** What the API says; one of the house's own says that of the fixed status which it is a kind of. */
  code: z.enum(fileStatuses),
  /** The house's own code; null for a fixed status. */
  ownCode: z.string().nullable(),
  /** What it means, in the reader's language; "" where nobody wrote it. */
  explanation: z.string(),
});
export type DocumentedStatus = z.infer<typeof documentedStatus>;

export const documentedStatuses = call({
  method: "GET",
  path: "/api/v4/doc/file-statuses",
  who,
  summary: "The statuses of a file as this API says them, with those of the house's own that clients may see.",
  reply: itemsOf(documentedStatus),
});

const documentedReason = z.object({
  ...documented,
  /** What the API says; a reason of the house's own says that of the fixed reason which it belongs to. */
  code: z.enum(closingReasons),
  /** Whether it is one of the house's own. */
  own: z.boolean(),
  /** Whether a file that is closed so counts as collected in figures. */
  collected: z.boolean(),
});
export type DocumentedReason = z.infer<typeof documentedReason>;

export const documentedClosingReasons = call({
  method: "GET",
  path: "/api/v4/doc/file-closing-reasons",
  who,
  summary: "The reasons for which files are closed, as this API says them, with those of the house's own.",
  reply: itemsOf(documentedReason),
});

export const statusDocScreen = screen({ path: "/api/doc/file-statuses", who, title: "api-doc.statuses" });
export const closingReasonDocScreen = screen({
  path: "/api/doc/file-closing-reasons",
  who,
  title: "api-doc.closingReasons",
});
