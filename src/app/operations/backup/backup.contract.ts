/** The backups: which there are, the next one by plan, and one now. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, screen } from "../../../ground/kernel/contract.ts";
import { shownWork } from "../../../ground/platform/platform.contract.ts";

const who = any("ROLE_ADMIN");

export const backupStates = ["running", "whole", "incomplete", "failed"] as const;

export const backupRun = z.object({
  id: z.number().int(),
  /** The name of its folder. */
  name: z.string(),
  state: z.enum(backupStates),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  sizeBytes: z.number().int().nullable(),
  /** Whether it is still on the disk. */
  there: z.boolean(),
  /** Which documents could not be copied and why, in the language of the reader: the first of them, and how many there are. */
  damaged: z.array(z.object({ text: z.string(), url: z.string().nullable() })),
  damagedCount: z.number().int(),
  /** Why it failed. */
  error: z.string().nullable(),
});
export type BackupRun = z.infer<typeof backupRun>;

export const listBackups = call({
  method: "GET",
  path: "/api/v4/backup",
  who,
  summary: "The latest hundred backups, newest first, and the plan by which they are made; null where none is set.",
  reply: z.object({
    items: z.array(backupRun),
    plan: z
      .object({
        folder: z.string(),
        keep: z.number().int(),
        /** On the clock in Amsterdam: 2026-11-21T01:30. */
        next: z.string(),
      })
      .nullable(),
    /** The one that was asked for last by hand. */
    work: shownWork.nullable(),
  }),
});

export const startBackup = call({
  method: "POST",
  path: "/api/v4/backup",
  who,
  summary: "Makes a backup now, by a job, into the folder of the plan.",
  reply: z.object({ job: z.string() }),
});

export const backupScreen = screen({ path: "/settings/backup", who, title: "backup.title" });
