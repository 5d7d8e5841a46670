/** Information shared with somebody outside: how long it may stand, and what its address looks like. Pure. */

/** The longest that something may be shared, in days. */
export const maxDays = 90;
/** So many days after nobody can see it any more it is deleted. */
export const daysUntilDeleted = 30;
export const maxFiles = 10;
export const maxFileBytes = 20_000_000;

/** 16 random bytes (128 bits) as base64url: 22 signs. */
export const hashShape = /^[A-Za-z0-9_-]{22}$/;

export interface SharedState {
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly maxViews: number | null;
  readonly views: number;
}

export type SharedStanding = "open" | "revoked" | "expired" | "used";

/** Whether it can be seen at this moment, or what ended it. */
export function standingOf(state: SharedState, now: Date): SharedStanding {
  if (state.revokedAt !== null) return "revoked";
  if (state.expiresAt.getTime() <= now.getTime()) return "expired";
  return state.maxViews !== null && state.views >= state.maxViews ? "used" : "open";
}
