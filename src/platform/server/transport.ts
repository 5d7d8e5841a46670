/**
 * The HTTP transport: from each declared call follow route, guard, shapes, transaction and error reply. Every write runs in one
 * transaction that commits before the reply leaves; a GET reads on connections that cannot write.
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
import { type Access, allows, missingRoles } from "../../kernel/access.ts";
import type { Call } from "../../kernel/contract.ts";
import { dayHeader } from "../../kernel/dates.ts";
import { VorderError } from "../../kernel/errors.ts";
import type { Language } from "../../kernel/texts.ts";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";
import { inTransaction } from "./deletions.ts";
import { parseQuery } from "./dialect.ts";
import { idempotent } from "./idempotency.ts";
import { errorReply, type TextTable } from "./replies.ts";
import { parseInput, type RawBody, readBody, requestLanguage } from "./request.ts";
import {
  type Actor,
  type Answer,
  type Blob,
  type Ctx,
  type Db,
  type Failure,
  guest,
  type Redirect,
  type RoomServer,
} from "./room.ts";
import { securityHeaders } from "./security.ts";
import { fileOfAddress, type NoteSeen, noteSeen } from "./seen.ts";
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
import { type Parts, workCtx } from "./work.ts";

/**
 * Finds the user of a session's cookie, with the rights of this moment; undefined where there is no such session (any more) or its
 * user may no longer log in.
 */
export type LoadCaller = (
  db: Db,
  cookie: string,
  clock: Clock,
) => Promise<{ readonly actor: Actor; readonly lastSeenAt: Date } | undefined>;

export interface TransportSpec {
  readonly parts: Parts;
  /** For writes. */
  readonly database: Database;
  /** For reads: its connections refuse to write. */
  readonly readDatabase: Database;
  readonly rooms: readonly RoomServer[];
  readonly texts: TextTable;
  readonly loadCaller: LoadCaller;
  readonly sessionSecret: string;
  /** Whether the address is served over TLS, so that cookies are Secure. */
  readonly secure: boolean;
  /** Told of every answered request, for /metrics. */
  readonly onAnswered?: (call: Call, status: number, seconds: number) => void;
  readonly noteSeen?: NoteSeen;
  /** Answers a navigation (Accept: text/html): the application's page. */
  readonly page: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Whether an address is a screen's, so that a navigation there is not the call of the same address. */
  readonly isScreen: (path: string) => boolean;
}

interface Caller {
  readonly cookie: string;
  /** Whether the cookie is new and must be set. */
  readonly fresh: boolean;
  readonly actor: Actor;
  readonly lang: Language;
}

const wantsPage = (request: FastifyRequest): boolean =>
  (request.headers.accept ?? "").includes("text/html") && request.headers["x-requested-with"] === undefined;

/** Builds the server with all rooms' calls. */
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
    // Whoever still comes while we close is answered as before.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // The router's parser may not throw; `parseInput` reads the query itself, where an error is an answer.
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
  app.setErrorHandler((error, request, reply) => replyError(spec, request, reply, fromFastify(error)));
  for (const room of spec.rooms) for (const one of room.answers) addRoute(app, spec, one);
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === "GET" && wantsPage(request)) return spec.page(request, reply);
    return replyError(spec, request, reply, new VorderError("notFound"));
  });
  return app;
}

function fromFastify(error: unknown): unknown {
  if (error instanceof VorderError || !(error instanceof Error)) return error;
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new VorderError("tooLarge", { cause: error });
  if (status === 415) return new VorderError("mediaType", { cause: error });
  if (status === 429) return new VorderError("tooMany", { cause: error });
  if (typeof status === "number" && status >= 400 && status < 500)
    return new VorderError("unreadable", { cause: error });
  return error;
}

function replyError(spec: TransportSpec, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const language = requestLanguage(request.headers["accept-language"]);
  const { status, body } = errorReply(error, spec.texts, language, request.id);
  if (status >= 500)
    request.log.error({ err: error, requestId: request.id, url: request.routeOptions.url }, "request failed");
  if (status === 503 || status === 507) reply.header("retry-after", status === 503 ? awaySeconds : fullSeconds);
  return reply.code(status).header("cache-control", "no-store").send(body);
}

/** When it is worth trying again: a database is back within seconds, a full disk when somebody has made room. */
const awaySeconds = 3;
const fullSeconds = 60;

const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

function addRoute(app: FastifyInstance, spec: TransportSpec, one: Answer): void {
  const { call } = one;
  app.route({
    method: call.method,
    url: routePath(call.path),
    handler: async (request, reply) => {
      // Screens write "today" and "tomorrow" by the house's day, wherever they are and however their own clock stands.
      reply.header(dayHeader, spec.parts.clock.today());
      const isNavigation = call.method === "GET" && wantsPage(request);
      if (isNavigation && spec.isScreen(request.url.split("?")[0] ?? "")) return spec.page(request, reply);
      const started = performance.now();
      try {
        return await answerCall(spec, one, request, reply);
      } catch (error) {
        return replyError(spec, request, reply, fromFastify(error));
      } finally {
        spec.onAnswered?.(call, reply.statusCode, (performance.now() - started) / 1000);
      }
    },
  });
}

async function findCaller(spec: TransportSpec, request: FastifyRequest): Promise<Caller> {
  const { parts, readDatabase, database } = spec;
  const lang = requestLanguage(request.headers["accept-language"]);
  const given = request.cookies[sessionCookie(spec.secure)];
  if (!isCookieShape(given)) return { cookie: newCookie(parts.random), fresh: true, actor: { ...guest, lang }, lang };
  const found = await spec.loadCaller(readDatabase.db, given, parts.clock);
  if (found && touchDue(found.lastSeenAt, parts.clock)) await touchSession(database.db, given, parts.clock);
  const actor = { ...(found?.actor ?? guest), lang };
  return { cookie: given, fresh: false, actor, lang };
}

/** @throws {VorderError} loggedOut where nobody is logged in; forbidden with the missing roles where a right is missing. */
function requireAccess(who: Access, actor: Actor): void {
  const loggedIn = actor.kind !== "guest";
  if (allows(who, actor.acl, loggedIn)) return;
  if (!loggedIn) throw new VorderError("loggedOut", { data: { loggedIn } });
  throw new VorderError("forbidden", { data: { loggedIn, missingRoles: missingRoles(who, actor.acl) } });
}

const single = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function requireToken(spec: TransportSpec, call: Call, request: FastifyRequest, caller: Caller, body: RawBody): void {
  // Whatever changes state must come from our own pages: a foreign page can neither set this header nor learn the token.
  const ownPage =
    request.headers["x-requested-with"] !== undefined || request.headers["sec-fetch-site"] === "same-origin";
  if (call.method === "GET" || !call.csrf) {
    if (!ownPage || request.headers["sec-fetch-site"] === "cross-site")
      throw new VorderError("forbidden", { data: { loggedIn: caller.actor.kind !== "guest" } });
    return;
  }
  const given = single(body.fields._token) ?? single(request.headers["x-xsrf-token"]);
  if (given === undefined || !sameToken(given, csrfToken(spec.sessionSecret, caller.cookie)))
    throw new VorderError("csrf");
}

async function answerCall(
  spec: TransportSpec,
  one: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { call } = one;
  const caller = await findCaller(spec, request);
  setSessionCookies(spec, reply, caller.cookie, caller.fresh);
  requireAccess(call.who, caller.actor);
  const body = await readBody(request, call, spec.parts.environment.virusScanner);
  try {
    if (call.writes) requireToken(spec, call, request, caller, body);
    const input = parseInput(call, request, body, spec.texts);
    const prepared = await one.prepare?.(contextOf(spec, request, caller, spec.readDatabase.db).ctx, input);
    const run = (db: Db): Promise<Outcome> => runHandler(contextOf(spec, request, caller, db), one, input, prepared);
    const outcome = call.writes
      ? await inTransaction(spec.database.db, spec.parts.storage, (tx) =>
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
        )
      : await run(spec.readDatabase.db);
    for (const set of outcome.cookies ?? []) set(reply);
    if (outcome.cookie) setSessionCookies(spec, reply, outcome.cookie, true);
    if (isSpecial(outcome.result) && outcome.result.kind === "failure") throw outcome.result.error;
    await noteSeen(spec, caller.actor, call, [...fileOfAddress(call, input.params), ...outcome.seen]);
    return sendResult(call, reply, outcome.result);
  } finally {
    await body.dispose();
  }
}

/** What a handler left: its result, and cookies to set once the transaction has committed. */
export interface Outcome {
  readonly result: unknown;
  /** Files whose data the handler handed out besides that of the address. */
  readonly seen: readonly number[];
  readonly cookie?: string;
  readonly cookies?: readonly ((reply: FastifyReply) => void)[];
}

interface RequestContext {
  readonly ctx: Ctx;
  readonly session: RequestSession;
  readonly cookies: ((reply: FastifyReply) => void)[];
  readonly seen: number[];
}

function contextOf(spec: TransportSpec, request: FastifyRequest, caller: Caller, db: Db): RequestContext {
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
  const seen: number[] = [];
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  const ctx: Ctx = {
    ...workCtx(parts, db, caller.actor, request.id),
    lang: caller.lang,
    requestId: request.id,
    session,
    request: { ip: request.ip, userAgent, headers, cookies: request.cookies },
    saw: (fileIds) => void seen.push(...fileIds),
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
  return { ctx, session, cookies, seen };
}

async function runHandler(
  { ctx, session, cookies, seen }: RequestContext,
  one: Answer,
  input: Parameters<Answer["handle"]>[1],
  prepared: unknown,
): Promise<Outcome> {
  const result = await one.handle(ctx, input, prepared);
  const checked = one.call.carries === "blob" || isSpecial(result) ? result : one.call.reply.parse(result);
  return { result: checked, seen, cookies, ...(session.changed ? { cookie: session.cookie } : {}) };
}

const isSpecial = (result: unknown): result is Blob | Redirect | Failure =>
  typeof result === "object" &&
  result !== null &&
  "kind" in result &&
  (result.kind === "blob" || result.kind === "redirect" || (result.kind === "failure" && "error" in result));

function setSessionCookies(spec: TransportSpec, reply: FastifyReply, cookieValue: string, fresh: boolean): void {
  const shared = { path: "/", sameSite: "lax", secure: spec.secure } as const;
  if (!fresh) return;
  reply.setCookie(sessionCookie(spec.secure), cookieValue, { ...shared, httpOnly: true });
  // Our own pages read this one and send it back as a header; it proves only that they could read it.
  reply.setCookie("XSRF-TOKEN", csrfToken(spec.sessionSecret, cookieValue), shared);
}

const quoted = (name: string): string =>
  `filename="${name.replace(/[^\w.-]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`;

function sendResult(call: Call, reply: FastifyReply, result: unknown): unknown {
  reply.header("cache-control", "no-store");
  if (!isSpecial(result)) return reply.send(result);
  if (result.kind === "failure") throw result.error;
  if (result.kind === "redirect") return reply.redirect(result.to, 303);
  reply.header("content-disposition", `${result.disposition}; ${quoted(result.name)}`).type(result.mime);
  // Whatever a stored document contains, a browser may only show it, never run it.
  reply.header(
    "content-security-policy",
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; object-src 'self'; sandbox",
  );
  if (call.carries !== "blob") reply.log.warn({ call: call.path }, "a blob from a call that does not carry one");
  return reply.send(result.content instanceof Uint8Array ? Buffer.from(result.content) : result.content);
}
