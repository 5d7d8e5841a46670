/** Documents that replace earlier ones: the same letter made again, or an upload with the same name. Pure. */

interface Versioned {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  /** By which template a letter was made; null for what came in. */
  readonly templateCode: string | null;
}

export interface Versions<T> {
  readonly newest: T;
  /** Those before it, the newest first. */
  readonly earlier: readonly T[];
}

/** What stays the same from version to version: of a letter its template, of anything else its kind and name. */
const sameness = ({ kind, name, templateCode }: Versioned): string =>
  templateCode === null ? `${kind} ${name.trim().toLowerCase()}` : `${kind}:${templateCode}`;

/** Documents with the earlier ones under those that took their place, in the order of the newest. Later ones have higher ids. */
export function versionsOf<T extends Versioned>(documents: readonly T[]): Versions<T>[] {
  const groups = new Map<string, T[]>();
  for (const document of [...documents].sort((a, b) => b.id - a.id)) {
    const key = sameness(document);
    groups.set(key, [...(groups.get(key) ?? []), document]);
  }
  return [...groups.values()].flatMap(([newest, ...earlier]) => (newest === undefined ? [] : [{ newest, earlier }]));
}
