/** Logging in by an OpenID provider: the button, and the page that people come back to. Part of the login, which must stay small. */
import { Alert, Button, Divider, Loader, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { showError } from "../../../ground/platform/web/feedback/errors.web.ts";
import { api } from "../../../ground/platform/web/http/call.web.ts";
import { ApiError, fetchToken } from "../../../ground/platform/web/http/transport.web.ts";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { returnFrom, startFor } from "../../../ground/platform/web/pages/return-address.ts";
import type { accessTexts } from "../access.texts.ts";
import { Gate } from "../sign-in/gate.web.tsx";
import { accountScreen } from "../sign-in/sessions.contract.ts";
import { currentUser, loginScreen } from "../sign-in/sign-in.contract.ts";
import { beginOidc, finishOidc, oidcOffer } from "./oidc.contract.ts";
import type { oidcTexts } from "./oidc.texts.ts";

export const useOidcTexts = () => useTexts<typeof oidcTexts>("oidc");

/** The provider that the house has set; undefined while that is not known, and where there is none. */
export function useProvider(): string | undefined {
  const [name, setName] = useState<string | undefined>();
  useEffect(() => {
    // Where this cannot be asked there is the password.
    api(oidcOffer, {}, { quiet: true }).then(
      (offer) => setName(offer.name ?? undefined),
      () => undefined,
    );
  }, []);
  return name;
}

type Begin = Parameters<typeof api<typeof beginOidc>>[1]["body"];

/** Goes to the provider; why it cannot, in a sentence. */
export function useBegin(): { readonly isBusy: boolean; readonly error: string; begin(body: Begin): Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  return {
    isBusy,
    error,
    begin: async (body) => {
      setBusy(true);
      setError("");
      try {
        const { url } = await api(beginOidc, { body }, { quiet: true });
        window.location.assign(url);
      } catch (failed) {
        setBusy(false);
        const sentence = failed instanceof ApiError ? failed.errors.common?.[0] : undefined;
        if (sentence === undefined) showError(failed);
        else setError(sentence);
      }
    },
  };
}

const Wrong = ({ children }: { children: string }): ReactNode =>
  children === "" ? null : (
    <Alert color="red" variant="light" role="alert">
      {children}
    </Alert>
  );

/** Under the login form. */
export function OidcLogin(): ReactNode {
  const t = useOidcTexts();
  const name = useProvider();
  const { isBusy, error, begin } = useBegin();
  if (name === undefined) return null;
  const returnTo = returnFrom(window.location.search, "");
  return (
    <Stack gap="sm" mt="md">
      <Divider label={t("or")} />
      <Button
        variant="default"
        fullWidth
        loading={isBusy}
        onClick={() => void begin({ purpose: "login", ...(returnTo === "" ? {} : { returnTo }) })}
      >
        {t("logInWith", { name })}
      </Button>
      <Wrong>{error}</Wrong>
    </Stack>
  );
}

/** For staff who were invited: instead of choosing a password. */
export function OidcInvitation({ token }: { token: string }): ReactNode {
  const t = useOidcTexts();
  const name = useProvider();
  const { isBusy, error, begin } = useBegin();
  if (name === undefined) return null;
  return (
    <Stack gap="xs" mt="md">
      <Divider label={t("or")} />
      <Text size="sm" c="dimmed">
        {t("inviteIntro")}
      </Text>
      <Button variant="default" fullWidth loading={isBusy} onClick={() => void begin({ purpose: "invitation", token })}>
        {t("connectWith", { name })}
      </Button>
      <Wrong>{error}</Wrong>
    </Stack>
  );
}

/** Ends the sign-in with what the provider sent the browser back with. */
export function OidcReturnPage(): ReactNode {
  const t = useOidcTexts();
  const common = useTexts<typeof accessTexts>("access");
  const [error, setError] = useState<{ readonly text: string; readonly loggedIn: boolean } | undefined>();
  const begun = useRef(false);
  useEffect(() => {
    // A code is taken once, so it is sent once.
    if (begun.current) return;
    begun.current = true;
    const answer = window.location.search.slice(1);
    // What came in the address stays neither in the history nor in a picture of the screen.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    void end(answer).catch(async (failed: unknown) => {
      // The second step is taken at the login, which is told by its address.
      if (failed instanceof ApiError && failed.code === "factor") {
        const { returnTo } = failed.data;
        const wanted = typeof returnTo === "string" ? `&return=${encodeURIComponent(returnTo)}` : "";
        return window.location.assign(`${loginScreen.path}?step=1${wanted}`);
      }
      const sentence = failed instanceof ApiError ? failed.errors.common?.[0] : undefined;
      if (sentence === undefined) showError(failed);
      const { user } = await api(currentUser, {}, { quiet: true });
      setError({ text: sentence ?? t("failedTitle"), loggedIn: user !== null });
    });
  }, [t]);
  return (
    <Gate
      title={error ? t("failedTitle") : common("loginTitle")}
      foot={
        error &&
        (error.loggedIn ? (
          <Link to={accountScreen}>{t("backToAccount")}</Link>
        ) : (
          <Link to={loginScreen}>{common("backToLogin")}</Link>
        ))
      }
    >
      {error ? (
        <Wrong>{error.text}</Wrong>
      ) : (
        <Text role="status" c="dimmed">
          <Loader size="xs" mr="xs" aria-hidden />
          {t("busy")}
        </Text>
      )}
    </Gate>
  );
}

async function end(answer: string): Promise<void> {
  const { user, connected, returnTo } = await api(finishOidc, { body: { answer } }, { quiet: true });
  await fetchToken();
  const start = connected ? accountScreen.path : startFor(user.acl);
  const wanted = returnTo === null ? "" : `?return=${encodeURIComponent(returnTo)}`;
  window.location.assign(returnFrom(wanted, start));
}
