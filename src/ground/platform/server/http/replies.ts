/** Replies that are not JSON data: streams, pages, redirects, and errors whose changes are committed. */
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

/** A page on its own, for browsers without our scripts. `html` gets the nonce that allows its style. */
export interface PageReply {
  readonly kind: "page";
  readonly status: number;
  readonly html: (nonce: string) => string;
}
export const pageReply = (html: PageReply["html"], status = 200): PageReply => ({ kind: "page", status, html });

/** A redirect of a navigation (the logout links of the specification). */
export interface Redirect {
  readonly kind: "redirect";
  readonly to: string;
}
export const redirect = (to: string): Redirect => ({ kind: "redirect", to });

/** An error reply whose changes are committed: a wrong password is refused, and counted. */
export interface Failure {
  readonly kind: "failure";
  readonly error: VorderError;
}
export const failure = (error: VorderError): Failure => ({ kind: "failure", error });

/** The files that a handler reported, besides the file of its address and the rows of its reply. */
export interface DisclosedFiles {
  /** Files whose data it returned. */
  readonly seen: number[];
  /** Files in a download. */
  readonly listed: number[];
}

/** The result of a call: the reply, the files that it shows, and the browser state that it sets. */
export interface Outcome {
  readonly result: unknown;
  readonly shown: DisclosedFiles;
  readonly cookie?: string;
  readonly cookies?: readonly ((reply: FastifyReply) => void)[];
}
