/** The calls of the tariffs: what holds, and what will soon be missing. */
import { z } from "zod";
import { any } from "../kernel/access.ts";
import { call } from "../kernel/contract.ts";
import { itemsOf } from "../kernel/query.ts";
import { tariffKinds } from "./tariffs.ts";

const who = any("ROLE_SETTINGS", "ROLE_EMPLOYEE");

export const tariffRow = z.object({
  id: z.number().int(),
  kind: z.enum(tariffKinds),
  validFrom: z.iso.date(),
  /** As it stands in the table: percentages as decimals, amounts in cents. */
  data: z.record(z.string(), z.unknown()),
  source: z.string(),
  verified: z.boolean(),
});

export const listTariffs = call({
  method: "GET",
  path: "/api/v4/tariff",
  who,
  summary: "Every dated tariff of the law with its source, the newest of each kind first.",
  query: z.object({ kind: z.enum(tariffKinds).optional() }),
  reply: itemsOf(tariffRow),
});

export const missingTariffList = call({
  method: "GET",
  path: "/api/v4/tariff/missing",
  who,
  summary: "Tariffs without a row for the turn that has come or is near (a warning for the dashboard).",
  reply: itemsOf(z.object({ kind: z.enum(tariffKinds), dueOn: z.iso.date(), overdue: z.boolean() })),
});
