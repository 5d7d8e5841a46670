/** Documents that are kept of a client. */
import { z } from "zod";
import { agreementDate } from "../agreements/agreements.ts";

export const documentKinds = [
  "contract",
  "mandate",
  "processing_agreement",
  "kvk",
  "ubo",
  "general_terms",
  "identity",
  "other",
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The largest document, in bytes. */
export const maxDocumentBytes = 20 * 1024 * 1024;

/** The kinds of files that are taken: what one can read without running anything. */
export const documentTypes: Readonly<Record<string, readonly string[]>> = {
  "application/pdf": [".pdf"],
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/tiff": [".tif", ".tiff"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": [".docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
};

export const documentFields = {
  kind: z.enum(documentKinds, { error: "customers.errorKind" }),
  validUntil: agreementDate
    .nullable()
    .or(z.literal("").transform(() => null))
    .default(null),
};
