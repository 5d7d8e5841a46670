import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect } from "../postgres/database.ts";
import { findMigrations, migrate, migrationOf } from "../postgres/migrations.ts";
import { type Embedded, startEmbedded, startTemporary } from "./embedded-postgres.ts";
import { runningServer } from "./postgres-lock.ts";

const module = new URL("./embedded-postgres.ts", import.meta.url).href;

let dataDir: string;
const started: Embedded[] = [];
let output: string[] = [];

async function freshFolder(): Promise<void> {
  output = [];
  // A space, because a path may have one; open to others, so that the account that PostgreSQL runs as can go there.
  dataDir = await mkdtemp(join(tmpdir(), "vorder embedded "));
  await chmod(dataDir, 0o755);
}

async function stopAndRemove(): Promise<void> {
  while (started.length > 0) await started.pop()?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

async function start(options: { share?: boolean } = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log: (line) => output.push(line), ...options });
  started.push(embedded);
  return embedded;
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const { pool, close } = connect(url, { max: 1 });
  try {
    return (await pool.query(sql)).rows;
  } finally {
    await close();
  }
}

const cutAll =
  "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'";

/** Tries until it succeeds; the time limit of the test is the only one. */
async function untilAnswered<R>(attempt: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

const cluster = (): string => join(dataDir, "postgres", "server", "cluster");

/** Starts the database in a process of its own and kills that process without warning. */
async function startAndDie(before: string): Promise<void> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(module)};
    const { url } = await startEmbedded({ dataDir: process.argv[1], log: () => undefined });
    const { default: pg } = await import("pg");
    const client = new pg.Client(url);
    await client.connect();
    await client.query(${JSON.stringify(before)});
    process.kill(process.pid, "SIGKILL");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, dataDir], {
    stdio: "inherit",
    cwd: import.meta.dirname,
  });
  await new Promise((done) => child.on("exit", done));
}

describe("a running embedded PostgreSQL", () => {
  // One for all of these: each leaves it as it was.
  let running: Embedded;
  beforeAll(async () => {
    await freshFolder();
    running = await start();
  });
  afterAll(stopAndRemove);

  it("is durable, checked and reachable on loopback only", async () => {
    const { url } = running;
    const names = [
      "fsync",
      "synchronous_commit",
      "full_page_writes",
      "data_checksums",
      "listen_addresses",
      "unix_socket_directories",
    ];
    const rows = await query<{ name: string; setting: string }>(
      url,
      `select name, setting from pg_settings where name in (${names.map((name) => `'${name}'`)})`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      data_checksums: "on",
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
    });
  });

  it("lets nobody in without the password, which only its owner can read", async () => {
    const { url } = running;
    const wrong = new URL(url);
    wrong.password = "guess";
    await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
    expect((await stat(join(dataDir, "postgres", "password"))).mode & 0o777).toBe(0o600);
    const { password } = new URL(url);
    for (const line of output) expect(line).not.toContain(password);
  });

  it("refuses a second instance on the same folder with a clear message, and leaves the first alone", async () => {
    const { url } = running;
    await expect(start()).rejects.toThrow(
      `Vorder is already running on the folder ${dataDir} (process ${process.pid})`,
    );
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("lets a command share the server of a running instance, and does not stop it", async () => {
    const { url } = running;
    const shared = await start({ share: true });
    expect(shared.url).toBe(url);
    await shared.stop();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("locks its folder again when its connection is cut, so that no command takes over the ownership", async () => {
    const { url } = running;
    await query(url, cutAll);
    // 7,676,002 is the lock that tells whose folder it is.
    const held =
      "select 1 / count(*) as held from pg_locks where locktype = 'advisory' and objid = 7676002 and granted";
    expect(await untilAnswered(() => query(url, held))).toEqual([{ held: 1 }]);
    await expect(start()).rejects.toThrow("already running");
  });

  it("is not stopped by a command started while its owner's connection is cut", async () => {
    const { url } = running;
    await query(url, cutAll);
    const shared = await start({ share: true });
    await shared.stop();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("the embedded PostgreSQL", () => {
  beforeEach(freshFolder);
  afterEach(stopAndRemove);

  it("starts in an empty folder, keeps what was written, and starts again", async () => {
    const one = await start();
    await query(one.url, "create table kept (id int primary key); insert into kept values (1)");
    await one.stop();
    const two = await start();
    expect(await query(two.url, "select id from kept")).toEqual([{ id: 1 }]);
  });

  it("starts the server again when it is killed, at the same address, with all that was acknowledged", async () => {
    const { url } = await start();
    await query(url, "create table kept (id int primary key); insert into kept values (5)");
    process.kill((await runningServer(cluster()))?.pid ?? 0, "SIGKILL");
    expect(await untilAnswered(() => query(url, "select id from kept"))).toEqual([{ id: 5 }]);
  });

  it("killed during its migrations it has whole migrations only, and once they have run it keeps all", async () => {
    const { url } = await start();
    const all = await findMigrations();
    const there = async () =>
      (await query<{ number: number }>(url, "select number from migration order by number")).map(
        ({ number }) => number,
      );
    const killServer = async () => process.kill((await runningServer(cluster()))?.pid ?? Number.NaN, "SIGKILL");
    const run = async (migrations = all) => {
      const { pool, close } = connect(url, { max: 1 });
      return migrate(pool, migrations).finally(close);
    };

    // The last one waits, so that the server is killed while none of the others has a commit after it.
    const cut = run([...all, migrationOf("9999-waits.sql", "select pg_sleep(600)")]).catch((error: unknown) => error);
    while ((await untilAnswered(there)).length < all.length);
    await killServer();
    expect(await cut).toBeInstanceOf(Error);
    const part = await untilAnswered(there);
    expect(part).toEqual(all.slice(0, part.length).map(({ number }) => number));

    expect(await run()).toHaveLength(all.length - part.length);
    await killServer();
    expect(await untilAnswered(there)).toHaveLength(all.length);
  });

  it("adopts the server that a killed process left running, with all that was acknowledged", async () => {
    await startAndDie("create table kept (id int primary key); insert into kept values (7)");
    const { url } = await start();
    expect(output.join()).toContain("adopted");
    expect(await query(url, "select id from kept")).toEqual([{ id: 7 }]);
  });

  it("recovers when the server was killed too, though its lock file stays behind", async () => {
    await startAndDie("create table kept (id int primary key); insert into kept values (8)");
    const left = await runningServer(cluster());
    expect(left).toBeDefined();
    process.kill(left?.pid ?? 0, "SIGKILL");
    const { url } = await start();
    expect(await query(url, "select id from kept")).toEqual([{ id: 8 }]);
  });

  it("recognises a lock file whose process id belongs to another program now", async () => {
    await (await start()).stop();
    started.pop();
    const other = spawn("sleep", ["60"], { detached: true });
    // The lines of a lock file: process id, folder, start, port, socket folder, address, shared memory, state.
    await writeFile(
      join(cluster(), "postmaster.pid"),
      `${other.pid}\n${cluster()}\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready   \n`,
    );
    expect(await runningServer(cluster())).toBeUndefined();
    const { url } = await start();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    other.kill();
  });

  it("starts once when two processes begin on an empty folder together", async () => {
    const outcomes = await Promise.allSettled([start(), start()]);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    expect(String(refused?.reason)).toContain("already running");
  });

  it("reports that another version made the cluster", async () => {
    await (await start()).stop();
    started.pop();
    await writeFile(join(cluster(), "PG_VERSION"), "17\n");
    await expect(start()).rejects.toThrow("was made by PostgreSQL 17; this release has 18");
  });

  it.runIf(process.getuid?.() === 0)(
    "lies elsewhere when its account cannot reach the data folder, and is found again",
    async () => {
      await chmod(dataDir, 0o700);
      const one = await start();
      await query(one.url, "create table kept (id int primary key); insert into kept values (9)");
      const elsewhere = (await readFile(join(dataDir, "postgres", "elsewhere"), "utf8")).trim();
      expect((await stat(join(elsewhere, "cluster"))).uid).toBeGreaterThan(0);
      await one.stop();
      expect(await query((await start()).url, "select id from kept")).toEqual([{ id: 9 }]);
      while (started.length > 0) await started.pop()?.stop();
      await rm(elsewhere, { recursive: true });
    },
  );

  it("removes a temporary instance completely", async () => {
    const ours = async (): Promise<string[]> => {
      const all = await Promise.all([tmpdir(), "/dev/shm"].map((place) => readdir(place).catch(() => [])));
      return all.flat().filter((name) => name.startsWith(`vorder-test-${process.pid}-`));
    };
    const before = await ours();
    const temporary = await startTemporary(() => undefined);
    expect(await ours()).not.toEqual(before);
    expect(await query(temporary.url, "select current_setting('fsync') as fsync")).toEqual([{ fsync: "off" }]);
    const port = new URL(temporary.url).port;
    await temporary.stop();
    expect(await ours()).toEqual(before);
    const processes =
      process.platform === "linux"
        ? execFileSync("sh", ["-c", "cat /proc/[0-9]*/cmdline 2>/dev/null || true"]).toString()
        : "";
    expect(processes).not.toContain(`port=${port}`);
  });
});
