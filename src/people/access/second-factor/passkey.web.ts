/** The browser's side of passkeys. Fetched when one is used: the login is small without it. */
import { sendSignal, startAuthentication, startRegistration, WebAuthnError } from "@simplewebauthn/browser";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { api } from "../../../ground/platform/web/http/call.web.ts";
import { ApiError, fetchToken } from "../../../ground/platform/web/http/transport.web.ts";
import type { Me } from "../sign-in/me.contract.ts";
import {
  beginPasskey,
  type confirmPasskey,
  type PasskeyAnswer,
  type PasskeyPurpose,
  passkeyChallenge,
  passkeySignIn,
  type RemovedPasskey,
} from "./factors.contract.ts";

/** What the browser says where a passkey was not used, in the person's words, as a form shows it. */
function inWords(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error;
  const exists = error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
  const message = textOf(exists ? "factor.errorExists" : "factor.errorCancelled");
  return new ApiError(400, "passkey", message, { errors: { common: [message] } });
}

/** Asks a passkey for its answer. Throws `ApiError`. */
export async function requestPasskey(purpose: PasskeyPurpose): Promise<PasskeyAnswer> {
  const { options } = await api(passkeyChallenge, { body: { purpose } }, { quiet: true });
  try {
    // What the server's library has made is what the browser's library takes.
    const { id, response } = await startAuthentication({ optionsJSON: options as never });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null };
  } catch (error) {
    throw inWords(error);
  }
}

/** Signs in by a passkey, without a password or as the second step. */
export async function signInByPasskey(purpose: "signIn" | "factor"): Promise<Me> {
  const answer = await requestPasskey(purpose);
  const { user } = await api(passkeySignIn, { body: { purpose, answer } }, { quiet: true });
  await fetchToken();
  return user;
}

/** Has the device make a passkey for the user. Throws `ApiError`. */
export async function makePasskey(): Promise<BodyOf<typeof confirmPasskey>["answer"]> {
  const { options } = await api(beginPasskey, {}, { quiet: true });
  try {
    // As above.
    const { id, response } = await startRegistration({ optionsJSON: options as never });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, clientDataJSON, attestationObject, transports };
  } catch (error) {
    throw inWords(error);
  }
}

/** Tells the device that a passkey was removed, so that it is offered no more. Nothing happens in a browser that cannot tell it. */
export const forgetPasskey = ({ relyingParty, credential }: RemovedPasskey): Promise<void> =>
  sendSignal({ signalName: "unknownCredential", rpID: relyingParty, credentialID: credential }).catch(() => undefined);
