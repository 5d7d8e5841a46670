/** One way to the server: token, headers, retries, the login modal on 401 and 403, and the error catalogue (specification, points 7 and 8). */
import { balancesHeader, dayHeader } from "../../../kernel/dates.ts";
import { setBalancesDay, setServerDay } from "../content/today.web.ts";
import { codeOf, errorsOf, type FieldErrors, messageOf, multipartPairs, type Pair } from "./dialect.ts";
import { ended, idle, type LoaderState, started } from "./loader.ts";
import { createStore } from "./observable.ts";

/** A request that the server refused or that never reached it. `status` 0: no response. */
export class ApiError extends Error {
  readonly status: number;
  /** The code of the kernel's catalogue, or "network" where there was no response. */
  readonly code: string;
  /** Messages per field; `common` for those of no field. Empty unless the input was refused. */
  readonly errors: FieldErrors;
  /** The whole body, for what a code carries besides: the current version, refusals, missing roles. */
  readonly data: Readonly<Record<string, unknown>>;
  constructor(status: number, code: string, message: string, body: unknown) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.errors = errorsOf(body) ?? {};
    this.data = typeof body === "object" && body !== null ? { ...body } : {};
  }
  /** Whether the person can mend it: the input was refused (400, 402), or name and password were. */
  get isValidation(): boolean {
    return this.code === "login" || ([400, 402, 422].includes(this.status) && this.code !== "csrf");
  }
  /** Whether there was no answer, or one that says "later": nobody knows whether it happened. */
  get isAway(): boolean {
    return awayStatuses.has(this.status);
  }
  /** Whether what was meant is not there (any more). */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410;
  }
}

export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: readonly Pair[];
  readonly body?: Readonly<Record<string, unknown>>;
  /** Files by field; any file makes the body multipart. */
  readonly files?: Files | undefined;
  /** False only for the login call (specification, point 7). */
  readonly csrf?: boolean;
  /** A quiet request asks nobody to log in and moves no bar. */
  readonly quiet?: boolean;
  /** False: moves no bar, for a field that shows by itself that it searches. */
  readonly bar?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export type Files = Readonly<Record<string, File | readonly File[] | null>>;

export const csrfRetries = 2;
const csrfAddress = "/api/v4/users/csrf";

/** No answer at all, or one that says "later". */
const awayStatuses: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Whether the server cannot be reached or its database is away: shown until it is over. */
export const serverUnavailable = createStore(false);
/** Between two tries to reach it. */
export const awayMillis = 2000;
let watch: Promise<boolean> | undefined;

const isReady = (): Promise<boolean> =>
  fetch("/ready", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A moment, or less where the browser says that the network is back. */
const moment = (): Promise<unknown> =>
  new Promise((resolve) => {
    const signal = AbortSignal.timeout(awayMillis);
    signal.addEventListener("abort", resolve);
    window.addEventListener("online", resolve, { once: true, signal });
  });

async function watchUntilReady(): Promise<boolean> {
  while (!(await isReady())) {
    serverUnavailable.set(true);
    await moment();
  }
  const wasAway = serverUnavailable.get();
  serverUnavailable.set(false);
  return wasAway;
}

/** Settles once requests are welcome, with whether they were not, which is said meanwhile; a part of the server that is away for itself is not the server. */
export function whenReachable(): Promise<boolean> {
  watch ??= watchUntilReady().finally(() => {
    watch = undefined;
  });
  return watch;
}

export const loader = createStore<LoaderState>(idle);

let token = "";
let language = "nl";
/** Asks for a login over the page; resolves to whether somebody logged in. The shell hands it in. */
let askLogin: (() => Promise<boolean>) | undefined;
let asking: Promise<boolean> | undefined;
/** How often somebody logged in over the page: a refusal of before the last time says nothing about now. */
let logins = 0;
let genericMessage = (status: number): string => String(status);

export const setRequestLanguage = (lang: string): void => {
  language = lang;
};
export const setLoginPrompt = (ask: () => Promise<boolean>): void => {
  askLogin = ask;
};
/** The sentence for an error that brings none of its own. */
export const setErrorTexts = (translate: (status: number) => string): void => {
  genericMessage = translate;
};

/** Fetches the token that every body carries; a login and a csrf refusal make the old one stale. */
export async function fetchToken(): Promise<void> {
  const response = await reach(csrfAddress, { headers: headersOf(undefined), credentials: "same-origin" });
  const body: unknown = await readBody(response);
  if (!response.ok) throw failureOf(response.status, body);
  if (typeof body === "object" && body !== null && "token" in body && typeof body.token === "string")
    token = body.token;
}

const xsrfCookie = (): string | undefined => {
  const found = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  return found === undefined ? undefined : decodeURIComponent(found);
};

function headersOf(idempotencyKey: string | undefined): Headers {
  const headers = new Headers({
    Accept: "application/json",
    "Accept-Language": language,
    "X-Requested-With": "XMLHttpRequest",
  });
  const xsrf = xsrfCookie();
  if (xsrf !== undefined) headers.set("X-XSRF-TOKEN", xsrf);
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
  return headers;
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return { message: response.statusText };
  }
}

const failureOf = (status: number, body: unknown): ApiError => {
  const errors = errorsOf(body);
  const message = messageOf(body) ?? errors?.common?.[0] ?? genericMessage(status);
  const refused = status === 400 || status === 402;
  // A refusal without a list still has to tell the person something: the generic message, as a common entry.
  const withErrors = refused && errors === undefined ? { ...Object(body), errors: { common: [message] } } : body;
  return new ApiError(status, codeOf(body) ?? String(status), message, withErrors);
};

function bodyOf(request: Request, headers: Headers): string | FormData | undefined {
  if (request.method === "GET") return undefined;
  const fields = request.csrf === false ? { ...request.body } : { ...request.body, _token: token };
  const files = Object.entries(request.files ?? {}).flatMap(([field, value]) => filesOf(field, value));
  if (files.length === 0) {
    headers.set("Content-Type", "application/json");
    return JSON.stringify(fields);
  }
  const form = new FormData();
  for (const [key, value] of multipartPairs(fields)) form.append(key, value instanceof Blob ? value : String(value));
  for (const [key, file] of files) form.append(key, file, file.name);
  return form;
}

const filesOf = (field: string, value: File | readonly File[] | null): Pair<File>[] =>
  value === null
    ? []
    : value instanceof File
      ? [[field, value]]
      : value.map((file, index) => [`${field}[${index}]`, file]);

/** No response at all becomes an error of ours; an abort stays one. */
async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, init);
    setServerDay(response.headers.get(dayHeader));
    setBalancesDay(response.headers.get(balancesHeader));
    return response;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError(0, "network", genericMessage(0), { cause: String(cause) });
  }
}

async function attempt(request: Request, idempotencyKey: string | undefined): Promise<Response> {
  const headers = headersOf(idempotencyKey);
  const search = new URLSearchParams((request.query ?? []).map(([key, value]) => [key, value])).toString();
  const body = bodyOf(request, headers);
  return reach(search ? `${request.path}?${search}` : request.path, {
    method: request.method,
    headers,
    credentials: "same-origin",
    ...(body === undefined ? {} : { body }),
    ...(request.signal ? { signal: request.signal } : {}),
  });
}

/** Nobody is logged in any more, or a right is missing that somebody else may have (specification, point 8). */
const asksForLogin = ({ status, code }: ApiError): boolean =>
  status === 403 || (status === 401 && code !== "login" && code !== "factor");

async function login(): Promise<boolean> {
  if (askLogin === undefined) return false;
  asking ??= askLogin()
    .then((isDone) => {
      if (isDone) logins += 1;
      return isDone;
    })
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/** The keys of acts of which it is not known whether they happened: sent again by hand, the same act has the same key and happens once. */
const unsettled = new Map<string, string>();
const mostUnsettled = 50;

const nameOf = (request: Request): string =>
  JSON.stringify([
    request.path,
    request.query ?? [],
    request.body ?? {},
    Object.entries(request.files ?? {}).map(fileNames),
  ]);

const fileNames = ([field, given]: [string, Files[string]]): unknown[] => [
  field,
  ...filesOf(field, given ?? null).map(([, { name, size, lastModified }]) => [name, size, lastModified]),
];

async function sendWithRetries(request: Request): Promise<Response> {
  if (request.method !== "POST") return sendUnderKey(request, undefined);
  const name = nameOf(request);
  // One key for all tries of one act, so that a retry or a repeat after login has one effect.
  const key = unsettled.get(name) ?? crypto.randomUUID();
  unsettled.delete(name);
  try {
    return await sendUnderKey(request, key);
  } catch (error) {
    if (error instanceof ApiError && error.isAway && unsettled.size < mostUnsettled) unsettled.set(name, key);
    throw error;
  }
}

async function sendUnderKey(request: Request, idempotencyKey: string | undefined): Promise<Response> {
  let retries = csrfRetries;
  let isAsked = false;
  for (;;) {
    const loginsBefore = logins;
    const response = await attempt(request, idempotencyKey);
    if (response.ok) return response;
    const failure = failureOf(response.status, await readBody(response));
    if ((failure.code === "csrf" || failure.status === 409) && retries > 0) {
      retries -= 1;
      await fetchToken();
    } else if (asksForLogin(failure) && request.quiet !== true && !isAsked) {
      // Asked once: who is logged in again and is still refused lacks the right, and hears so from whoever sent the request.
      isAsked = true;
      if (loginsBefore === logins && !(await login())) throw failure;
      await fetchToken();
    } else throw failure;
  }
}

/** Sends a request and gives its response, or throws an `ApiError`. There is no time-out: the server has its own. */
export async function send(request: Request): Promise<Response> {
  const moves = request.quiet !== true && request.bar !== false;
  if (moves) loader.update(started);
  try {
    return await sendWithRetries(request);
  } catch (error) {
    if (error instanceof ApiError && error.isAway) void whenReachable();
    throw error;
  } finally {
    if (moves) loader.update(ended);
  }
}

/** Sends a request and reads its JSON. */
export const sendForJson = async (request: Request): Promise<unknown> => readBody(await send(request));
