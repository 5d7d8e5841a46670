/** Which row a document belongs to, by its name: "F-2026-001.pdf", "contract K12.pdf", "K12_brief.pdf". Pure. */

/** The document's name speaks of more than one file. */
export const ambiguous = 0;

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** A name this short would be found in too many others, unless it is the whole of a document's name. */
const shortest = 3;

/** Words of the trade for a 14-day letter (BW 6:96(6)) in the languages of clients. */
const noticeWords =
  /(?<![a-z])(wik|14[ -]?dagen|veertien[ -]?dagen|14[ -]?days?|fourteen[ -]?days?|14[ -]?jours|quatorze[ -]?jours|14[ -]?tage)/;

/** Whether a document's name says that it is the client's own 14-day letter: "F-2026-001 veertiendagenbrief.pdf", "K12_WIK-brief.pdf". */
export const namesNotice = (name: string): boolean => noticeWords.test(name.toLowerCase().replaceAll("_", " "));

export class NamedRows {
  readonly #leaders = new Map<string, number>();

  /** Adds the references and invoice numbers of a row; `leader` is the first row of its file, from 1. */
  add(leader: number, names: readonly (string | null)[]): void {
    for (const name of names) {
      const key = plain(name ?? "");
      if (key === "") continue;
      const known = this.#leaders.get(key);
      this.#leaders.set(key, known === undefined || known === leader ? leader : ambiguous);
    }
  }

  /** The file that a document's name speaks of: the longest run of its words that is a reference or an invoice number. */
  find(name: string): number | typeof ambiguous | undefined {
    const words = name
      .replace(/\.[a-z0-9]{1,5}$/i, "")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
      .slice(0, 30);
    for (let length = words.length; length > 0; length--) {
      const found = new Set<number>();
      for (let from = 0; from + length <= words.length; from++) {
        const run = words
          .slice(from, from + length)
          .join("")
          .toLowerCase();
        const leader = run.length >= shortest || length === words.length ? this.#leaders.get(run) : undefined;
        if (leader !== undefined) found.add(leader);
      }
      const [only] = found;
      if (only !== undefined) return found.size === 1 ? only : ambiguous;
    }
    return undefined;
  }
}
