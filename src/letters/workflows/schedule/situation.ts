/** A file as its next step, its letters and the law gate see it. Pure. */

import type { FilePhase, FileStatus, NextStep as ShownStep } from "../../../cases/files/files.ts";
import type { WishedChannel } from "../../../cases/parties/parties.ts";
import { addDays, daysBetween, latest, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Message } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { Language } from "../../../ground/kernel/texts.ts";
import type { Limitation } from "../../../law/rules/rules.ts";
import type { ClaimEvent } from "../../../money/claims/claims.ts";
import type { EventDays, OnVersion, Position, Workflow } from "./definition.ts";
import type { ContactFacts } from "./facts.ts";

/** A file as a step, a letter and the law gate see it. */
export interface Situation {
  readonly fileId: number;
  readonly number: string;
  readonly clientRef: string;
  readonly paymentReference: string;
  readonly fileVersion: number;
  readonly status: FileStatus;
  readonly phase: FilePhase;
  readonly closedOn: PlainDate | null;
  readonly contractual: boolean;
  readonly claimTitle: string;
  /** When the claim lapses, by its legal type; null for a file that has none. */
  readonly limitation: Limitation | null;
  readonly claimDescription: string;
  readonly contractDate: PlainDate | null;
  readonly placedOn: PlainDate;
  /** The open amount as it was last noted for lists; what goes out is reckoned from the events. */
  readonly openCents: Cents;
  readonly language: Language;
  readonly caseManager: string | null;
  readonly debtor: SituationDebtor;
  /** By what whoever is written to is reached: the debtor itself, or who speaks for it. */
  readonly reach: ContactFacts;
  readonly client: SituationClient;
  /** Null for a file without a workflow. */
  readonly place: Place | null;
  readonly events: readonly ClaimEvent[];
  /** What happened to it beside these events, as far as its workflow waits for it. */
  readonly happened: EventDays;
}

export interface Address {
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string | null;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
}

export interface SituationDebtor {
  readonly id: number;
  readonly version: number;
  readonly displayName: string;
  readonly fileType: "private" | "company";
  readonly gender: "male" | "female" | "unknown";
  readonly prefix: string | null;
  readonly lastName: string | null;
  /** Null where it is not known, and of a company. */
  readonly birthDate: PlainDate | null;
  readonly isConsumer: boolean;
  readonly isNaturalPerson: boolean;
  readonly address: Address;
  readonly addressVerifiedOn: PlainDate | null;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly phone: string | null;
  /** By which way they want to be written to, if they said so. */
  readonly wishes: WishedChannel | null;
}

export interface SituationClient {
  readonly id: number;
  readonly version: number;
  readonly company: string;
  readonly address: Address;
  readonly toleranceCents: number | null;
}

export interface Place extends Position, OnVersion {
  readonly round: number;
  readonly stoppedOn: PlainDate | null;
  readonly version: number;
}

const running: ReadonlySet<FileStatus> = new Set(["in_progress", "not_started"]);
const goingOn: ReadonlySet<FileStatus> = new Set([...running, "term_payment", "monitoring", "monitoring_in_progress"]);

const still: ReadonlySet<FileStatus> = new Set(["paused", "suspend", "term_payment"]);

/** Whether a file in this status stands still: nothing is due, and its dates move on by as many days (domain facts 6). */
export const standsStill = (status: FileStatus): boolean => still.has(status);

interface Standstill extends Pick<Position, "previousDoneOn" | "shiftDays" | "kept"> {
  readonly stoppedOn: PlainDate;
}

/**
 * The dates of a file that stood still and goes on: all have moved by the days it stood still. So has the day of the step before, on which the
 * next one may hang; of a step that was done meanwhile only by the days since. A day that a step keeps moves like any other; one that hangs on an
 * event does not, because a day in court waits for nobody.
 */
export function wentOn(
  { stoppedOn, previousDoneOn, shiftDays, kept = null }: Standstill,
  definition: Workflow | undefined,
  today: PlainDate,
) {
  const days = daysBetween(stoppedOn, today);
  const keeping = definition?.steps.find(({ position }) => position === kept?.position);
  return {
    shiftDays: shiftDays + days,
    previousDoneOn: previousDoneOn && addDays(previousDoneOn, daysBetween(latest(stoppedOn, previousDoneOn), today)),
    kept: kept && keeping?.anchor !== "event" ? { ...kept, on: addDays(kept.on, days) } : kept,
  };
}

/** Whether the workflow of a file in this status runs, and can come to its end. */
export const runs = (status: FileStatus): boolean => running.has(status);

/** Whether a file that moves so goes on again: what becomes of it after the end of its workflow has been decided. */
export const isDecided = (from: FileStatus, to: FileStatus): boolean => !goingOn.has(from) && goingOn.has(to);

/** A file as it would stand. */
export interface Foreseen extends ShownStep {
  readonly workflow: string | null;
  readonly position: number;
  readonly status: FileStatus;
  readonly phase: FilePhase;
  /** No step is left, so that a person must decide. */
  readonly ended: boolean;
  /** All that would hold of it then. */
  readonly changed: Situation;
}

export type Foresight = Foreseen | { readonly refused: readonly Message[] };

/** Before which step: a chosen one of a workflow, or the one that was over last, to do it again. */
export type MoveTo = { readonly workflow: string; readonly position: number } | "again";

/** Where a file was in its workflow, to put it back there. */
export interface FormerPlace {
  readonly workflow: string;
  /** Of the workflow; what was kept before there were several is the first. */
  readonly definitionVersion?: number;
  readonly position: number;
  readonly startedOn: string;
  readonly previousDoneOn: string | null;
  readonly shiftDays: number;
  /** Works of before it was kept have none. */
  readonly shiftBeforeNotice?: number;
  readonly termUntil: string | null;
  readonly stoppedOn: string | null;
  /** The day that a step keeps from an earlier version of its workflow; works of before it was remembered have none. */
  readonly keptPosition?: number | null;
  readonly keptOn?: string | null;
}

/** Says a text of some module in a language. */
export type Translate = (message: Message, language: Language) => string;
