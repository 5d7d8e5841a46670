/** What goes to an office: the canonical model of domain facts 4.6 in the format that was agreed on. Pure. */
import type { Format } from "../handover-batches.ts";
import { type MappingRule, mapped, nested, usualMapping } from "../mapping/mapping.ts";

export interface BatchHead {
  /** The name of the batch at the office. */
  readonly batchId: string;
  readonly type: string;
  readonly destination: string;
  readonly createdAt: string;
  readonly count: number;
  /** Euros: "1234.56". */
  readonly totalAmount: string;
  /** SHA-256 over the records of the files in their order, each ended by a line feed. */
  readonly checksum: string;
}

/** A field of a CSV file for a machine; a field is quoted where it has to be. */
const field = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const xmlSigns: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Signs that XML does not know at all. */
const isXml = (sign: string): boolean => (sign >= " " && sign < "\ufffe") || sign > "\uffff" || "\t\n\r".includes(sign);

const xmlText = (text: string): string =>
  [...text]
    .filter(isXml)
    .map((sign) => xmlSigns[sign] ?? sign)
    .join("");

/** An element with what lies in it; of a list one element for each. Names are ours, or those that the rules of a mapping allow. */
function element(name: string, value: unknown, indent: string): string {
  if (Array.isArray(value)) return value.map((one) => element(name, one, indent)).join("");
  if (value === null || value === undefined || value === "") return `${indent}<${name}/>\n`;
  if (typeof value !== "object") return `${indent}<${name}>${xmlText(String(value))}</${name}>\n`;
  const inner = Object.entries(value).map(([key, one]) => element(key, one, `${indent}  `));
  return `${indent}<${name}>\n${inner.join("")}${indent}</${name}>\n`;
}

function csvOf(head: BatchHead, rules: readonly MappingRule[], records: readonly unknown[]): string {
  const names = ["batch_id", ...rules.map(({ target }) => target)];
  const rows = records.map((record) => [head.batchId, ...mapped(rules, record).map(([, value]) => value)]);
  return [names, ...rows].map((row) => `${row.map(field).join(";")}\r\n`).join("");
}

/** The document of a batch. Records are the files' own, parsed; the same records give the same bytes. */
export function documentOf(
  format: Format,
  rules: readonly MappingRule[],
  head: BatchHead,
  records: readonly unknown[],
): string {
  if (format === "csv") return csvOf(head, rules.length === 0 ? usualMapping : rules, records);
  const files = rules.length === 0 ? records : records.map((record) => nested(mapped(rules, record)));
  if (format === "json") return `${JSON.stringify({ batch: head, files }, null, 2)}\n`;
  const handover = { batch: head, files: { file: files } };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("handover", handover, "")}`;
}
