/** The webhook address at which a payment provider reports a change of a payment. */
import { z } from "zod";
import { open } from "../../ground/kernel/access.ts";
import { call } from "../../ground/kernel/contract.ts";

export const paymentCallback = call({
  method: "POST",
  path: "/api/v4/online-payment/{key}",
  who: open,
  summary:
    "A payment provider tells that something became of a payment. What, it is asked itself: nothing that is sent here is believed, and the answer is the same for every key.",
  params: z.object({ key: z.uuid() }),
  // A provider may send more fields than the id.
  body: z.object({ id: z.string().max(100).default("") }),
  reply: z.object({}),
  callback: true,
  replayable: false,
});
