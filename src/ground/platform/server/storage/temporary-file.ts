/** Content that must be complete before any of it is sent is kept in a local file, not in memory. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Writes a stream to a temporary file and reads it back; the file is deleted when its reader ends. @throws errors of the stream */
export async function throughFile(pieces: AsyncIterable<Uint8Array | string>): Promise<Readable> {
  const folder = await mkdtemp(join(tmpdir(), "vorder-spool-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, "content");
  try {
    await pipeline(Readable.from(pieces), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await remove();
    throw error;
  }
  return createReadStream(path).once("close", () => void remove().catch(() => undefined));
}
