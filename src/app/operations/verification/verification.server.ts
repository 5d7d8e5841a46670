/** Asks every night whether the whole installation is as it should be, keeps what was found, and shows it to the administrators. */
import { z } from "zod";
import { type Finding, storeVerification, verifyInstallation } from "../../../ground/platform/server/audit/verify.ts";
import { type Check, type Handler, handle, job } from "../../../ground/platform/server/http/module.ts";
import { lastVerification, verificationFinding } from "./verification.contract.ts";

/** Before midnight, so that a balance that somebody changed is found before the night reckons it anew. */
export const verifyNightly = (checks: () => readonly Check[]) =>
  job({
    name: "app.verify",
    payload: z.object({}),
    cron: "30 23 * * *",
    retries: 1,
    expireSeconds: 6 * 3600,
    run: async ({ db, storage, environment, clock, log, signal }) => {
      const startedAt = clock.now();
      const findings: Finding[] = [];
      try {
        const asked = verifyInstallation({ db, storage, environment, checks: checks(), signal });
        for await (const finding of asked) findings.push(finding);
      } catch (error) {
        // What is broken off is no answer; the next night asks again.
        if (signal.aborted) return;
        throw error;
      }
      const problems = await storeVerification(db, { startedAt, finishedAt: clock.now(), findings });
      if (problems > 0)
        log.error({ problems, asked: findings.filter(({ count }) => count > 0) }, "something is damaged");
    },
  });

export const verificationHandlers: readonly Handler[] = [
  handle(lastVerification, async ({ db }) => {
    const row = await db.selectFrom("verification").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
    return {
      last: row
        ? {
            startedAt: row.started_at.toISOString(),
            finishedAt: row.finished_at.toISOString(),
            problems: row.problems,
            findings: z.array(verificationFinding).parse(row.findings),
          }
        : null,
    };
  }),
];
