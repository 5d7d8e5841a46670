/** The secrets of a way in: of its address, and the code that is printed. Pure. */

/** Bytes of the secret in an address: 128 bits, twice what can be guessed. */
export const secretBytes = 16;

export const secretShape = /^[\w-]{22}$/;

/** Signs of a code that are read alike on paper, 0 and O, 1 and I and L, are one; U is left out. */
const codeSigns = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 12;

/** A code of twelve signs (60 bits) from as many random bytes. */
export const codeFrom = (bytes: Uint8Array): string =>
  Array.from(bytes.slice(0, codeLength), (byte) => codeSigns[byte % codeSigns.length]).join("");
export const codeBytes = codeLength;

/** "K7QF2M9PXC4T" → "K7QF-2M9P-XC4T", as it is printed. */
export const shownCode = (code: string): string => code.match(/.{1,4}/g)?.join("-") ?? code;

/** What somebody typed as the code that was printed; undefined where it can be none. */
export function codeTyped(text: string): string | undefined {
  const plain = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return plain.length === codeLength && [...plain].every((sign) => codeSigns.includes(sign)) ? plain : undefined;
}
