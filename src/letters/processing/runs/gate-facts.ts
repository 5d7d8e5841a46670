/** The data that a run reads of a file, and the facts for the law gate. Pure. */
import type { Recipient } from "../../../cases/parties/parties.ts";
import { isCompleteAddress } from "../../../cases/persons/persons.ts";
import type { Speaker } from "../../../cases/states/states.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import type { Interruption } from "../../../law/rules/rules.ts";
import { type ContactFact, type GateFacts, type JudgingMoment, usualLimitation } from "../../../law/rules/rules.ts";
import {
  type Balance,
  interruptionsOf,
  isKind,
  type Notice,
  owedOn,
  standingEvents,
} from "../../../money/claims/claims.ts";
import type { Situation, Workflows } from "../../workflows/workflows.ts";

type HoldFact = GateFacts["holds"][number];

/** The data shared by all files of a plan, loaded once. */
export interface PlanEnvironment {
  readonly workflows: Workflows;
  readonly tariffs: Tariffs;
  readonly at: JudgingMoment;
  readonly provider: GateFacts["provider"];
  readonly policy: GateFacts["policy"];
  /** At most this open amount closes a file; a client may have its own value. */
  readonly toleranceCents: Cents;
  /** Steps due later are skipped; null includes the next step whatever its date. */
  readonly dueUntil: PlainDate | null;
  /** A person acts at this moment, so contact hours also apply to steps by hand. */
  readonly byHandNow?: boolean;
}

/** An e-mail, an SMS or a call to a debtor. */
export interface Contact extends ContactFact {
  /** The effect key of a message, or the line of a call: what is found in two ways still counts once. */
  readonly key?: string;
}

/** The data of one file. */
export interface FileInputs {
  readonly situation: Situation;
  /** The recipient: the debtor, or the debtor's representative. */
  readonly reach: Recipient;
  readonly speaker: Speaker | null;
  readonly holds: readonly HoldFact[];
  readonly endedGuardianships: GateFacts["debtor"]["endedGuardianships"];
  /** Recent contacts with the same person over all files. */
  readonly contacts: readonly Contact[];
  readonly blocked: GateFacts["reach"]["blocked"];
  /** Demands sent and promises to pay: interruptions of limitation besides the events of the claim. */
  readonly interruptions: readonly Interruption[];
  /** The date of a letter that the print house has not reported as posted; and whether a bailiff's office has the file, or soon will. */
  readonly letterAwaited?: PlainDate | undefined;
  /** The day of a receipt that names the file and waits for a person. */
  readonly paymentInReview?: PlainDate | undefined;
  /** The last day on which a person closed the file as paid and let go the collection costs that were due. */
  readonly costsWaivedOn?: PlainDate | undefined;
  readonly withOffice?: boolean;
}

/** The date of the contract; if unknown, the oldest invoice date, the latest possible one. */
const contractDay = ({ contractDate }: Situation, { invoices }: Balance["ledger"]): PlainDate | null =>
  contractDate ?? invoices.map(({ event }) => event.on).sort()[0] ?? null;

const claimFacts = ({ situation, interruptions }: FileInputs, balance: Balance): GateFacts["claim"] => ({
  title: situation.claimTitle,
  description: situation.claimDescription,
  invoices: balance.ledger.invoices.map((account) => ({
    number: account.number,
    date: account.event.on,
    dueOn: account.event.data.dueDate,
    openCents: owedOn(account),
  })),
  principalCents: balance.principal,
  openCents: balance.open,
  limitation: situation.limitation ?? usualLimitation(situation.claimTitle),
  interruptions: [...interruptionsOf(situation.events, balance.ledger), ...interruptions],
  bikChargedCents: balance.costsCharged,
});

/** The facts that the law gate judges on. */
export function gateFacts(
  inputs: FileInputs,
  balance: Balance,
  notice: Notice | null,
  environment: PlanEnvironment,
): GateFacts {
  const { situation, reach, speaker } = inputs;
  const { debtor, client } = situation;
  const { ledger } = balance;
  return {
    file: {
      closedOn: situation.closedOn,
      atBailiff: situation.phase === "bailiff" || inputs.withOffice === true,
      contractual: situation.contractual,
      contractOn: contractDay(situation, ledger),
      contractBinds: standingEvents(situation.events).some((event) => isKind(event, "capacity")),
    },
    debtor: {
      isConsumer: debtor.isConsumer,
      isNaturalPerson: debtor.isNaturalPerson,
      birthDate: debtor.birthDate,
      endedGuardianships: inputs.endedGuardianships,
      country: debtor.address.country,
      name: debtor.displayName,
      addressComplete: isCompleteAddress(debtor.address),
      addressVerifiedOn: debtor.addressVerifiedOn,
    },
    reach: {
      country: reach.address.country,
      addressComplete: isCompleteAddress(reach.address),
      email: reach.email,
      mobile: reach.mobile,
      phone: reach.phone,
      wishes: reach.wishes,
      blocked: inputs.blocked,
    },
    speaker,
    provider: environment.provider,
    creditor: { name: client.company, addressComplete: isCompleteAddress(client.address) },
    claim: claimFacts(inputs, balance),
    notice14: notice && {
      sentOn: notice.event.on,
      voidReason: notice.voidReason,
      paidInTime: notice.paidInTime,
      bikDueFrom: notice.event.data.bikDueFrom,
      proof: notice.event.data.documentId !== undefined || notice.event.data.attachmentId !== undefined,
    },
    holds: inputs.holds,
    arrangementActive: situation.status === "term_payment",
    letterAwaited: inputs.letterAwaited,
    paymentInReview: inputs.paymentInReview,
    contacts: inputs.contacts,
    policy: environment.policy,
  };
}
