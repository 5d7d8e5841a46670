/** The two fields of a new password: once, and once more. */
import type { ReactNode } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { PasswordField } from "../../../ground/platform/web/inputs/text-form.web.tsx";
import type { accessTexts } from "../access.texts.ts";

export function NewPasswordFields(props: { autoFocus?: boolean }): ReactNode {
  const t = useTexts<typeof accessTexts>("access");
  return (
    <>
      <PasswordField
        name="password"
        label={t("newPassword")}
        description={t("passwordRule")}
        required
        autoComplete="new-password"
        {...(props.autoFocus ? { autoFocus: true } : {})}
      />
      <PasswordField name="passwordRepeat" label={t("repeatPassword")} required autoComplete="new-password" />
    </>
  );
}
