/**
 * Addresses to which nothing is mailed for a while, because a mail server said that there is no such mailbox. It is believed of the conversation in which
 * we handed the mail over, and of nothing else: anybody can send a report of a mail that did not arrive.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";

/** After so many days an address is tried again. */
const failingDays = 90;

const hashOf = (address: string): string => createHash("sha256").update(address.trim().toLowerCase()).digest("hex");

/**
 * Whether a mail server's answer is about the mailbox: by the code for it (RFC 3463: 5.1.1, 5.1.2, 5.1.3, 5.1.6, 5.1.10, 5.2.1), or, without such a
 * code, by its words. A refusal for what a mail says, or for who sends it, tells nothing of the address.
 */
export function isNoMailbox(answer: string): boolean {
  const smtpReply = /^5\d\d[ -](?:(\d\.\d{1,3}\.\d{1,3})[ -])?(.*)$/is.exec(answer);
  if (!smtpReply) return false;
  const [, code, words = ""] = smtpReply;
  if (code !== undefined) return /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/.test(code);
  return (
    /^55[013]/.test(answer) &&
    /\b(?:user|mailbox|recipient|address|account)\b/i.test(words) &&
    /\b(?:unknown|not found|no such|does ?n[o']t exist|unavailable|disabled|invalid)\b|\bno such\b/i.test(words) &&
    !/\b(?:spam|policy|blocked|blacklist|reputation|sender|relay)/i.test(words)
  );
}

/** Notes that there is no such mailbox. */
export const noteFailing = async ({ db, clock }: Pick<WorkCtx, "db" | "clock">, address: string): Promise<void> => {
  const until = addDays(clock.today(), failingDays);
  await sql`insert into failing_email (address_sha256, until, failed_at) values (${hashOf(address)}, ${until}, ${clock.now()})
    on conflict (address_sha256) do update set until = excluded.until, failed_at = excluded.failed_at`.execute(db);
};

/** Notes that a mail server took a mail for it. */
export const noteAccepted = async ({ db }: Pick<WorkCtx, "db">, address: string): Promise<void> => {
  await db.deleteFrom("failing_email").where("address_sha256", "=", hashOf(address)).execute();
};

const failingRows = batchedRows(
  (db, hashes: readonly string[], today: PlainDate) =>
    db
      .selectFrom("failing_email")
      .modifyFront(prepared)
      .select(["address_sha256", "until"])
      .where("address_sha256", "=", anyOf(hashes, "text"))
      .where("until", ">=", today)
      .execute(),
  ({ address_sha256 }) => address_sha256,
);

/** Which of these addresses have no mailbox, each with the last day of it. */
export async function failingEmails(
  db: Db,
  addresses: readonly string[],
  today: PlainDate,
): Promise<ReadonlyMap<string, PlainDate>> {
  const byHash = new Map(addresses.map((address) => [hashOf(address), address]));
  const rows = await failingRows(db, [...byHash.keys()], today);
  return new Map(rows.map(({ address_sha256, until }) => [byHash.get(address_sha256) ?? "", until]));
}
