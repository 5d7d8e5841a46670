/** Makes the backups that the settings by environment plan, and those that somebody asks for; shows what became of each. */
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type pg from "pg";
import { z } from "zod";
import { fieldError, type Message } from "../../../ground/kernel/errors.ts";
import { type Db, defineModule, handle, job, type ModuleServer } from "../../../ground/platform/server/http/module.ts";
import { nextHour } from "../../../ground/platform/server/jobs/recurring.ts";
import { reasonNoted, translateReason, worksOn } from "../../../ground/platform/server/jobs/works.ts";
import type { BackupPlan } from "../../../ground/platform/server/process/environment.ts";
import { latestBackups, problemNoted, runBackup } from "../../../ground/platform/server/storage/backup-schedule.ts";
import { type StoredName, storedNames } from "../stored-names.server.ts";
import { type BackupRun, backupScreen, backupStates, listBackups, startBackup } from "./backup.contract.ts";
import { backupTexts } from "./backup.texts.ts";

const shownRuns = 100;
const shownDamaged = 20;
const workKey = "backup";

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    () => false,
  );

type Row = Awaited<ReturnType<typeof latestBackups>>[number];

/** Of one that failed a release before this one noted the words of the system. */
const problemsOf = (row: Row): Message[] => (row.state === "failed" ? [] : row.problems.map(problemNoted));

/** The names of what the backups could not copy, as far as it is shown. */
function namesOf(db: Db, rows: readonly Row[]) {
  const shownOf = rows.flatMap((row) => problemsOf(row).slice(0, shownDamaged));
  return storedNames(db, [...new Set(shownOf.map(({ values }) => String(values?.object ?? "")))]);
}

type Translate = (message: Message) => string;

/** Names an object as what it is; one that nothing speaks of by its place in the storage. */
function damagedOne(
  problem: Message,
  names: ReadonlyMap<string, StoredName>,
  translate: Translate,
): BackupRun["damaged"][number] {
  const key = String(problem.values?.object ?? "");
  const known = names.get(key);
  const object = known
    ? translate({ key: `backup.is_${known.kind}`, values: { name: known.name, of: known.of ?? "" } })
    : translate({ key: "backup.is_nothing", values: { key } });
  return { text: translate({ ...problem, values: { ...problem.values, object } }), url: known?.url ?? null };
}

async function shown(row: Row, names: ReadonlyMap<string, StoredName>, translate: Translate): Promise<BackupRun> {
  const state = z.enum(backupStates).parse(row.state);
  const damaged = problemsOf(row);
  return {
    id: row.id,
    name: basename(row.folder),
    state,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    sizeBytes: row.size_bytes,
    there: await isThere(row.folder),
    damaged: damaged.slice(0, shownDamaged).map((problem) => damagedOne(problem, names, translate)),
    damagedCount: damaged.length,
    error: state === "failed" ? translateReason(translate, reasonNoted(row.reason ?? "")) : null,
  };
}

/** Without a plan none is made. */
export function backupModule(pool: pg.Pool, plan: BackupPlan | undefined): ModuleServer {
  const make = job({
    name: "backup.make",
    payload: z.object({}),
    ...(plan === undefined ? {} : { cron: plan.cron }),
    retries: 2,
    expireSeconds: 6 * 3600,
    run: async (ctx) => {
      if (plan !== undefined) await runBackup(ctx, pool, plan);
    },
  });
  return defineModule({
    name: "backup",
    screens: [backupScreen],
    texts: [backupTexts],
    jobs: [make],
    handlers: [
      handle(listBackups, async (ctx) => {
        const translate = (message: Message): string => ctx.translate(message, ctx.lang);
        const rows = await latestBackups(ctx.db, shownRuns);
        const names = await namesOf(ctx.db, rows);
        return {
          items: await Promise.all(rows.map((row) => shown(row, names, translate))),
          plan: plan ? { folder: plan.folder, keep: plan.keep, next: nextHour(plan.cron, ctx.clock.now()) } : null,
          work: (await worksOn(ctx, [workKey])).get(workKey) ?? null,
        };
      }),
      handle(startBackup, async (ctx) => {
        if (plan === undefined) throw fieldError("common", "backup.noPlan");
        await ctx.audit({ action: "backup.start", subject: "backup", subjectId: 0 });
        return { job: await ctx.track(make, {}, ctx.translate({ key: "backup.job" }, ctx.lang), workKey) };
      }),
    ],
  });
}
