/** A ZIP that is compressed while it is read: one of its files is open at a time, and none is in memory completely. */
import { PassThrough, type Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ZipEntry {
  readonly name: string;
  readonly changedAt?: Date;
  /** Called when the entry is reached. */
  readonly open: () => Promise<Readable>;
}

/** The stream fails with the errors of its entries. */
export function zipStream(entries: Iterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const fail = (error: unknown): void => void out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on("error", fail);
  for (const { name, changedAt, open } of entries) {
    zip.addReadStreamLazy(name, changedAt ? { mtime: changedAt } : {}, (give) => {
      // yazl does not detect that a reader fails after it was added.
      open().then((content) => give(null, content.once("error", fail)), fail);
    });
  }
  zip.end();
  zip.outputStream.pipe(out);
  return out;
}
