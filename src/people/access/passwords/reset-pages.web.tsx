/** The pages about a forgotten password: a link is asked for, and a new password chosen by it. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconMailCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { showError } from "../../../ground/platform/web/feedback/errors.web.ts";
import { api } from "../../../ground/platform/web/http/call.web.ts";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/text-form.web.tsx";
import { Link, usePathParams } from "../../../ground/platform/web/pages/links.web.tsx";
import styles from "../access.module.css";
import type { accessTexts } from "../access.texts.ts";
import { invitedHash } from "../access.ts";
import { OidcInvitation } from "../oidc/oidc.web.tsx";
import type { accountTexts } from "../sign-in/account.texts.ts";
import { useCaptcha } from "../sign-in/captcha.web.ts";
import { Gate } from "../sign-in/gate.web.tsx";
import { trustBrowser } from "../sign-in/sessions.contract.ts";
import { completeReset, loginScreen, requestPasswordReset, requestResetScreen } from "../sign-in/sign-in.contract.ts";
import { NewPasswordFields } from "./new-password.web.tsx";

const useAccessTexts = () => useTexts<typeof accessTexts>("access");

export function RequestResetPage(): ReactNode {
  const t = useAccessTexts();
  const form = useCallForm(requestPasswordReset, { username: "" });
  const captcha = useCaptcha("reset_password");
  const [asked, setAsked] = useState(false);
  const ask = async ({ username }: { username: string }): Promise<void> => {
    await api(requestPasswordReset, { body: { username, captcha: await captcha.answer() } });
    setAsked(true);
  };
  return (
    <Gate title={t("askResetTitle")} foot={<Link to={loginScreen}>{t("backToLogin")}</Link>}>
      {asked ? (
        <Alert color="teal" variant="light" role="status" icon={<IconMailCheck size={18} aria-hidden />}>
          {t("askResetDone")}
        </Alert>
      ) : (
        <Stack gap="sm">
          <Text c="dimmed">{t("askResetIntro")}</Text>
          <Form form={form} label={t("askResetTitle")} onSave={ask} submit={t("askResetSend")}>
            <TextField
              name="username"
              label={t("usernameOrEmail")}
              required
              autoComplete="username"
              autoFocus
              maxLength={254}
            />
          </Form>
        </Stack>
      )}
    </Gate>
  );
}

export function ResetPage(): ReactNode {
  const t = useAccessTexts();
  const { token = "" } = usePathParams();
  const form = useCallForm(completeReset, { password: "", passwordRepeat: "" });
  const [done, setDone] = useState(false);
  // An invitation says so in its address; whether it is one the server looks at itself.
  const isInvited = window.location.hash === invitedHash;
  return (
    <Gate
      title={t("resetTitle")}
      foot={
        <Group gap="md">
          <Link to={loginScreen}>{t("backToLogin")}</Link>
          <Link to={requestResetScreen}>{t("askResetAgain")}</Link>
        </Group>
      }
    >
      {done ? (
        <Alert color="teal" variant="light" role="status">
          {t("resetDone")}
        </Alert>
      ) : (
        <Form
          form={form}
          label={t("resetTitle")}
          submit={t("resetSave")}
          onSave={(body) => api(completeReset, { body: { token, ...body } })}
          onSaved={() => setDone(true)}
        >
          <NewPasswordFields autoFocus />
        </Form>
      )}
      {!done && (isInvited ? <OidcInvitation token={token} /> : <KnowBrowser token={token} />)}
    </Gate>
  );
}

/** For who knows the password and only cannot use it here, because others have guessed too often. */
function KnowBrowser({ token }: { token: string }): ReactNode {
  const t = useTexts<typeof accountTexts>("account");
  const [isBusy, setBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setBusy(true);
    try {
      await api(trustBrowser, { body: { token } });
      window.location.assign(loginScreen.path);
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <div className={styles.foot}>
      <Text fw={600}>{t("knowTitle")}</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t("knowIntro")}
      </Text>
      <Button variant="default" fullWidth loading={isBusy} onClick={() => void enter()}>
        {t("knowButton")}
      </Button>
    </div>
  );
}
