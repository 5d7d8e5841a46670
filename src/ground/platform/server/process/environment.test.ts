import { isAbsolute } from "node:path";
import { describe, expect, it } from "vitest";
import { EnvironmentError, misspeltSettings, readEnvironment, settingNames } from "./environment.ts";

const problemsOf = (source: NodeJS.ProcessEnv, argv: string[] = []): string => {
  try {
    readEnvironment(source, argv);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
  return "";
};

describe("settings by environment", () => {
  it("starts with none set", () => {
    const environment = readEnvironment({});
    expect(environment).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      env: "demo",
      demo: true,
      captcha: "altcha",
      role: "all",
      baseUrl: "http://localhost:3000",
      databaseUrl: undefined,
      clock: undefined,
    });
    expect(isAbsolute(environment.dataDir)).toBe(true);
  });

  it("treats an empty value as unset and ignores foreign variables", () => {
    expect(readEnvironment({ PORT: "", DATABASE_URL: "", HOME: "/home/x" }).port).toBe(3000);
  });

  it.each([
    ["PORT", "http", "PORT"],
    ["PORT", "70000", "PORT"],
    ["PORT", "30.5", "PORT"],
    ["DATABASE_URL", "mysql://localhost/vorder", "must be an address that starts with postgres:// or postgresql://"],
    ["SMTP_URL", "localhost:25", "SMTP_URL"],
    ["GATEWAY_SECONDS", "0", "GATEWAY_SECONDS: must be a whole number of seconds"],
    ["PASSWORD_MEMORY_MIB", "63", "PASSWORD_MEMORY_MIB: must be at least 64, or passwords are guessed too fast"],
    ["STORAGE_URL", "https://store.example/bucket", "STORAGE_URL"],
    ["CAPTCHA", "on", "CAPTCHA"],
    ["VORDER_ENV", "production", "VORDER_ENV"],
    ["VORDER_DEMO", "yes", "VORDER_DEMO"],
    ["VORDER_CLOCK", "2026-11-20", "VORDER_CLOCK: must be an ISO instant"],
    ["VORDER_CLOCK", "2026-11-20T09:00:00", "VORDER_CLOCK: must be an ISO instant"],
    ["SECRET_KEY", "short", "SECRET_KEY: must be 32 random bytes in base64: openssl rand -base64 32"],
    ["OUTGOING_ALLOW", "mail.intern, http://x", "OUTGOING_ALLOW: names with commas between"],
    ["SESSION_SECRET", "short", "SESSION_SECRET: must have at least 32 characters"],
    ["BASE_URL", "vorder.example", "BASE_URL"],
    ["LOG_LEVEL", "loud", "LOG_LEVEL"],
    ["BACKUP_CRON", "nightly", "BACKUP_CRON: must be a cron expression of five fields"],
    ["BACKUP_CRON", "61 25 * * *", "BACKUP_CRON: must be a cron expression of five fields"],
    ["DNS_SERVERS", "9.9.9.9, dns.example", "DNS_SERVERS: IP addresses with commas between"],
    ["VIRUS_SCANNER", "tcp:3310", "VIRUS_SCANNER: must name a server: tcp://host:port"],
    ["SMTP_URL", "smtp:25", "SMTP_URL: must name a server"],
    ["METRICS_TOKEN", "short", "METRICS_TOKEN"],
  ])("an invalid value %s=%s is reported by name", (name, value, expected) => {
    expect(problemsOf({ [name]: value })).toContain(expected);
  });

  it("names every wrong one at once", () => {
    const message = problemsOf({ PORT: "x", CAPTCHA: "x" });
    expect(message).toContain("PORT");
    expect(message).toContain("CAPTCHA");
  });

  it("gives an error of its own for every invalid value", () => {
    const all = settingNames;
    const garbage = [
      "x",
      "-1",
      "0",
      "1e9",
      "//",
      "http://",
      "smtp:",
      "a,b,,c",
      "* * * * x",
      "{}",
      "é\u0000",
      " ",
      "null",
    ];
    for (const name of all)
      for (const value of garbage) {
        const [, ...lines] = problemsOf({ [name]: value }).split("\n");
        for (const line of lines)
          expect(line).toMatch(/^ {2}[A-Z_]+: (must |names with |addresses or |IP addresses |needs |\w+ needs )/);
      }
  });

  it("lists the allowed values in its own error message", () => {
    expect(problemsOf({ VORDER_ENV: "production" })).toContain("VORDER_ENV: must be one of dev, demo, test, prod");
  });

  it("suggests the name of a misspelt setting, and leaves foreign variables alone", () => {
    const others = { PATH: "x", HOME: "y", PORTS: "1", PGHOST: "db", npm_lifecycle_event: "start", HOSTNAME: "h" };
    expect(misspeltSettings({ ...others, PORT: "3000", VORDER_CHROMIUM: "/bin/c" })).toEqual([]);
    expect(misspeltSettings({ VORDER_ENVV: "prod", SMPT_URL: "", DATABSE_URL: "", VORDER_LANGUAGE: "nl" })).toEqual([
      ["VORDER_ENVV", "VORDER_ENV"],
      ["SMPT_URL", "SMTP_URL"],
      ["DATABSE_URL", "DATABASE_URL"],
      ["VORDER_LANGUAGE", expect.any(String)],
    ]);
  });

  it("does not repeat a secret", () => {
    expect(problemsOf({ SESSION_SECRET: "hunter2" })).not.toContain("hunter2");
    expect(problemsOf({ DATABASE_URL: "mysql://u:hunter2@h/d" })).not.toContain("hunter2");
  });

  it("takes the role from the command line before the environment", () => {
    const source = { DATABASE_URL: "postgres://h/d", VORDER_ROLE: "web" };
    expect(readEnvironment(source).role).toBe("web");
    expect(readEnvironment(source, ["--role", "worker"]).role).toBe("worker");
    expect(readEnvironment(source, ["--role=all"]).role).toBe("all");
    expect(problemsOf(source, ["--role", "boss"])).toContain("VORDER_ROLE");
    expect(problemsOf(source, ["--rolle=web"])).toContain("--rolle=web: no such argument");
  });

  it("runs one process only on the embedded database", () => {
    expect(problemsOf({ VORDER_ROLE: "worker" })).toContain("needs DATABASE_URL");
  });

  it("is strict in production", () => {
    const prod = {
      VORDER_ENV: "prod",
      DATABASE_URL: "postgres://h/d",
      SESSION_SECRET: "s".repeat(32),
      SECRET_KEY: "a".repeat(43),
    };
    expect(readEnvironment(prod).demo).toBe(false);
    expect(problemsOf({ ...prod, VORDER_CLOCK: "2026-11-20T09:00:00Z" })).toContain("VORDER_CLOCK: refused");
    expect(problemsOf({ ...prod, VORDER_DEMO: "on" })).toContain("VORDER_DEMO: refused");
    expect(problemsOf({ ...prod, CAPTCHA: "off" })).toContain("CAPTCHA: off is refused");
    expect(problemsOf({ ...prod, SESSION_SECRET: undefined })).toContain("SESSION_SECRET: required");
    expect(problemsOf({ ...prod, SECRET_KEY: undefined })).toContain("SECRET_KEY: required");
  });

  it("reads the instant from which the clock runs", () => {
    const { clock } = readEnvironment({ VORDER_CLOCK: "2026-11-20T09:00:00+01:00" });
    expect(clock?.toISOString()).toBe("2026-11-20T08:00:00.000Z");
  });
});
