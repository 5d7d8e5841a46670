/** The calls of the tariffs: what holds, what will soon be missing, and how a row is succeeded. */
import { z } from "zod";
import { any } from "../kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../kernel/contract.ts";
import { calendarDate, itemsOf, plainDateOf } from "../kernel/query.ts";
import { newTariffData } from "./succession/succession.ts";
import { tariffKinds } from "./tariffs.ts";

export * from "./holidays/holidays.contract.ts";

const who = any("ROLE_SETTINGS", "ROLE_EMPLOYEE");
const keeper = any("ROLE_SETTINGS");

export const tariffRow = z.object({
  id: z.number().int(),
  kind: z.enum(tariffKinds),
  validFrom: calendarDate(),
  /** The last day on which it holds; null while nothing succeeds it. */
  validUntil: calendarDate().nullable(),
  /** As it stands in the table: percentages as decimals, amounts in cents. */
  data: z.record(z.string(), z.unknown()),
  source: z.string(),
  verified: z.boolean(),
  /** Null and "" for the rows that came with the product. */
  createdAt: z.iso.datetime().nullable(),
  createdBy: z.string(),
  version: z.number().int(),
  /** `superseded`: wrong, kept to be read; another row of the same day took its place. */
  state: z.enum(["past", "current", "future", "superseded"]),
  /** Why it took the place of a wrong row, and of which. */
  supersedes: z.number().int().nullable(),
  reason: z.string(),
});
export type TariffRow = z.infer<typeof tariffRow>;

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
  reply: itemsOf(z.object({ kind: z.enum(tariffKinds), dueOn: calendarDate(), overdue: z.boolean() })),
});

const plainDate = plainDateOf("tariffs.errorDate");

const source = z.string().trim().min(1, { error: "tariffs.errorSource" }).max(300);
const reason = z.string().trim().min(10, { error: "tariffs.errorReason" }).max(500);

/** A body whose data must be what its kind holds; what does not fit is named below `data`. */
const bodyOf = <const Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject({
      kind: z.enum(tariffKinds),
      data: z.record(z.string().max(60), z.unknown()),
      source,
      verified: z.boolean(),
      ...shape,
    })
    .transform((body, context) => {
      const { kind, data } = z.object({ kind: z.enum(tariffKinds), data: z.unknown() }).parse(body);
      const parsed = newTariffData[kind].safeParse(data);
      for (const issue of parsed.error?.issues ?? [])
        context.addIssue({ code: "custom", message: issue.message, path: ["data", ...issue.path] });
      return parsed.success ? { ...body, data: parsed.data } : body;
    });

export const succeedTariff = call({
  method: "POST",
  path: "/api/v4/tariff",
  who: keeper,
  summary: "Adds the successor of a kind's last row, from a later day on.",
  body: bodyOf({ validFrom: plainDate }),
  reply: tariffRow,
});

export const updateTariff = call({
  method: "PUT",
  path: "/api/v4/tariff/{id}",
  who: keeper,
  summary: "Changes a row whose period has not begun; any other is in use and can only be succeeded.",
  params: idParam,
  body: bodyOf({ validFrom: plainDate, version: rowVersion }),
  reply: tariffRow,
});

export const deleteTariff = call({
  method: "DELETE",
  path: "/api/v4/tariff/{id}",
  who: keeper,
  summary: "Removes a row whose period has not begun; any other is in use and can only be succeeded.",
  params: idParam,
});

export const correctTariff = call({
  method: "POST",
  path: "/api/v4/tariff/{id}/correct",
  who: keeper,
  summary:
    "Puts a right row in the place of a wrong one of the same day, with the reason; the wrong one stays readable, and every open file is reckoned anew.",
  params: idParam,
  body: bodyOf({ reason }),
  reply: tariffRow,
});

export const tariffsScreen = screen({ path: "/settings/tariffs", who, title: "tariffs.title" });
