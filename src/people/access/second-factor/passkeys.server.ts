/**
 * Passkeys (WebAuthn): challenges, enrolment and answers. Origin and RP id are those of BASE_URL. A challenge is signed, bound to its
 * purpose, user and browser, good for five minutes, and counts once.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { providerSettings } from "../../../ground/settings/settings.server.ts";
import type { PasskeyAnswer, PasskeyPurpose } from "./factors.contract.ts";

const challengeMinutes = 5;
const millis = challengeMinutes * 60_000;

/** EdDSA, ES256 and RS256 (COSE): what authenticators sign with today. */
const algorithms = [-8, -7, -257];

/** Loaded by the first who uses a passkey: it is a hundred modules, which no start has to wait for. */
const webAuthn = () => import("@simplewebauthn/server");

type Purpose = PasskeyPurpose | "enrol";

/** What a challenge is for, and whose it is; nobody's where the authenticator is to say who signs in. */
interface Asked {
  readonly purpose: Purpose;
  readonly userId: number | null;
}

const origin = (ctx: Ctx): string => new URL(ctx.environment.baseUrl).origin;
/** The name under which authenticators know this installation. */
export const relyingParty = (ctx: Ctx): string => new URL(ctx.environment.baseUrl).hostname;

const markOf = (ctx: Ctx, { purpose, userId }: Asked, body: Buffer): Buffer =>
  createHmac("sha256", ctx.session.keyFor("passkey"))
    .update(JSON.stringify([purpose, userId, ctx.session.id().toString("hex")]))
    .update(body)
    .digest();

const bodyBytes = 8 + 16;

function newChallenge(ctx: Ctx, asked: Asked): Uint8Array<ArrayBuffer> {
  const body = Buffer.alloc(bodyBytes);
  body.writeBigInt64BE(BigInt(ctx.clock.now().getTime() + millis));
  body.set(ctx.random.bytes(16), 8);
  return Uint8Array.from(Buffer.concat([body, markOf(ctx, asked, body)]));
}

/** Whether a challenge is one of ours, for this purpose, user and browser, and still good. */
function isOurs(ctx: Ctx, asked: Asked, challenge: string): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.byteLength !== bodyBytes + 32) return false;
  const body = bytes.subarray(0, bodyBytes);
  const isMarked = timingSafeEqual(markOf(ctx, asked, body), bytes.subarray(bodyBytes));
  return isMarked && Number(body.readBigInt64BE()) > ctx.clock.now().getTime();
}

/** Takes a challenge; false where it has counted before. */
async function spend(ctx: Ctx, challenge: string): Promise<boolean> {
  const expires = new Date(ctx.clock.now().getTime() + millis);
  const row = await ctx.db
    .insertInto("passkey_spent")
    .values({ challenge: Buffer.from(challenge, "base64url"), expires_at: expires })
    .onConflict((conflict) => conflict.doNothing())
    .returning("expires_at")
    .executeTakeFirst();
  return row !== undefined;
}

const passkeysOf = (ctx: Ctx, userId: number) =>
  ctx.db
    .selectFrom("second_factor")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .where("kind", "=", "passkey")
    .execute();

async function descriptors(ctx: Ctx, userId: number): Promise<{ id: string; transports: string[] }[]> {
  return (await passkeysOf(ctx, userId)).map(({ credential_id: id, transports }) => ({
    id: id?.toString("base64url") ?? "",
    transports: transports ?? [],
  }));
}

/** What the browser needs to ask an authenticator: any of ours where nobody is named. */
export async function challengeFor(ctx: Ctx, asked: Asked): Promise<Record<string, unknown>> {
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: relyingParty(ctx),
    challenge: newChallenge(ctx, asked),
    timeout: millis,
    // Without a password the passkey stands for both: that somebody has it, and that they are its owner.
    userVerification: asked.userId === null ? "required" : "preferred",
    ...(asked.userId === null ? {} : { allowCredentials: await descriptors(ctx, asked.userId) }),
  });
  return { ...options };
}

export interface PasskeyVerdict {
  /** Whose passkey it is; undefined where it is nobody's. */
  readonly userId: number | undefined;
  readonly isRight: boolean;
  /** True where the authenticator counts fewer uses than it had before: it may have been copied. */
  readonly isCopy?: boolean;
}

/** Looks at what an authenticator answered to a challenge. */
export async function verifyPasskey(ctx: Ctx, asked: Asked, answer: PasskeyAnswer): Promise<PasskeyVerdict> {
  const row = await ctx.db
    .selectFrom("second_factor")
    .innerJoin("app_user", "app_user.id", "second_factor.user_id")
    .select(["second_factor.id", "user_id", "public_key", "passkey_handle"])
    .where("credential_id", "=", Buffer.from(answer.id, "base64url"))
    .executeTakeFirst();
  if (!row?.public_key) return { userId: undefined, isRight: false };
  const wrong = { userId: row.user_id, isRight: false };
  if (asked.userId !== null && asked.userId !== row.user_id) return wrong;
  // The authenticator names its user; only one that was asked for this very passkey may leave it out.
  const handle = answer.userHandle == null ? undefined : Buffer.from(answer.userHandle, "base64url");
  if (handle === undefined ? asked.userId === null : !row.passkey_handle?.equals(handle)) return wrong;
  let challenge = "";
  const uses = await usesOf(ctx, asked, answer, row.public_key, (given) => {
    challenge = given;
  });
  if (uses === undefined || !(await spend(ctx, challenge))) return wrong;
  const counted = await ctx.db
    .updateTable("second_factor")
    .set({ uses, last_used_at: ctx.clock.now() })
    .where("id", "=", row.id)
    // An authenticator that does not count says 0 each time.
    .where(sql<boolean>`(uses < ${uses} or (uses = 0 and ${uses} = 0))`)
    .returning("id")
    .executeTakeFirst();
  return counted ? { userId: row.user_id, isRight: true } : { ...wrong, isCopy: true };
}

/** How often the authenticator says that it was used; undefined where signature, challenge, origin, RP id or user verification are wrong. */
async function usesOf(
  ctx: Ctx,
  asked: Asked,
  answer: PasskeyAnswer,
  publicKey: Buffer,
  hear: (challenge: string) => void,
): Promise<number | undefined> {
  const { id, clientDataJSON, authenticatorData, signature } = answer;
  try {
    const { verified, authenticationInfo } = await (await webAuthn()).verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: (challenge) => {
        hear(challenge);
        return isOurs(ctx, asked, challenge);
      },
      expectedOrigin: origin(ctx),
      expectedRPID: relyingParty(ctx),
      // What it counts is compared where it is kept, so that two at once cannot both pass.
      credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
      requireUserVerification: asked.userId === null,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for whatever does not fit, each time something else.
    return undefined;
  }
}

/** The user's name for authenticators, made with the first passkey. */
async function handleOf(ctx: Ctx, userId: number): Promise<Buffer> {
  const { passkey_handle } = await ctx.db
    .updateTable("app_user")
    .set((eb) => ({ passkey_handle: eb.fn.coalesce("passkey_handle", eb.val(Buffer.from(ctx.random.bytes(32)))) }))
    .where("id", "=", userId)
    .returning("passkey_handle")
    .executeTakeFirstOrThrow();
  if (!passkey_handle) throw new Error("a user has no handle");
  return passkey_handle;
}

interface Owner {
  readonly userId: number;
  readonly username: string;
  readonly name: string;
}

/** What the browser needs to make a passkey for a user. */
export async function enrolmentOptions(ctx: Ctx, { userId, username, name }: Owner): Promise<Record<string, unknown>> {
  const { tradeName } = await providerSettings(ctx.db);
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: tradeName || "Vorder",
    rpID: relyingParty(ctx),
    userName: username,
    userDisplayName: name,
    userID: Uint8Array.from(await handleOf(ctx, userId)),
    challenge: newChallenge(ctx, { purpose: "enrol", userId }),
    timeout: millis,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: await descriptors(ctx, userId),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return { ...options };
}

export interface NewPasskey {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** Keeps a passkey that an authenticator has made; false where it is not what was asked for, or known already. */
export async function storePasskey(ctx: Ctx, userId: number, name: string, made: NewPasskey): Promise<boolean> {
  const { id, clientDataJSON, attestationObject, transports } = made;
  let challenge = "";
  const info = await (await webAuthn())
    .verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: (given) => {
        challenge = given;
        return isOurs(ctx, { purpose: "enrol", userId }, given);
      },
      expectedOrigin: origin(ctx),
      expectedRPID: relyingParty(ctx),
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    .then(
      (result) => result.registrationInfo,
      () => undefined,
    );
  if (!info || !(await spend(ctx, challenge))) return false;
  const kept = await ctx.db
    .insertInto("second_factor")
    .values({
      user_id: userId,
      kind: "passkey",
      name,
      credential_id: Buffer.from(info.credential.id, "base64url"),
      public_key: Buffer.from(info.credential.publicKey),
      uses: info.credential.counter,
      transports: [...transports],
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}
