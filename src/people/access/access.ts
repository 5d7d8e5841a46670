/** Who may log in and what they may hand on: rules without I/O. */
import { z } from "zod";
import { holds, type Role } from "../../ground/kernel/access.ts";

/** Kinds of people: staff of the provider, users of a client, and contact persons to whom clients are assigned. */
export const userKinds = ["staff", "customer", "contact"] as const;
export type UserKind = (typeof userKinds)[number];

/** "*" is every role (specification, point 6). */
export type Grant = Role | "*";

/** What can be given: the role of a session that acts for somebody else lasts as long as that session. */
export type Givable = Exclude<Grant, "ROLE_PREVIOUS_ADMIN">;

/** What was stored as granted, to be sent back: each was given by the calls that take it, and what these no longer know they refuse. */
export const grantsOf = (acl: readonly string[]): Givable[] => [...acl] as Givable[];

/** Whether everything in `wanted` is also held by `acl`; "*" covers all, and only "*" covers "*". */
export const coversAcl = (acl: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((role) => acl.includes("*") || (role !== "*" && acl.includes(role)));

/** What somebody holds: their own acl and that of their group, each role once. */
export const effectiveAcl = (own: readonly string[], group: readonly string[]): readonly string[] => [
  ...new Set([...own, ...group]),
];

/** Whether somebody may change a user or group that holds this: nobody changes whoever holds more than they do. */
export const mayManage = (own: readonly string[], target: readonly string[]): boolean => coversAcl(own, target);

/** What somebody sees: staff all files or those of their teams and their own, the people of a client those of their clients. */
export interface Sight {
  readonly kind: string;
  readonly clientIds: readonly number[];
  readonly teamIds: readonly number[];
  /** The teams of the files that they manage, whatever teams they belong to; 0 for files of no team. */
  readonly managedTeamIds: readonly number[];
  readonly seesAllFiles: boolean;
}

/** What somebody sees by what they belong to: their own files are seen by nobody else for being theirs. */
type Belonging = Omit<Sight, "managedTeamIds">;

interface SightFacts {
  readonly client_ids: readonly number[];
  readonly team_ids: readonly number[];
  readonly managed_team_ids: readonly number[];
  /** Whether staff see only the files of their teams. */
  readonly only_teams: boolean;
}

/** What somebody of this kind who holds this sees. */
export const sightOf = (kind: UserKind, acl: readonly string[], facts: SightFacts): Sight => ({
  kind,
  clientIds: facts.client_ids,
  teamIds: facts.team_ids,
  managedTeamIds: facts.managed_team_ids,
  seesAllFiles: kind === "staff" && (!facts.only_teams || acl.includes("*")),
});

/** Whether somebody sees all that another sees. */
function coversSight(own: Belonging, target: Sight): boolean {
  if (own.seesAllFiles) return true;
  if (own.kind === "staff")
    return (
      target.kind === "staff" &&
      !target.seesAllFiles &&
      [...target.teamIds, ...target.managedTeamIds].every((id) => own.teamIds.includes(id))
    );
  return target.kind !== "staff" && target.clientIds.every((id) => own.clientIds.includes(id));
}

/**
 * Whether somebody may set what another logs in by: a password, the mailbox that links go to, a second factor. Whoever does can log in as the other,
 * so staff do it for staff, and the people of a client for one another, only where the other sees nothing that they do not. The logins of clients'
 * people are looked after by staff, whatever files these see.
 */
export const maySetWayIn = (own: Belonging, target: Sight): boolean =>
  (own.kind === "staff" && target.kind !== "staff") || coversSight(own, target);

type Holding = { readonly acl: readonly string[] };

/** Whether somebody may act as somebody else: an administrator, and only where the other neither holds nor sees anything that they do not. */
export const maySwitch = (own: Belonging & Holding, target: Sight & Holding): boolean =>
  (holds(own.acl, "ROLE_ADMIN") || holds(own.acl, "ROLE_SUPER_ADMIN")) &&
  coversAcl(own.acl, target.acl) &&
  coversSight(own, target);

/** Of somebody who may act as somebody else: who they are now, and who they are in person. */
interface AtKeyboard {
  readonly id: number;
  readonly previous?: { readonly id: number } | undefined;
}

/** The person at the keyboard, under whatever name. */
export const personOf = ({ id, previous }: AtKeyboard): number => previous?.id ?? id;

/** Whose eyes look, where four must: whoever acts as somebody else is the same pair as before, under either name. */
export const eyesOf = ({ id, previous }: AtKeyboard): readonly number[] => (previous ? [id, previous.id] : [id]);

/** A name to log in with: what one can type, dictate and find again. */
export const username = z
  .string()
  .trim()
  .min(2)
  .max(100)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u);

/** Ends the address of an invitation of staff, who may connect their account with a provider instead of choosing a password. */
export const invitedHash = "#staff";

/** How long a reset link lives, in minutes. */
export const resetMinutes = 60;
/** How long an invitation may be used, in days. */
export const inviteDays = 7;
/** How long the link that the first start shows may be used, in hours. */
export const firstLinkHours = 24;
/** How long a browser stays trusted after its owner logged in, in days. */
export const trustedDays = 180;

/**
 * Tries at one account that are evaluated in an hour: in all at most 20. A browser the owner has logged in from has its own part,
 * which strangers cannot use up; one network gets no more than a part of the rest, so that it takes several to use that up.
 */
export const guessBudget = {
  strangers: 15,
  network: 10,
  trusted: 5,
  networkAllAccounts: 100,
  windowMinutes: 60,
} as const;

/** Sign-ins by the provider that guests of one network may begin: an office that starts its day does not come near it. */
export const beginBudget = { network: 100, windowMinutes: 10 } as const;

export interface GuessCounts {
  /** Evaluated in the window, for this account, by strangers, from any network. */
  readonly strangers: number;
  /** Likewise, from this network only. */
  readonly network: number;
  /** Evaluated for this account from trusted browsers. */
  readonly trusted: number;
  /** Evaluated from this network by strangers, for any account. */
  readonly networkAllAccounts: number;
}

/** Whether one more try may be evaluated. */
export const mayGuess = (counts: GuessCounts, trusted: boolean): boolean =>
  trusted
    ? counts.trusted < guessBudget.trusted
    : counts.strangers < guessBudget.strangers &&
      counts.network < guessBudget.network &&
      counts.networkAllAccounts < guessBudget.networkAllAccounts;

/** The network an address belongs to: /24 of IPv4, /64 of IPv6. One household or one office, not one machine. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(mapped)) return mapped.split(".").slice(0, 3).join(".");
  const [head = "", tail] = mapped.toLowerCase().split("%")[0]?.split("::", 2) ?? [];
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}
