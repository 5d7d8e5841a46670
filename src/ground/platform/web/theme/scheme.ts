/** The schemes of colours, and which of them the page begins with. */

/** "auto" follows the system; the names are those of the component library, which reads the same place. */
export const schemes = ["auto", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/** Where the choice is kept. */
export const schemePlace = "vorder.scheme";

/** Puts the kept choice on the page before anything is drawn, so that it does not begin in the other colours. */
export function startScheme(): void {
  const kept = localStorage.getItem(schemePlace);
  if (kept === "light" || kept === "dark") document.documentElement.dataset.mantineColorScheme = kept;
}
