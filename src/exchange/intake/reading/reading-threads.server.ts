/** Uploads are read in threads, whoever asks: a file of one person never holds up the others. */
import type { Actor, UploadedFile } from "../../../ground/platform/server/http/module.ts";
import { heavyTask, type TaskOwner, threads } from "../../../ground/platform/server/jobs/threads.ts";
import type { FileStyle } from "../import/layout.ts";
import type { StagedPiece, StagingResult, StagingTask } from "../import/stage-rows.server.ts";
import type { Format } from "./reader.server.ts";
import type { OpenedUpload, openUpload, partsOf, sampleOf, stageRows } from "./reading.server.ts";

const module = new URL("./reading.server.ts", import.meta.url);
const tasks = {
  open: heavyTask<typeof openUpload>({ module, name: "openUpload", seconds: 60 }),
  sample: heavyTask<typeof sampleOf>({ module, name: "sampleOf", seconds: 60 }),
  parts: heavyTask<typeof partsOf>({ module, name: "partsOf", seconds: 120 }),
  stage: heavyTask<typeof stageRows>({ module, name: "stageRows", seconds: 1500 }),
};

/** Somebody who waits for an answer. */
const taskOwnerOf = ({ id }: Pick<Actor, "id">): TaskOwner => ({ owner: `user:${id}` });
/** A job; those of one person come one after the other, and nothing that this person does at a screen waits for them. */
const jobTaskOwnerOf = (userId: number | null, signal?: AbortSignal): TaskOwner => ({
  owner: `job:${userId ?? 0}`,
  isJob: true,
  ...(signal && { signal }),
});

/** Has a thread ready for an upload that is about to come. */
export const warmThread = (): void => threads.warm();

/** Opens what somebody has just sent. @throws validation on `file` */
export async function openUploadInThread(user: Pick<Actor, "id">, file: UploadedFile): Promise<OpenedUpload> {
  // The demo portfolio sends what lies in memory.
  const given = file.path === "" ? { bytes: await file.bytes() } : { path: file.path };
  return threads.run(tasks.open, given, taskOwnerOf(user));
}

/** Opens what a job has fetched. @throws validation on `file`; unavailable */
export const openFetchedInThread = (sourceId: number, bytes: Uint8Array, signal: AbortSignal): Promise<OpenedUpload> =>
  threads.run(tasks.open, { bytes }, { owner: `source:${sourceId}`, isJob: true, signal });

/** The header and first rows of a table in a style that somebody has chosen. @throws validation on `file` */
export const readSampleInThread = (
  user: Pick<Actor, "id">,
  given: { readonly bytes: Uint8Array; readonly format: Format; readonly style: FileStyle },
): Promise<{ header: string[]; sample: string[][] }> => threads.run(tasks.sample, given, taskOwnerOf(user));

/** The bytes of an archive where all threads can read them, so that nothing is copied for each lot of documents. */
export function sharedBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
}

/**
 * Documents of an archive by their position in it. A transaction waits for them, so they wait for no job. @throws validation on `file`
 */
export const readPartsInThread = (
  uploadedBy: number | null,
  archive: Uint8Array,
  positions: ReadonlySet<number>,
): Promise<Map<number, Uint8Array>> =>
  threads.run(tasks.parts, { bytes: archive, positions }, { owner: `documents:${uploadedBy ?? 0}` });

/** The rows of an upload, judged. @throws validation where the file is no table that can be read; unavailable where it was broken off. */
export const stageInThread = (
  uploadedBy: number | null,
  task: StagingTask,
  signal: AbortSignal,
): AsyncGenerator<StagedPiece, StagingResult> => threads.stream(tasks.stage, task, jobTaskOwnerOf(uploadedBy, signal));
