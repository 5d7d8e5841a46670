/** What the owner of an export saw when it was made, held against what they see when they fetch it. */
import { z } from "zod";
import type { Actor, Ctx } from "../../ground/platform/server/http/module.ts";

const sight = z.object({ clientIds: z.array(z.number()), teamIds: z.array(z.number()), seesAllFiles: z.boolean() });
type Sight = z.output<typeof sight>;

/** What somebody sees files by. */
export const sightOf = ({ clientIds, teamIds, seesAllFiles }: Actor): Sight =>
  sight.parse({ clientIds, teamIds, seesAllFiles });

/** Whether its owner still sees all that they saw when it was made: a result holds the files of clients and teams that may be no longer theirs. */
export async function seesStill({ db, user }: Ctx, id: number): Promise<boolean> {
  const made = await db
    .selectFrom("audit_log")
    .select("after")
    .where("subject", "=", "file_export")
    .where("subject_id", "=", String(id))
    .where("action", "=", "file_export.made")
    .executeTakeFirst();
  const then = z.object({ sight }).safeParse(made?.after).data?.sight;
  // Those of before this was kept lie ready for some days still.
  if (then === undefined || user.seesAllFiles) return true;
  const covers = (now: readonly number[], before: readonly number[]): boolean =>
    before.every((one) => now.includes(one));
  return user.kind === "staff"
    ? !then.seesAllFiles && covers(user.teamIds, then.teamIds)
    : covers(user.clientIds, then.clientIds);
}
