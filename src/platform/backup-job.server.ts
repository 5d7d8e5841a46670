/** Makes the backups that the settings by environment plan. */
import type pg from "pg";
import { z } from "zod";
import { type BackupPlan, runBackup } from "./server/backup-schedule.ts";
import { job, type RoomServer, room } from "./server/room.ts";

/** Without a plan none is made. */
export const backupJob = (pool: pg.Pool, plan: BackupPlan | undefined): RoomServer =>
  room({
    name: "backup",
    jobs: [
      job({
        name: "backup.make",
        payload: z.object({}),
        ...(plan === undefined ? {} : { cron: plan.cron }),
        retries: 2,
        expireSeconds: 6 * 3600,
        run: async (ctx) => {
          if (plan !== undefined) await runBackup(ctx, pool, plan);
        },
      }),
    ],
  });
