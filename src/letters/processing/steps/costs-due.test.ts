/** Collection costs that arose are not lost when everything else is paid before the step that claims them. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { sendFileMessage } from "../../../cases/file-page/composer/composer.contract.ts";
import {
  closeFileByHand,
  liftHoldFromFile,
  listStates,
  placeHoldOnFile,
  reopenFileByHand,
} from "../../../cases/states/states.contract.ts";
import { planBulk, readBulk } from "../../../exchange/bulk/bulk.contract.ts";
import { everything } from "../../../exchange/bulk/bulk.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { bookPaymentCall, reverseEventCall, voidNoticeCall } from "../../../money/claims/claims.contract.ts";
import { appendEvents, bookings, eventsOf, fileBalance } from "../../../money/claims/claims.server.ts";
import { settleFile } from "../../../money/payments/payments.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { claimOf, person, portfolio, registerProvider } from "../processing.factory.ts";
import { doStep, readStep } from "../runs/runs.contract.ts";

let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(() => world.work((ctx) => changeSettings(ctx, { claimArisenCosts: true })));

const at = async (text: string): Promise<void> => {
  world.clock.set(new Date(`${text}T10:00:00+01:00`));
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"]);
};

/** A file of 100.00 from 1 April at 4 %, its 14-day letter sent on Friday 20 November 2026: costs of 40.00 from 9 December. */
async function fileWithNotice(): Promise<number> {
  await at("2026-11-20");
  const [id = 0] = (await portfolio(world, 1)).fileIds;
  await clerk.call(doStep, { params: { id }, body: { position: 1 } });
  return id;
}

const pay = (id: number, day: string, amount: string) =>
  clerk.call(bookPaymentCall, {
    params: { id },
    body: { date: day, amount, kind: "direct", reference: `D-${day}-${amount}` },
  });

const statusOf = async (id: number) =>
  (await world.db.selectFrom("case_file").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

const agendaOf = async (id: number): Promise<readonly string[]> =>
  (
    await sql<{ code: string }>`select s.code from agenda_item i join agenda_subject s on s.id = i.subject_id
      where i.file_id = ${id} and i.state = 'open' and s.code = 'arisen_costs'`.execute(world.db)
  ).rows.map(({ code }) => code);

const costsOf = async (id: number) => (await fileBalance(world.db, id, date("2026-12-31"))).ledger.costs;
const claims = async (id: number) => (await eventsOf(world.db, id)).filter(({ kind }) => kind === "bik");

/** 100.00 × 4 % × 252/365 = 2.76 up to 9 December, 2.77 up to the 10th. */
const all = "102.77";

test("when all else is paid after the term the costs are claimed, paid first, and the file stays open", async () => {
  const id = await fileWithNotice();
  await at("2026-12-10");
  await pay(id, "2026-12-10", all);
  expect(await costsOf(id)).toMatchObject([{ on: "2026-12-09", amount: 4000, open: 0 }]);
  // 102.77 − 40.00 − 2.77 = 60.00 to principal, which leaves 40.00.
  expect(await fileBalance(world.db, id, date("2026-12-10"))).toMatchObject({ principal: 4000, interest: 0, costs: 0 });
  expect(await statusOf(id)).toBe("in_progress");
  expect(await claims(id)).toMatchObject([{ on: "2026-12-10", data: { ground: "notice" } }]);
  await pay(id, "2026-12-10", "40.00");
  expect(await statusOf(id)).toBe("closed");
  expect(await claims(id)).toHaveLength(1);
});

test.each([
  ["within the term, the amount that the letter asked", "2026-12-08", "102.55", "2026-12-08"],
  ["within the term, entered weeks later", "2026-12-08", "102.55", "2027-01-11"],
])("paid %s: no costs, and the file closes", async (_name, day, amount, enteredOn) => {
  const id = await fileWithNotice();
  await at(enteredOn);
  await pay(id, day, amount);
  expect(await claims(id)).toEqual([]);
  expect(await statusOf(id)).toBe("closed");
});

test("a returned letter never counted: nothing is claimed", async () => {
  const id = await fileWithNotice();
  await at("2026-12-10");
  const notice = (await eventsOf(world.db, id)).find(({ kind }) => kind === "notice14")?.id ?? 0;
  const body = { why: "returned" as const, reason: "Retour afzender" };
  await clerk.call(voidNoticeCall, { params: { id, notice }, body });
  await pay(id, "2026-12-10", all);
  expect(await claims(id)).toEqual([]);
  expect(await statusOf(id)).toBe("closed");
});

test("reversed costs are not claimed again", async () => {
  const id = await fileWithNotice();
  await at("2026-12-10");
  await pay(id, "2026-12-10", all);
  const [claim] = await claims(id);
  await clerk.call(reverseEventCall, {
    params: { id, eventId: claim?.id ?? 0 },
    body: { reason: "Coulance" },
  });
  expect(await statusOf(id)).toBe("closed");
  expect(await claims(id)).toHaveLength(1);
  expect(await fileBalance(world.db, id, date("2026-12-31"))).toMatchObject({ open: 0, overpaid: 0, costsCharged: 0 });
});

/** A business of 100.00, asked for it by a letter of the house on 20 November 2026 or not; costs of 40.00 are due since 1 April. */
async function business(asked: boolean): Promise<number> {
  await at("2026-11-20");
  await registerProvider(world);
  const { id: clientId } = await makeClient(world.db, world.clock);
  const debtor = person({ fileType: "company", companyName: "Proef B.V.", legalForm: "bv", lastName: null });
  const { id } = await placeOne(world, clientId, claimOf({ debtor }));
  const sender = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_FILE_EDIT", "ROLE_PROCESSING"]);
  const key = `1c0e6c1e-93f5-4a55-8d5e-${String(id).padStart(12, "0")}`;
  const letter = { channel: "post", template: "POST_LAST", key } as const;
  if (asked) await sender.call(sendFileMessage, { params: { id }, body: letter });
  return id;
}

test("a business that pays all else owes its costs as well: claimed as of its default, paid first", async () => {
  const id = await business(true);
  await at("2026-12-10");
  const { open } = await fileBalance(world.db, id, date("2026-12-10"));
  await pay(id, "2026-12-10", decimalFromCents(open));
  expect(await claims(id)).toMatchObject([{ on: "2026-12-10", data: { ground: "default" } }]);
  expect(await costsOf(id)).toMatchObject([{ on: "2026-04-01", amount: 4000, open: 0 }]);
  expect(await statusOf(id)).not.toBe("closed");
  const left = (await fileBalance(world.db, id, date("2026-12-10"))).open;
  await pay(id, "2026-12-10", decimalFromCents(left));
  expect(await statusOf(id)).toBe("closed");
  expect(await claims(id)).toHaveLength(1);
});

test.each([
  ["was never asked by the provider", false, "2026-12-10"],
  ["had paid before it was asked, entered later", true, "2026-11-19"],
])("a business that %s owes none: the file closes", async (_name, asked, paidOn) => {
  const id = await business(asked);
  await at("2026-12-10");
  const { open } = await fileBalance(world.db, id, date(paidOn));
  await pay(id, paidOn, decimalFromCents(open));
  expect(await claims(id)).toEqual([]);
  expect(await statusOf(id)).toBe("closed");
});

test("reversed costs of a business are not claimed again", async () => {
  const id = await business(true);
  await at("2026-12-10");
  const { open } = await fileBalance(world.db, id, date("2026-12-10"));
  await pay(id, "2026-12-10", decimalFromCents(open));
  const [claim] = await claims(id);
  await clerk.call(reverseEventCall, { params: { id, eventId: claim?.id ?? 0 }, body: { reason: "Coulance" } });
  expect(await statusOf(id)).toBe("closed");
  expect(await claims(id)).toHaveLength(1);
});

test("the provider may waive them: the file closes as before", async () => {
  await world.work((ctx) => changeSettings(ctx, { claimArisenCosts: false }));
  const id = await fileWithNotice();
  await at("2026-12-10");
  await pay(id, "2026-12-10", all);
  expect(await claims(id)).toEqual([]);
  expect(await statusOf(id)).toBe("closed");
});

test("the client's contract may waive them: no costs, and the file closes", async () => {
  const id = await fileWithNotice();
  await world.work((ctx) =>
    appendEvents(ctx, id, [
      {
        kind: "terms",
        on: date("2026-11-20"),
        data: { interest: { kind: "statutory" }, bik: { method: "none" } },
      },
    ]),
  );
  await at("2026-12-10");
  await pay(id, "2026-12-10", all);
  expect(await claims(id)).toEqual([]);
  expect(await statusOf(id)).toBe("closed");
});

test("under a dispute nothing is claimed and the closing waits for a decision; afterwards the costs are claimed", async () => {
  const id = await fileWithNotice();
  await at("2026-12-10");
  const version = async () => (await clerk.call(listStates, { params: { id } })).file.version;
  await clerk.call(placeHoldOnFile, { params: { id }, body: { kind: "dispute", version: await version() } });
  await pay(id, "2026-12-10", all);
  expect(await claims(id)).toEqual([]);
  expect(await statusOf(id)).not.toBe("closed");
  expect(await agendaOf(id)).toEqual(["arisen_costs"]);
  const [state] = (await clerk.call(listStates, { params: { id } })).items;
  await clerk.call(liftHoldFromFile, { params: { id, holdId: state?.id ?? 0 }, body: { version: await version() } });
  await world.work((ctx) => settleFile(ctx, id));
  expect(await claims(id)).toHaveLength(1);
  expect(await statusOf(id)).toBe("in_progress");
  expect(await agendaOf(id)).toEqual([]);
});

test("the same in every way the file would close: a bank payment and a run", async () => {
  const id = await fileWithNotice();
  await at("2026-12-10");
  await world.work(async (ctx) => {
    const data = { receipt: "agency" as const, reference: "R" };
    await appendEvents(ctx, id, [{ kind: "payment", on: date("2026-12-10"), amount: 10_277, data }]);
  });
  // The run finds nothing open and wants to close it.
  await clerk.call(doStep, { params: { id }, body: { position: 0 } });
  expect(await statusOf(id)).toBe("in_progress");
  expect(await costsOf(id)).toMatchObject([{ on: "2026-12-09", amount: 4000, open: 0 }]);
});

test("closing it as paid by hand, one by one or in bulk, asks about the costs, which may be waived explicitly", async () => {
  const id = await fileWithNotice();
  const other = await fileWithNotice();
  await at("2026-12-10");
  // Entered as a module would, so that nothing settles by itself.
  for (const file of [id, other])
    await world.work(async (ctx) => {
      const data = { receipt: "agency" as const, reference: "R" };
      await appendEvents(ctx, file, [{ kind: "payment", on: date("2026-12-10"), amount: 10_277, data }]);
    });
  const close = async (more: object) => {
    const { version } = (await clerk.call(listStates, { params: { id } })).file;
    return clerk.send(closeFileByHand, { params: { id }, body: { reason: "paid_in_full", version, ...more } });
  };
  const refused = await close({});
  expect(refused.status).toBe(400);
  expect(refused.json()).toMatchObject({ errors: { waiveCosts: [expect.stringContaining("40.00")] } });
  expect(await statusOf(id)).not.toBe("closed");
  const house = await world.login(everything);
  const action = { kind: "close" as const, reason: "paid_in_full" as const };
  const { id: bulk } = await house.call(planBulk, { body: { chosen: { by: "files", files: [other] }, action } });
  await world.drain();
  expect((await house.call(readBulk, { params: { id: bulk } })).counts).toMatchObject({ do: 0, refuse: 1 });
  expect((await close({ waiveCosts: true })).status).toBe(200);
  expect(await statusOf(id)).toBe("closed");
  expect(await claims(id)).toEqual([]);
  const lines = await world.db.selectFrom("file_log").select("subject").where("file_id", "=", id).execute();
  expect(JSON.stringify(lines)).toMatch(/Gesloten zonder verschuldigd geworden incassokosten: €.40,00/);
  // A house that waives them is asked nothing.
  await world.work((ctx) => changeSettings(ctx, { claimArisenCosts: false }));
  const { version } = (await clerk.call(listStates, { params: { id: other } })).file;
  const body = { reason: "paid_in_full" as const, version };
  await clerk.call(closeFileByHand, { params: { id: other }, body });
  expect(await statusOf(other)).toBe("closed");
});

/** Paid without its costs, which a person let go when closing it; then the file is opened again. */
async function waivedAndReopened(id: number): Promise<void> {
  const { open } = await fileBalance(world.db, id, date("2026-12-10"));
  // Entered as a module would, so that nothing settles by itself.
  await world.work(async (ctx) => {
    const data = { receipt: "agency" as const, reference: "R" };
    await appendEvents(ctx, id, [{ kind: "payment", on: date("2026-12-10"), amount: open, data }]);
  });
  const version = async () => (await clerk.call(listStates, { params: { id } })).file.version;
  const closing = { reason: "paid_in_full" as const, waiveCosts: true, version: await version() };
  await clerk.call(closeFileByHand, { params: { id }, body: closing });
  await clerk.call(reopenFileByHand, { params: { id }, body: { version: await version() } });
}

test.each([
  ["a consumer", fileWithNotice],
  ["a business", () => business(true)],
])(
  "costs that a person waived for %s stay waived when the file is opened again and more is paid",
  async (_who, make) => {
    const id = await make();
    await at("2026-12-10");
    await waivedAndReopened(id);
    await pay(id, "2026-12-10", "5.00");
    expect(await claims(id)).toEqual([]);
    expect(await fileBalance(world.db, id, date("2026-12-10"))).toMatchObject({ overpaid: 500, costsCharged: 0 });
  },
);

test("nor are waived costs charged by the step, once the payment was taken back", async () => {
  const id = await fileWithNotice();
  await at("2026-12-10");
  await waivedAndReopened(id);
  const payment = (await eventsOf(world.db, id)).find(({ kind }) => kind === "payment")?.id ?? 0;
  await world.work((ctx) => bookings.reverse(ctx, id, payment, { reason: "Storno" }));
  const { position, costCents } = await clerk.call(readStep, { params: { id } });
  expect(costCents).toBe(0);
  await clerk.call(doStep, { params: { id }, body: { position } });
  expect(await claims(id)).toEqual([]);
  // A later letter gives a new right.
  await at("2026-12-11");
  await world.work(async (ctx) => {
    const letter = (await eventsOf(ctx.db, id)).find(({ kind }) => kind === "notice14");
    if (letter?.kind !== "notice14") throw new Error("no letter");
    const { data } = letter;
    const days = { deemedReceived: date("2026-12-12"), lastPayDay: date("2026-12-28"), bikDueFrom: date("2026-12-29") };
    await appendEvents(ctx, id, [{ kind: "notice14", on: date("2026-12-11"), data: { ...data, ...days } }]);
  });
  await at("2026-12-30");
  const { open } = await fileBalance(world.db, id, date("2026-12-30"));
  await pay(id, "2026-12-30", decimalFromCents(open));
  expect(await claims(id)).toHaveLength(1);
});
