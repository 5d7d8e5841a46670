/** Reads what a request carries into the plain typed objects that handlers see. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "../../../kernel/contract.ts";
import { VorderError } from "../../../kernel/errors.ts";
import { defaultLanguage, isLanguage, type Language } from "../../../kernel/texts.ts";
import { scanUpload } from "../storage/virus-scan.ts";
import { type TextTable, validationError } from "./error-replies.ts";
import type { Input, UploadedFile } from "./module.ts";
import { foldListQuery, fromPairs, guardJson, isRecord, parseQuery } from "./query-dialect.ts";

/** Signs in the name of a file that show as something else: controls, and what turns the direction of reading ("exe.fdp"). */
const unseenSigns = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The largest upload, in bytes; ordinary bodies are held to a far smaller limit by the server itself. */
export const maxUploadBytes = 200 * 1024 * 1024;
const maxFiles = 20;

export interface RawBody {
  readonly fields: Record<string, unknown>;
  readonly files: readonly UploadedFile[];
  /** Removes what the uploads left behind. */
  dispose(): Promise<void>;
}

const takesFiles: ReadonlySet<Call["carries"]> = new Set(["files", "form", "page"]);
const noFiles = { files: [], dispose: async () => {} };

/** @throws {VorderError} unreadable; mediaType; tooLarge; validation where a file is infected; unavailable where none could be scanned. */
export async function readBody(request: FastifyRequest, call: Call, scanner: URL | undefined): Promise<RawBody> {
  if (request.isMultipart()) {
    if (!takesFiles.has(call.carries)) throw new VorderError("mediaType");
    return readMultipart(request, scanner);
  }
  const body = request.body ?? {};
  if (!isRecord(body)) throw new VorderError("unreadable");
  guardJson(body);
  return { fields: { ...body }, ...noFiles };
}

async function readMultipart(request: FastifyRequest, scanner: URL | undefined): Promise<RawBody> {
  const folder = await mkdtemp(join(tmpdir(), "vorder-upload-"));
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const pairs: [string, string][] = [];
  const files: UploadedFile[] = [];
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxUploadBytes, files: maxFiles, fields: 1000, fieldSize: 1_000_000 },
    })) {
      if (part.type === "field") {
        pairs.push([part.fieldname, String(part.value)]);
        continue;
      }
      const path = join(folder, String(files.length));
      await pipeline(part.file, createWriteStream(path));
      if (part.file.truncated) throw new VorderError("tooLarge");
      // Several files of one field are numbered by the sender.
      const field = part.fieldname.replace(/\[.*$/s, "");
      const name = part.filename
        .replace(/^.*[\\/]/, "")
        .replace(unseenSigns, "")
        .slice(0, 200);
      files.push({
        field,
        name,
        claimedMime: part.mimetype,
        size: part.file.bytesRead,
        path,
        scanned: await scanUpload(scanner, { field, name, path }),
        bytes: () => readFile(path),
        stream: () => createReadStream(path),
      });
    }
    return { fields: fromPairs(pairs), files, dispose };
  } catch (error) {
    await dispose();
    throw error instanceof VorderError ? error : new VorderError("unreadable", { cause: error });
  }
}

/** Errors of a list's filters under the names that were sent, which may stand beside `_filter` as well as in it. */
function sentNames(error: VorderError, sent: Record<string, unknown>): VorderError {
  const fields = Object.entries(error.detail.fields ?? {}).map(([field, messages]) => {
    const bare = field.replace(/^filter\./, "");
    return [Object.hasOwn(sent, bare) ? bare : field, messages] as const;
  });
  return new VorderError(error.code, { ...error.detail, fields: Object.fromEntries(fields) });
}

const isListQuery = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && "filter" in schema.shape && "limit" in schema.shape;

/** Parses path, query and body with the call's own schemas; a wrong one is a validation error that names each field. */
export function parseInput(call: Call, request: FastifyRequest, body: RawBody, table: TextTable): Input<Call> {
  const params = call.params.safeParse(request.params ?? {});
  // A path that names no possible record is the same as a record that does not exist.
  if (!params.success) throw new VorderError("notFound");
  const rawQuery = parseQuery(/\?(.*)$/s.exec(request.url)?.[1] ?? "");
  // What was sent decides what is said of it: one value where a list belongs is not a missing one.
  const query = call.query.safeParse(isListQuery(call.query) ? foldListQuery(rawQuery) : rawQuery, {
    reportInput: true,
  });
  if (!query.success) throw sentNames(validationError(query.error, table), rawQuery);
  const { _token, ...fields } = body.fields;
  const parsed = call.body.safeParse(fields);
  if (!parsed.success) throw validationError(parsed.error, table);
  return { params: params.data, query: query.data, body: parsed.data, files: body.files };
}

/** The language a request asks for: the first of Accept-Language that we speak, else Dutch. */
export function requestLanguage(header: string | undefined): Language {
  for (const part of (header ?? "").split(",").slice(0, 10)) {
    const code = part.trim().slice(0, 2).toLowerCase();
    if (isLanguage(code)) return code;
  }
  return defaultLanguage;
}
