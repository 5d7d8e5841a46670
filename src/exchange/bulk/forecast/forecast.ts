/** A file as it is known before an action on many, and what is told of it after. Pure. */
import {
  type FilePhase,
  type FileStatus,
  filePhases,
  fileStatuses,
  type NextStep,
} from "../../../cases/files/files.ts";
import type { LogText } from "../../../cases/logs/logs.ts";
import type { Reason } from "../../../letters/processing/processing.ts";
import { type Foresight, isDecided } from "../../../letters/workflows/workflows.ts";
import { type Facts, stepFact } from "../bulk.ts";

/** Why something cannot be done to a file: a rule of the gate, or a text, in nobody's language. */
export type Why = Reason | LogText;

export type Forecast =
  | { readonly after: Facts }
  | { readonly step: LogText }
  | { readonly refused: readonly Why[] }
  | "same";

export interface Known {
  readonly id: number;
  readonly visible: boolean;
  readonly manager: number | null;
  /** An arrangement was ever made: what becomes of the status hangs on it. */
  readonly arranged: boolean;
  readonly facts: Facts;
}

export type ForecastOf = (file: Known) => Forecast | undefined;
export interface Place {
  readonly status: FileStatus;
  readonly phase: FilePhase;
}

export const refused = (key: string): Forecast => ({ refused: [{ key }] });
export const idsOf = (files: readonly Known[]): number[] => files.map(({ id }) => id);
export const count = (fact: Facts["lines"]): number => Number(fact);
export const one = <T extends string>(values: readonly T[], fact: Facts["status"], otherwise: T): T =>
  values.find((value) => value === fact) ?? otherwise;
export const placeOf = ({ facts }: Known): Place => ({
  status: one(fileStatuses, facts.status, "not_started"),
  phase: one(filePhases, facts.phase, "amicable"),
});

/** A file in another status and phase, each of which is a line on its timeline. */
export function moved(facts: Facts, to: Place, lines: number): Facts {
  const changedLines = Number(facts.status !== to.status) + Number(facts.phase !== to.phase);
  return { ...facts, ...to, lines: count(facts.lines) + lines + changedLines };
}

const withStep = (facts: Facts, next: NextStep): Facts => ({
  ...facts,
  nextStep: stepFact(next.step),
  nextActionOn: next.on,
});

/** A file that goes on as foreseen; as it is where its workflow has nothing to say. */
export function continued(facts: Facts, next: Foresight | undefined): Forecast {
  if (next === undefined) return { after: facts };
  if ("refused" in next) return { refused: next.refused };
  const stepped = withStep(facts, next);
  if (!next.ended) return { after: stepped };
  // Its end is a matter for the agenda.
  const ended = moved(stepped, { status: next.status, phase: next.phase }, 0);
  return { after: { ...ended, agenda: count(ended.agenda) + 1 } };
}

/** Whether something in its agenda may be settled by a file's going on: that is tried. */
export const maySettle = (file: Known, to: FileStatus): boolean =>
  count(file.facts.agenda) > 0 && isDecided(placeOf(file).status, to);

/** As it goes on; one whose workflow would end of it is tried. */
export const continuedOrTried = (facts: Facts, next: Foresight | undefined): Forecast | undefined =>
  next && "ended" in next && next.ended ? undefined : continued(facts, next);
