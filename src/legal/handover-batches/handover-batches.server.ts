/** Files that go to offices of bailiffs in batches: destinations, master data, plans, sending, and what the offices answer. */
import { any } from "../../ground/kernel/access.ts";
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { batchHandlers } from "./batches/batches.server.ts";
import { requireBatch } from "./batches/record.server.ts";
import { batchJob } from "./batches/work.server.ts";
import { destinationHandlers } from "./destinations/destinations.server.ts";
import { masterdataHandlers } from "./destinations/masterdata.server.ts";
import { feedHandlers, messageJob } from "./feed/feed.server.ts";
import { batchTexts } from "./handover-batches.texts.ts";
import { mappingHandlers } from "./mapping/try.server.ts";
import { monitoringHandlers } from "./monitoring/monitoring.server.ts";
import { registerHandlers } from "./register/register.server.ts";
import { rollHandlers } from "./roll/roll.server.ts";
import { screenTexts } from "./screens.texts.ts";
import { feedJob, noteDelivery } from "./transport/deliveries.server.ts";
import { validationHandlers } from "./validation/validation.server.ts";
import "./validation/under-way.server.ts";
import {
  handoverMonitoringScreen,
  handoverScreen,
  masterdataScreen,
  registerScreen,
} from "./handover-batches.contract.ts";

export { noteSent } from "./batches/office.server.ts";
export { resealDestinations } from "./destinations/record.server.ts";
export { eraseHandovers, eraseUnmatchedReports } from "./erase.server.ts";
export { handoverDeliveries } from "./transport/deliveries.server.ts";

const who = any("ROLE_LEGAL");

export const handoverBatchesServer = defineModule({
  name: "handover-batches",
  screens: [handoverMonitoringScreen, handoverScreen, masterdataScreen, registerScreen],
  texts: [batchTexts, screenTexts],
  jobs: [batchJob, feedJob, messageJob],
  listeners: [noteDelivery],
  handlers: [
    ...destinationHandlers,
    ...masterdataHandlers,
    ...mappingHandlers,
    ...validationHandlers,
    ...batchHandlers,
    ...monitoringHandlers,
    ...feedHandlers,
    ...registerHandlers,
    ...rollHandlers,
  ],
  history: [
    { subject: "handover_destination", who, name: "handover-screens.destination" },
    {
      subject: "handover_batch",
      who,
      name: "handover-batches.title",
      visible: async (ctx, id) =>
        requireBatch(ctx, Number(id)).then(
          () => true,
          () => false,
        ),
    },
  ],
});
