/**
 * The DNS records of a mail domain: who may send for it (SPF), the key of its signatures (DKIM), and the treatment of other mails (DMARC). Read
 * from the name servers, each with a time limit.
 */
import { createPublicKey } from "node:crypto";
import { Resolver } from "node:dns/promises";
import type { RecordState } from "../../mail-records.ts";

const millis = 3000;
/** The maximum size of an answer. */
const mostRecords = 50;

/** The TXT records of a name; "none" without any, "unknown" if nobody answered in time. */
async function textsOf(resolver: Resolver, name: string): Promise<readonly string[] | "unknown"> {
  try {
    return (await resolver.resolveTxt(name)).slice(0, mostRecords).map((pieces) => pieces.join("").slice(0, 2000));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return code === "ENOTFOUND" || code === "ENODATA" ? [] : "unknown";
  }
}

export interface RecordOf {
  readonly state: RecordState;
  readonly name: string;
  /** The current record; "" if there is none. */
  readonly found: string;
  /** The expected record, if known. */
  readonly wanted: string;
}

function spfOf(name: string, texts: readonly string[] | "unknown"): RecordOf {
  const wanted = "";
  if (texts === "unknown") return { state: "unknown", name, found: "", wanted };
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [found = ""] = records;
  // Two records are an error that makes all of them invalid (RFC 7208, 4.5).
  if (records.length > 1) return { state: "wrong", name, found: records.join(" | "), wanted };
  if (found === "") return { state: "missing", name, found, wanted };
  const isOpen = /(^|\s)\+?all(\s|$)/i.test(found);
  const ends = /(^|\s)([-~]all|redirect=\S+)(\s|$)/i.test(found);
  return { state: isOpen ? "wrong" : ends ? "good" : "weak", name, found, wanted };
}

function dmarcOf(name: string, texts: readonly string[] | "unknown", domain: string): RecordOf {
  const wanted = `v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`;
  if (texts === "unknown") return { state: "unknown", name, found: "", wanted };
  const records = texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
  const [found = ""] = records;
  if (records.length > 1) return { state: "wrong", name, found: records.join(" | "), wanted };
  if (found === "") return { state: "missing", name, found, wanted };
  const policy = /;\s*p\s*=\s*(\w+)/i.exec(found)?.[1]?.toLowerCase();
  const states: Readonly<Record<string, RecordState>> = { none: "weak", quarantine: "good", reject: "good" };
  return { state: states[policy ?? ""] ?? "wrong", name, found, wanted };
}

/** The DNS record with the public part of a private key; undefined if the key cannot sign mails. */
export function dkimRecordOf(privateKey: string): string | undefined {
  try {
    const key = createPublicKey(privateKey);
    if (key.asymmetricKeyType !== "rsa") return undefined;
    return `v=DKIM1; k=rsa; p=${key.export({ type: "spki", format: "der" }).toString("base64")}`;
  } catch {
    return undefined;
  }
}

const publicPart = (record: string): string =>
  (/(?:^|;)\s*p\s*=([^;]*)/i.exec(record)?.[1] ?? "").replaceAll(/\s/g, "");

function dkimOf(name: string, texts: readonly string[] | "unknown", wanted: string): RecordOf {
  if (texts === "unknown") return { state: "unknown", name, found: "", wanted };
  const records = texts.filter((text) => /(?:^|;)\s*p\s*=/i.test(text));
  const [found = ""] = records;
  if (found === "") return { state: "missing", name, found, wanted };
  const isOurs = records.length === 1 && publicPart(found) === publicPart(wanted);
  return { state: isOurs ? "good" : "wrong", name, found, wanted };
}

export interface MailDomain {
  readonly spf: RecordOf;
  readonly dkim: RecordOf;
  readonly dmarc: RecordOf;
}

/** The records of a domain in the name servers; `signing` if mails are signed. */
export async function readMailDomain(
  domain: string,
  signing: { readonly selector: string; readonly privateKey: string } | undefined,
  servers: readonly string[],
): Promise<MailDomain> {
  const resolver = new Resolver({ timeout: millis, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  const key = signing && dkimRecordOf(signing.privateKey);
  const dkimName = `${signing?.selector ?? ""}._domainkey.${domain}`;
  const dmarcName = `_dmarc.${domain}`;
  const [spf, dmarc, dkim] = await Promise.all([
    textsOf(resolver, domain),
    textsOf(resolver, dmarcName),
    key === undefined ? [] : textsOf(resolver, dkimName),
  ]);
  return {
    spf: spfOf(domain, spf),
    dmarc: dmarcOf(dmarcName, dmarc, domain),
    dkim: key === undefined ? { state: "unset", name: "", found: "", wanted: "" } : dkimOf(dkimName, dkim, key),
  };
}
