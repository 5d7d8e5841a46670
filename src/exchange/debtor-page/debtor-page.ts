/** The page of whoever owes: its secrets, its limits, and what a person is asked before anything personal shows. Pure. */

/** How long a way in lasts, from the day it was given. */
export const linkDays = 90;
/** How long somebody who came in stays in. */
export const sessionMinutes = 120;
/** So many wrong answers lock a way in. */
export const mostFailures = 5;
/** So many wrong tries an hour are taken from one network, at whatever way in. */
export const mostFailuresOfNetwork = 30;
export const linkChannels = ["post", "email", "sms", "staff"] as const;
export type LinkChannel = (typeof linkChannels)[number];

export const linkStandings = ["open", "locked", "revoked", "expired"] as const;
export type LinkStanding = (typeof linkStandings)[number];

export interface LinkState {
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lockedAt: Date | null;
}

export function standingOf(link: LinkState, now: Date): LinkStanding {
  if (link.revokedAt) return "revoked";
  if (link.lockedAt) return "locked";
  return now >= link.expiresAt ? "expired" : "open";
}

/**
 * How much shows. Whoever merely found a letter knows the address that stands on it: by postcode and house number one sees what the letter
 * told and no more. A date of birth stands on no letter.
 */
export const levels = ["letter", "full"] as const;
export type Level = (typeof levels)[number];

/** Where a way in leads. */
export const linkAddress = (secret: string): string => `/d/${secret}`;
export const codeAddress = "/d";
export const pageAddress = "/debtor-page";
export const claimAddress = (id: number): string => `${pageAddress}/claim/${id}`;

/** What is done about a claim on the page; each has a page with a form of its own. */
export const acts = ["pay", "terms", "dispute", "change", "contact", "budget", "help"] as const;
export type Act = (typeof acts)[number];
/** Where somebody waits for a payment to be taken, and comes back to. */
export const paymentAddress = (key: string): string => `${pageAddress}/pay/${key}`;
export const actAddress = (id: number, act: Act): string => `${claimAddress(id)}/${act}`;

/** "1.234,50", "1234.5" or "50" → cents; undefined where it is no amount above zero. */
export function centsTyped(text: string): number | undefined {
  const bare = text.replace(/[€\s\u00a0]/g, "");
  const dutch = /^\d{1,3}(\.\d{3})*(,\d{1,2})?$|^\d{1,7}(,\d{1,2})?$/.test(bare);
  const english = /^\d{1,3}(,\d{3})*(\.\d{1,2})?$|^\d{1,7}(\.\d{1,2})?$/.test(bare);
  if (!dutch && !english) return undefined;
  const [whole = "", part = ""] = dutch ? bare.replaceAll(".", "").split(",") : bare.replaceAll(",", "").split(".");
  const cents = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return cents > 0 && Number.isSafeInteger(cents) ? cents : undefined;
}
