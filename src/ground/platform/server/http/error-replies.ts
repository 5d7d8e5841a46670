/** Converts errors into the replies prescribed by the specification (point 8), in the reader's language. */
import type { z } from "zod";
import { errorCatalogue, type Message, VorderError } from "../../../kernel/errors.ts";
import { fallbackLanguage, fillText, flattenTexts, type Language, type Texts } from "../../../kernel/texts.ts";
import { machineFaultOf } from "../postgres/machine-faults.ts";

/** All texts of all modules, by language and `module.key`. */
export class TextTable {
  readonly #all: readonly Texts[];
  /** Each made when it is first asked for: a start speaks none of them. */
  readonly #tables = new Map<Language, Readonly<Record<string, string>>>();

  constructor(all: readonly Texts[]) {
    this.#all = all;
  }

  all(language: Language): Readonly<Record<string, string>> {
    const made = this.#tables.get(language) ?? flattenTexts(this.#all, language);
    this.#tables.set(language, made);
    return made;
  }

  /** The text of a key, with its values; the key itself if no language has it. */
  translate(language: Language, { key, values }: Message): string {
    const text = this.all(language)[key] ?? this.all(fallbackLanguage)[key] ?? key;
    return fillText(text, values ?? {}, language);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.all(fallbackLanguage), key);
  }
}

const issueMessage = (issue: z.core.$ZodIssue, table: TextTable): Message => {
  // A contract may set its own text for a rule: z.string({ error: "merchants.nameRequired" }).
  if (table.has(issue.message)) return { key: issue.message };
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return { key: "platform.invalid.required" };
      return { key: issue.expected === "array" ? "platform.invalid.list" : "platform.invalid.type" };
    case "too_small":
      return issue.origin === "string" && Number(issue.minimum) === 1
        ? { key: "platform.invalid.required" }
        : {
            key: `platform.invalid.tooSmall.${issue.origin === "string" ? "text" : issue.origin === "array" ? "list" : "number"}`,
            values: { minimum: String(issue.minimum) },
          };
    case "too_big":
      return {
        key: `platform.invalid.tooBig.${issue.origin === "string" ? "text" : issue.origin === "array" ? "list" : "number"}`,
        values: { maximum: String(issue.maximum) },
      };
    case "invalid_value":
      return { key: "platform.invalid.choice" };
    case "unrecognized_keys":
      return { key: "platform.invalid.unknownField" };
    default:
      // A date or an address that was left empty has no wrong form.
      return { key: issue.input === "" ? "platform.invalid.required" : "platform.invalid.format" };
  }
};

/** A validation error from zod's issues; the path of each issue is its field. */
export function validationError(error: z.core.$ZodError, table: TextTable): VorderError {
  const fields: Record<string, Message[]> = {};
  const add = (path: string, message: Message): void => {
    const messages = fields[path] ?? [];
    messages.push(message);
    fields[path] = messages;
  };
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".");
    // The name of a declared field comes from its contract; an unknown one is reported as sent, truncated.
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) add([path, key.slice(0, 40)].filter(Boolean).join("."), issueMessage(issue, table));
    else add(path || "common", issueMessage(issue, table));
  }
  return new VorderError("validation", { fields });
}

export interface ErrorReply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** An error as one of the catalogue: system failures by their kind; any other error is internal. */
export function catalogued(error: unknown): VorderError {
  if (error instanceof VorderError && error.code !== "internal") return error;
  return new VorderError(machineFaultOf(error) ?? "internal", { cause: error });
}

/** The reply to an error. Internal errors reveal no details. */
export function errorReply(error: unknown, table: TextTable, language: Language, requestId: string): ErrorReply {
  const known = catalogued(error);
  const message = table.translate(language, { key: `platform.error.${known.code}` });
  const { fields, data } = known.detail;
  const errors: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(fields ?? {}))
    errors[field] = messages.map((one) => table.translate(language, one));
  return {
    status: errorCatalogue[known.code].status,
    body: {
      code: known.code,
      message,
      ...(fields
        ? { errors }
        : known.status === 400 || known.code === "login" || known.status === 402
          ? { errors: { common: [message] } }
          : {}),
      ...(known.code === "internal" ? { requestId } : {}),
      ...data,
    },
  };
}
