/** What the timeline says of an invoice that may be claimed twice. */
import type { NewLogLine } from "../../../cases/logs/logs.server.ts";

/** The line of the timeline that says who let an invoice be claimed twice, and why. */
export const allowedLine = (fileId: number, number: string, name: string, reason: string): NewLogLine => ({
  fileId,
  type: "payment",
  subject: { key: "claims.logDoubleAllowed", values: { number, name } },
  content: reason,
});
