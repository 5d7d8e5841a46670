/** A state of the file that freezes interest enters a freeze event of its own, and ends only that one. */
import { sql } from "kysely";
import { followFiles } from "../../../cases/files/files.server.ts";
import { addDays, date } from "../../../ground/kernel/dates.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import type { NewEvent } from "../engine/events.ts";
import { appendEvents } from "../record/record.server.ts";

const standingFreezes = batchedRows(
  (db, fileIds: readonly number[]) =>
    asSystem(db, "a freeze ends with its state, whoever ends that")
      .selectFrom("claim_event")
      .select(["id", "file_id", "effect_key"])
      .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .where("kind", "=", "freeze")
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("claim_event as r").select("r.id").whereRef("r.reverses_id", "=", "claim_event.id"))),
      )
      .execute(),
  ({ file_id }) => file_id,
);

followFiles(async (ctx, file, change) => {
  if (change.kind !== "frozen") return;
  const key = `state-freeze:${change.holdId}:`;
  const freezes = await standingFreezes(ctx.db, [file.id], undefined);
  const standing = freezes.filter(({ effect_key }) => effect_key.startsWith(key));
  const today = ctx.clock.today();
  const reason = ctx.translate({ key: `files.hold_${change.hold}` }, "nl");
  const events: NewEvent[] = standing.map(({ id }) => ({
    kind: "reversal",
    on: today,
    reverses: id,
    data: { reason },
  }));
  // A freeze ends on the first day with interest, a state on its own last day.
  const until = change.until === null ? null : addDays(date(change.until), 1);
  if (change.from !== null && (until === null || until > change.from)) {
    const on = date(change.from);
    const data = { reason, ...(until === null ? {} : { until }) };
    events.push({ kind: "freeze", on, data, effectKey: `${key}${ctx.ids.uuid()}` });
  }
  if (events.length > 0) await appendEvents(ctx, file.id, events);
});
