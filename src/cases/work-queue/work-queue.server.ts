/** The work queue: the agenda worked one item after the other, with what came of each; and call lists for a dialer. */
import { administration } from "../../ground/kernel/access.ts";
import { defineModule, handle, preparedHandler } from "../../ground/platform/server/http/module.ts";
import { agendaQueue } from "../agenda/agenda.server.ts";
import { linesOfUpload, takeResults } from "./dialer/import.server.ts";
import { fileOfList, makeList, ownLists, returnList } from "./dialer/lists.server.ts";
import { dial, toAttempt } from "./queue/attempts.server.ts";
import { figuresOf } from "./queue/figures.server.ts";
import { nextOf } from "./queue/next.server.ts";
import { outcomeOnce } from "./queue/outcome.server.ts";
import { takeBack } from "./queue/undo.server.ts";
import {
  callListScreen,
  dialNumber,
  downloadDialerList,
  importDialerResults,
  listDialerLists,
  makeDialerList,
  nextInQueue,
  queueFigures,
  returnDialerList,
  undoOutcome,
  workQueueScreen,
  writeOutcome,
} from "./work-queue.contract.ts";
import { workQueueTexts } from "./work-queue.texts.ts";

export { eraseCalledNumbers } from "./erase.server.ts";

export const workQueueServer = defineModule({
  name: "work-queue",
  screens: [callListScreen, workQueueScreen],
  texts: [workQueueTexts],
  handlers: [
    handle(nextInQueue, (ctx, { body: { list, scope, skip } }) =>
      nextOf(ctx, { scope, calls: list === "calls" }, skip),
    ),
    handle(dialNumber, async (ctx, { params, body }) =>
      toAttempt(await dial(ctx, await agendaQueue.requireInHand(ctx, params.id), body.number)),
    ),
    handle(writeOutcome, (ctx, { params, body }) => outcomeOnce(ctx, params.id, body)),
    handle(undoOutcome, (ctx, { params }) => takeBack(ctx, params.id)),
    handle(queueFigures, (ctx, { query }) => figuresOf(ctx, query.on ?? ctx.clock.today())),
    handle(listDialerLists, async (ctx) => ({ items: await ownLists(ctx) })),
    handle(makeDialerList, (ctx, { body }) => makeList(ctx, body.scope)),
    handle(downloadDialerList, (ctx, { params }) => fileOfList(ctx, params.id)),
    preparedHandler(
      importDialerResults,
      (ctx, { files }) => linesOfUpload(files, { owner: `user:${ctx.user.id}` }),
      (ctx, { params }, lines) => takeResults(ctx, params.id, lines),
    ),
    handle(returnDialerList, (ctx, { params }) => returnList(ctx, params.id)),
  ],
  history: [{ subject: "dialer_list", who: administration, name: "work-queue.dialer" }],
});
