/** Whether a file is ready to be handed to a bailiff. */
import { z } from "zod";
import { any } from "../kernel/access.ts";
import { call, idParam } from "../kernel/contract.ts";

/** Particulars that a bailiff needs beside what the law asks (domain facts 4.6). */
export const handoverNeeds = ["initials", "birthDate", "kvk", "legalForm", "invoices", "documents"] as const;

export const readHandover = call({
  method: "GET",
  path: "/api/v4/file/{id}/handover",
  who: any("ROLE_FILE_EDIT", "ROLE_PROCESSING"),
  summary: "Whether a file could be handed to a bailiff now: what the law refuses, and which particulars are missing.",
  params: idParam,
  reply: z.object({
    ready: z.boolean(),
    needs: z.array(z.object({ need: z.enum(handoverNeeds), met: z.boolean() })),
    reasons: z.array(
      z.object({ rule: z.string(), article: z.string(), text: z.string(), possibleFrom: z.string().nullable() }),
    ),
    possibleFrom: z.string().nullable(),
  }),
});
