/** The kinds of files that may be stored, detected from their content, never from what the sender claims. */

/** The allowed kinds: mime type to file extension. */
export const storableTypes = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/tiff": "tiff",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.oasis.opendocument.text": "odt",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "application/msword": "doc",
  "application/vnd.ms-excel": "xls",
  "application/vnd.ms-outlook": "msg",
  "application/zip": "zip",
  "application/gzip": "gz",
  "application/xml": "xml",
  "application/json": "json",
  "text/csv": "csv",
  "text/plain": "txt",
  "message/rfc822": "eml",
} as const;

export type StorableType = keyof typeof storableTypes;

const signatures: readonly (readonly [StorableType, readonly number[]])[] = [
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["image/tiff", [0x49, 0x49, 0x2a, 0x00]],
  ["image/tiff", [0x4d, 0x4d, 0x00, 0x2a]],
  ["application/gzip", [0x1f, 0x8b, 0x08]],
];

const zipStart = [0x50, 0x4b, 0x03, 0x04];
const oleStart = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** The part of a file's start and end that is examined: requests do not wait until a hundred megabytes have been read. */
const sniffedBytes = 256 * 1024;

const endsOf = (bytes: Uint8Array): Buffer =>
  Buffer.concat(
    bytes.length <= 2 * sniffedBytes
      ? [bytes]
      : [bytes.subarray(0, sniffedBytes), bytes.subarray(bytes.length - sniffedBytes)],
  );

/** The entries of a zip, whose directory is at its end: office documents are recognised by the names of their parts. */
function zipType(bytes: Uint8Array): StorableType {
  const text = endsOf(bytes);
  if (text.includes("[Content_Types].xml")) {
    if (text.includes("word/")) return "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    if (text.includes("xl/")) return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  }
  const head = text.subarray(0, 200);
  for (const type of [
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.spreadsheet",
  ] as const) {
    if (head.includes(`mimetype${type}`)) return type;
  }
  return "application/zip";
}

const oleTypes: Readonly<Record<string, StorableType>> = {
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  msg: "application/vnd.ms-outlook",
};

/** Control characters that do not occur in text files; UTF-16 counts as text if it starts with a byte order mark. */
function isText(bytes: Uint8Array): boolean {
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])) return true;
  for (const byte of endsOf(bytes)) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) return false;
  }
  return true;
}

/** Text that a browser would execute is refused under any name. */
const runs = (head: string): boolean => /^\s*<(!doctype\s+html|html|svg|script)/i.test(head) || /<svg[\s>]/i.test(head);

function textType(bytes: Uint8Array, ending: string): StorableType | undefined {
  if (!isText(bytes)) return undefined;
  const head = Buffer.from(bytes.subarray(0, 2048))
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "");
  if (runs(head)) return undefined;
  if (/^\s*<\?xml[\s?]/.test(head)) return "application/xml";
  if (ending === "xml") return /^\s*</.test(head) ? "application/xml" : undefined;
  if (ending === "json") return /^\s*[[{"]/.test(head) ? "application/json" : undefined;
  if (ending === "csv") return "text/csv";
  // A mail starts with header lines, whatever its file name.
  if (
    /^([!-9;-~]+:[^\r\n]*\r?\n([ \t][^\r\n]*\r?\n)*){2,}/.test(head) &&
    /^(from|to|subject|date|received|message-id|mime-version|return-path):/im.test(head)
  ) {
    return "message/rfc822";
  }
  return "text/plain";
}

/**
 * The kind of a file by its content; undefined if it may not be stored. The name only distinguishes kinds with similar content: CSV and plain text,
 * the old office formats.
 */
export function contentType(bytes: Uint8Array, name: string): StorableType | undefined {
  const ending = endingOf(name);
  const signature = signatures.find(([, start]) => startsWith(bytes, start));
  if (signature) return signature[0];
  if (startsWith(bytes, zipStart)) return zipType(bytes);
  if (startsWith(bytes, oleStart)) return oleTypes[ending];
  return textType(bytes, ending);
}
