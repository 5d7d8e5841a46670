/**
 * A portfolio of any size, for measuring: files by the lot through the same functions as the import, each with its claims, workflow and
 * timeline, payments on most, and holds, endings and later phases on some. No letters, no runs: what is measured makes those.
 */
import type pg from "pg";
import { type NewLogLine, writeLogs } from "../../cases/logs/logs.server.ts";
import type { LegalForm } from "../../cases/persons/persons.ts";
import { parseLegalForm } from "../../cases/persons/persons.ts";
import { closeFile, placeHold, setStatus } from "../../cases/states/states.server.ts";
import { type Placement, placeClaims } from "../../exchange/intake/intake.server.ts";
import { addDays, daysBetween, instantInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
import { sumCents } from "../../ground/kernel/money.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { withoutIndexes } from "../../ground/platform/server/postgres/bulk-load.ts";
import { appendMany } from "../../money/claims/claims.server.ts";
import { clientsById } from "../../people/customers/customers.server.ts";
import { type DemoClaim, demoClaim } from "./claims-file.ts";
import { demoClients } from "./clients.ts";
import type { Engine } from "./engine.server.ts";
import type { Person } from "./people.ts";
import { type Chance, chanceOf } from "./seeded-random.ts";
import type { Cast } from "./setup.server.ts";

/** So many files are placed in one transaction. */
const lot = 4000;

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

/**
 * The numbers that are kept for stories are two hundred: of a million debtors thousands would share each, and whoever asks whom a number reaches
 * would get all of them. These begin as mobile numbers do, and no provider has them (06-00, which the Dutch numbering plan leaves free).
 */
const withOwnMobile = (debtor: Placement["debtor"], serial: number): Placement["debtor"] =>
  debtor.mobile ? { ...debtor, mobile: `+31600${String(serial % 1_000_000).padStart(6, "0")}` } : debtor;

type LegalTypes = ReadonlyMap<string, number>;

const placementOf = (claim: DemoClaim, client: Placement["client"], legalTypes: LegalTypes): Placement => ({
  client,
  clientRef: claim.clientRef,
  merchantId: null,
  debtor: debtorOf(claim.debtor),
  claimBasis: "contract",
  claimTitle: claim.client.title,
  legalTypeId: legalTypes.get(claim.client.legalType) ?? null,
  claimDescription: claim.client.description,
  contractDate: null,
  interest: null,
  canReclaimVat: null,
  bikChargedCents: 0,
  notice14: null,
  dispute: false,
  invoices: claim.invoices.map((invoice) => ({ ...invoice, description: claim.client.invoiceText })),
});

interface Owed {
  readonly id: number;
  readonly isPrivate: boolean;
  readonly cents: number;
}

const calls = [
  "Debiteur gebeld: betaalt na ontvangst van het loon.",
  "Gebeld: niet thuis, ingesproken op de voicemail.",
  "Debiteur vraagt om een kopie van de factuur; toegestuurd.",
  "Teruggebeld op verzoek; afspraak volgt per e-mail.",
] as const;

const holdsOfAll = ["dispute", "complaint", "bankruptcy", "returned_mail", "promise", "manual"] as const;
const holdsOfPeople = [...holdsOfAll, "shv", "deceased"] as const;
const reasons = ["withdrawn", "uncollectable", "unknown_address", "uneconomic"] as const;
const furtherPhases = ["judicial", "bailiff", "partner"] as const;

/** Most debtors have paid a part of it, and somebody spoke to many of them. */
async function payAndCall(ctx: WorkCtx, chance: Chance, files: readonly Owed[], on: PlainDate): Promise<void> {
  const paid = files
    .filter(() => chance.hit(0.6))
    .map(({ id, cents }) => ({ id, cents: Math.max(1, Math.round(cents * chance.next() * 0.6)) }));
  await appendMany(
    ctx,
    paid.map(({ id, cents }) => ({
      fileId: id,
      events: [
        {
          kind: "payment",
          on,
          amount: cents,
          data: { receipt: "agency", reference: "demo" },
          effectKey: `bulk:${id}`,
        },
      ],
    })),
  );
  const called = files.filter(() => chance.hit(0.6));
  await writeLogs(ctx, [
    ...paid.map(
      ({ id, cents }): NewLogLine => ({
        fileId: id,
        type: "payment",
        subject: { key: "claims.logPayment", values: { amount: { cents }, on: { date: on } } },
      }),
    ),
    ...called.map(({ id }): NewLogLine => ({ fileId: id, type: "call", subject: chance.pick(calls) })),
  ]);
}

/** A few files go on, stop or end, each by the same functions as when a person does it. */
async function change(ctx: WorkCtx, chance: Chance, files: readonly Owed[]): Promise<void> {
  for (const { id, isPrivate } of files) {
    const share = chance.next();
    if (share < 0.02) await placeHold(ctx, id, { kind: chance.pick(isPrivate ? holdsOfPeople : holdsOfAll) });
    else if (share < 0.04) await closeFile(ctx, id, { reason: chance.pick(reasons) });
    else if (share < 0.06) await setStatus(ctx, id, { status: "in_progress", phase: chance.pick(furtherPhases) });
  }
}

/** What happens to a lot after it was placed. */
async function live(engine: Engine, cast: Cast, chance: Chance, files: readonly Owed[], span: Span): Promise<void> {
  const days = Math.max(1, daysBetween(span.from, span.until) - 1);
  const on = addDays(span.from, chance.whole(1, Math.min(60, days)));
  if (on > span.until) return;
  engine.clock.set(instantInAmsterdam(on, 12));
  await engine.work(async (ctx) => {
    await payAndCall(ctx, chance, files, on);
    await change(ctx, chance, files);
  }, cast.actor("employee"));
}

interface Span {
  readonly from: PlainDate;
  readonly until: PlainDate;
}

interface Bulk {
  readonly count: number;
  readonly seed: number;
  readonly start: PlainDate;
  readonly today: PlainDate;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

async function placeLot(
  engine: Engine,
  chance: Chance,
  { clients, legalTypes }: { readonly clients: readonly Placement["client"][]; readonly legalTypes: LegalTypes },
  lotOf: { readonly placed: PlainDate; readonly done: number; readonly count: number },
): Promise<Owed[]> {
  const { placed, done, count } = lotOf;
  engine.clock.set(instantInAmsterdam(placed, 9));
  const placements = Array.from({ length: count }, (_, at): Placement[] => {
    const which = chance.whole(0, demoClients.length - 1);
    const [of, client] = [demoClients[which], clients[which]];
    if (!of || !client) return [];
    const placement = placementOf(demoClaim(chance, of, placed, done + at + 1), client, legalTypes);
    return [{ ...placement, debtor: withOwnMobile(placement.debtor, done + at) }];
  }).flat();
  const files = await engine.work((ctx) => placeClaims(ctx, placements, { kind: "form" }));
  return files.map(({ id }, at) => ({
    id,
    isPrivate: placements[at]?.debtor.fileType === "private",
    cents: sumCents((placements[at]?.invoices ?? []).map(({ cents }) => cents)),
  }));
}

// What is loaded by the million; the indexes that stay are those that the load itself reads by.
const loaded = {
  tables: [
    "debtor",
    "case_file",
    "claim_event",
    "file_log",
    "file_workflow",
    "placed_invoice",
    "claimed_invoice",
    "audit_log",
  ],
  keep: [
    "claim_event_file",
    "case_file_debtor_files",
    "claimed_invoice_single",
    "claimed_invoice_key",
    "claimed_invoice_file",
  ],
};

/** So many lots after which the planner looks at the tables again. */
const looks: ReadonlySet<number> = new Set([1, 8, 64]);

/**
 * Places `count` files, spread evenly over the days from `start` to `today`. While one lot is placed, the one before it lives on: two
 * engines, each with its own clock, keep the program and the database busy at once.
 */
export async function fillInBulk(
  engines: readonly [Engine, Engine],
  pool: pg.Pool,
  cast: Cast,
  spec: Bulk,
): Promise<void> {
  const [placing, living] = engines;
  const [chance, ownChance] = [chanceOf(spec.seed), chanceOf(spec.seed ^ 0x2545f491)];
  const clients = [...(await clientsById(placing.db, cast.clientIds)).values()].sort((a, b) => a.id - b.id);
  const types = await placing.db.selectFrom("legal_type").select(["code", "id"]).execute();
  const legalTypes = new Map(types.map(({ code, id }) => [code, id] as const));
  const span = daysBetween(spec.start, spec.today);
  await withoutIndexes(pool, loaded, async () => {
    let before = Promise.resolve();
    for (let [done, lots] = [0, 0]; done < spec.count; done += lot, lots += 1) {
      const count = Math.min(lot, spec.count - done);
      const placed = addDays(spec.start, Math.floor((span * done) / spec.count));
      const [files] = await Promise.all([
        placeLot(placing, chance, { clients, legalTypes }, { placed, done, count }),
        before,
      ]);
      before = live(living, cast, ownChance, files, { from: placed, until: spec.today });
      if (looks.has(lots)) await Promise.all([before, pool.query("analyze")]);
      spec.onProgress?.(done + count, spec.count);
    }
    await before;
  });
  await pool.query("vacuum analyze");
}
