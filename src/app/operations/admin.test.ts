import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { login } from "../../people/access/access.contract.ts";
import { program } from "../testing/programs.factory.ts";
import { databaseUrl } from "../testing/test-server.factory.ts";
import { startWorld, type World } from "../testing/world.factory.ts";

const run = promisify(execFile);

let world: World;
let folder: string;

beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), "vorder admin "));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

interface Said {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a command at a shell of its own. */
async function admin(parameters: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Said> {
  const settings = { DATABASE_URL: world.databaseUrl, DATA_DIR: folder, VORDER_ENV: "test", ...env };
  try {
    const { stdout, stderr } = await run(process.execPath, [...program("admin"), ...parameters], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    });
    return { code: 0, out: stdout, error: stderr };
  } catch (error) {
    const ended = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });
    const { code, stdout, stderr } = ended.parse(error);
    return { code, out: stdout, error: stderr };
  }
}

const logsIn = async (username: string, password: string): Promise<number> => {
  const reply = await world.guest().send(login, { body: { username, password, captcha: "" } });
  return reply.status;
};

describe("npm run admin", () => {
  test("makes a user who can log in with the printed password, and records it in the audit trail", async () => {
    const { out } = await admin([
      "create-user",
      "jansen",
      "--roles",
      "ROLE_SETTINGS,ROLE_FINANCE",
      "--full-name",
      "J. Jansen",
    ]);
    const password = /Password: (\S+)/.exec(out)?.[1] ?? "";
    expect(await logsIn("jansen", password)).toBe(200);
    const user = await world.db
      .selectFrom("app_user")
      .selectAll()
      .where("username", "=", "jansen")
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({ name: "J. Jansen", acl: ["ROLE_SETTINGS", "ROLE_FINANCE"], kind: "staff" });
    const line = await world.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "access.createUser")
      .executeTakeFirstOrThrow();
    expect(line.username).toMatch(/ \(shell\)$/);
    expect(JSON.stringify(line)).not.toContain(password);
  });

  test("resets a password; the old one no longer works", async () => {
    await admin(["create-user", "bakker"], { VORDER_PASSWORD: "vier vergeten fietsen" });
    expect(await logsIn("bakker", "vier vergeten fietsen")).toBe(200);
    const { out } = await admin(["reset-password", "bakker"]);
    expect(await logsIn("bakker", "vier vergeten fietsen")).not.toBe(200);
    expect(await logsIn("bakker", /now: (\S+)/.exec(out)?.[1] ?? "")).toBe(200);
  });

  // None of these changes anything, so that their processes go on side by side.
  test.concurrent.each([
    [["create-user", "x1", "--roles", "ROLE_NONE"], "ROLE_NONE is no role"],
    [["create-user", "x2", "--roles", "ROLE_PREVIOUS_ADMIN"], "ROLE_PREVIOUS_ADMIN is no role"],
    [["create-user", "x3", "--kind", "robot"], "--kind is staff, customer or contact"],
    [["create-user"], "npm run admin -- COMMAND"],
    [["reset-password", "nobody"], "there is no user nobody"],
    [["conquer"], "npm run admin -- COMMAND"],
    [["create-user", "x4", "--colour", "red"], "--colour"],
  ])("refuses %j with a plain message", async (parameters, expected) => {
    const { code, error } = await admin(parameters);
    expect(code).toBe(1);
    expect(error).toContain(expected);
    expect(error).not.toContain("    at ");
  });

  test.concurrent("refuses a weak password of VORDER_PASSWORD", async () => {
    expect((await admin(["create-user", "x5"], { VORDER_PASSWORD: "kort" })).error).toContain("at least 12 characters");
  });

  test("verifies an installation, and reports faults", async () => {
    expect((await admin(["verify"])).code).toBe(0);
    const client = new pg.Client(world.databaseUrl);
    await client.connect();
    await client.query(
      "insert into audit_chain (seq, audit_id, key_id, hash) select 1, min(id), 'k', 'h' from audit_log",
    );
    await client.end();
    const { code, out } = await admin(["verify"]);
    expect(code).toBe(1);
    expect(out).toMatch(/line \d+ \(1 of the chain\) was sealed with the key k, which is not here/);
  });

  test("backs up, and restores into an empty database", async () => {
    const backup = join(folder, "backup");
    expect((await admin(["backup", backup])).out).toContain(`are in ${backup}`);
    const [checked, refused] = await Promise.all([admin(["check-backup", backup]), admin(["restore", backup])]);
    expect(checked.out).toContain("is whole");
    expect(refused.error).toContain("the database is not empty");

    const name = `vorder_restored_${process.pid}`;
    const client = new pg.Client(world.databaseUrl);
    await client.connect();
    await client.query(`create database ${name}`);
    const DATABASE_URL = databaseUrl(world.databaseUrl, name);
    expect((await admin(["verify"], { DATABASE_URL })).out).toContain("has not run");
    expect((await admin(["restore", backup], { DATABASE_URL })).out).toContain("is restored");
    expect((await admin(["migrate"], { DATABASE_URL })).out).toContain("up to date");
    const restored = new pg.Client(DATABASE_URL);
    await restored.connect();
    const { rows } = await restored.query("select username from app_user order by username");
    expect(rows).toEqual((await client.query("select username from app_user order by username")).rows);
    await restored.end();
    await client.query(`drop database ${name}`);
    await client.end();
  });

  test("prints where the database is", async () => {
    expect((await admin(["database-url"])).out.trim()).toBe(world.databaseUrl);
  });
});
