/** How a module declares its calls and screens. From one declaration follow route, guard, client, description and matrix row. */
import { z } from "zod";
import type { Access } from "./access.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly kind: "call";
  readonly method: Method;
  /** Address with `{name}` for path parameters, as in the specification. */
  readonly path: string;
  readonly who: Access;
  /** One sentence for the OpenAPI description. */
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** `files`: multipart with uploads. `blob`: the reply is a stream (download). `form`: also reachable by a plain form post. `page`: that, and the reply is a page by itself. */
  readonly carries: "json" | "files" | "blob" | "form" | "page";
  /** False only for the login call, which has no token yet (specification, point 7). */
  readonly csrf: boolean;
  /** Called by another party's server, which has neither cookie nor token. It proves nothing: its handler believes nothing of what it says. */
  readonly callback: boolean;
  /** Whether it may write: true for all but GET, and for the few GETs that the specification lets change state. */
  readonly writes: boolean;
  /** Whether a GET that writes may be done by typing its address, as `/logout`. */
  readonly navigable: boolean;
  /** False where a reply must not be kept for a repeated Idempotency-Key: bodies with passwords leave no trace. */
  readonly replayable: boolean;
  /** The largest body in bytes, where it takes texts that are longer than people type; uploads have a limit of their own. */
  readonly mostBytes?: number;
}

const nothing = z.object({});
/** Of a call that takes no fields: one that is sent all the same is an error too. */
const noFields = z.strictObject({});
type Nothing = typeof nothing;

/**
 * A query that refuses parameters which are not declared: one that is misspelt must not be answered as if it were not there. A page for people ignores
 * them: messengers and mail services append their own (`fbclid`, `utm_source`) to the addresses that they pass on.
 */
const queryOf = (query: z.ZodType, carries: Call["carries"] | undefined): z.ZodType => {
  if (!(query instanceof z.ZodObject)) return query;
  return carries === "page" ? query.strip() : query.strict();
};

interface CallSpec<Params, Query, Body, Reply> {
  readonly method: Method;
  readonly path: string;
  readonly who: Access;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply?: Reply;
  readonly carries?: Call["carries"];
  readonly csrf?: boolean;
  readonly callback?: boolean;
  readonly writes?: boolean;
  readonly navigable?: boolean;
  readonly replayable?: boolean;
  readonly mostBytes?: number;
}

/** Declares a call. Bodies should be `z.strictObject`, so that an unknown field is an error and never silently dropped; queries are, except of pages. */
export function call<
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Reply extends z.ZodType = Nothing,
>(spec: CallSpec<Params, Query, Body, Reply>): Call<Params, Query, Body, Reply>;
// Each default stands in only where the type parameter kept its own default, `Nothing`.
export function call(spec: CallSpec<z.ZodType, z.ZodType, z.ZodType, z.ZodType>): Call {
  return {
    kind: "call",
    carries: "json",
    csrf: true,
    callback: false,
    writes: spec.method !== "GET",
    navigable: false,
    replayable: true,
    ...spec,
    params: spec.params ?? nothing,
    query: queryOf(spec.query ?? nothing, spec.carries),
    body: spec.body ?? noFields,
    reply: spec.reply ?? nothing,
  };
}

export type ReplyOf<C> = C extends Call<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.infer<R> : never;
export type BodyOf<C> = C extends Call<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
export type QueryOf<C> = C extends Call<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never;
export type ParamsOf<C> = C extends Call<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.input<P> : never;

export interface Screen {
  readonly kind: "screen";
  /** Address with `{name}` for path parameters. */
  readonly path: string;
  readonly who: Access;
  /** Text key of the page title, `module.key`; the product's name where it is missing. */
  readonly title: string;
}

/** Declares a screen: its address, who may see it and its title. */
export const screen = (spec: Omit<Screen, "kind">): Screen => ({ kind: "screen", ...spec });

/** The path parameter `{id}` of a record: a positive whole number. */
export const idParam = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

/** The version of a record that a change was made from: what fits its column, so that a wrong one is an error and never a fault. */
export const rowVersion = z.number().int().min(0).max(2_147_483_647);

/** Names of the `{name}` parameters of a path, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? "");
