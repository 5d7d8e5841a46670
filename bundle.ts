/** What the build leaves out of libraries, and how it leaves its files, so that the first page comes soon (`docs/decisions/0152-what-the-build-leaves-out.md`). */
import { globSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/**
 * No screen describes a shape as JSON Schema, but every shape of zod carries how that would be done: six kilobytes of the first load. The
 * browser's copy goes without. Fails where another version of zod writes it otherwise.
 */
export const withoutJsonSchema: Plugin = {
  name: "without-json-schema",
  apply: "build",
  async load(id) {
    if (!id.endsWith("/zod/v4/core/to-json-schema.js")) return;
    const names = Object.keys(await import(pathToFileURL(id).href));
    return names.map((name) => `const ${name}_ = () => undefined; export { ${name}_ as ${name} };`).join("\n");
  },
  transform(code, id) {
    if (!id.endsWith("/zod/v4/classic/schemas.js")) return;
    const without = code.replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, "");
    if (without === code) this.error("zod describes its shapes otherwise than this build knows");
    return { code: without, map: null };
  },
};

/** No screen shows what zod itself says of a value, in English: forms say it in the user's language, by the code of the error. */
export const withoutZodMessages: Plugin = {
  name: "without-zod-messages",
  apply: "build",
  load: (id) =>
    id.endsWith("/zod/v4/locales/en.js") ? 'export default () => ({ localeError: () => "Invalid input" });' : undefined,
};

/**
 * Every text of the build once more as the browser fetches it. Compressed here with all care instead of anew at each request: a sixth
 * smaller, and no work for the server.
 */
export const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const texts = Object.keys(bundle).filter((name) => /\.(m?js|css|svg)$/.test(name));
    await Promise.all(
      texts.map(async (name) => {
        const bytes = await readFile(resolve(dir, name));
        await writeFile(resolve(dir, `${name}.br`), await brotli(bytes));
        await writeFile(resolve(dir, `${name}.gz`), await zip(bytes, { level: 9 }));
      }),
    );
  },
};

/** A part that a component of Mantine carries as its property: `Menu.Search = MenuSearch;`. */
const partLine = /^([A-Z]\w*)\.([A-Z]\w*) = \w+;$/gm;

/** Comments, strings, and the lines that hang the parts on. */
const notCode = /\/\*[\s\S]*?\*\/|"[^"\n]*"|^[A-Z]\w*\.[A-Z]\w* = \w+;$/gm;

/** The parts that a screen or Mantine itself names. */
function namedParts(): ReadonlySet<string> {
  const mantine = resolve(fileURLToPath(import.meta.resolve("@mantine/core")), "../../..");
  const own = globSync("src/**/*.web.tsx", { cwd: import.meta.dirname }).map((path) =>
    resolve(import.meta.dirname, path),
  );
  const theirs = globSync("*/esm/**/*.mjs", { cwd: mantine }).map((path) => resolve(mantine, path));
  const texts = [...own, ...theirs].map((path) => readFileSync(path, "utf8").replace(notCode, ""));
  return new Set(texts.flatMap((text) => text.match(/\b[A-Z]\w*\.[A-Z]\w*\b/g) ?? []));
}
let named: ReadonlySet<string> | undefined;

/**
 * A component of Mantine carries all of its parts as properties, which no bundler can take for unused. Those that neither a screen nor
 * Mantine itself names are left out: a menu's search field, groups of buttons, cards of checkboxes.
 */
export const withoutUnusedParts: Plugin = {
  name: "without-unused-parts",
  apply: "build",
  transform(code, id) {
    if (!/\/@mantine\/\w+\/esm\/.*\.mjs$/.test(id)) return;
    named ??= namedParts();
    const kept = named;
    const without = code.replace(partLine, (line, component, part) => (kept.has(`${component}.${part}`) ? line : ""));
    return without === code ? undefined : { code: without, map: null };
  },
};
