/** What a file gives a court paper: who is who, the claim on a day, the court, the costs, and the words for all of them. */

import { partiesOf, personById } from "../../../cases/parties/parties.server.ts";
import { activeHolds, type Hold, speakersOf } from "../../../cases/states/states.server.ts";
import { date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { type ProviderSettings, providerOf } from "../../../ground/settings/settings.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { type JudgedHandover, judgeHandover } from "../../../letters/processing/processing.server.ts";
import type { ClaimStatement } from "../../../money/claims/claims.contract.ts";
import { statementOf } from "../../../money/claims/claims.server.ts";
import { type Client, clientById } from "../../../people/customers/customers.server.ts";
import { type CourtCosts, courtCosts } from "../../court-costs/court-costs.ts";
import type { CourtPlaceRow } from "../../courts/courts.contract.ts";
import { courtPlaceKnown } from "../../courts/courts.server.ts";
import { courtFor, courtNames, courtPlaceFor, type Sector, sectorOf } from "../../courts/courts.ts";
import { choicesOf, claimTypesOf, isOfSubDistrict } from "../../handover/handover.server.ts";
import type { ClaimType, CourtPaperKind, SectionFact } from "../templates/shape.ts";
import { type ClaimOnDay, openBik } from "./paper.ts";

type Person = Awaited<ReturnType<typeof personById>>;

/** The states in which a claim is lodged with somebody, and in which nothing else is claimed. */
const insolvencies: ReadonlySet<string> = new Set(["bankruptcy", "wsnp"]);

/**
 * Who is party in the place of the debtor: the administrator of its goods, who represents it in law (BW 1:441(1)), or the heirs of one who died,
 * whom a writ may name together (Rv 53).
 */
export type StandIn = { readonly kind: "administrator"; readonly person: Person } | { readonly kind: "heirs" };

export interface PaperFacts {
  readonly judged: JudgedHandover;
  readonly client: Client;
  readonly provider: ProviderSettings;
  readonly debtor: Person;
  readonly others: readonly Person[];
  readonly standIn: StandIn | null;
  readonly claimType: ClaimType;
  readonly sector: Sector;
  readonly claim: ClaimOnDay;
  readonly statement: ClaimStatement;
  readonly costs: CourtCosts | null;
  readonly court: string | null;
  readonly place: CourtPlaceRow | null;
  readonly insolvency: Hold | null;
  readonly facts: ReadonlySet<SectionFact>;
}

const groupWords: Readonly<Record<ClaimStatement["costs"][number]["group"], string>> = {
  bik: "Buitengerechtelijke kosten",
  court: "Proceskosten",
  execution: "Executiekosten",
  other: "Overige kosten",
};

export const claimOf = (statement: ClaimStatement): ClaimOnDay => ({
  asOf: date(statement.date),
  invoices: statement.invoices.map((invoice) => ({
    ...invoice,
    date: date(invoice.date),
    dueDate: date(invoice.dueDate),
  })),
  costs: statement.costs.map(({ date: on, group, description, amount, open }) => ({
    date: date(on),
    label: description.trim() === "" || group === "bik" ? groupWords[group] : `${groupWords[group]}: ${description}`,
    bik: group === "bik",
    amount,
    open,
  })),
  // What went to invoices that are left out, or was paid back, is no part of what was received of this claim.
  payments: statement.payments.flatMap(({ date: on, allocated, reversed }) => {
    const amount = sumCents(Object.values(allocated));
    return reversed !== null || amount === 0 ? [] : [{ date: date(on), amount }];
  }),
  totals: statement.totals,
});

/** A court fee follows the claimant's form: only a sole trader is a natural person (Wgbz 15; domain facts 4.2). */
const claimantOf = ({ legalForm }: Client) => (legalForm === "eenmanszaak" ? ("natural" as const) : ("legal" as const));

export interface Wanted {
  readonly kind: CourtPaperKind;
  /** Null: what the claim rests on as the file says. */
  readonly claimType: ClaimType | null;
  readonly asOf: PlainDate | null;
  readonly summonsOn: PlainDate | null;
  readonly undisputed: boolean;
}

function sectionFactsOf(claim: ClaimOnDay, statement: ClaimStatement, sector: string, undisputed: boolean) {
  const facts = new Set<SectionFact>([sector === "kanton" ? "kanton" : "civil"]);
  if (claim.totals.paid > 0) facts.add("paid");
  if (openBik(claim) > 0) facts.add("costs");
  if (statement.interest.kind !== "none" && claim.totals.principal > 0) facts.add("interest");
  if (undisputed) facts.add("undisputed");
  return facts;
}

/** The day of the amounts: interest that runs after the day of an insolvency is no part of a claim in it (Fw 128). */
const dayOf = ({ kind, asOf }: Wanted, insolvency: Hold | null, today: PlainDate): PlainDate =>
  asOf ?? (kind === "claim" && insolvency ? insolvency.from : today);

async function peopleOf(ctx: WorkCtx, { situation }: JudgedHandover, today: PlainDate) {
  const parties = await partiesOf(ctx.db, situation.fileId, false);
  const standing = parties.filter(
    ({ role, until, solidary }) => solidary && role !== "administrator" && (until === null || until >= today),
  );
  const speaker = (await speakersOf(ctx.db, [situation.fileId], today)).get(situation.fileId);
  const spokenBy = speaker?.elsewhere ? undefined : parties.find(({ id: party }) => party === speaker?.to?.partyId);
  const standIn: StandIn | null =
    speaker?.kind === "administration" && spokenBy
      ? { kind: "administrator", person: spokenBy.person }
      : speaker?.kind === "deceased"
        ? { kind: "heirs" }
        : null;
  const debtor = await personById(ctx.db, situation.debtor.id);
  return { debtor, others: standing.map(({ person }) => person), standIn };
}

/** The invoices that were time-barred on a day: neither claimed nor shown as claimed. */
export const leftOutOn = ({ leftOut }: JudgedHandover, day: PlainDate): ReadonlySet<string> =>
  new Set(leftOut.filter(({ barredOn }) => barredOn <= day).map(({ number }) => number));

/** @throws notFound; refused where a tariff has no row for its day. */
export async function paperFacts(ctx: WorkCtx, fileId: number, wanted: Wanted): Promise<PaperFacts> {
  const today = ctx.clock.today();
  const judged = await judgeHandover(ctx, fileId);
  const client = await clientById(ctx.db, judged.situation.client.id);
  if (!client) throw notFound();
  const holds = (await activeHolds(ctx.db, [fileId], today)).get(fileId) ?? [];
  const insolvency = holds.find(({ kind }) => insolvencies.has(kind)) ?? null;
  const day = dayOf(wanted, insolvency, today);
  const statement = await statementOf(ctx.db, fileId, day, leftOutOn(judged, day));
  const claim = claimOf(statement);
  const { debtor, others, standIn } = await peopleOf(ctx, judged, today);
  const chosen = await choicesOf(ctx.db, fileId);
  const place = chosen.place ?? courtPlaceFor(debtor);
  const claimType = wanted.claimType ?? (await claimTypesOf(ctx, [judged])).get(fileId) ?? "other";
  const { principal, interest, open } = claim.totals;
  const subDistrictMatter = isOfSubDistrict(judged, claimType);
  const on = wanted.summonsOn ?? today;
  const reckons = wanted.kind === "summons" || wanted.kind === "notice";
  const sector = subDistrictMatter ? "kanton" : sectorOf(open);
  const court = chosen.court ?? courtFor(debtor);
  return {
    judged,
    client,
    provider: providerOf(await globalSettings(ctx.db)),
    debtor,
    others,
    standIn,
    claimType,
    sector,
    claim,
    statement,
    costs: reckons
      ? courtCosts(await loadTariffs(ctx.db), {
          principal,
          interest,
          collectionCosts: openBik(claim),
          claimant: claimantOf(client),
          halfPoints: 2,
          withVat: judged.balance.ledger.terms.bik.vat,
          subDistrictMatter,
          summonsOn: on,
          judgmentOn: on,
        })
      : null,
    court: court && courtNames[court],
    place: place === null ? null : await courtPlaceKnown(ctx.db, place),
    insolvency,
    facts: sectionFactsOf(claim, statement, sector, wanted.undisputed),
  };
}
