/** What those who manage users see of somebody's second factors, and taking them where they are lost. */
import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/text-form.web.tsx";
import { useMe } from "../../../ground/platform/web/pages/current-user.web.tsx";
import type { UserRights } from "../acl/acl.contract.ts";
import type { factorTexts } from "./factor.texts.ts";
import { factorsOfUser, removeFactorsOf } from "./factors.contract.ts";

const useFactorTexts = () => useTexts<typeof factorTexts>("factor");

/** The factors of a user in a line, with the way to take them where one may. */
export function UserFactors({ user }: { user: UserRights }): ReactNode {
  const t = useFactorTexts();
  const me = useMe();
  const { data } = useCall(factorsOfUser, { params: { id: user.id } });
  if (!data) return "–";
  if (data.items.length === 0)
    return data.required ? <Status tone="warn">{t("ofUserMissing")}</Status> : t("ofUserNone");
  const names = [...new Set(data.items.map(({ kind }) => t(kind === "totp" ? "app" : "passkey")))].join(", ");
  const open = (): void => {
    openModal({ title: t("takeButton"), size: "sm" }, (close) => <TakeForm user={user} close={close} />);
  };
  return (
    <Group gap={6} wrap="nowrap">
      <span>{t("ofUserCount", { names, left: data.recoveryLeft })}</span>
      {user.manageable && user.id !== me.id && (
        <Button variant="subtle" size="compact-xs" aria-label={t("takeButton")} onClick={open}>
          {t("remove")}
        </Button>
      )}
    </Group>
  );
}

function TakeForm({ user, close }: { user: UserRights; close: () => void }): ReactNode {
  const t = useFactorTexts();
  const form = useCallForm(removeFactorsOf, { reason: "" });
  const act = useAct(removeFactorsOf, { invalidates: [factorsOfUser] });
  return (
    <Stack gap="sm">
      <Text size="sm">{t("takeIntro", { name: user.name })}</Text>
      <Form
        form={form}
        label={t("takeButton")}
        submit={t("takeButton")}
        danger
        onSave={(body) => act.mutateAsync({ params: { id: user.id }, body })}
        onSaved={() => {
          notify({ message: t("taken", { name: user.name }), variant: "success" });
          close();
        }}
        onCancel={close}
      >
        <TextField name="reason" label={t("reason")} description={t("reasonHint")} required autoFocus maxLength={500} />
      </Form>
    </Stack>
  );
}
