/**
 * Sessions in the database. The cookie holds 32 random bytes; the table holds only their hash. Guests have a cookie too, so that
 * the csrf token, which is bound to it, exists before login; their session has no row.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../postgres/guarded.ts";
import type { Clock, Random } from "../process/clock.ts";

/** Behind TLS the browser itself holds it to this very host, path and transport (`__Host-`). */
export const sessionCookie = (secure: boolean): string => (secure ? "__Host-vorder_session" : "vorder_session");
/** No setting lets a session last longer than this. */
const longestHours = 24;
/** Writing "last seen" more often than this would make every read a write. */
const touchSeconds = 60;

/** How whoever began a session proved who they are. */
export interface Proof {
  /** When a second factor was passed; null where none was. */
  readonly factorAt: Date | null;
  /** When password or factor were last shown; null where that is not known. */
  readonly provedAt: Date | null;
  /** Where a sign-in by a provider is ended there too, sealed by whoever knows what it is; null for any other. */
  readonly leaveBy?: string | null;
}

/** What a handler may do with the session; the transport sets the cookie once the transaction has committed. */
export interface SessionControl {
  /** The hash of the cookie: what is to belong to this browser before anybody is logged in is kept under it. */
  id(): Buffer;
  /** Begins a session for this user under a new id: nothing of the guest's survives (no fixation). */
  start(userId: number, proof: Proof): Promise<void>;
  /** How the present session was proved; undefined where there is none. */
  proof(): Promise<Proof | undefined>;
  /** Notes that whoever holds the session has just shown who they are; `factor`: by a second factor. */
  prove(factor: boolean): Promise<void>;
  /** Ends the session. */
  end(): Promise<void>;
  /** Goes on as `userId`, remembering who is really at the keyboard; null goes back. Under a new id. */
  impersonate(userId: number, previousUserId: number | null): Promise<void>;
  /** Ends every other session of a user: after a password change, a revoked role, a deactivation. */
  endOthersOf(userId: number): Promise<void>;
  /** The csrf token of this session. */
  token(): string;
  /** A key for one purpose (signing a bot check, hashing a name), the same in every process. */
  keyFor(purpose: string): Buffer;
}

export const hashOf = (value: string): Buffer => createHash("sha256").update(value).digest();

/** The csrf token of a session cookie: a keyed hash, so that nothing need be stored. */
export const csrfToken = (secret: string, cookie: string): string =>
  createHmac("sha256", secret).update(`csrf:${cookie}`).digest("base64url");

export const sameToken = (a: string, b: string): boolean => {
  const [left, right] = [hashOf(a), hashOf(b)];
  return timingSafeEqual(left, right);
};

export const newCookie = (random: Random): string => Buffer.from(random.bytes(32)).toString("base64url");

export const isCookieShape = (value: string | undefined): value is string =>
  value !== undefined && /^[\w-]{43}$/.test(value);

/** How long sessions last: as numbers, or as SQL that reads the settings. */
export interface SessionTerms {
  /** A session that nobody used for this many minutes is over. */
  readonly idleMinutes: RawBuilder<number>;
  /** A session ends after this many hours in any case. */
  readonly absoluteHours: RawBuilder<number>;
}

/** The session of a cookie, while it lasts: at most one row of user_id, previous_user_id, last_seen_at and factor_at, to be joined with its users. */
export function liveSession(cookie: string, clock: Clock, terms: SessionTerms): RawBuilder<unknown> {
  return sql`select user_id, previous_user_id, last_seen_at, factor_at from session where id = ${hashOf(cookie)} and ${sessionLasts(clock, terms)}`;
}

/** Whether the session of a row lasts still. */
export const sessionLasts = (
  clock: Clock,
  { idleMinutes, absoluteHours }: SessionTerms,
): RawBuilder<boolean> => sql<boolean>`
  last_seen_at > ${clock.now()}::timestamptz - make_interval(mins => ${idleMinutes})
  and created_at > ${clock.now()}::timestamptz - make_interval(hours => ${absoluteHours})`;

/** Whether it is time to note that a session is still in use. */
export const touchDue = (lastSeenAt: Date, clock: Clock): boolean =>
  lastSeenAt.getTime() < clock.now().getTime() - touchSeconds * 1000;

export const touchSession = async (db: Db, cookie: string, clock: Clock): Promise<void> => {
  await db.updateTable("session").set({ last_seen_at: clock.now() }).where("id", "=", hashOf(cookie)).execute();
};

/** Ends every session of a user, and those in which they act as somebody else. */
export const endSessionsOf = async (db: Db, userId: number): Promise<void> => {
  await db
    .deleteFrom("session")
    .where((where) => where.or([where("user_id", "=", userId), where("previous_user_id", "=", userId)]))
    .execute();
};

/** Ends these sessions. */
export const endSessions = async (db: Db, ids: readonly Buffer[]): Promise<void> => {
  if (ids.length > 0)
    await db
      .deleteFrom("session")
      .where("id", "in", [...ids])
      .execute();
};

/** Removes sessions that have run out. */
export const sweepSessions = async (db: Db, clock: Clock): Promise<void> => {
  await db
    .deleteFrom("session")
    .where("last_seen_at", "<", new Date(clock.now().getTime() - longestHours * 3_600_000))
    .execute();
};

/** The session of one request, as its handler sees it. */
export class RequestSession implements SessionControl {
  cookie: string;
  changed = false;
  readonly #deps: { db: Db; clock: Clock; random: Random; secret: string; ip: string; userAgent: string };

  constructor(cookie: string, deps: RequestSession["deps"]) {
    this.cookie = cookie;
    this.#deps = deps;
  }

  get deps() {
    return this.#deps;
  }

  async #open(userId: number, previousUserId: number | null, proof: Proof, since?: Date): Promise<void> {
    const { db, clock, random, ip, userAgent } = this.#deps;
    await this.#drop();
    this.cookie = newCookie(random);
    this.changed = true;
    const now = clock.now();
    await db
      .insertInto("session")
      .values({
        id: hashOf(this.cookie),
        user_id: userId,
        previous_user_id: previousUserId,
        created_at: since ?? now,
        last_seen_at: now,
        ip,
        user_agent: userAgent.slice(0, 200),
        factor_at: proof.factorAt,
        proved_at: proof.provedAt,
        leave_by: proof.leaveBy ?? null,
      })
      .execute();
  }

  async #drop(): Promise<void> {
    await this.#deps.db.deleteFrom("session").where("id", "=", hashOf(this.cookie)).execute();
  }

  id(): Buffer {
    return hashOf(this.cookie);
  }

  async start(userId: number, proof: Proof): Promise<void> {
    await this.#open(userId, null, proof);
  }

  #row() {
    return this.#deps.db
      .selectFrom("session")
      .select(["created_at", "factor_at as factorAt", "proved_at as provedAt", "leave_by as leaveBy"])
      .where("id", "=", this.id())
      .executeTakeFirst();
  }

  async proof(): Promise<Proof | undefined> {
    return this.#row();
  }

  async prove(factor: boolean): Promise<void> {
    const now = this.#deps.clock.now();
    await this.#deps.db
      .updateTable("session")
      .set({ proved_at: now, ...(factor ? { factor_at: now } : {}) })
      .where("id", "=", this.id())
      .execute();
  }

  async impersonate(userId: number, previousUserId: number | null): Promise<void> {
    // Still the session that began with a password: acting as others, over and over, must not make it last for ever.
    const own = await this.#row();
    await this.#open(userId, previousUserId, own ?? { factorAt: null, provedAt: null }, own?.created_at);
  }

  async end(): Promise<void> {
    await this.#drop();
    this.cookie = newCookie(this.#deps.random);
    this.changed = true;
  }

  async endOthersOf(userId: number): Promise<void> {
    await this.#deps.db
      .deleteFrom("session")
      .where((where) => where.or([where("user_id", "=", userId), where("previous_user_id", "=", userId)]))
      .where("id", "!=", hashOf(this.cookie))
      .execute();
  }

  token(): string {
    return csrfToken(this.#deps.secret, this.cookie);
  }

  keyFor(purpose: string): Buffer {
    return createHmac("sha256", this.#deps.secret).update(`key:${purpose}`).digest();
  }
}
