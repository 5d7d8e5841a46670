/** Headers of every reply. */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const nonces = new WeakMap<FastifyRequest, string>();

/** The nonce required on style elements of this reply's page. */
export const styleNonce = (request: FastifyRequest): string => nonces.get(request) ?? "";

/** The origins of reCAPTCHA's script and frame; allowed only if that bot check is configured. */
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
      // The back office, and especially a page shared by its address, must not be indexed.
      "x-robots-tag": "noindex, nofollow",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
      ...(secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
    });
  };
