import { readFileSync } from "node:fs";

/** The one layout of court papers and of the pages of a bundle. */
export const paperLayout = readFileSync(new URL("./paper.typ", import.meta.url), "utf8");
