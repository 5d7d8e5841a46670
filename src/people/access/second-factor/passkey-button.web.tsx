/** Signing in by a passkey. Small, because it stands on the login: what it does is fetched with the first click. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { showError } from "../../../ground/platform/web/feedback/errors.web.ts";
import type { Me } from "../sign-in/me.contract.ts";
import type { factorTexts } from "./factor.texts.ts";

/** Nothing in a browser that knows no passkeys. */
export function PasskeyButton(props: {
  readonly purpose: "signIn" | "factor";
  readonly onDone: (user: Me) => void;
  readonly primary?: boolean;
}): ReactNode {
  const t = useTexts<typeof factorTexts>("factor");
  const [isBusy, setBusy] = useState(false);
  if (!("PublicKeyCredential" in window)) return null;
  const signIn = async (): Promise<void> => {
    setBusy(true);
    try {
      const { signInByPasskey } = await import("./passkey.web.ts");
      props.onDone(await signInByPasskey(props.purpose));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant={props.primary ? "filled" : "default"} fullWidth loading={isBusy} onClick={() => void signIn()}>
      {t(props.purpose === "signIn" ? "logInByPasskey" : "usePasskey")}
    </Button>
  );
}
