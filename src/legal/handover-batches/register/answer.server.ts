/** What an office is told of a client's answer: under the name of its own message, by number, without a word about persons. */
import type { JobCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";

export const answerKey = (id: number): string => `register-answer:${id}`;
export const answerMailKey = (id: number): string => `${answerKey(id)}:mail`;
/** The question of an effect's key; undefined for any other effect. */
export const questionOfEffect = (key: string): number | undefined => {
  const id = /^register-answer:(\d{1,15})(?::mail)?$/.exec(key)?.[1];
  return id === undefined ? undefined : Number(id);
};

export interface Answer {
  readonly id: number;
  /** Its name at the office, by which it is never taken twice. */
  readonly key: string;
  readonly told: string | null;
  readonly destinationId: number;
  /** What the office reads. */
  readonly text: string;
}

export async function answerById(ctx: Pick<JobCtx, "db">, id: number): Promise<Answer | undefined> {
  const row = await asSystem(ctx.db, "an office is told what the client of its file answered")
    .selectFrom("register_question as q")
    .innerJoin("handover_report as r", "r.id", "q.report_id")
    .innerJoin("handover_batch_file as f", "f.id", "r.batch_file_id")
    .innerJoin("case_file", "case_file.id", "q.file_id")
    .select(["q.id", "q.answer", "q.answered_at", "q.told", "q.before", "q.looked_on", "r.destination_id"])
    .select(["r.key", "f.office_number", "case_file.number"])
    .where("q.id", "=", id)
    .executeTakeFirst();
  if (!row || row.answer === null) return undefined;
  const key = `register-${row.id}`;
  const answer = {
    answer: key,
    inReplyTo: row.key,
    fileNumber: row.number,
    officeNumber: row.office_number,
    before: row.before,
    lookedOn: row.looked_on,
    goOn: row.answer === "go_on",
    answeredAt: row.answered_at?.toISOString() ?? null,
  };
  return { id, key, told: row.told, destinationId: row.destination_id, text: `${JSON.stringify(answer, null, 2)}\n` };
}
