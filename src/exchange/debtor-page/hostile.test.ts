/** What is done against the page of whoever owes: opened by machines, guessed at, replayed, and fed with hostile words and files. */
import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { listLogs } from "../../cases/logs/logs.contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { startScanner, testVirus } from "../../ground/platform/server/storage/virus-scan.factory.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { placeOne, somebody } from "../intake/intake.factory.ts";
import { giveDebtorLink, listDebtorLinks, revokeDebtorLink } from "./debtor-page.contract.ts";
import { guestAt, onceIn, opened, posted, postedWith, wordsOf } from "./debtor-page.factory.ts";
import { acts, mostFailuresOfNetwork } from "./debtor-page.ts";

let world: World;
let clerk: Visitor;
let client: number;
let scanner: Awaited<ReturnType<typeof startScanner>>;

beforeAll(async () => {
  scanner = await startScanner();
  world = await startWorld({ env: { VIRUS_SCANNER: scanner.url } });
  clerk = await world.login({ acl: ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"], name: "B. Bos" });
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht B.V." })).id;
  await world.work((ctx) => changeSettings(ctx, { onlineProvider: "simulated" }));
});
beforeEach(async () => {
  await world.db.deleteFrom("debtor_page_failure").execute();
});
afterAll(async () => {
  await world.close();
  await new Promise((resolve) => scanner.server.close(resolve));
});

const rightDate = { day: "7", month: "3", year: "1985" };
const newFile = () =>
  placeOne(world, client, { debtor: { ...somebody, birthDate: date("1985-03-07"), email: "anna@example.nl" } });
async function inside() {
  const file = await newFile();
  const { path, id: linkId } = await clerk.call(giveDebtorLink, { params: { id: file.id } });
  const { guest, reply } = await guestAt(world, path);
  expect((await posted(guest, path, reply.text, rightDate)).status).toBe(303);
  return { file, guest, path, linkId, at: (act: string) => `/debtor-page/claim/${file.id}/${act}` };
}

/** Everything that the page could change, as it stands. */
async function everything(): Promise<string> {
  const tables = [
    "debtor_link",
    "debtor_page_session",
    "debtor_page_failure",
    "debtor_page_act",
    "debtor_wish",
    "debtor",
    "file_log",
    "file_hold",
    "agenda_item",
    "message",
    "outbox",
    "claim_event",
    "online_payment",
    "simulated_payment",
  ];
  const rows: string[] = [];
  for (const table of tables) {
    const { rows: found } = await sql<{ all: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as all from ${sql.table(table)} t`.execute(world.db);
    rows.push(`${table} ${found[0]?.all}`);
  }
  return rows.join("\n");
}

describe("opening a page changes nothing", () => {
  const machines: readonly (readonly [string, "GET" | "HEAD", Readonly<Record<string, string>>])[] = [
    ["a look", "GET", { accept: "text/html" }],
    ["a HEAD request", "HEAD", { accept: "*/*" }],
    ["a browser that prefetches", "GET", { accept: "text/html", "sec-purpose": "prefetch", purpose: "prefetch" }],
    ["a browser that prerenders", "GET", { accept: "text/html", "sec-purpose": "prefetch;prerender" }],
    ["a mail scanner", "GET", { accept: "*/*", "user-agent": "Mozilla/5.0 (compatible; SafeLinks)" }],
    ["a messenger's preview", "GET", { accept: "*/*", "user-agent": "WhatsApp/2.23.20.0" }],
  ];

  test.each(machines)("the entry page: by %s", async (_who, method, headers) => {
    const file = await newFile();
    const { path } = await clerk.call(giveDebtorLink, { params: { id: file.id } });
    const before = await everything();
    for (let times = 0; times < 3; times++) {
      const reply = await world.guest().raw(method, path, { headers });
      expect(reply.status).toBe(200);
      for (const text of ["Zonnekracht", file.number, "Jansen", "€"]) expect(reply.text).not.toContain(text);
    }
    expect(await everything()).toBe(before);
  });

  test.each(machines)("every page after it: by %s", async (_who, method, headers) => {
    const { file, guest, at } = await inside();
    const page = await opened(guest, at("pay"));
    const sent = await posted(guest, at("pay"), page.text, { once: onceIn(page.text), kind: "open" });
    const payment = sent.headers.get("location") ?? "";
    await world.drain();
    const before = await everything();
    const pages = ["/debtor-page", `/debtor-page/claim/${file.id}`, ...acts.map(at), payment, `${payment}?back=1`];
    for (const path of pages) expect([path, (await guest.raw(method, path, { headers })).status]).toEqual([path, 200]);
    expect(await everything()).toBe(before);
  });

  test("nor does submitting every form empty, or without the page's token", async () => {
    const { guest, at } = await inside();
    const before = await everything();
    for (const act of acts) {
      const page = await opened(guest, at(act));
      const empty = await posted(guest, at(act), page.text, {});
      expect([act, empty.status]).not.toEqual([act, 303]);
      const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
      const bare = await guest.raw("POST", at(act), { headers, body: "kind=open&text=x&once=" });
      expect([act, bare.status >= 400]).toEqual([act, true]);
    }
    // Asking for help says enough by itself: nothing has to be typed for it, so it is the one button that may have counted.
    const kinds = await world.db.selectFrom("debtor_page_act").select("kind").distinct().execute();
    expect(kinds.map(({ kind }) => kind).filter((kind) => kind !== "help" && kind !== "pay")).toEqual([]);
    expect(before).not.toBe("");
  });
});

test("a form whose browser has lost its cookie is refused on a page that leads back to that form, or the debtor's start, and not to the screens of the house", async () => {
  const { path, guest, at } = await inside();
  const other = await guestAt(world, path);
  for (const [address, start] of [
    [path, path],
    [at("dispute"), at("dispute")],
    ["/debtor-page/leave", "/debtor-page"],
  ] as const) {
    const refused = await posted(guest, address, other.reply.text, rightDate);
    expect([refused.status, wordsOf(refused.text)]).toEqual([400, expect.stringContaining("beveiligingssleutel")]);
    const links = [...refused.text.matchAll(/<a href="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toEqual([start]);
  }
});

describe("guessing", () => {
  test("a thousand guessed links find nothing, and all replies are alike", async () => {
    const file = await newFile();
    const link = await clerk.call(giveDebtorLink, { params: { id: file.id } });
    const secret = link.path.split("/").at(-1) ?? "";
    const near = [
      secret.toLowerCase(),
      secret.slice(0, -1),
      `${secret}A`,
      `${secret.slice(0, -1)}${secret.endsWith("A") ? "Q" : "A"}`,
    ];
    const guesses = [
      ...near.filter((one) => one !== secret),
      ...Array.from({ length: 40 }, () => randomBytes(16).toString("base64url")),
      "%00",
      "..%2f..%2fdebtor-page",
      "'; drop table debtor_link; --",
      "a".repeat(200),
    ];
    const seen = new Set<string>();
    for (const guess of guesses) {
      const { reply } = await guestAt(world, `/d/${encodeURIComponent(guess)}`);
      expect([guess, reply.status]).toEqual([guess, 404]);
      seen.add(wordsOf(reply.text));
    }
    expect(seen.size).toBe(1);
  });

  test("codes from one network is blocked after its tries, even with the right one, while other networks are not", async () => {
    const file = await newFile();
    const { code } = await clerk.call(giveDebtorLink, { params: { id: file.id } });
    const { guest, reply } = await guestAt(world, "/d");
    for (let tries = 0; tries < mostFailuresOfNetwork; tries++)
      await posted(guest, "/d", reply.text, { code: "ABCD-EFGH-JKMN", ...rightDate });
    const right = await posted(guest, "/d", reply.text, { code, ...rightDate });
    expect(right.status).not.toBe(303);
    const [row] = (await clerk.call(listDebtorLinks, { params: { id: file.id } })).items;
    expect(row).toMatchObject({ uses: 0, failures: 0, standing: "open" });
  });
});

describe("replay", () => {
  test("a form that is sent again, by its own browser or another, is not carried out twice", async () => {
    const { file, guest, at } = await inside();
    const page = await opened(guest, at("dispute"));
    const fields = { once: onceIn(page.text), kind: "other", text: "Ik heb niets besteld" };
    const send = () => posted(guest, at("dispute"), page.text, fields);
    const all = await Promise.all([send(), send(), send()]);
    expect(all.map(({ status }) => status)).toEqual([303, 303, 303]);
    const stranger = await inside();
    const foreign = await posted(stranger.guest, at("dispute"), page.text, { ...fields, once: randomUUID() });
    expect(foreign.status).toBeGreaterThanOrEqual(400);
    const lines = (await clerk.call(listLogs, { params: { id: file.id } })).items;
    expect(lines.filter(({ subject }) => subject.startsWith("Dispute by"))).toHaveLength(1);
  });

  test("once staff have revoked the link, neither the right answer nor an old cookie gives access", async () => {
    const { guest, path, linkId } = await inside();
    const { guest: again, reply } = await guestAt(world, path);
    await clerk.call(revokeDebtorLink, { params: { id: linkId } });
    expect((await posted(again, path, reply.text, rightDate)).status).toBe(404);
    expect((await opened(guest, "/debtor-page")).status).toBe(404);
  });

  test("a copied cookie does not work after its owner has logged out", async () => {
    const { guest } = await inside();
    const cookie = guest.cookie("vorder_debtor") ?? "";
    const page = await opened(guest, "/debtor-page");
    await posted(guest, "/debtor-page/leave", page.text, {});
    const thief = await world.guest().raw("GET", "/debtor-page", {
      headers: { accept: "text/html", cookie: `vorder_debtor=${cookie}` },
    });
    expect(thief.status).toBe(404);
  });
});

describe("uploaded content", () => {
  const refusedFiles: readonly (readonly [string, { name: string; content: string; mime: string }])[] = [
    [
      "an SVG picture with a script",
      {
        name: "bon.svg",
        content: "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        mime: "image/svg+xml",
      },
    ],
    ["a page", { name: "bon.html", content: "<!doctype html><script>alert(1)</script>", mime: "text/html" }],
    [
      "a web page declared as PDF",
      { name: "bon.pdf", content: "<!doctype html><script>alert(1)</script>", mime: "application/pdf" },
    ],
    ["an SVG declared as a picture", { name: "bon.png", content: "<svg onload=alert(1)>", mime: "image/png" }],
    ["a program", { name: "bon.exe", content: "MZ\u0090\u0000", mime: "application/pdf" }],
    ["a script", { name: "bon.js", content: "alert(1)", mime: "text/javascript" }],
    // Windows leaves the signs at the end of these names out, and runs what is left.
    ["a program with a point after its ending", { name: "bon.hta.", content: "%PDF-1.4 <script>", mime: "" }],
    ["a program with points and spaces after its ending", { name: "bon.hta . .", content: "%PDF-1.4", mime: "" }],
    ["a shortcut to an address", { name: "bon.url", content: "[InternetShortcut]\nURL=file://x", mime: "text/plain" }],
  ];
  test.each(refusedFiles)("is refused where it is %s, and nothing of the form is stored", async (_what, file) => {
    const { file: of, guest, at } = await inside();
    const page = await opened(guest, at("dispute"));
    const before = await world.db.selectFrom("log_attachment").select("id").execute();
    const fields = { once: onceIn(page.text), kind: "other", text: "Zie de bijlage" };
    const reply = await postedWith(guest, at("dispute"), page.text, fields, [file]);
    expect(reply.status).toBe(400);
    // What was typed is not lost.
    expect(reply.text).toContain("Zie de bijlage");
    expect(await world.db.selectFrom("log_attachment").select("id").execute()).toEqual(before);
    const lines = (await clerk.call(listLogs, { params: { id: of.id } })).items;
    expect(lines.filter(({ subject }) => subject.startsWith("Dispute by"))).toEqual([]);
  });

  const pdf = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";
  test.each([
    ["../../../etc/passwd.pdf"],
    ["..\\..\\bon.pdf"],
    ['"><img src=x onerror=alert(1)>.pdf'],
    ["bon\u202Efdp.pdf"],
    ["bon\u0000.pdf"],
  ])("is stored under a name without path or markup: %j", async (name) => {
    const { file, guest, at } = await inside();
    const page = await opened(guest, at("dispute"));
    const fields = { once: onceIn(page.text), kind: "other", text: "Zie de bijlage" };
    const reply = await postedWith(guest, at("dispute"), page.text, fields, [
      { name, content: pdf, mime: "application/pdf" },
    ]);
    expect([303, 400]).toContain(reply.status);
    const lines = (await clerk.call(listLogs, { params: { id: file.id } })).items;
    for (const { name: kept } of lines.flatMap(({ attachments }) => attachments)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
      expect(kept).not.toMatch(/[/\\\u0000-\u001f\u202a-\u202e]/);
      expect(kept.endsWith(".pdf")).toBe(true);
    }
  });

  test("as text is kept as text, in the returned form and on the timeline", async () => {
    const { file, guest, at } = await inside();
    const hostile = `"><script>alert(1)</script>{{ constructor }} %clientName% =cmd|' /C calc'!A0`;
    const page = await opened(guest, at("change"));
    const wrong = await posted(guest, at("change"), page.text, { "wanted[email]": hostile, text: hostile });
    expect(wrong.status).toBe(400);
    expect(wrong.text).not.toContain("<script>");
    const again = await posted(guest, at("change"), page.text, {
      once: onceIn(page.text),
      "wanted[street]": hostile.slice(0, 80),
      text: hostile,
    });
    expect([303, 400]).toContain(again.status);
    const help = await opened(guest, at("help"));
    const reply = await posted(guest, at("help"), help.text, { once: onceIn(help.text), text: hostile });
    expect(reply.text).not.toContain("<script>");
    const lines = (await clerk.call(listLogs, { params: { id: file.id } })).items;
    expect(lines.find(({ subject }) => subject.startsWith("Asks for help"))?.content).toBe(hostile);
  });

  test("cannot add a header: a line break in an address is refused", async () => {
    const { guest, at } = await inside();
    const page = await opened(guest, at("change"));
    const email = "anna@example.nl\r\nBcc: all@example.org";
    const reply = await posted(guest, at("change"), page.text, { once: onceIn(page.text), "wanted[email]": email });
    expect(reply.status).toBe(400);
  });
});

test("an infected proof is told beside its field, with what was typed, and nothing of it is kept", async () => {
  const { file, guest, at } = await inside();
  const form = await opened(guest, at("dispute"));
  const fields = { once: onceIn(form.text), kind: "amount", text: "Ik heb de helft al betaald." };
  const proof = { name: "bon.pdf", content: `%PDF-1.4 ${testVirus}`, mime: "application/pdf" };
  const refused = await postedWith(guest, at("dispute"), form.text, fields, [proof]);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('id="files-error"');
  expect(wordsOf(refused.text)).toContain("In bon.pdf zit een virus; het bestand is niet bewaard.");
  expect(refused.text).toContain("Ik heb de helft al betaald.");
  const lines = () =>
    world.db
      .selectFrom("file_log")
      .select("id")
      .where("file_id", "=", file.id)
      .where("subject_key", "=", "debtor-page.logDispute")
      .execute();
  expect(await lines()).toEqual([]);
  // Sent again without it, it goes.
  const again = await postedWith(guest, at("dispute"), refused.text, { ...fields, once: onceIn(refused.text) }, []);
  expect(again.status).toBe(303);
  expect(await lines()).toHaveLength(1);
});

test("a proof that cannot be scanned now is told beside its field, with what was typed", async () => {
  const { guest, at } = await inside();
  const form = await opened(guest, at("dispute"));
  await new Promise((resolve) => scanner.server.close(resolve));
  const fields = { once: onceIn(form.text), kind: "amount", text: "Ik heb de helft al betaald." };
  const proof = { name: "bon.pdf", content: "%PDF-1.4", mime: "application/pdf" };
  const refused = await postedWith(guest, at("dispute"), form.text, fields, [proof]);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('id="files-error"');
  expect(refused.text).toContain("Ik heb de helft al betaald.");
});
