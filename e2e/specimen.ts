/**
 * The screen that shows every part of the platform. The build that people get does not have it, so it is built for the tests and laid
 * over a running Vorder, whose calls it makes.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext } from "playwright-core";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

export interface SpecimenBuild {
  /** Answers /specimen and its assets in the pages of a context. */
  readonly lay: (context: BrowserContext) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const kinds: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

export async function buildSpecimen(): Promise<SpecimenBuild> {
  const folder = await mkdtemp(join(tmpdir(), "vorder-specimen-"));
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  await run(process.execPath, [vite, "build", "--mode", "test", "--outDir", folder, "--logLevel", "error"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
  });
  const html = (await readFile(join(folder, "index.html"), "utf8")).replaceAll("%CSP_NONCE%", "specimen");
  return {
    lay: async (context) => {
      await context.route(/\/specimen(\/\w+)?(\?.*)?$/, (route) =>
        route.request().isNavigationRequest()
          ? route.fulfill({ body: html, contentType: "text/html; charset=utf-8" })
          : route.continue(),
      );
      await context.route("**/assets/*", (route) => {
        const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
        const path = join(folder, "assets", name);
        if (!existsSync(path)) return route.continue();
        const contentType = kinds[name.split(".").at(-1) ?? ""];
        return route.fulfill({ path, ...(contentType ? { contentType } : {}) });
      });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
