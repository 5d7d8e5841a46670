/** Corrects files whose status contradicts their states, each night and by the same rules as by hand. */
import { z } from "zod";
import { type JobDecl, job, type WorkCtx } from "../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../ground/platform/server/jobs/record-failures.ts";
import { lockFile } from "../files/files.server.ts";
import { moveFile } from "./state.server.ts";
import { doubtfulFiles, factsOfFile } from "./status-consistency.server.ts";
import { agreedPlace } from "./status-consistency.ts";

/** Files read at once. */
const batchSize = 2000;

/** Puts one file where its states and its arrangement say, with a line on its timeline. */
async function agree(ctx: WorkCtx, fileId: number): Promise<void> {
  const file = await lockFile(ctx, fileId);
  if (file.status === "closed") return;
  await moveFile(ctx, file, agreedPlace(file, await factsOfFile(ctx, fileId)), { key: "files.whyAgreed" });
}

export const agreeJob: JobDecl<z.ZodObject> = job({
  name: "files.agree",
  payload: z.object({}),
  cron: "35 1 * * *",
  run: async (ctx) => {
    const failures = new RecordFailures(ctx);
    for (let after: number | null = 0; after !== null && !ctx.signal.aborted; ) {
      const { ids, last } = await doubtfulFiles(ctx, after, batchSize);
      for (const id of ids) await failures.attempt({ file: id }, () => ctx.tx((tx) => agree(tx, id)));
      after = last;
    }
    failures.end();
    ctx.log.info({}, "files agree with their states and arrangements");
  },
});
