/** What whoever owes does on the page: each form without script, once, and by the same rules as for everybody. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { acceptChange } from "../../../cases/logs/lines/line-details.contract.ts";
import { listLogs } from "../../../cases/logs/logs.contract.ts";
import { listParties, setAddressSource, setWish } from "../../../cases/parties/parties.contract.ts";
import { activeHolds } from "../../../cases/states/states.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { readAgreements } from "../../../money/claims/claims.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { placeOne, somebody } from "../../intake/intake.factory.ts";
import { giveDebtorLink } from "../debtor-page.contract.ts";
import { guestAt, onceIn, opened, posted, postedWith, wordsOf } from "../debtor-page.factory.ts";

let world: World;
let clerk: Visitor;
let client: number;

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login({ acl: ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_EMPLOYEE"], name: "B. Bos" });
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht B.V." })).id;
  await world.db
    .updateTable("client")
    .set({ arrangement_self_service_cents: 50_000, arrangement_min_term_cents: 2_000, arrangement_max_months: 12 })
    .where("id", "=", client)
    .execute();
});
afterAll(() => world.close());

/** Somebody who is in, at their file of € 102.55. */
async function inside() {
  const file = await placeOne(world, client, {
    debtor: { ...somebody, birthDate: date("1985-03-07"), email: "anna@example.nl" },
  });
  const link = await clerk.call(giveDebtorLink, { params: { id: file.id } });
  const { guest, reply } = await guestAt(world, link.path);
  await posted(guest, link.path, reply.text, { day: "7", month: "3", year: "1985" });
  const at = (act: string): string => `/debtor-page/claim/${file.id}/${act}`;
  /** Fills in the form of an act and sends it. */
  const send = async (act: string, fields: Readonly<Record<string, string>>) => {
    const page = await opened(guest, at(act));
    return posted(guest, at(act), page.text, { once: onceIn(page.text), ...fields });
  };
  return { file, guest, at, send };
}

const linesOf = async (id: number) => (await clerk.call(listLogs, { params: { id } })).items;
const agenda = (id: number) =>
  world.db
    .selectFrom("agenda_item")
    .innerJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
    .select("agenda_subject.code")
    .where("file_id", "=", id)
    .execute();

describe("paying in parts", () => {
  test("within the client's limits is previewed, then starts at once", async () => {
    const { file, guest, at, send } = await inside();
    const check = await send("terms", { amount: "25,00", frequency: "month", first: "2026-12-01" });
    const words = wordsOf(check.text).replaceAll("\u00a0", " ");
    expect(words).toContain("geldt het meteen");
    expect(words).toContain("1 december 2026 € 25,00");
    // Looking at them agrees to nothing.
    expect((await clerk.call(readAgreements, { params: { id: file.id } })).arrangements).toEqual([]);
    const agreed = await posted(guest, at("terms"), check.text, {
      once: onceIn(check.text),
      amount: "25,00",
      frequency: "month",
      first: "2026-12-01",
      agreed: "yes",
    });
    expect(agreed.headers.get("location")).toBe(`/debtor-page/claim/${file.id}?done=terms`);
    const [arrangement] = (await clerk.call(readAgreements, { params: { id: file.id } })).arrangements;
    expect(arrangement).toMatchObject({ status: "active", total: 10_255 });
    const page = wordsOf((await opened(guest, `/debtor-page/claim/${file.id}?done=terms`)).text).replaceAll(
      "\u00a0",
      " ",
    );
    expect(page).toContain("De volgende betaling is € 25,00, uiterlijk op 1 december 2026");
  });

  test("beyond the limits waits for the case manager, and a second proposal is refused", async () => {
    const { file, guest, at, send } = await inside();
    const check = await send("terms", { amount: "5,00", frequency: "month", first: "2026-12-01" });
    expect(wordsOf(check.text)).toContain("moet een medewerker eerst bekijken");
    const fields = { amount: "5,00", frequency: "month", first: "2026-12-01", agreed: "yes" };
    const asked = await posted(guest, at("terms"), check.text, { once: onceIn(check.text), ...fields });
    expect(asked.headers.get("location")).toContain("done=asked");
    expect((await clerk.call(readAgreements, { params: { id: file.id } })).arrangements[0]?.status).toBe("proposed");
    expect((await agenda(file.id)).map(({ code }) => code)).toContain("debtor_proposal");
    expect((await posted(guest, at("terms"), check.text, fields)).status).toBe(400);
  });

  test("with invalid values is refused beside the fields", async () => {
    const { send } = await inside();
    const wrong = await send("terms", { amount: "veel", frequency: "never", first: "2020-01-01" });
    expect(wrong.status).toBe(400);
    const words = wordsOf(wrong.text);
    for (const text of ["Vul een bedrag in", "Kies een dag van morgen", "Vul dit in"]) expect(words).toContain(text);
    expect(wrong.text).toContain('value="veel"');
  });
});

describe("a dispute", () => {
  const pdf = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";

  test("stops reminders, attaches the proof to the timeline and plans a review; once, however often it is sent", async () => {
    const { file, guest, at } = await inside();
    const page = await opened(guest, at("dispute"));
    const fields = { once: onceIn(page.text), kind: "paid", text: "<img src=x onerror=alert(1)> betaald op 1 mei" };
    const proof = { name: "../../afschrift.pdf", content: pdf, mime: "application/pdf" };
    const sent = await postedWith(guest, at("dispute"), page.text, fields, [proof]);
    expect(sent.headers.get("location")).toContain("done=dispute");
    const again = await postedWith(guest, at("dispute"), page.text, fields, [proof]);
    expect(again.status).toBe(303);
    const lines = (await linesOf(file.id)).filter(({ subject }) => subject.startsWith("Dispute by"));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.content).toBe("<img src=x onerror=alert(1)> betaald op 1 mei");
    expect(lines[0]?.attachments.map(({ name }) => name)).toEqual(["afschrift.pdf"]);
    expect(lines[0]?.userName).toBe("A.M. Jansen");
    const holds = (await activeHolds(world.db, [file.id], world.clock.today())).get(file.id);
    expect(holds?.map(({ kind }) => kind)).toEqual(["dispute"]);
    expect((await agenda(file.id)).map(({ code }) => code)).toContain("dispute_received");
    expect(wordsOf((await opened(guest, "/debtor-page")).text)).toContain("U bent het niet eens met deze rekening");
  });

  test("with an executable as proof is refused and stores nothing", async () => {
    const { file, guest, at } = await inside();
    const page = await opened(guest, at("dispute"));
    const fields = { once: onceIn(page.text), kind: "other", text: "Zie bijlage" };
    const bad = { name: "factuur.exe", content: "MZ\u0090\u0000", mime: "application/pdf" };
    const refused = await postedWith(guest, at("dispute"), page.text, fields, [bad]);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Zie bijlage");
    // What was wrong is told at the proof, and not as something that cannot be done here.
    expect(refused.text).toMatch(/id="files-error">Dit bestand kunnen wij niet aannemen/);
    expect(wordsOf(refused.text)).not.toContain("Dit kan nu niet op deze pagina");
    expect((await linesOf(file.id)).filter(({ subject }) => subject.startsWith("Dispute by"))).toEqual([]);
    expect((await activeHolds(world.db, [file.id], world.clock.today())).get(file.id) ?? []).toEqual([]);
  });

  test("with more files than are taken keeps what was typed and says how many may be sent", async () => {
    const { file, guest, at } = await inside();
    const page = await opened(guest, at("dispute"));
    const fields = { once: onceIn(page.text), kind: "other", text: "Zie mijn foto’s" };
    for (const count of [11, 21, 60]) {
      const many = Array.from({ length: count }, (_, at) => ({
        name: `${at}.pdf`,
        content: pdf,
        mime: "application/pdf",
      }));
      const refused = await postedWith(guest, at("dispute"), page.text, fields, many);
      expect(refused.status, String(count)).toBe(400);
      expect(refused.text).toContain("Zie mijn foto’s</textarea>");
      expect(refused.text).toMatch(/id="files-error">Hoogstens 10 bestanden tegelijk/);
    }
    expect((await linesOf(file.id)).filter(({ subject }) => subject.startsWith("Dispute by"))).toEqual([]);
  });
});

test("a text as long as its field takes is taken, although browsers send each of its line ends as two signs", async () => {
  const { file, send } = await inside();
  const text = `${"Ik heb alles op tijd\n".repeat(190)}${"x".repeat(10)}`;
  expect(text).toHaveLength(4000);
  const sent = await send("dispute", { kind: "paid", text: text.replaceAll("\n", "\r\n") });
  expect(sent.headers.get("location")).toContain("done=dispute");
  expect((await linesOf(file.id)).map(({ content }) => content)).toContain(text);
});

test("new contact details become a change request for staff; nothing changes by itself", async () => {
  const { file, send } = await inside();
  const wrong = await send("change", { "wanted[email]": "geen adres" });
  expect(wrong.status).toBe(400);
  const sent = await send("change", { "wanted[email]": "nieuw@example.nl", "wanted[street]": "" });
  expect(sent.headers.get("location")).toContain("done=change");
  const [line] = (await linesOf(file.id)).filter(({ type }) => type === "change_data_request");
  expect(line?.userName).toBe("A.M. Jansen");
  const kept = await world.db.selectFrom("debtor").select("email").where("id", "=", file.debtorId).executeTakeFirst();
  expect(kept?.email).toBe("anna@example.nl");
});

test("an address that a debtor asks for keeps where it comes from once it is accepted, and nobody has checked it yet", async () => {
  const { file, send } = await inside();
  const main = async () => (await clerk.call(listParties, { params: { id: file.id } })).main;
  const { id: debtorId, version } = await main();
  const body = { source: "brp" as const, checkedOn: "2026-11-01", version };
  await clerk.call(setAddressSource, { params: { id: file.id, debtorId }, body });
  const sent = await send("change", {
    "wanted[street]": "Nieuwe Gracht",
    "wanted[houseNumber]": "7",
    "wanted[postcode]": "3512 LH",
    "wanted[city]": "Utrecht",
    "wanted[mobile]": "06 12 34 56 78",
  });
  expect(sent.headers.get("location")).toContain("done=change");
  expect(await main()).toMatchObject({ city: "Breda", addressSource: "brp", addressVerifiedOn: "2026-11-01" });
  const [line] = (await linesOf(file.id)).filter(({ type }) => type === "change_data_request");
  await clerk.call(acceptChange, { params: { id: line?.id ?? 0 }, body: { version: 1 } });
  const after = await main();
  expect(after).toMatchObject({ city: "Utrecht", addressSource: "debtor", addressVerifiedOn: null });
  expect(after.addresses).toMatchObject([{ city: "Breda", source: "brp", checkedOn: "2026-11-01" }]);
});

test("a statement of income and expenses shows what can be paid", async () => {
  const { file, send } = await inside();
  const none = await send("budget", { "amounts[income-wages]": "" });
  expect(wordsOf(none.text)).toContain("Vul ten minste één inkomen in");
  const reply = await send("budget", { "amounts[income-wages]": "1.850,00", "amounts[expense-housing]": "900" });
  expect(wordsOf(reply.text).replaceAll("\u00a0", " ")).toContain("€ 950,00 per maand");
  expect((await linesOf(file.id)).some(({ type }) => type === "income_expenses")).toBe(true);
});

test("“I cannot pay” is an accepted answer: it plans a task, and shows where free help is", async () => {
  const { file, send } = await inside();
  const reply = await send("help", { text: "Mijn BSN is 123456782" });
  expect(wordsOf(reply.text)).toContain("Bel het gemeentehuis van Breda");
  expect(reply.text).toContain('href="https://www.breda.nl"');
  const [line] = (await linesOf(file.id)).filter(({ subject }) => subject.startsWith("Asks for help"));
  expect(line?.content).not.toContain("123456782");
  expect((await agenda(file.id)).map(({ code }) => code)).toContain("call_debtor");
});

describe("the preferred channel", () => {
  const wishOf = async (id: number) => (await clerk.call(listParties, { params: { id } })).main;

  test("is stored as chosen by the debtor, with its author and language, and staff can remove it", async () => {
    const { file, guest, at, send } = await inside();
    expect((await send("contact", { kind: "post", "wanted[language]": "fr" })).headers.get("location")).toContain(
      "done=contact",
    );
    expect((await linesOf(file.id)).map(({ subject }) => subject).join()).toContain(
      "Would like to hear: By post, language FR",
    );
    expect(await wishOf(file.id)).toMatchObject({ language: "fr", wish: { channel: "post", source: "debtor" } });
    expect(wordsOf((await opened(guest, at("contact"))).text)).toContain("Nu gekozen: Per post.");
    // Nobody has to do anything about it.
    expect(await agenda(file.id)).toEqual([]);
    const taken = { params: { id: file.id, debtorId: file.debtorId }, body: { channel: null } };
    const reader = await world.login(["ROLE_FILE_SEARCH"]);
    expect((await reader.refused(setWish, taken)).status).toBe(403);
    expect(await clerk.call(setWish, taken)).toEqual({ wish: null });
    expect(await wishOf(file.id)).toMatchObject({ wish: null });
  });

  test("without a known address is refused beside the choice; a choice of telephone plans a task", async () => {
    const { file, send } = await inside();
    const none = await send("contact", { kind: "sms", "wanted[language]": "nl" });
    expect(none.status).toBe(400);
    expect(wordsOf(none.text)).toContain("Wij hebben geen mobiel nummer van u");
    expect((await send("contact", { kind: "call", "wanted[language]": "nl" })).status).toBe(303);
    expect((await agenda(file.id)).map(({ code }) => code)).toContain("call_debtor");
    expect(await wishOf(file.id)).toMatchObject({ wish: null });
  });
});
