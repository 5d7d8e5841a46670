/** Replies of calls that are no data: streams, pages, redirections, and refusals whose writing stays. */
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { VorderError } from "../../../kernel/errors.ts";

/** The reply of a call that `carries: "blob"`. */
export interface Blob {
  readonly kind: "blob";
  readonly content: Uint8Array | Readable | string;
  readonly mime: string;
  readonly name: string;
  readonly disposition: "inline" | "attachment";
}

export const blob = (spec: Omit<Blob, "kind" | "disposition"> & { disposition?: Blob["disposition"] }): Blob => ({
  kind: "blob",
  disposition: "attachment",
  ...spec,
});

/** A reply that is a page by itself, for readers whose browser runs no script of ours. `html` is handed the nonce that lets its style through. */
export interface PageReply {
  readonly kind: "page";
  readonly status: number;
  readonly html: (nonce: string) => string;
}
export const pageReply = (html: PageReply["html"], status = 200): PageReply => ({ kind: "page", status, html });

/** A reply that sends a navigation elsewhere (the logout links of the specification). */
export interface Redirect {
  readonly kind: "redirect";
  readonly to: string;
}
export const redirect = (to: string): Redirect => ({ kind: "redirect", to });

/** A reply that is an error although what was written stays: a wrong password is refused, and counted. */
export interface Failure {
  readonly kind: "failure";
  readonly error: VorderError;
}
export const failure = (error: VorderError): Failure => ({ kind: "failure", error });

/** What a handler said to hand out besides the file of its address and the rows of its reply. */
export interface DisclosedFiles {
  /** Files whose data it handed out. */
  readonly seen: number[];
  /** Files in a list that is no reply of rows: a download. */
  readonly listed: number[];
}

/** What a call came to: what is answered, what that shows, and what its reply sets in the browser. */
export interface Outcome {
  readonly result: unknown;
  readonly shown: DisclosedFiles;
  readonly cookie?: string;
  readonly cookies?: readonly ((reply: FastifyReply) => void)[];
}
