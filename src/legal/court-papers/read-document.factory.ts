/** Documents opened as a reader opens them, for tests. */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { fromBuffer } from "yauzl";

/** The words of a PDF, page after page, with single spaces. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  const file = await getDocument({ data: new Uint8Array(pdf) }).promise;
  const pages: string[] = [];
  for (let at = 1; at <= file.numPages; at++) {
    const { items } = await (await file.getPage(at)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? " " : ""}` : "")).join(""));
  }
  return pages.join(" ").replaceAll(/\s+/g, " ");
}

/** The entries of a ZIP as bytes, by name. */
export const zipBytes = (bytes: Uint8Array): Promise<Map<string, Buffer>> =>
  new Promise((resolve, reject) => {
    const found = new Map<string, Buffer>();
    fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on("error", reject);
      zip.on("end", () => resolve(found));
      zip.on("entry", (entry) => {
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          const parts: Buffer[] = [];
          stream.on("data", (part: Buffer) => parts.push(part));
          stream.on("error", reject);
          stream.on("end", () => {
            found.set(entry.fileName, Buffer.concat(parts));
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });

export const zipEntries = async (bytes: Uint8Array): Promise<Map<string, string>> =>
  new Map([...(await zipBytes(bytes))].map(([name, content]) => [name, content.toString("utf8")]));

/** All text below a node of parsed XML, in order. */
function textIn(node: unknown): string {
  if (Array.isArray(node)) return node.map(textIn).join("");
  if (node === null || typeof node !== "object") return "";
  return Object.entries(node)
    .map(([name, value]) => (name === "#text" ? String(value) : name === "w:p" ? ` ${textIn(value)} ` : textIn(value)))
    .join("");
}

/** The words of a DOCX. @throws Error where one of its parts is no well-formed XML. */
export async function docxText(docx: Uint8Array): Promise<string> {
  const entries = await zipEntries(docx);
  for (const [name, xml] of entries)
    if (/\.(xml|rels)$/.test(name) && XMLValidator.validate(xml) !== true) throw new Error(`${name} is no XML`);
  const parser = new XMLParser({ preserveOrder: true, trimValues: false, parseTagValue: false, processEntities: true });
  return textIn(parser.parse(entries.get("word/document.xml") ?? "")).replaceAll(/\s+/g, " ");
}
