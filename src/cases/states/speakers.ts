/** The addressee of messages about a file: the debtor, or the representative that a state requires (domain facts 5 and 6). Pure. */

import { addDays, addMonths, afterTerm, type PlainDate } from "../../ground/kernel/dates.ts";
import type { HoldKind } from "../files/files.ts";
import type { PartyRole, Recipient } from "../parties/parties.ts";

/** A state under which somebody else speaks; a minor is in one until coming of age, whatever the file notes. */
export type SpeakingKind = HoldKind | "minor";

/** Who speaks for the debtor, by which state; `to` is null as long as nobody is noted who does. */
export interface Speaker {
  readonly kind: SpeakingKind;
  readonly since: PlainDate;
  readonly to: Recipient | null;
  /** The state is noted in another file of this person only. */
  readonly elsewhere: boolean;
}

/** The states under which somebody else speaks, the weightiest first, and what that person is to the file. */
const speaking: readonly {
  readonly kind: SpeakingKind;
  readonly roles: readonly PartyRole[];
  readonly must: boolean;
}[] = [
  // Nothing is ever sent to the dead.
  { kind: "deceased", roles: ["notary", "heir"], must: true },
  // The trustee reads the debtor's mail (Fw 99, 287(5)).
  { kind: "bankruptcy", roles: ["trustee"], must: true },
  { kind: "wsnp", roles: ["trustee"], must: true },
  // BW 1:245 and 1:337: parents with authority or a guardian represent a minor.
  { kind: "minor", roles: ["legal_representative"], must: true },
  // BW 1:381: whoever is under guardianship is represented by the guardian.
  { kind: "guardianship", roles: ["legal_representative", "administrator"], must: true },
  // BW 1:441: the administrator represents in everything about the goods.
  { kind: "administration", roles: ["administrator"], must: true },
  { kind: "shv", roles: ["counsellor"], must: true },
  { kind: "moratorium", roles: ["counsellor"], must: false },
  { kind: "broad_moratorium", roles: ["counsellor"], must: false },
];

export const speakingKinds: readonly SpeakingKind[] = speaking.map(({ kind }) => kind);

/** The states that count in all files of a debtor: another must be spoken to, or a court has stopped all recourse (Wgs 5). */
export const elsewhereKinds: readonly SpeakingKind[] = speaking.flatMap(({ kind, must }) =>
  (must && kind !== "minor") || kind === "broad_moratorium" ? [kind] : [],
);

/** A state as it decides who is written to. */
export interface SpeakingState {
  readonly kind: SpeakingKind;
  readonly since: PlainDate;
  /** Whom it names itself. */
  readonly partyId: number | null;
  readonly elsewhere?: true;
}

/** The states of a file with those of other files of the person; a kind that is noted here is judged by what is noted here. */
export const withElsewhere = (
  own: readonly SpeakingState[],
  others: readonly SpeakingState[],
): readonly SpeakingState[] => [...own, ...others.filter(({ kind }) => !own.some((each) => each.kind === kind))];

/** The states of a file as a change would leave them. */
export type StatesChange = (states: readonly SpeakingState[]) => readonly SpeakingState[];

/** As a hold leaves them that is placed on a day. */
export const withState =
  (kind: HoldKind, since: PlainDate): StatesChange =>
  (states) =>
    speakingKinds.includes(kind) ? [...states, { kind, since, partyId: null }] : states;

/** As the lifting of the last hold of a kind leaves them. */
export const withoutState =
  (kind: HoldKind): StatesChange =>
  (states) => {
    const at = states.findLastIndex((state) => state.kind === kind);
    return at < 0 ? states : states.toSpliced(at, 1);
  };

const weight = ({ kind }: SpeakingState): number => {
  const at = speakingKinds.indexOf(kind);
  return at < 0 ? speakingKinds.length : at;
};

/**
 * Who speaks for the debtor under these states: whom the weightiest of them names, else the party whose role it is. A state that must have
 * somebody and has nobody gives a speaker without a name. `parties` are those who stand beside the debtor today, oldest first.
 */
export function speakerOf(states: readonly SpeakingState[], parties: readonly Recipient[]): Speaker | null {
  for (const state of [...states].sort((a, b) => weight(a) - weight(b))) {
    const known = speaking.find(({ kind }) => kind === state.kind);
    // A state of another file names nobody here: who stands beside the debtor in this file may do so for another reason.
    if (state.elsewhere) return { kind: state.kind, since: state.since, to: null, elsewhere: true };
    const named = parties.find(({ partyId }) => partyId === state.partyId && partyId !== null);
    const byRole = known?.roles.flatMap((role) => parties.filter((party) => party.role === role)).at(0);
    const to = named ?? byRole ?? null;
    if (to !== null || known?.must) return { kind: state.kind, since: state.since, to, elsewhere: false };
  }
  return null;
}

const yearsOfMinority = 18;

/** The day on which somebody comes of age (BW 1:233): for one born on 29 February 1 March, when eighteen whole years have passed. */
export const ofAgeOn = (birthDate: PlainDate): PlainDate => afterTerm(birthDate, 12 * yearsOfMinority);

/** After a death nobody is pressed for so many months (domain facts 6). */
export const mourningMonths = 3;

/** The first day on which heirs or notary may be pressed. */
export const mournedFrom = (since: PlainDate): PlainDate => addDays(addMonths(since, mourningMonths), 1);
