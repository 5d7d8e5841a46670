/** A report that a mail could not be delivered (RFC 3462, 3464), read out of a mail that anybody may have written. */
import PostalMime, { type Email } from "postal-mime";

export interface DeliveryReport {
  /** The addresses that the report itself came to. */
  readonly to: readonly string[];
  /** What the last mail server said, as one of ours would have: "550 5.1.1 user unknown". */
  readonly answer: string;
}

/** A report is short; what else comes to a mailbox may be nested and long without end. */
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

/** The fields of a group of lines, by name in lower case; a line that begins with a space goes on with the one before. */
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

/** The answer of the server, with the status before its words where it did not say it itself. */
function answerOf(status: string, diagnostic: string): string {
  const said = diagnostic
    .replace(/^[\w-]{1,20};/, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const [, code = `${status.charAt(0)}50`, words = ""] = /^(?:([45]\d\d)(?:[ -]|$))?(.*)$/.exec(said) ?? [];
  return `${code} ${/^[45]\.\d/.test(words) ? words : `${status} ${words}`}`.trim().slice(0, 300);
}

/**
 * Reads a report of one mail that failed for good. Undefined for everything else: a delay, an answer of somebody who is away, an advertisement, what
 * cannot be read. A refusal that was given up after days (4.x.x) is a failure too, and says nothing of the address.
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
