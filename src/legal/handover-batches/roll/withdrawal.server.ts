/** Carries to an office which cases it takes off the roll: once, under a name of its own; by number, without a word about persons. */
import type { JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";

export const withdrawalKey = (id: number): string => `withdrawal:${id}`;
export const withdrawalMailKey = (id: number): string => `${withdrawalKey(id)}:mail`;
/** The withdrawal of an effect's key; undefined for any other effect. */
export const withdrawalOfEffect = (key: string): number | undefined => {
  const id = /^withdrawal:(\d{1,15})(?::mail)?$/.exec(key)?.[1];
  return id === undefined ? undefined : Number(id);
};

export interface Withdrawal {
  readonly id: number;
  readonly key: string;
  readonly state: string;
  readonly destination_id: number;
  readonly reason: string;
  readonly asked_at: Date;
}

export const withdrawalById = ({ db }: Pick<JobCtx, "db">, id: number): Promise<Withdrawal | undefined> =>
  db
    .selectFrom("roll_withdrawal")
    .select(["id", "key", "state", "destination_id", "reason", "asked_at"])
    .where("id", "=", id)
    .executeTakeFirst();

/** What the office reads. */
export async function withdrawalText(ctx: Pick<JobCtx, "db">, withdrawal: Withdrawal): Promise<string> {
  const cases = await asSystem(ctx.db, "an office is told which of its cases it takes off the roll")
    .selectFrom("roll_withdrawal_file as w")
    .innerJoin("handover_batch_file as f", "f.id", "w.batch_file_id")
    .innerJoin("case_file", "case_file.id", "f.file_id")
    .select(["case_file.number as fileNumber", "f.office_number as officeNumber", "w.case_number as caseNumber"])
    .select("w.roll_date as rollDate")
    .where("w.withdrawal_id", "=", withdrawal.id)
    .orderBy("w.roll_date")
    .orderBy("case_file.number")
    .execute();
  const content = {
    withdrawal: withdrawal.key,
    askedAt: withdrawal.asked_at.toISOString(),
    reason: withdrawal.reason,
    cases,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

const stateOf = { sent: "told", uncertain: "uncertain", dead: "failed", kept: "byHand" } as const;

/** What became of telling the office. */
export async function noteWithdrawal(
  { db, clock }: WorkCtx,
  id: number,
  state: keyof typeof stateOf,
  error: string | null,
): Promise<void> {
  await db
    .updateTable("roll_withdrawal")
    .set({ state: stateOf[state], error, ...(state === "sent" && { told_at: clock.now() }) })
    .where("id", "=", id)
    .where("state", "in", ["pending", "uncertain"])
    .execute();
}
