/** The settings from the environment: one schema, read once at start. An invalid value stops the start with its name. */
import { Resolver } from "node:dns";
import { resolve } from "node:path";
import { CronExpressionParser } from "cron-parser";
import { closest, distance } from "fastest-levenshtein";
import { z } from "zod";
import { type OutgoingException, readException } from "../outbox/outgoing.ts";
import type { DatabaseLimits } from "../postgres/database.ts";
import { readSecretKey } from "./secrets.ts";

const url = (...protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  });

/** An address of a server with a host: `tcp:3310` would be a valid URL without one. */
const server = (...protocols: readonly string[]) =>
  url(...protocols).refine((text) => !URL.canParse(text) || new URL(text).hostname !== "", {
    error: `must name a server: ${protocols.map((protocol) => `${protocol}//host:port`).join(" or ")}`,
  });

/** Whether a library accepts a text. Its own error message would only help those who know the library. */
const isTakenBy = (take: () => unknown): boolean => {
  try {
    take();
    return true;
  } catch {
    return false;
  }
};

const isCron = (text: string): boolean =>
  text.trim().split(/\s+/).length === 5 && isTakenBy(() => CronExpressionParser.parse(text.trim()));

const wholeNumber = (least: number, most: number) =>
  z.string().refine((text) => /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most, {
    error: `must be a whole number from ${least} to ${most}`,
  });

const oneOf = <const Value extends string>(...values: readonly [Value, ...Value[]]) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });

/** The minimum memory of a password hash in MiB, except in tests. */
const safePasswordMemory = 64;

const schema = z.object({
  PORT: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, "must be a whole number from 0 to 65535")
    .default("3000"),
  HOST: z.string().default("127.0.0.1"),
  DATABASE_URL: url("postgres:", "postgresql:").optional(),
  DATABASE_STATEMENT_SECONDS: wholeNumber(1, 86_400).default("60"),
  DATABASE_JOB_STATEMENT_SECONDS: wholeNumber(1, 86_400).default("1800"),
  DATABASE_LOCK_SECONDS: wholeNumber(1, 3600).default("20"),
  DATABASE_IDLE_SECONDS: wholeNumber(1, 86_400).default("120"),
  DATABASE_WAIT_SECONDS: wholeNumber(1, 600).default("10"),
  DATABASE_WAITING: wholeNumber(1, 100_000).default("500"),
  DRAIN_SECONDS: wholeNumber(0, 600).optional(),
  DATABASE_OWNER_URL: url("postgres:", "postgresql:").optional(),
  BACKUP_FOLDER: z.string().optional(),
  BACKUP_CRON: z
    .string()
    .refine(isCron, "must be a cron expression of five fields such as 30 1 * * *")
    .default("30 1 * * *"),
  BACKUP_KEEP: wholeNumber(1, 1000).default("14"),
  DATA_DIR: z.string().default("data"),
  SMTP_URL: server("smtp:", "smtps:").optional(),
  GATEWAY_SECONDS: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text), "must be a whole number of seconds from 1 to 999")
    .default("60"),
  PASSWORD_MEMORY_MIB: wholeNumber(1, 1024).default(String(safePasswordMemory)),
  VIRUS_SCANNER: server("tcp:").optional(),
  STORAGE_URL: url("file:", "s3+https:", "s3+http:").optional(),
  CAPTCHA: oneOf("altcha", "recaptcha", "off").default("altcha"),
  VORDER_ENV: oneOf("dev", "demo", "test", "prod").default("demo"),
  VORDER_DEMO: oneOf("on", "off").optional(),
  VORDER_CLOCK: z.iso
    .datetime({ offset: true, error: "must be an ISO instant such as 2026-11-20T09:00:00Z" })
    .optional(),
  SESSION_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  BASE_URL: url("http:", "https:").optional(),
  LOG_LEVEL: oneOf("silent", "fatal", "error", "warn", "info", "debug", "trace").default("info"),
  VORDER_ROLE: oneOf("all", "web", "worker").default("all"),
  AUDIT_KEY: z
    .string()
    .refine((text) => text.split(",").every((key) => key.trim().length >= 32), "must have at least 32 characters")
    .optional(),
  AUDIT_HEAD: url("syslog:", "mailto:").optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  TRUSTED_PROXIES: z
    .string()
    .default("loopback")
    .transform((text, context) =>
      text.split(",").flatMap((entry) => {
        const proxy = entry.trim();
        if (proxy === "") return [];
        if (proxy !== "loopback" && readException(proxy)?.range === undefined)
          context.addIssue(`addresses or ranges with commas between, such as 10.0.0.0/8, or loopback; not ${proxy}`);
        return [proxy];
      }),
    ),
  SECRET_KEY: z
    .string()
    .default("")
    .transform((text, context) =>
      text.split(",").flatMap((entry) => {
        if (entry.trim() === "") return [];
        const key = readSecretKey(entry);
        if (key === undefined) context.addIssue("must be 32 random bytes in base64: openssl rand -base64 32");
        return key ?? [];
      }),
    ),
  /** Name servers to use instead of those of the machine. */
  DNS_SERVERS: z
    .string()
    .default("")
    .transform((text, context) =>
      text.split(",").flatMap((entry) => {
        const name = entry.trim();
        if (name === "") return [];
        if (!isTakenBy(() => new Resolver().setServers([name])))
          context.addIssue(`IP addresses with commas between, such as 9.9.9.9 or 192.0.2.53:5353; not ${name}`);
        return [name];
      }),
    ),
  OUTGOING_ALLOW: z
    .string()
    .default("")
    .transform((text, context) =>
      text.split(",").flatMap((entry) => {
        if (entry.trim() === "") return [];
        const exception = readException(entry);
        if (exception === undefined)
          context.addIssue(`names with commas between, such as mail.intern:25 or 10.1.0.0/16; not ${entry.trim()}`);
        return exception ?? [];
      }),
    ),
});

/** Automatic backups. */
export interface BackupPlan {
  /** Absolute. */
  readonly folder: string;
  /** In Europe/Amsterdam. */
  readonly cron: string;
  /** The number of backups kept. */
  readonly keep: number;
}

/** The settings as used by the rest of the server. */
export interface Environment {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Absent: the embedded PostgreSQL, its cluster below `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Database limits for requests. */
  readonly requestLimits: DatabaseLimits;
  /** Database limits for jobs. */
  readonly jobLimits: DatabaseLimits;
  /** How long a process continues to serve after /ready has started to fail, in seconds. */
  readonly drainSeconds: number;
  /** The role that migrates, if DATABASE_URL is a serving role; absent: that of DATABASE_URL, which creates the serving role itself. */
  readonly databaseOwnerUrl: string | undefined;
  /** Absent: no automatic backups. */
  readonly backups: BackupPlan | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Absent: mails stay readable in the outbox. */
  readonly smtpUrl: string | undefined;
  /** The time limit of a conversation with a mail server or an SMS gateway. */
  readonly gatewaySeconds: number;
  /** The memory of a password hash in MiB. */
  readonly passwordMemoryMib: number;
  /** The daemon of ClamAV; absent: uploads are stored unscanned and marked as such. */
  readonly virusScanner: URL | undefined;
  /** Absent: the folder `storage` below `dataDir`. */
  readonly storageUrl: string | undefined;
  readonly captcha: "altcha" | "recaptcha" | "off";
  readonly env: "dev" | "demo" | "test" | "prod";
  /** Whether demo data and demo logins are created on the first run. */
  readonly demo: boolean;
  /** The instant at which the clock starts; absent: the real time. */
  readonly clock: Date | undefined;
  /** Absent: a random one, stored in a file below `dataDir`. */
  readonly sessionSecret: string | undefined;
  /** Origin and path of the application for users, without a trailing slash. */
  readonly baseUrl: string;
  /** The keys that seal the audit trail, in order, separated by commas; absent: those of a file below `dataDir`. */
  readonly auditKey: string | undefined;
  /** Where the head of the audit trail is sent besides the file below `dataDir`: syslog://host:port or mailto:address. */
  readonly auditHead: URL | undefined;
  readonly logLevel: "silent" | "fatal" | "error" | "warn" | "info" | "debug" | "trace";
  readonly role: "all" | "web" | "worker";
  /** Absent: /metrics does not exist. */
  readonly metricsToken: string | undefined;
  /** The proxies whose `X-Forwarded-For` is trusted: addresses and ranges, or "loopback". */
  readonly trustedProxies: readonly string[];
  /** The keys that encrypt gateway passwords, the current one first; none: those of a file below `dataDir`. */
  readonly secretKeys: readonly Buffer[];
  /** Destinations that are allowed for connections that users can configure, although the address is not public, or the port unusual. */
  readonly outgoingAllow: readonly OutgoingException[];
  /** Name servers to use instead of those of the machine, each with or without port; empty for those of the machine. */
  readonly dnsServers: readonly string[];
}

/** The settings are invalid; the message has one line with the reason for each. */
export class EnvironmentError extends Error {
  constructor(problems: readonly string[]) {
    super(`Vorder cannot start with these settings:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "EnvironmentError";
  }
}

/** `--role web` and `--role=web`; any other command-line argument is an error. */
function readArguments(argv: readonly string[]): { role?: string; problems: string[] } {
  const problems: string[] = [];
  let role: string | undefined;
  for (let at = 0; at < argv.length; at++) {
    const [name, value] = (argv[at] ?? "").split("=", 2);
    if (name === "--role") role = value ?? argv[++at] ?? "";
    else problems.push(`${argv[at]}: no such argument; there is --role all|web|worker`);
  }
  return role === undefined ? { problems } : { role, problems };
}

/** Rules between settings. */
function disagreements(raw: z.infer<typeof schema>): string[] {
  const problems: string[] = [];
  if (raw.VORDER_ENV === "prod") {
    if (raw.VORDER_CLOCK !== undefined) problems.push("VORDER_CLOCK: refused when VORDER_ENV is prod");
    if (raw.VORDER_DEMO === "on") problems.push("VORDER_DEMO: refused when VORDER_ENV is prod");
    if (raw.CAPTCHA === "off") problems.push("CAPTCHA: off is refused when VORDER_ENV is prod");
    if (raw.DATABASE_URL !== undefined && raw.SESSION_SECRET === undefined) {
      problems.push("SESSION_SECRET: required in prod with DATABASE_URL, because all processes must share it");
    }
    if (raw.DATABASE_URL !== undefined && raw.SECRET_KEY.length === 0) {
      problems.push("SECRET_KEY: required in prod with DATABASE_URL, because all processes must share it");
    }
  }
  if (raw.VORDER_ENV !== "test" && Number(raw.PASSWORD_MEMORY_MIB) < safePasswordMemory)
    problems.push(`PASSWORD_MEMORY_MIB: must be at least ${safePasswordMemory}, or passwords are guessed too fast`);
  if (raw.DATABASE_OWNER_URL !== undefined && raw.DATABASE_URL === undefined) {
    problems.push("DATABASE_OWNER_URL: needs DATABASE_URL, the address of the role that serves");
  }
  if (raw.VORDER_ROLE !== "all" && raw.DATABASE_URL === undefined) {
    problems.push(`VORDER_ROLE: ${raw.VORDER_ROLE} needs DATABASE_URL; the embedded database serves one process`);
  }
  return problems;
}

function limitsOf(raw: z.infer<typeof schema>): Pick<Environment, "requestLimits" | "jobLimits"> {
  const shared = {
    lock: Number(raw.DATABASE_LOCK_SECONDS),
    idleInTransaction: Number(raw.DATABASE_IDLE_SECONDS),
    wait: Number(raw.DATABASE_WAIT_SECONDS),
    waiting: Number(raw.DATABASE_WAITING),
  };
  return {
    requestLimits: { ...shared, statement: Number(raw.DATABASE_STATEMENT_SECONDS) },
    jobLimits: {
      ...shared,
      statement: Number(raw.DATABASE_JOB_STATEMENT_SECONDS),
      // Between two statements of a step a job reads a file, typesets a letter or waits for a mail server.
      idleInTransaction: Math.max(shared.idleInTransaction, 600),
      lock: Math.max(shared.lock, 120),
    },
  };
}

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

/** Variables that commands and tests read besides the settings. */
const ownOfCommands = new Set(["VORDER_PASSWORD", "VORDER_CHROMIUM", "VORDER_TEST_LOG", "VORDER_TEST_IMPORT_ROWS"]);
/** The maximum edit distance of a misspelled setting, except for short names. */
const slips = 2;
const shortName = 8;

/** Names that resemble a setting but are none, with the setting that was probably meant: a misspelled one would otherwise be ignored silently. */
export function misspeltSettings(source: NodeJS.ProcessEnv): readonly (readonly [name: string, meant: string])[] {
  return Object.keys(source).flatMap((name) => {
    if (settingNames.includes(name) || ownOfCommands.has(name) || name.length < shortName) return [];
    const meant = closest(name, settingNames);
    return name.startsWith("VORDER_") || distance(name, meant) <= slips ? [[name, meant] as const] : [];
  });
}

/**
 * Reads the settings of a process.
 * @throws {EnvironmentError} naming every invalid setting.
 */
export function readEnvironment(source: NodeJS.ProcessEnv, argv: readonly string[] = []): Environment {
  const { role, problems } = readArguments(argv);
  // An empty value means "not set", as in compose files and unit files.
  const given = Object.fromEntries(settingNames.flatMap((key) => (source[key] ? [[key, source[key]]] : [])));
  const parsed = schema.safeParse(role === undefined ? given : { ...given, VORDER_ROLE: role });
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
    throw new EnvironmentError(problems);
  }
  const raw = parsed.data;
  problems.push(...disagreements(raw));
  if (problems.length > 0) throw new EnvironmentError(problems);
  return {
    port: Number(raw.PORT),
    host: raw.HOST,
    databaseUrl: raw.DATABASE_URL,
    ...limitsOf(raw),
    // Without a load balancer nobody has to notice that the process is stopping.
    drainSeconds: Number(raw.DRAIN_SECONDS ?? (raw.VORDER_ENV === "prod" && raw.DATABASE_URL !== undefined ? 10 : 0)),
    databaseOwnerUrl: raw.DATABASE_OWNER_URL,
    backups:
      raw.BACKUP_FOLDER === undefined
        ? undefined
        : { folder: resolve(raw.BACKUP_FOLDER), cron: raw.BACKUP_CRON.trim(), keep: Number(raw.BACKUP_KEEP) },
    dataDir: resolve(raw.DATA_DIR),
    smtpUrl: raw.SMTP_URL,
    gatewaySeconds: Number(raw.GATEWAY_SECONDS),
    passwordMemoryMib: Number(raw.PASSWORD_MEMORY_MIB),
    virusScanner: raw.VIRUS_SCANNER === undefined ? undefined : new URL(raw.VIRUS_SCANNER),
    storageUrl: raw.STORAGE_URL,
    captcha: raw.CAPTCHA,
    env: raw.VORDER_ENV,
    demo:
      raw.VORDER_DEMO === undefined ? raw.VORDER_ENV === "demo" || raw.VORDER_ENV === "dev" : raw.VORDER_DEMO === "on",
    clock: raw.VORDER_CLOCK === undefined ? undefined : new Date(raw.VORDER_CLOCK),
    sessionSecret: raw.SESSION_SECRET,
    baseUrl: (raw.BASE_URL ?? `http://localhost:${raw.PORT}`).replace(/\/+$/, ""),
    auditKey: raw.AUDIT_KEY,
    auditHead: raw.AUDIT_HEAD === undefined ? undefined : new URL(raw.AUDIT_HEAD),
    logLevel: raw.LOG_LEVEL,
    role: raw.VORDER_ROLE,
    metricsToken: raw.METRICS_TOKEN,
    outgoingAllow: raw.OUTGOING_ALLOW,
    dnsServers: raw.DNS_SERVERS,
    secretKeys: raw.SECRET_KEY,
    trustedProxies: raw.TRUSTED_PROXIES,
  };
}
