/** A way to a server that can be cut, closed and made to hang: for tests and drills of lost connections. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Detour {
  readonly port: number;
  /** The same address by way of the proxy. */
  through(url: string): string;
  /** Breaks every connection off; new ones are let in. */
  cut(): void;
  /** Breaks every connection off and lets no new one in, until `open`. */
  shut(): void;
  /** Passes nothing on any more, in either direction, and breaks nothing off, until `open`. */
  hang(): void;
  open(): void;
  close(): Promise<void>;
}

/** Begins to listen on a free port. The address behind it is that of the last `through`. */
export async function startProxy(): Promise<Detour> {
  let behind = { host: "", port: 0 };
  let state: "open" | "shut" | "hanging" = "open";
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    return socket;
  };
  const join = (from: Socket, to: Socket): void => {
    from.on("data", (piece) => {
      if (state === "hanging") from.pause();
      to.write(piece);
    });
    from.on("close", () => to.destroy());
  };
  const server = createServer((near) => {
    if (state === "shut") return void near.destroy();
    const far = keep(connect(behind));
    keep(near);
    join(near, far);
    join(far, near);
    if (state === "hanging") for (const socket of [near, far]) socket.pause();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    through(url) {
      const { hostname, port: given } = new URL(url);
      behind = { host: hostname, port: Number(given) || 5432 };
      const led = new URL(url);
      led.hostname = "127.0.0.1";
      led.port = String(port);
      return led.href;
    },
    cut,
    shut() {
      state = "shut";
      cut();
    },
    hang() {
      state = "hanging";
      for (const socket of sockets) socket.pause();
    },
    open() {
      state = "open";
      for (const socket of sockets) socket.resume();
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
