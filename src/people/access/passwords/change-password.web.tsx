/** Changing one's own password. */
import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { api } from "../../../ground/platform/web/http/call.web.ts";
import { fetchToken } from "../../../ground/platform/web/http/transport.web.ts";
import { Form, PasswordField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMe } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../access.module.css";
import type { accessTexts } from "../access.texts.ts";
import { changePassword } from "../sign-in/sign-in.contract.ts";
import { NewPasswordFields } from "./new-password.web.tsx";

const noPasswords = { currentPassword: "", password: "", passwordRepeat: "" };

export function ChangePasswordPage(): ReactNode {
  const t = useTexts<typeof accessTexts>("access");
  const me = useMe();
  const form = useCallForm(changePassword, noPasswords);
  const change = async (body: typeof noPasswords): Promise<void> => {
    await api(changePassword, { body });
    // The session goes on under a new id, with a token of its own.
    await fetchToken();
    notify({ message: t("changePasswordDone"), variant: "success" });
  };
  if (me.acl.includes("ROLE_PREVIOUS_ADMIN")) {
    return (
      <Page title={t("changePasswordTitle")}>
        <Alert color="yellow" variant="light" maw="var(--v-form-short)">
          {t("changePasswordImpersonating", { name: me.name })}
        </Alert>
      </Page>
    );
  }
  return (
    <Page title={t("changePasswordTitle")}>
      <div className={styles.narrow}>
        <Form
          form={form}
          label={t("changePasswordTitle")}
          submit={t("resetSave")}
          onSave={change}
          onSaved={() => {
            form.setValues(noPasswords);
            form.resetDirty(noPasswords);
          }}
        >
          {/* Password managers file the new password under this name. */}
          <input type="hidden" autoComplete="username" value={me.username} readOnly />
          <PasswordField name="currentPassword" label={t("currentPassword")} required autoComplete="current-password" />
          <NewPasswordFields />
        </Form>
      </div>
    </Page>
  );
}
