/** The words that a file gives the variables of a court paper. Pure. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import {
  formatLongDate,
  formatMoney,
  formatRate,
  groupIban,
  groupReference,
} from "../../../letters/templates/templates.ts";
import type { CourtCosts } from "../../court-costs/court-costs.ts";
import type { CourtValues } from "../templates/variables.ts";
import { type ClaimOnDay, openBik } from "./paper.ts";

interface Address {
  readonly street: string;
  readonly houseNumber: string;
  readonly addition?: string | null;
  readonly postcode: string;
  readonly city: string;
}

export interface Named extends Address {
  readonly displayName: string;
  readonly birthDate: PlainDate | null;
  readonly kvk: string | null;
}

export interface ValueFacts {
  readonly today: PlainDate;
  readonly file: { readonly number: string; readonly clientRef: string; readonly paymentReference: string };
  readonly claimTitle: string;
  readonly claimDescription: string;
  readonly contractDate: PlainDate | null;
  readonly client: Address & { readonly company: string; readonly kvk: string | null };
  readonly agent: Address & {
    readonly registeredName: string;
    readonly phone: string;
    readonly email: string;
    readonly kvk: string;
    readonly wkiNumber: string;
    readonly iban: string;
  };
  readonly debtor: Named;
  readonly others: readonly Named[];
  readonly claim: ClaimOnDay;
  readonly interest: {
    readonly kind: string;
    readonly rate: string;
    readonly per: "year" | "month";
    readonly compounding: string;
    readonly from: PlainDate | null;
  };
  readonly notice: { readonly sentOn: PlainDate; readonly lastPayDay: PlainDate } | null;
  readonly costs: CourtCosts | null;
  readonly court: string | null;
  readonly place: { readonly city: string; readonly street: string | null; readonly postcode: string | null } | null;
  readonly sector: "kanton" | "civil";
  readonly summonsOn: PlainDate | null;
  readonly rollOn: PlainDate | null;
  readonly rollTime: string;
  readonly payBefore: PlainDate | null;
  readonly signer: string;
  readonly recipient: string;
  readonly state: { readonly kind: string; readonly from: PlainDate } | null;
}

const written = (on: PlainDate | null): string | null => (on === null ? null : formatLongDate(on, "nl"));
const money = (cents: number): string => formatMoney(cents, "nl");

export const addressLine = ({ street, houseNumber, addition, postcode, city }: Address): string =>
  [[street, houseNumber, addition ?? ""].filter((part) => part !== "").join(" "), `${postcode} ${city}`.trim()]
    .filter((part) => part !== "")
    .join(", ");

const compounded: Readonly<Record<string, string>> = {
  yearly: "overeengekomen, jaarlijks bij te schrijven",
  monthly: "overeengekomen, maandelijks bij te schrijven",
};

/** A judge awards no more than is claimed: an agreed margin and compounding stand in the words. */
export function interestBasis({ kind, rate, per, compounding }: ValueFacts["interest"]): string | null {
  const margin = Number(rate) > 0 ? ` vermeerderd met ${formatRate(rate, "nl")} per jaar` : "";
  switch (kind) {
    case "statutory":
      return `de wettelijke rente als bedoeld in artikel 6:119 BW${margin}`;
    case "commercial":
      return `de wettelijke handelsrente als bedoeld in artikel 6:119a BW${margin}`;
    case "government":
      return `de wettelijke handelsrente als bedoeld in artikel 6:119b BW${margin}`;
    case "contractual":
      return `de ${compounded[compounding] ?? "overeengekomen"} rente van ${formatRate(rate, "nl")} per ${per === "year" ? "jaar" : "maand"}`;
    default:
      return null;
  }
}

const stateWords: Readonly<Record<string, string>> = {
  bankruptcy: "het faillissement",
  wsnp: "de schuldsaneringsregeling",
};

const costOf = (costs: CourtCosts | null, part: CourtCosts["lines"][number]["part"]): string | null => {
  const found = [...(costs?.lines ?? []), ...(costs?.after ?? [])].find((line) => line.part === part);
  return found ? money(found.cents) : null;
};

const partyValues = ({ client, agent, debtor, others, signer, recipient }: ValueFacts): CourtValues => ({
  claimantName: client.company,
  claimantSeat: client.city,
  claimantAddress: addressLine(client),
  claimantKvk: client.kvk,
  agentName: agent.registeredName,
  agentAddress: addressLine(agent),
  agentPhone: agent.phone,
  agentEmail: agent.email,
  agentKvk: agent.kvk,
  agentRegistration: agent.wkiNumber,
  bailiffName: signer,
  lawyerName: signer,
  defendantName: debtor.displayName,
  defendantCity: debtor.city,
  defendantAddress: addressLine(debtor),
  defendantBirthDate: written(debtor.birthDate),
  defendantKvk: debtor.kvk,
  otherDefendants: others.map((one) => `${one.displayName}, ${addressLine(one)}`).join("; "),
  recipientName: recipient,
});

/** Where a court sits; null where its address is not known. */
export const courtAddress = (place: ValueFacts["place"]): string | null =>
  place?.street ? `${place.street}, ${`${place.postcode ?? ""} ${place.city}`.trim()}` : null;

const courtValues = ({ court, place, sector, summonsOn, rollOn, rollTime, costs }: ValueFacts): CourtValues => ({
  courtName: court && `de ${court.charAt(0).toLowerCase()}${court.slice(1)}`,
  courtCity: place?.city ?? null,
  courtAddress: courtAddress(place),
  courtSector: sector === "kanton" ? "kamer voor kantonzaken" : "kamer voor handelszaken",
  summonsDate: written(summonsOn),
  rollDate: written(rollOn),
  rollTime: rollTime === "" ? null : `${rollTime.replace(":", ".")} uur`,
  courtFee: costOf(costs, "courtFee"),
  agentSalary: costOf(costs, "salary"),
  summonsCosts: costOf(costs, "summons"),
  afterCosts: costOf(costs, "afterCosts"),
  courtCosts: costs === null ? null : money(costs.total),
});

function claimValues({ claim, interest, notice }: ValueFacts): CourtValues {
  const { totals } = claim;
  const invoices = claim.invoices.filter(({ awarded }) => !awarded);
  const firstDue = invoices.map(({ dueDate }) => dueDate).sort()[0] ?? null;
  return {
    invoiceNumbers: invoices.map(({ number }) => number).join(", "),
    firstDueDate: written(firstDue),
    interestBasis: interestBasis(interest),
    interestFrom: written(interest.from),
    noticeDate: written(notice?.sentOn ?? null),
    noticeLastDay: written(notice?.lastPayDay ?? null),
    asOf: written(claim.asOf),
    invoiced: money(invoices.reduce((sum, { amount, credited }) => sum + amount - credited, 0)),
    principal: money(totals.principal),
    interest: money(totals.interest),
    collectionCosts: money(openBik(claim)),
    paid: totals.paid > 0 ? money(totals.paid) : null,
    open: money(totals.open),
  };
}

export const valuesOf = (facts: ValueFacts): CourtValues => ({
  ...partyValues(facts),
  ...courtValues(facts),
  ...claimValues(facts),
  today: written(facts.today),
  fileNumber: facts.file.number,
  clientReference: facts.file.clientRef,
  claimTitle: facts.claimTitle,
  claimDescription: facts.claimDescription,
  contractDate: written(facts.contractDate),
  payBefore: written(facts.payBefore),
  paymentIban: groupIban(facts.agent.iban),
  paymentReference: groupReference(facts.file.paymentReference),
  stateDay: written(facts.state?.from ?? null),
  stateKind: facts.state ? (stateWords[facts.state.kind] ?? null) : null,
});
