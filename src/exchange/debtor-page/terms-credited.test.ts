/** Terms of which the client credits more than is left: nobody is asked for more than is owed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../app/testing/world.factory.ts";
import { date } from "../../ground/kernel/dates.ts";
import { type MailPeer, startMailPeer } from "../../ground/platform/server/outbox/mail-peer.factory.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { claimOf, person, registerProvider } from "../../letters/processing/processing.factory.ts";
import { remindersJob } from "../../letters/processing/steps/reminders.server.ts";
import { proposeArrangement, readAgreements } from "../../money/claims/claims.contract.ts";
import { appendEvents, fileBalance } from "../../money/claims/claims.server.ts";
import { refreshJob } from "../../money/claims/record/nightly.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { placeOne } from "../intake/intake.factory.ts";
import { giveDebtorLink } from "./debtor-page.contract.ts";
import { guestAt, opened, posted, wordsOf } from "./debtor-page.factory.ts";

let world: World;
let mails: MailPeer;
let client: number;

beforeAll(async () => {
  mails = await startMailPeer();
  world = await startWorld({ env: { SMTP_URL: mails.url } });
  await registerProvider(world);
  await world.work((ctx) => changeSettings(ctx, { onlineProvider: "simulated" }));
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

const at = (day: string): void => world.clock.set(new Date(`${day}T10:00:00+01:00`));
const clerk = () => world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);

async function morning(day: string): Promise<void> {
  at(day);
  await world.work((ctx) => ctx.enqueue(refreshJob, {}));
  await world.drain();
  await world.work((ctx) => ctx.enqueue(remindersJob, {}));
  await world.drain();
}

/** A file with three terms from 1 December, of which this is credited. */
async function agreedAndCredited(credited: (open: number) => number) {
  at("2026-11-20");
  const debtor = { ...person(), birthDate: date("1985-03-07") };
  const file = await placeOne(world, client, claimOf({ debtor }));
  const body = {
    first: "2026-12-01",
    frequency: "month",
    interest: "frozen",
    amount: 40,
    activate: true,
    reason: "",
  } as const;
  await (await clerk()).call(proposeArrangement, { params: { id: file.id }, body });
  const { open } = await fileBalance(world.db, file.id, world.clock.today());
  const amount = credited(open);
  await world.work((ctx) =>
    appendEvents(ctx, file.id, [{ kind: "write_off", on: ctx.clock.today(), amount, data: { reason: "coulance" } }]),
  );
  await world.drain();
  return { file, debtor, open: open - amount };
}

async function entered(fileId: number) {
  const { path } = await (await clerk()).call(giveDebtorLink, { params: { id: fileId } });
  const { guest, reply } = await guestAt(world, path);
  await posted(guest, path, reply.text, { day: "7", month: "3", year: "1985" });
  return guest;
}
const words = (text: string): string => wordsOf(text).replaceAll("\u00a0", " ");

test("the next term is what is open where that is less, on the page and in its reminder", async () => {
  const { file, debtor, open } = await agreedAndCredited((all) => all - 1_234);
  expect(open).toBe(1_234);
  const guest = await entered(file.id);
  const page = words((await opened(guest, `/debtor-page/claim/${file.id}`)).text);
  expect(page).toContain("€ 12,34, uiterlijk op 1 december 2026");
  await morning("2026-11-28");
  const mail = mails.messages.findLast(({ to }) => to === debtor.email)?.text ?? "";
  expect(mail).toContain("12,34");
  expect(mail).not.toContain("40,00");
});

test("terms of which everything is credited are completed, and nobody is reminded", async () => {
  const { file, debtor } = await agreedAndCredited((all) => all);
  const page = words((await opened(await entered(file.id), `/debtor-page/claim/${file.id}`)).text);
  expect(page).not.toContain("40,00, uiterlijk");
  await morning("2026-11-28");
  await morning("2026-12-17");
  const subjects = mails.messages
    .filter(({ to }) => to === debtor.email)
    .map(({ text }) => /^Subject: (.*)/m.exec(text)?.[1]);
  expect(subjects.filter((subject) => subject?.startsWith("Uw termijn"))).toEqual([]);
  const { arrangements } = await (await clerk()).call(readAgreements, { params: { id: file.id } });
  expect(arrangements[0]?.status).toBe("completed");
});
