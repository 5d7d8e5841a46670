/**
 * The screen that shows every part of the platform. The build that people get does not have it, so it is built for the tests and laid
 * over a running Vorder, whose calls it makes.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext } from "playwright-core";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

export interface GalleryBuild {
  /** Answers /widget-gallery and its assets in the pages of a context. */
  readonly lay: (context: BrowserContext) => Promise<void>;
}

const kinds: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

/** The folder of the build. One of the sources of the web application that stands built is kept, so that a run builds it once. */
async function built(): Promise<string> {
  const folder = join(root, "dist", "gallery");
  const stamp = join(folder, ".sources");
  const sources = await readFile(join(root, "dist", "web", ".sources"), "utf8");
  if ((await readFile(stamp, "utf8").catch(() => "")) === sources) return folder;
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const fresh = `${folder}-${process.pid}`;
  await run(process.execPath, [vite, "build", "--mode", "test", "--outDir", fresh, "--logLevel", "error"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
  });
  await writeFile(join(fresh, ".sources"), sources);
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  return folder;
}

export async function buildGallery(): Promise<GalleryBuild> {
  const folder = await built();
  const html = (await readFile(join(folder, "index.html"), "utf8")).replaceAll("%CSP_NONCE%", "gallery");
  return {
    lay: async (context) => {
      await context.route(/\/widget-gallery(\/\w+)?(\?.*)?$/, (route) =>
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
  };
}
