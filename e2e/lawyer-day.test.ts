/**
 * A lawyer's day in a browser: the client is asked and orders the summons on its own screen, the file is decided on, what is lacking is mended,
 * the office rejects it and takes it the second time, gets judgment, bills, pays and ends it; the bundle is checked, and the file is closed.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { zipBytes } from "../src/legal/court-papers/read-document.factory.ts";
import type { RunningApp } from "./app.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type Complaints, complaintsOf, faultsOf, send, textShown } from "./page.ts";
import { begin, inviteContact, mailing, makeClient, makeFile, password, registerProvider } from "./portfolio.ts";

const made = z.looseObject({ id: z.number(), version: z.number().optional() });
const shown = z.looseObject({ number: z.string(), version: z.number(), debtor: z.record(z.string(), z.unknown()) });
const types = z.looseObject({
  items: z.array(z.looseObject({ needs: z.array(z.looseObject({ id: z.string() })) })),
});
const sealed = z.looseObject({ totalCents: z.number(), sha256: z.string() });
const lawyers = [
  ...["ROLE_LEGAL", "ROLE_EMPLOYEE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"],
  ...["ROLE_PROCESSING", "ROLE_AGENDA", "ROLE_EMPLOYEE_FINANCE"],
];
/** What the office asks of a file; all else goes without. */
const asked = ["court", "mandate", "advance"];

describe("a lawyer's day", () => {
  let app: RunningApp;
  let mailbox: Mailbox;
  let page: Page;
  let contact: Page;
  let complaints: Complaints;
  let file: number;
  let number: string;
  let office: number;
  /** Files in debt counselling and in bankruptcy. */
  const helped: number[] = [];

  const dialog = (): Locator => page.getByRole("dialog").last();

  beforeAll(async () => {
    mailbox = await openMailbox();
    const begun = await begin({ username: "beheer", name: "B. Heer" }, mailing(mailbox));
    app = begun.app;
    const admin = begun.page;
    await registerProvider(admin);
    const client = await makeClient(admin, "Ovenbouw & Zonen B.V.");
    const address = { street: "Kanaalstraat", houseNumber: "112", postcode: "3531 CL", city: "Utrecht" };
    file = made.parse(
      await send(admin, "POST", "/api/v4/file", {
        client,
        clientRef: "OV-1",
        fileType: "company",
        debtor: { companyName: "Bakkerij Zoet B.V.", legalForm: "bv", kvk: "87654321", ...address },
        claim: { title: "Koop", description: "levering van twee ovens" },
        invoices: [{ number: "OV-77", date: "2026-03-01", dueDate: "2026-03-31", amount: "900.00" }],
      }),
    ).id;
    const found = shown.parse(await send(admin, "GET", `/api/v4/file/${file}`));
    number = found.number;
    const { id: _id, fileType: _t, isConsumer: _c, isNaturalPerson: _n, displayName: _d, ...fields } = found.debtor;
    await send(admin, "PUT", `/api/v4/file/${file}/debtor`, { ...fields, addressVerifiedOn: "2026-11-19" });
    for (const [ref, kind] of [
      ["SHV-1", "shv"],
      ["FAIL-1", "bankruptcy"],
    ] as const) {
      const id = await makeFile(admin, client, { clientRef: ref, lastName: ref, amount: "300.00" });
      const { version } = shown.parse(await send(admin, "GET", `/api/v4/file/${id}`));
      await send(admin, "POST", `/api/v4/file/${id}/hold`, { kind, since: "2026-11-19", reason: "bericht", version });
      helped.push(id);
    }
    const bailiff = made.parse(await send(admin, "POST", "/api/v4/bailiff", { name: "Kantoor Gracht" }));
    const destination = made.parse(
      await send(admin, "POST", "/api/v4/handover-destination", {
        ...{ name: "Gracht", bailiff: bailiff.id, types: ["summons"], channel: "download", format: "json" },
      }),
    );
    office = destination.id;
    const { items } = types.parse(await send(admin, "GET", "/bailiff/handover/handover-types"));
    const needs = items.flatMap(({ needs: all }) => all.map(({ id }) => id)).filter((id) => !asked.includes(id));
    const levels = Object.fromEntries(needs.map((need) => [need, "off"]));
    const { version } = destination;
    await send(admin, "PUT", `/api/v4/handover-destination/${office}/levels`, { levels, version });
    await send(admin, "POST", "/bailiff/handover-masterdata/add-client/masterdata", {
      ...{ destination: office, client, externalId: "K-77" },
    });
    const acl = ["ROLE_CONTACT_PERSON", "ROLE_FILE_SEARCH"];
    const person = { client, username: "klant", name: "K. Lant", acl, password };
    contact = await inviteContact(app, admin, mailbox, person);
    const lawyer = await app.createUser("jurist", password, lawyers.join(","), "J. Urist");
    const opened = await app.open();
    complaints = await complaintsOf(opened.context);
    await app.enter(opened.context, lawyer);
    page = opened.page;
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  test("the advice is read, and the client is asked for a decision and an advance", async () => {
    await page.goto(`/file/show-new/${file}?tab=handover`);
    await page.getByRole("link", { name: "Beslissen" }).click();
    await textShown(page, "Niets staat in de weg.");
    await page.getByRole("row").filter({ hasText: "Verjaring" }).getByText("01-04-2031").waitFor();
    // 350.00 of court fee for a legal person, 125.57 for the summons.
    await page.getByRole("table", { name: "Kosten per stap" }).getByText("€ 350,00").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Opdrachtgever vragen" }).click();
    await dialog().getByLabel("Toelichting").fill("De bakkerij betaalt niet en betwist niets.");
    expect(await dialog().getByLabel("Voorschot").inputValue()).toBe("475,57");
    await dialog().getByRole("button", { name: "Opdrachtgever vragen" }).click();
    await textShown(page, "De opdrachtgever is gevraagd.");
  });

  test("the client sees the question on its first screen, and can answer once", async () => {
    await contact.goto("/");
    await contact.getByRole("link", { name: "Vragen over dagvaarden die op antwoord wachten" }).click();
    const question = contact.getByRole("article", { name: new RegExp(number) });
    await question.getByText("De bakkerij betaalt niet en betwist niets.").waitFor();
    expect(await faultsOf(contact)).toEqual([]);
    await question.getByRole("button", { name: "Ja, dagvaarden" }).click();
    const form = contact.getByRole("dialog");
    await form.getByText("U maakt een voorschot van € 475,57 over.").waitFor();
    await form.getByLabel("Toelichting").fill("Akkoord.");
    await form.getByRole("button", { name: "Ja, dagvaarden" }).click();
    await textShown(contact, "Uw antwoord is vastgelegd.");
    await textShown(contact, "Niets wacht op antwoord.");
  });

  test("the answered files are decided on from the list, in one action", async () => {
    await page.goto("/legal-decision?state=answered");
    const row = page.getByRole("row").filter({ hasText: number });
    await row.getByText("Opdracht gegeven").waitFor();
    await row.getByRole("checkbox").check();
    await page.getByRole("button", { name: "1 dossier beslissen" }).click();
    await dialog().getByRole("radio", { name: "Dagvaarden" }).check();
    await dialog().getByRole("button", { name: "1 dossier beslissen" }).click();
    await textShown(page, "1 dossier gedaan.");
  });

  /** Plans a handover of the file, and opens what keeps it here, if anything does. */
  const plan = async (): Promise<void> => {
    await page.goto(`/bailiff/handover/summons/${office}`);
    await page.getByLabel("Dossiernummers of referenties").fill(number);
    await page.getByRole("button", { name: "Plan maken" }).click();
    await textShown(page, "Plan klaar");
  };

  const handOver = async (): Promise<z.infer<typeof sealed>> => {
    await page.getByRole("button", { name: "1 dossier overdragen" }).click();
    await dialog().getByRole("button", { name: "1 dossier overdragen" }).click();
    await textShown(page, "Wacht op verzending");
    const fetched = page.waitForEvent("download");
    await page.getByRole("link", { name: "ZIP downloaden" }).click();
    await fetched;
    await page.reload();
    await textShown(page, "Verzonden, wacht op ontvangstbewijs");
    const id = new URL(page.url()).searchParams.get("batch");
    return sealed.parse(await send(page, "GET", `/bailiff/handover-status/${id}`));
  };

  const receipt = async ({ totalCents, sha256 }: z.infer<typeof sealed>): Promise<void> => {
    await page.getByRole("button", { name: "Ontvangstbewijs noteren" }).click();
    await dialog().getByLabel("Aantal").fill("1");
    await dialog()
      .getByLabel("Totaal in euro (1234.56)")
      .fill((totalCents / 100).toFixed(2));
    await dialog().getByLabel("Controlesom (SHA-256)").fill(sha256);
  };

  test("the plan refuses the file while court and advance are missing; both are completed through their lines", async () => {
    await plan();
    const refused = page.getByRole("row").filter({ hasText: number });
    await refused.getByText("Voorschot").first().waitFor();
    await page.goto(`/file/show-new/${file}?tab=handover`);
    const advance = page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: "Voorschot", exact: true }) });
    await advance.getByRole("button", { name: "voorschot vastleggen" }).click();
    // The court of the postcode is filled in; that nobody has checked its address is said beside it.
    await dialog().getByLabel("Zittingsplaats").waitFor();
    await dialog().getByLabel("Ontvangen op").fill("20-11-2026");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await advance.getByText("in orde").waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("the office rejects the file, and accepts it once the cause is corrected", async () => {
    await plan();
    const first = await handOver();
    await receipt(first);
    await dialog()
      .getByRole("checkbox", { name: `Aangenomen: ${number}` })
      .uncheck();
    await dialog().getByLabel(`Reden: ${number}`).fill("Verkeerde zittingsplaats");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Ontvangstbewijs genoteerd");
    await page.getByRole("row").filter({ hasText: number }).getByText("Geweigerd").first().waitFor();
    await page.goto(`/file/show-new/${file}?tab=handover`);
    const court = page.getByRole("row").filter({ hasText: "Bevoegde rechter" });
    await court.getByRole("button", { name: "wijzigen: Bevoegde rechter" }).click();
    await dialog().getByRole("combobox", { name: "Zittingsplaats" }).click();
    await page.getByRole("option", { name: /^Almere/ }).click();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await court.getByText(/Almere/).waitFor();
    await plan();
    const second = await handOver();
    expect(second.sha256).not.toBe(first.sha256);
    await receipt(second);
    await dialog().getByLabel(`Nummer bij kantoor: ${number}`).fill("D-2026-1");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await page.getByRole("row").filter({ hasText: "D-2026-1" }).getByText("Bij de deurwaarder").first().waitFor();
  });

  test("a bundle for the court is made and opened: each file matches its hash in the list, an altered one does not", async () => {
    await page.goto(`/file/show-new/${file}?tab=handover`);
    await page.getByRole("button", { name: "Bundel maken" }).click();
    const link = page.getByRole("link", { name: "ZIP downloaden" });
    await link.waitFor();
    const fetched = page.waitForEvent("download");
    await link.click();
    const entries = await zipBytes(await readFile(await (await fetched).path()));
    const sums = (entries.get("SHA256SUMS") ?? Buffer.of()).toString().trim().split("\n");
    const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
    const held = sums.map((line) => [line.slice(0, 64), line.slice(66)] as const);
    expect(held.map(([, name]) => name).sort()).toEqual(
      [...entries.keys()].filter((name) => name !== "SHA256SUMS").sort(),
    );
    for (const [hash, name] of held) expect([name, hashOf(entries.get(name) ?? Buffer.of())]).toEqual([name, hash]);
    const [[hash, name] = ["", ""]] = held;
    const altered = Buffer.from(entries.get(name) ?? Buffer.of());
    altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1);
    expect(hashOf(altered)).not.toBe(hash);
  });

  test("a counsellor is answered as CSV and PDF within ten working days, and a claim is lodged, in two clicks each", async () => {
    const [counselled, insolvent] = helped;
    await page.goto(`/file/show-new/${counselled}?tab=handover`);
    // Ten working days after 20 November.
    await textShown(page, /04-12-2026/);
    await page.getByRole("button", { name: "Saldo-opgave maken" }).click();
    await textShown(page, "De saldo-opgave staat bij het dossier.");
    const fetched = page.waitForEvent("download");
    await page.getByRole("link", { name: /saldo-opgave.*\.csv$/ }).click();
    const csv = await readFile(await (await fetched).path(), "utf8");
    expect(csv).toContain("schuldeiser;dossiernummer");
    expect(csv).toContain("300,00");
    await page.getByRole("link", { name: /saldo-opgave.*\.pdf$/ }).waitFor();
    await page.goto(`/file/show-new/${insolvent}?tab=handover`);
    await page.getByRole("button", { name: "Vordering indienen" }).click();
    await page
      .getByRole("link", { name: /\.docx$/ })
      .first()
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("judgment, costs and payment are reported by the office, and the file is closed", async () => {
    await page.goto("/bailiff/handover/monitoring");
    await page.getByRole("tab", { name: "Berichten" }).click();
    await page.getByRole("button", { name: "Terugmelding inlezen" }).click();
    const of = { fileNumber: number, on: "2026-11-20" };
    const reports = [
      {
        ...of,
        key: "1",
        kind: "summons",
        on: "2026-11-20",
        rollDate: "2026-12-02",
        caseNumber: "123/26",
        court: "Midden-Nederland",
      },
      {
        ...of,
        key: "2",
        kind: "judgment",
        caseNumber: "123/26",
        principal: "900.00",
        costs: "619.57",
        byDefault: true,
      },
      { ...of, key: "3", kind: "cost", act: "2b", exVat: "136.71", chargeable: true, description: "betekening" },
      // 900.00 + 619.57 as judged, and the 136.71 of the service, which the debtor owes under the title (Btag art. 2b).
      { ...of, key: "4", kind: "payment", amount: "1656.28", reference: "derdengeld" },
      { ...of, key: "5", kind: "closed", reason: "Betaald" },
    ];
    await dialog().getByLabel("Tekst").fill(JSON.stringify({ reports }));
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Verwerkt: 5; al bekend: 0; niet begrepen: 0");
    await page.goto(`/file/show-new/${file}?tab=handover`);
    await textShown(page, "Vonnis");
    await textShown(page, "123/26");
    const standing = z.looseObject({ status: z.string(), balance: z.looseObject({ open: z.string() }) });
    const read = async () => standing.parse(await send(page, "GET", `/api/v4/file/${file}`));
    expect((await read()).balance.open).toBe("0.00");
    // Nothing is open any more: it is closed by itself.
    await expect.poll(async () => (await read()).status).toBe("closed");
    expect(complaints.list()).toEqual([]);
  });
});
