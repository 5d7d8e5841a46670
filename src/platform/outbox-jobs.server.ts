/** Delivers the outbox: every two seconds what is due. */
import { z } from "zod";
import { type Carriers, deliverDue, markUncertain, outboxSettled } from "./server/outbox.ts";
import { job, type RoomServer, room } from "./server/room.ts";

export const outboxJobs = (carriers: Carriers): RoomServer =>
  room({
    name: "outbox",
    jobs: [
      job({
        name: "outbox.deliver",
        payload: z.object({}),
        everySeconds: 2,
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
