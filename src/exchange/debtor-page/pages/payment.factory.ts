/** Payments on the debtor's page for tests: somebody comes in, begins one, and the provider tells of it. */
import type { Visitor, World } from "../../../app/testing/world.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import type { MollieDouble } from "../../../money/online-payments/mollie-double.factory.ts";
import { mollieKey } from "../../../money/online-payments/mollie-double.factory.ts";
import { placeOne, somebody } from "../../intake/intake.factory.ts";
import { giveDebtorLink } from "../debtor-page.contract.ts";
import { guestAt, onceIn, opened, posted } from "../debtor-page.factory.ts";

/** Settings by which payments go to a double of Mollie. */
export const byMollie = ({ url }: MollieDouble) =>
  ({ onlineProvider: "mollie", mollieUrl: url, mollieKey, phone: "030 200 10 10" }) as const;

/** Somebody who came in to the page of a new file of a client. */
export async function payer(world: World, clerk: Visitor, client: number) {
  const file = await placeOne(world, client, { debtor: { ...somebody, birthDate: date("1985-03-07") } });
  const { path } = await clerk.call(giveDebtorLink, { params: { id: file.id } });
  const { guest, reply } = await guestAt(world, path);
  await posted(guest, path, reply.text, { day: "7", month: "3", year: "1985" });
  return { file, guest };
}

export const payFormOf = (fileId: number): string => `/debtor-page/claim/${fileId}/pay`;

/** A payment that somebody has begun on the page, of which the provider was not asked yet. */
export async function beginPayment(
  { file, guest }: Awaited<ReturnType<typeof payer>>,
  fields: Readonly<Record<string, string>> = { kind: "open" },
) {
  const form = payFormOf(file.id);
  const page = await opened(guest, form);
  const sent = await posted(guest, form, page.text, { once: onceIn(page.text), ...fields });
  const at = sent.headers.get("location") ?? "";
  return { file, guest, at, key: at.split("/").at(-1) ?? "", page, fields };
}

export const onlinePayment = (world: World, key: string) =>
  world.db.selectFrom("online_payment").selectAll().where("key", "=", key).executeTakeFirstOrThrow();

/** What the provider's server sends: no cookie, no token, nothing of a browser. */
export const postPaymentCallback = (world: World, key: string, id: string) =>
  fetch(`${world.base}/api/v4/online-payment/${key}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ id }),
  });
