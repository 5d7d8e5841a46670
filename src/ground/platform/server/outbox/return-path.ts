/**
 * The address that a mail goes back to where it cannot be delivered: the house's own for that, with a mark of this one mail in it (VERP). Anybody can
 * write a report of a mail that did not arrive; one is believed only where it comes to such an address, which nobody else can make.
 */
import type { Environment } from "../process/environment.ts";
import { isMarkOf, markOf } from "../process/secrets.ts";

/** One hand-over of one effect: its row, and how often that was taken up. What was sent again is another. */
export interface HandedOver {
  readonly id: number;
  readonly claim: number;
}

type Keyed = Pick<Environment, "dataDir" | "secretKeys">;

const markedText = ({ id, claim }: HandedOver): string => `return-path:${id}:${claim}`;

/** "bounces@house.nl" as "bounces+1c2.1.9f86d081884c7d65@house.nl" (RFC 5233). */
export function returnPathOf(environment: Keyed, address: string, handed: HandedOver): string {
  const at = address.lastIndexOf("@");
  const mark = [handed.id.toString(36), handed.claim.toString(36), markOf(environment, markedText(handed))].join(".");
  return `${address.slice(0, at)}+${mark}${address.slice(at)}`;
}

const marked = /^\+([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([0-9a-f]{16})$/;

/** The hand-over whose mark an address holds; undefined where it is not an address of ours, or nobody of ours made the mark. */
export function handedOverIn(environment: Keyed, address: string, found: string): HandedOver | undefined {
  const [whole, ours] = [found.trim().toLowerCase(), address.toLowerCase()];
  const at = ours.lastIndexOf("@");
  const [local, domain] = [ours.slice(0, at), ours.slice(at)];
  if (!whole.startsWith(local) || !whole.endsWith(domain)) return undefined;
  const [, id = "", claim = "", mark = ""] = marked.exec(whole.slice(local.length, whole.length - domain.length)) ?? [];
  const handed = { id: Number.parseInt(id, 36), claim: Number.parseInt(claim, 36) };
  return mark !== "" && isMarkOf(environment, markedText(handed), mark) ? handed : undefined;
}
