/**
 * A workbook (XLSX, ECMA-376) of one sheet, compressed while its rows are read: only some hundred rows are in memory. Compression runs in threads
 * of the runtime; the calling thread only writes the text of the rows.
 */
import { Readable } from "node:stream";
import { decimalFromCents } from "../../../kernel/money.ts";
import { looksLikeFormula } from "../../../kernel/spreadsheet.ts";
import { inLots, type Row, type Rows, type SheetCell } from "./rows.ts";
import { zipStream } from "./zip-stream.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Indexes in `cellXfs` below. */
const style = { plain: 0, head: 1, date: 2, amount: 3, literal: 4 } as const;

const parts: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  "_rels/.rels": `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // 4 is #,##0.00; custom formats start at 164. A quote prefix keeps a text a text when its cell is edited.
  "xl/styles.xml": `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

/** The maximum length of a cell; programs report a longer one as damage. */
const longestText = 32_767;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const coded = (sign: string): string => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/** A text in XML. Characters that XML cannot contain are escaped as in ECMA-376 (ST_Xstring), and so is text that looks like such an escape. */
function textXml(text: string): string {
  const fitting = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
  return (
    fitting
      .toWellFormed()
      .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\ufffe\uffff]/g, coded)
      .replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
  );
}

/** "A" for the first column, "AA" for the 27th. */
const columnName = (at: number): string =>
  (at < 26 ? "" : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** Days since the epoch of spreadsheets, which treat 1900 as a leap year. */
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569;

const textCell = (place: string, text: string, of: number): string =>
  `<c r="${place}" s="${of}" t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`;

function cellXml(place: string, cell: SheetCell): string {
  // An empty text gets no cell: programs count filled cells.
  if (cell === null || cell === "") return "";
  if (typeof cell === "string") return textCell(place, cell, looksLikeFormula(cell) ? style.literal : style.plain);
  if ("date" in cell) return `<c r="${place}" s="${style.date}"><v>${dayNumber(cell.date)}</v></c>`;
  return `<c r="${place}" s="${style.amount}"><v>${decimalFromCents(cell.cents)}</v></c>`;
}

async function* sheetXml(head: readonly string[], rows: Rows): AsyncGenerator<string> {
  const columns = head.map((_, at) => columnName(at));
  const place = (at: number, line: number): string => `${columns[at] ?? columnName(at)}${line}`;
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${head.length}" width="20" customWidth="1"/></cols><sheetData>`;
  yield `<row r="1">${head.map((name, at) => textCell(place(at, 1), name, style.head)).join("")}</row>`;
  let line = 1;
  const rowXml = (row: Row): string => {
    line++;
    return `<row r="${line}">${row.map((cell, at) => cellXml(place(at, line), cell)).join("")}</row>`;
  };
  for await (const lot of inLots(rows)) yield lot.map(rowXml).join("");
  yield "</sheetData></worksheet>";
}

/** A workbook with a frozen heading row. The stream fails with the errors of the rows. */
export function workbookStream(head: readonly string[], rows: Rows): Readable {
  const fixed = Object.entries(parts).map(([name, xml]) => ({ name, open: async () => Readable.from([xml]) }));
  const sheet = { name: "xl/worksheets/sheet1.xml", open: async () => Readable.from(sheetXml(head, rows)) };
  return zipStream([...fixed, sheet]);
}
