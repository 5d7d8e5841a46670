/** Asks every night whether the whole installation is as it should be, keeps what was found, and shows it to the administrators. */
import { z } from "zod";
import { type Answer, answer, type Check, job } from "../platform/server/room.ts";
import { type Finding, keepVerification, verifyInstallation } from "../platform/server/verify.ts";
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
      for await (const finding of verifyInstallation({ db, storage, environment, checks: checks() })) {
        findings.push(finding);
        // What is broken off is no answer; the next night asks again.
        if (signal.aborted) return;
      }
      const problems = await keepVerification(db, { startedAt, finishedAt: clock.now(), findings });
      if (problems > 0)
        log.error({ problems, asked: findings.filter(({ count }) => count > 0) }, "something is damaged");
    },
  });

export const verificationAnswers: readonly Answer[] = [
  answer(lastVerification, async ({ db }) => {
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
