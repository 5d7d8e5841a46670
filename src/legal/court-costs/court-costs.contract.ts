/** The scales by which a summons costs, and the sum of them for one claim. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, screen } from "../../ground/kernel/contract.ts";
import { calendarDate, plainDateOf } from "../../ground/kernel/query.ts";
import { sectors } from "../courts/courts.ts";
import { claimants } from "./court-costs.ts";
import { scaleKinds } from "./scales.ts";

const who = any("ROLE_LEGAL");

const origin = z.object({
  from: calendarDate(),
  source: z.string(),
  /** False for figures that only one secondary source has. */
  verified: z.boolean(),
});

const scaleRow = z.object({
  key: z.string(),
  upTo: z.number().int().nullable(),
  undetermined: z.boolean(),
  values: z.record(z.string(), z.number().int().nullable()),
});

const scale = z.object({ kind: z.enum(scaleKinds), origin, until: calendarDate().nullable(), rows: z.array(scaleRow) });

export const readScales = call({
  method: "GET",
  path: "/api/v4/court-costs/scale",
  who,
  summary: "Every dated scale by which a summons costs, each kind by descending date, and the turns that lack one.",
  reply: z.object({
    items: z.array(scale),
    missing: z.array(z.object({ kind: z.enum(scaleKinds), dueOn: calendarDate(), overdue: z.boolean() })),
  }),
});

const line = z.object({
  part: z.enum(["courtFee", "salary", "summons", "summonsVat", "afterCosts", "service", "serviceVat"]),
  cents: z.number().int(),
  upTo: z.number().int().nullable(),
  perPoint: z.number().int().nullable(),
  halfPoints: z.number().int().nullable(),
  capped: z.number().int().nullable(),
  /** Ten-thousandths of a per cent. */
  rate: z.number().int().nullable(),
  origin,
});
export type CourtCostLine = z.infer<typeof line>;

const day = plainDateOf("courtCosts.errorDate");
const cents = z.coerce.number().int().min(0).max(100_000_000_000);

export const calculateCourtCosts = call({
  method: "GET",
  path: "/api/v4/court-costs",
  who,
  summary: "What a summons over a claim costs, in cents, each line with the tariff it was reckoned from.",
  query: z.object({
    principal: cents,
    interest: cents.default(0),
    collectionCosts: cents.default(0),
    claimant: z.enum(claimants).default("legal"),
    /** Points of salary in halves: 2 is one point. */
    halfPoints: z.coerce.number().int().min(0).max(40).default(2),
    withVat: z.stringbool().default(false),
    subDistrictMatter: z.stringbool().default(false),
    /** Today where it is left out. */
    summonsOn: day.optional(),
    /** The day of the summons where it is left out. */
    judgmentOn: day.optional(),
  }),
  reply: z.object({
    summonsOn: calendarDate(),
    judgmentOn: calendarDate(),
    value: z.number().int(),
    sector: z.enum(sectors),
    lines: z.array(line),
    total: z.number().int(),
    after: z.array(line),
    salaryKnown: z.boolean(),
    cliff: z.object({ limit: z.number().int(), over: z.number().int(), saves: z.number().int() }).nullable(),
  }),
});

export const courtCostsScreen = screen({ path: "/subpoena-salary", who, title: "courtCosts.title" });
