/** The nonce that the page came with, for the style elements that libraries add: the policy allows no other. */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
export const styleNonce = meta?.nonce ?? "";

// The library that holds the page still behind a modal reads it from here.
Reflect.set(globalThis, "__webpack_nonce__", styleNonce);
