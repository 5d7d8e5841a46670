/**
 * A portfolio of any size, for measuring: files by the lot through the same doors as the import, each with its claims, workflow and
 * timeline, and payments on most. No letters, no runs: what is measured makes those.
 */
import { appendMany } from "../claims/claims.server.ts";
import { clientsById } from "../customers/customers.server.ts";
import type { LegalForm } from "../files/files.ts";
import { parseLegalForm } from "../files/files.ts";
import { type Placement, placeClaims } from "../intake/intake.server.ts";
import { addDays, daysBetween, instantInAmsterdam, type PlainDate } from "../kernel/dates.ts";
import { sumCents } from "../kernel/money.ts";
import { writeLogs } from "../logs/logs.server.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { type DemoClaim, demoClaim } from "./claims-file.ts";
import { demoClients } from "./clients.ts";
import type { Engine } from "./engine.server.ts";
import type { Person } from "./people.ts";
import type { Cast } from "./setup.server.ts";

/** So many files are placed in one transaction. */
const lot = 2000;

const orNull = (text: string): string | null => text || null;

const debtorOf = (person: Person): Placement["debtor"] => {
  const legalForm: LegalForm | null = person.legalForm === "" ? null : (parseLegalForm(person.legalForm) ?? null);
  return {
    fileType: person.type === "P" ? "private" : "company",
    gender: person.gender || "unknown",
    initials: orNull(person.initials),
    firstName: orNull(person.firstName),
    prefix: orNull(person.prefix),
    lastName: orNull(person.lastName),
    companyName: orNull(person.companyName),
    legalForm,
    kvk: orNull(person.kvk),
    birthDate: null,
    street: person.street,
    houseNumber: person.houseNumber,
    addition: orNull(person.addition),
    postcode: person.postcode,
    city: person.city,
    country: "NL",
    phone: orNull(person.phone),
    mobile: orNull(person.mobile),
    email: orNull(person.email),
    iban: orNull(person.iban),
    language: person.language,
  };
};

const placementOf = (claim: DemoClaim, client: Placement["client"]): Placement => ({
  client,
  clientRef: claim.clientRef,
  merchantId: null,
  debtor: debtorOf(claim.debtor),
  claimBasis: "contract",
  claimTitle: claim.client.title,
  claimDescription: claim.client.description,
  contractDate: null,
  interest: null,
  canReclaimVat: null,
  bikChargedCents: 0,
  notice14: null,
  dispute: false,
  invoices: claim.invoices.map((invoice) => ({ ...invoice, description: claim.client.invoiceText })),
});

/** Most debtors have paid a part of it. */
async function pay(
  engine: Engine,
  chance: Chance,
  files: readonly { id: number; cents: number }[],
  from: PlainDate,
  until: PlainDate,
): Promise<void> {
  const days = Math.max(1, daysBetween(from, until) - 1);
  const paid = files
    .filter(() => chance.hit(0.6))
    .map(({ id, cents }) => ({ id, cents: Math.max(1, Math.round(cents * chance.next() * 0.6)) }));
  const on = addDays(from, chance.whole(1, Math.min(60, days)));
  if (on > until) return;
  engine.clock.set(instantInAmsterdam(on, 12));
  await engine.work(async (ctx) => {
    await appendMany(
      ctx,
      paid.map(({ id, cents }) => ({
        fileId: id,
        events: [
          {
            kind: "payment",
            on,
            amount: cents,
            data: { receipt: "agency", reference: "bench" },
            effectKey: `bulk:${id}`,
          },
        ],
      })),
    );
    await writeLogs(
      ctx,
      paid.map(({ id, cents }) => ({
        fileId: id,
        type: "payment",
        subject: { key: "claims.logPayment", values: { amount: { cents }, on: { date: on } } },
      })),
    );
  });
}

/** Places `count` files, spread evenly over the days from `start` to `today`. */
export async function fillInBulk(
  engine: Engine,
  cast: Cast,
  spec: {
    readonly count: number;
    readonly seed: number;
    readonly start: PlainDate;
    readonly today: PlainDate;
    readonly onProgress?: ((done: number, total: number) => void) | undefined;
  },
): Promise<void> {
  const chance = chanceOf(spec.seed);
  const clients = [...(await clientsById(engine.db, cast.clientIds)).values()].sort((a, b) => a.id - b.id);
  const span = daysBetween(spec.start, spec.today);
  for (let done = 0; done < spec.count; done += lot) {
    const count = Math.min(lot, spec.count - done);
    const placed = addDays(spec.start, Math.floor((span * done) / spec.count));
    engine.clock.set(instantInAmsterdam(placed, 9));
    const placements = Array.from({ length: count }, (_, at): Placement[] => {
      const which = chance.whole(0, demoClients.length - 1);
      const [of, client] = [demoClients[which], clients[which]];
      return of && client ? [placementOf(demoClaim(chance, of, placed, done + at + 1), client)] : [];
    }).flat();
    const files = await engine.work((ctx) => placeClaims(ctx, placements, { kind: "form" }));
    const owed = files.map(({ id }, at) => ({
      id,
      cents: sumCents((placements[at]?.invoices ?? []).map(({ cents }) => cents)),
    }));
    await pay(engine, chance, owed, placed, spec.today);
    spec.onProgress?.(done + count, spec.count);
  }
}
