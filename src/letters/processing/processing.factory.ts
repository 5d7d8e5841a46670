/** Files that are ready for a run, for tests. */
import { counter } from "../../app/testing/serial.factory.ts";
import type { World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { sampleProvider } from "../correspondence/correspondence.factory.ts";

type Placing = NonNullable<Parameters<typeof placeOne>[2]>;
type PlacedDebtor = NonNullable<Placing["debtor"]>;

/** A provider that may collect: registered, with an account and an address (Wki 3 and 11). */
export async function registerProvider(world: World): Promise<void> {
  await world.work((ctx) => changeSettings(ctx, sampleProvider));
}

const serial = counter();

/** Each with a person of its own, with mail and mobile number, so that contacts of one file never count for another. */
export const person = (changes: Partial<PlacedDebtor> = {}): PlacedDebtor => {
  const number = serial();
  return {
    fileType: "private",
    gender: "female",
    initials: "A.M.",
    firstName: null,
    prefix: "van der",
    lastName: `Proef${number}`,
    companyName: null,
    legalForm: null,
    kvk: null,
    birthDate: null,
    street: "Dorpsstraat",
    houseNumber: String(number),
    addition: null,
    postcode: "4811 AB",
    city: "Breda",
    country: "NL",
    phone: null,
    mobile: `+316${String(10_000_000 + number)}`,
    email: `proef${number}@example.nl`,
    iban: null,
    language: "nl",
    ...changes,
  };
};

/** A consumer's claim with all data that the Bki requires. */
export const claimOf = (changes: Partial<Placing> = {}): Partial<Placing> => ({
  debtor: person(),
  claimTitle: "Dienstverlening",
  claimDescription: "Onderhoud van de cv-ketel in februari 2026",
  ...changes,
});

export interface Portfolio {
  readonly clientId: number;
  readonly fileIds: readonly number[];
}

/** A number of consumer files of one client, all due for their 14-day letter. */
export async function portfolio(world: World, count: number): Promise<Portfolio> {
  await registerProvider(world);
  const client = await makeClient(world.db, world.clock);
  const fileIds: number[] = [];
  for (let made = 0; made < count; made++) fileIds.push((await placeOne(world, client.id, claimOf())).id);
  return { clientId: client.id, fileIds };
}
