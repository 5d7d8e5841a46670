/** The debtor's own page: who gets in, what shows to whom, and that nothing is told or changed by opening it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { mergeDebtors } from "../../cases/debtors/debtors.contract.ts";
import type { HoldKind } from "../../cases/files/files.ts";
import { listLogs } from "../../cases/logs/logs.contract.ts";
import { addParty } from "../../cases/parties/parties.contract.ts";
import type { NewDebtor } from "../../cases/persons/persons.server.ts";
import { closeFile, placeHold } from "../../cases/states/states.server.ts";
import { date } from "../../ground/kernel/dates.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { sampleLetterInput } from "../../letters/correspondence/correspondence.factory.ts";
import { composeLetter } from "../../letters/correspondence/correspondence.server.ts";
import { letterModel } from "../../letters/correspondence/correspondence.ts";
import { recallLetterCall } from "../../letters/print-batches/print-batches.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { placeOne, somebody } from "../intake/intake.factory.ts";
import { factTexts } from "./access/facts.ts";
import { codeTyped } from "./access/secrets.ts";
import { actTexts } from "./acts/act.texts.ts";
import { giveDebtorLink, listDebtorLinks, revokeDebtorLink } from "./debtor-page.contract.ts";
import { guestAt, opened, posted, wordsOf } from "./debtor-page.factory.ts";
import { centsTyped, linkDays, mostFailures, mostFailuresOfNetwork, sessionMinutes } from "./debtor-page.ts";
import { html } from "./markup.ts";
import { pageTexts } from "./pages/page.texts.ts";
import { staffTexts } from "./staff/staff.texts.ts";

let world: World;
let clerk: Visitor;
let client: number;

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login({ acl: ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"], name: "B. Bos" });
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht B.V." })).id;
});
afterAll(() => world.close());

const born: NewDebtor = { ...somebody, birthDate: date("1985-03-07"), firstName: "Anna" };
const fileOfSomebody = (debtor: NewDebtor = born) => placeOne(world, client, { debtor });
const given = (id: number) => clerk.call(giveDebtorLink, { params: { id } });
const rightDate = { day: "7", month: "03", year: "1985" };

/** Somebody who came in, and the page that they are led to. */
async function entered(path: string, answer: Readonly<Record<string, string>> = rightDate) {
  const { guest, reply } = await guestAt(world, path);
  const came = await posted(guest, path, reply.text, answer);
  return { guest, came, page: await opened(guest, "/debtor-page") };
}

async function freshNetwork(): Promise<void> {
  await world.db.deleteFrom("debtor_page_failure").execute();
}

describe("the entry page", () => {
  test("asks for a second fact, shows nothing personal and changes nothing, however often it is opened", async () => {
    const file = await fileOfSomebody();
    const link = await given(file.id);
    for (let times = 0; times < 3; times++) {
      const { reply } = await guestAt(world, link.path);
      expect(reply.status).toBe(200);
      const words = wordsOf(reply.text);
      expect(words).toContain("Uw geboortedatum");
      for (const text of [file.number, "Zonnekracht", "Jansen", "Dorpsstraat", "€"]) expect(words).not.toContain(text);
      expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
      expect(reply.headers.get("x-robots-tag")).toContain("noindex");
      expect(reply.headers.get("cache-control")).toBe("no-store");
      expect(reply.headers.get("content-security-policy")).toContain("script-src 'self'");
      expect(reply.text).not.toContain("<script");
    }
    const [row] = (await clerk.call(listDebtorLinks, { params: { id: file.id } })).items;
    expect(row).toMatchObject({ uses: 0, firstUsedAt: null, failures: 0, standing: "open" });
  });

  test("opens whatever messengers and mail services append to its address", async () => {
    const { path } = await given((await fileOfSomebody()).id);
    const { reply } = await guestAt(world, `${path}?utm_source=mail&fbclid=IwAR0&lang=fr`);
    expect([reply.status, wordsOf(reply.text)]).toEqual([200, expect.stringContaining("date de naissance")]);
    expect((await guestAt(world, `${path}?lang=xx`)).reply.status).toBe(200);
  });

  test("a link scanner that submits without an answer gets no access and does not count as a wrong answer", async () => {
    const file = await fileOfSomebody();
    const link = await given(file.id);
    const { guest, reply } = await guestAt(world, link.path);
    const pressed = await posted(guest, link.path, reply.text, { day: "", month: "", year: "" });
    expect(pressed.status).toBe(400);
    const [row] = (await clerk.call(listDebtorLinks, { params: { id: file.id } })).items;
    expect(row).toMatchObject({ uses: 0, failures: 0 });
  });

  test("gives access with the right date, under its own cookie, and the database stores no secret", async () => {
    const file = await fileOfSomebody();
    const link = await given(file.id);
    const { guest, came, page } = await entered(link.path);
    expect(came.status).toBe(303);
    expect(came.headers.get("location")).toBe("/debtor-page");
    expect(wordsOf(page.text)).toContain("Zonnekracht B.V.");
    const secret = link.path.split("/").at(-1) ?? "?";
    const cookie = guest.cookie("vorder_debtor") ?? "?";
    for (const table of ["debtor_link", "debtor_page_session"] as const) {
      const stored = JSON.stringify(await world.db.selectFrom(table).selectAll().execute());
      for (const value of [secret, link.code, link.code.replaceAll("-", ""), cookie])
        expect(stored).not.toContain(value);
    }
    // It opens nothing else of the house.
    expect(
      (await guest.raw("GET", `/api/v4/file/${file.id}/logs`, { headers: { accept: "application/json" } })).status,
    ).toBe(401);
    const lines = await clerk.call(listLogs, { params: { id: file.id } });
    expect(lines.items.map(({ subject }) => subject).join()).toContain("Came in on the debtor’s own page");
  });

  test("the code of a letter gives access too, typed in lower case and with an O for a zero", async () => {
    const file = await fileOfSomebody();
    const { code } = await given(file.id);
    const { guest, reply } = await guestAt(world, "/d");
    const wrong = await posted(guest, "/d", reply.text, { code: "0000-0000-0000", ...rightDate });
    expect(wordsOf(wrong.text)).toContain("De code of het antwoord klopt niet");
    const came = await posted(guest, "/d", reply.text, { code: code.toLowerCase().replaceAll("0", "o"), ...rightDate });
    expect(came.headers.get("location")).toBe("/debtor-page");
    await freshNetwork();
  });

  test("five wrong answers lock the link permanently, even for the right answer; staff see that and create another", async () => {
    const file = await fileOfSomebody();
    const link = await given(file.id);
    const { guest, reply } = await guestAt(world, link.path);
    for (let tries = 1; tries < mostFailures; tries++) {
      const wrong = await posted(guest, link.path, reply.text, { ...rightDate, year: "1986" });
      expect(wordsOf(wrong.text)).toContain("Dit klopt niet met wat wij weten");
    }
    await posted(guest, link.path, reply.text, { ...rightDate, day: "8" });
    const locked = await posted(guest, link.path, reply.text, rightDate);
    expect(locked.status).toBe(404);
    const [row] = (await clerk.call(listDebtorLinks, { params: { id: file.id } })).items;
    expect(row?.standing).toBe("locked");
    expect((await entered((await given(file.id)).path)).came.status).toBe(303);
    await freshNetwork();
  });

  test("a hundred simultaneous answers get no more than five tries", async () => {
    const file = await fileOfSomebody();
    const link = await given(file.id);
    const { guest, reply } = await guestAt(world, link.path);
    const years = Array.from({ length: 20 }, (_, at) => String(1930 + at));
    const all = await Promise.all(years.map((year) => posted(guest, link.path, reply.text, { ...rightDate, year })));
    expect(all.filter(({ text }) => wordsOf(text).includes("Dit klopt niet"))).toHaveLength(mostFailures - 1);
    await freshNetwork();
  });

  test("one network cannot try link after link: its tries are counted over all links", async () => {
    const { guest, reply } = await guestAt(world, "/d");
    for (let tries = 0; tries < mostFailuresOfNetwork; tries++)
      await posted(guest, "/d", reply.text, { code: `K7QF-2M9P-${String(tries).padStart(4, "0")}`, ...rightDate });
    const file = await fileOfSomebody();
    const link = await given(file.id);
    const stopped = await entered(link.path);
    expect(stopped.came.status).toBe(429);
    await freshNetwork();
    expect((await entered(link.path)).came.status).toBe(303);
  });

  test("unknown, expired, revoked and mistyped addresses get the same reply", async () => {
    const file = await fileOfSomebody();
    const revoked = await given(file.id);
    await clerk.call(revokeDebtorLink, { params: { id: revoked.id } });
    const expired = await given(file.id);
    await world.db
      .updateTable("debtor_link")
      .set({ created_at: new Date("2026-01-01T00:00:00Z"), expires_at: new Date("2026-11-01T00:00:00Z") })
      .where("id", "=", expired.id)
      .execute();
    const pages = [];
    for (const path of [revoked.path, expired.path, `/d/${"A".repeat(22)}`, "/d/kort"]) {
      const { reply } = await guestAt(world, path);
      expect(reply.status).toBe(404);
      pages.push(wordsOf(reply.text));
    }
    expect(new Set(pages).size).toBe(1);
  });

  test("a form from another site is refused with a page, not with JSON", async () => {
    const link = await given((await fileOfSomebody()).id);
    const { guest } = await guestAt(world, link.path);
    const forged = await posted(guest, link.path, "", rightDate);
    expect(forged.status).toBe(400);
    expect(forged.headers.get("content-type")).toContain("text/html");
    expect(guest.cookie("vorder_debtor")).toBeUndefined();
  });
});

describe("a visit", () => {
  test("ends when the link is revoked, when its time is over, and at logout", async () => {
    const file = await fileOfSomebody();
    const link = await given(file.id);
    const { guest } = await entered(link.path);
    await clerk.call(revokeDebtorLink, { params: { id: link.id } });
    expect((await opened(guest, "/debtor-page")).status).toBe(404);
    const second = await entered((await given(file.id)).path);
    const left = await posted(second.guest, "/debtor-page/leave", second.page.text, {});
    expect(wordsOf(left.text)).toContain("U bent afgemeld");
    expect((await opened(second.guest, "/debtor-page")).status).toBe(404);
    const third = await entered((await given(file.id)).path);
    const now = world.clock.now();
    world.clock.set(new Date(now.getTime() + (sessionMinutes + 1) * 60_000));
    expect((await opened(third.guest, "/debtor-page")).status).toBe(404);
    world.clock.set(now);
  });

  test("shows what is owed on a stated date, and why", async () => {
    const file = await fileOfSomebody();
    const { guest } = await entered((await given(file.id)).path);
    const today = wordsOf((await opened(guest, `/debtor-page/claim/${file.id}`)).text);
    // 100.00 at 4 % from 1 April 2026: 233 days on 20 November, 100.00 × 4 % × 233 / 365 = 2.55.
    expect(today).toContain("€ 102,55");
    expect(today).toContain("BW 6:119");
    const later = wordsOf((await opened(guest, `/debtor-page/claim/${file.id}?on=2026-12-31`)).text);
    expect(later).toContain("31-12-2026");
    const wrong = wordsOf((await opened(guest, `/debtor-page/claim/${file.id}?on=2020-01-01`)).text);
    expect(wrong).toContain("Kies een dag van vandaag");
  });

  test("another person's file, letter and number are not there", async () => {
    const mine = await fileOfSomebody();
    const theirs = await fileOfSomebody({ ...born, lastName: "Bakker", birthDate: date("1970-01-01") });
    const { guest, page } = await entered((await given(mine.id)).path);
    expect(wordsOf(page.text)).not.toContain(theirs.number);
    for (const path of [
      `/debtor-page/claim/${theirs.id}`,
      `/debtor-page/claim/${theirs.id}/letter/1`,
      "/debtor-page/claim/999999",
    ])
      expect((await opened(guest, path)).status).toBe(404);
  });

  test("a letter that was recalled before it was posted is not there any more", async () => {
    const { id } = await fileOfSomebody();
    const order = {
      fileId: id,
      templateCode: "POST_BIK",
      effectKey: `page:${id}`,
      model: letterModel({ ...sampleLetterInput(), payBefore: date("2026-12-01") }),
    };
    await world.work((ctx) => composeLetter(ctx, order));
    const { guest } = await entered((await given(id)).path);
    const shown = await opened(guest, `/debtor-page/claim/${id}`);
    const letter = /\/debtor-page\/claim\/\d+\/letter\/\d+/.exec(shown.text)?.[0] ?? "none";
    expect((await opened(guest, letter)).status).toBe(200);
    const waiting = await world.db
      .selectFrom("message")
      .select("id")
      .where("file_id", "=", id)
      .executeTakeFirstOrThrow();
    const printer = await world.login(["*"]);
    await printer.call(recallLetterCall, { params: { id: waiting.id }, body: { reason: "Verkeerd adres" } });
    expect((await opened(guest, `/debtor-page/claim/${id}`)).text).not.toContain("/letter/");
    const gone = await opened(guest, letter);
    expect(gone.status).toBe(404);
    // In the frame of the page, with the way back to it, and none to the screens of the house.
    expect(wordsOf(gone.text)).toContain("Deze brief is hier niet meer te lezen.");
    expect(gone.text).toContain(`href="/debtor-page/claim/${id}"`);
    expect(gone.text).not.toContain('href="/"');
    // Whoever opens it after the visit is told what to do.
    const over = await opened(world.guest(), letter);
    expect([over.status, wordsOf(over.text).includes("Uw bezoek is voorbij")]).toEqual([404, true]);
  });

  test("a letter to a guarantor is not there for the debtor, neither to be read nor among what happened", async () => {
    const { id } = await fileOfSomebody();
    await clerk.call(addParty, {
      params: { id },
      body: {
        role: "guarantor",
        from: world.clock.today(),
        person: { ...somebody, language: "nl", lastName: "Borg", postcode: "3511 ED", houseNumber: "10" },
      },
    });
    const { guest } = await entered((await given(id)).path);
    const { id: partyId } = await world.db
      .selectFrom("file_party")
      .select("id")
      .where("file_id", "=", id)
      .executeTakeFirstOrThrow();
    const model = letterModel({ ...sampleLetterInput(), payBefore: date("2026-12-01"), partyId });
    const order = { fileId: id, templateCode: "POST_BIK", effectKey: `borg:${id}`, model };
    await world.work((ctx) => composeLetter(ctx, order));
    const letter = await world.db
      .selectFrom("message")
      .select("document_id")
      .where("file_id", "=", id)
      .executeTakeFirstOrThrow();
    const shown = await opened(guest, `/debtor-page/claim/${id}`);
    expect(shown.text).not.toContain("/letter/");
    expect((await opened(guest, `/debtor-page/claim/${id}/letter/${letter.document_id}`)).status).toBe(404);
  });

  test("a person merged over clients sees all their files, with a total", async () => {
    const other = (await makeClient(world.db, world.clock, { company: "Waterwerk N.V." })).id;
    const one = await fileOfSomebody();
    const two = await placeOne(world, other, { debtor: born });
    await clerk.call(mergeDebtors, { params: { id: one.debtorId }, body: { otherId: two.debtorId } });
    const { page } = await entered((await given(one.id)).path);
    const words = wordsOf(page.text);
    expect(words).toContain("Zonnekracht B.V.");
    expect(words).toContain("Waterwerk N.V.");
    expect(words.replaceAll("\u00a0", " ")).toContain("€ 205,10");
  });

  test("access by the postal address shows only the file of the letter, and no other letters", async () => {
    const one = await fileOfSomebody(somebody);
    const two = await fileOfSomebody(somebody);
    await clerk.call(mergeDebtors, { params: { id: one.debtorId }, body: { otherId: two.debtorId } });
    const link = await given(one.id);
    const { guest, page } = await entered(link.path, { postcode: "4811ab", houseNumber: "1" });
    const words = wordsOf(page.text);
    expect(words).toContain(one.number);
    expect(words).not.toContain(two.number);
    const claim = wordsOf((await opened(guest, `/debtor-page/claim/${one.id}`)).text);
    expect(claim).not.toContain("Onze brieven");
    expect((await opened(guest, `/debtor-page/claim/${two.id}`)).status).toBe(404);
  });

  test("of an address without a postcode opens by the town, and never by an empty answer", async () => {
    const abroad: NewDebtor = { ...somebody, country: "AE", postcode: "-", houseNumber: "0", city: "Dubaï Marina" };
    const file = await fileOfSomebody(abroad);
    const link = await given(file.id);
    const enter = async (path: string, fields: Readonly<Record<string, string>>) => {
      const { guest, reply } = await guestAt(world, path);
      return posted(guest, path, reply.text, fields);
    };
    const { code } = link;
    expect((await enter("/d", { code })).status).toBe(400);
    expect((await enter("/d", { code, postcode: "-", houseNumber: "0" })).status).toBe(400);
    expect((await enter("/d", { code, postcode: "Dubai Marina", houseNumber: "0" })).status).toBe(303);
    expect((await enter(link.path, { postcode: "Dubai Noord", houseNumber: "0" })).status).toBe(400);
    expect((await enter(link.path, { postcode: "dubaï marina", houseNumber: "0" })).status).toBe(303);
    await freshNetwork();
  });

  test("opens by the link to an old file, however many newer ones the same person has", async () => {
    const old = await fileOfSomebody();
    const link = await given(old.id);
    const ids: number[] = [];
    for (let placed = 0; placed < 200; placed++) ids.push((await fileOfSomebody()).id);
    await world.db.updateTable("case_file").set({ debtor_id: old.debtorId }).where("id", "in", ids).execute();
    const { guest, came, page } = await entered(link.path);
    expect(came.status).toBe(303);
    expect(wordsOf(page.text)).toContain(old.number);
    expect((await opened(guest, `/debtor-page/claim/${old.id}`)).status).toBe(200);
  });

  test("is in the chosen language", async () => {
    const { guest } = await entered((await given((await fileOfSomebody()).id)).path);
    expect(wordsOf((await opened(guest, "/debtor-page?lang=fr")).text)).toContain("Ce que vous devez payer");
    const german = await opened(guest, "/debtor-page?lang=de");
    expect(german.text).toContain('<html lang="de">');
    expect(wordsOf((await opened(guest, "/debtor-page")).text)).toContain("Was Sie zahlen müssen");
  });
});

describe("the debtor's representative", () => {
  const states: readonly (readonly [HoldKind, "legal_representative" | "administrator" | "heir"])[] = [
    ["guardianship", "legal_representative"],
    ["administration", "administrator"],
    ["deceased", "heir"],
  ];
  test.each(states)("under %s the debtor's own link stops working, and %s sees that file", async (kind, role) => {
    // A person of its own: the state counts in all files of a person.
    const file = await fileOfSomebody({ ...born, lastName: `Onder${kind}` });
    const own = await given(file.id);
    const inside = await entered(own.path);
    await world.work((ctx) => placeHold(ctx, file.id, { kind, since: world.clock.today() }));
    expect((await opened(inside.guest, "/debtor-page")).status).toBe(404);
    expect((await guestAt(world, own.path)).reply.status).toBe(404);
    // Nobody is noted who speaks: no way in is given at all.
    expect((await clerk.refused(giveDebtorLink, { params: { id: file.id } })).status).toBe(400);
    await clerk.call(addParty, {
      params: { id: file.id },
      body: {
        role,
        from: world.clock.today(),
        person: { ...somebody, language: "nl", lastName: "Voogd", postcode: "3511 ED", houseNumber: "10" },
      },
    });
    const theirs = await entered((await given(file.id)).path, { postcode: "3511ED", houseNumber: "10" });
    expect(wordsOf(theirs.page.text)).toContain(file.number);
  });

  test("a minor gets no access", async () => {
    const file = await fileOfSomebody({ ...born, birthDate: date("2012-05-01") });
    expect((await clerk.refused(giveDebtorLink, { params: { id: file.id } })).status).toBe(400);
  });

  test("a closed file says that nothing needs to be done", async () => {
    const file = await fileOfSomebody();
    const link = await given(file.id);
    await world.work((ctx) => closeFile(ctx, file.id, { reason: "withdrawn" }));
    const { guest, page } = await entered(link.path);
    expect(wordsOf(page.text)).not.toContain("Bekijk en regel");
    const words = wordsOf((await opened(guest, `/debtor-page/claim/${file.id}`)).text);
    expect(words).toContain("Dit dossier is gesloten");
    expect(words).not.toContain("Wat wilt u doen?");
  });
});

test("a clerk of another team sees no link", async () => {
  const link = await given((await fileOfSomebody()).id);
  const stranger = await world.login({ acl: ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"], kind: "customer", clientIds: [] });
  expect((await stranger.refused(revokeDebtorLink, { params: { id: link.id } })).status).toBe(404);
});

test("hostile text is shown as plain text", async () => {
  const file = await fileOfSomebody({ ...born, lastName: '"><script>alert(1)</script>' });
  const { page } = await entered((await given(file.id)).path);
  expect(page.text).not.toContain("<script>");
  expect(html`<p title="${'"x'}">${"<b>&'"}</p>`.text).toBe('<p title="&#34;x">&#60;b&#62;&#38;&#39;</p>');
});

test("shows on every page where to get help, with our telephone number", async () => {
  await world.work((ctx) => changeSettings(ctx, { phone: "030 200 10 10", email: "info@vorder.example" }));
  const { page } = await entered((await given((await fileOfSomebody()).id)).path);
  for (const { text } of [page, (await guestAt(world, "/d/onbekend")).reply])
    expect(wordsOf(text)).toContain("Bel ons op 030 200 10 10");
  expect(page.text).toContain('<a href="tel:0302001010">030 200 10 10</a> of mail naar <a href="mailto:info@vorder.');
  await world.work((ctx) => changeSettings(ctx, { phone: "" }));
  const { text } = (await guestAt(world, "/d/onbekend")).reply;
  expect(wordsOf(text)).toContain("Komt u er niet uit? Mail naar info@vorder.example");
  expect(text).not.toContain("tel:");
});

test("the parts of the texts have no key in common", () => {
  const keys = [pageTexts, actTexts, staffTexts].flatMap((part) => Object.keys(part));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test("codes and amounts as people type them", () => {
  expect(codeTyped("k7qf 2m9p-xc4t")).toBe("K7QF2M9PXC4T");
  expect(codeTyped("K7QF")).toBeUndefined();
  expect(codeTyped("OIL0-0000-0000")).toBe("011000000000");
  expect([centsTyped("50"), centsTyped("1.234,50"), centsTyped("€ 50,5"), centsTyped("50.25")]).toEqual([
    5000, 123450, 5050, 5025,
  ]);
  expect([centsTyped("0"), centsTyped("-5"), centsTyped("1,234,5"), centsTyped("vijftig")]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const person = { fileType: "private", birthDate: null, postcode: "1012 AB", houseNumber: "112-2", city: "Amsterdam" };
  const answer = { day: "", month: "", year: "", postcode: "1012ab", houseNumber: "112 bis" };
  const [left, right] = factTexts("address", person, answer);
  expect(left).toBe(right);
  expect(linkDays).toBeLessThanOrEqual(100);
});
