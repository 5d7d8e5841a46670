/** Makers of clients for tests and the demo. */

import type { Db } from "../../ground/platform/server/http/module.ts";
import type { Clock } from "../../ground/platform/server/process/clock.ts";
import { type NewClient, newClient } from "./customers.ts";
import { createClient } from "./record/create.server.ts";

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
