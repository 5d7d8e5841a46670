import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { mutate } from "./mutants.ts";
import { plan } from "./plan.ts";

const root = join(import.meta.dirname, "../..");
const { files } = plan.parse(JSON.parse(readFileSync(process.env.VORDER_MUTATION_PLAN ?? "", "utf8")));

/** Maps and lists at the top of a file, in which it keeps what it has worked out. */
const cache = /^(?:export )?const \w+ = new (?:Weak)?Map<.*>\(\);$/gm;
const list = /^(?:export )?const \w+: [^=]*\[\] = \[\];$/gm;

const beside = (name: string): string => JSON.stringify(join(import.meta.dirname, name));
const inTests = (text: string): string =>
  text
    .replace(/from "vitest";/, `from ${beside("vitest-stub.ts")};`)
    .replace(/from "fast-check";/, `from ${beside("fast-check-stub.ts")};`);

/** Writes the mutants into the files of the plan, and lets their tests be collected instead of run once. */
const mutants: Plugin = {
  name: "mutants",
  enforce: "pre",
  transform(code, id) {
    const path = relative(root, id).replaceAll("\\", "/");
    if (!/^src\/.*\.ts$/.test(path)) return undefined;
    const chosen = files.find(({ file }) => file === path);
    const text = (chosen ? mutate(path, code, chosen.firstId).text : code)
      .replace(cache, (line) => `${line.slice(0, line.indexOf("="))} = globalThis.__mutate.cache();`)
      .replace(list, (line) => `${line.slice(0, line.indexOf(" ="))} = globalThis.__mutate.list();`);
    if (path.endsWith(".test.ts")) return { code: inTests(text), map: null };
    return text === code ? undefined : { code: text, map: null };
  },
};

export default defineConfig({
  plugins: [mutants],
  test: {
    root,
    include: ["scripts/mutate/try.mutants.ts"],
    isolate: false,
    // The same file is written with other mutants, or with none, in another run.
    fsModuleCache: false,
    maxWorkers: 1,
    testTimeout: 0,
    sequence: { concurrent: false },
  },
});
