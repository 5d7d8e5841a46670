/** Files that are made to take all time and memory there is: each is refused with a reason, and nobody else notices. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { makeCaller, percentile } from "../drill-caller.ts";
import { watch } from "../drill-watch.ts";
import { openDrillWorld, until, wait } from "../drill-world.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

async function zipOf(parts: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(Readable.from(zip.outputStream));
}

const types = '<?xml version="1.0"?><Types/>';
const book = (parts: Readonly<Record<string, string | Uint8Array>>) =>
  zipOf({ "[Content_Types].xml": types, ...parts });
const sheet = (rows: string): string => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;
const ofSheet = (rows: string) => book({ "xl/worksheets/sheet1.xml": sheet(rows) });
const far = (ref: string): string => `<row r="${/\d+/.exec(ref)?.[0]}"><c r="${ref}"><v>1</v></c></row>`;
const camt = (inside: string): string =>
  `<?xml version="1.0"?><Document><BkToCstmrStmt>${inside}</BkToCstmrStmt></Document>`;
const text = (content: string): Uint8Array => Buffer.from(content);

/** An entity of ten that is made of ten of the one before, nine times: a billion. */
const laughs = `<!DOCTYPE x [<!ENTITY a0 "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join("")}]>`;

/** By the call that takes them, with their names. */
const bombs: readonly (readonly [name: string, path: "import" | "statement", make: () => Promise<Uint8Array>])[] = [
  [
    "strings.xlsx",
    "import",
    () => book({ "xl/sharedStrings.xml": `<sst>${"<si><t>bom</t></si>".repeat(3_500_000)}</sst>` }),
  ],
  ["last-row.xlsx", "import", () => ofSheet(far("A1048576"))],
  ["last-column.xlsx", "import", () => ofSheet(far("XFD1"))],
  ["corner.xlsx", "import", () => ofSheet(far("CL1") + far("A250000"))],
  ["rows.xlsx", "import", () => ofSheet("<row/>".repeat(1_500_000))],
  ["deep.xlsx", "import", () => ofSheet("<row>".repeat(200_000))],
  ["laughs.xlsx", "import", () => book({ "xl/sharedStrings.xml": `${laughs}<sst/>` })],
  ["zeros.zip", "import", async () => zipOf({ "a.csv": "a;b\n1;2\n", "b.pdf": new Uint8Array(99_000_000) })],
  ["nested.zip", "import", async () => zipOf({ "a.zip": await zipOf({ "b.zip": new Uint8Array(50_000_000) }) })],
  [
    "many.zip",
    "import",
    () => zipOf(Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`${at}.pdf`, "x"]))),
  ],
  ["quote.csv", "import", async () => text(`a;b\n"${"x".repeat(40_000_000)}`)],
  ["columns.csv", "import", async () => text(`${"a;".repeat(2_000_000)}\n1;2\n`)],
  ["line.csv", "import", async () => text("x".repeat(50_000_000))],
  ["laughs.xml", "statement", async () => text(camt("").replace("<Document>", `${laughs}<Document>`))],
  ["deep.xml", "statement", async () => text(camt("<Stmt>".repeat(1_000_000)))],
  ["wide.xml", "statement", async () => text(camt(`<Stmt>${"<Ntry/>".repeat(4_000_000)}</Stmt>`))],
  ["tags.txt", "statement", async () => text(`:20:1\n:25:NL00\n${":61:\n".repeat(8_000_000)}`)],
];

/** What costs little to ask for. */
const lists = ["/api/v4/bank-import?_limit=10"] as const;
const paths = { import: "/api/v4/file/import", statement: "/api/v4/bank-statement" } as const;

export const drill = new Drill({
  about: "workbooks, archives, XML and CSV that unpack or nest without end",
  counts: { bombs: { full: bombs.length, small: 2 } },
  async run(say, count): Promise<DrillFigure[]> {
    // Made beforehand: making them takes longer than refusing them.
    const chosen = await Promise.all(
      bombs.slice(0, count("bombs")).map(async ([name, kind, make]) => ({ name, kind, bytes: await make() })),
    );
    const world = await openDrillWorld();
    try {
      const product = await world.start();
      const attacker = await makeCaller(world.url, () => product.base);
      const somebody = await makeCaller(world.url, () => product.base);
      const warm = watch(somebody, lists);
      await wait(2000);
      await warm();
      const idle = watch(somebody, lists);
      await wait(8000);
      const quiet = percentile(await idle(), 95);
      const stop = watch(somebody, lists);
      let refused = 0;
      let slowest = 0;
      for (const { name, kind, bytes } of chosen) {
        const answer = await attacker.upload(paths[kind], { name, bytes });
        let isRefused = answer.status >= 400 && answer.status < 500;
        if (kind === "statement" && answer.status === 200) {
          // A bank file is read by a job.
          await until(name, 240, async () => {
            const { rows } = await world.pool.query<{ state: string }>(
              "select state from bank_import order by id desc limit 1",
            );
            isRefused = rows[0]?.state === "refused";
            return isRefused || rows[0]?.state === "done";
          });
        }
        slowest = Math.max(slowest, answer.milliseconds);
        if (isRefused) refused++;
        say(
          `${name} of ${bytes.length} bytes: ${answer.status}, ${isRefused ? "refused" : "NOT REFUSED"}, ${Math.round(answer.milliseconds)} ms`,
        );
      }
      const beside = percentile(await stop(), 95);
      const ratio = beside / quiet;
      return [
        {
          promise: "Every bomb is refused with a reason",
          figure: `${refused} of ${chosen.length}`,
          target: "all",
          holds: refused === chosen.length,
        },
        {
          promise: "No bomb ends the process",
          figure: product.isRunning() ? "it runs" : "it ended",
          target: "it runs",
          holds: product.isRunning(),
        },
        {
          promise: "Other people's p95 beside bombs",
          figure: `${beside.toFixed(0)} ms, ${ratio.toFixed(1)} × idle; the slowest refusal ${(slowest / 1000).toFixed(1)} s`,
          target: "≤ 2 × idle",
          holds: ratio <= 2,
        },
      ];
    } finally {
      await world.close();
    }
  },
});
