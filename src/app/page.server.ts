/** The application's one page and its assets. Every screen's address answers with it; the router inside shows the screen. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Environment } from "../platform/server/environment.ts";
import { styleNonce } from "../platform/server/security.ts";
import { screens } from "./screens.contract.ts";

const built = fileURLToPath(new URL("../../dist/web/", import.meta.url));

const patterns = screens.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`));

/** Whether an address is that of a screen. */
export const isScreen = (path: string): boolean => patterns.some((pattern) => pattern.test(path));

const missing =
  "<!doctype html><title>Vorder</title><p>The web application has not been built. Run <code>npm run build</code>.</p>";

export interface Pages {
  readonly isScreen: (path: string) => boolean;
  readonly page: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Adds the assets, and the screens whose address no call shares. */
  readonly register: (app: FastifyInstance) => Promise<void>;
}

export async function openPages(environment: Pick<Environment, "env">): Promise<Pages> {
  const read = (): Promise<string> => readFile(`${built}index.html`, "utf8").catch(() => missing);
  const kept = environment.env === "dev" ? undefined : await read();

  async function page(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const html = kept ?? (await read());
    return reply
      .code(isScreen(request.url.split("?")[0] ?? "") ? 200 : 404)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(html.replaceAll("%CSP_NONCE%", styleNonce(request)));
  }

  async function register(app: FastifyInstance): Promise<void> {
    await app.register(fastifyStatic, {
      root: built,
      index: false,
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
