/** Commands of `npm run admin` about what the house promises: is all of it whole, and what is to be done where it is not. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chainHead } from "../platform/server/audit.ts";
import { headText, parseHead, readHead, writeHead } from "../platform/server/audit-head.ts";
import { rotateAuditKey } from "../platform/server/audit-keys.ts";
import type { Database } from "../platform/server/database.ts";
import type { Environment } from "../platform/server/environment.ts";
import { orphans } from "../platform/server/orphans.ts";
import { openStorage } from "../platform/server/storage.ts";
import { verifyInstallation } from "../platform/server/verify.ts";
import { roomServers } from "./rooms.server.ts";

type Say = (text: string) => void;

/** Asks everything; says each problem as it is found, and each check when it is done. False where something does not hold. */
export async function verifyAll(
  database: Database,
  environment: Environment,
  head: string | undefined,
  say: Say,
): Promise<boolean> {
  let whole = true;
  for await (const { asked, looked, count } of verifyInstallation({
    db: database.db,
    storage: openStorage(environment),
    environment,
    checks: roomServers.flatMap(({ checks }) => checks),
    head: head === undefined ? undefined : parseHead(head),
    onProblem: (_asked, problem) => say(`    ${problem}`),
  })) {
    say(count === 0 ? `✓ ${asked} (${looked})` : `✗ ${asked} (${looked}): ${count} problems`);
    whole &&= count === 0;
  }
  return whole;
}

const shownFile = (environment: Environment): string => join(environment.dataDir, "objects-to-clean");

/**
 * Shows the objects that nothing refers to. With `remove` those go that were shown before and still belong to nothing: what was being stored
 * at the time of the showing has its row by then.
 */
export async function cleanObjects(
  database: Database,
  environment: Environment,
  remove: boolean,
  say: Say,
): Promise<void> {
  const storage = openStorage(environment);
  const file = shownFile(environment);
  const shown = new Set((await readFile(file, "utf8").catch(() => "")).split("\n").filter(Boolean));
  if (remove && shown.size === 0)
    return say("Nothing was shown before: run clean without --remove first, and look at the list.");
  const found: string[] = [];
  let removed = 0;
  for await (const key of orphans(database.db, storage, () => undefined)) {
    if (!remove) {
      say(key);
      found.push(key);
    } else if (shown.has(key)) {
      await storage.delete(key);
      removed += 1;
    }
  }
  if (remove) {
    await rm(file, { force: true });
    return say(`${removed} objects were removed.`);
  }
  await writeFile(file, found.join("\n"), { mode: 0o600 });
  say(
    found.length === 0
      ? "Every object belongs to something."
      : `${found.length} objects belong to nothing. Some minutes from now, npm run admin -- clean --remove removes those that still do not.`,
  );
}

/** Adds a key that seals the audit trail from now on. */
export async function rotateKey(environment: Environment, say: Say): Promise<void> {
  const { id } = await rotateAuditKey(environment);
  say(`The audit trail is sealed with the key ${id} from now on. Keep the former ones: they prove what they sealed.`);
}

/** Takes the trail as it stands for the true one, after a restore or once a finding was looked into. */
export async function acceptTrail(database: Database, environment: Environment, say: Say): Promise<void> {
  const before = await readHead(environment);
  const head = await chainHead(database.db, new Date());
  if (!head) throw new Error("there is no sealed line of the audit trail yet");
  await writeHead(environment, head);
  say(`Written down before: ${before ? headText(before) : "nothing"}. Written down now: ${headText(head)}.`);
}
