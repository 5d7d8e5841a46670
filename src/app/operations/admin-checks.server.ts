/** Commands of `npm run admin` about what the house promises: is all of it whole, and what is to be done where it is not. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chainHead } from "../../ground/platform/server/audit/audit.ts";
import { headText, parseHead, readHead, writeHead } from "../../ground/platform/server/audit/audit-head.ts";
import { rotateAuditKey } from "../../ground/platform/server/audit/audit-keys.ts";
import { verifyInstallation } from "../../ground/platform/server/audit/verify.ts";
import type { Database } from "../../ground/platform/server/postgres/database.ts";
import { systemClock } from "../../ground/platform/server/process/clock.ts";
import type { Environment } from "../../ground/platform/server/process/environment.ts";
import { freshMillis, orphans } from "../../ground/platform/server/storage/orphans.ts";
import { openStorage, type Storage } from "../../ground/platform/server/storage/storage.ts";

type Print = (text: string) => void;

/** Asks everything; says each problem as it is found, and each check when it is done. False where something does not hold. */
export async function verifyAll(
  database: Database,
  environment: Environment,
  head: string | undefined,
  print: Print,
): Promise<boolean> {
  const { moduleServers } = await import("../modules.server.ts");
  let whole = true;
  for await (const { asked, looked, count } of verifyInstallation({
    db: database.db,
    storage: openStorage(environment),
    environment,
    checks: moduleServers.flatMap(({ checks }) => checks),
    head: head === undefined ? undefined : parseHead(head),
    onProblem: (_asked, problem) => print(`    ${problem}`),
  })) {
    print(count === 0 ? `✓ ${asked} (${looked})` : `✗ ${asked} (${looked}): ${count} problems`);
    whole &&= count === 0;
  }
  return whole;
}

const shownFile = (environment: Environment): string => join(environment.dataDir, "objects-to-clean");

/** Files that killed writes left a day ago or longer: no write takes so long, so none is waited for. */
async function cleanLeftovers(storage: Storage, remove: boolean, print: Print): Promise<void> {
  let count = 0;
  for await (const name of storage.leftovers(new Date(systemClock.now().getTime() - freshMillis))) {
    if (remove) await storage.removeLeftover(name);
    count += 1;
  }
  if (count > 0) print(`${count} files of writes that were cut off ${remove ? "were removed" : "belong to nothing"}.`);
}

/**
 * Shows the objects that nothing refers to. With `remove` those go that were shown before and still belong to nothing: what was being stored
 * at the time of the showing has its row by then.
 */
export async function cleanObjects(
  database: Database,
  environment: Environment,
  remove: boolean,
  print: Print,
): Promise<void> {
  const storage = openStorage(environment);
  const file = shownFile(environment);
  await cleanLeftovers(storage, remove, print);
  const shown = new Set((await readFile(file, "utf8").catch(() => "")).split("\n").filter(Boolean));
  if (remove && shown.size === 0)
    return print("Nothing was shown before: run clean without --remove first, and look at the list.");
  const found: string[] = [];
  let removed = 0;
  for await (const key of orphans(database.db, storage, () => undefined)) {
    if (!remove) {
      print(key);
      found.push(key);
    } else if (shown.has(key)) {
      await storage.delete(key);
      removed += 1;
    }
  }
  if (remove) {
    await rm(file, { force: true });
    return print(`${removed} objects were removed.`);
  }
  await writeFile(file, found.join("\n"), { mode: 0o600 });
  print(
    found.length === 0
      ? "Every object belongs to something."
      : `${found.length} objects belong to nothing. Some minutes from now, npm run admin -- clean --remove removes those that still do not.`,
  );
}

/** Adds a key that seals the audit trail from now on. */
export async function rotateKey(environment: Environment, print: Print): Promise<void> {
  const { id } = await rotateAuditKey(environment);
  print(`The audit trail is sealed with the key ${id} from now on. Keep the former ones: they prove what they sealed.`);
}

/** Takes the trail as it stands for the true one, after a restore or once a finding was looked into. */
export async function acceptTrail(database: Database, environment: Environment, print: Print): Promise<void> {
  const before = await readHead(environment);
  const head = await chainHead(database.db, new Date());
  if (!head) throw new Error("there is no sealed line of the audit trail yet");
  await writeHead(environment, head);
  print(`Written down before: ${before ? headText(before) : "nothing"}. Written down now: ${headText(head)}.`);
}
