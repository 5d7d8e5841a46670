/** A thread that assembles the parts of a print batch from archived pages, without typesetting letters again. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import bwip from "bwip-js/node";
import { mostPages, pieceName, sheetMark, sheetsOf } from "./marks.ts";

export interface PrintLetter {
  readonly set: number;
  readonly pdf: Uint8Array;
}

/** A sheet between parts: a title, what stands below it, and a bar code of its own. */
interface Separator {
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly code: string;
}

export interface PartJob {
  readonly batch: number;
  readonly duplex: boolean;
  readonly lang: string;
  readonly title: string;
  readonly head: Separator;
  readonly tail: Separator;
  readonly letters: readonly PrintLetter[];
}

/** Where each letter is in its part, in the order given. */
export interface PlacedLetter {
  readonly set: number;
  readonly pages: number;
  readonly sheets: number;
  /** The page of the part on which it begins. */
  readonly firstPage: number;
}

export type PartDone =
  | { readonly pdf: Uint8Array<ArrayBuffer>; readonly pages: number; readonly placed: readonly PlacedLetter[] }
  /** `sets`: the letters that cannot be printed; none where it is not the fault of any. */
  | { readonly error: string; readonly sets: readonly number[] };

const require = createRequire(import.meta.url);
const font = (path: string): Buffer => readFileSync(require.resolve(`@expo-google-fonts/inter/${path}`));
const workspace = fileURLToPath(new URL("./", import.meta.url));
const layout = readFileSync(new URL("./print-part.typ", import.meta.url), "utf8");

/** The largest count of the page tree, which our typesetter writes in the clear; undefined where there is none. */
export function pageCount(pdf: Uint8Array): number | undefined {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("latin1");
  const counts = [...text.matchAll(/\/Type\s*\/Pages\b[^>]*?\/Count\s+(\d+)/g)].map((found) => Number(found[1]));
  return counts.length === 0 ? undefined : Math.max(...counts);
}

const code128 = (text: string): string => bwip.toSVG({ bcid: "code128", text, height: 14, paddingwidth: 4 });
const dataMatrix = (text: string): string => bwip.toSVG({ bcid: "datamatrix", text, padding: 1 });

interface Counted extends PrintLetter {
  readonly pages: number;
}

/** A letter on the page tree, with the mark of each of its sheets on the sheet's front. */
function markedLetter({ batch, duplex }: PartJob, { set, pages }: Counted) {
  const sheets = sheetsOf(pages, duplex);
  const sheetOf = (page: number): number | null => (duplex ? (page % 2 === 0 ? page / 2 + 1 : null) : page + 1);
  const all = Array.from({ length: pages }, (_, page) => sheetOf(page));
  return {
    path: pathOf(set),
    pages,
    marks: all.map((sheet) => (sheet === null ? null : dataMatrix(sheetMark({ batch, set, sheet, sheets })))),
    labels: all.map((sheet) => (sheet === null ? "" : `${pieceName(batch, set)}  ${sheet}/${sheets}`)),
  };
}

const pathOf = (set: number): string => `letter-${set}.pdf`;

const separatorOf = ({ code, ...rest }: Separator) => ({ ...rest, code: code128(code), codeText: code });

function compile(compiler: NodeCompiler, job: PartJob, letters: readonly Counted[]): Uint8Array<ArrayBuffer> {
  for (const { set, pdf } of letters) compiler.mapShadow(join(workspace, pathOf(set)), Buffer.from(pdf));
  try {
    const part = JSON.stringify({
      title: job.title,
      lang: job.lang,
      duplex: job.duplex,
      head: separatorOf(job.head),
      tail: separatorOf(job.tail),
      letters: letters.map((letter) => markedLetter(job, letter)),
    });
    return new Uint8Array(compiler.pdf({ mainFileContent: layout, inputs: { part } }, {}));
  } finally {
    for (const { set } of letters) compiler.unmapShadow(join(workspace, pathOf(set)));
    // Nothing of one part comes back in the next.
    compiler.evictCache(0);
  }
}

const isFine = (compiler: NodeCompiler, job: PartJob, letter: Counted): boolean => {
  try {
    compile(compiler, job, [letter]);
    return true;
  } catch {
    return false;
  }
};

/** The places of letters behind the separator; each begins on the front of a sheet. */
function placesOf(letters: readonly Counted[], duplex: boolean): { placed: PlacedLetter[]; pages: number } {
  const perSheet = duplex ? 2 : 1;
  let next = perSheet + 1;
  const placed = letters.map(({ set, pages }) => {
    const sheets = sheetsOf(pages, duplex);
    const place = { set, pages, sheets, firstPage: next };
    next += sheets * perSheet;
    return place;
  });
  return { placed, pages: next - 1 + perSheet };
}

function setPart(compiler: NodeCompiler, job: PartJob): PartDone {
  const counted = job.letters.map((letter) => ({ ...letter, pages: pageCount(letter.pdf) ?? 0 }));
  const odd = counted.filter(({ pages }) => pages < 1 || pages > mostPages).map(({ set }) => set);
  if (odd.length > 0) return { error: "letters without pages, or with too many", sets: odd };
  try {
    return { pdf: compile(compiler, job, counted), ...placesOf(counted, job.duplex) };
  } catch (error) {
    // Only now is each tried by itself, so that one that cannot be read keeps none of the others from being printed.
    const sets = counted.filter((letter) => !isFine(compiler, job, letter)).map(({ set }) => set);
    return { error: error instanceof Error ? error.message : String(error), sets };
  }
}

if (parentPort) {
  const port = parentPort;
  const compiler = NodeCompiler.create({
    workspace,
    fontArgs: [{ fontBlobs: [font("400Regular/Inter_400Regular.ttf"), font("600SemiBold/Inter_600SemiBold.ttf")] }],
  });
  port.on("message", (job: PartJob) => {
    const done = setPart(compiler, job);
    // The compiler's result lies in memory of its own and is shared with nobody.
    if ("pdf" in done) port.postMessage(done, [done.pdf.buffer]);
    else port.postMessage(done);
  });
}
