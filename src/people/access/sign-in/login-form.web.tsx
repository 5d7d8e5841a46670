/** The login form, on its own page and in the modal that asks again when a session has run out. */
import { Box, Text } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useCallback, useState } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { api } from "../../../ground/platform/web/http/call.web.ts";
import { ApiError, fetchToken } from "../../../ground/platform/web/http/transport.web.ts";
import { Form, PasswordField, TextField, useCallForm } from "../../../ground/platform/web/inputs/text-form.web.tsx";
import { lazyComponent } from "../../../ground/platform/web/pages/lazy.web.tsx";
import type { accessTexts } from "../access.texts.ts";
import { PasskeyButton } from "../second-factor/passkey-button.web.tsx";
import { useCaptcha } from "./captcha.web.ts";
import type { Me } from "./me.contract.ts";
import { login } from "./sign-in.contract.ts";

const SecondStep = lazyComponent(() => import("../second-factor/second-step.web.tsx").then((m) => m.SecondStep));

/** Whoever comes back from another house with the second step still missing is led on by the address. */
const isLedOn = (): boolean => new URLSearchParams(window.location.search).has("step");

export interface LoginFormProps {
  /** Called once the person is logged in and the new token is there. */
  readonly onDone: (user: Me) => void;
  readonly onCancel?: () => void;
  /** The name to begin with: that of the session that has run out. */
  readonly username?: string;
}

export function LoginForm({ onDone, onCancel, username = "" }: LoginFormProps): ReactNode {
  const t = useTexts<typeof accessTexts>("access");
  const form = useCallForm(login, { username, password: "" });
  const captcha = useCaptcha("app_login");
  const [capsLock, setCapsLock] = useState(false);
  // What the login's answer said of the step that is missing, where one is.
  const [missing, setMissing] = useState<unknown>(() => (isLedOn() ? {} : undefined));
  const restart = useCallback(() => setMissing(undefined), []);
  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState("CapsLock"));

  const logIn = async (values: { username: string; password: string }): Promise<void> => {
    try {
      const { user } = await api(login, { body: { ...values, captcha: await captcha.answer() } }, { quiet: true });
      await fetchToken();
      onDone(user);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "factor")) throw error;
      await fetchToken();
      setMissing(error.data);
    }
  };
  if (missing !== undefined) return <SecondStep said={missing} onDone={onDone} onRestart={restart} />;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what bubbles up from the fields.
    <div onKeyUp={watchCapsLock} onFocus={captcha.prepare} onChange={captcha.prepare}>
      <Form form={form} label={t("loginTitle")} onSave={logIn} submit={t("logIn")} {...(onCancel ? { onCancel } : {})}>
        <TextField name="username" label={t("username")} required autoComplete="username" autoFocus maxLength={200} />
        <PasswordField name="password" label={t("password")} required autoComplete="current-password" />
        <div role="status">
          {capsLock && (
            <Text size="xs" c="dimmed">
              {t("capsLock")}
            </Text>
          )}
        </div>
      </Form>
      <Box mt="md">
        <PasskeyButton purpose="signIn" onDone={onDone} />
      </Box>
    </div>
  );
}
