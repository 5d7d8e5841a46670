/** Names of files that others give. Pure. */
import { cutText } from "./cut-text.ts";

/** Characters in a file name that make it look different: control characters, and direction overrides ("exe.fdp"). */
const unseenSigns = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name without folders before it and without what makes it look different, at most 200 long. */
export const shownFileName = (given: string): string =>
  cutText(given.replace(/^.*[\\/]/s, "").replace(unseenSigns, ""), 200);
