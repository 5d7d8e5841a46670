/** Delivers the outbox: whenever something was put in, and every minute for what waited. */
import { z } from "zod";
import { type Carriers, deliverDue, markUncertain, outboxSettled } from "./server/outbox.ts";
import { job, room, type RoomServer } from "./server/room.ts";

export const outboxJobs = (carriers: Carriers): RoomServer =>
  room({
    name: "outbox",
    jobs: [
      job({
        name: "outbox.deliver",
        payload: z.object({}),
        cron: "* * * * *",
        run: async (ctx) => {
          const { db, clock } = ctx;
          const at = clock.now().toISOString();
          for (const key of await markUncertain(db, clock)) {
            await ctx.tx((work) => work.emit(outboxSettled, { key, state: "uncertain", error: null, at }));
          }
          await deliverDue(ctx, carriers);
        },
      }),
    ],
  });
