/** A state of the file that freezes interest does so in the event record: its own period without interest, and no other's. */
import { followFiles } from "../files/files.server.ts";
import { addDays, date } from "../kernel/dates.ts";
import type { NewEvent } from "./events.ts";
import { appendEvents } from "./record.server.ts";

followFiles(async (ctx, file, change) => {
  if (change.kind !== "frozen") return;
  const key = `state-freeze:${change.holdId}:`;
  const standing = await ctx.db
    .selectFrom("claim_event")
    .select(["id", "on_date"])
    .where("file_id", "=", file.id)
    .where("kind", "=", "freeze")
    .where("effect_key", "like", `${key}%`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("claim_event as r").select("r.id").whereRef("r.reverses_id", "=", "claim_event.id"))),
    )
    .execute();
  const today = ctx.clock.today();
  const reason = ctx.say({ key: `files.hold_${change.hold}` }, "nl");
  const events: NewEvent[] = standing.map(({ id }) => ({
    kind: "reversal",
    on: today,
    reverses: id,
    data: { reason },
  }));
  // A freeze ends on the day that interest runs again, and a state on the last day that it lies.
  const until = change.until === null ? null : addDays(date(change.until), 1);
  if (change.from !== null && (until === null || until > change.from)) {
    const on = date(change.from);
    const data = { reason, ...(until === null ? {} : { until }) };
    events.push({ kind: "freeze", on, data, effectKey: `${key}${ctx.ids.uuid()}` });
  }
  if (events.length > 0) await appendEvents(ctx, file.id, events);
});
