/** The page of whoever owes: reached by a link that cannot be guessed and a second fact, read and used without script. */
import { z } from "zod";
import { defineModule, job } from "../../ground/platform/server/http/module.ts";
import { deleteOldGuesses } from "./access/guessing.server.ts";
import "./access/message-links.server.ts";
import { actHandlers } from "./acts/acts.server.ts";
import { debtorPageTexts } from "./debtor-page.texts.ts";
import { entryHandlers } from "./pages/entry.server.ts";
import { paymentHandlers } from "./pages/payment.server.ts";
import { readingHandlers } from "./pages/reading.server.ts";
import { staffHandlers } from "./staff/links.server.ts";

export { eraseDebtorLinks } from "./erase.server.ts";

const sweepJob = job({
  name: "debtor-page.sweep",
  payload: z.object({}),
  cron: "40 3 * * *",
  run: (ctx) => ctx.tx((tx) => deleteOldGuesses(tx.db, tx.clock.now())),
});

export const debtorPageServer = defineModule({
  name: "debtor-page",
  texts: [debtorPageTexts],
  handlers: [...entryHandlers, ...readingHandlers, ...paymentHandlers, ...actHandlers, ...staffHandlers],
  jobs: [sweepJob],
});
