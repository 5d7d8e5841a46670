/**
 * Places claims: the one way in for the form, the call and the import. For many files at once: record, claims, workflow, timeline, in
 * the transaction of the caller.
 */
import { sql } from "kysely";
import { type CreatedFile, createFileRecords, type NewFile } from "../../../cases/files/files.server.ts";
import type { BalanceProjection, ClaimBasis } from "../../../cases/files/files.ts";
import { type NewLogLine, writeLogs } from "../../../cases/logs/logs.server.ts";
import type { NewDebtor } from "../../../cases/persons/persons.server.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { type NoticeMethod, noticeTerm } from "../../../ground/kernel/calendar.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, percentOf, sumCents } from "../../../ground/kernel/money.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf, scaleCosts, type Tariffs, tariffOn } from "../../../ground/tariffs/tariffs.ts";
import type { DebtRefusal } from "../../../law/rules/rules.ts";
import { beginWorkflows, firstSteps, shownStep } from "../../../letters/workflows/workflows.server.ts";
import { claimedInvoices, firstClaim } from "../../../money/claims/claims.server.ts";
import type { InterestTerms, NewEvent, termsOf } from "../../../money/claims/claims.ts";
import {
  type AgreedTerms,
  agreedCosts,
  agreedTermsOf,
  type Client,
  termsOn,
} from "../../../people/customers/customers.server.ts";

type BikTerms = ReturnType<typeof termsOf>["bik"];

export interface PlacedInvoice {
  readonly number: string;
  readonly date: PlainDate;
  readonly dueDate: PlainDate;
  /** What is claimed of it. */
  readonly cents: Cents;
  readonly description: string | null;
  /** The period of a periodic instalment (Besluit BIK art. 2a). */
  readonly instalment?: { readonly from: PlainDate; readonly until: PlainDate } | undefined;
}

/** A client's own 14-day letter, with what it told, as far as that is known: without it the letter does not count. */
export interface ClientNotice {
  readonly sentOn: PlainDate;
  readonly method: NoticeMethod;
  /** The costs that it named, VAT included. */
  readonly announced?: Cents | null | undefined;
  /** Whether it went to the address that the file has. */
  readonly sameAddress?: boolean | null | undefined;
  /** The invoices that it named, where that is known; otherwise those that were due on its day. */
  readonly invoices?: readonly string[] | undefined;
}

/** One claim, ready to be placed. */
export interface Placement {
  readonly client: Client;
  readonly clientRef: string;
  readonly merchantId: number | null;
  readonly debtor: NewDebtor;
  readonly claimBasis: ClaimBasis;
  readonly legalTypeId?: number | null;
  readonly claimTitle: string | null;
  readonly claimDescription: string | null;
  readonly contractDate: PlainDate | null;
  /** Null: what the law gives for this debtor. */
  readonly interest: Pick<InterestTerms, "kind" | "rate" | "per"> | null;
  /** Null: as the client's record says. */
  readonly canReclaimVat: boolean | null;
  readonly bikChargedCents: Cents;
  /** The client's own 14-day letter, if it sent one. */
  readonly notice14: ClientNotice | null;
  readonly dispute: boolean;
  /** Why its invoices may stand in another file of the client too; without it that is refused. Whoever sets it asks who may. */
  readonly doubleReason?: string | null;
  readonly invoices: readonly PlacedInvoice[];
}

/** What the client's own 14-day letter was about. */
interface Noticed extends Pick<Placement, "notice14"> {
  readonly debtor: Pick<NewDebtor, "fileType"> & Partial<Pick<NewDebtor, "country">>;
  readonly invoices: readonly Pick<PlacedInvoice, "number" | "dueDate" | "cents">[];
}

/** Where the claims come from, for the timeline. */
export type Origin =
  | { readonly kind: "form" }
  | { readonly kind: "import"; readonly batchId: number; readonly fileName: string };

/**
 * The interest of a debtor: as the claim itself says, else as the client agreed, else by law: 6:119 for consumers, 6:119a between
 * businesses, 6:119b from public bodies.
 */
function interestOf({ interest, debtor, client }: Placement, agreed: AgreedTerms | undefined): InterestTerms {
  const legal =
    debtor.fileType === "private" ? "statutory" : debtor.legalForm === "overheid" ? "government" : "commercial";
  const own = interest === null && agreed !== undefined && agreed.interestKind !== "legal" ? agreed : undefined;
  const kind = interest?.kind ?? (own === undefined || own.interestKind === "legal" ? legal : own.interestKind);
  const byContract = kind === "contractual" || kind === "none";
  return {
    kind,
    rate: interest?.rate ?? own?.interestRate ?? 0,
    per: interest?.per ?? own?.interestPer ?? "year",
    compounding: byContract ? (own?.compounding ?? "none") : "yearly",
    dayCount: agreed?.dayCount ?? client.dayCount,
    floor: debtor.fileType === "private" ? "statutory" : "commercial",
  };
}

function bikOf(placement: Placement, agreed: AgreedTerms | undefined): BikTerms {
  const { claimBasis, canReclaimVat, client, bikChargedCents, debtor, invoices } = placement;
  // Without a contract the scale does not apply by law (Besluit art. 1); such costs are entered by hand.
  const method = claimBasis !== "contract" || agreed?.costsMethod === "none" ? "none" : "scale";
  // An amount of their own is for businesses among themselves (BW 6:96(5)), whatever a row says.
  const amount =
    method === "scale" && agreed && debtor.fileType === "company"
      ? agreedCosts(agreed, sumCents(invoices.map(({ cents }) => cents)))
      : 0;
  return {
    method: amount > 0 ? "contract" : method,
    contractAmount: amount,
    vat: !(canReclaimVat ?? agreed?.canReclaimVat ?? client.canReclaimVat),
    alreadyCharged: bikChargedCents,
    instalmentRule: client.bikInstalmentRule,
  };
}

/** The client's own 14-day letter as the claims know it: what it announced, and from which day costs are due; none for a business. */
export function noticeEvent(
  { notice14, debtor, invoices }: Noticed,
  terms: BikTerms,
  tariffs: Tariffs,
): Extract<NewEvent, { kind: "notice14" }>[] {
  if (notice14 === null || debtor.fileType !== "private") return [];
  const { sentOn, method, announced, sameAddress, invoices: named } = notice14;
  const term = noticeTerm(sentOn, method, calendarOf(tariffs), debtor.country);
  const covered = invoices.filter(
    ({ number, dueDate }) => dueDate < sentOn && (named === undefined || named.includes(number)),
  );
  const principal = sumCents(covered.map(({ cents }) => cents));
  const bik = terms.method === "scale" ? scaleCosts(principal, tariffOn(tariffs, "bik_scale", sentOn)).amount : 0;
  const vat = terms.vat ? percentOf(bik, tariffOn(tariffs, "vat", sentOn).rate) : 0;
  if (covered.length === 0) return [];
  const data = {
    by: "client" as const,
    method,
    deemedReceived: term.deemedReceived,
    lastPayDay: term.lastPayDayExtended,
    bikDueFrom: term.bikDueFrom,
    invoices: covered.map(({ number }) => number),
    principal,
    bik,
    vat,
    ...(typeof announced === "number" && { announced }),
    ...(typeof sameAddress === "boolean" && { address: sameAddress ? ("same" as const) : ("other" as const) }),
  };
  return [{ kind: "notice14", on: sentOn, data }];
}

function eventsOf(
  placement: Placement,
  agreed: AgreedTerms | undefined,
  tariffs: Tariffs,
  today: PlainDate,
): NewEvent[] {
  const bik = bikOf(placement, agreed);
  return [
    ...placement.invoices.map(
      ({ number, date, dueDate, cents, description, instalment }, at): NewEvent => ({
        kind: "invoice",
        field: `invoices.${at}.number`,
        on: date,
        amount: cents,
        data: { number, dueDate, ...(description ? { description } : {}), ...(instalment ? { instalment } : {}) },
      }),
    ),
    { kind: "terms", on: today, data: { interest: interestOf(placement, agreed), bik } },
    ...noticeEvent(placement, bik, tariffs),
  ];
}

async function recordInvoices(
  db: Db,
  placed: readonly { readonly fileId: number; readonly placement: Placement }[],
): Promise<void> {
  const rows = placed.flatMap(({ fileId, placement: { client, clientRef, invoices } }) =>
    invoices.map(({ number }) => ({
      client_id: client.id,
      client_ref: clientRef,
      invoice_number: number,
      file_id: fileId,
    })),
  );
  await sql`insert into placed_invoice (client_id, client_ref, invoice_number, file_id)
    select client_id, client_ref, invoice_number, file_id
    from jsonb_populate_recordset(null::placed_invoice, ${JSON.stringify(rows)}::jsonb)`.execute(db);
}

const workflowOf = ({ client, debtor }: Placement): string =>
  debtor.fileType === "private" ? client.workflowConsumer : client.workflowBusiness;

/** What stands on a file from its first moment: its claims, what they come to, and the step that they lead to. */
interface Beginning {
  readonly placement: Placement;
  readonly events: readonly NewEvent[];
  readonly balance: BalanceProjection;
  readonly first: Awaited<ReturnType<typeof firstSteps>>[number];
}

async function beginningsOf(ctx: WorkCtx, placements: readonly Placement[]): Promise<readonly Beginning[]> {
  const today = ctx.clock.today();
  const tariffs = await loadTariffs(ctx.db);
  const agreements = await agreedTermsOf(
    ctx.db,
    placements.map(({ client }) => client.id),
  );
  const claimed = placements.map((placement) => {
    const { client, debtor } = placement;
    const events = eventsOf(placement, termsOn(agreements, client.id, debtor.fileType, today), tariffs, today);
    const entered = firstClaim.events(events);
    return { placement, events, entered, balance: firstClaim.balance(entered, tariffs, today) };
  });
  const steps = await firstSteps(
    ctx,
    claimed.map(({ placement, entered, balance }) => ({
      workflowCode: workflowOf(placement),
      key: `${placement.client.id}/${placement.clientRef}`,
      events: entered,
      openCents: balance.openCents,
      debtor: placement.debtor,
    })),
  );
  return claimed.flatMap(({ placement, events, balance }, at) => {
    const first = steps[at];
    return first ? [{ placement, events, balance, first }] : [];
  });
}

const newFile = ({ placement, balance, first }: Beginning, today: PlainDate, origin: Origin): NewFile => ({
  clientId: placement.client.id,
  clientRef: placement.clientRef,
  merchantId: placement.merchantId,
  claimBasis: placement.claimBasis,
  legalTypeId: placement.legalTypeId ?? null,
  claimTitle: placement.claimTitle,
  claimDescription: placement.claimDescription,
  contractDate: placement.contractDate,
  caseManagerId: placement.client.caseManagerId,
  teamId: placement.client.teamId,
  placedOn: today,
  importId: origin.kind === "import" ? origin.batchId : null,
  debtor: placement.debtor,
  balance,
  next: shownStep(first.next),
});

const createdLine = (fileId: number, { invoices }: Placement, origin: Origin): NewLogLine => ({
  fileId,
  type: "system",
  system: true,
  subject:
    origin.kind === "form"
      ? { key: "intake.logCreated", values: { count: invoices.length } }
      : { key: "intake.logImported", values: { file: origin.fileName, count: invoices.length } },
});

/** Frees what other files claim of these, where a reason was given; returns the lines that tell so on the new files. */
async function freeDoubles(
  ctx: WorkCtx,
  placed: readonly { readonly fileId: number; readonly placement: Placement }[],
): Promise<readonly NewLogLine[]> {
  const lines: NewLogLine[] = [];
  for (const { fileId, placement } of placed) {
    const { doubleReason, client, invoices } = placement;
    if (!doubleReason) continue;
    const freed = await claimedInvoices.free(ctx, client.id, invoices, doubleReason);
    lines.push(...freed.map(({ number }) => claimedInvoices.allowedLine(fileId, number, ctx.user.name, doubleReason)));
  }
  return lines;
}

/**
 * Why claims may not be placed, by their place in the list: a client's conditions that the law gate forbids stop that claim and no other.
 * Reads only.
 */
export async function forbiddenClaims(
  ctx: WorkCtx,
  placements: readonly Placement[],
): Promise<ReadonlyMap<number, readonly DebtRefusal[]>> {
  if (placements.length === 0) return new Map();
  const beginnings = await beginningsOf(ctx, placements);
  const files = beginnings.map(({ placement: { client, debtor, claimBasis }, events }) => ({
    debtor: { clientId: client.id, consumer: debtor.fileType === "private", basis: claimBasis },
    news: events,
    all: firstClaim.events(events),
  }));
  return firstClaim.refusals(ctx.db, files, ctx.clock.today());
}

/**
 * Places claims, in the order given. All in one transaction: a file never exists without its claims, its workflow and its line.
 * @throws a unique violation where the client has placed that reference before; {DoubleCollection}; missingTariff.
 */
export async function placeClaims(
  ctx: WorkCtx,
  placements: readonly Placement[],
  origin: Origin,
): Promise<readonly CreatedFile[]> {
  if (placements.length === 0) return [];
  const today = ctx.clock.today();
  const beginnings = await beginningsOf(ctx, placements);
  const files = await createFileRecords(
    ctx,
    beginnings.map((beginning) => newFile(beginning, today, origin)),
  );
  const placed = files.flatMap((file, at) => {
    const beginning = beginnings[at];
    return beginning ? [{ fileId: file.id, ...beginning }] : [];
  });
  await recordInvoices(ctx.db, placed);
  const freed = await freeDoubles(ctx, placed);
  await firstClaim.enter(ctx, placed);
  await writeLogs(ctx, freed);
  await writeLogs(
    ctx,
    placed.map(({ fileId, placement }) => createdLine(fileId, placement, origin)),
  );
  await beginWorkflows(
    ctx,
    placed.map(({ fileId, placement, first }) => ({ fileId, workflowCode: workflowOf(placement), first })),
  );
  for (const { fileId, placement } of placed) if (placement.dispute) await placeHold(ctx, fileId, { kind: "dispute" });
  return files;
}
