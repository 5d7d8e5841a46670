/** A ZIP that is packed while it is read: of its files one at a time is open, and none lies in memory whole. */
import { PassThrough, type Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ZipEntry {
  readonly name: string;
  readonly changedAt?: Date;
  /** Called when its turn has come. */
  readonly open: () => Promise<Readable>;
}

/** The stream fails with whatever an entry fails with. */
export function zipStream(entries: Iterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const fail = (error: unknown): void => void out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on("error", fail);
  for (const { name, changedAt, open } of entries) {
    zip.addReadStreamLazy(name, changedAt ? { mtime: changedAt } : {}, (give) => {
      // yazl does not watch for a reader that fails after it was handed over.
      open().then((content) => give(null, content.once("error", fail)), fail);
    });
  }
  zip.end();
  zip.outputStream.pipe(out);
  return out;
}
