/**
 * Sessions in the database. The cookie contains 32 random bytes; the table only their hash. Guests have a cookie too, because the csrf token, which
 * is bound to it, exists before login; their session has no row.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../postgres/guarded.ts";
import type { Clock, Random } from "../process/clock.ts";

/** With TLS the browser binds it to this host, path and transport (`__Host-`). */
export const sessionCookie = (secure: boolean): string => (secure ? "__Host-vorder_session" : "vorder_session");
/** The maximum duration of a session, regardless of settings. */
const longestHours = 24;
/** Updating "last seen" more often would make every read a write. */
const touchSeconds = 60;

/** How the user of a session was authenticated. */
export interface Proof {
  /** When a second factor was verified; null without one. */
  readonly factorAt: Date | null;
  /** When password or factor were last verified; null if unknown. */
  readonly provedAt: Date | null;
  /** The provider's logout data of a login by OpenID Connect, sealed; null for other logins. */
  readonly leaveBy?: string | null;
}

/** The session operations of a handler; the transport sets the cookie after the commit. */
export interface SessionControl {
  /** The hash of the cookie: the key of data that belong to this browser before login. */
  id(): Buffer;
  /** Starts a session of this user under a new id: nothing of the guest's is kept (no fixation). */
  start(userId: number, proof: Proof): Promise<void>;
  /** How the current session was authenticated; undefined without one. */
  proof(): Promise<Proof | undefined>;
  /** Records that the user of the session has just been authenticated again; `factor`: by a second factor. */
  prove(factor: boolean): Promise<void>;
  /** Ends the session. */
  end(): Promise<void>;
  /** Continues as `userId` and keeps the real user; null returns to them. Under a new id. */
  impersonate(userId: number, previousUserId: number | null): Promise<void>;
  /** Ends all other sessions of a user: after a password change, a revoked role, a deactivation. */
  endOthersOf(userId: number): Promise<void>;
  /** The csrf token of this session. */
  token(): string;
  /** A key for one purpose (signing a bot check, hashing a name), the same in all processes. */
  keyFor(purpose: string): Buffer;
}

export const hashOf = (value: string): Buffer => createHash("sha256").update(value).digest();

/** The csrf token of a session cookie: a keyed hash, so that nothing is stored. */
export const csrfToken = (secret: string, cookie: string): string =>
  createHmac("sha256", secret).update(`csrf:${cookie}`).digest("base64url");

export const sameToken = (a: string, b: string): boolean => {
  const [left, right] = [hashOf(a), hashOf(b)];
  return timingSafeEqual(left, right);
};

export const newCookie = (random: Random): string => Buffer.from(random.bytes(32)).toString("base64url");

export const isCookieShape = (value: string | undefined): value is string =>
  value !== undefined && /^[\w-]{43}$/.test(value);

/** The duration of sessions: as numbers, or as SQL that reads the settings. */
export interface SessionTerms {
  /** The maximum number of minutes without use. */
  readonly idleMinutes: RawBuilder<number>;
  /** The maximum number of hours in total. */
  readonly absoluteHours: RawBuilder<number>;
}

/** The valid session of a cookie: at most one row of user_id, previous_user_id, last_seen_at and factor_at, to be joined with its users. */
export function liveSession(cookie: string, clock: Clock, terms: SessionTerms): RawBuilder<unknown> {
  return sql`select user_id, previous_user_id, last_seen_at, factor_at from session where id = ${hashOf(cookie)} and ${sessionLasts(clock, terms)}`;
}

/** Whether the session of a row is still valid. */
export const sessionLasts = (
  clock: Clock,
  { idleMinutes, absoluteHours }: SessionTerms,
): RawBuilder<boolean> => sql<boolean>`
  last_seen_at > ${clock.now()}::timestamptz - make_interval(mins => ${idleMinutes})
  and created_at > ${clock.now()}::timestamptz - make_interval(hours => ${absoluteHours})`;

/** Whether "last seen" should be updated. */
export const touchDue = (lastSeenAt: Date, clock: Clock): boolean =>
  lastSeenAt.getTime() < clock.now().getTime() - touchSeconds * 1000;

export const touchSession = async (db: Db, cookie: string, clock: Clock): Promise<void> => {
  await db.updateTable("session").set({ last_seen_at: clock.now() }).where("id", "=", hashOf(cookie)).execute();
};

/** Ends all sessions of a user, including those in which they impersonate others. */
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

/** Deletes expired sessions. */
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
    // It remains the session that began with a password: repeated impersonation must not extend it.
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
