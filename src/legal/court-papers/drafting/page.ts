/** A court paper as it is set: strings only, with every amount and date already written out. The PDF and the DOCX are made from the same page. */

export interface Run {
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
}
/** Lines of runs: a line break within a paragraph parts them. */
export type Lines = readonly (readonly Run[])[];

export type PaperBlock =
  | { readonly kind: "heading"; readonly text: string }
  /** `number`: what it counts as, "" for none. */
  | { readonly kind: "paragraph"; readonly number: string; readonly lines: Lines }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly Lines[] }
  | {
      readonly kind: "table";
      readonly caption: string;
      readonly columns: readonly { readonly title: string; readonly wide: number; readonly right: boolean }[];
      readonly rows: readonly (readonly string[])[];
      /** The last row, set apart: a sum. */
      readonly total: readonly string[] | null;
    };

export interface PaperPage {
  readonly title: string;
  /** Below the title; "" for none. */
  readonly subtitle: string;
  /** Year, month, day: the date of the document. */
  readonly date: readonly [number, number, number];
  readonly author: string;
  /** At the top of each page. */
  readonly running: string;
  readonly footer: readonly string[];
  readonly blocks: readonly PaperBlock[];
}

/** Not seen in print, forbidden in XML, or turning the direction of what follows. Line ends become spaces. */
const unseen = /[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]+/gu;
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text of anybody's as it may stand in a PDF or in XML. */
export const printable = (text: string): string => text.replace(unseen, " ").replace(turning, "");
