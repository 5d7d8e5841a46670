/**
 * Builds the programs of the server into a folder: our own sources and the libraries in a few files, which a start reads in half the
 * time that a thousand files of TypeScript take.
 *   node scripts/bundle-server.ts FOLDER STAMP [NAME=SOURCE …]
 * Without names it builds the programs of the product; a test names one of its own.
 * `STAMP` says of which sources the build is; it is the first line of `.sources`, written last. Two builds at once do not get in each
 * other's way, and a process that runs finds the files of its build until the next but one: files are named for what they hold, each
 * appears whole, and those of the build before stay.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type Plugin, rolldown } from "rolldown";

const root = join(import.meta.dirname, "..");
const product: Readonly<Record<string, string>> = {
  main: "src/app/main.server.ts",
  admin: "src/app/operations/admin.server.ts",
  seed: "src/app/operations/seed.server.ts",
};

/** Libraries with native code. */
const leftOutside = ["ssh2-sftp-client", "pg-native"];

/** What a module reads beside itself (SQL, layouts, threads) it goes on reading where the module stands in the tree. */
const besideTheSources = (folder: string): Plugin => ({
  name: "beside-the-sources",
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: "import.meta.url" },
    handler(code, id) {
      const path = JSON.stringify(relative(folder, id).split(sep).join("/"));
      return { code: code.replaceAll("import.meta.url", `new URL(${path}, import.meta.url).href`), map: null };
    },
  },
});

async function build(folder: string, programs: Readonly<Record<string, string>>) {
  const bundle = await rolldown({
    cwd: root,
    input: { ...programs },
    platform: "node",
    external: leftOutside,
    plugins: [besideTheSources(folder)],
    logLevel: "warn",
  });
  try {
    const { output } = await bundle.generate({
      dir: folder,
      format: "esm",
      chunkFileNames: "[name]-[hash].js",
      // A stack trace names the line of the source; the text of the source it does not show.
      sourcemap: true,
      sourcemapExcludeSources: true,
    });
    return output;
  } finally {
    await bundle.close();
  }
}

/** Writes a file that appears whole. */
async function put(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const fresh = join(folder, `.${name}.${process.pid}`);
  await writeFile(fresh, content);
  await rename(fresh, join(folder, name));
}

const [, , given = "", stamp = "", ...named] = process.argv;
const programs =
  named.length === 0 ? product : Object.fromEntries(named.map((pair) => pair.split("=") as [string, string]));
const folder = join(root, given);
await mkdir(folder, { recursive: true });
const before = (await readFile(join(folder, ".sources"), "utf8").catch(() => "")).split("\n");
const output = await build(folder, programs);
// Programs last: what they load is there by then.
for (const file of output.toSorted((a, b) => Number(a.fileName in programs) - Number(b.fileName in programs)))
  await put(folder, file.fileName, file.type === "chunk" ? file.code : file.source);
const names = output.map(({ fileName }) => fileName);
await put(folder, ".sources", [stamp, ...names].join("\n"));
const kept = new Set([...names, ...before]);
for (const name of await readdir(folder))
  if (!name.startsWith(".") && !kept.has(name)) await rm(join(folder, name), { force: true });
