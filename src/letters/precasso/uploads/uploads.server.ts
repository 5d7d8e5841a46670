/** Uploads of pre-collection on the intake engine: the same reading and validation, resulting in records and payments. */
import { startHandlers, uploadJobs } from "../../../exchange/intake/intake.server.ts";
import { judgeClaims, placeClaims } from "./claim-rows.server.ts";
import { judgePayments, placePayments } from "./payment-rows.server.ts";
import { statementHandler } from "./statement.server.ts";
import { undoUploads } from "./undo.server.ts";
import { checkPrecassoUpload, placePrecassoUpload } from "./uploads.contract.ts";

const jobs = uploadJobs("precasso", {
  judge: (ctx, batch) => (batch.mode === "precasso" ? judgeClaims : judgePayments)(ctx, batch),
  place: (ctx, batch, most) => (batch.mode === "precasso" ? placeClaims : placePayments)(ctx, batch, most),
});

export const uploadHandlers = [
  ...startHandlers({ check: checkPrecassoUpload, place: placePrecassoUpload }, jobs),
  ...undoUploads.handlers,
  statementHandler,
];
export const precassoUploadJobs = [jobs.check, jobs.place, undoUploads.job] as const;
