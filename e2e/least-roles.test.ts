/** A part of a file's page asks for nothing that its reader may not have, whichever role it is that opens it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sufficient } from "../src/app/testing/attack.factory.ts";
import { fileAgenda } from "../src/cases/agenda/agenda.contract.ts";
import { listParties } from "../src/cases/parties/parties.contract.ts";
import { whoSawFile } from "../src/cases/presence/presence.contract.ts";
import { readHandover } from "../src/legal/handover/handover.contract.ts";
import { listFileDocuments } from "../src/letters/correspondence/correspondence.contract.ts";
import { readFileWorkflow } from "../src/letters/workflows/workflows.contract.ts";
import { interestScreen, readAgreements } from "../src/money/claims/claims.contract.ts";
import { type Reader, startReader } from "./least-roles.ts";
import { makeClient, makeFile } from "./portfolio.ts";

const tabs = {
  parties: listParties,
  money: readAgreements,
  workflow: readFileWorkflow,
  agenda: fileAgenda,
  documents: listFileDocuments,
  handover: readHandover,
  access: whoSawFile,
};

let reader: Reader;
let file: number;

beforeAll(async () => {
  reader = await startReader();
  file = await makeFile(reader.page, await makeClient(reader.page, "Voorbeeld B.V."), { clientRef: "ROL-1" });
});
afterAll(() => reader.close());

const cases = Object.entries(tabs).flatMap(([tab, { who }]) => sufficient(who).map((roles) => [tab, roles] as const));

test.each(cases)("the part %s with %s", async (tab, roles) => {
  await reader.become(["ROLE_FILE_SEARCH", ...roles]);
  expect(await reader.refusedAt(`/file/show-new/${file}?tab=${tab}`)).toEqual([]);
  expect(await reader.page.locator(`[data-part="${tab}"][aria-selected="true"]`).count()).toBe(1);
});

test.each(sufficient(interestScreen.who))("the interest of a file with %s", async (role) => {
  await reader.become([role]);
  expect(await reader.refusedAt(`/file/settings/interest-rate/${file}`)).toEqual([]);
});

/** What a claim is entered with, by the fields of both forms. */
const claim = [
  ["Referentie van de opdrachtgever", "ROL-2"],
  ["Achternaam", "Yıldız"],
  ["E-mail", "yildiz@example.nl"],
  ["Straat", "Kanaalstraat"],
  ["Huisnummer", "112"],
  ["Postcode", "3531 CL"],
  ["Plaats", "Utrecht"],
  ["Factuurnummer", "PF-1"],
  ["Factuurdatum", "01-10-2026"],
  ["Vervaldatum", "01-11-2026"],
  ["Bedrag", "100,00"],
] as const;

const isDenied = (): Promise<boolean> => reader.page.getByRole("heading", { name: /geen toegang/i }).isVisible();

// Whoever enters claims all day and may see none of them goes on with an empty form.
test.each([
  ["/precasso/create", "ROLE_PRECASSO_CREATE", "In precasso nemen"],
  ["/file/create/new", "ROLE_FILE_CREATE", "Dossier aanmaken"],
])("at %s one claim after the other is entered with no more than %s", async (path, role, button) => {
  const { page } = reader;
  await reader.become([role]);
  await page.goto(path);
  await page.getByLabel("Opdrachtgever").first().fill("Voorbeeld");
  await page.getByRole("option", { name: /Voorbeeld B.V./ }).click();
  for (const [label, text] of claim) {
    await page
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(text);
    await page.keyboard.press("Tab");
  }
  await page.getByRole("button", { name: button }).click();
  await page.getByText(/is aangemaakt|staat in precasso|in precasso genomen/).waitFor();
  await expect
    .poll(() =>
      page
        .getByLabel(/^Achternaam/)
        .first()
        .inputValue(),
    )
    .toBe("");
  expect([new URL(page.url()).pathname, await isDenied()]).toEqual([path, false]);
});

test.each([
  ["/customer/create", "ROLE_CUSTOMER_CREATE"],
  ["/email/template/add", "ROLE_EMAIL_TEMPLATE_EDIT"],
])("whoever leaves the form at %s with no more than %s gets to a page of theirs", async (path, role) => {
  const { page } = reader;
  await reader.become([role]);
  await page.goto(path);
  await page.locator("form").getByRole("button", { name: "Annuleren", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== path);
  await page.locator("h1").first().waitFor();
  expect(await isDenied()).toBe(false);
});

test("a list of files leads nobody to a page that is closed to them", async () => {
  const { page } = reader;
  const leading = page.locator(`a[href^="/file/show-new/${file}"]`);
  await reader.become(["*"]);
  await reader.refusedAt(`/file/show-new/${file}`);
  await reader.become(["ROLE_FILE_SEARCH", "ROLE_FILE_VIEW_LAST_VISITED"]);
  await page.goto("/history/last-files");
  await leading.first().waitFor();
  const number = (await leading.first().textContent()) ?? "";
  await reader.become(["ROLE_FILE_VIEW_LAST_VISITED"]);
  await page.reload();
  await page.getByText(number, { exact: true }).first().waitFor();
  expect(await leading.count()).toBe(0);
});
