/** What a text of an office's feed holds: JSON with reports, holdings or both, or CSV. Pure. */
import { z } from "zod";
import { calendarDate } from "../../../ground/kernel/query.ts";
import { linesOfCsv, looksLikeCsv } from "./csv.ts";
import { storableJson } from "./storable.ts";

const feed = z.looseObject({
  reports: z.array(z.unknown()).max(20_000).default([]),
  on: calendarDate().optional(),
  holdings: z.array(z.unknown()).max(100_000).optional(),
});
export type FeedContent = z.output<typeof feed>;

/** Undefined where it is neither. */
export function contentOf(text: string): FeedContent | undefined {
  if (looksLikeCsv(text)) return { reports: [...linesOfCsv(text)].slice(0, 20_000) };
  try {
    return feed.parse(storableJson(text));
  } catch {
    return undefined;
  }
}
