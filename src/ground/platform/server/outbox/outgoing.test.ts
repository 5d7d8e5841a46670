/** The guard for what goes out: which addresses, which ports, and that what was looked at is what is connected to. */
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTcp } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OutgoingException, openSocket, readException, refusalOf, sendRequest } from "./outgoing.ts";

const allow = (text: string): OutgoingException[] => text.split(",").flatMap((entry) => readException(entry) ?? []);

describe("an address", () => {
  it.each([
    // Loopback, private, link-local (metadata), shared (CGNAT), unspecified, reserved.
    ...["127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
    ...["255.255.255.255", "224.0.0.1", "192.0.2.1", "198.18.0.1", "240.0.0.1"],
    ...["::1", "::", "fe80::1", "fd00::1", "ff02::1", "2001:db8::1"],
    // Version 4 in the dress of version 6: mapped, compatible, NAT64, 6to4, Teredo.
    ...["::ffff:127.0.0.1", "::ffff:a9fe:a9fe", "::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2001::1"],
    "no address",
  ])("%s is not public", (address) => {
    expect(refusalOf({ kind: "http", host: "gateway.example", port: 443 }, address, [])).toBe("address");
  });

  it.each(["8.8.8.8", "2a00:1450:4001::1", "::ffff:8.8.8.8"])("%s is public", (address) => {
    expect(refusalOf({ kind: "http", host: "gateway.example", port: 443 }, address, [])).toBeUndefined();
  });
});

it.each([
  ["smtp", 587, undefined],
  ["smtp", 22, "port"],
  ["smtp", 6379, "port"],
  ["sftp", 22, undefined],
  ["sftp", 25, "port"],
  ["http", 443, undefined],
  ["http", 5432, "port"],
] as const)("%s on port %i: %s", (kind, port, found) => {
  expect(refusalOf({ kind, host: "gateway.example", port }, "8.8.8.8", [])).toBe(found);
});

it.each([
  // As it is written, the host, its address, the port, and whether it is allowed.
  ["127.0.0.1", "127.0.0.1", "127.0.0.1", 4025, true],
  ["127.0.0.1", "anything.example", "127.0.0.1", 4025, true],
  ["127.0.0.1", "anything.example", "::ffff:127.0.0.1", 4025, true],
  ["127.0.0.1:25", "127.0.0.1", "127.0.0.1", 4025, false],
  ["10.1.0.0/16", "mail.intern", "10.1.2.3", 25, true],
  ["10.1.0.0/16", "mail.intern", "10.2.2.3", 25, false],
  ["mail.intern:25", "mail.intern", "10.2.2.3", 25, true],
  ["mail.intern:25", "MAIL.intern", "10.2.2.3", 26, false],
  ["mail.intern", "elsewhere.example", "10.2.2.3", 25, false],
  ["[fd00::5]:25", "fd00::5", "fd00::5", 25, true],
  ["[fd00::5]:25", "fd00::5", "fd00::5", 26, false],
  ["sftp.klant.example:2200", "sftp.klant.example", "8.8.8.8", 2200, true],
])("%s lets %s at %s port %i through: %s", (text, host, address, port, isAllowed) => {
  expect(refusalOf({ kind: "smtp", host, port }, address, allow(text)) === undefined).toBe(isAllowed);
});

it.each(["a b", "http://x", "10.0.0.0/99", "x:port", "[::1", ""])(
  "%j is not a valid entry of OUTGOING_ALLOW",
  (text) => {
    expect(readException(text)).toBeUndefined();
  },
);

describe("a connection", () => {
  let address = "";
  let port = 0;
  let asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url} ${request.headers.host}`);
    if (request.url === "/elsewhere") return reply.writeHead(302, { location: "http://169.254.169.254/" }).end();
    if (request.url === "/long") return reply.end("x".repeat(5000));
    return reply.writeHead(201, { "x-answer": "yes" }).end("done");
  });
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const at = server.address();
    port = typeof at === "object" && at ? at.port : 0;
    address = `http://localhost:${port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  it("is made by host name where that is allowed, and refused elsewhere", async () => {
    asked = [];
    const reply = await sendRequest(`${address}/x`, allow("localhost"), { method: "POST", body: "{}" });
    expect([reply.status, reply.headers.get("x-answer"), await reply.text()]).toEqual([201, "yes", "done"]);
    expect(asked).toEqual([`POST /x localhost:${port}`]);
    await expect(sendRequest(`${address}/x`, [])).rejects.toMatchObject({ code: "ENOTALLOWED" });
    await expect(sendRequest(`http://127.1:${port}/x`, [])).rejects.toMatchObject({ code: "ENOTALLOWED" });
    await expect(sendRequest(`http://[::1]:${port}/x`, [])).rejects.toMatchObject({ code: "ENOTALLOWED" });
    await expect(sendRequest(`http://0x7f000001:${port}/x`, [])).rejects.toMatchObject({ code: "ENOTALLOWED" });
    await expect(sendRequest("file:///etc/passwd", [])).rejects.toMatchObject({ code: "ENOTALLOWED" });
    expect(asked).toHaveLength(1);
  });

  it("follows no redirect and stops reading an endless reply", async () => {
    const reply = await sendRequest(`${address}/elsewhere`, allow("localhost"));
    expect(reply.status).toBe(302);
    await expect(sendRequest(`${address}/long`, allow("localhost"), { maxBytes: 1000 })).rejects.toThrow(/1000 bytes/);
  });

  it("times out when the peer is silent", async () => {
    const silent = createTcp(() => undefined);
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const at = silent.address();
    const mute = typeof at === "object" && at ? at.port : 0;
    await expect(sendRequest(`http://127.0.0.1:${mute}/`, allow("127.0.0.1"), { millis: 100 })).rejects.toThrow();
    silent.close();
  });

  it("over plain TCP goes to the address that was checked", async () => {
    const socket = await openSocket({ kind: "smtp", host: "localhost", port }, allow("localhost"));
    expect(socket.remotePort).toBe(port);
    socket.destroy();
    await expect(openSocket({ kind: "smtp", host: "localhost", port }, [])).rejects.toMatchObject({
      code: "ENOTALLOWED",
    });
  });
});
