/**
 * What the world is told of a domain that mails are sent from: who may send for it (SPF), by which key they are signed (DKIM), and what becomes of
 * others (DMARC). Read from the name servers, each within its time.
 */
import { createPublicKey } from "node:crypto";
import { Resolver } from "node:dns/promises";
import type { RecordState } from "../../mail-records.ts";

const millis = 3000;
/** What a name may say at most; more is not read. */
const mostRecords = 50;

/** The texts of a name; "none" where it has none, "unknown" where nobody answered in time. */
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
  /** What stands there now; "" for nothing. */
  readonly found: string;
  /** What should stand there, where that is known. */
  readonly wanted: string;
}

function spfOf(name: string, texts: readonly string[] | "unknown"): RecordOf {
  const wanted = "";
  if (texts === "unknown") return { state: "unknown", name, found: "", wanted };
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [found = ""] = records;
  // Two records are an error by which all of them count for nothing (RFC 7208, 4.5).
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

/** The record by which others find the key that belongs to a private one; undefined where that is no key that signs mails. */
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

/** What stands of a domain in the name servers; `signing` where mails are signed. */
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
