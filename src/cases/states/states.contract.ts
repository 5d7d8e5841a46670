/** Calls about the states of a file: each a record with start, end, reason, source and effect (domain facts 6). */

import { z } from "zod";
import { any, user } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../ground/kernel/contract.ts";
import { maskBsn } from "../../ground/kernel/identifiers.ts";
import { calendarDate, itemsOf } from "../../ground/kernel/query.ts";
import { filePlace } from "../files/files.contract.ts";
import { closingReasons, filePhases, fileStatuses, holdKinds } from "../files/files.ts";
import { partyRoles } from "../parties/parties.ts";
import { holdStages, stateEffects } from "./holds.ts";

const id = z.number().int();
const wholeId = idParam.shape.id;
const plainDate = calendarDate();

export const fileStateRecord = z.object({
  id,
  kind: z.enum(holdKinds),
  stage: z.enum(holdStages).nullable(),
  reason: z.string().nullable(),
  from: plainDate,
  until: plainDate.nullable(),
  /** What it does to the workflow: nothing, a pause, or a suspension. */
  effect: z.enum(stateEffects),
  source: z.string().nullable(),
  sourceReference: z.string().nullable(),
  /** The party through which alone the debtor is reached. */
  contactOnlyVia: z.object({ id, name: z.string() }).nullable(),
  interestFrozenFrom: plainDate.nullable(),
  placedBy: z.string().nullable(),
  placedAt: z.iso.datetime(),
  liftedAt: z.iso.datetime().nullable(),
  liftedBy: z.string().nullable(),
  liftReason: z.string().nullable(),
  /** Whether it lies on the file today. */
  active: z.boolean(),
  version: z.number().int(),
});
export type FileStateRecord = z.infer<typeof fileStateRecord>;

export const listStates = call({
  method: "GET",
  path: "/api/v4/file/{id}/states",
  who: any("ROLE_FILE_SEARCH"),
  summary:
    "The states that lie on the file and those that did, newest first, with what each does to workflow and interest.",
  params: idParam,
  reply: z.object({
    today: plainDate,
    /** Who speaks for the debtor by one of them; null where it speaks for itself, a name of null as long as nobody is noted. */
    speaker: z
      .object({
        kind: z
          .enum([...holdKinds, "minor"])
          .nullable()
          .describe("null where another file of this person says so"),
        name: z.string().nullable(),
        role: z.enum(partyRoles).nullable(),
      })
      .nullable(),
    file: z.object({ version: z.number().int(), status: z.enum(fileStatuses), phase: z.enum(filePhases) }),
    items: z.array(fileStateRecord),
  }),
});

/** Why, in free words; a citizen service number in them is masked, as in every note. */
const words = z.string().trim().max(1000).transform(maskBsn);

/** What a state says beside its kind. */
export const stateFields = {
  reason: words.optional(),
  until: plainDate.nullable().optional(),
  stage: z.enum(holdStages).nullable().optional(),
  effect: z.enum(stateEffects).optional(),
  source: z.string().trim().max(200).optional(),
  sourceReference: z.string().trim().max(100).optional(),
  contactPartyId: wholeId.nullable().optional(),
  interestFrozenFrom: plainDate
    .nullable()
    .optional()
    .describe(
      "Counselling and insolvency stop interest by themselves from `since`; an earlier day may be given, no later one.",
    ),
  since: plainDate.optional().describe("Its own day: of the judgment, the notice, the death; today where absent."),
};

export const updateState = call({
  method: "PUT",
  path: "/api/v4/file/{id}/hold/{holdId}",
  who: any("ROLE_FILE_EDIT"),
  summary: "Changes a state that lies on the file: stage, end, reason, source, effect, who is written to, interest.",
  params: idParam.extend({ holdId: wholeId }),
  body: z.strictObject({ ...stateFields, version: rowVersion }),
  reply: fileStateRecord,
});

const version = z.number().int().min(1);
const instant = z.iso.datetime();

export const changeStatus = call({
  method: "PUT",
  path: "/api/v4/file/{id}/status",
  who: any("ROLE_FILE_EDIT"),
  summary: "Changes status and, if given, phase, where the transition is allowed.",
  params: idParam,
  body: z.strictObject({ status: z.enum(fileStatuses), phase: z.enum(filePhases).optional(), version }),
  reply: filePlace,
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
  reply: filePlace.extend({ hold: fileHold }),
});

export const liftHoldFromFile = call({
  method: "POST",
  path: "/api/v4/file/{id}/hold/{holdId}/lift",
  who: any("ROLE_FILE_EDIT"),
  summary: "Lifts a hold; when it was the last, the file goes on where it was stopped.",
  params: idParam.extend({ holdId: wholeId }),
  body: z.strictObject({ reason: words.optional(), version }),
  reply: filePlace,
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
    note: words.optional(),
    waiveCosts: z
      .boolean()
      .optional()
      .describe("Closing as paid lets go of collection costs to which the right arose; without this it is refused."),
    version,
  }),
  reply: filePlace,
});

export const reopenFileByHand = call({
  method: "POST",
  path: "/api/v4/file/{id}/reopen",
  who: any("ROLE_FILE_EDIT"),
  summary: "Opens a closed file again; it goes on in the status that it was closed from.",
  params: idParam,
  body: z.strictObject({ note: words.optional(), version }),
  reply: filePlace,
});

export const closingReasonList = call({
  method: "GET",
  path: "/api/v4/file/closing-reasons",
  who: user,
  summary:
    "The closing reasons that can be chosen, in the reader's language; own ones name the fixed reason that they belong to.",
  reply: itemsOf(z.object({ id: wholeId, reason: z.enum(closingReasons), text: z.string(), needsNote: z.boolean() })),
});
