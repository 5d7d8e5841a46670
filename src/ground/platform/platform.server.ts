/** Handles the calls of the floor itself. */

import { z } from "zod";
import { type Message, notFound, VorderError } from "../kernel/errors.ts";
import { sealTrail } from "./audit.server.ts";
import { getJob, getTranslations, listJobs, retryJob } from "./platform.contract.ts";
import { platformTexts } from "./platform.texts.ts";
import type { TextTable } from "./server/http/error-replies.ts";
import { type Ctx, type Db, defineModule, handle, job, type ModuleServer } from "./server/http/module.ts";
import { sweepSessions } from "./server/http/session.ts";
import { reasonNoted, translateReason, workStates } from "./server/jobs/works.ts";
import { carryOutDeletions } from "./server/storage/deletions.ts";
import { usesTexts } from "./uses.texts.ts";

const jobColumns = [
  "id",
  "job",
  "title",
  "state",
  "done",
  "total",
  "note",
  "result",
  "error",
  "created_at",
  "finished_at",
] as const;

const jobsOf = (db: Db, userId: number) =>
  db.selectFrom("job_progress").select(jobColumns).where("user_id", "=", userId);

type JobRow = Awaited<ReturnType<ReturnType<typeof jobsOf>["executeTakeFirstOrThrow"]>>;

const states = z.enum(workStates);

const toJob = (row: JobRow, translate: (message: Message) => string) => ({
  id: row.id,
  job: row.job,
  title: row.title,
  state: states.parse(row.state),
  done: row.done,
  total: row.total,
  note: row.note,
  result: row.result,
  error: row.error === null ? null : translateReason(translate, reasonNoted(row.error)),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

async function requireJob({ db, user, translate }: Pick<Ctx, "db" | "user" | "translate">, id: string) {
  const row = await jobsOf(db, user.id).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toJob(row, translate);
}

const nothing = z.object({});

const sweep = job({
  name: "platform.sweep",
  payload: nothing,
  cron: "17 * * * *",
  run: async ({ db, clock, storage }) => {
    await carryOutDeletions(db, storage);
    const weekAgo = new Date(clock.now().getTime() - 7 * 86_400_000);
    await sweepSessions(db, clock);
    await db.deleteFrom("idempotency").where("created_at", "<", weekAgo).execute();
    await db
      .deleteFrom("job_progress")
      .where("finished_at", "<", new Date(clock.now().getTime() - 90 * 86_400_000))
      .execute();
  },
});

/** The floor as a module. The text table is handed in, because it holds the texts of every module. */
export const platformServer = (texts: () => TextTable): ModuleServer =>
  defineModule({
    name: "platform",
    texts: [platformTexts, usesTexts],
    jobs: [sweep, sealTrail],
    handlers: [
      handle(getTranslations, async (_ctx, { query }) => ({ translations: { ...texts().all(query.lang) } })),
      handle(listJobs, async ({ db, user, translate }) => {
        const rows = await jobsOf(db, user.id).orderBy("created_at", "desc").limit(50).execute();
        return { items: rows.map((row) => toJob(row, translate)) };
      }),
      handle(getJob, (ctx, { params }) => requireJob(ctx, params.id)),
      handle(retryJob, async (ctx, { params }) => {
        await requireJob(ctx, params.id);
        if (!(await ctx.trackAgain(params.id))) throw new VorderError("refused");
        return requireJob(ctx, params.id);
      }),
    ],
  });
