/** Whether files could go to an office now: every line that is asked there, and where it is mended. */
import { z } from "zod";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { calendarDate, itemsOf } from "../../../ground/kernel/query.ts";
import { handoverNeeds } from "../../handover/handover.ts";
import { who } from "../destinations/destinations.contract.ts";
import { handoverTypes, ownNeeds } from "../handover-batches.ts";

const whole = z.number().int();
const wholeId = idParam.shape.id;
export const batchNeed = z.enum([...handoverNeeds, ...ownNeeds]);

const shownReason = z.object({
  rule: z.string(),
  article: z.string(),
  text: z.string(),
  possibleFrom: z.string().nullable(),
});

const verdictLine = z.object({
  need: batchNeed,
  /** Name of the line in the reader's language. */
  name: z.string(),
  /** `block` keeps the file here, `warn` does not. */
  level: z.enum(["block", "warn"]),
  state: z.enum(["met", "missing", "passed"]),
  why: z.string(),
  reasons: z.array(shownReason),
  /** The field that is lacking, and the address of the screen where it is mended; null where nothing is to be mended. */
  field: z.string().nullable(),
  screen: z.string().nullable(),
  passable: z.boolean(),
  passed: z.object({ by: z.string(), on: calendarDate(), reason: z.string() }).nullable(),
});
export type VerdictLine = z.infer<typeof verdictLine>;

export const verdict = z.object({
  fileId: whole,
  fileNumber: z.string(),
  debtorName: z.string(),
  clientName: z.string(),
  /** `warn` goes all the same. */
  state: z.enum(["ready", "warn", "refused"]),
  openCents: whole,
  /** What a summons would cost; null where the handover is none, or a tariff is not known. */
  costs: z
    .object({
      totalCents: whole,
      /** The amount lies just above a band: asking so much less would save more than it gives up. */
      cliff: z.object({ limitCents: whole, overCents: whole, savesCents: whole }).nullable(),
    })
    .nullable(),
  documents: z.array(z.object({ name: z.string(), kind: z.string().nullable() })),
  lines: z.array(verdictLine),
  /** Refusals of the law that no line is about. */
  reasons: z.array(shownReason),
});
export type Verdict = z.infer<typeof verdict>;

export const validateFiles = call({
  method: "POST",
  path: "/bailiff/handover/validate",
  who,
  summary: "Judges files for one kind of handover to one destination: each line, why, and where it is mended.",
  body: z.strictObject({
    type: z.enum(handoverTypes),
    destination: wholeId,
    files: z.array(wholeId).min(1).max(50),
  }),
  reply: itemsOf(verdict),
});

const overrideBody = { destination: wholeId, file: wholeId, need: batchNeed };

export const overrideLine = call({
  method: "PUT",
  path: "/api/v4/handover-override",
  who,
  summary:
    "Lets a lacking line of a file pass for one destination, with a reason; what the law refuses is not let pass by it.",
  body: z.strictObject({ ...overrideBody, reason: z.string().trim().min(1).max(1000).transform(maskBsn) }),
});

export const takeBackOverride = call({
  method: "DELETE",
  path: "/api/v4/handover-override",
  who,
  summary: "A line that was let pass for a destination counts again.",
  body: z.strictObject(overrideBody),
});
