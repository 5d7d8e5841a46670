import { appendFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getWork } from "../../../app/app.contract.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { searchFiles } from "../../../cases/file-search/file-search.contract.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { startScanner, testVirus } from "../../../ground/platform/server/storage/virus-scan.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { cancelImport, checkImport, listImports, readImport, undoImport } from "../import/import.contract.ts";
import { csvOf, validRow } from "../intake.factory.ts";
import { listImportNotices } from "../uploads/notices.contract.ts";
import { maxBytes } from "../uploads/upload.server.ts";
import { watchJob } from "./pickup.server.ts";
import { fitsPattern, openPlace } from "./pickup-locations.server.ts";
import { type SftpServer, startSftp } from "./sftp.factory.ts";
import { resealSources } from "./source-record.server.ts";
import {
  createImportSource,
  deleteImportSource,
  listImportSources,
  listPickups,
  runImportSource,
  testImportSource,
  updateImportSource,
} from "./sources.contract.ts";

let world: World;
let admin: Visitor;
let client: number;
let server: SftpServer;
let scanner: Awaited<ReturnType<typeof startScanner>>;

const user = { username: "zonnekracht", password: "een lang wachtwoord" };

const placeOf = (changes: Partial<BodyOf<typeof createImportSource>> = {}): BodyOf<typeof createImportSource> => ({
  client,
  name: "Map van Zonnekracht",
  kind: "folder",
  mode: "new",
  host: "",
  port: 22,
  username: "",
  folder: "zonnekracht",
  doneFolder: "verwerkt",
  pattern: "*.csv",
  everyMinutes: 15,
  afterCheck: "never",
  isActive: true,
  hostKey: "",
  ...changes,
});

const served = (changes: Partial<BodyOf<typeof createImportSource>> = {}) =>
  placeOf({
    ...{ name: "SFTP", kind: "sftp", host: "127.0.0.1", port: server.port, folder: "/uit", ...user },
    ...changes,
  });

async function fetched(id: number): Promise<void> {
  await admin.call(runImportSource, { params: { id } });
  await world.drain();
}

const mailsTo = async (key: string) =>
  (
    await sql<{ payload: { to: string; subject: string; text: string } }>`
      select payload from outbox where key like ${key} order by key`.execute(world.db)
  ).rows.map(({ payload }) => payload);

const pickupsOf = async (id: number) => (await admin.call(listPickups, { params: { id }, query: {} })).items;
const home = (...parts: readonly string[]) => join(world.vorder.parts.environment.dataDir, "import", ...parts);

/** Leaves a file there that was written long ago: one that is new is looked at twice. */
async function leave(path: string, content: string, size = content.length): Promise<void> {
  await writeFile(path, content);
  if (size > content.length) await truncate(path, size);
  await utimes(path, new Date("2026-01-05"), new Date("2026-01-05"));
}

beforeAll(async () => {
  scanner = await startScanner();
  world = await startWorld({ env: { VIRUS_SCANNER: scanner.url, GATEWAY_SECONDS: "2" } });
  admin = await world.login(["ROLE_ADMIN", "ROLE_FILE_SEARCH"]);
  await sql`update app_user set email = 'beheer@example.nl', lang = 'en' where id = (select max(id) from app_user)`.execute(
    world.db,
  );
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht Energie B.V." })).id;
  server = await startSftp(user);
});
afterAll(async () => {
  await server.close();
  await world.close();
  scanner.server.close();
});

describe("a local folder", () => {
  test("is emptied once: good files become uploads, their rows are placed where agreed, and each file is moved away", async () => {
    const { id } = await admin.call(createImportSource, { body: placeOf({ afterCheck: "all_good" }) });
    await mkdir(home("zonnekracht"), { recursive: true });
    const good = csvOf([validRow({ client_ref: "MAP-1" })]);
    await leave(home("zonnekracht", "maandag.csv"), good);
    await leave(home("zonnekracht", "half.csv"), csvOf([validRow({ client_ref: "MAP-2", postcode: "0" })]));
    await leave(home("zonnekracht", "niets.csv"), "x");
    await leave(home("zonnekracht", "virus.csv"), `${good}${testVirus}`);
    await leave(home("zonnekracht", "bezig.csv.part"), good);
    await leave(home("zonnekracht", "anders.txt"), good);
    await fetched(id);
    const { items } = await admin.call(listImports, { query: { filter: { source: id } } });
    expect(items.map(({ fileName, state, uploadedBy }) => [fileName, state, uploadedBy]).sort()).toEqual([
      ["half.csv", "checked", null],
      ["maandag.csv", "placed", null],
    ]);
    expect((await admin.call(searchFiles, { query: { filter: { search: "MAP-1" } } })).total).toBe(1);
    const pickups = await pickupsOf(id);
    expect(pickups.map(({ fileName, error, moved }) => [fileName, error !== null, moved]).sort()).toEqual([
      ["half.csv", false, true],
      ["maandag.csv", false, true],
      ["niets.csv", true, true],
      ["virus.csv", true, true],
    ]);
    expect((await readdir(home("zonnekracht"))).sort()).toEqual(["anders.txt", "bezig.csv.part", "verwerkt"]);

    // The very same bytes under another name are put away and not taken again.
    await leave(home("zonnekracht", "dinsdag.csv"), good);
    await fetched(id);
    expect((await admin.call(listImports, { query: { filter: { source: id } } })).total).toBe(2);
    expect(await readdir(home("zonnekracht", "verwerkt"))).toHaveLength(5);
  });

  test("is emptied of what is refused too, which is tried and told of again when it is left again", async () => {
    const { id } = await admin.call(createImportSource, { body: placeOf({ folder: "opnieuw" }) });
    await mkdir(home("opnieuw"), { recursive: true });
    const leaveAgain = async () => {
      await leave(home("opnieuw", "niets.csv"), "x");
      await leave(home("opnieuw", "groot.csv"), "", maxBytes + 1);
      world.clock.set(new Date(world.clock.now().getTime() + 60_000));
      await fetched(id);
    };
    const refused = [
      ["groot.csv", true, true],
      ["niets.csv", true, true],
    ];
    for (const told of [2, 4]) {
      await leaveAgain();
      expect(await readdir(home("opnieuw"))).toEqual(["verwerkt"]);
      const pickups = await pickupsOf(id);
      expect(pickups.map(({ fileName, error, moved }) => [fileName, error !== null, moved]).sort()).toEqual(refused);
      const keys = pickups.map((pickup) => mailsTo(`intake.pickup:${pickup.id}:%`));
      expect((await Promise.all(keys)).flat()).toHaveLength(told);
    }
  });

  test("whose file is left again after its import was cancelled or taken back keeps it for a person, who is told", async () => {
    const staff = await world.login(["ROLE_ADMIN", "ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_EDIT"]);
    const { id } = await admin.call(createImportSource, { body: placeOf({ folder: "terug", afterCheck: "all_good" }) });
    await mkdir(home("terug"), { recursive: true });
    const latest = async () => {
      await leave(home("terug", "lijst.csv"), csvOf([validRow({ client_ref: "TERUG-1", invoice_number: "T-1" })]));
      world.clock.set(new Date(world.clock.now().getTime() + 60_000));
      await fetched(id);
      expect(await readdir(home("terug"))).toEqual(["verwerkt"]);
      const { items, total } = await admin.call(listImports, { query: { filter: { source: id } } });
      return { batch: items[0], total, pickups: await pickupsOf(id) };
    };
    const told = async (pickups: Awaited<ReturnType<typeof pickupsOf>>) =>
      (await Promise.all(pickups.map((pickup) => mailsTo(`intake.pickup:${pickup.id}:%`)))).flat();

    const first = await latest();
    expect(first).toMatchObject({ total: 1, batch: { state: "placed" }, pickups: [{ error: null }] });
    // Left once more by mistake: it stands already.
    expect((await latest()).total).toBe(1);
    const params = { id: first.batch?.id ?? 0 };
    const body = { version: first.batch?.version ?? 0, reason: "Te vroeg" };
    await staff.call(undoImport, { params, body });
    await world.drain();

    const second = await latest();
    expect(second).toMatchObject({
      total: 2,
      batch: { state: "uploaded" },
      pickups: [{ batch: second.batch?.id, moved: true, error: expect.stringMatching(/taken back/) }],
    });
    expect(await told(second.pickups)).toMatchObject([{ subject: "Not read: lijst.csv" }]);
    const again = { params: { id: second.batch?.id ?? 0 }, body: { version: second.batch?.version ?? 0 } };
    await staff.call(cancelImport, again);

    const third = await latest();
    expect(third).toMatchObject({ total: 3, batch: { state: "uploaded" }, pickups: [{ batch: third.batch?.id }] });
    expect(await told(third.pickups)).toHaveLength(2);
    // Whoever has it checked decides about its placing too.
    if (!third.batch) throw new Error("nothing was fetched");
    const { id: batch, style, mapping, version } = third.batch;
    await staff.call(checkImport, { params: { id: batch }, body: { client, style, mapping, version } });
    await world.drain();
    expect(await staff.call(readImport, { params: { id: batch } })).toMatchObject({
      state: "checked",
      counts: { good: 1 },
    });
  });

  test("that has a file with a very long name, or no place for those that were taken, is read on, and the fault is told", async () => {
    const { id } = await admin.call(createImportSource, { body: placeOf({ folder: "lang" }) });
    await mkdir(home("lang"), { recursive: true });
    const long = `a${"é".repeat(124)}.csv`;
    await leave(home("lang", long), csvOf([validRow({ client_ref: "LANG-1" })]));
    await leave(home("lang", "b.csv"), csvOf([validRow({ client_ref: "LANG-2" })]));
    await fetched(id);
    expect((await pickupsOf(id)).map(({ error, moved }) => [error, moved])).toEqual([
      [null, true],
      [null, true],
    ]);
    await leave(home("lang", "c\u202Evsc.csv"), csvOf([validRow({ client_ref: "LANG-3" })]));
    await fetched(id);
    expect((await pickupsOf(id)).map(({ fileName }) => fileName)).toContain("cvsc.csv");
    expect((await readdir(home("lang", "verwerkt"))).every((name) => /^\d{8}T\d{6}-.+\.csv$/.test(name))).toBe(true);

    const full = await admin.call(createImportSource, { body: placeOf({ folder: "vol" }) });
    await mkdir(home("vol"), { recursive: true });
    await leave(home("vol", "verwerkt"), "no folder");
    await admin.call(runImportSource, { params: { id: full.id } });
    await world.drain().catch(() => undefined);
    const { items } = await admin.call(listImportSources, { query: {} });
    expect(items.find((source) => source.id === full.id)?.lastError).toMatch(/folder/i);
    expect(await admin.call(testImportSource, { params: { id: full.id } })).toMatchObject({ outcome: "failed" });
  });

  test("has a file that is still being written left for the next look", async () => {
    const { id } = await admin.call(createImportSource, { body: placeOf({ folder: "half" }) });
    await mkdir(home("half"), { recursive: true });
    const [head, ...rows] = csvOf([1, 2, 3].map((at) => validRow({ client_ref: `HALF-${at}` }))).split("\r\n");
    const path = home("half", "lijst.csv");
    await writeFile(path, `${head}\r\n${rows[0]}\r\n`);
    // Whoever writes it goes on while it is looked at: of its second row some more each time.
    const writing = setInterval(() => appendFileSync(path, " "), 20);
    await fetched(id);
    clearInterval(writing);
    expect(await pickupsOf(id)).toEqual([]);
    await leave(path, [head, ...rows].join("\r\n"));
    await fetched(id);
    expect(await pickupsOf(id)).toMatchObject([{ fileName: "lijst.csv", error: null, moved: true }]);
    const { items } = await admin.call(listImports, { query: { filter: { source: id } } });
    expect(items).toMatchObject([{ rows: 3, counts: { good: 3 } }]);
  });

  test("cannot lead outside, neither by its name nor by a symbolic link", async () => {
    for (const folder of ["/etc", "C:\\temp", "\\\\host\\map"]) {
      const refused = await admin.refused(createImportSource, { body: placeOf({ folder }) });
      expect(JSON.stringify(refused.body.errors)).toMatch(/^\{"folder":\["Name a folder below import/);
    }
    const away = await admin.refused(createImportSource, { body: placeOf({ doneFolder: "/klaar" }) });
    expect(away.body.errors).toHaveProperty("doneFolder");
    const all = placeOf({ client: 999_999, kind: "sftp", folder: "../x", doneFolder: "." });
    const { errors = {} } = (await admin.refused(createImportSource, { body: all })).body;
    expect(Object.keys(errors).sort()).toEqual(["client", "doneFolder", "folder", "host", "username"]);
    for (const folder of ["../elders", "a/../../b", "/../x"]) {
      expect((await admin.refused(createImportSource, { body: placeOf({ folder }) })).body.errors).toHaveProperty(
        "folder",
      );
    }
    await mkdir(home(), { recursive: true });
    await writeFile(join(world.vorder.parts.environment.dataDir, "geheim.csv"), csvOf([validRow()]));
    await symlink(world.vorder.parts.environment.dataDir, home("uitweg"));
    const { id } = await admin.call(createImportSource, { body: placeOf({ folder: "uitweg" }) });
    expect(await admin.call(testImportSource, { params: { id } })).toMatchObject({ outcome: "failed", waiting: 0 });
    expect(await readFile(join(world.vorder.parts.environment.dataDir, "geheim.csv"), "utf8")).toContain("client_ref");
  });

  test("gives no file that a link has taken the place of since, and reads none beyond the size it was found with", async () => {
    await mkdir(home("wissel"), { recursive: true });
    await writeFile(home("wissel", "a.csv"), "echt");
    const { environment } = world.vorder.parts;
    const place = await openPlace({ ...placeOf({ folder: "wissel" }), password: "", privateKey: "" }, environment);
    const [found] = await place.list();
    if (!found) throw new Error("nothing lies there");
    await rm(home("wissel", "a.csv"));
    await writeFile(join(environment.dataDir, "geheim.txt"), "geheim");
    await symlink(join(environment.dataDir, "geheim.txt"), home("wissel", "a.csv"));
    await expect(place.read(found)).rejects.toThrow("place: folder");
    await rm(home("wissel", "a.csv"));
    await writeFile(home("wissel", "a.csv"), "x".repeat(1000));
    expect((await place.read(found)).byteLength).toBe(found.size + 1);
  });

  test("keeps two files of one name that are put away in the same second", async () => {
    await mkdir(home("seconde"), { recursive: true });
    const settings = { ...placeOf({ folder: "seconde" }), password: "", privateKey: "" };
    const place = await openPlace(settings, world.vorder.parts.environment);
    for (const content of ["een", "twee", "drie"]) {
      await writeFile(home("seconde", "dag.csv"), content);
      await place.move("dag.csv");
    }
    const names = await readdir(home("seconde", "verwerkt"));
    const contents = await Promise.all(names.map((name) => readFile(home("seconde", "verwerkt", name), "utf8")));
    expect(contents.sort()).toEqual(["drie", "een", "twee"]);
  });

  test("is checked automatically at its time, once", async () => {
    const { id } = await admin.call(createImportSource, { body: placeOf({ folder: "vanzelf" }) });
    await mkdir(home("vanzelf"), { recursive: true });
    await leave(home("vanzelf", "a.csv"), csvOf([validRow({ client_ref: "VANZELF-1" })]));
    await world.work((ctx) => ctx.enqueue(watchJob, {}));
    await world.drain();
    const [source] = (await admin.call(listImportSources, { query: { client } })).items.filter((one) => one.id === id);
    expect(source).toMatchObject({ lastError: null });
    expect(Date.parse(source?.nextRunAt ?? "") - Date.parse(source?.lastRunAt ?? "")).toBe(15 * 60_000);
    await leave(home("vanzelf", "b.csv"), csvOf([validRow({ client_ref: "VANZELF-2" })]));
    await world.work((ctx) => ctx.enqueue(watchJob, {}));
    await world.drain();
    expect(await pickupsOf(id)).toHaveLength(1);
  });
});

describe("a server of the client", () => {
  test("gets no password before its host key was confirmed", async () => {
    const { id, version } = await admin.call(createImportSource, { body: served() });
    const logins = server.logins;
    const first = await admin.call(testImportSource, { params: { id } });
    expect(first).toMatchObject({ outcome: "newKey", hostKey: server.hostKey });
    expect(server.logins).toBe(logins);
    const { client: _client, ...body } = served({ hostKey: first.hostKey });
    await admin.call(updateImportSource, { params: { id }, body: { ...body, password: "", version } });
    server.files.set("/uit/x.csv", Buffer.from(csvOf([validRow({ client_ref: "SFTP-1" })])));
    expect(await admin.call(testImportSource, { params: { id } })).toMatchObject({ outcome: "reached", waiting: 1 });

    // Somebody else answers at that address: nothing is sent, nothing is fetched, and the place says so.
    const other = await startSftp(user);
    other.files.set("/uit/vals.csv", Buffer.from(csvOf([validRow()])));
    await sql`update import_source set port = ${other.port} where id = ${id}`.execute(world.db);
    expect(await admin.call(testImportSource, { params: { id } })).toMatchObject({ outcome: "otherKey" });
    await admin.call(runImportSource, { params: { id } });
    await world.drain().catch(() => undefined);
    expect(other.logins).toBe(0);
    expect(await pickupsOf(id)).toEqual([]);
    const [source] = (await admin.call(listImportSources, { query: {} })).items.filter((one) => one.id === id);
    expect(source?.lastError).toMatch(/another key/);
    expect(await mailsTo(`intake.look:${id}:%`)).toMatchObject([{ subject: "Fetching failed: SFTP" }]);
    await admin.call(runImportSource, { params: { id } });
    await world.drain().catch(() => undefined);
    expect(await mailsTo(`intake.look:${id}:%`)).toHaveLength(1);
    await other.close();

    // The screen says so until somebody has seen it, or the place can be looked at again.
    const logLines = async () =>
      (await admin.call(listImportNotices, {})).items.filter(({ message }) => message.includes("another key"));
    expect(await logLines()).toMatchObject([{ batch: null, message: expect.stringContaining("SFTP") }]);
    expect((await admin.call(getWork, {})).items).toContainEqual(
      expect.objectContaining({ kind: "importPlaces", link: "/file/import/view-uploaded?tab=sources" }),
    );
    await sql`update import_source set port = ${server.port} where id = ${id}`.execute(world.db);
    await fetched(id);
    expect(await logLines()).toEqual([]);
  });

  test("is fetched from, each file once, and the file is moved there", async () => {
    server.files.clear();
    const hostKey = server.hostKey;
    const { id } = await admin.call(createImportSource, { body: served({ hostKey, afterCheck: "good_rows" }) });
    const rows = [validRow({ client_ref: "SFTP-2" }), validRow({ client_ref: "SFTP-3", amount: "niets" })];
    server.files.set("/uit/maart.csv", Buffer.from(csvOf(rows)));
    await fetched(id);
    const { items } = await admin.call(listImports, { query: { filter: { source: id } } });
    expect(items).toMatchObject([
      { state: "placed", filesPlaced: 1, counts: { rejected: 1 }, source: { name: "SFTP" } },
    ]);
    // Who set the place up is told of the row that was rejected, once.
    const mails = await mailsTo(`intake.checked:${items[0]?.id}:%`);
    expect(mails).toMatchObject([{ to: "beheer@example.nl", subject: "Rejected rows (1): maart.csv" }]);
    expect(mails[0]?.text).toContain(`?upload=${items[0]?.id}`);
    const notices = (await admin.call(listImportNotices, {})).items.filter(({ batch }) => batch === items[0]?.id);
    expect(notices).toMatchObject([{ message: "maart.csv: 1 of 2 rows rejected." }]);
    expect([...server.files.keys()]).toHaveLength(1);
    expect([...server.files.keys()][0]).toMatch(/^\/uit\/verwerkt\/\d{8}T\d{6}-maart\.csv$/);
  });

  test.each([{ host: "localhost" }, { port: 2222 }, { username: "iemand-anders" }])(
    "its password is cleared when it is changed to another server or user: %j",
    async (change) => {
      const hostKey = server.hostKey;
      const { id, version } = await admin.call(createImportSource, { body: served({ hostKey }) });
      const stored = () =>
        world.db.selectFrom("import_source").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      expect((await stored()).password).toMatch(/^sealed:1:/);
      const { client: _client, ...body } = served({ hostKey, password: "" });
      const same = await admin.call(updateImportSource, { params: { id }, body: { ...body, version } });
      expect(same.hasPassword).toBe(true);
      const moved = { ...body, ...change, version: same.version };
      expect((await admin.call(updateImportSource, { params: { id }, body: moved })).hasPassword).toBe(false);
      expect((await stored()).password).toBe("");
    },
  );

  test("has its plain-text password of an older release encrypted at the start", async () => {
    const { id } = await admin.call(createImportSource, { body: served({ hostKey: server.hostKey }) });
    await sql`update import_source set password = ${user.password} where id = ${id}`.execute(world.db);
    const { environment } = world.vorder.parts;
    expect(await resealSources(world.db, environment)).toBe(1);
    expect(await resealSources(world.db, environment)).toBe(0);
    expect(await admin.call(testImportSource, { params: { id } })).toMatchObject({ outcome: "reached" });
  });

  test("that does not answer any more is given up, and told of, so that others' places are looked at", async () => {
    const { id } = await admin.call(createImportSource, { body: served({ hostKey: server.hostKey, name: "Stil" }) });
    server.files.clear();
    server.files.set("/uit/stil.csv", Buffer.from(csvOf([validRow({ client_ref: "STIL-1" })])));
    server.mood = "hangRead";
    await admin.call(runImportSource, { params: { id } });
    await world.drain().catch(() => undefined);
    server.mood = "take";
    const { items } = await admin.call(listImportSources, { query: {} });
    expect(items.find((source) => source.id === id)?.lastError).toMatch(/reach/i);
    await fetched(id);
    expect(await pickupsOf(id)).toMatchObject([{ fileName: "stil.csv", moved: true }]);
  });

  test("keeps two files of one name that are put away in the same second", async () => {
    server.files.clear();
    const settings = { ...served({ hostKey: server.hostKey }), password: user.password, privateKey: "" };
    const place = await openPlace(settings, world.vorder.parts.environment);
    try {
      for (const content of ["een", "twee", "drie"]) {
        server.files.set("/uit/dag.csv", Buffer.from(content));
        await place.move("dag.csv");
      }
    } finally {
      await place.close();
    }
    expect([...server.files.values()].map(String).sort()).toEqual(["drie", "een", "twee"]);
    expect([...server.files.keys()].every((name) => name.startsWith("/uit/verwerkt/"))).toBe(true);
  });

  test("that sends more of a file than it said there is is read no further, and told of", async () => {
    const { id } = await admin.call(createImportSource, { body: served({ hostKey: server.hostKey, name: "Lang" }) });
    server.files.clear();
    server.files.set("/uit/lang.csv", Buffer.from(csvOf([validRow({ client_ref: "LANG-1" })])));
    server.mood = "endlessRead";
    const before = server.bytesRead;
    await expect(fetched(id)).rejects.toMatchObject({ code: "validation" });
    server.mood = "take";
    expect(server.bytesRead - before).toBeLessThan(1_000_000);
    expect(await pickupsOf(id)).toEqual([]);
    const { items } = await admin.call(listImportSources, { query: {} });
    expect(items.find((source) => source.id === id)?.lastError).toMatch(/not as large as the server says/);
    await fetched(id);
    expect(await pickupsOf(id)).toMatchObject([{ fileName: "lang.csv", moved: true }]);
  });

  test("that refuses the login is reported, without the password", async () => {
    const body = served({ hostKey: server.hostKey, password: "verkeerd wachtwoord" });
    const made = await admin.call(createImportSource, { body });
    expect(JSON.stringify(made)).not.toContain("wachtwoord");
    expect(made.hasPassword).toBe(true);
    const tested = await admin.call(testImportSource, { params: { id: made.id } });
    expect(tested.outcome).toBe("failed");
    expect(tested.message).toMatch(/refuses/);
    const { rows } = await sql<{ text: string }>`select coalesce(before::text, '') || coalesce(after::text, '') as text
      from audit_log where subject = 'import_source'`.execute(world.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ text }) => text).join()).not.toContain("verkeerd wachtwoord");
  });
});

test("pick-up places are for administrators: others are refused, old versions conflict, deleting keeps what was fetched", async () => {
  const { id, version } = await admin.call(createImportSource, { body: placeOf({ folder: "weg" }) });
  const other = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_SETTINGS"]);
  expect((await other.refused(listImportSources, { query: {} })).status).toBe(403);
  const { client: _client, ...body } = placeOf({ folder: "weg", name: "Anders" });
  await admin.call(updateImportSource, { params: { id }, body: { ...body, version } });
  const stale = await admin.refused(updateImportSource, { params: { id }, body: { ...body, version } });
  expect(stale.status).toBe(409);
  await admin.call(deleteImportSource, { params: { id } });
  expect((await admin.refused(testImportSource, { params: { id } })).status).toBe(404);
});

test.each([
  ["a.csv", "*.csv", true],
  ["A.CSV", "*.csv", true],
  ["a.csv.exe", "*.csv", false],
  ["vorderingen-2026-03.zip", "vorderingen-????-*.zip", true],
  ["vorderingen.zip", "vorderingen-*.zip", false],
  ["x", "*", true],
  ["ab", "a*b*b", false],
])("%s matches %s: %s", (name, pattern, fits) => {
  expect(fitsPattern(name, pattern)).toBe(fits);
});
