/** A court paper as a document that a lawyer finishes in a word processor: made from the page, block by block, and never by patching a file. */
import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import type { Lines, PaperBlock, PaperPage } from "./page.ts";

// Twentieths of a point: 25 and 22 mm of A4, and what is left between them.
const margins = { top: 1417, bottom: 1474, left: 1417, right: 1247 };
const textWidth = 11_906 - margins.left - margins.right;
const hanging = 567;

const runsOf = (lines: Lines): TextRun[] =>
  lines.flatMap((line, at) =>
    (line.length === 0 && at > 0 ? [{ text: "" }] : line).map(
      ({ text, ...marks }, first) =>
        new TextRun({
          text,
          bold: "bold" in marks,
          italics: "italic" in marks,
          ...(at > 0 && first === 0 ? { break: 1 } : {}),
        }),
    ),
  );

const cellOf = (
  text: string,
  width: number,
  how: { readonly right: boolean; readonly bold: boolean; readonly span?: number },
) =>
  new TableCell({
    // Word reads the widths of columns, other word processors those of cells.
    width: { size: width, type: WidthType.DXA },
    ...(how.span === undefined ? {} : { columnSpan: how.span }),
    margins: { top: 40, bottom: 40, left: 60, right: 60 },
    children: [
      new Paragraph({
        alignment: how.right ? AlignmentType.RIGHT : AlignmentType.LEFT,
        children: [new TextRun({ text, size: 17, bold: how.bold })],
      }),
    ],
  });

const line = { style: BorderStyle.SINGLE, size: 4, color: "9AA5AB" } as const;
const none = { style: BorderStyle.NONE, size: 0, color: "auto" } as const;

function tableOf({ caption, columns, rows, total }: Extract<PaperBlock, { kind: "table" }>): Table {
  const whole = columns.reduce((sum, { wide }) => sum + wide, 0);
  const widths = columns.map(({ wide }) => Math.floor((textWidth * wide) / whole));
  const rowOf = (cells: readonly string[], bold: boolean) =>
    new TableRow({
      cantSplit: true,
      children: columns.map(({ right }, at) => cellOf(cells[at] ?? "", widths[at] ?? 0, { right, bold })),
    });
  return new Table({
    width: { size: textWidth, type: WidthType.DXA },
    columnWidths: widths,
    borders: { top: none, left: none, right: none, bottom: line, insideHorizontal: line, insideVertical: none },
    rows: [
      new TableRow({
        tableHeader: true,
        children: [cellOf(caption, textWidth, { right: false, bold: true, span: columns.length })],
      }),
      new TableRow({
        tableHeader: true,
        children: columns.map(({ title, right }, at) => cellOf(title, widths[at] ?? 0, { right, bold: true })),
      }),
      ...rows.map((row) => rowOf(row, false)),
      ...(total === null ? [] : [rowOf(total, true)]),
    ],
  });
}

const spaced = { before: 120, after: 120 };

function blockOf(block: PaperBlock): (Paragraph | Table)[] {
  switch (block.kind) {
    case "heading":
      return [
        new Paragraph({
          heading: HeadingLevel.HEADING_2,
          keepNext: true,
          spacing: { before: 280, after: 120 },
          children: [new TextRun(block.text)],
        }),
      ];
    case "paragraph": {
      const runs = runsOf(block.lines);
      if (block.number === "") return [new Paragraph({ spacing: spaced, children: runs })];
      return [
        new Paragraph({
          spacing: spaced,
          indent: { left: hanging, hanging },
          tabStops: [{ type: "left", position: hanging }],
          // The numbers are written out, so that a paper reads the same in every word processor.
          children: [new TextRun({ children: [block.number, new Tab()] }), ...runs],
        }),
      ];
    }
    case "list":
      return block.items.map(
        (item) =>
          new Paragraph({
            spacing: { before: 40, after: 40 },
            numbering: { reference: block.ordered ? "numbers" : "bullets", level: 0 },
            children: runsOf(item),
          }),
      );
    case "table":
      // A paragraph between, or two tables become one.
      return [tableOf(block), new Paragraph({ children: [] })];
  }
}

const levelOf = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string) => [
  {
    level: 0,
    format,
    text,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: hanging * 2, hanging } } },
  },
];

const small = (text: string): TextRun => new TextRun({ text, size: 15, color: "55636B" });

/** The bytes of the document. */
export async function paperDocx(page: PaperPage): Promise<Uint8Array> {
  const document = new Document({
    title: page.title,
    creator: page.author,
    lastModifiedBy: page.author,
    styles: { default: { document: { run: { font: "Calibri", size: 21, language: { value: "nl-NL" } } } } },
    numbering: {
      config: [
        { reference: "bullets", levels: levelOf(LevelFormat.BULLET, "•") },
        { reference: "numbers", levels: levelOf(LevelFormat.DECIMAL, "%1.") },
      ],
    },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 }, margin: margins } },
        headers: {
          default: new Header({ children: [new Paragraph({ children: [small(`${page.author} · ${page.running}`)] })] }),
        },
        footers: {
          default: new Footer({
            children: [
              ...page.footer.map((text) => new Paragraph({ children: [small(text)] })),
              new Paragraph({
                alignment: AlignmentType.RIGHT,
                children: [
                  new TextRun({ size: 15, children: ["Pagina ", PageNumber.CURRENT, " van ", PageNumber.TOTAL_PAGES] }),
                ],
              }),
            ],
          }),
        },
        children: [
          new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun(page.title)] }),
          ...(page.subtitle === "" ? [] : [new Paragraph({ children: [small(page.subtitle)] })]),
          ...page.blocks.flatMap(blockOf),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}
