/** Calls for the places where clients leave their files, which are fetched by themselves. */
import { z } from "zod";
import { administration } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../../ground/kernel/contract.ts";
import { itemsOf, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { afterChecks, fileModes, sourceKinds } from "../import/layout.ts";

const who = administration;
const id = z.number().int();
const instant = z.iso.datetime();
const text = (max: number) => z.string().trim().max(max);

const fields = {
  name: text(120).min(1),
  kind: z.enum(sourceKinds),
  mode: z.enum(fileModes),
  host: text(253).regex(/^[A-Za-z0-9.:_-]*$/, { error: "intake.badHost" }),
  port: z.number().int().min(1).max(65_535),
  username: text(120),
  /** A folder below that of the house's pick-ups, or a path on the server. */
  folder: text(400),
  /** Where a file goes that was taken; below `folder` where it does not begin with a slash. */
  doneFolder: text(400).min(1),
  /** Which files: "*.csv", "vorderingen-*.zip". */
  pattern: text(120).min(1),
  everyMinutes: z.number().int().min(5).max(10_080),
  afterCheck: z.enum(afterChecks),
  isActive: z.boolean(),
};

const secret = z.string().max(20_000);

export const importSource = z.object({
  id,
  client: z.object({ id, company: z.string() }),
  ...fields,
  /** The SHA-256 of the server's key that was agreed to; empty before. */
  hostKey: z.string(),
  hasPassword: z.boolean(),
  hasPrivateKey: z.boolean(),
  lastRunAt: instant.nullable(),
  nextRunAt: instant.nullable(),
  /** Why the last look failed, in the reader's language. */
  lastError: z.string().nullable(),
  updatedAt: instant,
  updatedBy: z.string().nullable(),
  version: id,
});
export type ImportSource = z.infer<typeof importSource>;

const body = {
  ...fields,
  hostKey: text(100).regex(/^(SHA256:[A-Za-z0-9+/]{43}=?)?$/, { error: "intake.badHostKey" }),
  /** Absent or empty: the one that is there; null clears it. */
  password: secret.nullable().optional(),
  privateKey: secret.nullable().optional(),
};

export const listImportSources = call({
  method: "GET",
  path: "/api/v4/file/import-source",
  who,
  summary: "The places where clients' files are fetched, by name.",
  query: z.object({ client: idParam.shape.id.optional() }),
  reply: itemsOf(importSource),
});

export const createImportSource = call({
  method: "POST",
  path: "/api/v4/file/import-source",
  who,
  summary: "A place where a client leaves its files: a folder of this house, or one on a server by SFTP.",
  body: z.strictObject({ client: id.min(1), ...body }),
  reply: importSource,
});

export const updateImportSource = call({
  method: "PUT",
  path: "/api/v4/file/import-source/{id}",
  who,
  summary:
    "Changes a place. Another host needs its key looked at and agreed to anew; another host, port or user its secrets too.",
  params: idParam,
  body: z.strictObject({ ...body, version: rowVersion }),
  reply: importSource,
});

export const deleteImportSource = call({
  method: "DELETE",
  path: "/api/v4/file/import-source/{id}",
  who,
  summary: "Forgets a place; what was fetched there stays.",
  params: idParam,
  reply: z.object({ id }),
});

export const testImportSource = call({
  method: "POST",
  path: "/api/v4/file/import-source/{id}/test",
  who,
  summary: "Looks there without taking anything: the server's key, and how many files wait.",
  params: idParam,
  reply: z.object({
    outcome: z.enum(["reached", "newKey", "otherKey", "failed"]),
    /** What happened, in the reader's language. */
    message: z.string(),
    /** The SHA-256 of the key that the server showed. */
    hostKey: z.string(),
    waiting: id,
  }),
});

export const runImportSource = call({
  method: "POST",
  path: "/api/v4/file/import-source/{id}/run",
  who,
  summary: "Fetches what waits there now, as a tracked job.",
  params: idParam,
  reply: z.object({ job: z.string() }),
});

export const listPickups = call({
  method: "GET",
  path: "/api/v4/file/import-source/{id}/pickups",
  who,
  summary: "What was found at a place, newest first.",
  params: idParam,
  query: tableQuery({ order: ["foundAt"] }),
  reply: pageOf(
    z.object({
      id,
      fileName: z.string(),
      sizeBytes: id,
      foundAt: instant,
      batch: id.nullable(),
      moved: z.boolean(),
      error: z.string().nullable(),
    }),
  ),
});
