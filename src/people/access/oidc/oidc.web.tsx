/** Logging in by an OpenID provider: its button. Part of the login, which must stay small. */
import { Alert, Button, Divider, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { showError } from "../../../ground/platform/web/feedback/errors.web.ts";
import { api } from "../../../ground/platform/web/http/call.web.ts";
import { ApiError } from "../../../ground/platform/web/http/transport.web.ts";
import { returnFrom } from "../../../ground/platform/web/pages/return-address.ts";
import { beginOidc, oidcOffer } from "./oidc.contract.ts";
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

/** What went wrong, in a sentence; nothing while nothing did. */
export const Wrong = ({ children }: { children: string }): ReactNode =>
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
