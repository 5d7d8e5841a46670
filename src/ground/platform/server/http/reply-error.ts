/** The form of an error reply: in the language of the reader, as JSON or as a page. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ZodType } from "zod";
import { VorderError } from "../../../kernel/errors.ts";
import type { Language } from "../../../kernel/texts.ts";
import { errorReply, type TextTable } from "./error-replies.ts";
import { refusedPage } from "./refused-page.ts";
import { requestLanguage } from "./request-input.ts";
import { styleNonce } from "./security.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Of a page: where its reader goes on, who is no user of the screens. */
    readonly homeOf?: (address: string) => string;
    /** Of a form that only asks something: what it asks, which its address can ask as well. */
    readonly asked?: ZodType;
  }
}

/** Whether a request is a navigation, which gets pages. */
export const wantsPage = (request: FastifyRequest): boolean =>
  (request.headers.accept ?? "").includes("text/html") && request.headers["x-requested-with"] === undefined;

export function fromFastify(error: unknown): unknown {
  if (error instanceof VorderError || !(error instanceof Error)) return error;
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new VorderError("tooLarge", { cause: error });
  if (status === 415) return new VorderError("mediaType", { cause: error });
  if (status === 429) return new VorderError("tooMany", { cause: error });
  if (typeof status === "number" && status >= 400 && status < 500)
    return new VorderError("unreadable", { cause: error });
  return error;
}

/** Replies with an error: JSON for a call, a page for a navigation, the login page if nobody is logged in. */
export function replyError(
  texts: TextTable,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const language = languageOf.get(request) ?? requestLanguage(request.headers["accept-language"]);
  const refusal = errorReply(error, texts, language, request.id);
  const { status, body } = refusal;
  if (status >= 500)
    request.log.error({ err: error, requestId: request.id, url: request.routeOptions.url }, "request failed");
  if (status === 503 || status === 507) reply.header("retry-after", status === 503 ? awaySeconds : fullSeconds);
  reply.header("cache-control", "no-store");
  // A form without script gets its error as a page.
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(
    request.headers["content-type"] ?? "",
  );
  if (!(wantsPage(request) && (request.method === "GET" || isForm))) return reply.code(status).send(body);
  if (status === 401) return reply.redirect(`/login?return=${encodeURIComponent(returnAddress(request))}`, 303);
  const nonce = styleNonce(request);
  const home = request.routeOptions.config.homeOf?.(request.url) ?? "/";
  const shown = refusedPage(refusal, { texts, language, address: request.url, home, nonce });
  return reply.code(status).type("text/html; charset=utf-8").send(shown);
}

/** Where the login leads back to; what a form asked is asked there. */
function returnAddress(request: FastifyRequest): string {
  const asked = request.routeOptions.config.asked?.safeParse(request.body);
  if (!asked?.success) return request.url;
  const fields = Object.entries(Object(asked.data)).flatMap(([name, value]) =>
    typeof value === "string" && value !== "" ? `${name}=${encodeURIComponent(value)}` : [],
  );
  return [request.url, ...(fields.length > 0 ? [fields.join("&")] : [])].join("?");
}

/** The language of the user of a navigation, whose browser may request another. */
export const languageOf = new WeakMap<FastifyRequest, Language>();

/** The Retry-After: a database is back within seconds, a full disk needs a person. */
const awaySeconds = 3;
const fullSeconds = 60;
