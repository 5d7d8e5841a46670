/** Where the focus goes on when what had it before a dialog is gone: whoever showed it knows. */
type Finder = (gone: Element) => HTMLElement | null;

const finders = new Set<Finder>();

/** Adds somebody who may know a place instead of what is gone; gives what takes it back. */
export function addFocusPlaces(find: Finder): () => void {
  finders.add(find);
  return () => void finders.delete(find);
}

/** The place that stands for what is gone; null where nobody knows one. */
export function placeInstead(gone: Element | null): HTMLElement | null {
  if (gone === null) return null;
  for (const find of finders) {
    const place = find(gone);
    if (place !== null) return place;
  }
  return null;
}
