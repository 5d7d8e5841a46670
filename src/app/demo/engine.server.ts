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
import { type Parts, type Queue, workCtx } from "../../ground/platform/server/jobs/work-context.ts";
import { noteWork } from "../../ground/platform/server/jobs/works.ts";
import { recordUndelivered } from "../../ground/platform/server/outbox/outbox.ts";
import { copyRows, copyText } from "../../ground/platform/server/postgres/copy-rows.ts";
import type { Database } from "../../ground/platform/server/postgres/database.ts";
import type { HandClock } from "../../ground/platform/server/process/clock.ts";

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

export interface Engine {
  readonly clock: HandClock;
  readonly db: Database["db"];
  /** A user makes a call, as by its screen; what it sets going has run when this returns. */
  call<C extends Call>(user: Actor, call: C, input?: DemoInput<C>): Promise<ReplyOf<C>>;
  /** Somebody without an account asks for a page or sends its form, in a browser of their own. */
  visit<C extends Call>(browser: DemoBrowser, call: C, input?: DemoInput<C>): Promise<void>;
  /** A piece of work in one transaction, and what it sets going. */
  work<R>(run: (ctx: WorkCtx) => Promise<R>, user?: Actor): Promise<R>;
  /** Does what the rules may refuse: then it is written down, nothing of it stands, and the story goes on, as an office would. */
  unlessRefused(run: () => Promise<void>): Promise<void>;
  /** Runs a job that runs by itself, such as the nightly ones, by its name. */
  nightly(name: string): Promise<void>;
}

/** What a browser keeps between pages. */
export type DemoBrowser = Map<string, string>;

interface Waiting {
  readonly name: string;
  readonly payload: unknown;
  readonly progressId: string | undefined;
}

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
  { database, clock, signal }: EngineSpec,
  parts: Parts,
  ctxOf: (tx: SystemDb, user: Actor) => SystemCtx,
  progressId: string | undefined,
): JobCtx => ({
  clock,
  ids: parts.ids,
  random: parts.random,
  log: parts.log,
  storage: parts.storage,
  environment: parts.environment,
  db: database.db,
  signal,
  tx: (run, user = systemActor) => database.db.transaction().execute((tx) => run(ctxOf(tx, user))),
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

/** A queue that lays work in a list. */
const queueInto = (waiting: Waiting[]): Queue => ({
  async enqueue(_db, name, payload) {
    waiting.push({ name, payload, progressId: undefined });
  },
  async enqueueWork(_db, name, payload, progressId) {
    waiting.push({ name, payload, progressId });
  },
  async emit(_db, event, payload) {
    waiting.push({ name: `on ${event}`, payload, progressId: undefined });
  },
});

async function unlessRefused(log: Parts["log"], run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof VorderError) || !["validation", "refused", "conflict"].includes(error.code)) throw error;
    log.warn({ err: error, refused: error.detail.fields }, "the demo was refused something");
  }
}

/** Makes an engine. Whatever is asked of it runs to its end, one thing after the other. */
export function demoEngine(spec: EngineSpec): Engine {
  const { database, modules, clock, signal } = spec;
  const waiting: Waiting[] = [];
  const jobs = new Map(modules.flatMap((module) => module.jobs.map((job) => [job.name, job] as const)));
  const listeners = modules.flatMap((module) => module.listeners);
  const answers = new Map(
    modules.flatMap((module) => module.handlers.map((handler) => [handler.call, handler] as const)),
  );
  const queue = queueInto(waiting);
  const parts: Parts = { ...spec.parts, clock, queue };
  const { db } = database;
  // What goes outside is kept, never carried: these messages are of the past, to people who do not exist.
  const ctxOf = (tx: SystemDb, user: Actor): SystemCtx => {
    const ctx = workCtx(parts, tx, user);
    return { ...ctx, send: (item) => recordUndelivered(ctx, item) };
  };

  const jobCtx = (progressId: string | undefined): JobCtx => jobCtxOf(spec, parts, ctxOf, progressId);
  const runJob = async (name: string, payload: unknown, progressId?: string): Promise<void> => {
    const found = jobs.get(name);
    if (found === undefined) throw new VorderError("internal", { cause: `no job ${name}` });
    await noteWork(db, progressId, { state: "running", started_at: clock.now() });
    await found.run(jobCtx(progressId), found.payload.parse(payload));
    await noteWork(db, progressId, { state: "done", finished_at: clock.now() });
  };
  const settle = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signal.throwIfAborted();
      const { name, payload, progressId } = next;
      if (!name.startsWith("on ")) await runJob(name, payload, progressId);
      else
        for (const each of listeners.filter(({ event }) => `on ${event}` === name))
          await each.handle(jobCtx(undefined), payload);
    }
  };
  const work: Engine["work"] = async (run, user = systemActor) => {
    const result = await db.transaction().execute((tx) => run(ctxOf(tx, user)));
    await settle();
    return result;
  };

  const answerOf = (call: Call) => {
    const found = answers.get(call);
    if (found === undefined) throw new VorderError("internal", { cause: `nobody answers ${call.method} ${call.path}` });
    return found;
  };

  return {
    clock,
    db,
    work,
    unlessRefused: (run) => unlessRefused(parts.log, run),
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
    async call(user, call, input = {}) {
      const found = answerOf(call);
      const given = inputOf(call, input);
      return work(async (workCtx) => {
        const ctx = { ...workCtx, ...requestOf(parts, spec.session) };
        const reply = await found.handle(ctx, given, await found.prepare?.(ctx, given));
        // The call's own schema says what its answer replies.
        return call.reply.parse(reply) as ReplyOf<typeof call>;
      }, user);
    },
  };
}
