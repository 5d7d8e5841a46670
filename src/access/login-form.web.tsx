/** The login form, on its own page and in the modal that asks again when a session has run out. */
import { Text } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { api } from "../platform/web/call.web.ts";
import { Form, PasswordField, TextField, useForm } from "../platform/web/text-form.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { fetchToken } from "../platform/web/transport.web.ts";
import { login, type Me } from "./access.contract.ts";
import type { accessTexts } from "./access.texts.ts";
import { useCaptcha } from "./captcha.web.ts";

export interface LoginFormProps {
  /** Called once the person is logged in and the new token is there. */
  readonly onDone: (user: Me) => void;
  readonly onCancel?: () => void;
  /** The name to begin with: that of the session that has run out. */
  readonly username?: string;
}

export function LoginForm({ onDone, onCancel, username = "" }: LoginFormProps): ReactNode {
  const t = useTexts<typeof accessTexts>("access");
  const form = useForm({ username, password: "" });
  const captcha = useCaptcha("app_login");
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState("CapsLock"));

  const logIn = async (values: { username: string; password: string }): Promise<void> => {
    const { user } = await api(login, { body: { ...values, captcha: await captcha.answer() } }, { quiet: true });
    await fetchToken();
    onDone(user);
  };

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
    </div>
  );
}
