/** Fetches what clients leave for us: each file once, kept as an upload, checked, and put away. */

import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { shownFileName } from "../../../ground/kernel/file-name.ts";
import { type JobCtx, job, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import type { Environment } from "../../../ground/platform/server/process/environment.ts";
import { scanForViruses } from "../../../ground/platform/server/storage/virus-scan.ts";
import { takenBackBefore } from "../import/after-check.server.ts";
import type { BatchState } from "../import/layout.ts";
import { checkJob } from "../import/validate.server.ts";
import type { OpenedUpload } from "../reading/reading.server.ts";
import { openFetchedInThread } from "../reading/reading-threads.server.ts";
import { clearLookNotices, notifyOwner } from "../uploads/notices.server.ts";
import { beginChecking, createImport, maxBytes, requireColumns } from "../uploads/upload.server.ts";
import { batchRecord, checkKey } from "../uploads/uploads.server.ts";
import {
  fitsPattern,
  openPlace,
  type PickupFile,
  type Place,
  PlaceError,
  type PlaceSettings,
} from "./pickup-locations.server.ts";
import { type SourceRecord, sourceRecord, withSecrets } from "./source-record.server.ts";

const hashOf = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** The most files of one look; the others are for the next. */
const mostAtOnce = 200;

export const placeOf = (environment: Environment, source: SourceRecord): PlaceSettings =>
  withSecrets(environment, source);

const minutes = (of: number): number => of * 60_000;

/** Notes the outcome of a look, and when the next one is due. */
async function noteLook(ctx: JobCtx, source: SourceRecord, errorKey: string | null): Promise<void> {
  const now = ctx.clock.now();
  await ctx.tx(async (work) => {
    await work.db
      .updateTable("import_source")
      .set({
        last_run_at: now,
        next_run_at: new Date(now.getTime() + minutes(source.everyMinutes)),
        last_error_key: errorKey,
      })
      .where("id", "=", source.id)
      .execute();
    if (errorKey === null && source.lastErrorKey !== null) await clearLookNotices(work, source.id);
    // A fault that stays is told once.
    if (errorKey === null || errorKey === source.lastErrorKey) return;
    const key = `intake.look:${source.id}:${now.toISOString()}`;
    await notifyOwner(work, source, { key, about: "look", file: "", why: errorKey });
  });
}

interface Fetched {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What is in it, or why it is not taken. */
  readonly found: OpenedUpload | { readonly error_key: string };
}

/** What tells a file that was found from the others of a place. */
interface Found {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * Enters a file that was found; undefined where it was dealt with before. One that came to nothing (it was refused, failed, or its import was cancelled
 * or taken back), was put away and is left again is entered anew: whoever leaves it expects that it is tried. `before` is what became of its import.
 */
async function entered({ db, clock }: WorkCtx, source: SourceRecord, { name, size, sha256 }: Found) {
  const file_name = shownFileName(name);
  const { rows } = await sql<{ id: number; before: BatchState | null }>`
    insert into import_pickup (source_id, file_name, size_bytes, sha256, found_at)
    values (${source.id}, ${file_name}, ${size}, ${sha256}, ${clock.now()})
    on conflict (source_id, sha256) do update
      set file_name = excluded.file_name, found_at = excluded.found_at, batch_id = null, error_key = null, moved_at = null
      where import_pickup.moved_at is not null and (import_pickup.batch_id is null or exists (
        select from import_batch b where b.id = import_pickup.batch_id and b.state in ('failed', 'cancelled', 'undone')))
    returning id, (select b.state from import_pickup p join import_batch b on b.id = p.batch_id
      where p.id = import_pickup.id) as before`.execute(
    asSystem(db, "what became of the import of a file that is left again"),
  );
  return rows[0];
}

/** Keeps a file as an upload, unless these very bytes were taken here before. */
async function keep(ctx: WorkCtx, source: SourceRecord, file: Fetched): Promise<void> {
  const { name, bytes, found: opened } = file;
  const found = await entered(ctx, source, { name, size: bytes.byteLength, sha256: hashOf(bytes) });
  if (!found) return;
  const isTakenBack = found.before === "cancelled" || found.before === "undone";
  const outcome = "error_key" in opened ? opened : await taken(ctx, source, { bytes, name, opened }, isTakenBack);
  await ctx.db.updateTable("import_pickup").set(outcome).where("id", "=", found.id).execute();
  if (outcome.error_key !== null) await notifyRefused(ctx, source, found.id, name, outcome.error_key);
}

const notifyRefused = (
  ctx: WorkCtx,
  source: SourceRecord,
  pickupId: number,
  file: string,
  why: string,
): Promise<void> =>
  notifyOwner(ctx, source, {
    // One that is left and refused again is told of again.
    key: `intake.pickup:${pickupId}:${ctx.clock.now().toISOString()}`,
    about: "refused",
    file,
    why,
  });

/** What is no table of ours is a finding, and no reason to stop. */
async function orWhy<R>(run: () => Promise<R>): Promise<R | { readonly error_key: string }> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof VorderError) || error.code === "internal" || error.code === "unavailable") throw error;
    const [message] = Object.values(error.detail.fields ?? {}).flat();
    return { error_key: message?.key ?? "intake.unreadable" };
  }
}

interface Opened {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly opened: OpenedUpload;
}

/** Where somebody had taken these very bytes back, they wait for a person: a system that leaves them again has not heard of it. */
const taken = (ctx: WorkCtx, source: SourceRecord, file: Opened, isTakenBack: boolean) =>
  orWhy(async () => {
    const given = { ...file, clientId: source.clientId, mode: source.mode, sourceId: source.id };
    const { id } = await createImport(ctx, given);
    return { batch_id: id, error_key: isTakenBack ? takenBackBefore : await checked(ctx, source, id) };
  });

/** Looks into a file before anything of it is kept. What is fetched comes past no request, so it is scanned here. */
async function opened(ctx: JobCtx, source: SourceRecord, bytes: Uint8Array): Promise<Fetched["found"]> {
  if ((await scanForViruses(ctx.environment.virusScanner, () => [bytes])) === "infected")
    return { error_key: "intake.infected" };
  return orWhy(() => openFetchedInThread(source.id, bytes, ctx.signal));
}

/** Begins the check with the columns that are known of this client; where they do not suffice, a person chooses them. */
async function checked(ctx: WorkCtx, source: SourceRecord, batchId: number): Promise<string | null> {
  const batch = await batchRecord(ctx.db, batchId);
  if (!batch) return null;
  try {
    requireColumns(batch.mapping, batch.header, batch.mode, true);
  } catch (error) {
    if (error instanceof VorderError && error.code === "validation") return "intake.pickupColumns";
    throw error;
  }
  const round = await beginChecking(ctx, batch, batch);
  const asked = { batchId, round, clientIds: [source.clientId], userId: 0 };
  await ctx.track(
    checkJob,
    asked,
    ctx.translate({ key: "intake.jobCheck", values: { file: batch.fileName } }),
    checkKey(batchId, round),
  );
  return null;
}

/** Whoever writes a file goes on within this time, in milliseconds. */
const writingMillis = 3000;

/** The files of a place that fit, without those that are still being written: their first rows alone would be taken for all. */
async function wholeFiles(ctx: JobCtx, source: SourceRecord, place: Place): Promise<readonly PickupFile[]> {
  const fitting = async () => (await place.list()).filter(({ name }) => fitsPattern(name, source.pattern));
  const found = await fitting();
  const now = ctx.clock.now().getTime();
  const isOld = ({ writtenAt }: PickupFile): boolean => writtenAt < now - minutes(1);
  if (found.every(isOld)) return found;
  await setTimeout(writingMillis, undefined, { signal: ctx.signal });
  const known = new Map(found.map((file) => [file.name, file]));
  return (await fitting()).filter(({ name, size, writtenAt }) => {
    const before = known.get(name);
    return before?.size === size && before.writtenAt === writtenAt;
  });
}

/** Takes one file: read, kept and put away, in that order, so that a stop at any moment loses and doubles nothing. */
async function takeOne(ctx: JobCtx, source: SourceRecord, place: Place, file: PickupFile): Promise<void> {
  const bytes = await place.read(file);
  if (bytes.byteLength !== file.size) {
    // One that is still being written has another size now, and is for the next look; after an hour without a change the size itself is wrong.
    if (file.writtenAt > ctx.clock.now().getTime() - minutes(60)) return;
    throw new PlaceError("size", place.hostKey);
  }
  const found = await opened(ctx, source, bytes);
  await ctx.tx((work) => keep(work, source, { name: shownFileName(file.name), bytes, found }));
  await putAway(ctx, source, place, file, hashOf(bytes));
}

async function putAway(
  ctx: JobCtx,
  source: SourceRecord,
  place: Place,
  file: PickupFile,
  sha256: string,
): Promise<void> {
  await place.move(file.name);
  await ctx.tx(({ db, clock }) =>
    db
      .updateTable("import_pickup")
      .set({ moved_at: clock.now() })
      .where("source_id", "=", source.id)
      .where("sha256", "=", sha256)
      .execute(),
  );
}

/** Notes a file that is too large, by its name and size, and puts it away: its bytes are never read. */
async function refuseTooLarge(ctx: JobCtx, source: SourceRecord, place: Place, file: PickupFile): Promise<void> {
  const sha256 = hashOf(`${file.size} ${file.name}`);
  await ctx.tx(async (work) => {
    const found = await entered(work, source, { ...file, sha256 });
    if (!found) return;
    const error_key = "intake.documentTooLarge";
    await work.db.updateTable("import_pickup").set({ error_key }).where("id", "=", found.id).execute();
    await notifyRefused(work, source, found.id, file.name, error_key);
  });
  await putAway(ctx, source, place, file, sha256);
}

async function look(ctx: JobCtx, source: SourceRecord): Promise<number> {
  const place = await openPlace(placeOf(ctx.environment, source), ctx.environment);
  try {
    const whole = await wholeFiles(ctx, source, place);
    const files = whole.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, mostAtOnce);
    let count = 0;
    let fault: PlaceError | undefined;
    for (const file of files) {
      if (ctx.signal.aborted) throw new VorderError("unavailable");
      try {
        if (file.size > maxBytes) await refuseTooLarge(ctx, source, place, file);
        else if (file.size > 0) {
          await takeOne(ctx, source, place, file);
          count++;
        }
      } catch (error) {
        // A file that cannot be read or put away holds up none behind it.
        if (!(error instanceof PlaceError) || (error.fault !== "folder" && error.fault !== "size")) throw error;
        fault ??= error;
      }
      await ctx.progress(count, files.length);
    }
    if (fault) throw fault;
    return count;
  } finally {
    await place.close().catch(() => undefined);
  }
}

const payload = z.object({ sourceId: z.number().int(), byHand: z.boolean().default(false) });

async function fetchSource(ctx: JobCtx, { sourceId, byHand }: z.output<typeof payload>): Promise<void> {
  const source = await sourceRecord(ctx.db, sourceId);
  if (!source || (!source.isActive && !byHand)) return;
  try {
    const files = await look(ctx, source);
    await noteLook(ctx, source, null);
    await ctx.result({ files });
  } catch (error) {
    if (!(error instanceof PlaceError)) throw error;
    ctx.log.warn({ sourceId, fault: error.fault }, "a place of imports could not be used");
    await noteLook(ctx, source, `intake.place_${error.fault}`);
    if (byHand) throw new VorderError("validation", { fields: { common: [{ key: `intake.place_${error.fault}` }] } });
  }
}

export const fetchJob = job({ name: "intake.fetch", payload, expireSeconds: 1800, retries: 2, run: fetchSource });

/** Queues a look at every place whose time has come. The time moves on at once, so that no other process queues the same. */
async function queueDue(ctx: WorkCtx): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: number }>`update import_source
    set next_run_at = ${now}::timestamptz + make_interval(mins => every_minutes)
    where id in (select id from import_source where is_active and (next_run_at is null or next_run_at <= ${now})
      order by id for update skip locked) returning id`.execute(ctx.db);
  for (const { id } of rows) await ctx.enqueue(fetchJob, { sourceId: id }, { key: `import-source:${id}` });
}

export const watchJob = job({
  name: "intake.watchSources",
  payload: z.object({}),
  everySeconds: 60,
  run: (ctx: JobCtx) => ctx.tx(queueDue),
});
