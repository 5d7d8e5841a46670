/** Delivers the outbox: every two seconds what is due. */
import { z } from "zod";
import { type Carriers, deliverDue, markUncertain } from "./server/outbox.ts";
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
          await markUncertain(ctx);
          await deliverDue(ctx, carriers);
        },
      }),
    ],
  });
