/**
 * The protocol with an OpenID Connect provider: discovery, the login address, and the exchange of the returned code. openid-client validates
 * protocol and tokens; every request passes the guard for addresses that users can set.
 */
import * as client from "openid-client";
import { z } from "zod";
import type { OidcFault } from "../../oidc-faults.ts";
import { outcomeOf } from "../outbox/gateways.ts";
import { isNamed, type OutgoingException, sendRequest } from "../outbox/outgoing.ts";

export interface OidcProvider {
  /** The issuer of the provider: discovery is below this address. */
  readonly issuer: string;
  readonly clientId: string;
  /** "" for a public client, which uses only PKCE. */
  readonly clientSecret: string;
  /** Separated by spaces; `openid` is always included. */
  readonly scopes: string;
}

export interface OidcLimits {
  readonly allowed: readonly OutgoingException[];
  /** The time limit of each request, including reading its answer. */
  readonly seconds: number;
}

export class OidcError extends Error {
  readonly fault: OidcFault;
  constructor(fault: OidcFault, cause?: unknown) {
    super(`the OpenID provider: ${fault}`, { cause });
    this.name = "OidcError";
    this.fault = fault;
  }
}

/** A discovery document, keys or tokens are a few thousand bytes. */
const maxBytes = 300_000;

interface Configured {
  readonly config: client.Configuration;
  readonly fetchBy: client.CustomFetch;
  /** The error of the last request. */
  broken(): unknown;
}

const isSecure = (url: URL, allowed: readonly OutgoingException[]): boolean => {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const destination = { kind: "http", host, port: Number(url.port || 80) } as const;
  return url.protocol === "https:" || isNamed(destination, host, allowed);
};

/** Authenticates the client by the method that the provider accepts. */
const authentication = ({ clientSecret }: OidcProvider): client.ClientAuth => {
  if (clientSecret === "") return client.None();
  const [post, basic] = [client.ClientSecretPost(clientSecret), client.ClientSecretBasic(clientSecret)];
  return (server, metadata, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (ways.includes("client_secret_post") ? post : basic)(server, metadata, body, headers);
  };
};

/** The provider's discovery document. @throws {OidcError} */
async function discover(provider: OidcProvider, { allowed, seconds }: OidcLimits): Promise<Configured> {
  const issuer = new URL(provider.issuer);
  if (!isSecure(issuer, allowed)) throw new OidcError("insecure");
  // The library wraps network errors; the innermost one is the cause.
  let broken: unknown;
  const fetchBy: client.CustomFetch = async (address, { method, headers, body }) => {
    try {
      if (!isSecure(new URL(address), allowed)) throw new OidcError("insecure");
      const sent = body == null ? {} : { body: String(body) };
      return await sendRequest(address, allowed, { method, headers, millis: seconds * 1000, maxBytes, ...sent });
    } catch (error) {
      broken = error;
      throw error;
    }
  };
  try {
    const config = await client.discovery(issuer, provider.clientId, {}, authentication(provider), {
      [client.customFetch]: fetchBy,
      timeout: seconds + 1,
      // Only the addresses listed above may be without TLS.
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    });
    requireAble(config.serverMetadata());
    return { config, fetchBy, broken: () => broken };
  } catch (error) {
    throw oidcError(error, broken, "notProvider");
  }
}

/** @throws {OidcError} if the provider lacks what a login needs. */
function requireAble(server: client.ServerMetadata): void {
  const { code_challenge_methods_supported: challenges, response_types_supported: types } = server;
  const isComplete = [server.authorization_endpoint, server.token_endpoint, server.jwks_uri].every(Boolean);
  if (!isComplete || (challenges && !challenges.includes("S256")) || (types && !types.includes("code")))
    throw new OidcError("unable");
}

const coded = z.object({ code: z.string() });

/** `otherwise`: the fault for an invalid answer without a more specific error. */
function oidcError(error: unknown, broken: unknown, otherwise: "notProvider" | "untrusted"): OidcError {
  if (error instanceof OidcError) return error;
  if (broken instanceof OidcError) return broken;
  const code = coded.safeParse(broken).data?.code;
  if (code === "ETOOLARGE") return new OidcError("notProvider", broken);
  if (broken !== undefined) return new OidcError(brokenOff(broken), broken);
  if (error instanceof client.AuthorizationResponseError) return new OidcError("denied", error);
  if (error instanceof client.ResponseBodyError) {
    if (["invalid_client", "unauthorized_client"].includes(error.error)) return new OidcError("client", error);
    return new OidcError(error.error === "invalid_grant" ? "expired" : "notProvider", error);
  }
  const own = coded.safeParse(error).data?.code;
  if (own === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED" && otherwise === "notProvider")
    return new OidcError("issuer", error);
  return new OidcError(own === "OAUTH_TIMEOUT" ? "timeout" : otherwise, error);
}

const ofConnection = ["notFound", "security", "timeout", "notAllowed"] as const;
const brokenOff = (error: unknown): OidcFault => {
  const outcome = outcomeOf(error);
  return ofConnection.find((known) => known === outcome) ?? "connection";
};

/** A started login, compared with the answer. */
export interface OidcAttempt {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** A requested authentication level (acr); "" for none. */
  readonly acr: string;
}

/** The provider's login address. @throws {OidcError} if the provider does not answer correctly. */
export async function signInAddress(provider: OidcProvider, attempt: OidcAttempt, limits: OidcLimits): Promise<URL> {
  const { config } = await discover(provider, limits);
  const scopes = new Set(["openid", ...provider.scopes.split(/\s+/).filter(Boolean)]);
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: attempt.redirectUri,
    scope: [...scopes].join(" "),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: "S256",
    ...(attempt.acr === "" ? {} : { acr_values: attempt.acr }),
  });
  if (!isSecure(url, limits.allowed)) throw new OidcError("insecure");
  return url;
}

const claimsShape = z.object({
  iss: z.string().min(1).max(500),
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
  amr: z.array(z.string()).optional().catch(undefined),
});
/** The provider's signed claims about the user, for our client and this login. */
export type OidcClaims = z.output<typeof claimsShape>;

/** Many servers refuse longer addresses. */
const longestAddress = 6000;

/** The provider's logout address (RP-initiated logout); null if the provider offers none. */
function leavingAddress(
  config: client.Configuration,
  idToken: string,
  back: string,
  limits: OidcLimits,
): string | null {
  const endpoint = config.serverMetadata().end_session_endpoint;
  if (endpoint === undefined || !URL.canParse(endpoint) || !isSecure(new URL(endpoint), limits.allowed)) return null;
  const named = { post_logout_redirect_uri: back, id_token_hint: idToken };
  const { href } = client.buildEndSessionUrl(config, named);
  if (href.length <= longestAddress) return href;
  return client.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href;
}

export interface OidcSignIn {
  readonly claims: OidcClaims;
  /** The logout address; null if the provider does not allow it. */
  readonly leaveBy: string | null;
}

/** Exchanges the answer for the claims of the user, who returns to `back` after logout. @throws {OidcError} */
export async function signedInAs(
  provider: OidcProvider,
  attempt: OidcAttempt,
  answer: URLSearchParams,
  back: string,
  limits: OidcLimits,
): Promise<OidcSignIn> {
  const { config, broken } = await discover(provider, limits);
  const url = new URL(attempt.redirectUri);
  url.search = answer.toString();
  try {
    const tokens = await client.authorizationCodeGrant(config, url, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    const claims = claimsShape.parse(tokens.claims());
    return { claims, leaveBy: leavingAddress(config, tokens.id_token ?? "", back, limits) };
  } catch (error) {
    throw oidcError(error, broken(), "untrusted");
  }
}

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

/**
 * Tests a provider as far as possible without a user: discovery, its keys, and our client by an invalid code, for which a provider reports another
 * error than for an unknown client. @throws {OidcError}
 */
export async function tryProvider(provider: OidcProvider, redirectUri: string, limits: OidcLimits): Promise<void> {
  const { config, fetchBy, broken } = await discover(provider, limits);
  const keys = config.serverMetadata().jwks_uri ?? "";
  try {
    const reply = await fetchBy(keys, { method: "GET", headers: {}, body: undefined, redirect: "manual" });
    keySet.parse(await reply.json());
  } catch (error) {
    throw oidcError(error, broken(), "notProvider");
  }
  const state = client.randomState();
  const url = new URL(`${redirectUri}?${new URLSearchParams({ code: client.randomState(), state })}`);
  const { authorization_response_iss_parameter_supported: tellsIssuer, issuer } = config.serverMetadata();
  if (tellsIssuer === true) url.searchParams.set("iss", issuer);
  try {
    await client.authorizationCodeGrant(config, url, {
      expectedState: state,
      pkceCodeVerifier: client.randomPKCECodeVerifier(),
    });
  } catch (error) {
    const { fault } = oidcError(error, broken(), "notProvider");
    // Any other error for that code means that the client is known.
    const isRefusal = error instanceof client.ResponseBodyError && fault !== "client";
    if (!isRefusal) throw oidcError(error, broken(), "notProvider");
  }
}
