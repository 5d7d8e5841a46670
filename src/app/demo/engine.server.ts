/**
 * The engine as the demo portfolio drives it: the modules' own answers, jobs and listeners, on a clock that is turned by hand. Jobs do
 * not go through the queue of the process, whose workers live today, but run here, in the time that they were asked for.
 */
import { Readable } from "node:stream";
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from "../../ground/kernel/contract.ts";
import { VorderError } from "../../ground/kernel/errors.ts";
import {
  type Actor,
  type Ctx,
  guest,
  type JobCtx,
  type ModuleServer,
  type SystemCtx,
  type SystemDb,
  systemActor,
  type UploadedFile,
  type WorkCtx,
} from "../../ground/platform/server/http/module.ts";
import type { Parts } from "../../ground/platform/server/jobs/work-context.ts";
import { noteWork } from "../../ground/platform/server/jobs/works.ts";
import { copyRows, copyText } from "../../ground/platform/server/postgres/copy-rows.ts";
import type { Database } from "../../ground/platform/server/postgres/database.ts";
import type { HandClock } from "../../ground/platform/server/process/clock.ts";
import { type Transact, Transactions, type Waiting } from "./transactions.server.ts";

export interface EngineSpec {
  /** Of the process; the clock is replaced. */
  readonly parts: Parts;
  readonly database: Database;
  readonly modules: readonly ModuleServer[];
  readonly clock: HandClock;
  readonly signal: AbortSignal;
  /** The id of a stored session for calls that hold something for the session they come from; without it such calls fail. */
  readonly session?: Buffer;
}

export interface DemoInput<C extends Call> {
  readonly params?: ParamsOf<C>;
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  /** One file, for calls that carry files. */
  readonly file?: { readonly field: string; readonly name: string; readonly content: string };
}

/** A transaction of the engine. */
export interface Inside {
  readonly db: SystemDb;
  /** A user makes a call, as by its screen. */
  call<C extends Call>(user: Actor, call: C, input?: DemoInput<C>): Promise<ReplyOf<C>>;
}

/** What somebody does about a file, in one transaction. */
export type Act = (inside: Inside) => Promise<void>;

export interface Engine {
  readonly clock: HandClock;
  readonly db: Database["db"];
  /** A user makes a call, as by its screen; what it sets going has run when this returns. */
  call<C extends Call>(user: Actor, call: C, input?: DemoInput<C>): Promise<ReplyOf<C>>;
  /** Somebody without an account asks for a page or sends its form, in a browser of their own. */
  visit<C extends Call>(browser: DemoBrowser, call: C, input?: DemoInput<C>): Promise<void>;
  /** A piece of work in one transaction, and what it sets going. */
  work<R>(run: (ctx: WorkCtx) => Promise<R>, user?: Actor): Promise<R>;
  /**
   * Acts on different files, with statements that they share. One that the rules refuse is written down, nothing of it stands, and the others go
   * on, as an office would.
   */
  together(acts: readonly Act[]): Promise<void>;
  /** Does what the rules may refuse: then it is written down, nothing of it stands, and the story goes on, as an office would. */
  unlessRefused(run: () => Promise<void>): Promise<void>;
  /** Runs a job that runs by itself, such as the nightly ones, by its name. */
  nightly(name: string): Promise<void>;
}

/** What a browser keeps between pages. */
export type DemoBrowser = Map<string, string>;

const unusable = (): never => {
  throw new VorderError("internal", { cause: "the demo portfolio has no session" });
};

const noSession: Ctx["session"] = {
  id: unusable,
  proof: unusable,
  prove: unusable,
  start: unusable,
  end: unusable,
  impersonate: unusable,
  endOthersOf: unusable,
  token: unusable,
  keyFor: unusable,
};

function uploaded(file: DemoInput<Call>["file"]): UploadedFile[] {
  if (file === undefined) return [];
  const bytes = Buffer.from(file.content);
  const { field, name } = file;
  return [
    {
      field,
      name,
      claimedMime: "",
      size: bytes.length,
      path: "",
      scanned: false,
      bytes: async () => bytes,
      stream: () => Readable.from(bytes),
    },
  ];
}

/** What a job is handed: as it is by the queue, with the clock of the past. */
const jobCtxOf = (
  database: Database,
  parts: Parts,
  signal: AbortSignal,
  tx: Transact,
  progressId?: string,
): JobCtx => ({
  clock: parts.clock,
  ids: parts.ids,
  random: parts.random,
  log: parts.log,
  storage: parts.storage,
  environment: parts.environment,
  db: database.db,
  signal,
  tx,
  translate: (message, language = systemActor.lang) => parts.texts.translate(language, message),
  progress: (done, total) => noteWork(database.db, progressId, { done, total }),
  result: (value) => noteWork(database.db, progressId, { result: JSON.stringify(value) }),
  isTurnOver: async () => false,
  copy: (table, columns, rows) => copyRows(database.pool, table, columns, rows),
  copyText: (table, columns, text) => copyText(database.pool, table, columns, text),
});

/** What of a request a handler sees that comes from a browser without an account. */
const browserOf = (browser: DemoBrowser): Partial<Ctx> => ({
  session: { ...noSession, token: () => "demo", keyFor: (purpose) => Buffer.from(purpose.padEnd(32, "."), "latin1") },
  request: { ip: "127.0.0.1", userAgent: "demo", headers: {}, cookies: Object.fromEntries(browser) },
  setCookie: (name, value) => void (value === null ? browser.delete(name) : browser.set(name, value)),
  forgetSite: () => browser.clear(),
});

/** What of a request a handler sees that comes from no browser. */
const requestOf = (parts: Parts, session: Buffer | undefined) => ({
  requestId: parts.ids.uuid(),
  session: session === undefined ? noSession : { ...noSession, id: () => session },
  request: { ip: "127.0.0.1", userAgent: "demo", headers: {}, cookies: {} },
  setCookie: unusable,
  saw: () => undefined,
  listed: () => undefined,
  forgetSite: unusable,
});

/** The input of a call, checked as the transport checks it. */
const inputOf = (call: Call, input: Parameters<Engine["call"]>[2] = {}) => ({
  params: call.params.parse(input.params ?? {}),
  query: call.query.parse(input.query ?? {}),
  body: call.body.parse(input.body ?? {}),
  files: uploaded(input.file),
});

const isRefusal = (error: unknown): error is VorderError =>
  error instanceof VorderError && ["validation", "refused", "conflict"].includes(error.code);

const noteRefusal = (log: Parts["log"], error: unknown): void =>
  log.warn(
    { err: error, refused: error instanceof VorderError ? error.detail.fields : undefined },
    "the demo was refused something",
  );

async function unlessRefused(log: Parts["log"], run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    noteRefusal(log, error);
  }
}

/** Runs jobs and tells events, in the time in which they were asked for. */
function demoWorkers({ database, modules, clock, signal }: EngineSpec, parts: Parts, transactions: Transactions) {
  const jobs = new Map(modules.flatMap((module) => module.jobs.map((job) => [job.name, job] as const)));
  const listeners = modules.flatMap((module) => module.listeners);
  const runJob = async (name: string, payload: unknown, progressId?: string): Promise<void> => {
    const found = jobs.get(name);
    if (found === undefined) throw new VorderError("internal", { cause: `no job ${name}` });
    await noteWork(database.db, progressId, { state: "running", started_at: clock.now() });
    await found.run(jobCtxOf(database, parts, signal, transactions.alone, progressId), found.payload.parse(payload));
    await noteWork(database.db, progressId, { state: "done", finished_at: clock.now() });
  };
  /** Tells everybody who listens; those who work on different files do it side by side. */
  const notifyListeners = async (events: readonly Waiting[]): Promise<void> => {
    for (const { handle } of listeners.filter(({ event }) => `on ${event}` === events[0]?.name)) {
      const shared = transactions.shared(events.length);
      const ctx = jobCtxOf(database, parts, signal, shared.tx);
      const outcomes = await Promise.allSettled(
        events.map(({ payload }) => handle(ctx, payload).finally(() => shared.leave())),
      );
      for (const each of outcomes) if (each.status === "rejected") throw each.reason;
    }
  };
  const settle = async (): Promise<void> => {
    for (let next = transactions.next(); next.length > 0; next = transactions.next()) {
      signal.throwIfAborted();
      if (next[0]?.name.startsWith("on ")) await notifyListeners(next);
      else for (const { name, payload, progressId } of next) await runJob(name, payload, progressId);
    }
  };
  return { runJob, settle };
}

/** Which handler answers a call. */
function handlersOf(modules: EngineSpec["modules"]) {
  const answers = new Map(
    modules.flatMap((module) => module.handlers.map((handler) => [handler.call, handler] as const)),
  );
  return (call: Call) => {
    const found = answers.get(call);
    if (found === undefined) throw new VorderError("internal", { cause: `nobody answers ${call.method} ${call.path}` });
    return found;
  };
}

/** Makes an engine. Whatever is asked of it runs to its end, one thing after the other. */
export function demoEngine(spec: EngineSpec): Engine {
  const { database, modules, clock } = spec;
  const answerOf = handlersOf(modules);
  const parts: Parts = { ...spec.parts, clock };
  const transactions = new Transactions(database.db, parts);
  const { runJob, settle } = demoWorkers(spec, parts, transactions);
  const insideOf = (db: SystemDb, ctxOf: (user: Actor) => SystemCtx): Inside => ({
    db,
    async call(user, call, input = {}) {
      const found = answerOf(call);
      const given = inputOf(call, input);
      const ctx = { ...ctxOf(user), ...requestOf(parts, spec.session) };
      const reply = await found.handle(ctx, given, await found.prepare?.(ctx, given));
      // The call's own schema says what its answer replies.
      return call.reply.parse(reply) as ReplyOf<typeof call>;
    },
  });
  const inside = async <R>(run: (inside: Inside) => Promise<R>): Promise<R> => {
    const result = await transactions.inside((tx, ctxOf) => run(insideOf(tx, ctxOf)));
    await settle();
    return result;
  };
  const work: Engine["work"] = async (run, user) => {
    const result = await transactions.alone(run, user);
    await settle();
    return result;
  };

  return {
    clock,
    db: database.db,
    work,
    unlessRefused: (run) => unlessRefused(parts.log, run),
    async together(acts) {
      const works = acts.map((act) => (tx: SystemDb, ctxOf: (user: Actor) => SystemCtx) => act(insideOf(tx, ctxOf)));
      const refused = acts.length > 1 ? await transactions.sparing(works, isRefusal).catch(() => undefined) : undefined;
      for (const error of refused ?? []) noteRefusal(parts.log, error);
      await settle();
      // One of them failed, of which the others need not know.
      if (refused === undefined) for (const act of acts) await unlessRefused(parts.log, () => inside(act));
    },
    async nightly(name) {
      await runJob(name, {});
      await settle();
    },
    async visit(browser, call, input = {}) {
      const found = answerOf(call);
      const given = inputOf(call, input);
      await work(async (workCtx) => {
        const ctx = { ...workCtx, ...requestOf(parts, spec.session), ...browserOf(browser) };
        await found.handle(ctx, given, await found.prepare?.(ctx, given));
      }, guest);
    },
    call: (user, call, input) => inside(({ call: made }) => made(user, call, input)),
  };
}
