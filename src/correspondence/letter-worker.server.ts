/** A thread that makes letters: one compiler with its fonts and layout, kept for all of them. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import qrcode from "qrcode";
import type { DocumentModel, PaymentDetails } from "../templates/templates.ts";
import { epcText, matrixSvg } from "./epc.ts";
import type { LetterModel } from "./letter.ts";
import { letterPage } from "./letter-page.ts";

export interface LetterJob {
  readonly id: number;
  readonly model: LetterModel;
  readonly document: DocumentModel;
  readonly subject: string;
}
export type LetterDone =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string };

const require = createRequire(import.meta.url);
const font = (path: string): Buffer => readFileSync(require.resolve(`@expo-google-fonts/inter/${path}`));

/** A payment code as SVG, error correction M as EPC069-12 asks. */
function paymentCode(payment: PaymentDetails): string {
  const { modules } = qrcode.create(epcText(payment), { errorCorrectionLevel: "M" });
  return matrixSvg(modules.size, (row, column) => modules.get(row, column) === 1);
}

/** A compiler for letters. It reads no file but the fonts and the layout, and has no way to the network. */
function letterCompiler(): (job: LetterJob) => Uint8Array {
  const compiler = NodeCompiler.create({
    workspace: fileURLToPath(new URL("./", import.meta.url)),
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
  const layout = readFileSync(new URL("./letter.typ", import.meta.url), "utf8");
  return ({ model, document, subject }) => {
    const page = JSON.stringify(letterPage(model, document, subject, paymentCode));
    // Asked for in one go: a compiled document that is held in between is never given back by the library.
    const pdf = compiler.pdf({ mainFileContent: layout, inputs: { letter: page } }, { pdfStandard: "a-2b" });
    // The typesetter remembers what it has set before. What the last letter had in common with this one, layout and fonts, saves a
    // fifth of the time; remembering a run of them would cost gigabytes.
    compiler.evictCache(1);
    return new Uint8Array(pdf);
  };
}

if (parentPort) {
  const port = parentPort;
  const make = letterCompiler();
  port.on("message", (job: LetterJob) => {
    try {
      const pdf = make(job);
      port.postMessage({ id: job.id, pdf } satisfies LetterDone, [pdf.buffer as ArrayBuffer]);
    } catch (error) {
      port.postMessage({
        id: job.id,
        error: error instanceof Error ? error.message : String(error),
      } satisfies LetterDone);
    }
  });
}
