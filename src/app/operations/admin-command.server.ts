/** What the commands of `npm run admin` have in common. */
import type { Environment } from "../../ground/platform/server/process/environment.ts";

/** What a person did wrong at the command line. */
export class UsageError extends Error {}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** What every command works on. */
export interface AdminSession {
  readonly environment: Environment;
  /** The owner's. */
  readonly url: string;
}

export interface Given {
  /** The name or folder after the command; empty where there is none. */
  readonly subject: string;
  readonly options: Readonly<Record<string, string | undefined>>;
}

export type Command = (session: AdminSession, given: Given) => Promise<void>;
