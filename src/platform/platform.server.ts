/** Answers the calls of the floor itself. */

import { z } from "zod";
import { type Message, notFound, VorderError } from "../kernel/errors.ts";
import { sealTrail } from "./audit.server.ts";
import { getJob, getTranslations, listJobs, retryJob } from "./platform.contract.ts";
import { platformTexts } from "./platform.texts.ts";
import { carryOutDeletions } from "./server/deletions.ts";
import { noteLost, reasonNoted } from "./server/progress.ts";
import type { TextTable } from "./server/replies.ts";
import { answer, type Ctx, type Db, job, type RoomServer, room } from "./server/room.ts";
import { sweepSessions } from "./server/session.ts";
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

const states = z.enum(["waiting", "running", "done", "failed"]);

const toJob = (row: JobRow, say: (message: Message) => string) => ({
  id: row.id,
  job: row.job,
  title: row.title,
  state: states.parse(row.state),
  done: row.done,
  total: row.total,
  note: row.note,
  result: row.result,
  error: row.error === null ? null : say(reasonNoted(row.error)),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

async function requireJob({ db, user, say }: Pick<Ctx, "db" | "user" | "say">, id: string) {
  const row = await jobsOf(db, user.id).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toJob(row, say);
}

const nothing = z.object({});

const lost = job({
  name: "platform.lost-jobs",
  payload: nothing,
  everySeconds: 30,
  run: ({ db, clock }) => noteLost(db, clock),
});

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

/** The floor as a room. The text table is handed in, because it holds the texts of every room. */
export const platformServer = (texts: () => TextTable): RoomServer =>
  room({
    name: "platform",
    texts: [platformTexts, usesTexts],
    jobs: [sweep, lost, sealTrail],
    answers: [
      answer(getTranslations, async (_ctx, { query }) => ({ translations: { ...texts().all(query.lang) } })),
      answer(listJobs, async ({ db, user, say }) => {
        const rows = await jobsOf(db, user.id).orderBy("created_at", "desc").limit(50).execute();
        return { items: rows.map((row) => toJob(row, say)) };
      }),
      answer(getJob, (ctx, { params }) => requireJob(ctx, params.id)),
      answer(retryJob, async (ctx, { params }) => {
        const { state } = await requireJob(ctx, params.id);
        if (state !== "failed" || !(await ctx.trackAgain(params.id))) throw new VorderError("refused");
        return requireJob(ctx, params.id);
      }),
    ],
  });
