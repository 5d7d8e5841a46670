/** The data set of a handover, put together from the modules that keep each part (domain facts 4.6). */

import { partiesOf, personById } from "../../../cases/parties/parties.server.ts";
import type { PartyRole } from "../../../cases/parties/parties.ts";
import { activeHolds, type Hold } from "../../../cases/states/states.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { JudgedHandover } from "../../../letters/processing/processing.server.ts";
import type { ClaimStatement } from "../../../money/claims/claims.contract.ts";
import { statementOf } from "../../../money/claims/claims.server.ts";
import { type Client, clientById } from "../../../people/customers/customers.server.ts";
import { courtPlaceKnown } from "../../courts/courts.server.ts";
import { type CourtPlace, courtNames, sectorOf } from "../../courts/courts.ts";
import type { HandoverSet } from "../handover.contract.ts";
import { papersWithKinds } from "../papers/papers.server.ts";
import { choicesOf } from "./choices.server.ts";
import { subDistrictFiles } from "./sub-district.server.ts";
import { titleOut } from "./title.server.ts";

type SetFile = HandoverSet["file"];
type Person = Awaited<ReturnType<typeof personById>>;

interface Place {
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string | null;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
}

const addressOut = ({ street, houseNumber, addition, postcode, city, country }: Place) => ({
  street,
  houseNumber,
  suffix: addition,
  postcode,
  city,
  country,
});

const clientOut = (client: Client, { balance }: JudgedHandover): SetFile["client"] => ({
  number: client.number,
  name: client.company,
  legalForm: client.legalForm,
  kvk: client.kvk,
  vat: client.vatNumber,
  // Of this claim, which may differ from the client's others.
  canReclaimVat: !balance.ledger.terms.bik.vat,
  iban: client.iban,
  address: addressOut(client),
  contact: { name: client.contactName, phone: client.contactPhone, email: client.contactEmail },
});

/** A channel that was refused or has run out is not handed on. */
function valuesOf({ channels }: Person, kinds: readonly string[], today: PlainDate): string[] {
  const usable = channels.filter(
    ({ kind, consent, validUntil }) =>
      kinds.includes(kind) && consent !== "refused" && (validUntil === null || validUntil >= today),
  );
  return usable.map(({ value }) => value);
}

const debtorOut = (
  person: Person,
  role: "main" | PartyRole,
  solidary: boolean,
  today: PlainDate,
): SetFile["debtors"][number] => ({
  role,
  type: person.fileType,
  gender: person.gender,
  initials: person.initials,
  firstNames: person.firstName,
  prefix: person.prefix,
  lastName: person.lastName,
  birthDate: person.birthDate,
  companyName: person.companyName,
  legalForm: person.legalForm,
  kvk: person.kvk,
  address: { ...addressOut(person), source: person.addressSource, verifiedAt: person.addressVerifiedOn },
  otherAddresses: person.addresses.map((address) => ({
    ...addressOut(address),
    source: address.source,
    verifiedAt: address.checkedOn,
    kind: address.kind,
    until: address.until,
  })),
  phones: valuesOf(person, ["mobile", "phone"], today),
  emails: valuesOf(person, ["email"], today),
  iban: person.iban,
  language: person.language,
  solidary,
});

async function debtorsOf(ctx: WorkCtx, fileId: number, main: Person, today: PlainDate): Promise<SetFile["debtors"]> {
  const parties = await partiesOf(ctx.db, fileId, false);
  const standing = parties.filter(({ until }) => until === null || until >= today);
  return [
    debtorOut(main, "main", true, today),
    ...standing.map(({ person, role, solidary }) => debtorOut(person, role, solidary, today)),
  ];
}

function bikOut({ balance, notice }: JudgedHandover): SetFile["claim"]["bik"] {
  const charged = balance.ledger.costs.filter(({ group }) => group === "bik");
  const sum = (of: (cost: (typeof charged)[number]) => number) => charged.reduce((total, cost) => total + of(cost), 0);
  return {
    method: balance.ledger.terms.bik.method,
    amount: decimalFromCents(sum(({ amount, vat }) => amount - vat)),
    vat: decimalFromCents(sum(({ vat }) => vat)),
    letterDate: notice?.event.on ?? null,
    received: notice?.event.data.deemedReceived ?? null,
    dueFrom: notice?.event.data.bikDueFrom ?? null,
  };
}

const invoicesOut = ({ invoices, credits }: ClaimStatement): SetFile["claim"]["invoices"] =>
  invoices.map(({ number, date, dueDate, amount, principal }) => ({
    number,
    date,
    dueDate,
    amount: decimalFromCents(amount),
    open: decimalFromCents(principal),
    creditNotes: credits
      .filter(({ invoice }) => invoice === number)
      .map((credit) => ({ number: credit.number, date: credit.date, amount: decimalFromCents(credit.amount) })),
  }));

/** What was paid of the invoices that are handed over; what went to those that are left out is no part of it. */
const paymentsOut = ({ payments }: ClaimStatement, { balance }: JudgedHandover): SetFile["claim"]["payments"] =>
  payments.flatMap(({ id, date, kind, allocated, reversed }) => {
    const receipt = balance.ledger.payments.find(({ event }) => event.id === id);
    if (reversed !== null || !receipt) return [];
    return [
      {
        date,
        amount: decimalFromCents(receipt.amount),
        channel: kind,
        allocated: {
          costs: decimalFromCents(allocated.costs),
          interest: decimalFromCents(allocated.interest),
          principal: decimalFromCents(allocated.principal),
        },
      },
    ];
  });

function claimOut(judged: JudgedHandover, statement: ClaimStatement, dispute: string | null): SetFile["claim"] {
  const { situation, balance } = judged;
  const { totals, interest } = statement;
  return {
    basis: situation.contractual ? "contract" : "other",
    title: situation.claimTitle,
    description: situation.claimDescription,
    currency: "EUR",
    contractDate: situation.contractDate,
    dispute,
    invoices: invoicesOut(statement),
    leftOut: judged.leftOut.map(({ number, barredOn, article, openCents }) => ({
      number,
      open: decimalFromCents(openCents),
      barredOn,
      article,
    })),
    interest: {
      type: interest.kind,
      pct: interest.rate,
      per: interest.per,
      compounding: interest.compounding,
      startDates: statement.invoices.map(({ number, interestFrom }) => ({ invoice: number, from: interestFrom })),
      accruedUntil: balance.asOf,
      amount: decimalFromCents(totals.interest),
    },
    bik: bikOut(judged),
    costs: statement.costs
      .filter(({ group }) => group !== "bik")
      .map(({ type, group, date, amount, vat }) => ({
        type,
        group,
        date,
        amount: decimalFromCents(amount),
        vat: decimalFromCents(vat),
      })),
    payments: paymentsOut(statement, judged),
    totals: {
      principal: decimalFromCents(totals.principal),
      interest: decimalFromCents(totals.interest),
      costs: decimalFromCents(totals.costs),
      paid: decimalFromCents(totals.paid),
      open: decimalFromCents(totals.open),
    },
  };
}

function arrangementOut({ arrangements }: ClaimStatement): SetFile["arrangement"] {
  const running = arrangements.find(({ status }) => status === "active" || status === "paused");
  if (!running) return null;
  return {
    status: running.status,
    total: decimalFromCents(running.total),
    frequency: running.frequency,
    terms: running.terms.map(({ on, amount, status }) => ({ on, amount: decimalFromCents(amount), status })),
  };
}

function flagsOut(holds: readonly Hold[], person: Person, { blocked }: JudgedHandover): SetFile["flags"] {
  const lies = (kind: Hold["kind"]): boolean => holds.some((hold) => hold.kind === kind);
  const numbers = person.channels.filter(({ kind }) => kind !== "email");
  const refused = numbers.length > 0 && numbers.every(({ consent }) => consent === "refused");
  return {
    shv: lies("shv"),
    wsnp: lies("wsnp"),
    bankrupt: lies("bankruptcy"),
    deceased: lies("deceased"),
    vulnerable: lies("vulnerable"),
    noCall: refused || blocked.some(({ channel }) => channel === "call"),
  };
}

async function documentsOut(ctx: WorkCtx, fileId: number): Promise<SetFile["documents"]> {
  const { documents, attached } = await papersWithKinds(ctx, fileId);
  const out = ({ paper, name, mime, sizeBytes, sha256, on, url }: (typeof attached)[number]) => ({
    kind: paper,
    filename: name,
    mime,
    sizeBytes,
    sha256,
    date: on,
    url,
  });
  return [
    ...documents.map((document) => ({ type: document.kind, ...out(document) })),
    ...attached.map((one) => ({ type: "log" as const, ...out(one) })),
  ];
}

/** Where the court sits; `checkedOn` null where nobody checked that address. */
async function placeOut(db: Db, place: CourtPlace | null) {
  if (place === null) return null;
  const { city, street, postcode, checkedOn } = await courtPlaceKnown(db, place);
  return { city, street, postcode, checkedOn };
}

/** @throws notFound where the client is gone. */
export async function handoverSetOf(ctx: WorkCtx, judged: JudgedHandover): Promise<HandoverSet> {
  const { situation, balance, leftOut } = judged;
  const { fileId, debtor } = situation;
  const client = await clientById(ctx.db, situation.client.id);
  if (!client) throw notFound();
  const holds = (await activeHolds(ctx.db, [fileId], balance.asOf)).get(fileId) ?? [];
  const statement = await statementOf(ctx.db, fileId, balance.asOf, new Set(leftOut.map(({ number }) => number)));
  const dispute = holds.find(({ kind }) => kind === "dispute");
  const person = await personById(ctx.db, debtor.id);
  const { court, place, mandate } = await choicesOf(ctx.db, fileId);
  return {
    asOf: balance.asOf,
    file: {
      fileNumber: situation.number,
      clientFileRef: situation.clientRef,
      phase: situation.phase,
      language: situation.language,
      client: clientOut(client, judged),
      debtors: await debtorsOf(ctx, fileId, person, balance.asOf),
      claim: claimOut(judged, statement, dispute ? (dispute.reason ?? "") : null),
      court:
        court === null
          ? null
          : {
              name: courtNames[court],
              sector: (await subDistrictFiles(ctx, [judged])).has(fileId) ? "kanton" : sectorOf(balance.open),
              place: await placeOut(ctx.db, place),
            },
      title: await titleOut(ctx, judged),
      mandate: mandate && { scope: mandate.scope, date: mandate.on },
      arrangement: arrangementOut(statement),
      flags: flagsOut(holds, person, judged),
      documents: await documentsOut(ctx, fileId),
    },
  };
}
