/**
 * The guard for connections to addresses that users can set. A name is resolved once and the connection goes to the verified address; addresses
 * that are not public are refused unless the installation names them in OUTGOING_ALLOW.
 */
import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type ClientRequest, request as httpRequest } from "node:http";
import { isIP, type LookupFunction, connect as openTcp, type Socket } from "node:net";
import { connect as openTls } from "node:tls";
import ipaddr from "ipaddr.js";
import { Agent, buildConnector, fetch as fetchBy } from "undici";

/** The protocol; each has ports of its own. */
export type OutgoingKind = "smtp" | "imap" | "sftp" | "http";

export interface Destination {
  readonly kind: OutgoingKind;
  /** A name or a literal address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** An address that the installation allows although it is not public, or not on a usual port. */
export interface OutgoingException {
  /** A name in lower case; undefined if `range` is set. */
  readonly name?: string;
  readonly range?: [ipaddr.IPv4 | ipaddr.IPv6, number];
  /** Only this port; all ports if absent. */
  readonly port?: number;
}

/** Refused by the guard: no connection was made. `code` is used like that of a failed connection. */
export class OutgoingRefused extends Error {
  readonly code = "ENOTALLOWED";
  constructor({ host, port }: Destination, why: "address" | "port" | "scheme") {
    super(`a connection to ${host}:${port} is not allowed (${why})`);
    this.name = "OutgoingRefused";
  }
}

const usualPorts: Readonly<Record<OutgoingKind, ReadonlySet<number>>> = {
  smtp: new Set([25, 465, 587, 2525, 2587]),
  imap: new Set([143, 993]),
  sftp: new Set([22, 115, 2022, 2222, 8022, 22022, 22222]),
  http: new Set([80, 443, 8080, 8443]),
};

/** Parses one entry of OUTGOING_ALLOW: a name, an address or a range (`10.0.0.0/8`), each with or without `:port`. Undefined if invalid. */
export function readException(text: string): OutgoingException | undefined {
  const found = /^(?:\[([^\]]+)\]|([^:[\]]+)|([^[\]]*:[^[\]]*:[^[\]]*?))(?::(\d{1,5}))?$/.exec(text.trim());
  if (!found) return undefined;
  const host = (found[1] ?? found[2] ?? found[3] ?? "").toLowerCase();
  const port = found[4] === undefined ? {} : { port: Number(found[4]) };
  if (ipaddr.isValidCIDR(host)) return { range: ipaddr.parseCIDR(host), ...port };
  if (isIP(host) !== 0) {
    const address = ipaddr.process(host);
    return { range: [address, address.kind() === "ipv4" ? 32 : 128], ...port };
  }
  return /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/.test(host) ? { name: host, ...port } : undefined;
}

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, [range, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean => {
  if (address instanceof ipaddr.IPv4) return range instanceof ipaddr.IPv4 && address.match(range, bits);
  return range instanceof ipaddr.IPv6 && address.match(range, bits);
};

/** Public unicast only: no private, loopback, link-local, shared, mapped, tunnelled or reserved range. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // 2000::/3 is all that is assigned; other ranges may embed an IPv4 address.
  return address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** Whether the installation allows this destination by name or address. */
export function isNamed(destination: Destination, address: string, exceptions: readonly OutgoingException[]): boolean {
  const host = destination.host.toLowerCase();
  return exceptions.some(
    ({ name, range, port }) =>
      (port === undefined || port === destination.port) &&
      (name === host || (range !== undefined && isIP(address) !== 0 && isWithin(ipaddr.process(address), range))),
  );
}

/** Why an address of this destination may not be connected to; undefined if it may. */
export function refusalOf(
  destination: Destination,
  address: string,
  exceptions: readonly OutgoingException[],
): "address" | "port" | undefined {
  if (isNamed(destination, address, exceptions)) return undefined;
  if (!isPublicAddress(address)) return "address";
  return usualPorts[destination.kind].has(destination.port) ? undefined : "port";
}

/** A promise that rejects with a time-out code if it takes longer. */
function within<T>(millis: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error("no answer in time"), { name: "TimeoutError", code: "ETIMEDOUT" })),
      millis,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The addresses of a destination, resolved once. @throws OutgoingRefused if one of them is not allowed. */
async function addressesOf(
  destination: Destination,
  exceptions: readonly OutgoingException[],
  millis: number,
): Promise<LookupAddress[]> {
  const family = isIP(destination.host);
  const addresses =
    family === 0
      ? await within(millis, lookup(destination.host, { all: true }))
      : [{ address: destination.host, family }];
  for (const { address } of addresses) {
    const why = refusalOf(destination, address, exceptions);
    if (why !== undefined) throw new OutgoingRefused(destination, why);
  }
  return addresses;
}

/** The verified address of a destination: for a library that connects itself and must not resolve the name. @throws as `openSocket`. */
export async function addressBehind(
  destination: Destination,
  exceptions: readonly OutgoingException[],
  millis = 15_000,
): Promise<string> {
  const [first] = await addressesOf(destination, exceptions, millis);
  if (!first) throw Object.assign(new Error("no address"), { code: "ENOTFOUND" });
  return first.address;
}

/** A lookup function that returns only the verified addresses. */
const pinned =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_name, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else if (first) done(null, first.address, first.family);
    else done(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), "", 0);
  };

/**
 * Connects to an address that a user has set.
 * @throws OutgoingRefused; otherwise the error of resolving or connecting, with its `code`.
 */
export async function openSocket(
  destination: Destination,
  exceptions: readonly OutgoingException[],
  millis = 15_000,
): Promise<Socket> {
  const { host, port } = destination;
  const addresses = await addressesOf(destination, exceptions, millis);
  // What speaks in small packets, as SFTP does, would wait a moment for the other side at each of them.
  const socket = openTcp({ host, port, lookup: pinned(addresses), noDelay: true });
  const connected = new Promise<Socket>((resolve, reject) => {
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
  });
  try {
    return await within(millis, connected);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** A connection for one HTTP request, with TLS if the address says so. @throws as `openSocket`; otherwise the error of the handshake. */
export async function openHttp(url: URL, exceptions: readonly OutgoingException[], millis: number): Promise<Socket> {
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const destination: Destination = { kind: "http", host, port: Number(url.port || (secure ? 443 : 80)) };
  if (!/^https?:$/.test(url.protocol)) throw new OutgoingRefused(destination, "scheme");
  const socket = await openSocket(destination, exceptions, millis);
  if (!secure) return socket;
  const secured = openTls({ socket, servername: isIP(host) === 0 ? host : "" });
  try {
    await within(millis, once(secured, "secureConnect"));
    return secured;
  } catch (error) {
    secured.destroy();
    throw error;
  }
}

/** A request over a connection of `openHttp`, used only for it: nothing is sent before its end is written. */
export const requestOver = (
  socket: Socket,
  url: URL,
  { method, headers }: { readonly method: string; readonly headers: Readonly<Record<string, string>> },
): ClientRequest =>
  httpRequest(url, {
    protocol: "http:",
    method,
    createConnection: () => socket,
    headers: { ...headers, connection: "close" },
  });

export interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream is sent as it comes; its length must be in the headers. */
  readonly body?: string | AsyncIterable<Uint8Array>;
  /** The time limit of the whole conversation, including reading the answer. */
  readonly millis?: number;
  /** A longer answer is an error. */
  readonly maxBytes?: number;
}

async function bodyOf(body: AsyncIterable<unknown> | null, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    if (!(piece instanceof Uint8Array)) continue;
    size += piece.byteLength;
    if (size > maxBytes)
      throw Object.assign(new Error(`an answer of more than ${maxBytes} bytes`), { code: "ETOOLARGE" });
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/**
 * An HTTP request to an address that a user has set. Redirects are not followed: their response is returned.
 * @throws OutgoingRefused; otherwise the error of resolving, connecting or answering.
 */
export async function sendRequest(
  address: string | URL,
  exceptions: readonly OutgoingException[],
  request: OutgoingRequest = {},
): Promise<Response> {
  const url = new URL(address);
  const millis = request.millis ?? 15_000;
  const destination: Destination = {
    kind: "http",
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (url.protocol === "https:" ? 443 : 80)),
  };
  if (!/^https?:$/.test(url.protocol)) throw new OutgoingRefused(destination, "scheme");
  const addresses = await addressesOf(destination, exceptions, millis);
  const agent = new Agent({ connect: buildConnector({ lookup: pinned(addresses), timeout: millis }) });
  try {
    const answer = await fetchBy(url, {
      method: request.method ?? "GET",
      redirect: "manual",
      signal: AbortSignal.timeout(millis),
      headers: { ...request.headers },
      dispatcher: agent,
      ...(request.body === undefined ? {} : { body: request.body, duplex: "half" }),
    });
    const body = await bodyOf(answer.body, request.maxBytes ?? 1_000_000);
    const bodiless = [101, 204, 205, 304].includes(answer.status);
    return new Response(bodiless ? null : body, { status: answer.status, headers: [...answer.headers] });
  } finally {
    await agent.destroy();
  }
}
