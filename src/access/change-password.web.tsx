/** Changing one's own password. */
import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import { api } from "../platform/web/call.web.ts";
import { Form, PasswordField, useForm } from "../platform/web/form.web.tsx";
import { useMe } from "../platform/web/me.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Page } from "../platform/web/page.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { fetchToken } from "../platform/web/transport.web.ts";
import { changePassword } from "./access.contract.ts";
import styles from "./access.module.css";
import type { accessTexts } from "./access.texts.ts";
import { NewPasswordFields } from "./new-password.web.tsx";

const noPasswords = { currentPassword: "", password: "", passwordRepeat: "" };

export function ChangePasswordPage(): ReactNode {
  const t = useTexts<typeof accessTexts>("access");
  const me = useMe();
  const form = useForm(noPasswords);
  const change = async (values: typeof noPasswords): Promise<void> => {
    await api(changePassword, { body: values });
    // The session goes on under a new id, with a token of its own.
    await fetchToken();
    notify({ message: t("changePasswordDone"), variant: "success" });
  };
  if (me.acl.includes("ROLE_PREVIOUS_ADMIN")) {
    return (
      <Page title={t("changePasswordTitle")}>
        <Alert color="yellow" variant="light" maw={560}>
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
