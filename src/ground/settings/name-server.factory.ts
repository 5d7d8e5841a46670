/** A name server on UDP, on this machine: it answers questions for texts by what a test told it, or not at all. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

export interface NameServer {
  /** With its port, as the settings of the environment name one. */
  readonly address: string;
  /** Texts by name. */
  readonly texts: Map<string, readonly string[]>;
  /** Answers nothing at all. */
  isDeaf: boolean;
  close(): Promise<void>;
}

/** The name that a question asks for, and where the question ends. */
function questionOf(packet: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 5 };
}

/** One answer of type TXT: a text of any length in pieces of at most 255. */
function answerOf(text: string): Buffer {
  const pieces = (text.match(/[\s\S]{1,255}/g) ?? [""]).map((piece) =>
    Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, "latin1")]),
  );
  const data = Buffer.concat(pieces);
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, data]);
}

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  const running: NameServer = {
    address: "",
    texts: new Map(),
    isDeaf: false,
    close: () => new Promise((done) => socket.close(done)),
  };
  socket.on("message", (packet, from) => {
    if (running.isDeaf) return;
    const { name, end } = questionOf(packet);
    const texts = running.texts.get(name);
    const head = Buffer.alloc(12);
    packet.copy(head, 0, 0, 2);
    // An answer of one that has authority; 3: there is no such name.
    head.writeUInt16BE(0x8580 | (texts ? 0 : 3), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(texts?.length ?? 0, 6);
    socket.send(
      Buffer.concat([head, packet.subarray(12, end), ...(texts ?? []).map(answerOf)]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return Object.assign(running, { address: `127.0.0.1:${socket.address().port}` });
}
