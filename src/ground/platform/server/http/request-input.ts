/** Reads the input of a request into the typed objects that handlers get. */

import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "../../../kernel/contract.ts";
import { fieldError, type Message, VorderError } from "../../../kernel/errors.ts";
import { shownFileName } from "../../../kernel/file-name.ts";
import { defaultLanguage, isLanguage, type Language } from "../../../kernel/texts.ts";
import { scanUpload } from "../storage/virus-scan.ts";
import { type TextTable, validationError } from "./error-replies.ts";
import type { Input, UploadedFile } from "./module.ts";
import { foldListQuery, fromPairs, guardJson, isRecord, parseQuery } from "./query-dialect.ts";

/** The maximum upload, in bytes; other bodies have a much smaller limit. */
export const maxUploadBytes = 200 * 1024 * 1024;
const maxFiles = 20;
/** Parts of a body: beyond them it is no form that anybody filled in. */
const maxParts = 1000;

export interface RawBody {
  readonly fields: Record<string, unknown>;
  readonly files: readonly UploadedFile[];
  /** As in `Input`. */
  readonly refusedFile?: Message | undefined;
  /** Deletes the temporary files of the uploads. */
  dispose(): Promise<void>;
}

const takesFiles: ReadonlySet<Call["carries"]> = new Set(["files", "form", "page"]);
const noFiles = { files: [], dispose: async () => {} };

/** @throws {VorderError} unreadable; mediaType; tooLarge; validation if a file is infected; unavailable if it could not be scanned. */
export async function readBody(request: FastifyRequest, call: Call, scanner: URL | undefined): Promise<RawBody> {
  if (request.isMultipart()) {
    if (!takesFiles.has(call.carries)) throw new VorderError("mediaType");
    const { over, ...body } = await readMultipart(request, scanner, call.carries === "page");
    // A page judges its form itself, and shows it again with what was typed.
    if (over === undefined || call.carries === "page") return body;
    await body.dispose();
    throw fieldError(over, "platform.invalid.tooManyFiles", { max: maxFiles });
  }
  const body = request.body ?? {};
  if (!isRecord(body)) throw new VorderError("unreadable");
  guardJson(body);
  return { fields: { ...body }, ...noFiles };
}

/** `over` is the field of a file beyond the most that are kept; such files are read past. A page judges a file that the scanner refuses itself, too. */
async function readMultipart(
  request: FastifyRequest,
  scanner: URL | undefined,
  isPage: boolean,
): Promise<RawBody & { readonly over?: string | undefined }> {
  const folder = await mkdtemp(join(tmpdir(), "vorder-upload-"));
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const pairs: [string, string][] = [];
  const files: UploadedFile[] = [];
  let over: string | undefined;
  let refusedFile: Message | undefined;
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxUploadBytes, parts: maxParts, fieldSize: 1_000_000 },
    })) {
      if (part.type === "field") {
        pairs.push([part.fieldname, String(part.value)]);
        continue;
      }
      // Senders number several files of one field.
      const field = part.fieldname.replace(/\[.*$/s, "");
      if (files.length >= maxFiles) {
        over = field;
        await finished(part.file.resume());
        continue;
      }
      const path = join(folder, String(files.length));
      await pipeline(part.file, createWriteStream(path));
      if (part.file.truncated) throw new VorderError("tooLarge");
      const name = shownFileName(part.filename);
      const scanned = await scanUpload(scanner, { field, name, path }).catch((error: unknown) => {
        if (!isPage || !(error instanceof VorderError)) throw error;
        refusedFile ??= error.detail.fields?.[field]?.[0] ?? { key: `platform.error.${error.code}` };
        return undefined;
      });
      if (scanned === undefined) continue;
      files.push({
        field,
        name,
        claimedMime: part.mimetype,
        size: part.file.bytesRead,
        path,
        scanned,
        bytes: () => readFile(path),
        stream: () => createReadStream(path),
      });
    }
    return { fields: fromPairs(pairs), files, refusedFile, dispose, over };
  } catch (error) {
    await dispose();
    throw error instanceof VorderError ? error : new VorderError("unreadable", { cause: error });
  }
}

/** Errors of a list's filters under the names sent, inside or outside `_filter`. */
function sentNames(error: VorderError, sent: Record<string, unknown>): VorderError {
  const fields = Object.entries(error.detail.fields ?? {}).map(([field, messages]) => {
    const bare = field.replace(/^filter\./, "");
    return [Object.hasOwn(sent, bare) ? bare : field, messages] as const;
  });
  return new VorderError(error.code, { ...error.detail, fields: Object.fromEntries(fields) });
}

const isListQuery = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && "filter" in schema.shape && "limit" in schema.shape;

/** Parses path, query and body with the call's schemas; invalid input is a validation error that names each field. */
export function parseInput(call: Call, request: FastifyRequest, body: RawBody, table: TextTable): Input<Call> {
  const params = call.params.safeParse(request.params ?? {});
  // A path with an impossible id is treated as a record that does not exist.
  if (!params.success) throw new VorderError("notFound");
  const rawQuery = parseQuery(/\?(.*)$/s.exec(request.url)?.[1] ?? "");
  // The message depends on the value sent: one value instead of a list is not a missing one.
  const query = call.query.safeParse(isListQuery(call.query) ? foldListQuery(rawQuery) : rawQuery, {
    reportInput: true,
  });
  if (!query.success) throw sentNames(validationError(query.error, table), rawQuery);
  const { _token, ...fields } = body.fields;
  const parsed = call.body.safeParse(fields);
  if (!parsed.success) throw validationError(parsed.error, table);
  return {
    params: params.data,
    query: query.data,
    body: parsed.data,
    files: body.files,
    refusedFile: body.refusedFile,
  };
}

/** The language of a request: the first supported one of Accept-Language, otherwise Dutch. */
export function requestLanguage(header: string | undefined): Language {
  for (const part of (header ?? "").split(",").slice(0, 10)) {
    const code = part.trim().slice(0, 2).toLowerCase();
    if (isLanguage(code)) return code;
  }
  return defaultLanguage;
}
