/** A thread that makes letters: one compiler with its fonts and layout, kept for all of them. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";

export interface LetterJob {
  readonly id: number;
  /** A `LetterPage` as JSON. */
  readonly page: string;
}
export type LetterDone =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string };

const require = createRequire(import.meta.url);
const font = (path: string): Buffer => readFileSync(require.resolve(`@expo-google-fonts/inter/${path}`));

// The typesetter remembers what it has set before; without forgetting now and then it would remember every letter of a run.
const lettersPerForgetting = 64;

/** A compiler for letters. It reads no file but the fonts and the layout, and has no way to the network. */
function letterCompiler(): (page: string) => Uint8Array {
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
  let made = 0;
  return (page) => {
    const compiled = compiler.compile({ mainFileContent: layout, inputs: { letter: page } });
    const problem = compiled.takeDiagnostics();
    if (!compiled.result) throw new Error(JSON.stringify(problem?.shortDiagnostics ?? "no letter and no reason"));
    const pdf = compiler.pdf(compiled.result, { pdfStandard: "a-2b" });
    made += 1;
    if (made % lettersPerForgetting === 0) compiler.evictCache(2);
    return new Uint8Array(pdf);
  };
}

if (parentPort) {
  const port = parentPort;
  const make = letterCompiler();
  port.on("message", ({ id, page }: LetterJob) => {
    try {
      const pdf = make(page);
      port.postMessage({ id, pdf } satisfies LetterDone, [pdf.buffer as ArrayBuffer]);
    } catch (error) {
      port.postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies LetterDone);
    }
  });
}
