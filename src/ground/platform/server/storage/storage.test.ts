import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { VorderError } from "../../../kernel/errors.ts";
import { contentType } from "../http/content-type.ts";
import { startTestStore, type TestStore } from "./s3.factory.ts";
import { sign } from "./s3.ts";
import { openStorage, type Storage } from "./storage.ts";

const text = (content: string) => new TextEncoder().encode(content);
const pdf = text("%PDF-1.7\nHandelsregister");

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.keys()) keys.push(key);
  return keys.sort();
}

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof VorderError ? error.code : String(error);
};

/** What every storage does, wherever it keeps the bytes. */
function behaves(open: () => Storage): void {
  it("keeps a file and tells its hash, size and kind", async () => {
    const stored = await open().put(pdf, { mime: "application/pdf", name: "brief.pdf" });
    expect(stored).toMatchObject({ size: pdf.byteLength, mime: "application/pdf" });
    expect(stored.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(Buffer.from(await open().get(stored.key)).equals(pdf)).toBe(true);
  });

  it("stores and returns large content in chunks, and stores nothing when the chunks break off", async () => {
    const storage = open();
    const piece = new Uint8Array(64 * 1024).fill(65);
    async function* pieces(breaks: boolean) {
      yield "nummer;bedrag\r\n";
      for (let at = 0; at < 50; at++) yield piece;
      if (breaks) throw new Error("broken off");
    }
    const stored = await storage.putStream(pieces(false), { name: "uit.csv" });
    const whole = Buffer.concat([text("nummer;bedrag\r\n"), ...Array.from({ length: 50 }, () => piece)]);
    expect(stored).toMatchObject({ size: whole.byteLength, mime: "text/csv" });
    expect(Buffer.from(await storage.get(stored.key)).equals(whole)).toBe(true);
    expect(Buffer.concat(await (await storage.open(stored.key)).toArray()).equals(whole)).toBe(true);
    await expect(storage.putStream(pieces(true), { name: "uit.csv" })).rejects.toThrow("broken off");
    expect(await codeOf(storage.putStream(Readable.from([text("MZ\u0000")]), { name: "uit.csv" }))).toBe("mediaType");
    expect(await keysOf(storage)).toEqual([stored.key]);
    await storage.delete(stored.key);
    expect(await codeOf(storage.open(stored.key))).toBe("notFound");
  });

  it("stores the same content under two keys separately, so that one can be deleted without the other", async () => {
    const storage = open();
    const [one, two] = [await storage.put(pdf, { name: "a.pdf" }), await storage.put(pdf, { name: "b.pdf" })];
    expect(one.sha256).toBe(two.sha256);
    await storage.delete(one.key);
    expect(await codeOf(storage.get(one.key))).toBe("notFound");
    expect((await storage.get(two.key)).byteLength).toBe(pdf.byteLength);
  });

  it("deletes what is not there without complaint", async () => {
    const { key } = await open().put(pdf, { name: "a.pdf" });
    await open().delete(key);
    await open().delete(key);
  });

  it("lists every key", async () => {
    const stored = await Promise.all(
      ["een", "twee", "drie", "vier", "vijf"].map((word) => open().put(text(word), { name: "notitie.txt" })),
    );
    expect(await keysOf(open())).toEqual(stored.map(({ key }) => key).sort());
  });

  it.each(["../../etc/passwd", "ab/..", "/etc/passwd", "", "AB/cd"])("refuses the key %j", async (key) => {
    expect(await codeOf(open().get(key))).toBe("notFound");
    expect(await codeOf(open().delete(key))).toBe("notFound");
  });

  it("refuses content that is not what it claims to be", async () => {
    expect(await codeOf(open().put(pdf, { mime: "image/png", name: "a.png" }))).toBe("mediaType");
    expect(await codeOf(open().put(text("MZ\u0000\u0001"), { mime: "application/pdf", name: "a.pdf" }))).toBe(
      "mediaType",
    );
    expect(await keysOf(open())).toEqual([]);
  });

  it("restores a file under its old key, if it is the same", async () => {
    const { key } = await open().put(pdf, { name: "a.pdf" });
    await open().delete(key);
    await expect(open().restore(key, text("%PDF-1.7 other"))).rejects.toThrow("does not have the hash in its key");
    await open().restore(key, pdf);
    expect((await open().get(key)).byteLength).toBe(pdf.byteLength);
  });
}

describe("storage in a folder", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "vorder storage "));
  });
  afterEach(() => rm(dataDir, { recursive: true }));
  const open = () => openStorage({ dataDir, storageUrl: undefined });

  behaves(open);

  it("lets nobody else read, and leaves no half-written file", async () => {
    const { key } = await open().put(pdf, { name: "a.pdf" });
    const path = join(dataDir, "storage", key);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(path, ".."))).toHaveLength(1);
  });

  it("detects damage", async () => {
    const { key } = await open().put(pdf, { name: "a.pdf" });
    await writeFile(join(dataDir, "storage", key), "%PDF-1.7 damaged");
    await expect(open().get(key)).rejects.toThrow("is damaged");
  });

  it("is placed elsewhere by STORAGE_URL", async () => {
    const elsewhere = openStorage({
      dataDir: "/nowhere",
      storageUrl: `file://${dataDir.replaceAll(" ", "%20")}/attachments`,
    });
    const { key } = await elsewhere.put(pdf, { name: "a.pdf" });
    expect((await stat(join(dataDir, "attachments", key))).size).toBe(pdf.byteLength);
  });
});

describe("storage in an S3-compatible bucket", () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await startTestStore();
  });
  afterEach(() => store.stop());
  const open = () => openStorage({ dataDir: "/nowhere", storageUrl: store.url });

  behaves(open);

  it("keeps objects below the prefix, with their kind", async () => {
    const { key } = await open().put(pdf, { name: "a.pdf" });
    expect(store.objects.get(`vorder/${key}`)?.mime).toBe("application/pdf");
  });

  it("retries when the store fails, and gives up in the end", async () => {
    store.failNext(503, 500);
    const { key } = await open().put(pdf, { name: "a.pdf" });
    expect((await open().get(key)).byteLength).toBe(pdf.byteLength);
    store.failNext(503, 503, 503);
    await expect(open().get(key)).rejects.toThrow("the object store answered 503");
  });

  it("says so when the credentials are wrong or there is no such bucket", async () => {
    const wrong = new URL(store.url);
    wrong.password = "wrong";
    await expect(openStorage({ dataDir: "", storageUrl: wrong.href }).put(pdf, { name: "a.pdf" })).rejects.toThrow(
      "SignatureDoesNotMatch",
    );
    const elsewhere = store.url.replace("/archive/", "/nowhere/");
    await expect(openStorage({ dataDir: "", storageUrl: elsewhere }).put(pdf, { name: "a.pdf" })).rejects.toThrow(
      "has no bucket nowhere",
    );
  });
});

describe("signature version 4", () => {
  // The worked examples of the Amazon S3 API reference, "Signature Calculations for the Authorization Header".
  const credentials = {
    accessKey: "AKIAIOSFODNN7EXAMPLE",
    secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    region: "us-east-1",
  };
  const at = new Date("2013-05-24T00:00:00Z");
  const host = "https://examplebucket.s3.amazonaws.com";
  const nothing = new Uint8Array();

  it.each([
    [
      "GET",
      "/test.txt",
      { range: "bytes=0-9" },
      nothing,
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    ],
    [
      "PUT",
      "/test$file.text",
      { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      text("Welcome to Amazon S3."),
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    ],
    ["GET", "/?lifecycle", {}, nothing, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
    ["GET", "/?max-keys=2&prefix=J", {}, nothing, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
  ] as const)("%s %s", async (method, path, headers, body, signature) => {
    const signed = await sign({ method, url: new URL(host + path), headers, body }, credentials, at);
    expect(signed.get("authorization")).toMatch(new RegExp(`Signature=${signature}$`));
  });
});

describe("the kind of a file by its content", () => {
  const zip = (...names: string[]) => text(`PK\u0003\u0004${names.join("\u0000")}`);
  it.each([
    ["a PDF with any name", pdf, "foto.jpg", "application/pdf"],
    ["a PNG", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), "a", "image/png"],
    ["a JPEG", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), "a", "image/jpeg"],
    [
      "a DOCX",
      zip("[Content_Types].xml", "word/document.xml"),
      "a.zip",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    [
      "an XLSX",
      zip("[Content_Types].xml", "xl/workbook.xml"),
      "a",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
    ["an ODT", zip("mimetypeapplication/vnd.oasis.opendocument.text"), "a", "application/vnd.oasis.opendocument.text"],
    ["another zip file", zip("a.txt"), "a.docx", "application/zip"],
    ["a CSV", text("naam;bedrag\nJansen;12,50\n"), "a.csv", "text/csv"],
    ["plain text", text("Beste collega,\nzie bijlage"), "a.txt", "text/plain"],
    ["Latin-1 text", Uint8Array.of(0x43, 0x61, 0x66, 0xe9), "a.txt", "text/plain"],
    ["UTF-16 text", Uint8Array.of(0xff, 0xfe, 0x41, 0x00), "a.csv", "text/csv"],
    ["a bank statement", text('<?xml version="1.0"?><Document/>'), "camt.053", "application/xml"],
    ["a mail", text("From: a@example.nl\r\nSubject: Uw dossier\r\n\r\nDag"), "a.eml", "message/rfc822"],
    ["an empty file", text(""), "a.txt", "text/plain"],
    ["a program", text("MZ\u0000\u0003"), "a.pdf", undefined],
    ["HTML", text("<!DOCTYPE html><script>"), "a.txt", undefined],
    ["SVG", text('<?xml version="1.0"?><svg onload="x()">'), "a.xml", undefined],
    ["HTML called XML", text("  <html>"), "a.xml", undefined],
    [
      "an old office file with an unusual name",
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
      "a.exe",
      undefined,
    ],
  ])("%s", (_what, bytes, name, expected) => {
    expect(contentType(bytes, name)).toBe(expected);
  });
});
