/** A test mail server on a raw socket that can fail at any point of the conversation: hang, disconnect, or give any answer. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** Where it fails: `body` is after the whole message, at the answer that accepts it. */
export type Stage = "greeting" | "ehlo" | "mail" | "rcpt" | "data" | "body";
export interface PeerBehaviour {
  readonly stage: Stage;
  /** `hang` waits until released; anything else is its answer. */
  readonly does: "hang" | "drop" | string;
  /** The number of complete messages before it fails. */
  readonly after?: number;
}

export interface MailPeer {
  readonly url: string;
  readonly port: number;
  /** The treatment of messages from now on; undefined accepts all. */
  manner: PeerBehaviour | undefined;
  /** The Message-Ids of complete messages, repeated ones included, whatever was answered. */
  readonly bodies: readonly string[];
  /** The return address of each message. */
  readonly senders: readonly string[];
  /** The messages with unfolded lines. */
  readonly messages: readonly { readonly to: string; readonly text: string; readonly refused: boolean }[];
  /** The number of hanging conversations. */
  hanging(): number;
  /** Releases the hanging conversations, which continue normally. */
  release(): void;
  /** Disconnects all conversations. */
  hangUp(): void;
  close(): Promise<void>;
}

const usual: Readonly<Record<Stage, string>> = {
  greeting: "220 peer ESMTP",
  ehlo: "250 peer",
  mail: "250 sender ok",
  rcpt: "250 recipient ok",
  data: "354 go on",
  body: "250 taken",
};

const stageOf = (line: string): Stage | undefined => {
  const verb = line.slice(0, 4).toUpperCase();
  if (verb === "EHLO" || verb === "HELO") return "ehlo";
  if (verb === "MAIL") return "mail";
  if (verb === "RCPT") return "rcpt";
  if (verb === "DATA") return "data";
  return undefined;
};

/** Starts one on the loopback address. */
export async function startMailPeer(): Promise<MailPeer> {
  const bodies: string[] = [];
  const senders: string[] = [];
  const messages: { to: string; text: string; refused: boolean }[] = [];
  const sockets = new Set<Socket>();
  let held: (() => void)[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    let text = "";
    let to = "";
    let from = "";
    let inBody = false;
    const mannerNow = (): PeerBehaviour | undefined =>
      (peer.manner?.after ?? 0) <= bodies.length ? peer.manner : undefined;
    const at = (stage: Stage): void => {
      const manner = mannerNow();
      const go = (line: string) => (): void => void (socket.writable && socket.write(`${line}\r\n`));
      inBody = stage === "data" && (manner?.stage !== "data" || manner.does === "hang");
      if (manner?.stage !== stage) go(usual[stage])();
      else if (manner.does === "drop") socket.destroy();
      else if (manner.does === "hang") held.push(go(usual[stage]));
      else go(manner.does)();
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (;;) {
        const end = text.indexOf(inBody ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const whole = text.slice(0, end);
        text = text.slice(end + (inBody ? 5 : 2));
        if (inBody) {
          bodies.push(/^Message-ID: (\S+)/im.exec(whole)?.[1] ?? "");
          const manner = mannerNow();
          const refused = manner?.stage === "body" && /^[45]/.test(manner.does);
          senders.push(from);
          messages.push({ to, text: whole.replaceAll("=\r\n", ""), refused });
          at("body");
        } else {
          to = /^RCPT TO:<([^>]*)>/i.exec(whole)?.[1] ?? to;
          from = /^MAIL FROM:<([^>]*)>/i.exec(whole)?.[1] ?? from;
          const stage = stageOf(whole);
          if (stage) at(stage);
          else if (/^QUIT/i.test(whole)) socket.end("221 bye\r\n");
          else socket.write("250 ok\r\n");
        }
      }
    });
    at("greeting");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const peer: MailPeer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    manner: undefined,
    bodies,
    senders,
    messages,
    hanging: () => held.length,
    release() {
      const going = held;
      held = [];
      for (const go of going) go();
    },
    hangUp() {
      held = [];
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      peer.hangUp();
      await new Promise((done) => server.close(done));
    },
  };
  return peer;
}
