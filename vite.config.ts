/** The web application's build: to dist/web, hashed and split so that a screen's code is fetched when it is first opened. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { compressed, withoutJsonSchema, withoutUnusedParts, withoutZodMessages } from "./bundle.ts";
import { stageOfModules } from "./chunks.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const { version: pdfVersion } = JSON.parse(
  readFileSync(new URL(import.meta.resolve("pdfjs-dist/package.json")), "utf8"),
);
const server = `http://127.0.0.1:${process.env.PORT ?? "3000"}`;

const isData = (value: unknown): boolean =>
  typeof value !== "object" || value === null
    ? ["string", "number", "boolean"].includes(typeof value)
    : (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).every(isData);

/**
 * The list of all pages takes nothing but screens from the contracts: an address, a title and a guard. It gets those as plain data, so
 * that the first load does not carry the shapes of every module.
 */
const screensAsData: Plugin = {
  name: "screens-as-data",
  apply: "build",
  enforce: "pre",
  resolveId: (source, importer) =>
    importer?.endsWith("/src/app/pages.web.tsx") && source.endsWith(".contract.ts")
      ? `\0screens:${resolve(importer, "..", source)}`
      : undefined,
  async load(id) {
    const path = /^\0screens:(.*)$/.exec(id)?.[1];
    if (path === undefined) return;
    this.addWatchFile(path);
    const contract: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
    const data = Object.entries(contract).filter(([, value]) => isData(value));
    return data.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join("\n");
  },
};

/**
 * What the reader of PDFs fetches for scans in JPEG 2000 and JBIG2: plain script, because the content security policy runs no WebAssembly.
 * It asks for them by name, so they stand unhashed below a folder that names the version.
 */
const scanDecoders: Plugin = {
  name: "scan-decoders",
  apply: "build",
  generateBundle() {
    for (const name of ["openjpeg_nowasm_fallback.js", "jbig2_nowasm_fallback.js"]) {
      const source = readFileSync(new URL(import.meta.resolve(`pdfjs-dist/wasm/${name}`)));
      this.emitFile({ type: "asset", fileName: `assets/pdf-${pdfVersion}/${name}`, source });
    }
  },
};

const plugins = [react(), screensAsData, withoutJsonSchema, withoutZodMessages, withoutUnusedParts, scanDecoders];

const config: UserConfig = {
  plugins: [...plugins, compressed],
  // The server puts a fresh nonce in its place for every page.
  html: { cspNonce: "%CSP_NONCE%" },
  define: { "import.meta.env.VITE_RELEASE": JSON.stringify(version) },
  resolve: {
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL("src/ground/platform/web/no-jit.web.ts", import.meta.url)) },
    ],
  },
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    // Read by `npm run bench`, which weighs the first pages.
    manifest: true,
    // Browsers that know no preloading of modules fetch them a little later.
    modulePreload: { polyfill: false },
    // Inlined pictures and fonts would need a wider policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // A contract only declares: who takes one declaration of it need not carry the others, nor those that it hands on. So do the acts of a
    // module, which its public interface hands on beside its screens.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\.contract\.ts$|\/actions\.web\.tsx$/, sideEffects: false }] },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // Everything that is not the application's own source is the server's; a page is the application's.
    proxy: {
      "^/(?!src/|node_modules/|assets/|@|vorder\\.svg|index\\.html)": {
        target: server,
        bypass: (request) => (request.headers.accept?.includes("text/html") ? "/index.html" : undefined),
      },
    },
  },
};

/** The build is made twice: the first one tells what belongs together. That of the tests' own screens is neither grouped nor compressed. */
export default defineConfig(async ({ command, mode }) => {
  if (command !== "build") return config;
  if (mode === "test") return { ...config, plugins };
  const stageOf = await stageOfModules(config);
  const { build } = config;
  const groups = [{ debugName: "stages", name: (id: string) => stageOf.get(id) ?? null }];
  const rolldownOptions = {
    ...build?.rolldownOptions,
    output: { codeSplitting: { groups, includeDependenciesRecursively: false } },
  };
  return { ...config, build: { ...build, rolldownOptions } };
});
