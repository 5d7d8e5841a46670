/** What a module's server is made of: answers to its calls, jobs, and listeners to events of lower modules. */
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

/** The person (or the system itself) on whose behalf something happens. */
export interface Actor {
  /** 0 for a guest and for the system. */
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly acl: readonly string[];
  readonly kind: "staff" | "customer" | "contact" | "debtor" | "guest" | "system";
  /** The clients whose files a customer or contact person may see. */
  readonly clientIds: readonly number[];
  /** The files that whoever owes may see on a page of their own. */
  readonly fileIds?: readonly number[];
  readonly teamIds: readonly number[];
  /** Staff see all files unless a setting keeps them to their teams'. */
  readonly seesAllFiles: boolean;
  /** Who is really at the keyboard while impersonating. */
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

/** The actor of runs, jobs and imports that nobody started by hand. */
export const systemActor: Actor = {
  ...guest,
  username: "system",
  name: "Vorder",
  acl: ["*"],
  kind: "system",
  seesAllFiles: true,
};

export type { Db, SystemDb } from "../postgres/guarded.ts";

/** One line of the audit trail: a change to money, state, rights, templates or settings. */
export interface AuditEntry {
  /** `module.verb`, for instance `merchant.update`. */
  readonly action: string;
  readonly subject: string;
  readonly subjectId: number | string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Whose line it is where that is not the caller: at a login there is no caller yet. 0 for a name that nobody has. */
  readonly by?: { readonly id: number; readonly username: string };
}

/** What everything that changes data is handed: one transaction, who does it, and when. */
export interface WorkCtx {
  /** The transaction of the request or job step; what is handed out cannot open another. */
  readonly db: Db;
  readonly user: Actor;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly lang: Language;
  readonly log: Logger;
  readonly storage: Storage;
  readonly environment: Environment;
  /** A sentence of any module's texts, in the language of the user or in another. */
  translate(message: Message, language?: Language): string;
  /** Tells upper modules, in the same transaction; each listener runs as its own job, at least once. */
  emit<P extends z.ZodType>(event: EventDecl<P>, payload: z.input<P>): Promise<void>;
  /** Queues a job in the same transaction. `key` keeps one job of that key waiting at a time. */
  enqueue<P extends z.ZodType>(job: JobDecl<P>, payload: z.input<P>, options?: EnqueueOptions): Promise<void>;
  /**
   * Begins long work: a job that its owner sees under "my jobs", that goes on after its worker died and can be tried again. `key` names what
   * it works on, such as "run:12": a second one of the same job and key joins the one under way. Returns the id of its row.
   */
  track<P extends z.ZodType>(job: JobDecl<P>, payload: z.input<P>, title: string, key?: string): Promise<string>;
  /** Has work of this user go on that failed or stands still, under its own row; false where there is none. */
  trackAgain(id: string): Promise<boolean>;
  audit(...entries: readonly AuditEntry[]): Promise<void>;
  /** Puts an effect to the outside into the outbox, in the same transaction; the same key twice is one effect. */
  send(item: OutboxItem): Promise<void>;
}

export interface EnqueueOptions {
  readonly key?: string;
  readonly after?: Date;
}

/** What is done by the system: jobs, runs, engines. It reads the whole database. */
export interface SystemCtx extends WorkCtx {
  readonly db: SystemDb;
}

/** What the answer to a call is handed. For a GET without `writes`, `db` is read-only. */
export interface Ctx extends WorkCtx {
  readonly requestId: string;
  readonly session: SessionControl;
  readonly request: {
    readonly ip: string;
    readonly userAgent: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly cookies: Readonly<Record<string, string | undefined>>;
  };
  /** Notes that these files' data are handed out; the file of an address `/file/{id}…` is noted without that. */
  saw(fileIds: readonly number[]): void;
  /** Notes that a list of these files is handed out as a download; those of a reply's own rows are noted without that. */
  listed(fileIds: readonly number[]): void;
  /**
   * Has the browser forget the pages that it keeps, so that "back" shows nothing to whoever comes next. What people set for themselves
   * (language, colours, columns) and the mark of a known browser stay.
   */
  forgetSite(): void;
  /** Sets or (with null) clears a cookie on the reply: HttpOnly, SameSite=Lax, Secure behind TLS. */
  setCookie(name: string, value: string | null, maxAgeSeconds?: number): void;
}

/** A file that came with a multipart request, kept in a temporary place until the request ends. */
export interface UploadedFile {
  /** Its field, without the number that several files of one field have. */
  readonly field: string;
  readonly name: string;
  /** What the sender claims; never trust it (storage sniffs the content). */
  readonly claimedMime: string;
  readonly size: number;
  readonly path: string;
  /** Whether a virus scanner found nothing in it; false where none is set up. An infected file never comes this far. */
  readonly scanned: boolean;
  bytes(): Promise<Uint8Array>;
  stream(): Readable;
}

export interface Input<C extends Call> {
  readonly params: z.output<C["params"]>;
  readonly query: z.output<C["query"]>;
  readonly body: z.output<C["body"]>;
  readonly files: readonly UploadedFile[];
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

/** Answers a call. The transport checks who may and the shapes; the handler gets typed input and a transaction. */
export const handle = <C extends Call>(
  call: C,
  handle: (ctx: Ctx, input: Input<C>) => Promise<z.input<C["reply"]> | Blob | PageReply | Redirect | Failure>,
  // The transport parses the input with this very call's schemas, so the wider parameter is sound.
): Handler => ({ call, handle: handle as Handler["handle"] });

/**
 * Answers a call whose work is slow before it writes: hashing, asking somebody else. `prepare` does that part on the reading
 * connections, while no transaction is open and no writing connection is taken; `handle` then gets what it made.
 */
export const preparedHandler = <C extends Call, P>(
  call: C,
  prepare: (ctx: Ctx, input: Input<C>) => Promise<P>,
  handle: (
    ctx: Ctx,
    input: Input<C>,
    prepared: P,
  ) => Promise<z.input<C["reply"]> | Blob | PageReply | Redirect | Failure>,
  // As above; and what `handle` is given as prepared is what this very `prepare` has made.
): Handler => ({ call, prepare: prepare as Handler["prepare"] & {}, handle: handle as Handler["handle"] });

/** What a job is handed. It opens its own transactions, because long work commits in steps. */
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
  /** One step of the work in one transaction, on behalf of `user` (the system where none is named). */
  tx<R>(run: (ctx: SystemCtx) => Promise<R>, user?: Actor): Promise<R>;
  /** The text of a message, in the language of the system where none is named. */
  translate(message: Message, language?: Language): string;
  /** Shows how far a tracked job is. */
  progress(done: number, total: number, note?: string): Promise<void>;
  /** Keeps the result of a tracked job for "my jobs". */
  result(value: unknown): Promise<void>;
  /** Whether others wait for this worker: long work asks between two of its parts, and then returns "more". */
  isTurnOver(): Promise<boolean>;
  /** Copies rows into a table of the module's own in a transaction by itself, all or none; returns how many. */
  copy(table: string, columns: readonly string[], rows: AsyncIterable<readonly CopyValue[]>): Promise<number>;
  /** The same with rows that stand in the text format of COPY already, in pieces of any length. */
  copyText(table: string, columns: readonly string[], text: AsyncIterable<string | Uint8Array>): Promise<number>;
}

export interface JobDecl<P extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: P;
  /** Returns "more" where it goes back into the queue and is to be run again. */
  readonly run: (ctx: JobCtx, payload: z.output<P>) => Promise<JobOutcome>;
  /** Cron in Europe/Amsterdam for jobs that run by themselves; their payload is `{}`. */
  readonly cron?: string;
  /** For work that looks by itself for what is due: each working process runs it this often, never twice at once in one process. */
  readonly everySeconds?: number;
  /** How often it is tried again after a failure, with back-off. Default 3. */
  readonly retries?: number;
  /** After how many seconds without an end the job is taken to be dead and tried again. Default 900. */
  readonly expireSeconds?: number;
  /** How many of it one worker does at a time, each of another person: for work that cannot be done in slices. Default 1. */
  readonly lanes?: number;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most jobs return nothing.
export type JobOutcome = void | "more";

export const job = <P extends z.ZodType>(spec: JobDecl<P>): JobDecl<P> => spec;

export interface EventDecl<P extends z.ZodType = z.ZodType> {
  readonly event: string;
  readonly payload: P;
}

/** Declares an event by which a lower module tells upper ones. */
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

/** A subject of the audit trail whose history people may read (`HistoryButton`); one that is not declared has none. */
export interface HistorySubject {
  /** As it stands in the audit trail: "merchant". */
  readonly subject: string;
  readonly who: Access;
  /** Text key of what it is: "merchants.heading". */
  readonly name: string;
  /** Text key of a field's name; where there is no such text the bare name is shown. */
  readonly field?: (field: string) => string;
  /** Text key of a value that is one of some codes; undefined where people wrote it themselves. Roles have their names without it. */
  readonly value?: (field: string, value: string) => string | undefined;
  /** Text keys of actions, by action, where the plain verb ("Changed") says too little. */
  readonly actions?: Readonly<Record<string, string>>;
  /** Actions that are left out: what the subject did, where only what became of it is told. */
  readonly without?: readonly string[];
  /** Whether this user may see this very one; without it, whoever passes `who` may. */
  readonly visible?: (ctx: Ctx, subjectId: string) => Promise<boolean>;
}

/** What a check is handed. It reads; a million files pass by it in batches. */
export interface CheckCtx {
  readonly db: SystemDb;
  readonly storage: Storage;
  readonly environment: Environment;
  /** Counts what was looked at. */
  looked(count: number): void;
}

/** What a module promises of its records, asked by `verify` and every night. Each problem is a sentence that names the file or the row. */
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

/** A module as the composition sees it. */
export const defineModule = (spec: {
  name: string;
  screens?: readonly Screen[];
  texts?: readonly Texts[];
  handlers?: readonly Handler[];
  // A job of any payload: the queue hands its runner only what the payload's own schema has parsed.
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
