/**
 * The secret part of a message, such as the token of a link to set a password. It is stored sealed beside the text, inserted only while the message
 * is delivered, and deleted by the statement that completes the message; the schema refuses to keep it longer.
 */
import { type RawBuilder, sql } from "kysely";
import type { Environment } from "../process/environment.ts";
import { openSecret, resealed, type SecretPurpose, sealSecret } from "../process/secrets.ts";

/** The placeholder in the text. Migration 0350 writes the same one. */
export const oneTimePlace = "%one-time%";

const purposeOf = (key: string): SecretPurpose => ["outbox", key];

export const sealOneTime = (environment: Environment, key: string, secret: string): string =>
  sealSecret(environment, purposeOf(key), secret);

export const resealedOneTime = (environment: Environment, key: string, stored: string): string | undefined =>
  resealed(environment, purposeOf(key), stored);

/** The column's value for a completed message: empty if there was a secret, to show that the text is incomplete. */
export const spentSecret: RawBuilder<string | null> = sql<string | null>`case when secret is not null then '' end`;

interface Texts {
  readonly text: string;
  readonly html?: string | undefined;
}

/** A message with a value in place of another, in all its texts. */
export const replaced = <P extends Texts>(payload: P, from: string, to: string): P => ({
  ...payload,
  text: payload.text.replaceAll(from, () => to),
  ...(payload.html !== undefined && { html: payload.html.replaceAll(from, () => to) }),
});

/** A mail or SMS as delivered; undefined if its secret cannot be decrypted (any more). */
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
