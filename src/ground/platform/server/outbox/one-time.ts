/**
 * The part of a message that opens something once, such as the token of a link to choose a password. It stands sealed beside the text, is put
 * in its place only while the message is carried, and is taken away by the statement that settles the message; the schema refuses to keep
 * it longer.
 */
import { type RawBuilder, sql } from "kysely";
import type { Environment } from "../process/environment.ts";
import { openSecret, resealed, type SecretPurpose, sealSecret } from "../process/secrets.ts";

/** Where it belongs in the text. Migration 0350 writes the same. */
export const oneTimePlace = "%one-time%";

const purposeOf = (key: string): SecretPurpose => ["outbox", key];

export const sealOneTime = (environment: Environment, key: string, secret: string): string =>
  sealSecret(environment, purposeOf(key), secret);

export const resealedOneTime = (environment: Environment, key: string, stored: string): string | undefined =>
  resealed(environment, purposeOf(key), stored);

/** What the column becomes of a message that is settled: empty where there was a secret, so that it is known not to be whole. */
export const spentSecret: RawBuilder<string | null> = sql<string | null>`case when secret is not null then '' end`;

interface Texts {
  readonly text: string;
  readonly html?: string | undefined;
}

/** A message with one thing in the place of another, in all its texts. */
export const replaced = <P extends Texts>(payload: P, from: string, to: string): P => ({
  ...payload,
  text: payload.text.replaceAll(from, () => to),
  ...(payload.html !== undefined && { html: payload.html.replaceAll(from, () => to) }),
});

/** A mail or SMS as it is carried; undefined where its secret cannot be opened (any more). */
export function wholeMessage<P extends Texts>(
  environment: Environment,
  key: string,
  payload: P,
  stored: string | null,
): { readonly payload: P; readonly secret?: string } | undefined {
  if (stored === null) return { payload };
  const secret = openSecret(environment, purposeOf(key), stored);
  if (secret === "") return undefined;
  return { payload: replaced(payload, oneTimePlace, secret), secret };
}
