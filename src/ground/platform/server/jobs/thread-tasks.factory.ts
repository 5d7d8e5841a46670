/** Tasks for tests of threads: valid ones, and those that exceed their limits. */
import { fieldError } from "../../../kernel/errors.ts";

export const moves = async ({ bytes }: { readonly bytes: Uint8Array }) => ({
  bytes,
  sum: bytes.reduce((sum, byte) => sum + byte, 0),
});

/** Emits numbers; with a flag it then waits until the flag is set. */
export async function* counts({ to, flag }: { readonly to: number; readonly flag?: Int32Array<SharedArrayBuffer> }) {
  for (let at = 0; at < to; at++) yield { at };
  if (flag) {
    // The emitted items must leave this thread before it blocks.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(flag, 0, 0);
  }
  return to;
}

/** Computes without a pause until the flag is fifty. */
export async function waits({ flag }: { readonly flag: Int32Array<SharedArrayBuffer> }) {
  let seen = 0;
  while (seen < 50) seen = Atomics.load(flag, 0);
  return seen;
}

export const refuses = async ({ field }: { readonly field: string }): Promise<never> => {
  throw fieldError(field, "intake.empty");
};

export const fails = async (_: Readonly<Record<never, never>>): Promise<never> => {
  throw new RangeError("a fault that is not ours");
};

export const endsItself = async (_: Readonly<Record<never, never>>): Promise<never> => process.exit(3);

export async function spins(_: Readonly<Record<never, never>>): Promise<number> {
  for (let at = 0; ; at++) if (at < 0) return at;
}

/** Uses no processor time, like a task that is not scheduled. */
export const idles = (_: Readonly<Record<never, never>>): Promise<never> =>
  new Promise(() => void setTimeout(() => undefined, 2 ** 30));

export async function grows(_: Readonly<Record<never, never>>): Promise<number> {
  const all: unknown[] = [];
  for (;;) all.push(Array.from({ length: 1000 }, (_unused, at) => ({ at, length: all.length })));
}
