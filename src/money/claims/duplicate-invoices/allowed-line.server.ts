/** The timeline text of an invoice that two files may claim. */
import type { NewLogLine } from "../../../cases/logs/logs.server.ts";

/** The timeline line about who allowed an invoice to be claimed twice, and why. */
export const allowedLine = (fileId: number, number: string, name: string, reason: string): NewLogLine => ({
  fileId,
  type: "payment",
  subject: { key: "claims.logDoubleAllowed", values: { number, name } },
  content: reason,
});
