/** What an office tells of a file that it has: each kind with what belongs to it (domain facts 4.6, return feed). Pure. */
import { z } from "zod";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import { calendarDate } from "../../../ground/kernel/query.ts";
import { registerActs, registerOutcomes } from "../register/register.ts";

export const reportKinds = [
  "accepted",
  "rejected",
  "summons",
  "judgment",
  "service",
  "seizure",
  "payment",
  "cost",
  "debtor_change",
  "advice",
  "register",
  "closed",
] as const;
export type ReportKind = (typeof reportKinds)[number];

/** What is wrong with a line, so that it waits for a person. */
export const reportProblems = [
  "shape",
  "future",
  "unknownCode",
  "unknownFile",
  "changed",
  "aboveScale",
  "vat",
  "sum",
  "refused",
  "failed",
] as const;
export type ReportProblem = (typeof reportProblems)[number];

const amount = z.string().regex(/^\d{1,10}\.\d\d$/);
const nothing = amount.default("0.00");
/** Neither a payment nor a bill is of nothing. */
const something = amount.regex(/[1-9]/);
const words = z.string().trim().max(500).default("");
const on = calendarDate();
const head = { key: z.string().trim().min(1).max(100), fileNumber: z.string().trim().min(1).max(40), on };

export const awardedInterests = ["none", "statutory", "commercial"] as const;

export const officeReport = z.discriminatedUnion("kind", [
  z.object({ ...head, kind: z.literal("accepted"), officeNumber: z.string().trim().max(60).default("") }),
  z.object({ ...head, kind: z.literal("rejected"), reason: words }),
  z.object({ ...head, kind: z.literal("summons"), court: words, rollDate: on.optional(), caseNumber: words }),
  z.object({
    ...head,
    kind: z.literal("judgment"),
    caseNumber: z.string().trim().min(1).max(100),
    /** Nobody appeared for the defendant: opposition is open to him (Rv 143). */
    byDefault: z.boolean().default(false),
    principal: amount,
    interest: nothing,
    bik: nothing,
    costs: nothing,
    /** The sum of the four, where the office gives it. */
    awarded: amount.optional(),
    interestKind: z.enum(awardedInterests).default("none"),
    interestFrom: on.optional(),
    reckonedUntil: on.optional(),
  }),
  z.object({
    ...head,
    kind: z.literal("service"),
    text: words,
    of: z.enum(["summons", "title"]).default("title"),
    /** To the person himself: the term of opposition begins (Rv 143). */
    inPerson: z.boolean().default(false),
  }),
  z.object({ ...head, kind: z.literal("seizure"), type: words, thirdParty: words }),
  z.object({
    ...head,
    kind: z.literal("payment"),
    amount: something,
    /** What the office keeps of it for its own bill. */
    withheld: nothing,
    reference: words,
  }),
  z.object({
    ...head,
    kind: z.literal("cost"),
    /** Article of the Btag, or the office's own word. */
    act: z.string().trim().min(1).max(40),
    exVat: something,
    vat: nothing,
    chargeable: z.boolean().default(true),
    description: words,
  }),
  z.object({ ...head, kind: z.literal("debtor_change"), text: words }),
  z.object({ ...head, kind: z.literal("advice"), text: words }),
  /** The register of seizures, looked at before an act: whether recovery is expected within three years is all that may be told of it. */
  z.object({
    ...head,
    kind: z.literal("register"),
    before: z.enum(registerActs).default("seizure"),
    outcome: z.enum(registerOutcomes),
  }),
  z.object({ ...head, kind: z.literal("closed"), reason: words }),
]);
export type OfficeReport = z.output<typeof officeReport>;
export type ReportOf<K extends ReportKind> = Extract<OfficeReport, { kind: K }>;

/** The reports of one kind, by their days. */
export const ofKind = <K extends OfficeReport["kind"]>(reports: readonly OfficeReport[], kind: K): ReportOf<K>[] =>
  reports.filter((report): report is ReportOf<K> => report.kind === kind).sort((a, b) => (a.on < b.on ? -1 : 1));

export type ReadReport =
  | { readonly report: OfficeReport; readonly code: string | null }
  /** What is wrong with a line, its name where it has one, and the office's word where that is not known. */
  | {
      readonly problem: Extract<ReportProblem, "shape" | "future" | "unknownCode" | "sum">;
      readonly key: string | undefined;
      readonly code: string | null;
    };

/** A line that is kept, as a report of the kind that it was taken for: the line itself may say so in a word of the office's. */
export function keptReport(line: unknown, kind: string | null): OfficeReport | undefined {
  const isNamed = typeof line === "object" && line !== null && kind !== null;
  return officeReport.safeParse(isNamed ? { ...line, kind } : line).data;
}

const named = z.looseObject({ key: head.key });
const coded = z.looseObject({ kind: z.union([z.string(), z.number()]).transform((code) => String(code).trim()) });
const known: ReadonlySet<string> = new Set(reportKinds);

/** What the four parts of an award come to, in cents. */
export const awardedCents = ({ principal, interest, bik, costs }: ReportOf<"judgment">): number =>
  [principal, interest, bik, costs].reduce((sum, part) => sum + (centsFromDecimal(part) ?? 0), 0);

/**
 * Reads one line of an office's feed; what is not understood is kept as that.
 * @param codes what the office's own words mean, as people said.
 */
export function readReport(
  line: unknown,
  today: string,
  codes: ReadonlyMap<string, ReportKind> = new Map(),
): ReadReport {
  const key = named.safeParse(line).data?.key;
  const word = coded.safeParse(line).data?.kind ?? "";
  const kind = known.has(word) ? word : codes.get(word);
  const code = kind === word || word === "" ? null : word.slice(0, 60);
  if (kind === undefined) return { problem: word === "" ? "shape" : "unknownCode", key, code };
  const read = officeReport.safeParse(typeof line === "object" && line !== null ? { ...line, kind } : line);
  if (!read.success) return { problem: "shape", key, code };
  const report = read.data;
  if (report.on > today) return { problem: "future", key, code };
  if (
    report.kind === "judgment" &&
    report.awarded !== undefined &&
    centsFromDecimal(report.awarded) !== awardedCents(report)
  )
    return { problem: "sum", key, code };
  return { report, code };
}
