/** An S3-compatible bucket, accessed with fetch and signed by aws4fetch (AWS Signature Version 4); path-style, which every store supports. */
import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { ObjectStore, Spooled } from "./object-store.ts";

export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

export interface UnsignedRequest {
  readonly method: "GET" | "PUT" | "DELETE";
  readonly url: URL;
  /** Lower-case names; `host` comes from the address. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | Spooled;
}

const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** The headers to send, including the signature; all given headers are signed, and the content by its hash. */
export async function sign(request: UnsignedRequest, credentials: Credentials, at: Date): Promise<Headers> {
  const { method, url, body } = request;
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...request.headers, "x-amz-content-sha256": body instanceof Uint8Array ? sha256(body) : body.sha256 },
    accessKeyId: credentials.accessKey,
    secretAccessKey: credentials.secretKey,
    region: credentials.region,
    service: "s3",
    datetime: at.toISOString().replace(/[-:]|\.\d{3}/g, ""),
    allHeaders: true,
  });
  return (await signer.sign()).headers;
}

const listing = z.object({
  ListBucketResult: z.object({
    IsTruncated: z.string(),
    NextContinuationToken: z.string().optional(),
    Contents: z.array(z.object({ Key: z.string(), LastModified: z.string() })).default([]),
  }),
});

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === "Contents" });
const attempts = 3;
const deadlineMillis = 30_000;
/** A large object may take longer: the minimum number of bytes per millisecond of a slow line. */
const slowBytesPerMilli = 500;

/** A body for fetch: a local file is read while it is sent. */
const bodyOf = async ({ method, body }: UnsignedRequest): Promise<Uint8Array<ArrayBuffer> | Blob | null> => {
  if (method !== "PUT") return null;
  return body instanceof Uint8Array ? new Uint8Array(body) : openAsBlob(body.path);
};
const sizeOf = (body: UnsignedRequest["body"]): number => (body instanceof Uint8Array ? body.byteLength : body.size);

/** Sends a request once. `wholly`: the time limit includes the content of the response. */
async function sendOnce(request: UnsignedRequest, credentials: Credentials, wholly: boolean): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), deadlineMillis + sizeOf(request.body) / slowBytesPerMilli);
  timer.unref();
  const response = await fetch(request.url, {
    method: request.method,
    headers: await sign(request, credentials, new Date()),
    body: await bodyOf(request),
    redirect: "error",
    signal: late.signal,
  });
  // A response that is read completely is small, and its timer then aborts nothing.
  if (!wholly) clearTimeout(timer);
  return response;
}

/** Sends a request, and again after a broken connection or a server error. @throws the store's response to the last attempt. */
async function sendRequest(request: UnsignedRequest, credentials: Credentials, wholly: boolean): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await sendOnce(request, credentials, wholly);
      if (response.ok || response.status === 404) return response;
      const problem = new Error(
        `the object store answered ${response.status} to ${request.method}: ${(await response.text()).slice(0, 300)}`,
      );
      if (response.status < 500) throw Object.assign(problem, { final: true });
      throw problem;
    } catch (error) {
      if (attempt === attempts || (error instanceof Error && "final" in error)) throw error;
    }
  }
}

/**
 * Opens `s3+https://KEY:SECRET@host/bucket/prefix?region=eu-central-1`; the prefix is optional, the region is us-east-1 by default.
 * Every request has a time limit and is retried after a broken connection or a 5xx response: all of them are idempotent.
 */
export function openBucket(address: string): ObjectStore {
  const parsed = new URL(address.replace(/^s3\+/, ""));
  const credentials: Credentials = {
    accessKey: decodeURIComponent(parsed.username),
    secretKey: decodeURIComponent(parsed.password),
    region: parsed.searchParams.get("region") ?? "us-east-1",
  };
  const [bucket = "", ...rest] = parsed.pathname.split("/").filter(Boolean);
  if (bucket === "") throw new Error("STORAGE_URL names no bucket: s3+https://KEY:SECRET@host/bucket");
  const prefix = rest.map((part) => `${part}/`).join("");
  const root = `${parsed.protocol}//${parsed.host}/${bucket}`;

  const send = (
    method: UnsignedRequest["method"],
    url: string,
    body: UnsignedRequest["body"] = new Uint8Array(),
    headers = {},
    wholly = true,
  ): Promise<Response> => sendRequest({ method, url: new URL(url), headers, body }, credentials, wholly);

  const urlOf = (key: string) => `${root}/${prefix}${key}`;
  return {
    async write(key, content, mime) {
      const response = await send("PUT", urlOf(key), content, { "content-type": mime });
      if (!response.ok) throw new Error(`the object store has no bucket ${bucket}`);
    },
    async read(key) {
      const response = await send("GET", urlOf(key));
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
    },
    async stream(key) {
      const response = await send("GET", urlOf(key), undefined, {}, false);
      if (response.ok) return Readable.from(response.body ?? []);
      await response.body?.cancel();
      return undefined;
    },
    async remove(key) {
      await send("DELETE", urlOf(key));
    },
    async writtenAt(key) {
      const response = await send("GET", `${root}?${new URLSearchParams({ "list-type": "2", prefix: prefix + key })}`);
      const { ListBucketResult: page } = listing.parse(parser.parse(await response.text()));
      const found = page.Contents.find(({ Key }) => Key === prefix + key);
      return found && new Date(found.LastModified);
    },
    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (token !== undefined) query.set("continuation-token", token);
        const response = await send("GET", `${root}?${query}`);
        const { ListBucketResult: page } = listing.parse(parser.parse(await response.text()));
        for (const { Key } of page.Contents) yield Key.slice(prefix.length);
        token = page.IsTruncated === "true" ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },
  };
}
