/** The holds of a file: their kinds, their automatic effects and what can be chosen (domain facts 5 and 6). */
import type { FilePhase, FileStatus, HoldKind } from "../files/files.ts";

/** How far debt counselling is (domain facts 6). */
export const holdStages = [
  "notice",
  "stabilisation",
  "balance_request",
  "proposal",
  "agreed",
  "forced",
  "completed",
  "failed",
] as const;
export type HoldStage = (typeof holdStages)[number];

/** What a state does to the workflow. */
export const stateEffects = ["none", "pause", "suspend"] as const;
export type StateEffect = (typeof stateEffects)[number];

const suspending: ReadonlySet<HoldKind> = new Set(["shv", "broad_moratorium", "wsnp", "bankruptcy"]);

const freezing: ReadonlySet<HoldKind> = new Set(["shv", "wsnp", "bankruptcy", "moratorium", "broad_moratorium"]);

const naturalOnly: ReadonlySet<HoldKind> = new Set([
  "shv",
  "broad_moratorium",
  "wsnp",
  "administration",
  "guardianship",
  "deceased",
]);

/** Whether a state can only be that of a natural person (Fw 284; Wgs 5; BW 1:378, 1:431). */
export const isOfNaturalPersons = (kind: HoldKind): boolean => naturalOnly.has(kind);

/** Whether a state stops interest by itself, from its own day (Fw 128, 287b, 303; Wgs 5; NVVK; domain facts 6). */
export const freezesInterest = (kind: HoldKind): boolean => freezing.has(kind);

/** What a kind of state does where nobody says otherwise: counselling and insolvency suspend; an administrator or guardian is written to. */
export const effectOf = (kind: HoldKind): StateEffect =>
  suspending.has(kind) ? "suspend" : kind === "administration" || kind === "guardianship" ? "none" : "pause";

/** What may be chosen for a kind: what the law stops cannot be left to go on. */
export const effectsOf = (kind: HoldKind): readonly StateEffect[] =>
  suspending.has(kind)
    ? ["suspend"]
    : kind === "administration" || kind === "guardianship" || kind === "vulnerable" || kind === "deceased"
      ? stateEffects
      : ["pause", "suspend"];

/** The status that the effect of a state puts an open file in; null where it goes on as it was. */
export const statusUnder = (effect: StateEffect): FileStatus | null =>
  effect === "none" ? null : effect === "pause" ? "paused" : "suspend";

/** The phase that a hold moves a file to: debt counselling and the statutory scheme have a phase of their own. */
export const phaseUnderHold = (kind: HoldKind, phase: FilePhase): FilePhase =>
  kind === "shv" || kind === "wsnp" ? "shv" : phase;
