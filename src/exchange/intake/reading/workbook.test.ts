/** Workbooks that unpack to far more than they weigh are refused before they are read; ordinary ones are read as they were written. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { ZipFile } from "yazl";
import { refuseHugeWorkbook, sheetRows } from "./workbook.server.ts";

async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(Readable.from(zip.outputStream));
}

const sheet = (rows: string, dimension = "A1") =>
  `<?xml version="1.0"?><worksheet><dimension ref="${dimension}"/><sheetData>${rows}</sheetData></worksheet>`;
const ofSheet = (rows: string) => zipOf({ "xl/worksheets/sheet1.xml": sheet(rows) });
const cell = (ref: string) => `<row r="${/\d+/.exec(ref)?.[0]}"><c r="${ref}" t="n"><v>1</v></c></row>`;

describe("a workbook is refused that", () => {
  const strings = `<sst>${"<si><t>bom</t></si>".repeat(3_500_000)}</sst>`;
  test.each([
    // 66,500,011 signs that say the same weigh some 150 kB: a hundredth of them is more.
    ["contains sixty megabytes of strings", () => zipOf({ "xl/sharedStrings.xml": strings }), "bomb"],
    ["has a cell in the last possible row", () => ofSheet(cell("A1048576")), "tooManyRows"],
    ["has rows without cells up to the last possible row", () => ofSheet('<row r="1048576"/>'), "tooManyRows"],
    // The reader counts rows that name no number.
    ["has more rows than allowed", () => ofSheet("<row/>".repeat(250_002)), "tooManyRows"],
    ["has a cell in the last possible column", () => ofSheet(cell("XFD1")), "tooManyColumns"],
    // 250,000 rows × 90 columns (CL is the ninetieth) would be 22,500,000 cells.
    ["spans more cells than are read", () => ofSheet(cell("CL1") + cell("A250000")), "bomb"],
    ["declares a document type", () => ofSheet('<!DOCTYPE x [<!ENTITY a "aaaa">]>'), "unreadable"],
    [
      "declares a document type in its strings",
      () => zipOf({ "xl/sharedStrings.xml": "<!doctype sst><sst/>" }),
      "unreadable",
    ],
    ["is not a zip file", async () => Buffer.from("PK\u0003\u0004 and nothing"), "unreadable"],
  ])("%s", async (_what, made, key) => {
    const bytes = await made();
    expect(bytes.length).toBeLessThan(400_000);
    await expect(refuseHugeWorkbook(bytes)).rejects.toMatchObject({
      code: "validation",
      detail: { fields: { file: [{ key: `intake.${key}` }] } },
    });
  });
});

test("an ordinary workbook is read, also with formatting beyond its last column", async () => {
  const written = await writeXlsxFile([
    [{ value: "naam" }, { value: "bedrag" }],
    [{ value: "José & Zn." }, { value: 12.5, type: Number }],
    [null, null],
    [{ value: "Tweede" }, { value: 0.1 + 0.2, type: Number }],
  ]).toBuffer();
  expect(await sheetRows(written)).toEqual([
    ["naam", "bedrag"],
    ["José & Zn.", "12.5"],
    // 0.1 + 0.2 is 0.30000000000000004 in a sheet; what is meant has six places at most.
    ["Tweede", "0.3"],
  ]);
  await expect(refuseHugeWorkbook(await ofSheet(`${cell("A1")}<row r="2"><c r="ZZ2" s="1"/></row>`))).resolves.toEqual(
    [],
  );
});

test("a cell whose formula failed is not an empty one, and half a character is replaced", async () => {
  const parts = (first: string) => ({
    "[Content_Types].xml": `<Types><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="Een" sheetId="2" r:id="rId7"/><sheet name="Twee" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": sheet('<row r="1"><c r="A1" t="e"><v>#REF!</v></c></row>'),
    "xl/worksheets/sheet2.xml": sheet(first),
  });
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows =
    `<row r="1">${text("A1", "naam")}${text("B1", "betaald")}</row>` +
    `<row r="3">${text("A3", "Jan_xD83D_")}<c r="B3" t="e"><f>VLOOKUP(A3,X:Y,2)</f><v>#N/A</v></c></row>` +
    `<row r="4">${text("A4", "&#xD83D;Piet")}<c t="n" r="B4"><v>5</v></c></row>`;
  expect(await sheetRows(await zipOf(parts(rows)))).toEqual([
    ["naam", "betaald"],
    ["Jan\ufffd", "#N/A"],
    ["\ufffdPiet", "5"],
  ]);
});
