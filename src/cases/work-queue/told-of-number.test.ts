/** What was told of a number holds for every file of whom it was told about. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { claimOf, person, portfolio } from "../../letters/processing/processing.factory.ts";
import { agendaSubjectList, createAgendaItem } from "../agenda/agenda.contract.ts";
import { dialNumber, makeDialerList, nextInQueue, writeOutcome } from "./work-queue.contract.ts";

let world: World;
let staff: Visitor;
let clientId: number;
let call: number;

async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  staff = await world.login({
    acl: ["ROLE_AGENDA", "ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_FILE_EDIT"],
    name: "Noor Bakker",
  });
  call = (await staff.call(agendaSubjectList)).items.find(({ code }) => code === "call_debtor")?.id ?? 0;
}

beforeAll(async () => {
  world = await startWorld();
  clientId = (await portfolio(world, 0)).clientId;
});
afterAll(() => world.close());
beforeEach(() => on("2026-11-20"));

const place = async (debtor: ReturnType<typeof person>) => (await placeOne(world, clientId, claimOf({ debtor }))).id;
async function planned(file: number): Promise<number> {
  const body = { subject: call, on: world.clock.today(), owner: staff.userId };
  return (await staff.call(createAgendaItem, { params: { id: file }, body })).id;
}
async function told(item: number, result: { line: "answered"; person: "wrong_number" } | { line: "out_of_service" }) {
  const number = (await staff.call(nextInQueue, { body: {} })).next?.numbers[0]?.number ?? "";
  await staff.call(dialNumber, { params: { id: item }, body: { number } });
  await staff.call(writeOutcome, { params: { id: item }, body: { key: crypto.randomUUID(), call: result } });
  return number;
}

describe("a number that is not the debtor's", () => {
  test("is not dialled for another file of the same debtor, but for somebody else", async () => {
    const debtor = person();
    // Another client writes the initials without points.
    const [first, second] = [await place(debtor), await place({ ...debtor, initials: "AM" })];
    const housemate = await place(person({ mobile: debtor.mobile }));
    const number = await told(await planned(first), { line: "answered", person: "wrong_number" });
    await on("2026-12-01");
    const item = await planned(second);
    expect((await staff.call(nextInQueue, { body: {} })).next?.numbers).toMatchObject([{ number, usable: false }]);
    const again = await staff.refused(dialNumber, { params: { id: item }, body: { number } });
    expect(Object.keys(again.body.errors ?? {})).toEqual(["number"]);
    const other = await planned(housemate);
    await staff.call(nextInQueue, { body: { skip: [item] } });
    await staff.call(dialNumber, { params: { id: other }, body: { number } });
  });

  test("goes to no dialer for another file either", async () => {
    const debtor = person();
    const [first, second] = [await place(debtor), await place(debtor)];
    await told(await planned(first), { line: "out_of_service" });
    await on("2026-12-01");
    await planned(second);
    const none = await staff.refused(makeDialerList, { body: {} });
    expect(Object.keys(none.body.errors ?? {})).toEqual(["common"]);
  });
});
