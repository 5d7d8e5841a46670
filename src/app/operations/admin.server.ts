/** `npm run admin -- …`: what whoever runs an installation does from a shell, beside a running Vorder or without one. */
import { parseArgs } from "node:util";
import type { Message } from "../../ground/kernel/errors.ts";
import { platformTexts } from "../../ground/platform/platform.texts.ts";
import { startEmbedded } from "../../ground/platform/server/embedded/embedded-postgres.ts";
import { TextTable } from "../../ground/platform/server/http/error-replies.ts";
import { reasonNoted, translateReason } from "../../ground/platform/server/jobs/works.ts";
import { connect, requireServerVersion } from "../../ground/platform/server/postgres/database.ts";
import { findMigrations } from "../../ground/platform/server/postgres/migrations.ts";
import { prepareDatabase } from "../../ground/platform/server/postgres/prepare-database.ts";
import { readEnvironment } from "../../ground/platform/server/process/environment.ts";
import { addSecretKey } from "../../ground/platform/server/process/secrets.ts";
import { backUp, checkBackup, type Manifest, restore } from "../../ground/platform/server/storage/backup.ts";
import { latestBackups, problemNoted } from "../../ground/platform/server/storage/backup-schedule.ts";
import { openStorage } from "../../ground/platform/server/storage/storage.ts";
import { acceptTrail, cleanObjects, rotateKey, verifyAll } from "./admin-checks.server.ts";
import { type AdminSession, type Command, type Given, print, UsageError } from "./admin-command.server.ts";
import type { userCommands } from "./admin-users.server.ts";
import { backupTexts } from "./backup/backup.texts.ts";

const usage = `npm run admin -- COMMAND

  create-user NAME --roles ROLE_A,ROLE_B [--full-name TEXT] [--kind staff|customer|contact] [--email ADDRESS]
                         makes a user ("*" holds every role) and prints a first password
  reset-password NAME    sets and prints a new password, and ends the user's sessions
                         (for both, VORDER_PASSWORD sets a password of your own)
  remove-factors NAME    takes the second factors and recovery codes of a user who has lost them, and ends their sessions
  migrate                brings the database up to this release
  verify [--head LINES:SEAL]
                         asks whether money, records, messages, stored objects and the audit trail are whole, and names
                         what is not; with the head of the trail that a log server or a mail was told
  clean [--remove]       shows the stored objects that belong to nothing; then removes those that were shown
  rotate-audit-key       seals the audit trail with a new key from now on
  accept-audit-trail     takes the audit trail as it stands for the true one: after a restore
  database-url           prints the address of the database
  backup FOLDER          writes a backup into a new folder
  backups                lists the latest scheduled backups and what became of each
  check-backup FOLDER    reads a backup from beginning to end
  restore FOLDER         restores a backup into an empty database
  rotate-key             makes a new key for the passwords of gateways and places, and encrypts them with it
`;

/** Opens the database for one command. */
async function withDatabase<R>(
  { url }: AdminSession,
  use: (database: ReturnType<typeof connect>) => Promise<R>,
): Promise<R> {
  const database = connect(url, { max: 4, applicationName: "vorder-admin" });
  try {
    await requireServerVersion(database.pool);
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Names what a backup lacks, and fails then. */
function printMissing(missing: Manifest["missing"]): void {
  if (missing.length === 0) return;
  print(`It is incomplete; ${missing.length} attachments are not in it:`);
  for (const { key, reason } of missing) print(`    ${key}: ${reason}`);
  process.exitCode = 1;
}

const ofUsers =
  (name: keyof typeof userCommands): Command =>
  async (session, given) =>
    (await import("./admin-users.server.ts")).userCommands[name](session, given);

/** Most need the database and nothing of the modules; what does need them is loaded by it. */
const commands: Readonly<Record<string, Command>> = {
  "create-user": ofUsers("create-user"),
  "reset-password": ofUsers("reset-password"),
  "remove-factors": ofUsers("remove-factors"),

  migrate: async ({ environment, url }) => {
    const { ran, unprotected } = await prepareDatabase({
      url: environment.databaseUrl ?? url,
      ownerUrl: environment.databaseOwnerUrl,
    });
    for (const { number, name } of ran) print(`${String(number).padStart(4, "0")}-${name}`);
    print(ran.length === 0 ? "The database is up to date." : `${ran.length} migrations ran.`);
    if (unprotected !== undefined) print(`There is no lesser role to serve under: ${unprotected}`);
  },

  verify: (session, { options }) =>
    withDatabase(session, async (database) => {
      if (!(await verifyAll(database, session.environment, options.head, print))) process.exitCode = 1;
    }),

  clean: (session, { options }) =>
    withDatabase(session, (database) =>
      cleanObjects(database, session.environment, options.remove !== undefined, print),
    ),

  "rotate-audit-key": ({ environment }) => rotateKey(environment, print),

  "accept-audit-trail": (session) =>
    withDatabase(session, (database) => acceptTrail(database, session.environment, print)),

  "database-url": async ({ url }) => print(url),

  backup: (session, { subject }) =>
    withDatabase(session, async ({ pool }) => {
      const { tables, attachments, missing } = await backUp({
        pool,
        storage: openStorage(session.environment),
        folder: subject,
        now: new Date(),
      });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      print(`${tables.length} tables with ${rows} rows and ${attachments.length} attachments are in ${subject}.`);
      printMissing(missing);
    }),

  backups: (session) =>
    withDatabase(session, async ({ db }) => {
      const runs = await latestBackups(db, 20);
      if (runs.length === 0) print("No backup was made by itself. BACKUP_FOLDER says where they go.");
      const texts = new TextTable([backupTexts, platformTexts]);
      const inEnglish = (message: Message): string => texts.translate("en", message);
      for (const { started_at, state, folder, problems, reason } of runs) {
        print(`${started_at.toISOString()} ${state.padEnd(10)} ${folder}`);
        if (state === "failed") print(`    ${translateReason(inEnglish, reasonNoted(reason ?? ""))}`);
        else for (const problem of problems) print(`    ${inEnglish(problemNoted(problem))}`);
      }
      if (runs[0] && runs[0].state !== "whole" && runs[0].state !== "running") process.exitCode = 1;
    }),

  "check-backup": async (_desk, { subject }) => {
    const { madeAt, release, tables, attachments, missing } = await checkBackup(subject);
    const state = missing.length === 0 ? "is whole" : "can be read";
    print(
      `The backup of ${madeAt} (release ${release}) ${state}: ${tables.length} tables, ${attachments.length} attachments.`,
    );
    printMissing(missing);
  },

  restore: (session, { subject }) =>
    withDatabase(session, async ({ pool }) => {
      const { environment, url } = session;
      const { madeAt, missing } = await restore({
        pool,
        url,
        storage: openStorage(environment),
        folder: subject,
        migrations: await findMigrations(),
      });
      print(`The backup of ${madeAt} is restored.`);
      printMissing(missing);
      print(
        "Passwords of gateways and places open only with the key that sealed them (DATA_DIR/secret-key or SECRET_KEY).",
      );
      print("It is not in the backup: put it back, or type them anew.");
    }),

  "rotate-key": ({ environment, url }) =>
    withDatabase({ environment, url }, async ({ db }) => {
      const { resealAll } = await import("./secrets.server.ts");
      const isMade = addSecretKey(environment);
      await resealAll(db, environment);
      print(
        isMade
          ? "A new key is in use. The one of before stays in DATA_DIR/secret-key until the next change."
          : "All is encrypted with the first key of SECRET_KEY; the others can be taken out of it.",
      );
    }),
};

const needsSubject = new Set(["create-user", "reset-password", "remove-factors", "backup", "check-backup", "restore"]);

function readCommand(argv: readonly string[]): { command: Command; given: Given } {
  const text = { type: "string" } as const;
  const { positionals, values } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { roles: text, "full-name": text, kind: text, email: text, head: text, remove: { type: "boolean" } },
  });
  const [name = "", subject = "", ...rest] = positionals;
  const command = commands[name];
  if (!command || rest.length > 0 || needsSubject.has(name) !== (subject !== "")) throw new UsageError(usage);
  const { remove, ...texts } = values;
  return { command, given: { subject, options: { ...texts, ...(remove ? { remove: "yes" } : {}) } } };
}

async function main(): Promise<void> {
  const { command, given } = readCommand(process.argv.slice(2));
  const environment = readEnvironment(process.env);
  const embedded = environment.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: environment.dataDir, log: () => undefined, share: true });
  try {
    await command(
      { environment, url: environment.databaseOwnerUrl ?? environment.databaseUrl ?? embedded?.url ?? "" },
      given,
    );
  } finally {
    await embedded?.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
