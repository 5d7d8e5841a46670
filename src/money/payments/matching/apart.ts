/** Which bank entries may be decided on side by side: those whose outcome cannot depend on what is done about one before them. Pure. */
import { searchWords } from "../../../cases/persons/persons.ts";
import type { BankEntry } from "../payments.ts";
import type { Candidate, Original, Verdict } from "./matching.ts";

/** An entry with what it may belong to, and what is to be done about it. */
export interface Clued {
  readonly entry: BankEntry;
  readonly candidates: readonly Candidate[];
  readonly originals: readonly Original[];
  readonly verdict: Verdict;
}

/** What two entries must not have in common: a file, and whatever a booking of the one would be found by for the other. */
const marksOf = ({ entry, candidates, originals }: Clued): readonly string[] => [
  ...[...candidates, ...originals].map(({ number }) => `file ${number}`),
  ...[entry.counterpartyIban, ...originals.map(({ iban }) => iban)].flatMap((iban) => (iban ? [`iban ${iban}`] : [])),
  ...(entry.endToEndId ? [`end to end ${entry.endToEndId}`] : []),
  ...(entry.mandateId ? [`mandate ${entry.mandateId}`] : []),
  ...(entry.bankRef ? [`bank ${entry.bankRef}`] : []),
];

const wordsOf = (name: string): readonly string[] => searchWords(name).split(" ");

/**
 * The debtors of whose files something may be left open, which another payment may be the very amount of: none where the file is paid
 * whole.
 */
const debtorsOf = ({ entry, candidates, verdict }: Clued): readonly string[] =>
  candidates
    .filter(
      (file) => !(verdict.kind === "book" && verdict.fileId === file.fileId && file.openCents <= entry.amountCents),
    )
    .flatMap(({ searchName }) => wordsOf(searchName));

/** Whether a payer may be one of these debtors, by the words by which a file is looked for. */
const isNamed = (payer: string | null, debtors: ReadonlySet<string>): boolean =>
  wordsOf(payer ?? "").some((word) => word.length >= 3 && [...debtors].some((known) => known.startsWith(word)));

/** The entries that have nothing to do with any before them, in their order. */
export function apartFromEarlier<Entry extends Clued>(entries: readonly Entry[]): readonly Entry[] {
  const marks = new Set<string>();
  const debtors = new Set<string>();
  return entries.filter((each) => {
    const own = marksOf(each);
    const isApart = !own.some((mark) => marks.has(mark)) && !isNamed(each.entry.counterpartyName, debtors);
    for (const mark of own) marks.add(mark);
    for (const word of debtorsOf(each)) debtors.add(word);
    return isApart;
  });
}
