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

/** A document in its pieces: what stands before the files, each of them, and what stands behind. */
interface Shape {
  readonly start: string;
  readonly file: (record: unknown, isFirst: boolean) => string;
  readonly end: (isEmpty: boolean) => string;
}

function csvShape(head: BatchHead, rules: readonly MappingRule[]): Shape {
  const line = (values: readonly string[]): string => `${values.map(field).join(";")}\r\n`;
  return {
    start: line(["batch_id", ...rules.map(({ target }) => target)]),
    file: (record) => line([head.batchId, ...mapped(rules, record).map(([, value]) => value)]),
    end: () => "",
  };
}

/** JSON in lines, as part of something that is set so many signs to the right. */
const lines = (value: unknown, indent: number): string =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(indent)}`);

/** The field of one record for a format without columns: as it is, or as the rules say. */
const fileBy = (rules: readonly MappingRule[], record: unknown): unknown =>
  rules.length === 0 ? record : nested(mapped(rules, record));

function shapeOf(format: Format, rules: readonly MappingRule[], head: BatchHead): Shape {
  if (format === "csv") return csvShape(head, rules.length === 0 ? usualMapping : rules);
  if (format === "json")
    return {
      start: `{\n  "batch": ${lines(head, 2)},\n  "files": [`,
      file: (record, isFirst) => `${isFirst ? "" : ","}\n    ${lines(fileBy(rules, record), 4)}`,
      end: (isEmpty) => (isEmpty ? "]\n}\n" : "\n  ]\n}\n"),
    };
  return {
    start: `<?xml version="1.0" encoding="UTF-8"?>\n<handover>\n${element("batch", head, "  ")}  <files>\n`,
    file: (record) => element("file", fileBy(rules, record), "    "),
    end: () => "  </files>\n</handover>\n",
  };
}

/** The document of a batch, file by file. Records are the files' own, parsed; the same records give the same bytes. */
export async function* documentPieces(
  format: Format,
  rules: readonly MappingRule[],
  head: BatchHead,
  records: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  const { start, file, end } = shapeOf(format, rules, head);
  yield start;
  let isFirst = true;
  for await (const record of records) {
    yield file(record, isFirst);
    isFirst = false;
  }
  yield end(isFirst);
}

/** The document of a few records, whole. */
export function documentOf(
  format: Format,
  rules: readonly MappingRule[],
  head: BatchHead,
  records: readonly unknown[],
): string {
  const { start, file, end } = shapeOf(format, rules, head);
  return [start, ...records.map((record, at) => file(record, at === 0)), end(records.length === 0)].join("");
}

/**
 * The document of a batch as JSON in one line, with the documents of its files in it, each by its path. Of these one at a time is in memory.
 * @param papers gives the content of each in base64.
 */
export async function* jsonPieces(
  rules: readonly MappingRule[],
  head: BatchHead,
  records: AsyncIterable<unknown>,
  papers: AsyncIterable<readonly [path: string, base64: string]>,
): AsyncGenerator<string> {
  yield `{"batch":${JSON.stringify(head)},"files":[`;
  let before = "";
  for await (const record of records) {
    yield before + JSON.stringify(fileBy(rules, record));
    before = ",";
  }
  yield '],"contents":{';
  before = "";
  for await (const [path, base64] of papers) {
    yield `${before}${JSON.stringify(path)}:"${base64}"`;
    before = ",";
  }
  yield "}}";
}
