/**
 * The return address of undeliverable mail: the provider's own, with a signed mark of this mail in it (VERP). Anybody can forge a delivery report;
 * it is accepted only at such an address, which nobody else can create.
 */
import type { Environment } from "../process/environment.ts";
import { isMarkOf, markOf } from "../process/secrets.ts";

/** One delivery attempt of an effect: its row, and the number of times it was taken. A message sent again is another one. */
export interface HandedOver {
  readonly id: number;
  readonly claim: number;
}

type Keyed = Pick<Environment, "dataDir" | "secretKeys">;

const markedText = ({ id, claim }: HandedOver): string => `return-path:${id}:${claim}`;

/** "bounces@house.nl" becomes "bounces+1c2.1.9f86d081884c7d65@house.nl" (RFC 5233). */
export function returnPathOf(environment: Keyed, address: string, handed: HandedOver): string {
  const at = address.lastIndexOf("@");
  const mark = [handed.id.toString(36), handed.claim.toString(36), markOf(environment, markedText(handed))].join(".");
  return `${address.slice(0, at)}+${mark}${address.slice(at)}`;
}

const marked = /^\+([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([0-9a-f]{16})$/;

/** The attempt in the mark of an address; undefined if it is not an address of ours, or the mark is forged. */
export function handedOverIn(environment: Keyed, address: string, found: string): HandedOver | undefined {
  const [candidate, ours] = [found.trim().toLowerCase(), address.toLowerCase()];
  const at = ours.lastIndexOf("@");
  const [local, domain] = [ours.slice(0, at), ours.slice(at)];
  if (!candidate.startsWith(local) || !candidate.endsWith(domain)) return undefined;
  const [, id = "", claim = "", mark = ""] =
    marked.exec(candidate.slice(local.length, candidate.length - domain.length)) ?? [];
  const handed = { id: Number.parseInt(id, 36), claim: Number.parseInt(claim, 36) };
  return mark !== "" && isMarkOf(environment, markedText(handed), mark) ? handed : undefined;
}
