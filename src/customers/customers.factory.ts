/** Makers of clients for tests and the demo. */
import type { Clock } from "../platform/server/clock.ts";
import type { Db } from "../platform/server/room.ts";
import { createClient } from "./customers.server.ts";
import { type NewClient, newClient } from "./customers.ts";

/** What a client needs at the least; made up, its KvK number is of the range that is never given out. */
export const plainClient = (more: Partial<NewClient> = {}): NewClient => ({
  company: "Warmtebedrijf Voorbeeld B.V.",
  legalForm: "bv",
  kvk: "00000001",
  street: "Voorbeeldlaan",
  houseNumber: "12",
  postcode: "1012 AB",
  city: "Amsterdam",
  ...more,
});

/** Makes a client as the call would, and returns its id and number. */
export const makeClient = (
  db: Db,
  clock: Clock,
  more: Partial<NewClient> = {},
): Promise<{ id: number; number: string }> => createClient(db, clock, newClient.parse(plainClient(more)), null);
