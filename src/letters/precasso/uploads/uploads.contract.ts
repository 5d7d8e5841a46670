/** Calls and screens of uploads of pre-collection. What stands for every upload is the intake's: only what begins here is told apart. */
import { z } from "zod";
import { batch, mayUpload, startCalls } from "../../../exchange/intake/intake.contract.ts";
import { call, idParam, screen } from "../../../ground/kernel/contract.ts";

const who = mayUpload("precasso");

export const precassoUploadScreen = screen({ path: "/precasso/upload", who, title: "precasso.uploadTitle" });
export const precassoUploadedScreen = screen({
  path: "/precasso/upload/view-uploaded",
  who,
  title: "precasso.uploadedTitle",
});

export const { check: checkPrecassoUpload, place: placePrecassoUpload } = startCalls("/api/v4/precasso/upload", who);

export const uploadClientStatement = call({
  method: "POST",
  path: "/api/v4/precasso/statement",
  who,
  summary:
    "A bank statement of the client's own (camt.053 or MT940, field `file`): its receipts that name a record become an upload of payments to be checked. Nothing else of it is stored.",
  body: z.strictObject({ client: idParam.shape.id.optional() }),
  reply: batch,
  carries: "files",
});
