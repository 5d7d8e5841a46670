/** Creates the context of all code that changes data: one transaction, with events, queue, audit trail and outbox. */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { TextTable } from "../http/error-replies.ts";
import type { Actor, AuditEntry, EnqueueOptions, SystemCtx, SystemDb } from "../http/module.ts";
import { putOutbox } from "../outbox/outbox.ts";
import { batchedWrite } from "../postgres/batched.ts";
import type { Clock, Ids, Random } from "../process/clock.ts";
import type { Environment } from "../process/environment.ts";
import { storageOf } from "../storage/deletions.ts";
import type { Storage } from "../storage/storage.ts";
import { withBegunBy } from "./begun-by.ts";
import { isUnderWay } from "./works.ts";

/** Puts work into the queue, in a transaction. */
export interface Queue {
  enqueue(db: SystemDb, name: string, payload: unknown, options?: EnqueueOptions): Promise<void>;
  /** Queues tracked work at its next turn. */
  enqueueWork(db: SystemDb, name: string, payload: unknown, progressId: string): Promise<void>;
  emit(db: SystemDb, event: string, payload: unknown): Promise<void>;
}

/** The shared services of a process. */
export interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly log: Logger;
  readonly storage: Storage;
  readonly environment: Environment;
  readonly queue: Queue;
  /** All texts of all modules. */
  readonly texts: TextTable;
}

interface AuditLine extends AuditEntry {
  readonly at: string;
  readonly user: Actor;
  readonly requestId: string | undefined;
}

const writeAudit = batchedWrite(async (db, lines: readonly AuditLine[]) => {
  const rows = lines.map(({ at, user, requestId, ...entry }) => ({
    at,
    user_id: (entry.by ?? user).id,
    username: (entry.by ?? user).username,
    acting_for: user.previous?.username ?? null,
    action: entry.action,
    subject: entry.subject,
    subject_id: String(entry.subjectId),
    before: entry.before,
    after: entry.after,
    request_id: requestId ?? null,
  }));
  await sql`insert into audit_log (at, user_id, username, acting_for, action, subject, subject_id, before, after, request_id)
    select at, user_id, username, acting_for, action, subject, subject_id, before, after, request_id
    from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(rows)}::jsonb)`.execute(db);
});

/** The context of one transaction. `db` must be a transaction if anything is written. */
export function workCtx(parts: Parts, db: SystemDb, user: Actor, requestId?: string): SystemCtx {
  const { clock, ids, queue } = parts;
  return {
    db,
    user,
    clock,
    ids,
    random: parts.random,
    lang: user.lang,
    log: parts.log,
    storage: storageOf(parts.storage, db, clock),
    environment: parts.environment,
    translate: (message, language = user.lang) => parts.texts.translate(language, message),
    emit: (declared, payload) => queue.emit(db, declared.event, declared.payload.parse(payload)),
    enqueue: (job, payload, options) => queue.enqueue(db, job.name, job.payload.parse(payload), options),
    async track(job, payload, title, key) {
      const id = ids.uuid();
      const carried = JSON.stringify(withBegunBy(payload, user));
      const row = { job: job.name, title, user_id: user.id, payload: carried, created_at: clock.now() };
      const begun = await db
        .insertInto("job_progress")
        .values({ ...row, id, state: "waiting", key: key ?? null })
        .onConflict((conflict) =>
          conflict
            .columns(["job", "key"])
            .where(isUnderWay)
            .doUpdateSet({ ...row, done: 0, total: 0 }),
        )
        .returning("id")
        .executeTakeFirstOrThrow();
      await queue.enqueueWork(db, job.name, withBegunBy(job.payload.parse(payload), user), begun.id);
      return begun.id;
    },
    async trackAgain(id) {
      const row = await db
        .updateTable("job_progress")
        .set({ state: "waiting", error: null, finished_at: null })
        .where("id", "=", id)
        .where("user_id", "in", user.acl.includes("*") || user.acl.includes("ROLE_ADMIN") ? [user.id, 0] : [user.id])
        .where("state", "in", ["failed", "paused"])
        .where("payload", "is not", null)
        .returning(["job", "payload"])
        .executeTakeFirst();
      if (!row) return false;
      // Paused work is in the queue already, for later: its time is brought forward without a signal.
      await sql`delete from pgboss.job where name = ${row.job} and state in ('created', 'retry')
        and data ->> 'progressId' = ${id}`.execute(db);
      await queue.enqueueWork(db, row.job, row.payload, id);
      return true;
    },
    audit: (...entries) =>
      writeAudit(
        db,
        entries.map((entry) => ({ ...entry, at: clock.now().toISOString(), user, requestId })),
      ),
    send: (item) => putOutbox({ db, clock, environment: parts.environment }, item),
  };
}
