/** What the owner of an export saw files by when it was made, held against what they see files by when they fetch it. */
import { z } from "zod";
import type { Actor } from "../../ground/platform/server/http/module.ts";

const sight = z.object({ clientIds: z.array(z.number()), teamIds: z.array(z.number()), seesAllFiles: z.boolean() });

/** As it is stored with a result. */
export const sightOf = ({ clientIds, teamIds, seesAllFiles }: Actor): string =>
  JSON.stringify(sight.parse({ clientIds, teamIds, seesAllFiles }));

/** Whether somebody still sees all that they saw then: a result holds the files of clients and teams that may be no longer theirs. */
export function seesStill(now: Actor, stored: unknown): boolean {
  // Of results of before this was kept, which are ready for some days only, it is not known.
  if (stored === null || now.seesAllFiles) return true;
  const then = sight.parse(stored);
  const covers = (mine: readonly number[], before: readonly number[]): boolean =>
    before.every((one) => mine.includes(one));
  return now.kind === "staff"
    ? !then.seesAllFiles && covers(now.teamIds, then.teamIds)
    : covers(now.clientIds, then.clientIds);
}
