/** Broken, unusual and hostile result files of a dialer: each is refused whole with a reason, and nothing of it is recorded. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { claimOf, person, portfolio } from "../../../letters/processing/processing.factory.ts";
import { readAgreements } from "../../../money/claims/claims.contract.ts";
import { agendaSubjectList, createAgendaItem, fileAgenda } from "../../agenda/agenda.contract.ts";
import { listLogs } from "../../logs/logs.contract.ts";
import { importDialerResults, listDialerLists, makeDialerList } from "../work-queue.contract.ts";

const acl = ["ROLE_AGENDA", "ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_FILE_EDIT"];
const head = "reference;time;line;person;amount;by;call_back;note";
let world: World;
let staff: Visitor;
let list: number;
let other: number;
const files: number[] = [];

async function listFor(who: Visitor, count: number): Promise<number> {
  const subject = (await who.call(agendaSubjectList)).items.find(({ code }) => code === "call_debtor")?.id ?? 0;
  for (let made = 0; made < count; made++) {
    const { id } = await placeOne(world, clientId, claimOf({ debtor: person() }));
    const body = { subject, on: world.clock.today(), urgent: false, owner: who.userId };
    await who.call(createAgendaItem, { params: { id }, body });
    if (who === staff) files.push(id);
  }
  return (await who.call(makeDialerList, { body: {} })).id;
}
let clientId: number;

beforeAll(async () => {
  world = await startWorld();
  ({ clientId } = await portfolio(world, 0));
  staff = await world.login({ acl, name: "Noor Bakker" });
  list = await listFor(staff, 3);
  other = await listFor(await world.login({ acl, name: "Sanne Visser" }), 1);
  world.clock.set(new Date("2026-11-20T09:25:00Z"));
});
afterAll(() => world.close());

const bring = (content: string | Uint8Array, name = "uitkomsten.csv") => ({
  params: { id: list },
  files: { file: { name, mime: "text/csv", content } },
});
const lines = (...rows: readonly string[]): string => [head, ...rows].join("\r\n");
const importedCount = async () => (await staff.call(listDialerLists)).items.find(({ id }) => id === list)?.told;
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, "utf16le");
const good = (row: number, note = "") => `${list}-${row};2026-11-20 10:11;no_answer;;;;;${note}`;

describe("a file of results is refused whole that", () => {
  const noText = "This file is no text in UTF-8. Save it as CSV in UTF-8 and try again.";
  test.each<[string, () => string | Uint8Array, string | RegExp]>([
    ["is a workbook", () => Buffer.from("504b0304140006000800000021", "hex"), noText],
    ["is in another encoding", () => utf16(lines(good(1))), noText],
    ["is in a Windows encoding", () => Buffer.from(lines(good(1, "één keer")), "latin1"), noText],
    ["contains a null character", () => lines(good(1, "a\u0000b")), noText],
    ["contains terminal control codes", () => lines(good(1, "\u001b[31mrood")), noText],
    ["is empty", () => "", /column reference/],
    ["has only a header", () => head, "There is no row in it."],
    ["lacks a column", () => `reference;time\r\n${list}-1;2026-11-20 10:11`, "The column line is missing."],
    ["has a quote that is not closed", () => lines(good(1, '"open')), "This is no CSV."],
    ["has a row that is too long", () => lines(good(1, "x".repeat(30_000))), "This is no CSV."],
    ["has more rows than a list", () => lines(...Array.from({ length: 501 }, () => good(1))), "At most 500 rows."],
    ["has two results for one call", () => lines(good(1), good(1)), /^Row 3: /],
    [
      "has a result for another list",
      () => lines(`${other}-1;2026-11-20 10:11;no_answer;;;;;`),
      /^Row 2: .*not on this list/,
    ],
    ["has a result for a row that does not exist", () => lines(good(999)), /^Row 2: .*not on this list/],
    ["has a formula as reference", () => lines("=1+1;2026-11-20 10:11;no_answer;;;;;"), /^Row 2: .*not on this list/],
    ["has an SQL injection as reference", () => lines(`${list}-1' or 1=1;2026-11-20 10:11;no_answer;;;;;`), /^Row 2: /],
    ["has a result of a call in the future", () => lines(`${list}-1;2026-11-20 10:59;no_answer;;;;;`), /^Row 2: /],
    ["has an impossible date", () => lines(`${list}-1;2026-02-30 10:11;no_answer;;;;;`), /^Row 2: /],
    [
      "has a promise of an invalid amount",
      () => lines(good(2), `${list}-1;2026-11-20 10:11;answered;promise;1e9;2026-11-30;;`),
      /^Row 3: /,
    ],
  ])("%s", async (_what, content, why) => {
    const { status, body } = await staff.refused(importDialerResults, bring(content()));
    expect(status).toBe(400);
    expect(body.errors?.file?.[0]).toMatch(why);
    expect(await importedCount()).toBe(0);
  });

  test("is larger than a list can be", async () => {
    const row = `${good(1)}\r\n`;
    const reply = await staff.send(importDialerResults, bring(head + row.repeat(Math.ceil(1_000_001 / row.length))));
    expect(reply.status).toBe(413);
    expect(await importedCount()).toBe(0);
  });
});

test("every wrong row is named, up to twenty, and none is imported", async () => {
  const wrong = Array.from({ length: 30 }, (_, at) => good(100 + at));
  const { body } = await staff.refused(importDialerResults, bring(lines(good(1), ...wrong)));
  expect(body.errors?.file).toHaveLength(20);
  expect(await importedCount()).toBe(0);
});

test("reordered columns, an extra column and comma separators are read; text is kept as text", async () => {
  const note = '=HYPERLINK("http://kwaad.example"); <script>alert(1)</script>';
  const content = [
    "note,line,time,extra,reference,person",
    `"${note.replaceAll('"', '""')}",no_answer,2026-11-20 10:11,@SUM(A1),${list}-1,`,
  ].join("\n");
  expect(await staff.call(importDialerResults, bring(content))).toMatchObject({ taken: 1, known: 0 });
  const { items } = await staff.call(listLogs, { params: { id: files[0] ?? 0 }, query: {} });
  expect(items.map(({ content: words }) => words)).toContain(note);
});

test("promise, dispute and call-back in one file have the same effects as if entered one by one", async () => {
  const rows = [
    `${list}-2;2026-11-20 10:12;answered;promise;25,00;2026-11-30;;"Betaalt; zegt zij"`,
    `${list}-3;2026-11-20 10:13;answered;call_back;;;2026-11-27;`,
  ];
  // Two bring in the same file at once.
  const replies = await Promise.all([0, 1].map(() => staff.call(importDialerResults, bring(lines(...rows)))));
  expect(replies.map(({ taken }) => taken).toSorted()).toEqual([0, 2]);
  expect((await staff.call(readAgreements, { params: { id: files[1] ?? 0 } })).promises).toHaveLength(1);
  const agenda = await staff.call(fileAgenda, { params: { id: files[2] ?? 0 } });
  expect(agenda.items.map(({ on }) => on)).toEqual(["2026-11-27"]);
  expect(await importedCount()).toBe(3);
});
