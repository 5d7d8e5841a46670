/** Makes the context in which everything that changes data runs: one transaction, with its ways to tell, queue, audit and send. */
import type { Logger } from "pino";
import type { Clock, Ids, Random } from "./clock.ts";
import { notingDeletions } from "./deletions.ts";
import type { Environment } from "./environment.ts";
import { putOutbox } from "./outbox.ts";
import type { Queue } from "./queue.ts";
import type { TextTable } from "./replies.ts";
import type { Actor, Db, WorkCtx } from "./room.ts";
import type { Storage } from "./storage.ts";

/** What a process has once. */
export interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly log: Logger;
  readonly storage: Storage;
  readonly environment: Environment;
  readonly queue: Queue;
  /** All texts of all rooms. */
  readonly texts: TextTable;
}

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** The working context of one transaction. `db` must be a transaction wherever anything is written. */
export function workCtx(parts: Parts, db: Db, user: Actor, requestId?: string): WorkCtx {
  const { clock, ids, queue } = parts;
  return {
    db,
    user,
    clock,
    ids,
    random: parts.random,
    lang: user.lang,
    log: parts.log,
    storage: notingDeletions(parts.storage, db, clock),
    environment: parts.environment,
    say: (message, language = user.lang) => parts.texts.say(language, message),
    emit: (declared, payload) => queue.emit(db, declared.event, declared.payload.parse(payload)),
    enqueue: (job, payload, options) => queue.enqueue(db, job.name, job.payload.parse(payload), options),
    async track(job, payload, title) {
      const id = ids.uuid();
      await db
        .insertInto("job_progress")
        .values({
          id,
          job: job.name,
          title,
          user_id: user.id,
          state: "waiting",
          payload: JSON.stringify(payload),
          created_at: clock.now(),
        })
        .execute();
      await queue.enqueue(db, job.name, job.payload.parse(payload), { progressId: id });
      return id;
    },
    async trackAgain(id) {
      const row = await db
        .updateTable("job_progress")
        .set({ state: "waiting", error: null, finished_at: null })
        .where("id", "=", id)
        .where("user_id", "=", user.id)
        .where("state", "=", "failed")
        .where("payload", "is not", null)
        .returning(["job", "payload"])
        .executeTakeFirst();
      if (row) await queue.enqueue(db, row.job, row.payload, { progressId: id });
      return row !== undefined;
    },
    async audit(entry) {
      await db
        .insertInto("audit_log")
        .values({
          at: clock.now(),
          user_id: (entry.by ?? user).id,
          username: (entry.by ?? user).username,
          acting_for: user.previous?.username ?? null,
          action: entry.action,
          subject: entry.subject,
          subject_id: String(entry.subjectId),
          before: json(entry.before),
          after: json(entry.after),
          request_id: requestId ?? null,
        })
        .execute();
    },
    send: (item) => putOutbox(db, clock, item),
  };
}
