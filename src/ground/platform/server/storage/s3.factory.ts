/** A small object store for tests: an HTTP server with the part of S3 that we use, which verifies every signature independently. */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface TestStore {
  /** The value of STORAGE_URL. */
  readonly url: string;
  readonly objects: Map<string, { bytes: Buffer; mime: string }>;
  /** Answers the next requests with these statuses. */
  failNext(...statuses: number[]): void;
  stop(): Promise<void>;
}

const accessKey = "test key/1";
const secretKey = "secret+/=&";
const region = "eu-central-1";
const pageSize = 2;

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** The expected signature of a request, computed from the received bytes. */
function expectedSignature(request: IncomingMessage, body: Buffer): string {
  const authorization = request.headers.authorization ?? "";
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? "";
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const day = String(request.headers["x-amz-date"]).slice(0, 8);
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const sortedQuery = query.replaceAll("+", "%20").split("&").sort().join("&");
  const canonical = `${request.method}\n${path}\n${sortedQuery}\n${headers.join("")}\n${names}\n${sha256(body)}`;
  const scope = `${day}/${region}/s3/aws4_request`;
  let key: Buffer | string = `AWS4${secretKey}`;
  for (const part of scope.split("/")) key = createHmac("sha256", key).update(part).digest();
  const toSign = `AWS4-HMAC-SHA256\n${request.headers["x-amz-date"]}\n${scope}\n${sha256(canonical)}`;
  return createHmac("sha256", key).update(toSign).digest("hex");
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function startTestStore(bucket = "archive"): Promise<TestStore> {
  const objects: TestStore["objects"] = new Map();
  const failures: number[] = [];

  function list(query: URLSearchParams): string {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort();
    const from = Number(query.get("continuation-token") ?? 0);
    const more = from + pageSize < keys.length;
    const contents = keys
      .slice(from, from + pageSize)
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><Size>1</Size><LastModified>${new Date(0).toISOString()}</LastModified></Contents>`,
      );
    const next = more ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : "";
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
  }

  function serve(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url ?? "", "http://store");
    const [, askedBucket, ...rest] = url.pathname.split("/");
    const key = rest.join("/");
    if (askedBucket !== bucket) response.writeHead(404).end("<Error><Code>NoSuchBucket</Code></Error>");
    else if (request.method === "GET" && key === "") response.end(list(url.searchParams));
    else if (request.method === "PUT") {
      objects.set(key, { bytes: body, mime: request.headers["content-type"] ?? "" });
      response.end();
    } else if (request.method === "DELETE") {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      const found = objects.get(key);
      if (found) response.end(found.bytes);
      else response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
    }
  }

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const failure = failures.shift();
    const claimed = /Signature=([0-9a-f]+)$/.exec(request.headers.authorization ?? "")?.[1];
    const isSigned =
      claimed === expectedSignature(request, body) && request.headers["x-amz-content-sha256"] === sha256(body);
    if (failure !== undefined) response.writeHead(failure).end("<Error/>");
    else if (!isSigned) response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
    else serve(request, body, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const credentials = `${encodeURIComponent(accessKey)}:${encodeURIComponent(secretKey)}`;
  return {
    url: `s3+http://${credentials}@127.0.0.1:${port}/${bucket}/vorder?region=${region}`,
    objects,
    failNext: (...statuses) => failures.push(...statuses),
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
