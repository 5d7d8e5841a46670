/** The demo portfolio, made by the code of today, shows no file against the rules: every file is asked every rule that can be asked of it. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchFiles } from "../../cases/file-search/file-search.contract.ts";
import { fileFlags } from "../../cases/file-search/file-search.ts";
import { type ClosingReason, closingReasons, filePhases, fileStatuses } from "../../cases/files/files.ts";
import { factsOf } from "../../cases/states/states.server.ts";
import { agreedPlace, closingProblem } from "../../cases/states/states.ts";
import { contactIn } from "../../ground/kernel/contact-hours.ts";
import { sumCents } from "../../ground/kernel/money.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { calendarOf, scaleCosts, tariffOn } from "../../ground/tariffs/tariffs.ts";
import { readLimitation } from "../../letters/processing/processing.contract.ts";
import { eventsOf } from "../../money/claims/claims.server.ts";
import { type ClaimEvent, isKind, standingEvents } from "../../money/claims/claims.ts";
import { startWorld, type Visitor, type World } from "../testing/world.factory.ts";
import { seedDemo } from "./demo.server.ts";

let world: World;
let staff: Visitor;
let ids: readonly number[];
let sent: number;
let byId: ReadonlyMap<number, { readonly number: string; readonly consumer: boolean }>;

beforeAll(async () => {
  world = await startWorld();
  const { parts, database, modules } = world.vorder;
  await seedDemo({ files: 80, seed: 11, months: 9, clock: world.clock, parts, database, modules });
  staff = await world.login(["*"]);
  const files = await world.db
    .selectFrom("case_file")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select(["case_file.id", "case_file.number", "case_file.import_id", "debtor.is_consumer"])
    .orderBy("case_file.id")
    .execute();
  ids = files.map(({ id }) => id);
  sent = files.filter(({ import_id }) => import_id !== null).length;
  byId = new Map(files.map(({ id, number, is_consumer }) => [id, { number, consumer: is_consumer }]));
}, 1_800_000);
afterAll(() => world.close());

/** Open items of the agenda of closed files. */
const openOnClosed = () =>
  world.db
    .selectFrom("agenda_item")
    .innerJoin("case_file", "case_file.id", "agenda_item.file_id")
    .innerJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
    .select(["case_file.id", "case_file.number", "agenda_subject.code"])
    .where("agenda_item.state", "=", "open")
    .where("case_file.status", "=", "closed")
    .execute();

const called = (id: number): string => `file ${byId.get(id)?.number ?? id}`;

test("has enough files, and verify finds no fault in balances, bookings, duplicate invoices, surpluses and closings", async () => {
  // The others were records of pre-collection.
  expect(sent).toBe(80);
  expect(await world.problems()).toEqual([]);
});

test("status, phase and closing reason agree with the facts", async () => {
  const { db, clock } = world;
  const facts = await factsOf({ db, clock }, ids);
  const rows = await db
    .selectFrom("case_file")
    .leftJoin("file_closure", (on) =>
      on.onRef("file_closure.file_id", "=", "case_file.id").on("file_closure.reopened_at", "is", null),
    )
    .select(["case_file.id", "case_file.status", "case_file.phase", "file_closure.reason"])
    .execute();
  // What comes in on a closed file is a surplus, which somebody has on the agenda.
  const surplus = new Set((await openOnClosed()).filter(({ code }) => code === "overpayment").map(({ id }) => id));
  const wrong = rows.flatMap(({ id, status, phase, reason }) => {
    const known = facts.get(id);
    const [now, where] = [fileStatuses.find((one) => one === status), filePhases.find((one) => one === phase)];
    if (!known || !now || !where) return [`${called(id)} has no place`];
    const agreed = agreedPlace({ status: now, phase: where }, known);
    const why: ClosingReason | undefined = closingReasons.find((one) => one === reason);
    const problem = now === "closed" ? why && closingProblem(why, known)?.key : undefined;
    const ended = problem === "files.closeOverpaid" && surplus.has(id) ? undefined : problem;
    return [
      ...(agreed.status === status && agreed.phase === phase ? [] : [`${called(id)}: ${status}, ${phase}`]),
      ...(ended ? [`${called(id)} closed as ${reason}: ${ended}`] : []),
    ];
  });
  expect(wrong).toEqual([]);
});

/** What is wrong with the collection costs of a file, reckoned anew from its letters and invoices. */
function wrongCosts(
  events: readonly ClaimEvent[],
  consumer: boolean,
  scale: Parameters<typeof scaleCosts>[1],
): string[] {
  const standing = standingEvents(events);
  const charges = standing.filter((event) => isKind(event, "bik"));
  const owed = sumCents(standing.flatMap((event) => (isKind(event, "invoice") ? [event.amount] : [])));
  const net = sumCents(charges.map(({ data }) => data.bik));
  const early = charges.filter(
    ({ on }) => consumer && !standing.some((event) => isKind(event, "notice14") && event.data.bikDueFrom <= on),
  );
  return [
    ...(net > scaleCosts(owed, scale).amount ? [`${net} cents of costs over ${owed}`] : []),
    ...early.map(({ on }) => `costs of ${on} without a 14-day letter whose term had run`),
  ];
}

test("costs rest on a 14-day letter whose term has ended, and never exceed the scale", async () => {
  const tariffs = await loadTariffs(world.db);
  const scale = tariffOn(tariffs, "bik_scale", world.clock.today());
  const wrong: string[] = [];
  for (const id of ids) {
    const found = wrongCosts(await eventsOf(world.db, id), byId.get(id)?.consumer ?? true, scale);
    wrong.push(...found.map((what) => `${called(id)}: ${what}`));
  }
  expect(wrong).toEqual([]);
});

test("no interest runs while a file is under counselling or insolvency", async () => {
  const { rows } = await sql<{ id: number; kind: string }>`
    select h.file_id as id, h.kind from file_hold h join case_file f on f.id = h.file_id
    where h.lifted_at is null and f.status <> 'closed' and h.kind in ('shv', 'wsnp', 'bankruptcy', 'moratorium')
      and not exists (select from claim_event e where e.file_id = h.file_id and e.kind = 'freeze' and e.on_date <= h.from_date
        and not exists (select from claim_event r where r.reverses_id = e.id))`.execute(world.db);
  expect(rows.map(({ id, kind }) => `${called(id)}: interest runs under ${kind}`)).toEqual([]);
});

test("no demand was sent while a state stopped the file, nor outside contact hours", async () => {
  const { rows } = await sql<{ id: number; kind: string; template: string }>`
    select m.file_id as id, h.kind, m.template_code as template from message m join file_hold h on h.file_id = m.file_id
    where m.refused is null and m.purpose in ('dunning', 'notice14') and h.effect <> 'none' and m.send_after > h.placed_at
      and m.send_after < coalesce(h.lifted_at, 'infinity') and (h.until_date is null or m.send_after::date <= h.until_date)`.execute(
    world.db,
  );
  expect(rows.map(({ id, kind, template }) => `${called(id)}: ${template} under ${kind}`)).toEqual([]);
  const calendar = calendarOf(await loadTariffs(world.db));
  const sent = await world.db
    .selectFrom("message")
    .select(["file_id", "send_after", "channel"])
    .where("channel", "in", ["email", "sms"])
    .where("refused", "is", null)
    .execute();
  const late = sent.filter(({ send_after, file_id }) =>
    byId.get(file_id)?.consumer ? !contactIn("NL", send_after, calendar).isOpen : false,
  );
  expect(late.map(({ file_id, send_after }) => `${called(file_id)}: ${send_after.toISOString()}`)).toEqual([]);
});

test("no invoice that is demanded is time-barred", async () => {
  const wrong: string[] = [];
  for (const id of ids) {
    const { items } = await staff.call(readLimitation, { params: { id } });
    wrong.push(...items.filter(({ state }) => state === "barred").map(({ number }) => `${called(id)}: ${number}`));
  }
  expect(wrong).toEqual([]);
});

test("all lists of problems are empty", async () => {
  for (const flag of fileFlags.filter((one) => one === "double" || one === "paid_open")) {
    const { items } = await staff.call(searchFiles, { query: { filter: { flag: [flag] } } });
    expect([flag, items.map(({ number }) => number)]).toEqual([flag, []]);
  }
});

test("is realistic: most open files have a next step, and nobody has a pile of overdue items", async () => {
  const open = await world.db
    .selectFrom("case_file")
    .select(["number", "next_action_on"])
    .where("status", "<>", "closed")
    .execute();
  expect(open.length).toBeGreaterThan(20);
  const without = open.filter(({ next_action_on }) => next_action_on === null);
  // A fifth of a whole portfolio's; of the few files here one more or less is three hundredths.
  expect(without.length / open.length, without.map(({ number }) => number).join(", ")).toBeLessThanOrEqual(1 / 3);
  const waiting = await world.db
    .selectFrom("agenda_item")
    .select(["owner_id", (eb) => eb.fn.countAll<number>().as("items")])
    .where("state", "=", "open")
    .where("on_date", "<=", world.clock.today())
    .groupBy("owner_id")
    .execute();
  expect(waiting.filter(({ items }) => items > 12)).toEqual([]);
  expect((await openOnClosed()).filter(({ code }) => code !== "overpayment")).toEqual([]);
});
