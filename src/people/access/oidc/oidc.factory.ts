/** OpenID providers for tests: a real one with its own sign-in pages, and one that lies as it is told. */
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import Provider from "oidc-provider";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export const clientId = "vorder";
export const clientSecret = "het geheim van de client, lang genoeg";

interface Listening {
  readonly origin: string;
  close(): Promise<void>;
}

async function listen(handlerOf: (origin: string) => Handler): Promise<Listening> {
  let handler: Handler | undefined;
  const server: Server = createServer((request, response) => handler?.(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  handler = handlerOf(origin);
  return {
    origin,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

export interface Somebody {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface RealProvider extends Listening {
  /** Its people, by the name that they sign in with, which is their subject. */
  readonly people: Map<string, Somebody>;
  /** Signs somebody in on its own pages; what it sends the browser back with, without the question mark. */
  signIn(address: string, login: string): Promise<string>;
}

/** What a provider keeps, as long as it lives; codes and grants hang together. */
function memoryAdapter() {
  const kept = new Map<string, { grantId?: string; uid?: string; consumed?: number }>();
  return (model: string) => {
    const key = (id: string): string => `${model}:${id}`;
    return {
      find: async (id: string) => kept.get(key(id)),
      findByUid: async (uid: string) =>
        [...kept].find(([name, one]) => name.startsWith(`${model}:`) && one.uid === uid)?.[1],
      upsert: async (id: string, payload: { grantId?: string }) => void kept.set(key(id), payload),
      consume: async (id: string) => void Object.assign(kept.get(key(id)) ?? {}, { consumed: Date.now() / 1000 }),
      destroy: async (id: string) => void kept.delete(key(id)),
      async revokeByGrantId(grantId: string) {
        for (const [name, one] of kept) if (one.grantId === grantId) kept.delete(name);
      },
    };
  };
}

const quarter = 15 * 60;
const signingKey = {
  ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }),
  kid: "k",
};

const signInPath = "/sign-in/";
const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>Example ID</title><main>${body}</main></html>`;

/** Whoever says a name is that person. */
async function signInPage(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "POST") {
    const form = new URLSearchParams(await text(request));
    return provider.interactionFinished(request, response, { login: { accountId: form.get("login") ?? "" } });
  }
  response.setHeader("content-type", "text/html").end(
    page(`<form method="post"><label>Name <input name="login"></label><label>Password <input name="password" type="password"></label>
      <button>Sign in</button></form>`),
  );
}

/** Starts a provider whose pages take any password. Whoever leaves it comes back to `leftUri`, where that is registered. */
export async function startProvider(redirectUri: string, leftUri?: string): Promise<RealProvider> {
  const people = new Map<string, Somebody>();
  const listening = await listen((origin) => {
    const provider: Provider = new Provider(origin, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          ...(leftUri !== undefined && { post_logout_redirect_uris: [leftUri] }),
        },
      ],
      adapter: memoryAdapter(),
      jwks: { keys: [{ ...signingKey, use: "sig", alg: "RS256" }] },
      ttl: {
        AccessToken: quarter,
        AuthorizationCode: 60,
        IdToken: quarter,
        Interaction: quarter,
        Session: quarter,
        Grant: quarter,
      },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (ctx: { body: unknown }, form: string) => {
            ctx.body = page(`${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`);
          },
        },
      },
      interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `${origin}${signInPath}${uid}` },
      loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string } } }) => {
        const grant = new provider.Grant({ clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope("openid email");
        await grant.save();
        return grant;
      },
      findAccount: (_ctx: unknown, sub: string) => ({
        accountId: sub,
        claims: () => Promise.resolve({ sub, ...people.get(sub) }),
      }),
      claims: { openid: ["sub"], email: ["email", "email_verified"] },
      // The address stands in the id_token, as at most providers.
      conformIdTokenClaims: false,
      cookies: { keys: ["a key of the tests"] },
      pkce: { required: () => true },
    });
    const others = provider.callback();
    return (request, response) =>
      request.url?.startsWith(signInPath) ? void signInPage(provider, request, response) : others(request, response);
  });
  return { ...listening, people, signIn: (address, login) => walk(listening.origin, address, login) };
}

/** Goes through the provider's pages as a browser does, until it sends the browser back. */
async function walk(origin: string, start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = start;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const reply = await fetch(address, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(body ? { method: "POST", body } : {}),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      cookies.set(name, value);
    }
    const next = reply.headers.get("location");
    body = undefined;
    if (next === null) {
      const shown = await reply.text();
      if (reply.status !== 200 || !shown.includes('name="login"'))
        throw new Error(`${reply.status} at ${address}: ${shown}`);
      body = new URLSearchParams({ login, password: "maakt niet uit" });
    } else {
      const url = new URL(next, address);
      if (url.origin !== origin) return url.search.slice(1);
      address = url.href;
    }
  }
  throw new Error("the provider's pages do not end");
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export interface Forgery {
  /** Over the claims that would be true. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly alg?: "RS256" | "HS256" | "none";
  /** Signed with a key that is not among those it publishes. */
  readonly forged?: boolean;
  /** Over what it says of itself. */
  readonly discovery?: Readonly<Record<string, unknown>>;
  /** In the place of an answer, at one of its addresses. */
  readonly at?: "discovery" | "token" | "keys";
  readonly answer?: Handler;
  /** In the place of tokens. */
  readonly token?: Readonly<Record<string, unknown>>;
}

export interface ForgingProvider extends Listening {
  /** The nonce of the sign-in that it is to answer, and how it lies. */
  translate(nonce: string, lie?: Forgery): void;
  /** How often it was asked for tokens. */
  exchanges(): number;
}

function idToken(claims: Readonly<Record<string, unknown>>, { alg = "RS256", forged = false }: Forgery): string {
  const signed = `${base64({ alg, kid: "one", typ: "JWT" })}.${base64(claims)}`;
  if (alg === "none") return `${signed}.`;
  if (alg === "HS256") return `${signed}.${createHmac("sha256", clientSecret).update(signed).digest("base64url")}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), forged ? stranger : privateKey).toString("base64url")}`;
}

/** A provider that says whatever it is told to, signed with its own key. Its tokens are for the subject "sub-1". */
export async function startForgingProvider(): Promise<ForgingProvider> {
  let [nonce, exchanges] = ["", 0];
  let lie: Forgery = {};
  const listening = await listen((issuer) => (request, response) => {
    const json = (value: unknown): void =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    const place = request.url?.startsWith("/token") ? "token" : request.url === "/keys" ? "keys" : "discovery";
    if (place === "token") exchanges++;
    if (lie.at === place && lie.answer) return lie.answer(request, response);
    if (place === "keys")
      return json({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }] });
    if (place === "token") {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, sub: "sub-1", aud: clientId, exp: now + 300, iat: now, nonce, ...lie.claims };
      return json(lie.token ?? { access_token: "a", token_type: "Bearer", id_token: idToken(claims, lie) });
    }
    return json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      ...lie.discovery,
    });
  });
  return {
    ...listening,
    translate: (of, how = {}) => {
      nonce = of;
      lie = how;
    },
    exchanges: () => exchanges,
  };
}
