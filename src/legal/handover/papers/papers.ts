/** The papers of a file: its documents and what hangs on its timeline, each of a kind that a bailiff asks for (domain facts 4.6). */

import type { HoldKind } from "../../../cases/files/files.ts";
import type { DocumentKind } from "../../../letters/correspondence/correspondence.ts";

/** Among the documents of the file, or on a line of its timeline. */
export const paperSources = ["document", "log"] as const;
export type PaperSource = (typeof paperSources)[number];

/** What a paper is; `contract` is an agreement or the terms, `judgment` whatever a court or a counsellor issued. */
export const paperKinds = [
  "invoice",
  "contract",
  "notice14",
  "correspondence",
  "payments",
  "judgment",
  "other",
] as const;
export type PaperKind = (typeof paperKinds)[number];

/** What a court, a counsellor or an administrator sends says what is decided; the rest are letters. */
const decided: readonly HoldKind[] = [
  "shv",
  "moratorium",
  "broad_moratorium",
  "wsnp",
  "bankruptcy",
  "administration",
  "guardianship",
  "deceased",
];
export const paperOfState = (kind: HoldKind): PaperKind => (decided.includes(kind) ? "judgment" : "correspondence");

/** What a document is as long as nobody said so: our letters are correspondence, a statement tells of payments. */
export const kindOfDocument: Readonly<Record<DocumentKind, PaperKind | null>> = {
  letter: "correspondence",
  statement: "payments",
  attachment: null,
};
