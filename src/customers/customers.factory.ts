/** Makers of clients for tests. */
import type { Db } from "../platform/server/room.ts";

let serial = 0;

/** Puts a client with all that the law and letters need into the database; returns its id. */
export async function insertTestClient(
  db: Db,
  changes: { company?: string; number?: string; canReclaimVat?: boolean } = {},
): Promise<number> {
  serial += 1;
  const { id } = await db
    .insertInto("client")
    .values({
      number: changes.number ?? `K${10_000 + serial}`,
      company: changes.company ?? `Testklant ${serial} B.V.`,
      legal_form: "bv",
      kvk: "12345678",
      can_reclaim_vat: changes.canReclaimVat ?? true,
      iban: "NL91ABNA0417164300",
      street: "Stationsplein",
      house_number: "1",
      postcode: "3511 ED",
      city: "Utrecht",
      email: "administratie@example.nl",
      phone: "+31302000000",
      created_at: new Date("2026-01-01T00:00:00Z"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
