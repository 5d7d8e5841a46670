/** The parts of a module on the server: handlers of its calls, jobs, and listeners to events of earlier modules. */
import type { Readable } from "node:stream";
import type { Logger } from "pino";
import type { z } from "zod";
import type { Access } from "../../../kernel/access.ts";
import type { Call, Screen } from "../../../kernel/contract.ts";
import type { Message } from "../../../kernel/errors.ts";
import type { Language, Texts } from "../../../kernel/texts.ts";
import type { OutboxItem } from "../outbox/outbox-items.ts";
import type { CopyValue } from "../postgres/copy-rows.ts";
import type { Db, SystemDb } from "../postgres/guarded.ts";
import type { Clock, Ids, Random } from "../process/clock.ts";
import type { Environment } from "../process/environment.ts";
import type { Storage } from "../storage/storage.ts";
import type { Blob, Failure, PageReply, Redirect } from "./replies.ts";
import type { SessionControl } from "./session.ts";

/** The user (or the system) for whom something is executed. */
export interface Actor {
  /** 0 for a guest and for the system. */
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly acl: readonly string[];
  readonly kind: "staff" | "customer" | "contact" | "debtor" | "guest" | "system";
  /** The clients whose files a user of a client may see. */
  readonly clientIds: readonly number[];
  /** The files that a debtor may see on the debtor's page. */
  readonly fileIds?: readonly number[];
  readonly teamIds: readonly number[];
  /** Staff see all files unless a setting limits them to those of their teams. */
  readonly seesAllFiles: boolean;
  /** The real user during impersonation. */
  readonly previous?: { readonly id: number; readonly username: string };
  readonly lang: Language;
}

export const guest: Actor = {
  id: 0,
  username: "",
  name: "",
  acl: [],
  kind: "guest",
  clientIds: [],
  teamIds: [],
  seesAllFiles: false,
  lang: "nl",
};

/** The actor of runs, jobs and imports that no user started. */
export const systemActor: Actor = {
  ...guest,
  username: "system",
  name: "Vorder",
  acl: ["*"],
  kind: "system",
  seesAllFiles: true,
};

export type { Db, SystemDb } from "../postgres/guarded.ts";

/** One line of the audit trail: a change of money, state, rights, templates or settings. */
export interface AuditEntry {
  /** `module.verb`, for example `merchant.update`. */
  readonly action: string;
  readonly subject: string;
  readonly subjectId: number | string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The user of the line if not the caller: at a login there is no caller yet. 0 for an unknown name. */
  readonly by?: { readonly id: number; readonly username: string };
}

/** The context of all code that changes data: one transaction, the actor, and the time. */
export interface WorkCtx {
  /** The transaction of the request or job step; its type cannot open another. */
  readonly db: Db;
  readonly user: Actor;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly lang: Language;
  readonly log: Logger;
  readonly storage: Storage;
  readonly environment: Environment;
  /** A text of any module, in the language of the user or in another. */
  translate(message: Message, language?: Language): string;
  /** Sends an event to later modules, in the same transaction; each listener runs as its own job, at least once. */
  emit<P extends z.ZodType>(event: EventDecl<P>, payload: z.input<P>): Promise<void>;
  /** Queues a job in the same transaction. With `key` at most one job of that key waits. */
  enqueue<P extends z.ZodType>(job: JobDecl<P>, payload: z.input<P>, options?: EnqueueOptions): Promise<void>;
  /**
   * Starts a tracked job: listed under "my jobs" of its owner, continued after a crash of its worker, and retryable. `key` names its subject, such
   * as "run:12": a second one of the same job and key joins the active one. Returns the id of its row.
   */
  track<P extends z.ZodType>(job: JobDecl<P>, payload: z.input<P>, title: string, key?: string): Promise<string>;
  /** Continues a failed or paused job of this user, under its own row; false if there is none. */
  trackAgain(id: string): Promise<boolean>;
  audit(...entries: readonly AuditEntry[]): Promise<void>;
  /** Puts an effect into the outbox, in the same transaction; the same key twice is one effect. */
  send(item: OutboxItem): Promise<void>;
}

export interface EnqueueOptions {
  readonly key?: string;
  readonly after?: Date;
}

/** The context of system work: jobs, runs, engines. It reads the whole database. */
export interface SystemCtx extends WorkCtx {
  readonly db: SystemDb;
}

/** The context of a call's handler. For a GET without `writes`, `db` is read-only. */
export interface Ctx extends WorkCtx {
  readonly requestId: string;
  readonly session: SessionControl;
  readonly request: {
    readonly ip: string;
    readonly userAgent: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly cookies: Readonly<Record<string, string | undefined>>;
  };
  /** Records that data of these files are returned; the file of an address `/file/{id}…` is recorded automatically. */
  saw(fileIds: readonly number[]): void;
  /** Records that a list of these files is returned as a download; those in a reply's own rows are recorded automatically. */
  listed(fileIds: readonly number[]): void;
  /** Clears the browser's cached pages, so that "back" shows nothing to the next user; preferences and the mark of a known browser stay. */
  forgetSite(): void;
  /** Sets or (with null) clears a cookie on the reply: HttpOnly, SameSite=Lax, Secure behind TLS. */
  setCookie(name: string, value: string | null, maxAgeSeconds?: number): void;
}

/** A file of a multipart request, in a temporary place until the request ends. */
export interface UploadedFile {
  /** Its field name, without the number of repeated fields. */
  readonly field: string;
  readonly name: string;
  /** The type that the sender claims; never trust it (storage detects it from the content). */
  readonly claimedMime: string;
  readonly size: number;
  readonly path: string;
  /** Whether a virus scanner found it clean; false without a scanner. Infected files are refused earlier. */
  readonly scanned: boolean;
  bytes(): Promise<Uint8Array>;
  stream(): Readable;
}

export interface Input<C extends Call> {
  readonly params: z.output<C["params"]>;
  readonly query: z.output<C["query"]>;
  readonly body: z.output<C["body"]>;
  readonly files: readonly UploadedFile[];
  /** Why a file is not among `files`: it is infected, or could not be scanned. Of a page alone, which shows its form again; any other call is refused. */
  readonly refusedFile?: Message | undefined;
}

export {
  type Blob,
  blob,
  type Failure,
  failure,
  type PageReply,
  pageReply,
  type Redirect,
  redirect,
} from "./replies.ts";

export interface Handler {
  readonly call: Call;
  readonly prepare?: (ctx: Ctx, input: Input<Call>) => Promise<unknown>;
  readonly handle: (ctx: Ctx, input: Input<Call>, prepared: unknown) => Promise<unknown>;
}

/** Declares the handler of a call. The transport checks access and schemas; the handler gets typed input and a transaction. */
export const handle = <C extends Call>(
  call: C,
  handle: (ctx: Ctx, input: Input<C>) => Promise<z.input<C["reply"]> | Blob | PageReply | Redirect | Failure>,
  // The transport parses the input with the schemas of this call, so the wider parameter type is sound.
): Handler => ({ call, handle: handle as Handler["handle"] });

/**
 * Declares the handler of a call with a slow part before it writes, such as hashing or a remote request. `prepare` does that part on the reading
 * connections, without an open transaction or a writing connection; `handle` gets its result.
 */
export const preparedHandler = <C extends Call, P>(
  call: C,
  prepare: (ctx: Ctx, input: Input<C>) => Promise<P>,
  handle: (
    ctx: Ctx,
    input: Input<C>,
    prepared: P,
  ) => Promise<z.input<C["reply"]> | Blob | PageReply | Redirect | Failure>,
  // As above; and the prepared value of `handle` is the result of this `prepare`.
): Handler => ({ call, prepare: prepare as Handler["prepare"] & {}, handle: handle as Handler["handle"] });

/** The context of a job. It opens its own transactions, because long work commits in steps. */
export interface JobCtx {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly log: Logger;
  readonly storage: Storage;
  readonly environment: Environment;
  /** Read access outside a transaction. */
  readonly db: SystemDb;
  /** Aborted when the process stops; a job then ends at its next safe point and is continued later. */
  readonly signal: AbortSignal;
  /** One step of the work in one transaction, for `user` (by default the system). */
  tx<R>(run: (ctx: SystemCtx) => Promise<R>, user?: Actor): Promise<R>;
  /** The text of a key, by default in the language of the system. */
  translate(message: Message, language?: Language): string;
  /** Updates the progress of a tracked job. */
  progress(done: number, total: number, note?: string): Promise<void>;
  /** Stores the result of a tracked job for "my jobs". */
  result(value: unknown): Promise<void>;
  /** Whether others wait for this worker: long jobs check it between two parts, and then return "more". */
  isTurnOver(): Promise<boolean>;
  /** Copies rows into a table of the module in a transaction of its own, all or none; returns how many. */
  copy(table: string, columns: readonly string[], rows: AsyncIterable<readonly CopyValue[]>): Promise<number>;
  /** The same with rows in the text format of COPY, in chunks of any length. */
  copyText(table: string, columns: readonly string[], text: AsyncIterable<string | Uint8Array>): Promise<number>;
}

export interface JobDecl<P extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: P;
  /** Returns "more" to be queued again. */
  readonly run: (ctx: JobCtx, payload: z.output<P>) => Promise<JobOutcome>;
  /** Cron in Europe/Amsterdam for scheduled jobs; their payload is `{}`. */
  readonly cron?: string;
  /** For jobs that look for due work: each working process runs it at this interval, never concurrently within a process. */
  readonly everySeconds?: number;
  /** The number of retries after a failure, with back-off. Default 3. */
  readonly retries?: number;
  /** The number of seconds after which an unfinished job counts as dead and is retried. Default 900. */
  readonly expireSeconds?: number;
  /** The concurrency per worker, each for another user: for work that cannot be sliced. Default 1. */
  readonly lanes?: number;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most jobs return nothing.
export type JobOutcome = void | "more";

export const job = <P extends z.ZodType>(spec: JobDecl<P>): JobDecl<P> => spec;

export interface EventDecl<P extends z.ZodType = z.ZodType> {
  readonly event: string;
  readonly payload: P;
}

/** Declares an event from an earlier module to later ones. */
export const event = <P extends z.ZodType>(name: string, payload: P): EventDecl<P> => ({ event: name, payload });

export interface Listener {
  readonly event: string;
  readonly payload: z.ZodType;
  readonly handle: (ctx: JobCtx, payload: unknown) => Promise<void>;
}

export const on = <P extends z.ZodType>(
  declared: EventDecl<P>,
  handle: (ctx: JobCtx, payload: z.output<P>) => Promise<void>,
): Listener => ({
  event: declared.event,
  payload: declared.payload,
  handle: async (ctx, payload) => handle(ctx, declared.payload.parse(payload)),
});

/** A subject of the audit trail whose history users may read (`HistoryButton`); undeclared subjects have none. */
/** What records are called by their ids, in the reader's language. */
export type NamesOfIds = (ctx: Ctx, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

export interface HistorySubject {
  /** Its name in the audit trail: "merchant". */
  readonly subject: string;
  readonly who: Access;
  /** Text key of its name: "merchants.heading". */
  readonly name: string;
  /** Text key of a field's name; without a text the field's technical name is shown. */
  readonly field?: (field: string) => string;
  /** Text key of a coded value; undefined for free text. Roles have their names without it. */
  readonly value?: (field: string, value: string) => string | undefined;
  /** Of fields that hold ids of other records: what those are called. An id of which nobody knows the name stands as a number. */
  readonly references?: Readonly<Record<string, NamesOfIds>>;
  /** Text keys of actions whose plain verb ("Changed") is not specific enough. */
  readonly actions?: Readonly<Record<string, string>>;
  /** Actions that are left out: requests of the subject of which only the result is shown. */
  readonly without?: readonly string[];
  /** Whether this user may see this record; by default every user allowed by `who`. */
  readonly visible?: (ctx: Ctx, subjectId: string) => Promise<boolean>;
}

/** The context of a check. It only reads; a million files are processed in batches. */
export interface CheckCtx {
  readonly db: SystemDb;
  readonly storage: Storage;
  readonly environment: Environment;
  /** Counts examined items. */
  looked(count: number): void;
}

/** A consistency check of a module's records, run by `verify` and every night. Each problem is a sentence that names the file or row. */
export interface Check {
  readonly name: string;
  readonly run: (ctx: CheckCtx) => AsyncIterable<string>;
}

export interface ModuleServer {
  readonly name: string;
  readonly screens: readonly Screen[];
  readonly texts: readonly Texts[];
  readonly handlers: readonly Handler[];
  readonly jobs: readonly JobDecl[];
  readonly listeners: readonly Listener[];
  readonly history: readonly HistorySubject[];
  readonly checks: readonly Check[];
}

/** A module as the composition uses it. */
export const defineModule = (spec: {
  name: string;
  screens?: readonly Screen[];
  texts?: readonly Texts[];
  handlers?: readonly Handler[];
  // A job of any payload: the queue passes to its runner only what the payload's schema has parsed.
  jobs?: readonly {
    name: string;
    payload: z.ZodType;
    run: (ctx: JobCtx, payload: never) => Promise<JobOutcome>;
    cron?: string;
    everySeconds?: number;
    retries?: number;
    expireSeconds?: number;
    lanes?: number;
  }[];
  listeners?: readonly Listener[];
  history?: readonly HistorySubject[];
  checks?: readonly Check[];
}): ModuleServer => ({
  name: spec.name,
  screens: spec.screens ?? [],
  texts: spec.texts ?? [],
  handlers: spec.handlers ?? [],
  jobs: (spec.jobs ?? []) as readonly JobDecl[], // Each job parses its payload by its own schema.
  listeners: spec.listeners ?? [],
  history: spec.history ?? [],
  checks: spec.checks ?? [],
});
