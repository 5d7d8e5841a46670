/** The one catalogue of errors: code, HTTP status, and what it means. Nothing throws strings (specification, point 8). */

export const errorCatalogue = {
  validation: { status: 400, meaning: "The input is wrong; `errors` names each field, or `common`." },
  unreadable: { status: 400, meaning: "The request cannot be read: bad JSON, bad multipart, too deep, too many keys." },
  csrf: { status: 400, meaning: "The csrf token is missing or stale; fetch a new one and try again." },
  refused: {
    status: 402,
    meaning: "A rule of law or of the house forbids this step; `errors` and `refusals` say which.",
  },
  loggedOut: { status: 401, meaning: "Nobody is logged in, or the session has ended." },
  login: { status: 401, meaning: "Name or password is wrong, or the account may not log in." },
  factor: {
    status: 401,
    meaning: "The password is right; a second factor is still missing, and nobody is logged in yet.",
  },
  forbidden: { status: 403, meaning: "A role is missing, or the request does not come from our own pages." },
  notFound: { status: 404, meaning: "No such record, or not one that this user may see; both look the same." },
  conflict: { status: 409, meaning: "Somebody else changed the record meanwhile; `current` holds the newer version." },
  tooLarge: { status: 413, meaning: "The body or a file is larger than allowed." },
  mediaType: { status: 415, meaning: "This kind of content is not accepted." },
  tooMany: { status: 429, meaning: "Too many requests; wait and try again." },
  unavailable: { status: 503, meaning: "A part that this needs is not ready; try again after `Retry-After` seconds." },
  storageFull: { status: 507, meaning: "The disk or the storage is full or cannot be written; nothing was kept." },
  internal: { status: 500, meaning: "Our fault; the log has the request id." },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** A sentence for a person: a key in the texts of some module, with values for its %name% placeholders. */
export interface Message {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export interface ErrorDetail {
  /** Field path (dotted) to messages; `common` is for what belongs to no field. */
  readonly fields?: Readonly<Record<string, readonly Message[]>>;
  /** Extra data of the reply body: the current version of a record, refusals, the missing roles. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An error of the catalogue. The transport turns it into the reply that specification point 8 prescribes. */
export class VorderError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(`${code}: ${errorCatalogue[code].meaning}`, { cause: detail.cause });
    this.name = "VorderError";
    this.code = code;
    this.detail = detail;
  }
  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/** A validation error on one field (or `common`), for the person who typed it. */
export const fieldError = (field: string, key: string, values?: Message["values"]): VorderError =>
  new VorderError("validation", { fields: { [field]: [values ? { key, values } : { key }] } });

interface FieldMessage {
  readonly field: string;
  readonly message: Message;
}

/** What is wrong with a form, collected so that a person reads about every field at once. */
export class FieldProblems {
  readonly #fields: Record<string, readonly Message[]> = {};
  /** Extra data of the reply body. */
  data: Readonly<Record<string, unknown>> = {};

  constructor(problems: readonly FieldMessage[] = [], prefix = "") {
    this.addAll(problems, prefix);
  }

  add(field: string, key: string, values: Message["values"] = {}): void {
    this.#fields[field] = [...(this.#fields[field] ?? []), { key, values }];
  }

  addAll(problems: readonly FieldMessage[], prefix = ""): void {
    for (const { field, message } of problems) this.add(`${prefix}${field}`, message.key, message.values);
  }

  /** What is noted, by field. */
  get fields(): Readonly<Record<string, readonly Message[]>> {
    return this.#fields;
  }

  /** @throws {VorderError} validation with everything noted. */
  throwIfAny(): void {
    if (Object.keys(this.#fields).length === 0) return;
    throw new VorderError("validation", { fields: this.#fields, data: this.data });
  }
}

/**
 * Runs checks one after the other, also after one has refused, and throws what they refuse beside fields as one error. Any other error is thrown as it
 * comes. A check that writes is the last one: once the database has refused a statement, it answers no other in that transaction.
 */
export async function allChecked(...checks: readonly (() => unknown)[]): Promise<void> {
  const problems = new FieldProblems();
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof VorderError) || error.code !== "validation" || !error.detail.fields) throw error;
      for (const [field, messages] of Object.entries(error.detail.fields))
        problems.addAll(messages.map((message) => ({ field, message })));
      problems.data = { ...problems.data, ...error.detail.data };
    }
  }
  problems.throwIfAny();
}

/** The record does not exist for this user. */
export const notFound = (): VorderError => new VorderError("notFound");
