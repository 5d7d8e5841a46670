/** What an office tells of a file that it has: each kind with what belongs to it (domain facts 4.6, return feed). Pure. */
import { z } from "zod";

export const reportKinds = [
  "summons",
  "judgment",
  "service",
  "seizure",
  "payment",
  "cost",
  "debtor_change",
  "advice",
  "closed",
] as const;
export type ReportKind = (typeof reportKinds)[number];

const amount = z.string().regex(/^\d{1,10}\.\d\d$/);
const words = z.string().trim().max(500).default("");
const on = z.iso.date();
const head = { key: z.string().trim().min(1).max(100), fileNumber: z.string().trim().min(1).max(40), on };

export const officeReport = z.discriminatedUnion("kind", [
  z.object({ ...head, kind: z.literal("summons"), court: words, rollDate: on.optional(), caseNumber: words }),
  z.object({ ...head, kind: z.literal("judgment"), awarded: amount, caseNumber: words }),
  z.object({ ...head, kind: z.literal("service"), text: words }),
  z.object({ ...head, kind: z.literal("seizure"), type: words, thirdParty: words }),
  z.object({ ...head, kind: z.literal("payment"), amount, reference: words }),
  z.object({
    ...head,
    kind: z.literal("cost"),
    /** Article of the Btag, or the office's own word. */
    act: z.string().trim().min(1).max(40),
    exVat: amount,
    vat: amount.default("0.00"),
    chargeable: z.boolean().default(true),
    description: words,
  }),
  z.object({ ...head, kind: z.literal("debtor_change"), text: words }),
  z.object({ ...head, kind: z.literal("advice"), text: words }),
  z.object({ ...head, kind: z.literal("closed"), reason: words }),
]);
export type OfficeReport = z.output<typeof officeReport>;

export type ReadReport =
  | { readonly report: OfficeReport }
  /** What is wrong with a line, and its name where it has one. */
  | { readonly problem: "shape" | "future"; readonly key: string | undefined };

/** Reads one line of an office's feed; what is not understood is kept as that. */
export function readReport(line: unknown, today: string): ReadReport {
  const read = officeReport.safeParse(line);
  if (!read.success) return { problem: "shape", key: z.looseObject({ key: head.key }).safeParse(line).data?.key };
  return read.data.on > today ? { problem: "future", key: read.data.key } : { report: read.data };
}
