/** Lets modules above react to changes of a file, in the same transaction. */
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { FileChange } from "../files.ts";
import type { FileState } from "./record.server.ts";

type Follower = (ctx: WorkCtx, file: FileState, change: FileChange) => Promise<void>;
const followers: Follower[] = [];

/** Lets a module above take part in every change of a file, in the same transaction: the timeline writes its line so. */
export const followFiles = (follower: Follower): void => {
  followers.push(follower);
};

export async function notifyFollowers(ctx: WorkCtx, file: FileState, change: FileChange): Promise<void> {
  for (const follow of followers) await follow(ctx, file, change);
}

/** @throws conflict with the present state, where somebody else changed the file since `version` was read. */
export function requireVersion(file: FileState, version: number | undefined): void {
  if (version !== undefined && version !== file.version) {
    throw new VorderError("conflict", {
      data: { current: { id: file.id, phase: file.phase, status: file.status, version: file.version } },
    });
  }
}
