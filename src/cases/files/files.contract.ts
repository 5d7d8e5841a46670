/** Calls of the files: state, holds, closing, the debtor; and all that stands beside this. */
import { z } from "zod";
import { any, user } from "../../ground/kernel/access.ts";
import { call, idParam } from "../../ground/kernel/contract.ts";
import { itemsOf } from "../../ground/kernel/query.ts";
import { closingReasons, filePhases, fileStatuses } from "./files.ts";
import { debtor, debtorFields } from "./parties/debtor.contract.ts";
import { holdKinds } from "./states/holds.ts";
import { stateFields } from "./states/states.contract.ts";

export { type Debtor, debtor, debtorFields } from "./parties/debtor.contract.ts";
export { addAddress, addParty, listParties, setChannel } from "./parties/parties.contract.ts";
export { whoSawFile } from "./presence/presence.contract.ts";
export { describeClaim } from "./record/claim.contract.ts";
export { listStates, stateFields, updateState } from "./states/states.contract.ts";

const id = z.number().int();
const plainDate = z.iso.date();
const instant = z.iso.datetime();
const version = z.number().int().min(1);
const wholeId = idParam.shape.id;

const state = z.object({ id, phase: z.enum(filePhases), status: z.enum(fileStatuses), version });

export const changeStatus = call({
  method: "PUT",
  path: "/api/v4/file/{id}/status",
  who: any("ROLE_FILE_EDIT"),
  summary: "Changes status and, if given, phase, where the transition is allowed.",
  params: idParam,
  body: z.strictObject({ status: z.enum(fileStatuses), phase: z.enum(filePhases).optional(), version }),
  reply: state,
});

export const fileHold = z.object({
  id,
  kind: z.enum(holdKinds),
  reason: z.string().nullable(),
  from: plainDate,
  until: plainDate.nullable(),
  placedBy: z.string().nullable(),
  placedAt: instant,
});

export const placeHoldOnFile = call({
  method: "POST",
  path: "/api/v4/file/{id}/hold",
  who: any("ROLE_FILE_EDIT"),
  summary:
    "Stops the file: dispute, complaint, debt counselling, insolvency, death, returned mail, promise, or by hand.",
  params: idParam,
  body: z.strictObject({ kind: z.enum(holdKinds), ...stateFields, version }),
  reply: state.extend({ hold: fileHold }),
});

export const liftHoldFromFile = call({
  method: "POST",
  path: "/api/v4/file/{id}/hold/{holdId}/lift",
  who: any("ROLE_FILE_EDIT"),
  summary: "Lifts a hold; when it was the last, the file goes on where it was stopped.",
  params: idParam.extend({ holdId: wholeId }),
  body: z.strictObject({ reason: z.string().trim().max(1000).optional(), version }),
  reply: state,
});

export const closeFileByHand = call({
  method: "POST",
  path: "/api/v4/file/{id}/close",
  who: any("ROLE_FILE_EDIT"),
  summary: "Closes the file for one of the closing reasons.",
  params: idParam,
  body: z.strictObject({
    reason: z.enum(closingReasons),
    /** A record of the list of closing reasons: the reason itself, or an own one below it. */
    closingReasonId: wholeId.optional(),
    note: z.string().trim().max(1000).optional(),
    waiveCosts: z
      .boolean()
      .optional()
      .describe("Closing as paid lets go of collection costs to which the right arose; without this it is refused."),
    version,
  }),
  reply: state,
});

export const reopenFileByHand = call({
  method: "POST",
  path: "/api/v4/file/{id}/reopen",
  who: any("ROLE_FILE_EDIT"),
  summary: "Opens a closed file again; it goes on in the status that it was closed from.",
  params: idParam,
  body: z.strictObject({ note: z.string().trim().max(1000).optional(), version }),
  reply: state,
});

export const assignManager = call({
  method: "PUT",
  path: "/api/v4/file/{id}/case-manager",
  who: any("ROLE_FILE_EDIT"),
  summary: "Gives the file to a case manager, or to none.",
  params: idParam,
  body: z.strictObject({ caseManagerId: id.nullable(), version }),
  reply: state,
});

export const updateDebtor = call({
  method: "PUT",
  path: "/api/v4/file/{id}/debtor",
  who: any("ROLE_FILE_EDIT"),
  summary: "Changes the debtor's details. Its type stays; the flags of consumer and natural person follow from it.",
  params: idParam,
  body: z.strictObject({ ...debtorFields, addressVerifiedOn: plainDate.nullable(), version }),
  reply: debtor,
});

export const closingReasonList = call({
  method: "GET",
  path: "/api/v4/file/closing-reasons",
  who: user,
  summary:
    "The closing reasons that can be chosen, in the reader's language; own ones name the fixed reason that they belong to.",
  reply: itemsOf(z.object({ id: wholeId, reason: z.enum(closingReasons), text: z.string(), needsNote: z.boolean() })),
});

export const visitFile = call({
  method: "POST",
  path: "/api/v4/file/{id}/visit",
  who: any("ROLE_FILE_SEARCH"),
  summary: "Notes that the user has opened this file, for the list of files visited last.",
  params: idParam,
});
