/** The application's one page and its assets. Every screen's address answers with it; the router inside shows the screen. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Screen } from "../ground/kernel/contract.ts";
import { styleNonce } from "../ground/platform/server/http/security.ts";
import { sessionCookie } from "../ground/platform/server/http/session.ts";
import type { Environment } from "../ground/platform/server/process/environment.ts";
import { openPreloads, patternOf } from "./preload.server.ts";

const built = fileURLToPath(new URL("../../dist/web/", import.meta.url));

const missing =
  "<!doctype html><title>Vorder</title><p>The web application has not been built. Run <code>npm run build</code>.</p>";

export interface Pages {
  /** Whether an address is that of a screen. */
  readonly isScreen: (path: string) => boolean;
  readonly page: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Adds the assets, and the screens whose address no call shares. */
  readonly register: (app: FastifyInstance) => Promise<void>;
}

export async function openPages(
  environment: Pick<Environment, "env" | "baseUrl">,
  screens: readonly Screen[],
): Promise<Pages> {
  const patterns = screens.map(patternOf);
  const isScreen = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
  const read = (): Promise<string> => readFile(`${built}index.html`, "utf8").catch(() => missing);
  const kept = environment.env === "dev" ? undefined : await read();
  const preloads = await openPreloads(`${built}.vite/manifest.json`);
  const cookie = sessionCookie(environment.baseUrl.startsWith("https:"));

  async function page(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const html = kept ?? (await read());
    const path = request.url.split("?")[0] ?? "";
    const links = preloads(path, request.cookies[cookie] !== undefined);
    return reply
      .code(isScreen(path) ? 200 : 404)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(html.replace("</head>", `${links}</head>`).replaceAll("%CSP_NONCE%", styleNonce(request)));
  }

  async function register(app: FastifyInstance): Promise<void> {
    await app.register(fastifyStatic, {
      root: built,
      index: false,
      // As the build left them (`vite.config.ts`).
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header("cache-control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
    for (const screen of screens) {
      const url = screen.path.replace(/\{(\w+)\}/g, ":$1");
      // So that a screen answers 200 with the page whatever the Accept header.
      if (!app.hasRoute({ method: "GET", url })) app.get(url, page);
    }
  }

  return { isScreen, page, register };
}
