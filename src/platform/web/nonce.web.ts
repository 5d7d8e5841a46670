/** The nonce that the page came with, for the style elements that libraries add: the policy allows no other. */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
export const styleNonce = meta?.nonce ?? "";
