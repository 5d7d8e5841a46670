/** A test mailbox on a raw socket with the part of IMAP (RFC 3501) that reading needs, with optional faults. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

export interface MailboxPeer {
  readonly port: number;
  /** The mails in the folder `INBOX`, by number. */
  readonly mails: { readonly uid: number; readonly raw: string | Buffer }[];
  /** Changing it means that all mails are numbered anew. */
  validity: number;
  /** The password of its user is "geheim"; while this is set the server does not answer after the login. */
  hangs: boolean;
  /** From the mail of this number on the server does not answer. */
  hangsFrom: number | undefined;
  /** The mail of this number alone: the server never answers for it, or breaks off. */
  stuckAt: { readonly uid: number; readonly by: "silence" | "breakingOff" } | undefined;
  /** The lines that the client has sent. */
  readonly said: readonly string[];
  close(): Promise<void>;
}

const user = "retour";
const password = "geheim";

/** "9:*" and "9": whether a number is included. "9:*" names the last mail if all have lower numbers (RFC 3501, 9). */
function isNamed(set: string, uid: number, last: number): boolean {
  const [from = "", to = from] = set.split(":");
  const ends = [from, to].map((end) => (end === "*" ? last : Number(end)));
  return uid >= Math.min(...ends) && uid <= Math.max(...ends);
}

/** Starts one on the loopback address. */
export async function startMailboxPeer(): Promise<MailboxPeer> {
  const sockets = new Set<Socket>();
  const lines: string[] = [];
  const mails: MailboxPeer["mails"] = [];
  const last = (): number => Math.max(0, ...mails.map(({ uid }) => uid));

  function fetched(socket: Socket, set: string): void {
    for (const [at, { uid, raw }] of mails.entries()) {
      if (!isNamed(set, uid, last())) continue;
      const content = Buffer.from(raw).subarray(0, 256_000);
      socket.write(`* ${at + 1} FETCH (UID ${uid} BODY[]<0> {${content.byteLength}}\r\n`);
      socket.write(content);
      socket.write(")\r\n");
    }
  }

  function opened(socket: Socket): void {
    socket.write("* FLAGS (\\Seen \\Deleted)\r\n");
    socket.write(`* ${mails.length} EXISTS\r\n* 0 RECENT\r\n`);
    socket.write(`* OK [UIDVALIDITY ${peer.validity}] valid\r\n* OK [UIDNEXT ${last() + 1}] next\r\n`);
  }

  /** The answer after the tag. */
  function answer(socket: Socket, command: string): string {
    const [, verb = "", rest = ""] = /^((?:UID )?\S+) ?(.*)$/i.exec(command) ?? [];
    const words = rest.replaceAll('"', "");
    switch (verb.toUpperCase()) {
      case "CAPABILITY":
        socket.write("* CAPABILITY IMAP4rev1\r\n");
        return "OK done";
      case "LOGIN":
        return words === `${user} ${password}` ? "OK in" : "NO [AUTHENTICATIONFAILED] wrong";
      case "LIST":
        socket.write('* LIST (\\Noselect) "/" ""\r\n');
        return "OK done";
      case "EXAMINE":
        if (words !== "INBOX") return "NO [NONEXISTENT] no such folder";
        opened(socket);
        return "OK [READ-ONLY] open";
      case "UID SEARCH": {
        const set = /UID (\S+)/i.exec(rest)?.[1] ?? "1:*";
        const found = mails.filter(({ uid }) => isNamed(set, uid, last())).map(({ uid }) => uid);
        socket.write(`* SEARCH ${found.join(" ")}\r\n`);
        return "OK done";
      }
      case "UID FETCH":
        fetched(socket, words.split(" ")[0] ?? "");
        return "OK done";
      case "NOOP":
      case "LOGOUT":
        return "OK done";
      default:
        return "BAD unknown";
    }
  }

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        const [, tag = "*", command = ""] = /^(\S+) (.*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        lines.push(command);
        const asked = Number(/^UID FETCH (\d+)/i.exec(command)?.[1] ?? 0);
        if (peer.hangsFrom !== undefined && asked >= peer.hangsFrom) continue;
        if (peer.stuckAt !== undefined && asked === peer.stuckAt.uid) {
          if (peer.stuckAt.by === "breakingOff") socket.destroy();
          continue;
        }
        if (peer.hangs && !/^(CAPABILITY|LOGIN)/i.test(command)) continue;
        socket.write(`${tag} ${answer(socket, command)}\r\n`);
      }
    });
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const peer: MailboxPeer = {
    port: typeof address === "object" && address ? address.port : 0,
    mails,
    validity: 1,
    hangs: false,
    hangsFrom: undefined,
    stuckAt: undefined,
    said: lines,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return peer;
}
