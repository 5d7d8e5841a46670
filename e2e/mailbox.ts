/** A mail server that keeps what it is sent, so that a test can open an invitation as its receiver would. */
import { createServer, type Socket } from "node:net";

export interface Mailbox {
  /** For SMTP_URL. */
  readonly url: string;
  /** Waits for a mail to an address and gives its text, with its lines put together again. */
  mailTo(address: string): Promise<string>;
  close(): Promise<void>;
}

interface Mail {
  readonly to: string;
  readonly text: string;
}

/** The text of a mail: quoted-printable and base64 as mailers write them, decoded. */
function textOf(raw: string): string {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Speaks as much SMTP as a mailer needs to hand over a mail. */
function serve(socket: Socket, keep: (mail: Mail) => void): void {
  let waiting = "";
  let to = "";
  let data: string | undefined;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  say("220 mailbox");
  socket.on("error", () => socket.destroy());
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    waiting += chunk;
    for (;;) {
      if (data !== undefined) {
        const end = waiting.indexOf("\r\n.\r\n");
        if (end < 0) return;
        keep({ to, text: textOf(waiting.slice(0, end)) });
        waiting = waiting.slice(end + 5);
        data = undefined;
        say("250 kept");
        continue;
      }
      const end = waiting.indexOf("\r\n");
      if (end < 0) return;
      const line = waiting.slice(0, end);
      waiting = waiting.slice(end + 2);
      if (/^rcpt to:/i.test(line)) to = /<([^>]*)>/.exec(line)?.[1] ?? "";
      if (/^data/i.test(line)) {
        data = "";
        say("354 go on");
      } else if (/^quit/i.test(line)) {
        say("221 bye");
        socket.end();
      } else say("250 ok");
    }
  });
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  const server = createServer((socket) => serve(socket, (mail) => mails.push(mail)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async mailTo(wanted) {
      for (let tries = 0; tries < 1200; tries++) {
        const mail = mails.findLast(({ to }) => to.toLowerCase() === wanted.toLowerCase());
        if (mail) return mail.text;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`no mail to ${wanted}; there are mails to ${mails.map(({ to }) => to).join(", ")}`);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
