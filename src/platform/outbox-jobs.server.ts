/** Delivers the outbox: every two seconds what is due, each channel by itself. */
import { z } from "zod";
import { type Carriers, channels, deliverDue, judgeSilent } from "./server/outbox-delivery.ts";
import { job, type RoomServer, room } from "./server/room.ts";

export const outboxJobs = (carriers: Carriers): RoomServer =>
  room({
    name: "outbox",
    jobs: channels.map((channel) =>
      job({
        name: `outbox.${channel.kind}`,
        payload: z.object({}),
        everySeconds: 2,
        run: async (ctx) => {
          await judgeSilent(ctx, channel.kind);
          await deliverDue(ctx, carriers, channel);
        },
      }),
    ),
  });
