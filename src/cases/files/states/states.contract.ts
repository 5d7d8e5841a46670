/** Calls about the states of a file: each a record with start, end, reason, source and effect (domain facts 6). */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../../ground/kernel/contract.ts";
import { filePhases, fileStatuses } from "../files.ts";
import { partyRoles } from "../parties/parties.ts";
import { holdKinds, holdStages, stateEffects } from "./holds.ts";

const id = z.number().int();
const wholeId = idParam.shape.id;
const plainDate = z.iso.date();

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
        kind: z.enum([...holdKinds, "minor"]),
        name: z.string().nullable(),
        role: z.enum(partyRoles).nullable(),
      })
      .nullable(),
    file: z.object({ version: z.number().int(), status: z.enum(fileStatuses), phase: z.enum(filePhases) }),
    items: z.array(fileStateRecord),
  }),
});

/** What a state says beside its kind. */
export const stateFields = {
  reason: z.string().trim().max(1000).optional(),
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
