/** The hook for a virus scanner: the daemon of ClamAV over TCP, which takes a file in pieces (INSTREAM) and answers in a line. */
import { connect } from "node:net";
import { VorderError } from "../../kernel/errors.ts";

export type ScanVerdict = "clean" | "infected" | "unscanned";

const pieceBytes = 64 * 1024;
const patienceMillis = 30_000;

/** The command, then pieces with their length before each, then a length of nought. */
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  yield Buffer.from("zINSTREAM\0");
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = bytes.subarray(from, from + pieceBytes);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    yield length;
    yield piece;
  }
  yield Buffer.alloc(4);
}

function converse(address: URL, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address.hostname, port: Number(address.port || 3310) });
    let said = "";
    socket.setTimeout(patienceMillis, () => socket.destroy(new Error("the virus scanner does not answer")));
    socket.on("connect", () => {
      for (const piece of pieces(bytes)) socket.write(piece);
    });
    socket.on("data", (part) => {
      said += part.toString("utf8");
      if (said.includes("\0")) socket.end();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(said.replaceAll("\0", "").trim()));
  });
}

/**
 * Has a file looked at. Without a scanner nothing is; with one, a file that it cannot judge is refused and not let through.
 * @throws {VorderError} unavailable where the scanner cannot be reached or answers with neither yes nor no.
 */
export async function scanForViruses(scanner: URL | undefined, bytes: Uint8Array): Promise<ScanVerdict> {
  if (scanner === undefined) return "unscanned";
  let said: string;
  try {
    said = await converse(scanner, bytes);
  } catch (cause) {
    throw new VorderError("unavailable", { cause });
  }
  if (/^stream: OK$/.test(said)) return "clean";
  if (/ FOUND$/.test(said)) return "infected";
  throw new VorderError("unavailable", { cause: `the virus scanner said: ${said.slice(0, 100)}` });
}
