/** Makers of files with claims on them, as intake makes them. */
import type { World } from "../app/world.factory.ts";
import { createFileRecord } from "../files/files.server.ts";
import { appendEvents } from "./claims.server.ts";
import type { NewEvent } from "./events.ts";

let serial = 0;

/** A private debtor's file of a client with these events on it. */
export const makeClaimFile = (world: World, clientId: number, events: readonly NewEvent[]): Promise<number> =>
  world.work(async (ctx) => {
    serial++;
    const { id } = await createFileRecord(ctx, {
      clientId,
      clientRef: `claims-${serial}`,
      merchantId: null,
      claimBasis: "contract",
      claimTitle: "Levering",
      claimDescription: null,
      contractDate: null,
      caseManagerId: null,
      teamId: null,
      placedOn: ctx.clock.today(),
      importId: null,
      debtor: {
        fileType: "private",
        gender: "female",
        initials: "A.",
        firstName: null,
        prefix: "de",
        lastName: "Proef",
        companyName: null,
        legalForm: null,
        kvk: null,
        birthDate: null,
        street: "Voorbeeldstraat",
        houseNumber: "1",
        addition: null,
        postcode: "1012 AB",
        city: "Amsterdam",
        country: "NL",
        phone: null,
        mobile: null,
        email: null,
        iban: null,
        language: "nl",
      },
    });
    await appendEvents(ctx, id, events);
    return id;
  });
