/** An authenticator in software, for tests over HTTP: makes passkeys and signs with them as a real one does. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import type { PasskeyAnswer } from "./factors.contract.ts";

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
});
const request = z.object({ challenge: z.string(), rpId: z.string() });

const flag = { present: 1, verified: 4, attested: 64 } as const;

export interface Behaviour {
  /** Where the browser says it is. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly userHandle?: string | null;
  /** What the authenticator says that it counts; absent: one more than before. */
  readonly uses?: number;
}

export class SoftAuthenticator {
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  readonly id = randomBytes(32);
  uses = 0;
  handle = "";

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = privateKey;
    this.#publicKey = publicKey;
  }

  #data(rpId: string, flags: number, uses: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  #client(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** Makes the passkey for the options of an enrolment. */
  create(options: unknown, { origin = this.#origin, rpId, verified = true }: Behaviour = {}) {
    const { challenge, rp, user } = creation.parse(options);
    this.handle = user.id;
    const jwk = z.object({ x: z.string(), y: z.string() }).parse(this.#publicKey.export({ format: "jwk" }));
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(jwk.x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(jwk.y, "base64url"))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const flags = flag.present | flag.attested | (verified ? flag.verified : 0);
    const authData = Buffer.concat([
      this.#data(rpId ?? rp.id, flags, this.uses),
      Buffer.alloc(16),
      length,
      this.id,
      Buffer.from(isoCBOR.encode(cose)),
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      id: this.id.toString("base64url"),
      clientDataJSON: this.#client("webauthn.create", challenge, origin).toString("base64url"),
      // The map is of the kinds that CBOR knows.
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
      transports: ["internal"],
    };
  }

  /** Answers a challenge. */
  answer(options: unknown, behaviour: Behaviour = {}): PasskeyAnswer {
    const { challenge, rpId } = request.parse(options);
    const { origin = this.#origin, verified = true, userHandle = this.handle } = behaviour;
    this.uses = behaviour.uses ?? this.uses + 1;
    const data = this.#data(behaviour.rpId ?? rpId, flag.present | (verified ? flag.verified : 0), this.uses);
    const client = this.#client("webauthn.get", challenge, origin);
    return {
      id: this.id.toString("base64url"),
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", Buffer.concat([data, sha256(client)]), this.#key).toString("base64url"),
      userHandle,
    };
  }
}
