/** Structured logs with pino: one JSON line per event, with the request's id and without personal data or secrets. */
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from "pino";
import type { Environment } from "./environment.ts";
import { release } from "./release.ts";

export type { Logger } from "pino";

// The field name decides: values that may identify or reach a person, or give access, are never logged.
const confidential = [
  "password",
  "newPassword",
  "token",
  "_token",
  "secret",
  "captcha",
  "authorization",
  "cookie",
  "set-cookie",
  "name",
  "firstName",
  "lastName",
  "username",
  "email",
  "phone",
  "mobile",
  "iban",
  "bsn",
  "birthDate",
  "street",
  "postcode",
  "address",
  "body",
  "subject",
  "content",
  "to",
];

const redacted = confidential.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);

/** Path without its query: a search may contain a name or an IBAN. Hashes in shared links are removed too. */
export const loggedPath = (url: string): string =>
  (url.split("?")[0] ?? "").replace(/[0-9a-zA-Z_-]{32,}|(?<=\/shared-info\/view\/)[^/]+/g, "…");

/** An error without the details of PostgreSQL and others: `detail` and `where` contain values of the row, the `message` of a constraint does not. */
function plainError(error: Error): Record<string, unknown> {
  const { type, message, stack } = stdSerializers.err(error);
  const code = "code" in error ? error.code : undefined;
  const constraint = "constraint" in error ? error.constraint : undefined;
  return {
    type,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
  };
}

const loggerOptions = (level: Environment["logLevel"]): LoggerOptions => ({
  level,
  base: { release: release.version, pid: process.pid },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: redacted, censor: "[redacted]" },
  serializers: {
    err: plainError,
    req: (request: { method?: string; url?: string; id?: string }) => ({
      id: request.id,
      method: request.method,
      path: loggedPath(request.url ?? ""),
    }),
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
  },
});

/** The log of a process. `destination` is for tests; by default lines go to standard output. */
export const createLog = (environment: Pick<Environment, "logLevel">, destination?: DestinationStream): Logger =>
  destination ? pino(loggerOptions(environment.logLevel), destination) : pino(loggerOptions(environment.logLevel));
