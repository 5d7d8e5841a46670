/** What the nightly questions about the whole of the installation found, for its administrators. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, screen } from "../../../ground/kernel/contract.ts";

const who = any("ROLE_ADMIN");

export const verificationFinding = z.object({
  asked: z.string(),
  looked: z.number().int(),
  count: z.number().int(),
  /** The first of them, in English, as `npm run admin -- verify` says them. */
  problems: z.array(z.string()),
});

export const lastVerification = call({
  method: "GET",
  path: "/api/v4/verification",
  who,
  summary: "What the last nightly verification asked and found; null before the first.",
  reply: z.object({
    last: z
      .object({
        startedAt: z.iso.datetime(),
        finishedAt: z.iso.datetime(),
        problems: z.number().int(),
        findings: z.array(verificationFinding),
      })
      .nullable(),
  }),
});

export const verificationScreen = screen({ path: "/settings/verification", who, title: "verification.title" });
