/** A mail server on a raw socket that does at any point of the conversation what a test or a drill tells it: hang, hang up, or answer anything. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** Where it misbehaves: `body` is after the whole message, where its answer says whether it has taken it. */
export type Stage = "greeting" | "ehlo" | "mail" | "rcpt" | "data" | "body";
export interface PeerBehaviour {
  readonly stage: Stage;
  /** `hang` says nothing until it is let go; anything else is the line that it answers. */
  readonly does: "hang" | "drop" | string;
  /** It has to have had so many messages whole before it misbehaves. */
  readonly after?: number;
}

export interface MailPeer {
  readonly url: string;
  readonly port: number;
  /** How it treats what comes from now on; undefined takes everything. */
  manner: PeerBehaviour | undefined;
  /** Message-Ids of the messages that came whole, each as often as it came, whatever was answered. */
  readonly bodies: readonly string[];
  /** Of each message, the address that it would come back to. */
  readonly senders: readonly string[];
  /** The messages themselves, with the lines that were folded on the way put together again. */
  readonly messages: readonly { readonly to: string; readonly text: string; readonly refused: boolean }[];
  /** Conversations that hang now. */
  hanging(): number;
  /** Lets those that hang go on as if nothing was. */
  release(): void;
  /** Ends every conversation without a word. */
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

/** Starts one on loopback. */
export async function startMailPeer(): Promise<MailPeer> {
  const bodies: string[] = [];
  const senders: string[] = [];
  const messages: { to: string; text: string; refused: boolean }[] = [];
  const sockets = new Set<Socket>();
  let held: (() => void)[] = [];
  const server = createServer((socket) => {
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
