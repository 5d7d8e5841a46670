/**
 * The screen that shows every part of the platform. The build that people get does not have it, so it is built for the tests and served
 * in front of a running Vorder, whose calls it makes.
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

export interface Gallery {
  /** Where /widget-gallery is, and all of the Vorder behind it. */
  readonly base: string;
  close(): Promise<void>;
}

const kinds: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

/** The folder of the build. One of the sources of the web application that stands built is kept, so that a run builds it once. */
export async function buildGallery(): Promise<string> {
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

/** Hands a request on to Vorder, and its answer back. */
async function handOn(base: string, asked: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { method, headers, url = "/" } = asked;
  const sent = request(new URL(url, base), { method, headers });
  await pipeline(asked, sent);
  const [answer]: IncomingMessage[] = await once(sent, "response");
  if (answer === undefined) return;
  reply.writeHead(answer.statusCode ?? 502, answer.headers);
  await pipeline(answer, reply);
}

/**
 * Serves the gallery in front of a Vorder. Not by routes of the browser: where there is one, it keeps nothing of what it loads and asks for
 * every request, and the gallery is loaded fifty times.
 */
export async function serveGallery(base: string): Promise<Gallery> {
  const folder = await buildGallery();
  const html = (await readFile(join(folder, "index.html"), "utf8")).replaceAll("%CSP_NONCE%", "gallery");
  const server = createServer((asked, reply) => {
    const { pathname } = new URL(asked.url ?? "/", base);
    const isPage = /^\/widget-gallery(\/\w+)?$/.test(pathname) && asked.headers["sec-fetch-mode"] === "navigate";
    const asset = /^\/assets\/([^/]+)$/.exec(pathname)?.[1] ?? "";
    const path = join(folder, "assets", asset);
    if (isPage) return void reply.setHeader("content-type", "text/html; charset=utf-8").end(html);
    if (asset === "" || !existsSync(path)) {
      handOn(base, asked, reply).catch(() => reply.destroy());
      return;
    }
    const contentType = kinds[asset.split(".").at(-1) ?? ""];
    reply.setHeader("cache-control", "public, max-age=31536000, immutable");
    if (contentType) reply.setHeader("content-type", contentType);
    readFile(path).then(
      (content) => reply.end(content),
      () => reply.destroy(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    base: `http://${new URL(base).hostname}:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
