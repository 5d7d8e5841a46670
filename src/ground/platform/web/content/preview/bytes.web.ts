/** The bytes of a document as they come in. */
import { useEffect, useState } from "react";
import { fileNameOf } from "../../http/dialect.ts";
import { send } from "../../http/transport.web.ts";
import type { Previewed } from "./previewed.web.ts";

export interface Fetched {
  readonly name: string;
  readonly blob: Blob;
}

type Fetching =
  | { readonly state: "loading"; readonly percent: number }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "here"; readonly document: Fetched };

async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

async function readAll(response: Response, said: (percent: number) => void): Promise<Blob> {
  const type = response.headers.get("Content-Type") ?? "";
  const total = Number(response.headers.get("Content-Length") ?? 0);
  if (response.body === null || total === 0) return response.blob();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of chunksOf(response.body)) {
    chunks.push(chunk);
    size += chunk.length;
    said(Math.min(100, Math.round((size / total) * 100)));
  }
  return new Blob(chunks, { type });
}

/** Fetches a document, and again whenever `attempt` changes. */
export function useBytes({ href, read }: Omit<Previewed, "name">, attempt: number): Fetching {
  const [now, setNow] = useState<Fetching>({ state: "loading", percent: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for the same address again.
  useEffect(() => {
    const ended = new AbortController();
    const run = async (): Promise<void> => {
      const { signal } = ended;
      const response = await (read ? read(signal) : send({ method: "GET", path: href, signal }));
      const blob = await readAll(response, (percent) => setNow({ state: "loading", percent }));
      const name = fileNameOf(response.headers.get("Content-Disposition")) ?? "document";
      setNow({ state: "here", document: { name, blob } });
    };
    setNow({ state: "loading", percent: 0 });
    run().catch((error: unknown) => {
      if (!ended.signal.aborted) setNow({ state: "failed", message: error instanceof Error ? error.message : "" });
    });
    return () => ended.abort();
  }, [href, attempt]);
  return now;
}
