/** Parties to a file, their addresses and their channels: the words. Pure (domain facts 4.6 and 6). */

/** What somebody is to a file beside its main debtor. */
export const partyRoles = [
  "joint",
  "guarantor",
  "administrator",
  "legal_representative",
  "counsellor",
  "trustee",
  "heir",
  "notary",
  "other",
] as const;
export type PartyRole = (typeof partyRoles)[number];

/** Where something that is known of a debtor comes from. */
export const sources = ["client", "debtor", "brp", "kvk", "bureau", "post", "other"] as const;
export type Source = (typeof sources)[number];

export const addressKinds = ["former", "correspondence", "visiting"] as const;
export type AddressKind = (typeof addressKinds)[number];

export const channelKinds = ["email", "mobile", "phone"] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** By which way somebody may want to be written to. Letters that the law wants are posted whatever they choose. */
export const wishedChannels = ["post", "email", "sms"] as const;
export type WishedChannel = (typeof wishedChannels)[number];

export const consents = ["unknown", "given", "refused"] as const;
export type Consent = (typeof consents)[number];

export interface KnownChannel {
  readonly value: string;
  readonly consent: Consent;
  readonly preferred: boolean;
  readonly validUntil: string | null;
}

/** A channel that may be used today: not refused, and not past its last day. */
export const isUsable = (
  { consent, validUntil }: Pick<KnownChannel, "consent" | "validUntil">,
  today: string,
): boolean => consent !== "refused" && (validUntil === null || validUntil >= today);

/** The channel that is used of those of one kind, oldest first: the preferred one, else the newest; null where none may be. */
export function channelInUse(channels: readonly KnownChannel[], today: string): string | null {
  const usable = channels.filter((channel) => isUsable(channel, today));
  return (usable.find(({ preferred }) => preferred) ?? usable.at(-1))?.value ?? null;
}

export interface PostalAddress {
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string | null;
  readonly postcode: string;
  readonly city: string;
  /** ISO 3166 code. */
  readonly country: string;
}

/** Somebody who can be written to or called about a file. */
export interface Recipient {
  /** Null for the debtor itself. */
  readonly partyId: number | null;
  readonly role: "main" | PartyRole;
  /** Whether it answers for the debt: the debtor, a joint debtor, a guarantor, whoever stands in solidarily. */
  readonly liable: boolean;
  readonly displayName: string;
  readonly fileType: "private" | "company";
  readonly gender: "male" | "female" | "unknown";
  readonly prefix: string | null;
  readonly lastName: string | null;
  /** Where letters go: the address for correspondence, where there is one. */
  readonly address: PostalAddress;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly phone: string | null;
  /** The way that they want to be written to by; null where they did not say. */
  readonly wishes: WishedChannel | null;
  readonly language: string;
}
