/** A claim that lapses soon stands in the agenda in time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAgendaOf } from "../agenda/agenda.server.ts";
import { startWorld, type World } from "../app/world.factory.ts";
import { makeClient } from "../customers/customers.factory.ts";
import { placeOne } from "../intake/intake.factory.ts";
import { date, type PlainDate } from "../kernel/dates.ts";
import { limitationJob } from "./limitation.server.ts";
import { claimOf, registerProvider } from "./processing.factory.ts";

let world: World;
let client: number;
beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

const dueOn = async (dueDate: PlainDate, claimTitle: string): Promise<number> =>
  (
    await placeOne(world, client, {
      ...claimOf({ claimTitle }),
      invoices: [{ number: "F-1", date: dueDate, dueDate, cents: 10_000, description: null }],
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
