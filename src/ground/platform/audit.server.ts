/** Seals the audit trail every second, and writes the head of its chain down outside the database. */
import { z } from "zod";
import { chainHead, headProblem, sealAuditTrail, sealsDue } from "./server/audit/audit.ts";
import { type AuditHead, headText, readHead, sendHead, writeHead } from "./server/audit/audit-head.ts";
import { auditKeys } from "./server/audit/audit-keys.ts";
import { type JobCtx, job } from "./server/http/module.ts";
import type { Environment } from "./server/process/environment.ts";

/** A log server is told at most this often; each head stands for all before it. */
const publishEvery = 60_000;
const publishedAt = new WeakMap<Environment, number>();

async function publishHead(ctx: JobCtx, head: AuditHead): Promise<void> {
  const to = ctx.environment.auditHead;
  const now = ctx.clock.now().getTime();
  if (to === undefined || now - (publishedAt.get(ctx.environment) ?? 0) < publishEvery) return;
  publishedAt.set(ctx.environment, now);
  if (to.protocol === "syslog:") {
    await sendHead(to, head).catch((error: unknown) =>
      ctx.log.error({ err: error }, "the head of the audit trail was not sent"),
    );
    return;
  }
  const day = ctx.clock.today();
  await ctx.tx((work) =>
    work.send({
      key: `audit.head:${day}`,
      kind: "mail",
      payload: {
        to: decodeURIComponent(to.pathname),
        subject: `Vorder: audit trail ${day}`,
        text: `${headText(head)}\n\nnpm run admin -- verify --head ${headText(head)}\n`,
      },
    }),
  );
}

/** Writes the head down, unless the one that stands there is not in the chain any more: that one stays, as evidence. */
export async function writeDownHead(ctx: JobCtx): Promise<void> {
  const known = await readHead(ctx.environment);
  const problem = known && (await headProblem(ctx.db, known));
  if (problem !== undefined) {
    ctx.log.error({ problem }, "the audit trail was tampered with");
    return;
  }
  const head = await chainHead(ctx.db, ctx.clock.now());
  if (!head || head.seq === known?.seq) return;
  await writeHead(ctx.environment, head);
  await publishHead(ctx, head);
}

export const sealTrail = job({
  name: "platform.seal-audit",
  payload: z.object({}),
  everySeconds: 1,
  run: async (ctx) => {
    const { isDue, last } = await sealsDue(ctx.db);
    // Nothing has come, and the head that is written down is that of all that came: one look, so that it can be so often.
    if (!isDue && last === ((await readHead(ctx.environment))?.seq ?? 0)) return;
    const keys = await auditKeys(ctx.environment);
    while (!ctx.signal.aborted && (await ctx.tx(({ db }) => sealAuditTrail(db, keys))) > 0);
    await writeDownHead(ctx);
  },
});
