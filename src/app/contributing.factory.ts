/**
 * CONTRIBUTING's page of one's own, played on a copy of the tree: its commands and the files that it names are read out of the page, so that
 * page and tree cannot part.
 */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const root = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);

/** What belongs to the tree and not to this installation of it. */
async function copyTree(folder: string): Promise<void> {
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const entries = new Set(stdout.split("\0").flatMap((path) => path.split("/", 1)));
  for (const entry of entries) if (entry !== "") await cp(join(root, entry), join(folder, entry), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
}

export interface ContributingRun {
  readonly folder: string;
  /** The text of a numbered step. */
  step(number: number): string;
  /** The first words of a step in code that a pattern finds, such as a command. Throws where there are none. */
  words(number: number, pattern: RegExp): string;
  /** Runs a command at a shell, in the copy. */
  shell(command: string, env?: NodeJS.ProcessEnv): Promise<string>;
  read(path: string): Promise<string>;
  /** Writes the new module's line below the model's in the list of modules, as step 1 says. */
  enlist(): Promise<void>;
  /** Writes in each file that step 3 names, below the lines that name the model, the same lines with the new name; their paths. */
  compose(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const renamed = (line: string): string => line.replaceAll("merchant", "courier").replaceAll("Merchant", "Courier");

/** Copies the tree to a temporary folder, and opens the page. */
export async function beginContributing(): Promise<ContributingRun> {
  const folder = await mkdtemp(join(tmpdir(), "vorder-contributing-"));
  await copyTree(folder);
  const path = (name: string): string => join(folder, name);
  const read = (name: string): Promise<string> => readFile(path(name), "utf8");
  const page = await read("CONTRIBUTING.md");
  const steps = page.slice(page.indexOf("Now a page of your own")).split(/^(?=\d\. \*\*)/m);

  function step(number: number): string {
    const found = steps.find((text) => text.startsWith(`${number}. `));
    if (found === undefined) throw new Error(`CONTRIBUTING has no step ${number}`);
    return found;
  }
  function words(number: number, pattern: RegExp): string {
    const [, found] = pattern.exec(step(number)) ?? [];
    if (found === undefined) throw new Error(`step ${number} of CONTRIBUTING names no ${pattern}`);
    return found;
  }
  return {
    folder,
    step,
    words,
    read,
    async shell(command, env = {}) {
      const PATH = `${path("node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`;
      const processOutput = z.object({ stdout: z.string(), stderr: z.string() });
      return run("sh", ["-e", "-c", command], {
        cwd: folder,
        env: { ...process.env, PATH, CI: "1", NO_COLOR: "1", VITEST: undefined, NODE_ENV: undefined, ...env },
        maxBuffer: 2 ** 26,
      }).then(
        ({ stdout, stderr }) => stdout + stderr,
        (error: unknown) => {
          const { stdout, stderr } = processOutput.parse(error);
          throw new Error(`${command}\n${stdout.slice(-4000)}${stderr.slice(-4000)}`, { cause: error });
        },
      );
    },
    async enlist() {
      const module = words(1, /add `("[\w/]+")` to `src\/modules\.ts`/);
      const list = await read("src/modules.ts");
      await writeFile(path("src/modules.ts"), list.replace(/^ *"people\/merchants",\n/m, `$&  ${module},\n`));
    },
    async compose() {
      const files = [...step(3).matchAll(/`(src\/[\w/.]+)`/g)].map(([, name = ""]) => name);
      for (const name of files) {
        const lines = (await read(name)).split("\n");
        const written = lines.flatMap((line) => (/merchant/i.test(line) ? [line, renamed(line)] : [line]));
        await writeFile(path(name), written.join("\n"));
      }
      return files;
    },
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** A block of commands of the page. */
export const commands = /```sh\n([\s\S]*?)```/;
