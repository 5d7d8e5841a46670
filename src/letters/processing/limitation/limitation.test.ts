/** A claim that lapses soon is put on the agenda in time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { openAgendaOf } from "../../../cases/agenda/agenda.server.ts";
import { liftHold, placeHold } from "../../../cases/states/states.server.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import {
  bookPaymentCall,
  getClaim,
  makePromise,
  reverseEventCall,
  reversePaymentCall,
} from "../../../money/claims/claims.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { makeBatchCall, markPosted, readBatch } from "../../print-batches/print-batches.contract.ts";
import { claimOf, registerProvider } from "../processing.factory.ts";
import { doStep, readStep } from "../runs/runs.contract.ts";
import { noteInterruptionCall, readLimitation } from "./limitation.contract.ts";
import { limitationJob } from "./limitation.server.ts";

let world: World;
let client: number;
let clerk: Visitor;
beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FINANCE"]);
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

let serial = 0;
const dueOn = async (dueDate: PlainDate, claimTitle: string): Promise<number> =>
  (
    await placeOne(world, client, {
      ...claimOf({ claimTitle }),
      invoices: [{ number: `D-${++serial}`, date: dueDate, dueDate, cents: 10_000, description: null }],
    })
  ).id;

const warned = async (fileId: number) =>
  ((await openAgendaOf(world.db, [fileId])).get(fileId) ?? []).map(({ subject, on }) => `${subject} ${on}`);

async function look(): Promise<void> {
  await world.work((ctx) => ctx.enqueue(limitationJob, {}));
  await world.drain();
}

test("a claim is warned of once, from six months before it lapses", async () => {
  // A consumer's sale of 31 March 2025 lapses on 1 April 2027, in less than six months of 20 November 2026 (BW 7:28).
  const sale = await dueOn(date("2025-03-31"), "Koop");
  // A service of the same day lapses in 2030 (BW 3:307); a sale of June 2025 is not near yet.
  const service = await dueOn(date("2025-03-31"), "Dienstverlening");
  const later = await dueOn(date("2025-06-30"), "Koop");
  await look();
  expect(await warned(sale)).toEqual(["limitation_warning 2026-11-20"]);
  expect([await warned(service), await warned(later)]).toEqual([[], []]);
  const { note } = await world.db
    .selectFrom("agenda_item")
    .select("note")
    .where("file_id", "=", sale)
    .executeTakeFirstOrThrow();
  expect(note).toBe("De vordering verjaart op 01-04-2027 (BW 7:28). Stuit de verjaring op tijd.");
  await look();
  expect(await warned(sale)).toHaveLength(1);
});

/** A service of several invoices, by number: the due date, in 2019 to 2026, and cents. */
const several = async (invoices: Readonly<Record<string, readonly [string, number]>>): Promise<number> =>
  (
    await placeOne(world, (await makeClient(world.db, world.clock)).id, {
      ...claimOf(),
      invoices: Object.entries(invoices).map(([number, [due, cents]]) => ({
        number,
        date: date(due),
        dueDate: date(due),
        cents,
        description: null,
      })),
    })
  ).id;

const lapses = async (fileId: number) => {
  const { items } = await clerk.call(readLimitation, { params: { id: fileId } });
  return Object.fromEntries(items.map(({ number, state, barredOn }) => [number, `${state} ${barredOn}`]));
};

const pay = (fileId: number, day: string, amount: string, invoices?: string[]) =>
  clerk.call(bookPaymentCall, {
    params: { id: fileId },
    body: { date: day, amount, kind: "agency", dateConfirmed: true, ...(invoices && { invoices }) },
  });

const stepNow = async (fileId: number) => {
  const { verdict, reasons } = await clerk.call(readStep, { params: { id: fileId } });
  return [verdict, ...reasons.map(({ rule }) => rule)];
};

test("each invoice has its own limitation period; a payment restarts that of its designated invoice", async () => {
  const fileId = await several({ "F-old": ["2021-10-31", 40_000], "F-young": ["2025-01-31", 60_000] });
  expect(await lapses(fileId)).toEqual({ "F-old": "barred 2026-11-01", "F-young": "running 2030-02-01" });
  // A payment with an earlier value date changes it as if it had been known from the start, and taking it back changes it again.
  const { id } = await pay(fileId, "2025-06-02", "10.00", ["F-old"]);
  expect(await lapses(fileId)).toEqual({ "F-old": "running 2030-06-03", "F-young": "running 2030-02-01" });
  await clerk.call(reversePaymentCall, { params: { id: fileId, paymentId: id }, body: { reason: "Storno" } });
  expect(await lapses(fileId)).toEqual({ "F-old": "barred 2026-11-01", "F-young": "running 2030-02-01" });
});

test("the claims tab says no collection costs over what is time-barred, as the letters do", async () => {
  const mixed = await several({ "F-1": ["2019-01-31", 100_000], "F-2": ["2026-03-31", 20_000] });
  // The least of the scale over € 200.00; 15 % of € 1,200.00 would be € 180.00.
  expect((await clerk.call(getClaim, { params: { id: mixed } })).bikDue.bik).toBe(4_000);
  const barred = await several({ "F-1": ["2019-01-31", 10_000] });
  expect((await clerk.call(getClaim, { params: { id: barred } })).bikDue).toEqual({ bik: 0, vat: 0 });
});

test("a paid invoice does not bar an open one; a time-barred one is left out of demands, and the others proceed", async () => {
  const paid = await several({ "F-1": ["2019-01-31", 10_000], "F-2": ["2026-03-31", 20_000] });
  await pay(paid, "2019-03-01", "100.00", ["F-1"]);
  expect(await stepNow(paid)).toEqual(["do"]);

  const mixed = await several({ "F-1": ["2019-01-31", 10_000], "F-2": ["2026-03-31", 20_000] });
  expect(await lapses(mixed)).toEqual({ "F-1": "barred 2024-02-01", "F-2": "running 2031-04-01" });
  expect(await stepNow(mixed)).toEqual(["do"]);
  const preview = await clerk.call(doStep, { params: { id: mixed }, body: { position: 1 } });
  expect(preview.documentId).not.toBeNull();
  const { body_text } = await world.db
    .selectFrom("message")
    .select("body_text")
    .where("file_id", "=", mixed)
    .executeTakeFirstOrThrow();
  // Of the second invoice alone: € 200.00, and 4 % of it over 233 days from 1 April is € 5.11.
  expect(body_text.replace(/\s/g, " ")).toContain("U moet nog € 205,11 betalen");
  expect(body_text.replace(/\s/g, " ")).toContain("over de hoofdsom van € 200,00");
  expect(body_text).toContain("40,00");

  const barred = await several({ "F-1": ["2019-01-31", 10_000] });
  expect(await stepNow(barred)).toEqual(["refuse", "timeBarred"]);
});

test("an interruption is recorded with its proof, applies to the invoices it concerns, and can be undone", async () => {
  const fileId = await several({ "F-1": ["2021-10-31", 40_000], "F-2": ["2021-10-31", 60_000] });
  expect(await stepNow(fileId)).toEqual(["refuse", "timeBarred"]);
  const { id } = await clerk.call(noteInterruptionCall, {
    params: { id: fileId },
    body: {
      date: "2024-05-06",
      how: "recognition",
      invoices: ["F-2"],
      proof: "Brief van de debiteur: verzoek om uitstel",
    },
  });
  expect(await lapses(fileId)).toEqual({ "F-1": "barred 2026-11-01", "F-2": "running 2029-05-07" });
  expect(await stepNow(fileId)).toEqual(["do"]);
  const { items } = await clerk.call(readLimitation, { params: { id: fileId } });
  expect(items[1]?.interruptions).toEqual([
    {
      on: "2024-05-06",
      kind: "recognition",
      proof: "Brief van de debiteur: verzoek om uitstel",
      documentId: null,
      eventId: id,
    },
  ]);
  await clerk.call(reverseEventCall, { params: { id: fileId, eventId: id }, body: { reason: "Ander dossier" } });
  expect(await lapses(fileId)).toEqual({ "F-1": "barred 2026-11-01", "F-2": "barred 2026-11-01" });

  const wrong = async (body: object) =>
    (
      await clerk.refused(noteInterruptionCall, {
        params: { id: fileId },
        body: { date: "2024-05-06", how: "demand", proof: "Brief", ...body },
      })
    ).status;
  expect(await wrong({ date: "2026-12-01" })).toBe(400);
  expect(await wrong({ invoices: ["F-9"] })).toBe(400);
  expect(await wrong({ documentId: 1_000_000 })).toBe(400);
  expect(await wrong({ proof: " " })).toBe(400);
});

test("a demand by letter interrupts it, unless it was returned; a promise to pay counts as recognition", async () => {
  const fileId = await several({ "F-1": ["2022-03-31", 40_000] });
  expect(await lapses(fileId)).toEqual({ "F-1": "near 2027-04-01" });
  await clerk.call(doStep, { params: { id: fileId }, body: { position: 1 } });
  expect(await lapses(fileId)).toEqual({ "F-1": "running 2031-11-21" });
  const { items } = await clerk.call(readLimitation, { params: { id: fileId } });
  expect(items[0]?.interruptions).toMatchObject([{ on: "2026-11-20", kind: "demand", documentId: expect.any(Number) }]);

  const promised = await several({ "F-1": ["2022-03-31", 40_000] });
  await clerk.call(makePromise, { params: { id: promised }, body: { by: "2026-12-01", amount: "50.00" } });
  expect(await lapses(promised)).toEqual({ "F-1": "running 2031-11-21" });
});

test("a demand by letter stands where the return that was noted of it is taken back: it never came back", async () => {
  const fileId = await several({ "F-1": ["2022-03-31", 40_000] });
  await clerk.call(doStep, { params: { id: fileId }, body: { position: 1 } });
  const { hold } = await world.work((ctx) => placeHold(ctx, fileId, { kind: "returned_mail" }));
  expect(await lapses(fileId)).toEqual({ "F-1": "near 2027-04-01" });
  await world.work((ctx) => liftHold(ctx, fileId, hold.id, { reason: "Verkeerde dossiers", neverLay: true }));
  expect(await lapses(fileId)).toEqual({ "F-1": "running 2031-11-21" });
});

test("the warning follows the open invoice that lapses next, and disappears when that is interrupted", async () => {
  const fileId = await several({
    "F-1": ["2020-01-31", 10_000],
    "F-2": ["2022-02-28", 20_000],
    "F-3": ["2025-01-31", 5_000],
  });
  await look();
  // F-1 lapsed on 1 February 2025; F-2 does on 1 March 2027.
  const notes = async () =>
    (await world.db.selectFrom("agenda_item").select("note").where("file_id", "=", fileId).execute()).map(
      ({ note }) => note,
    );
  expect(await notes()).toEqual(["De vordering verjaart op 01-03-2027 (BW 3:307). Stuit de verjaring op tijd."]);
  await clerk.call(noteInterruptionCall, {
    params: { id: fileId },
    body: { date: "2026-11-19", how: "demand", invoices: ["F-2"], proof: "Aangetekende brief" },
  });
  await look();
  expect(await warned(fileId)).toEqual([]);
});

test("a letter for a print house interrupts it from the day of its posting, and not while nobody knows that it was posted", async () => {
  await world.work((ctx) => changeSettings(ctx, { printHouse: true }));
  const fileId = await several({ "F-1": ["2025-01-31", 60_000] });
  await clerk.call(doStep, { params: { id: fileId }, body: { position: 1 } });
  const interruptions = async (reader: Visitor) =>
    (await reader.call(readLimitation, { params: { id: fileId } })).items.map((item) => item.interruptions);
  expect(await interruptions(clerk)).toEqual([[]]);
  const printer = await world.login(["ROLE_PROCESSING", "ROLE_MERGING", "ROLE_FILE_SEARCH"]);
  const { id } = await printer.call(makeBatchCall, { body: {} });
  await world.drain();
  world.clock.set(new Date("2026-11-24T09:00:00Z"));
  const later = await world.login(["ROLE_PROCESSING", "ROLE_MERGING", "ROLE_FILE_SEARCH"]);
  const { version } = await later.call(readBatch, { params: { id } });
  await later.call(markPosted, { params: { id }, body: { postedOn: "2026-11-23", version } });
  await world.drain();
  expect(await interruptions(later)).toMatchObject([[{ on: "2026-11-23", kind: "demand" }]]);
});

test("the warning of an invoice that was interrupted is settled also where another one lapses soon: one stands open, of that day", async () => {
  clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FINANCE"]);
  const fileId = await several({ "F-1": ["2021-12-31", 40_000], "F-2": ["2022-03-31", 60_000] });
  const notes = async () =>
    (
      await world.db
        .selectFrom("agenda_item")
        .select(["note", "state"])
        .where("file_id", "=", fileId)
        .orderBy("id")
        .execute()
    ).map(({ note, state }) => `${state} ${/\d\d-\d\d-\d{4}/.exec(note ?? "")?.[0]}`);
  await look();
  expect(await notes()).toEqual(["open 01-01-2027"]);
  const body = { date: "2026-11-10", how: "recognition" as const, invoices: ["F-1"], proof: "Verzoek om uitstel" };
  const { id: eventId } = await clerk.call(noteInterruptionCall, { params: { id: fileId }, body });
  await look();
  await look();
  expect(await notes()).toEqual(["archived 01-01-2027", "open 01-04-2027"]);
  // What was taken back interrupted nothing, so that the first day stands again: it is warned of anew, and once.
  await clerk.call(reverseEventCall, { params: { id: fileId, eventId }, body: { reason: "Vergissing" } });
  await look();
  await look();
  expect(await notes()).toEqual(["archived 01-01-2027", "archived 01-04-2027", "open 01-01-2027"]);
});
