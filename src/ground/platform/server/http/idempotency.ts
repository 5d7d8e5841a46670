/** One effect per Idempotency-Key: the same POST sent several times, even concurrently, is executed once and gets the same reply. */
import { createHash } from "node:crypto";
import type { Call } from "../../../kernel/contract.ts";
import { fieldError } from "../../../kernel/errors.ts";
import type { Clock } from "../process/clock.ts";
import type { Db, Input } from "./module.ts";
import type { Outcome } from "./replies.ts";

interface Attempt {
  readonly db: Db;
  readonly call: Call;
  readonly caller: number;
  readonly key: string | undefined;
  readonly input: Input<Call>;
  readonly clock: Clock;
}

/** A hash of the request: its fields, and the name and bytes of each file. */
async function hashOf(input: Input<Call>): Promise<Buffer> {
  const hash = createHash("sha256").update(JSON.stringify([input.params, input.body]));
  for (const file of input.files) {
    hash.update(JSON.stringify([file.field, file.name, file.size]));
    for await (const part of file.stream()) hash.update(part);
  }
  return hash.digest();
}

const keyPattern = /^[\w-]{8,100}$/;

/** Executes `run` unless this user has sent this key to this call before; then returns the earlier reply. */
export async function idempotent(attempt: Attempt, run: () => Promise<Outcome>): Promise<Outcome> {
  const { db, call, caller, key, input, clock } = attempt;
  if (key === undefined || call.method !== "POST" || call.carries === "blob" || !call.replayable || caller === 0)
    return run();
  if (!keyPattern.test(key)) throw fieldError("common", "platform.invalid.idempotencyKey");
  const bodyHash = await hashOf(input);
  const name = `${call.method} ${call.path}`;
  // A concurrent duplicate waits here until the first has committed, and then finds its row.
  const inserted = await db
    .insertInto("idempotency")
    .values({ user_id: caller, key, call: name, body_hash: bodyHash, created_at: clock.now() })
    .onConflict((conflict) => conflict.columns(["user_id", "key", "call"]).doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) {
    const outcome = await run();
    await db
      .updateTable("idempotency")
      .set({ reply: JSON.stringify(outcome.result ?? null) })
      .where("user_id", "=", caller)
      .where("key", "=", key)
      .where("call", "=", name)
      .execute();
    return outcome;
  }
  const earlier = await db
    .selectFrom("idempotency")
    .select(["reply", "body_hash"])
    .where("user_id", "=", caller)
    .where("key", "=", key)
    .where("call", "=", name)
    .executeTakeFirstOrThrow();
  if (!earlier.body_hash.equals(bodyHash)) throw fieldError("common", "platform.invalid.idempotencyReuse");
  return { result: earlier.reply, shown: { seen: [], listed: [] } };
}
