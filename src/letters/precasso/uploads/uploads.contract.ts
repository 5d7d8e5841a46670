/** Calls and screens of uploads of pre-collection. Calls common to all uploads are the intake's; only starting one differs here. */
import { z } from "zod";
import { batch, mayUpload, startCalls, undoCalls } from "../../../exchange/intake/intake.contract.ts";
import { all } from "../../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../../ground/kernel/contract.ts";

const who = mayUpload("precasso");

export const precassoUploadScreen = screen({ path: "/precasso/upload", who, title: "precasso.uploadTitle" });
export const precassoUploadedScreen = screen({
  path: "/precasso/upload/view-uploaded",
  who,
  title: "precasso.uploadedTitle",
});

export const { check: checkPrecassoUpload, place: placePrecassoUpload } = startCalls("/api/v4/precasso/upload", who);

export const undoPrecassoCalls = undoCalls(
  "/api/v4/precasso/upload",
  all("ROLE_PRECASSO_CREATE_UPLOAD", "ROLE_PRECASSO_CREATE"),
  {
    plan: "What taking an upload of pre-collection back would do: how many records are withdrawn or payments count no more, and which stay and why.",
    undo: "Withdraws the records of an upload to which nothing has happened since, or takes its payments back, as a tracked job; each is asked again.",
  },
);
export const { plan: planPrecassoUndo, undo: undoPrecassoUpload } = undoPrecassoCalls;

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
