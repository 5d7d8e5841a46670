/** What must be made whole before any of it is sent lies in a local file meanwhile, not in memory. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Writes all pieces to a temporary file and reads them back; it goes when its reader ends. @throws whatever the pieces throw */
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
