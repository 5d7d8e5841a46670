/** Delivers the outbox: every two seconds what is due, each channel by itself. */
import { z } from "zod";
import { defineModule, job, type ModuleServer } from "./server/http/module.ts";
import { type Carriers, channels, deliverDue, judgeSilent } from "./server/outbox/outbox-delivery.ts";

export const outboxJobs = (carriers: Carriers): ModuleServer =>
  defineModule({
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
