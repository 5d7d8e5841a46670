/**
 * One truth about what is owed, where somebody acts on it: the rows of a run, the files proposed for a bank entry, the files judged for an
 * office, and the page of whoever owes. Each is asked first after days in which nobody was there, and compared with the balance of that day.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveDebtorLink } from "../exchange/debtor-page/debtor-page.contract.ts";
import { guestAt, opened, posted, wordsOf } from "../exchange/debtor-page/debtor-page.factory.ts";
import { claimAddress } from "../exchange/debtor-page/debtor-page.ts";
import { placeOne } from "../exchange/intake/intake.factory.ts";
import { addDays, date } from "../ground/kernel/dates.ts";
import { type Cents, centsFromDecimal } from "../ground/kernel/money.ts";
import { formatMoney } from "../ground/platform/web/inputs/format.ts";
import { createBailiff } from "../legal/bailiffs/bailiffs.contract.ts";
import { createDestination } from "../legal/handover-batches/destinations/destinations.contract.ts";
import { handoverTypes } from "../legal/handover-batches/handover-batches.ts";
import { validateFiles } from "../legal/handover-batches/validation/validation.contract.ts";
import { claimOf, person, registerProvider } from "../letters/processing/processing.factory.ts";
import { listRunRows, planRun, readRun } from "../letters/processing/runs/runs.contract.ts";
import { getBalance } from "../money/claims/bookings/bookings.contract.ts";
import { createAccount, listEntries, readEntry, uploadStatement } from "../money/payments/payments.contract.ts";
import { camtFile } from "../money/payments/payments.factory.ts";
import { makeClient } from "../people/customers/customers.factory.ts";
import { startWorld, type Visitor, type World } from "./testing/world.factory.ts";

let world: World;
let staff: Visitor;
let files: readonly { readonly id: number; readonly number: string }[];

/** Some days later; people log in again, and nothing runs in between. */
async function sleep(days: number): Promise<void> {
  world.clock.set(new Date(`${addDays(world.clock.today(), days)}T09:00:00Z`));
  staff = await world.login(["*"]);
}

/** What each file owes today, by the engine. */
async function owed(): Promise<ReadonlyMap<number, Cents>> {
  const all = new Map<number, Cents>();
  for (const { id } of files) {
    const { open } = await staff.call(getBalance, { params: { id }, query: { date: world.clock.today() } });
    all.set(id, centsFromDecimal(open) ?? -1);
  }
  return all;
}

beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  const { id: client } = await makeClient(world.db, world.clock);
  const claims = [125_000, 7_550, 899_999].map((cents, at) =>
    claimOf({
      debtor: person({ lastName: `Zuiderhaven${at}`, birthDate: date("1985-03-07") }),
      invoices: [{ number: `W${at}`, date: date("2026-03-01"), dueDate: date("2026-03-31"), cents, description: null }],
    }),
  );
  const placed = [];
  for (const claim of claims) placed.push(await placeOne(world, client, claim));
  files = placed;
  await sleep(0);
});
afterAll(() => world.close());

const expectOwed = async (shown: readonly (readonly [id: number, cents: Cents])[]): Promise<void> => {
  const all = await owed();
  expect(new Map(shown)).toEqual(new Map([...all].filter(([id]) => shown.some(([known]) => known === id))));
  expect(shown.length).toBeGreaterThan(0);
};

test("the rows of a run, and its totals", async () => {
  await sleep(9);
  const asked = await staff.call(planRun, { body: {} });
  await world.drain();
  const { items } = await staff.call(listRunRows, { params: { id: asked.id }, query: {} });
  expect(items.length).toBe(files.length);
  await expectOwed(items.map(({ fileId, openCents }) => [fileId, openCents]));
  const { totals } = await staff.call(readRun, { params: { id: asked.id } });
  const all = [...(await owed()).values()].reduce((sum, cents) => sum + cents, 0);
  expect(totals.reduce((sum, { openCents }) => sum + openCents, 0)).toBe(all);
});

test("the files proposed for a bank entry", async () => {
  await sleep(8);
  const [first] = files;
  await staff.call(createAccount, {
    body: { iban: "NL02ABNA0123456789", name: "Derdengelden", kind: "client_money" },
  });
  const content = camtFile({
    iban: "NL02ABNA0123456789",
    number: 1,
    date: world.clock.today(),
    openingCents: 0,
    // More than is owed on the file whose number it names: a person decides.
    lines: [{ cents: 9_000_000, name: "A.M. van der Zuiderhaven0", text: `dossier ${first?.number}` }],
  });
  await staff.call(uploadStatement, { files: { file: { name: "afschrift.xml", content } } });
  await world.drain();
  const { items } = await staff.call(listEntries, { query: { filter: { state: "review" } } });
  // What was proposed when the statement came in is shown with what is owed on the day on which somebody looks.
  await sleep(5);
  const { suggestions } = await staff.call(readEntry, { params: { id: items[0]?.id ?? 0 } });
  expect(suggestions.map(({ fileId }) => fileId)).toContain(first?.id);
  await expectOwed(suggestions.map(({ fileId, openCents }) => [fileId, openCents]));
});

test("the files judged for an office", async () => {
  await sleep(8);
  const bailiff = await staff.call(createBailiff, { body: { name: "Kantoor Gracht" } });
  const destination = await staff.call(createDestination, {
    body: { name: "Gracht", bailiff: bailiff.id, types: [...handoverTypes], channel: "download", format: "csv" },
  });
  for (const type of ["insolvency_check", "summons"] as const) {
    const judged = { type, destination: destination.id, files: files.map(({ id }) => id) };
    const { items } = await staff.call(validateFiles, { body: judged });
    expect(items.length).toBe(files.length);
    await expectOwed(items.map(({ fileId, openCents }) => [fileId, openCents]));
    await sleep(3);
  }
});

test("the debtor's page", async () => {
  await sleep(8);
  for (const [id, cents] of await owed()) {
    const { path } = await staff.call(giveDebtorLink, { params: { id } });
    const { guest, reply } = await guestAt(world, path);
    await posted(guest, path, reply.text, { day: "7", month: "03", year: "1985" });
    const amount = formatMoney(cents, "nl").replaceAll("\u00a0", " ");
    expect(wordsOf((await opened(guest, "/debtor-page")).text)).toContain(amount);
    expect(wordsOf((await opened(guest, claimAddress(id))).text)).toContain(amount);
  }
});
