/** Calls and the screen of debtors: all files of one person, similar records, and merging them. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { calendarDate } from "../../ground/kernel/query.ts";
import { filePhases, fileStatuses, holdKinds } from "../files/files.ts";
import { partyRoles } from "../parties/parties.ts";
import { likenesses } from "./debtors.ts";

const id = z.number().int();
const reads = any("ROLE_FILE_SEARCH");
const edits = any("ROLE_FILE_EDIT");

export const debtorScreen = screen({ path: "/debtor/{id}", who: reads, title: "debtors.title" });

const record = z.object({
  id,
  name: z.string(),
  clientId: id,
  clientName: z.string(),
  street: z.string(),
  houseNumber: z.string(),
  addition: z.string().nullable(),
  postcode: z.string(),
  city: z.string(),
  birthDate: calendarDate().nullable(),
  kvk: z.string().nullable(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  phone: z.string().nullable(),
  iban: z.string().nullable(),
});
export type DebtorRecord = z.infer<typeof record>;

const fileOfDebtor = z.object({
  id,
  number: z.string(),
  clientRef: z.string(),
  clientName: z.string(),
  debtorId: id,
  /** What the person is to the file: its debtor, or one of the parties. */
  role: z.enum(["main", ...partyRoles]),
  phase: z.enum(filePhases),
  status: z.enum(fileStatuses),
  holds: z.array(z.enum(holdKinds)),
  placedOn: calendarDate(),
  openCents: z.number().int(),
});
export type FileOfDebtor = z.infer<typeof fileOfDebtor>;

export const readDebtor = call({
  method: "GET",
  path: "/api/v4/debtor/{id}",
  who: reads,
  summary:
    "A person with every record and every file of it that the reader may see, over all clients; and what looks alike.",
  params: idParam,
  reply: z.object({
    main: record,
    records: z.array(record),
    files: z.array(fileOfDebtor),
    openCents: z.number().int(),
    /** With the files of each, which do not count in what is open. */
    alike: z.array(record.extend({ by: z.array(z.enum(likenesses)), files: z.array(fileOfDebtor) })),
    /** Ties that can be undone, newest first. */
    merges: z.array(
      z.object({ id, keptName: z.string(), mergedName: z.string(), at: z.iso.datetime(), by: z.string().nullable() }),
    ),
  }),
});

const pair = z.strictObject({ otherId: idParam.shape.id });

export const mergeDebtors = call({
  method: "POST",
  path: "/api/v4/debtor/{id}/merge",
  who: edits,
  summary:
    "Says that another record is the same person. Each client's record stays as it is; undoing takes the tie away.",
  params: idParam,
  body: pair,
  reply: z.object({ mergeId: id }),
});

export const undoMerge = call({
  method: "POST",
  path: "/api/v4/debtor/merge/{id}/undo",
  who: edits,
  summary: "Takes back that two records are the same person.",
  params: idParam,
  body: z.strictObject({}),
});

export const markAsDifferent = call({
  method: "POST",
  path: "/api/v4/debtor/{id}/apart",
  who: edits,
  summary: "Says that another record is somebody else, so that it is not proposed again.",
  params: idParam,
  body: pair,
});
