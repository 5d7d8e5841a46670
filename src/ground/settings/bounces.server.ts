/**
 * Mails that came back: the mailbox for them is read every minute, and a report that comes to the address of one mail makes of it what a refusal on the
 * spot would have. Reading the same report twice changes nothing.
 */
import { sql } from "kysely";
import { z } from "zod";
import { type Ctx, type Db, type Handler, type JobCtx, job, preparedHandler } from "../platform/server/http/module.ts";
import { readDeliveryReport } from "../platform/server/outbox/delivery-report.ts";
import { outcomeOf } from "../platform/server/outbox/gateways.ts";
import { type FetchedMail, type MailboxAccess, newMails, type ReadUpTo } from "../platform/server/outbox/mailbox.ts";
import { noteReturned } from "../platform/server/outbox/outbox.ts";
import { handedOverIn } from "../platform/server/outbox/return-path.ts";
import type { Environment } from "../platform/server/process/environment.ts";
import { openSetting } from "./secrets.server.ts";
import { checkBounces } from "./settings.contract.ts";
import type { GlobalSettings } from "./settings.ts";

/** The mailbox of the settings; undefined where mails do not come back to an address that is read. */
export const bounceMailboxOf = (all: GlobalSettings, environment: Environment): MailboxAccess | undefined =>
  all.bounceAddress === "" || all.bounceHost === ""
    ? undefined
    : {
        host: all.bounceHost,
        port: all.bouncePort,
        security: all.bounceSecurity,
        user: all.bounceUser,
        password: openSetting(environment, all, "bouncePassword"),
        folder: all.bounceFolder,
      };

/** What of a mailbox was read belongs to it alone: another begins at its beginning. */
const nameOf = ({ user, host, port, folder }: MailboxAccess): string => JSON.stringify([user, host, port, folder]);

async function readUpTo({ db }: { readonly db: Db }, mailbox: string): Promise<ReadUpTo | null> {
  const row = await db
    .selectFrom("bounce_mailbox")
    .select(["validity", "uid"])
    .where("mailbox", "=", mailbox)
    .executeTakeFirst();
  return row ?? null;
}

/** Notes what one mail says, and that it was read, at once: whoever is killed in between reads it again. */
async function note(
  job: JobCtx,
  address: string,
  mailbox: string,
  validity: string,
  { uid, content }: FetchedMail,
): Promise<void> {
  const report = await readDeliveryReport(content);
  const handed = report?.to.flatMap((to) => handedOverIn(job.environment, address, to) ?? [])[0];
  await job.tx(async (ctx) => {
    if (report && handed) await noteReturned(ctx, handed, report.answer);
    await sql`insert into bounce_mailbox (mailbox, validity, uid, read_at) values (${mailbox}, ${validity}, ${uid}, ${ctx.clock.now()})
      on conflict (mailbox) do update set validity = excluded.validity, uid = excluded.uid, read_at = excluded.read_at
      where bounce_mailbox.validity <> excluded.validity or bounce_mailbox.uid < excluded.uid`.execute(ctx.db);
  });
}

/** Reads what came back since the last look. */
export const bounceJob = (settingsOf: (db: JobCtx["db"]) => Promise<GlobalSettings>) =>
  job({
    name: "settings.bounces",
    payload: z.object({}),
    everySeconds: 60,
    run: async (ctx) => {
      const all = await settingsOf(ctx.db);
      const access = bounceMailboxOf(all, ctx.environment);
      if (!access) return;
      const mailbox = nameOf(access);
      const { outgoingAllow: allowed, gatewaySeconds: seconds } = ctx.environment;
      try {
        const last = await readUpTo(ctx, mailbox);
        const { validity, mails, unanswered } = await newMails(access, last, { seconds, allowed });
        if (unanswered !== undefined) ctx.log.warn({ uid: unanswered }, "a returned mail could not be read");
        for (const mail of mails) if (!ctx.signal.aborted) await note(ctx, all.bounceAddress, mailbox, validity, mail);
      } catch (error) {
        // It is read again in a minute; whoever looks after the settings sees there what is wrong.
        ctx.log.warn({ err: error }, "the mailbox of returned mails could not be read");
      }
    },
  });

/** Looks whether the mailbox can be opened; what is in it is read by the job. */
async function look({ db, environment }: Ctx, all: GlobalSettings) {
  const access = bounceMailboxOf(all, environment);
  if (!access) return { outcome: "noGateway" as const, waiting: 0 };
  const conversation = { seconds: Math.min(20, environment.gatewaySeconds), allowed: environment.outgoingAllow };
  try {
    const { mails } = await newMails(access, await readUpTo({ db }, nameOf(access)), conversation);
    return { outcome: "works" as const, waiting: mails.length };
  } catch (error) {
    const outcome = outcomeOf(error);
    return { outcome: outcome === "sent" ? ("connection" as const) : outcome, waiting: 0 };
  }
}

export const bounceHandlers = (
  settingsOf: (db: Ctx["db"]) => Promise<GlobalSettings>,
  limited: <T>(ctx: Ctx, field: "common", run: () => Promise<T>) => Promise<T>,
): readonly Handler[] => [
  preparedHandler(
    checkBounces,
    async (ctx) => limited(ctx, "common", async () => look(ctx, await settingsOf(ctx.db))),
    async (ctx, _input, { outcome, waiting }) => {
      await ctx.audit({ action: "settings.checkBounces", subject: "global_setting", subjectId: 1, after: { outcome } });
      // What can be wrong with a connection is said as for the other gateways.
      const own = outcome === "works" || outcome === "noGateway" || outcome === "refused";
      const key = own ? `settings.bounces_${outcome}` : `settings.test_${outcome}`;
      return { outcome, message: ctx.translate({ key, values: { count: waiting } }) };
    },
  ),
];
