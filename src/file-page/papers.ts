/** The papers of a file: its documents and what hangs on its timeline, each of a kind that a bailiff asks for (domain facts 4.6). */
import type { DocumentKind } from "../correspondence/correspondence.ts";

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

/** What a document is as long as nobody said so: our letters are correspondence, a statement tells of payments. */
export const bornAs: Readonly<Record<DocumentKind, PaperKind | null>> = {
  letter: "correspondence",
  statement: "payments",
  attachment: null,
};
