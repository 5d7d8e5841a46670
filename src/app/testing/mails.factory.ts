/** The mails of a world as their receivers would read them: those that still wait, with the secret part in its place. */

import { wholeMessage } from "../../ground/platform/server/outbox/one-time.ts";
import { type MailPayload, mailPayload } from "../../ground/platform/server/outbox/outbox.ts";
import type { World } from "./world.factory.ts";

/** All mails of the outbox, the eldest first; a mail that was settled holds no secret any more. */
export async function mailsOf({ db, vorder }: World): Promise<MailPayload[]> {
  const rows = await db
    .selectFrom("outbox")
    .select(["key", "payload", "secret"])
    .where("kind", "=", "mail")
    .orderBy("id")
    .execute();
  return rows.map(({ key, payload, secret }) => {
    const mail = mailPayload.parse(payload);
    return wholeMessage(vorder.parts.environment, key, mail, secret)?.payload ?? mail;
  });
}
