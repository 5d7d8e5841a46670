/** Password hashes: argon2id of the runtime, by default 64 MiB and three passes, in PHC form. */
import { argon2, timingSafeEqual } from "node:crypto";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { Random } from "../../../ground/platform/server/process/clock.ts";

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** KiB, passes, lanes. */
let cost: Cost = { memory: 65_536, passes: 3, parallelism: 1 };

/** Says what a new hash takes, in MiB (`PASSWORD_MEMORY_MIB`); a hash of before goes on being read, and is renewed at the next login. */
export const setHashMemory = (mebibytes: number): void => {
  cost = { ...cost, memory: mebibytes * 1024 };
};

const saltBytes = 16;
const hashBytes = 32;

/** Each hash takes 64 MiB for a tenth of a second: few at a time, and nobody queues without end. */
const slots = { running: 2, waiting: 30 } as const;
let running = 0;
const queue: (() => void)[] = [];

async function inSlot<R>(work: () => Promise<R>): Promise<R> {
  if (running < slots.running) running += 1;
  else {
    if (queue.length >= slots.waiting) throw new VorderError("tooMany");
    // Whoever ends hands the place over, so the count stays.
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

const derive = (
  password: string,
  salt: Buffer,
  { memory, passes, parallelism }: Cost,
  length: number,
): Promise<Buffer> =>
  inSlot(
    () =>
      new Promise((resolve, reject) => {
        const message = Buffer.from(password.normalize("NFC"), "utf8");
        argon2("argon2id", { message, nonce: salt, memory, passes, parallelism, tagLength: length }, (error, key) =>
          error ? reject(error) : resolve(Buffer.from(key)),
        );
      }),
  );

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

const phcOf = ({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;

interface Parsed {
  readonly cost: Cost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

function parse(text: string): Parsed | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    text,
  );
  if (!match) return undefined;
  const [, memory, passes, parallelism, salt = "", hash = ""] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

/** The hash of a password, to be stored. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = Buffer.from(random.bytes(saltBytes));
  return phcOf(cost, salt, await derive(password, salt, cost, hashBytes));
}

/** What other modules use of it. */
export const passwordHashing = { hash: hashPassword, setMemory: setHashMemory };

/** A hash that no password has, to spend the same time on a name that nobody has. */
const nobody = (): Parsed => ({ cost, salt: Buffer.alloc(saltBytes, 7), hash: Buffer.alloc(hashBytes) });

export interface Verdict {
  readonly matches: boolean;
  /** The stored hash was made with other parameters; make a new one while the password is at hand. */
  readonly stale: boolean;
}

/** Whether a password is the one of a stored hash. Without one it takes as long, and never matches. */
export async function verifyPassword(password: string, stored: string | null): Promise<Verdict> {
  const known = stored === null ? undefined : parse(stored);
  const { cost: made, salt, hash } = known ?? nobody();
  const derived = await derive(password, salt, made, hash.length);
  const matches = timingSafeEqual(derived, hash) && known !== undefined;
  const stale =
    made.memory !== cost.memory ||
    made.passes !== cost.passes ||
    made.parallelism !== cost.parallelism ||
    hash.length !== hashBytes;
  return { matches, stale };
}
