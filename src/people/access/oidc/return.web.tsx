/** The page that an OpenID provider sends people back to. The login, which must stay small, does without it. */
import { Loader, Text } from "@mantine/core";
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
import { finishOidc } from "./oidc.contract.ts";
import { useOidcTexts, Wrong } from "./oidc.web.tsx";

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
