/** The browser's side of the bot check: works out the answer out of sight, ahead of the submit where there is time. */
import { useCallback, useRef } from "react";
import { z } from "zod";
import type { QueryOf } from "../../../ground/kernel/contract.ts";
import { api } from "../../../ground/platform/web/http/call.web.ts";
import { captchaChallenge } from "./sign-in.contract.ts";

type Action = QueryOf<typeof captchaChallenge>["action"];

const challengeShape = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
  signature: z.string(),
});

async function solve(given: unknown): Promise<string | null> {
  const challenge = challengeShape.parse(given);
  // Fetched only by those who log in; the key derivation itself runs outside the page's own thread.
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import("altcha-lib"),
    import("altcha-lib/algorithms/web/pbkdf2"),
  ]);
  const solution = await solveChallenge({ challenge, deriveKey });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}

const recaptchaReady = z.object({
  ready: z.custom<(run: () => void) => void>((value) => typeof value === "function"),
  execute: z.custom<(key: string, options: { action: string }) => Promise<string>>(
    (value) => typeof value === "function",
  ),
});

/** Loads the third party's script, once, and asks it for a token. */
async function askRecaptcha(siteKey: string, action: Action): Promise<string> {
  if (!("grecaptcha" in window)) {
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
      script.onload = () => resolve();
      script.onerror = () => reject(new Error("the bot check could not be loaded"));
      document.head.append(script);
    });
  }
  const { ready, execute } = recaptchaReady.parse(Reflect.get(window, "grecaptcha"));
  await new Promise<void>((resolve) => ready(resolve));
  return execute(siteKey, { action });
}

async function answerTo(action: Action): Promise<string | null> {
  const asked = await api(captchaChallenge, { query: { action } }, { quiet: true });
  if (asked.kind === "off") return null;
  return asked.kind === "altcha" ? solve(asked.challenge) : askRecaptcha(asked.siteKey, action);
}

/** An answer worked out ahead is used within this time; the server takes it for ten minutes, a third party for two. */
const freshMillis = 90_000;

export interface Captcha {
  /** Begins to work; called when the person begins to type. */
  readonly prepare: () => void;
  /** The answer, good for one request. */
  readonly answer: () => Promise<string | null>;
}

export function useCaptcha(action: Action): Captcha {
  const ready = useRef<{ readonly at: number; readonly answer: Promise<string | null> } | undefined>(undefined);
  const prepare = useCallback(() => {
    if (ready.current && performance.now() - ready.current.at < freshMillis) return;
    const answer = answerTo(action);
    // A failure is told when the answer is asked for, and not before.
    answer.catch(() => {
      ready.current = undefined;
    });
    ready.current = { at: performance.now(), answer };
  }, [action]);
  const answer = useCallback(async () => {
    prepare();
    const prepared = ready.current?.answer ?? answerTo(action);
    ready.current = undefined;
    return prepared;
  }, [action, prepare]);
  return { prepare, answer };
}
