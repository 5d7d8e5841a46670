/** The client of a virus scanner: the daemon of ClamAV over TCP, which receives a file in pieces (INSTREAM) and answers with a line. */
import { createReadStream } from "node:fs";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { fieldError, VorderError } from "../../../kernel/errors.ts";

export type ScanVerdict = "clean" | "infected" | "unscanned";
/** Opens the content to be scanned; called only when the scanner is connected, so that nothing stays open otherwise. */
type OpenContent = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const patienceMillis = 30_000;

/** The command, then pieces with their length before each, then a length of zero. */
async function* framed(open: OpenContent): AsyncGenerator<Uint8Array> {
  yield Buffer.from("zINSTREAM\0");
  for await (const piece of open()) {
    // A piece of length zero would be the end.
    if (piece.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    yield length;
    yield piece;
  }
  yield Buffer.alloc(4);
}

function converse(address: URL, open: OpenContent): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address.hostname, port: Number(address.port || 3310) });
    const source = Readable.from(framed(open), { objectMode: false });
    let answer = "";
    socket.setTimeout(patienceMillis, () => socket.destroy(new Error("the virus scanner does not answer")));
    source.on("error", (error) => socket.destroy(error));
    socket.once("connect", () => source.pipe(socket, { end: false }));
    socket.on("data", (part) => {
      answer += part.toString("utf8");
      if (answer.includes("\0")) socket.end();
    });
    socket.on("error", (error) => {
      // A daemon that has seen enough answers and disconnects early.
      if (!answer.includes("\0")) reject(error);
    });
    socket.on("close", () => {
      source.destroy();
      resolve(answer.replaceAll("\0", "").trim());
    });
  });
}

/**
 * Scans a file. Without a scanner nothing is done; with one, a file without a verdict is refused.
 * @throws {VorderError} tooLarge if it exceeds the scanner's limit; unavailable if the scanner cannot be reached or gives no clear answer.
 */
export async function scanForViruses(scanner: URL | undefined, open: OpenContent): Promise<ScanVerdict> {
  if (scanner === undefined) return "unscanned";
  let answer: string;
  try {
    answer = await converse(scanner, open);
  } catch (cause) {
    throw new VorderError("unavailable", { cause });
  }
  if (/^stream: OK$/.test(answer)) return "clean";
  if (/ FOUND$/.test(answer)) return "infected";
  if (/size limit exceeded/i.test(answer)) throw new VorderError("tooLarge");
  throw new VorderError("unavailable", { cause: `the virus scanner said: ${answer.slice(0, 100)}` });
}

/**
 * Scans a received file before anything else is done with it; returns whether it was found clean.
 * @throws {VorderError} validation beside its field if it is infected; unavailable; tooLarge.
 */
export async function scanUpload(
  scanner: URL | undefined,
  file: { readonly field: string; readonly name: string; readonly path: string },
): Promise<boolean> {
  const verdict = await scanForViruses(scanner, () => createReadStream(file.path));
  if (verdict === "infected") throw fieldError(file.field, "platform.invalid.virus", { name: file.name });
  return verdict === "clean";
}
