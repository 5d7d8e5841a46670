/** Paying in parts from end to end: offered by a mail, agreed on the page, the first instalment paid by the link, reminders, and what is broken. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { date } from "../../ground/kernel/dates.ts";
import { type MailPeer, startMailPeer } from "../../ground/platform/server/outbox/mail-peer.factory.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { claimOf, person, registerProvider } from "../../letters/processing/processing.factory.ts";
import { remindersJob } from "../../letters/processing/steps/reminders.server.ts";
import { readAgreements } from "../../money/claims/claims.contract.ts";
import { fileBalance } from "../../money/claims/claims.server.ts";
import { refreshJob } from "../../money/claims/record/nightly.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { placeOne } from "../intake/intake.factory.ts";
import { giveDebtorLink } from "./debtor-page.contract.ts";
import { guestAt, onceIn, opened, posted, wordsOf } from "./debtor-page.factory.ts";

let world: World;
let mails: MailPeer;
let clerk: Visitor;
let file: { readonly id: number; readonly number: string };
const debtor = { ...person(), birthDate: date("1985-03-07") };

const at = async (day: string): Promise<void> => {
  world.clock.set(new Date(`${day}T10:00:00+01:00`));
  clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
};
/** A night: terms are judged, and reminders go in the morning. */
const morning = async (day: string): Promise<void> => {
  await at(day);
  await world.work((ctx) => ctx.enqueue(refreshJob, {}));
  await world.drain();
  await world.work((ctx) => ctx.enqueue(remindersJob, {}));
  await world.drain();
};
const lastMail = (): string => mails.messages.findLast(({ to }) => to === debtor.email)?.text ?? "";
const linkIn = (text: string): string => /\/d\/[\w-]{22}/.exec(text)?.[0] ?? "";
const words = (text: string): string => wordsOf(text).replaceAll("\u00a0", " ");
const claimPage = () => `/debtor-page/claim/${file.id}`;

async function enteredBy(path: string): Promise<Visitor> {
  const { guest, reply } = await guestAt(world, path);
  const came = await posted(guest, path, reply.text, { day: "7", month: "3", year: "1985" });
  expect(came.status).toBe(303);
  return guest;
}

/** Fills a form of the page in and sends it. */
async function filledIn(guest: Visitor, act: string, fields: Readonly<Record<string, string>>) {
  const page = await opened(guest, `${claimPage()}/${act}`);
  return posted(guest, `${claimPage()}/${act}`, page.text, { once: onceIn(page.text), ...fields });
}

/** Pays at the bank of the demo what a form of the page asks for. */
async function paid(guest: Visitor, fields: Readonly<Record<string, string>>): Promise<string> {
  const sent = await filledIn(guest, "pay", fields);
  await world.drain();
  const going = await opened(guest, sent.headers.get("location") ?? "");
  const checkout = new URL(/url=([^"]+)"/.exec(going.text)?.[1] ?? "", world.base).pathname;
  const bank = await opened(guest, checkout);
  const back = await posted(guest, checkout, bank.text, { decision: "paid" });
  await world.drain();
  return words((await opened(guest, back.headers.get("location") ?? "")).text);
}

const arrangement = async () => (await clerk.call(readAgreements, { params: { id: file.id } })).arrangements[0];

beforeAll(async () => {
  mails = await startMailPeer();
  world = await startWorld({ env: { SMTP_URL: mails.url } });
  await registerProvider(world);
  await world.work((ctx) => changeSettings(ctx, { onlineProvider: "simulated" }));
  const client = (await makeClient(world.db, world.clock)).id;
  file = await placeOne(world, client, claimOf({ debtor }));
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

describe("paying in parts", () => {
  test("is agreed on the page and confirmed by a mail that leads back to it", async () => {
    await at("2026-11-20");
    const { path } = await clerk.call(giveDebtorLink, { params: { id: file.id } });
    const guest = await enteredBy(path);
    const terms = { amount: "40,00", frequency: "month", first: "2026-12-01" };
    const check = await filledIn(guest, "terms", terms);
    // 102.55 in parts of 40.00: 40.00, 40.00 and what is left.
    expect(words(check.text)).toContain("1 december 2026 € 40,00");
    await posted(guest, `${claimPage()}/terms`, check.text, { once: onceIn(check.text), ...terms, agreed: "yes" });
    await world.drain();
    expect(await arrangement()).toMatchObject({ status: "active" });
    expect(linkIn(lastMail())).not.toBe("");
  });

  test("its first instalment is paid by that link, for its exact amount, and counts as received", async () => {
    const guest = await enteredBy(linkIn(lastMail()));
    const page = words((await opened(guest, `${claimPage()}/pay`)).text);
    expect(page).toContain("Uw volgende termijn: € 40,00");
    expect(await paid(guest, { kind: "term" })).toContain("Wij hebben uw betaling van € 40,00 ontvangen");
    const [first, second] = (await arrangement())?.terms ?? [];
    expect([first?.status, second?.status]).toEqual(["received", "expected"]);
    const claim = words((await opened(guest, claimPage())).text);
    expect(claim).toContain("€ 40,00, uiterlijk op 1 januari 2027");
    // Which of them was paid can be seen from the list.
    expect(claim.replace(/ +/g, " ")).toContain("1 december 2026 betaald € 40,00 1 januari 2027 € 40,00");
  });

  test("the next instalment is announced by an e-mail with a link, and followed by a reminder when late", async () => {
    await morning("2026-12-29");
    const soon = lastMail();
    expect(soon).toContain("40,00");
    expect(linkIn(soon)).not.toBe("");
    await morning("2027-01-11");
    expect(lastMail()).not.toBe(soon);
    expect(linkIn(lastMail())).not.toBe(linkIn(soon));
    const guest = await enteredBy(linkIn(lastMail()));
    expect(words((await opened(guest, claimPage())).text).replace(/ +/g, " ")).toContain(
      "1 januari 2027 nog niet betaald € 40,00",
    );
  });

  test("once broken, the page shows the recalculated balance and takes another proposal, which a person judges", async () => {
    const guest = await enteredBy(linkIn(lastMail()));
    await morning("2027-02-22");
    expect((await arrangement())?.status).toBe("broken");
    world.clock.set(new Date("2027-02-22T11:00:00+01:00"));
    const again = await enteredBy(linkIn(lastMail()));
    const { open } = await fileBalance(world.db, file.id, world.clock.today());
    const page = words((await opened(again, claimPage())).text);
    const shown = (open / 100).toFixed(2).replace(".", ",");
    expect(page).toContain(`€ ${shown}`);
    expect(page).toContain("In delen betalen");
    const terms = { amount: "60,00", frequency: "month", first: "2027-03-01" };
    const check = await filledIn(again, "terms", terms);
    expect(words(check.text)).toContain("Dit voorstel moet een medewerker eerst bekijken");
    await posted(again, `${claimPage()}/terms`, check.text, { once: onceIn(check.text), ...terms, agreed: "yes" });
    clerk = await world.login(["ROLE_FILE_SEARCH"]);
    const { arrangements } = await clerk.call(readAgreements, { params: { id: file.id } });
    expect(arrangements.map(({ status }) => status).sort()).toEqual(["broken", "proposed"]);
    expect(await paid(again, { kind: "open" })).toContain("ontvangen");
    expect((await fileBalance(world.db, file.id, world.clock.today())).open).toBe(0);
    // Whoever was in before is out by now.
    expect((await opened(guest, claimPage())).status).toBe(404);
  });
});
