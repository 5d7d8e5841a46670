/**
 * The HTTP transport: derives route, access check, schemas, transaction and error replies from each declared call. Each write runs in one
 * transaction that commits before the reply is sent; a GET uses connections that cannot write.
 */
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { type Access, allows, missingRoles } from "../../../kernel/access.ts";
import type { Call } from "../../../kernel/contract.ts";
import { balancesHeader, dayHeader } from "../../../kernel/dates.ts";
import { VorderError } from "../../../kernel/errors.ts";
import type { Language } from "../../../kernel/texts.ts";
import { type Parts, workCtx } from "../jobs/work-context.ts";
import { type Database, wasOvertaken } from "../postgres/database.ts";
import { type Db, handedOut, type SystemDb } from "../postgres/guarded.ts";
import type { Clock } from "../process/clock.ts";
import { inTransaction } from "../storage/deletions.ts";
import type { TextTable } from "./error-replies.ts";
import { idempotent } from "./idempotency.ts";
import {
  type Actor,
  type Blob,
  type Ctx,
  type Failure,
  guest,
  type Handler,
  type ModuleServer,
  type PageReply,
  type Redirect,
} from "./module.ts";
import { parseQuery } from "./query-dialect.ts";
import { noteShown, type SeenNotes } from "./read-trail.ts";
import { pageHome } from "./refused-page.ts";
import type { DisclosedFiles, Outcome } from "./replies.ts";
import { fromFastify, languageOf, replyError, wantsPage } from "./reply-error.ts";
import { parseInput, type RawBody, readBody, requestLanguage } from "./request-input.ts";
import { securityHeaders, styleNonce } from "./security.ts";
import {
  csrfToken,
  isCookieShape,
  newCookie,
  RequestSession,
  sameToken,
  sessionCookie,
  touchDue,
  touchSession,
} from "./session.ts";

/** Finds the user of a session cookie, with current rights; undefined if the session is not valid (any more) or its user may not log in. */
export type LoadCaller = (
  db: Db,
  cookie: string,
  clock: Clock,
) => Promise<{ readonly actor: Actor; readonly lastSeenAt: Date } | undefined>;

export interface TransportSpec extends SeenNotes {
  readonly parts: Parts;
  /** For writes. */
  readonly database: Database;
  /** For reads: its connections refuse to write. */
  readonly readDatabase: Database;
  readonly modules: readonly ModuleServer[];
  readonly texts: TextTable;
  readonly loadCaller: LoadCaller;
  readonly sessionSecret: string;
  /** Whether the application is served over TLS, so that cookies are Secure. */
  readonly secure: boolean;
  /** Called for every reply, for /metrics. */
  readonly onAnswered?: (call: Call, status: number, seconds: number) => void;
  /** Called before a reply to a logged-in user: the day, or days, of the balances shown (`balancesHeader`). */
  readonly balancesDay: () => Promise<string>;
  /** Replies to a navigation (Accept: text/html) with the application's page. */
  readonly page: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Whether an address belongs to a screen, so that a navigation there is not the call of the same address. */
  readonly isScreen: (path: string) => boolean;
}

interface Caller {
  readonly cookie: string;
  /** Whether the cookie is new and must be set. */
  readonly fresh: boolean;
  readonly actor: Actor;
  readonly lang: Language;
}

/** Builds the server with the calls of all modules. */
export async function buildTransport(spec: TransportSpec): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = spec.parts.log;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 2 * 1024 * 1024,
    genReqId: () => spec.parts.ids.uuid(),
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: "idle",
    // Requests that arrive during shutdown are still answered.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // The router's parser may not throw; `parseInput` reads the query itself and can reply with an error.
    routerOptions: { querystringParser: () => ({}), maxParamLength: 300 },
    trustProxy: [...spec.parts.environment.trustedProxies],
  });
  await app.register(cookie);
  await app.register(multipart);
  await app.register(compress, { global: true, threshold: 4096, encodings: ["br", "gzip"] });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) => {
    try {
      done(null, parseQuery(String(text)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
  app.addHook("onRequest", securityHeaders(spec.secure, spec.parts.environment.captcha === "recaptcha"));
  app.setErrorHandler((error, request, reply) => replyError(spec.texts, request, reply, fromFastify(error)));
  for (const module of spec.modules) for (const one of module.handlers) addRoute(app, spec, one);
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === "GET" && wantsPage(request)) return spec.page(request, reply);
    return replyError(spec.texts, request, reply, new VorderError("notFound"));
  });
  return app;
}

const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

function addRoute(app: FastifyInstance, spec: TransportSpec, one: Handler): void {
  const { call } = one;
  app.route({
    // Mail scanners check a page with a HEAD request.
    method: call.carries === "page" && call.method === "GET" ? ["GET", "HEAD"] : call.method,
    url: routePath(call.path),
    ...(call.mostBytes === undefined ? {} : { bodyLimit: call.mostBytes }),
    config: {
      ...(call.carries === "page" && { homeOf: pageHome(spec.modules, call) }),
      ...(call.carries === "form" && !call.writes && { asked: call.body }),
    },
    handler: async (request, reply) => {
      // Screens use the provider's date for "today" and "tomorrow", whatever their location or clock.
      reply.header(dayHeader, spec.parts.clock.today());
      const isNavigation = call.method === "GET" && wantsPage(request);
      if (isNavigation && spec.isScreen(request.url.split("?")[0] ?? "")) return spec.page(request, reply);
      const started = performance.now();
      try {
        return await answerCall(spec, one, request, reply);
      } catch (error) {
        return replyError(spec.texts, request, reply, fromFastify(error));
      } finally {
        spec.onAnswered?.(call, reply.statusCode, (performance.now() - started) / 1000);
      }
    },
  });
}

async function findCaller(spec: TransportSpec, request: FastifyRequest): Promise<Caller> {
  const { parts, readDatabase, database } = spec;
  const asked = requestLanguage(request.headers["accept-language"]);
  const given = request.cookies[sessionCookie(spec.secure)];
  if (!isCookieShape(given))
    return { cookie: newCookie(parts.random), fresh: true, actor: { ...guest, lang: asked }, lang: asked };
  const found = await spec.loadCaller(readDatabase.db, given, parts.clock);
  if (found && touchDue(found.lastSeenAt, parts.clock)) await touchSession(database.db, given, parts.clock);
  // A screen sends its own language; a navigation sends the browser's, which may differ from the user's.
  const lang = found !== undefined && wantsPage(request) ? found.actor.lang : asked;
  if (wantsPage(request)) languageOf.set(request, lang);
  const actor = { ...(found?.actor ?? guest), lang };
  return { cookie: given, fresh: false, actor, lang };
}

/** @throws {VorderError} loggedOut if nobody is logged in; forbidden with the missing roles. */
function requireAccess(who: Access, actor: Actor): void {
  const loggedIn = actor.kind !== "guest";
  if (allows(who, actor.acl, loggedIn)) return;
  if (!loggedIn) throw new VorderError("loggedOut", { data: { loggedIn } });
  throw new VorderError("forbidden", { data: { loggedIn, missingRoles: missingRoles(who, actor.acl) } });
}

const single = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function requireToken(spec: TransportSpec, call: Call, request: FastifyRequest, caller: Caller, body: RawBody): void {
  if (call.callback) return;
  // Changes must come from our own pages: a foreign page can neither set this header nor read the token.
  const ownPage =
    request.headers["x-requested-with"] !== undefined || request.headers["sec-fetch-site"] === "same-origin";
  // Typed or bookmarked: no page can send a request with this header value.
  const isTyped = call.navigable && request.headers["sec-fetch-site"] === "none";
  if (call.method === "GET" || !call.csrf) {
    if (!(ownPage || isTyped) || request.headers["sec-fetch-site"] === "cross-site")
      throw new VorderError("forbidden", { data: { loggedIn: caller.actor.kind !== "guest" } });
    return;
  }
  const given = single(body.fields._token) ?? single(request.headers["x-xsrf-token"]);
  if (given === undefined || !sameToken(given, csrfToken(spec.sessionSecret, caller.cookie)))
    throw new VorderError("csrf");
}

/** Of two people who give the same name or delete what the other chooses, the second is told so by the same checks as a minute later. */
const onceMoreIfOvertaken = <R>(change: () => Promise<R>): Promise<R> =>
  change().catch((error: unknown) => {
    if (wasOvertaken(error)) return change();
    throw error;
  });

async function answerCall(
  spec: TransportSpec,
  one: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { call } = one;
  const caller = await findCaller(spec, request);
  setSessionCookies(spec, reply, caller.cookie, caller.fresh);
  requireAccess(call.who, caller.actor);
  if (caller.actor.kind !== "guest") reply.header(balancesHeader, await spec.balancesDay());
  const body = await readBody(request, call, spec.parts.environment.virusScanner);
  try {
    if (call.writes) requireToken(spec, call, request, caller, body);
    const input = parseInput(call, request, body, spec.texts);
    const prepared = await one.prepare?.(contextOf(spec, request, caller, spec.readDatabase.db).ctx, input);
    const run = (db: SystemDb): Promise<Outcome> =>
      runHandler(contextOf(spec, request, caller, db), one, input, prepared);
    const change = (): Promise<Outcome> =>
      inTransaction(spec.database.db, spec.parts.storage, (tx) =>
        idempotent(
          {
            db: tx,
            call,
            caller: caller.actor.id,
            key: single(request.headers["idempotency-key"]),
            input,
            clock: spec.parts.clock,
          },
          () => run(tx),
        ),
      );
    const outcome = call.writes ? await onceMoreIfOvertaken(change) : await run(spec.readDatabase.db);
    for (const set of outcome.cookies ?? []) set(reply);
    if (outcome.cookie) setSessionCookies(spec, reply, outcome.cookie, true);
    if (isSpecial(outcome.result) && outcome.result.kind === "failure") throw outcome.result.error;
    await noteShown(spec, caller.actor, call, input, outcome);
    return sendResult(call, reply, outcome.result);
  } finally {
    await body.dispose();
  }
}

/** The result of a handler, and the cookies to set after the commit. */
interface RequestContext {
  readonly ctx: Ctx;
  readonly session: RequestSession;
  readonly cookies: ((reply: FastifyReply) => void)[];
  readonly shown: DisclosedFiles;
}

function contextOf(spec: TransportSpec, request: FastifyRequest, caller: Caller, db: SystemDb): RequestContext {
  const { parts } = spec;
  const userAgent = request.headers["user-agent"] ?? "";
  const session = new RequestSession(caller.cookie, {
    db,
    clock: parts.clock,
    random: parts.random,
    secret: spec.sessionSecret,
    ip: request.ip,
    userAgent,
  });
  const cookies: ((reply: FastifyReply) => void)[] = [];
  const shown: DisclosedFiles = { seen: [], listed: [] };
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  const ctx: Ctx = {
    ...workCtx(parts, db, caller.actor, request.id),
    db: handedOut(db),
    lang: caller.lang,
    requestId: request.id,
    session,
    request: { ip: request.ip, userAgent, headers, cookies: request.cookies },
    saw: (fileIds) => void shown.seen.push(...fileIds),
    listed: (fileIds) => void shown.listed.push(...fileIds),
    forgetSite: () => void cookies.push((reply) => void reply.header("clear-site-data", '"cache"')),
    setCookie(name, value, maxAgeSeconds) {
      const options = { path: "/", httpOnly: true, sameSite: "lax", secure: spec.secure } as const;
      cookies.push((reply) =>
        value === null
          ? void reply.clearCookie(name, options)
          : void reply.setCookie(name, value, { ...options, ...(maxAgeSeconds ? { maxAge: maxAgeSeconds } : {}) }),
      );
    },
  };
  return { ctx, session, cookies, shown };
}

async function runHandler(
  { ctx, session, cookies, shown }: RequestContext,
  one: Handler,
  input: Parameters<Handler["handle"]>[1],
  prepared: unknown,
): Promise<Outcome> {
  const result = await one.handle(ctx, input, prepared);
  const checked = one.call.carries === "blob" || isSpecial(result) ? result : one.call.reply.parse(result);
  return { result: checked, shown, cookies, ...(session.changed ? { cookie: session.cookie } : {}) };
}

const isSpecial = (result: unknown): result is Blob | PageReply | Redirect | Failure =>
  typeof result === "object" &&
  result !== null &&
  "kind" in result &&
  (result.kind === "blob" ||
    result.kind === "redirect" ||
    (result.kind === "page" && "html" in result) ||
    (result.kind === "failure" && "error" in result));

function setSessionCookies(spec: TransportSpec, reply: FastifyReply, cookieValue: string, fresh: boolean): void {
  const shared = { path: "/", sameSite: "lax", secure: spec.secure } as const;
  if (!fresh) return;
  reply.setCookie(sessionCookie(spec.secure), cookieValue, { ...shared, httpOnly: true });
  // Our own pages read this cookie and send it back as a header; it proves only that they could read it.
  reply.setCookie("XSRF-TOKEN", csrfToken(spec.sessionSecret, cookieValue), shared);
}

const quoted = (name: string): string =>
  `filename="${name.replace(/[^\w.-]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`;

function sendResult(call: Call, reply: FastifyReply, result: unknown): unknown {
  reply.header("cache-control", "no-store");
  if (!isSpecial(result)) return reply.send(result);
  if (result.kind === "failure") throw result.error;
  if (result.kind === "page") {
    // The address of such a page may itself give access: it is not sent as referrer.
    reply.header("referrer-policy", "no-referrer").code(result.status).type("text/html; charset=utf-8");
    return reply.send(result.html(styleNonce(reply.request)));
  }
  if (result.kind === "redirect") return reply.redirect(result.to, 303);
  reply.header("content-disposition", `${result.disposition}; ${quoted(result.name)}`).type(result.mime);
  // Whatever a stored document contains, a browser may only display it, never execute it.
  reply.header(
    "content-security-policy",
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; object-src 'self'; sandbox",
  );
  if (call.carries !== "blob") reply.log.warn({ call: call.path }, "a blob from a call that does not carry one");
  return reply.send(result.content instanceof Uint8Array ? Buffer.from(result.content) : result.content);
}
