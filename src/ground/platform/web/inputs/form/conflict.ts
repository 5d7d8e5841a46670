/** What a version conflict tells: the record as it is now, and who changed it. Pure. */

export interface ConflictData {
  /** The record as it is now. */
  readonly current: Readonly<Record<string, unknown>>;
  readonly changedBy: string | undefined;
  readonly changedAt: string | undefined;
}

const textIn = (data: Readonly<Record<string, unknown>>, name: string): string | undefined =>
  typeof data[name] === "string" ? data[name] : undefined;

/** The conflict that an error tells of: status 409 with the `current` record in its body. */
export function conflictOf(error: {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}): ConflictData | undefined {
  const { current } = error.data;
  if (error.status !== 409 || typeof current !== "object" || current === null) return undefined;
  return {
    current: { ...current },
    changedBy: textIn(error.data, "changedBy"),
    changedAt: textIn(error.data, "changedAt"),
  };
}
