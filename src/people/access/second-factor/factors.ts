/** Second factors: recovery codes as they are written, and the numbers that hold for all. Pure. */

/** Recovery codes that are made at a time. */
export const recoveryCodes = 10;
/** Factors that one user may have. */
export const mostFactors = 10;
/** How long after showing password or factor one may change one's factors, in minutes. */
export const proofMinutes = 10;
/** Length of the time step of a code, in seconds (RFC 6238, the default of every authenticator). */
export const stepSeconds = 30;

/** Letters and digits that nobody takes for another: Crockford's base 32. */
const signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A recovery code out of ten random bytes, 80 bits: `4KQF-T8R2-M5XC-9WPD`. */
export function recoveryCode(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = "";
  for (let place = 0; place < 16; place++) {
    text = `${signs[Number(bits & 31n)]}${text}`;
    bits >>= 5n;
  }
  return text.replace(/(.{4})(?=.)/g, "$1-");
}

/** A code as it was typed, in the one way in which it is compared: O is 0, I and L are 1, and signs between do not count. */
export const typedRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

/** A code of an authenticator as it was typed: "123 456" is 123456. Undefined where it cannot be one. */
export function typedCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
