/** Valid workbooks of several megabytes, one after the other by one person, beside somebody who looks at lists. */
import writeXlsxFile from "write-excel-file/node";
import { makeCaller, percentile } from "../drill-caller.ts";
import { watch } from "../drill-watch.ts";
import { openDrillWorld, wait } from "../drill-world.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

/** Claims that differ from each other, as real ones do: some five megabytes. */
async function workbook(rows: number): Promise<Uint8Array> {
  const head = [
    "client_ref",
    "debtor_type",
    "last_name",
    "street",
    "house_no",
    "postcode",
    "city",
    "email",
    "invoice_number",
    "amount",
  ];
  const word = (at: number, salt: number): string =>
    ((at * 2_654_435_761 + salt * 40_503) % 4_294_967_296).toString(36);
  const lines = Array.from({ length: rows }, (_, at) => [
    `R-${at}`,
    "P",
    `de ${word(at, 1)}`,
    `${word(at, 2)}straat`,
    String(at % 300),
    "8011 AA",
    word(at, 3),
    `${word(at, 4)}@example.nl`,
    `F-${word(at, 5)}`,
    `${at % 900},50`,
  ]);
  return writeXlsxFile([head, ...lines].map((line) => line.map((value) => ({ value, type: String })))).toBuffer();
}

const lists = ["/api/v4/bank-import?_limit=10", "/api/v4/file?_limit=50", "/api/v4/file/import?_limit=10"] as const;

export const drill = new Drill({
  about: "valid workbooks of megabytes beside people who look at lists",
  counts: { rows: { full: 30_000, small: 500 }, uploads: { full: 12, small: 1 } },
  async run(say, count): Promise<DrillFigure[]> {
    const [rows, uploads] = [count("rows"), count("uploads")];
    const world = await openDrillWorld();
    try {
      const product = await world.start();
      const uploader = await makeCaller(world.url, () => product.base);
      const somebody = await makeCaller(world.url, () => product.base);
      const bytes = await workbook(rows);
      say(`${rows} rows, ${bytes.length} bytes`);
      const warm = watch(somebody, lists);
      await wait(2000);
      await warm();
      const quiet = watch(somebody, lists);
      await wait(8000);
      const idle = percentile(await quiet(), 95);
      let taken = 0;
      const stop = watch(somebody, lists);
      for (let at = 1; at <= uploads; at++) {
        const file = { name: `${at}.xlsx`, bytes };
        const { status, milliseconds, text } = await uploader.upload("/api/v4/file/import", file);
        say(
          `upload ${at}: ${status} in ${(milliseconds / 1000).toFixed(1)} s ${status === 200 ? "" : text.slice(0, 200)}`,
        );
        if (status === 200) taken++;
      }
      const beside = percentile(await stop(), 95);
      const ratio = beside / idle;
      return [
        {
          promise: "Heavy uploads are taken",
          figure: `${taken} of ${uploads}`,
          target: "all",
          holds: taken === uploads,
        },
        {
          promise: "Other people's p95 beside heavy uploads",
          figure: `${beside.toFixed(0)} ms, ${ratio.toFixed(1)} × idle`,
          target: "≤ 2 × idle",
          holds: ratio <= 2,
        },
      ];
    } finally {
      await world.close();
    }
  },
});
