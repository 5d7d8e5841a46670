/** A thread that typesets letters: one compiler with its fonts and layout, reused for all of them. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import qrcode from "qrcode";
import type { DocumentModel } from "../../templates/templates.ts";
import { epcText, matrixSvg } from "./epc.ts";
import type { LetterModel } from "./letter.ts";
import { type Draw, letterPage } from "./letter-page.ts";

export type LetterJob = { readonly id: number } & (
  | { readonly model: LetterModel; readonly document: DocumentModel; readonly subject: string }
  /** A page of another layout, which reads it as JSON from the input `page`. */
  | { readonly layout: string; readonly page: object }
);
export type LetterDone =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string };

const require = createRequire(import.meta.url);
const font = (path: string): Buffer => readFileSync(require.resolve(`@expo-google-fonts/inter/${path}`));

/** A code to scan as SVG, error correction M as EPC069-12 asks of payments. */
function codeOf(text: string): string {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: "M" });
  return matrixSvg(modules.size, (row, column) => modules.get(row, column) === 1);
}
const draw: Draw = { payment: (payment) => codeOf(epcText(payment)), page: codeOf };

/** Not seen in print, and marks that turn the direction of what follows: the typesetter ends the whole process over some of these. */
const unseen = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
/**
 * Blocks of scripts that are written from the right: our font has none of them, and the typesetter is not to be asked. And signs of private
 * use, whose words nobody knows, which PDF/A-2a forbids.
 */
const withoutPlace =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u;

/** A value of the page as it is set. @throws Error in the typesetter's own words for a sign that has no place in our font */
function printable(_key: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.replace(unseen, " ").replace(turning, "");
  const sign = withoutPlace.exec(text)?.[0];
  if (sign !== undefined) throw new Error(`the text "${sign}" could not be displayed`);
  return text;
}

/**
 * PDF/A-2a: for the archive, and with the structure that a screen reader reads by. Platforms whose typesetter is older write PDF/A-2b, which
 * has none.
 */
function standardOf(compiler: NodeCompiler): "a-2a" | "a-2b" {
  try {
    const smallest = `#set document(title: "x", date: datetime(year: 2026, month: 1, day: 1))\n#set text(font: "Inter")\nx`;
    compiler.pdf({ mainFileContent: smallest }, { pdfStandard: "a-2a" });
    return "a-2a";
  } catch {
    return "a-2b";
  }
}

/**
 * The typesetter remembers what it has set, and all threads share this memory: what the letters of a run have in common (paragraphs, headings,
 * heads of tables) saves half of the work and more. What the last letters have not used again, 16 to 32 for each thread, is forgotten; a
 * thread looks for that after every eighth, for it goes through everything that is remembered.
 */
const lookEvery = 8;
const forgetAfter = 2 * availableParallelism();

/** A compiler for letters. It reads no file but the fonts, the layout and the letter, which lies in memory, and has no way to the network. */
function letterCompiler(): (job: LetterJob) => Uint8Array<ArrayBuffer> {
  const workspace = fileURLToPath(new URL("./", import.meta.url));
  const compiler = NodeCompiler.create({
    workspace,
    fontArgs: [
      {
        fontBlobs: [
          font("400Regular/Inter_400Regular.ttf"),
          font("400Regular_Italic/Inter_400Regular_Italic.ttf"),
          font("600SemiBold/Inter_600SemiBold.ttf"),
          font("600SemiBold_Italic/Inter_600SemiBold_Italic.ttf"),
        ],
      },
    ],
  });
  const pdfStandard = standardOf(compiler);
  const layout = readFileSync(new URL("./letter.typ", import.meta.url), "utf8");
  const written = (job: LetterJob) => {
    if ("layout" in job) return { mainFileContent: job.layout, inputs: { page: JSON.stringify(job.page, printable) } };
    const letter = JSON.stringify(letterPage(job.model, job.document, job.subject, draw), printable);
    // As a file and not as an input: inputs are part of everything that the typesetter remembers.
    compiler.mapShadow(join(workspace, "letter.json"), Buffer.from(letter));
    return { mainFileContent: layout };
  };
  let made = 0;
  return (job) => {
    // Asked for in one go: a compiled document that is held in between is never given back by the library.
    const pdf = compiler.pdf(written(job), { pdfStandard });
    made += 1;
    if (made % lookEvery === 0) compiler.evictCache(forgetAfter);
    return new Uint8Array(pdf);
  };
}

if (parentPort) {
  const port = parentPort;
  const make = letterCompiler();
  port.on("message", (job: LetterJob) => {
    try {
      const pdf = make(job);
      // The compiler's result lies in memory of its own and is shared with nobody.
      port.postMessage({ id: job.id, pdf } satisfies LetterDone, [pdf.buffer]);
    } catch (error) {
      port.postMessage({
        id: job.id,
        error: error instanceof Error ? error.message : String(error),
      } satisfies LetterDone);
    }
  });
}
