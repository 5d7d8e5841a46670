/** Calls of the floor itself: translations, the shell's facts, and the progress of long work. */
import { z } from "zod";
import { open, user } from "../kernel/access.ts";
import { call } from "../kernel/contract.ts";
import { languages } from "../kernel/texts.ts";

export const getTranslations = call({
  method: "GET",
  path: "/api/v3/translate/get",
  who: open,
  summary: "All texts of one language, as `module.key` to text.",
  query: z.object({ lang: z.enum(languages).catch("nl") }),
  reply: z.object({ translations: z.record(z.string(), z.string()) }),
});

export const jobState = z.object({
  id: z.string(),
  job: z.string(),
  title: z.string(),
  /** Paused: it stands still for the reason in `error`, and goes on by itself. */
  state: z.enum(["waiting", "running", "paused", "done", "failed"]),
  done: z.number(),
  total: z.number(),
  note: z.string().nullable(),
  result: z.unknown(),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});

/** Long work on a record, as the screen of that record shows it: where it failed or stands still, why. */
export const shownWork = z.object({
  id: z.string(),
  state: jobState.shape.state,
  error: z.string().nullable(),
  done: z.number(),
  total: z.number(),
  /** Whether it is the reader's own, to be tried again. */
  own: z.boolean(),
});
export type ShownWork = z.infer<typeof shownWork>;

export const listJobs = call({
  method: "GET",
  path: "/api/v4/jobs",
  who: user,
  summary: "The long work that this user started, newest first: at most fifty.",
  reply: z.object({ items: z.array(jobState) }),
});

export const getJob = call({
  method: "GET",
  path: "/api/v4/jobs/{id}",
  who: user,
  summary: "How far one piece of long work is, and what came of it.",
  params: z.object({ id: z.uuid() }),
  reply: jobState,
});

export const retryJob = call({
  method: "POST",
  path: "/api/v4/jobs/{id}/retry",
  who: user,
  summary: "Tries a piece of one's own long work again that failed or stands still; it goes on where it was.",
  params: z.object({ id: z.uuid() }),
  reply: jobState,
});
