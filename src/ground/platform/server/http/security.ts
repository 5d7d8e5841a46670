/** Headers that every answer carries. */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const nonces = new WeakMap<FastifyRequest, string>();

/** The nonce that style elements of this answer's page must carry. */
export const styleNonce = (request: FastifyRequest): string => nonces.get(request) ?? "";

/** Where reCAPTCHA's script and frame come from; allowed only where that bot check is chosen. */
const recaptcha = " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/";

export const securityHeaders =
  (secure: boolean, usesRecaptcha = false) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const nonce = randomBytes(16).toString("base64");
    nonces.set(request, nonce);
    reply.headers({
      "content-security-policy": [
        "default-src 'self'",
        `script-src 'self'${usesRecaptcha ? recaptcha : ""}`,
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        `frame-src 'self' blob:${usesRecaptcha ? recaptcha : ""}`,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join("; "),
      "x-content-type-options": "nosniff",
      // A back office is nobody else's to find, and least of all what is shared by an address.
      "x-robots-tag": "noindex, nofollow",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
      ...(secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
    });
  };
