/** What one run of the mutation tests is told, and what it tells back, line by line. */
import { z } from "zod";

export const plan = z.object({
  /** Files to change, with the number of their first mutant. */
  files: z.array(z.object({ file: z.string(), firstId: z.number() })),
  /** Of each mutant: the file it stands in. */
  fileOf: z.array(z.string()),
  /** Test files, and which of the files each brings in. */
  tests: z.array(z.object({ file: z.string(), imports: z.array(z.string()) })),
  /** Mutants to try. */
  ids: z.array(z.number()),
  /** Where the lines go. */
  results: z.string(),
});
export type Plan = z.infer<typeof plan>;

export const outcome = z.enum(["killed", "survived", "uncovered", "endless"]);
export type MutantOutcome = z.infer<typeof outcome>;

/** A mutant is begun before it is tried, so that one that never ends is known by its line without an outcome. */
export const resultLine = z.union([
  z.object({ begun: z.number() }),
  z.object({ leftOut: z.string() }),
  z.object({ id: z.number(), outcome, by: z.string().optional() }),
]);
