/** A virus scanner for tests. */
import { createServer, type Server, type Socket } from "node:net";

/** The standard harmless test virus (EICAR). */
export const testVirus = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";

/** A daemon with ClamAV's INSTREAM protocol that finds only the harmless test virus. */
export async function startScanner(): Promise<{ server: Server; url: string; seen: () => number }> {
  let seen = 0;
  const server = createServer((socket: Socket) => {
    let heard = Buffer.alloc(0);
    socket.on("data", (part) => {
      heard = Buffer.concat([heard, typeof part === "string" ? Buffer.from(part) : part]);
      const start = heard.indexOf(0) + 1;
      let at = start;
      const content: Buffer[] = [];
      while (at > 0 && at + 4 <= heard.length) {
        const length = heard.readUInt32BE(at);
        if (length === 0) {
          seen += 1;
          const infected = Buffer.concat(content).includes("EICAR-STANDARD-ANTIVIRUS-TEST-FILE");
          socket.end(infected ? "stream: Eicar-Signature FOUND\0" : "stream: OK\0");
          return;
        }
        content.push(heard.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `tcp://127.0.0.1:${portOf(server)}`, seen: () => seen };
}

/** The port of a listening server. */
export function portOf(server: Pick<Server, "address">): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
  return address.port;
}
