/** Parses a report that a mail could not be delivered (RFC 3462, 3464) from an untrusted mail. */
import PostalMime, { type Email } from "postal-mime";

export interface DeliveryReport {
  /** The addresses to which the report was sent. */
  readonly to: readonly string[];
  /** The last mail server's answer, in the form of a direct one: "550 5.1.1 user unknown". */
  readonly answer: string;
}

/** A report is short; other mail may be nested and very long. */
const limits = {
  forceRfc822Attachments: true,
  maxNestingDepth: 10,
  maxHeadersSize: 64_000,
  maxRfc822NestingDepth: 0,
} as const;

const arrived = new Set(["delivered-to", "x-original-to", "envelope-to", "to"]);

const addressesIn = ({ headers }: Email): string[] =>
  headers
    .filter(({ key }) => arrived.has(key))
    .slice(0, 20)
    .flatMap(({ value }) => value.slice(0, 2000).split(/[\s<>,;"]+/))
    .filter((part) => part.includes("@") && part.length <= 254);

const textOf = (content: string | ArrayBuffer | Uint8Array): string =>
  typeof content === "string" ? content : new TextDecoder().decode(content);

/** The fields of a group of lines, by name in lower case; a line that starts with a space continues the previous one. */
const fieldsOf = (group: string): ReadonlyMap<string, string> =>
  new Map(
    group
      .replaceAll(/\n[ \t]+/g, " ")
      .split("\n")
      .flatMap((line): [string, string][] => {
        const at = line.indexOf(":");
        return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : [];
      }),
  );

/** The answer of the server, with the status added if it is missing. */
function answerOf(status: string, diagnostic: string): string {
  const answer = diagnostic
    .replace(/^[\w-]{1,20};/, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const [, code = `${status.charAt(0)}50`, words = ""] = /^(?:([45]\d\d)(?:[ -]|$))?(.*)$/.exec(answer) ?? [];
  return `${code} ${/^[45]\.\d/.test(words) ? words : `${status} ${words}`}`.trim().slice(0, 300);
}

/**
 * Parses a report about one mail that failed permanently. Undefined for anything else: a delay, an out-of-office reply, an advertisement,
 * unreadable text. A delivery given up after days (4.x.x) is a failure too, but says nothing about the address.
 */
export async function readDeliveryReport(mail: Uint8Array): Promise<DeliveryReport | undefined> {
  const read = await PostalMime.parse(mail, limits).catch(() => undefined);
  const kind = read?.headers.find(({ key }) => key === "content-type")?.value.toLowerCase() ?? "";
  if (!read || !kind.startsWith("multipart/report") || !kind.includes("delivery-status")) return undefined;
  const part = read.attachments.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/i.test(mimeType));
  if (!part) return undefined;
  const groups = textOf(part.content)
    .slice(0, 20_000)
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .slice(0, 50)
    .map(fieldsOf);
  const failed = groups.find((fields) => fields.get("action")?.toLowerCase() === "failed");
  const status = /^[45]\.\d{1,3}\.\d{1,3}/.exec(failed?.get("status") ?? "")?.[0];
  if (!failed || status === undefined) return undefined;
  return { to: addressesIn(read), answer: answerOf(status, failed.get("diagnostic-code") ?? "") };
}
