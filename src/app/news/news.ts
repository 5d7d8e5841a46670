/** News: when it stands, and what an editor writes. Pure. */
import { z } from "zod";
import { roles } from "../../ground/kernel/access.ts";
import { rowVersion } from "../../ground/kernel/contract.ts";
import { date, type PlainDate, parsePlainDate } from "../../ground/kernel/dates.ts";
import { richText } from "../../ground/platform/rich-text.ts";

export const standings = ["shown", "planned", "draft", "over"] as const;
export type Standing = (typeof standings)[number];

/** Whether readers see it on a day, or why not (yet). */
export function standingOn(
  item: { readonly draft: boolean; readonly from: PlainDate; readonly until: PlainDate | null },
  today: PlainDate,
): Standing {
  if (item.draft) return "draft";
  if (item.from > today) return "planned";
  return item.until !== null && item.until < today ? "over" : "shown";
}

const day = z.iso
  .date()
  .refine((text) => parsePlainDate(text) !== undefined)
  .transform(date);

/** What an editor writes. No roles: for everyone, also for those who are not logged in. */
export const newsPayload = z
  .strictObject({
    title: z.string().trim().min(1).max(200),
    body: richText,
    draft: z.boolean(),
    pinned: z.boolean(),
    audience: z.array(z.enum(roles)).max(roles.length),
    /** Null: today, by the clock of the house. */
    from: day.nullable(),
    until: day.nullable(),
    /** Absent: the last change wins. */
    version: rowVersion.optional(),
  })
  .refine(({ from, until }) => from === null || until === null || until >= from, {
    path: ["until"],
    error: "news.untilBeforeFrom",
  });
export type NewsPayload = z.infer<typeof newsPayload>;
