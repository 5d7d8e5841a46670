/** For whom a second factor is required: roles and groups, with how many people that is. */
import { Button, Stack, Text } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { roles } from "../../../ground/kernel/access.ts";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { MultiSelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, useCallForm } from "../../../ground/platform/web/inputs/text-form.web.tsx";
import { useMe } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { coversAcl, grantsOf } from "../access.ts";
import { type GroupRow, listGroups } from "../acl/acl.contract.ts";
import { roleName, useAclTexts } from "../acl/acl-texts.web.ts";
import type { factorTexts } from "./factor.texts.ts";
import { factorsOfUser, getFactorRule, setFactorRule } from "./factors.contract.ts";

const useFactorTexts = () => useTexts<typeof factorTexts>("factor");
type Rule = ReplyOf<typeof getFactorRule>;

/** Opens the rule; nothing for who may not settle rights, or acts as somebody else. */
export function FactorRuleButton(): ReactNode {
  const t = useFactorTexts();
  const me = useMe();
  if (me.previous !== null || !coversAcl(me.acl, ["ROLE_SETTINGS_ACL"])) return null;
  const open = (): void => {
    openModal({ title: t("ruleButton"), size: "md" }, (close) => <FactorRule close={close} />);
  };
  return (
    <Button variant="default" leftSection={<IconShieldLock size={16} aria-hidden />} onClick={open}>
      {t("ruleButton")}
    </Button>
  );
}

function FactorRule({ close }: { close: () => void }): ReactNode {
  const rule = useCall(getFactorRule, {}, { keep: false });
  const groups = useCall(listGroups, { query: {} });
  return (
    <Loaded of={rule}>
      {(known) => (
        <Loaded of={groups}>{({ items }) => <FactorRuleForm rule={known} groups={items} close={close} />}</Loaded>
      )}
    </Loaded>
  );
}

function FactorRuleForm(props: { rule: Rule; groups: readonly GroupRow[]; close: () => void }): ReactNode {
  const t = useFactorTexts();
  const acl = useAclTexts();
  const { rule, groups, close } = props;
  const form = useCallForm(setFactorRule, {
    roles: grantsOf(rule.roles),
    groupIds: rule.groupIds,
    version: rule.version,
  });
  const act = useAct(setFactorRule, { invalidates: [getFactorRule, factorsOfUser] });
  const named = roles
    .filter((role) => role !== "ROLE_PREVIOUS_ADMIN")
    .map((role) => ({ value: role, label: roleName(role) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const save = async (body: BodyOf<typeof setFactorRule>): Promise<void> => {
    const { demanded } = await act.mutateAsync({ body });
    notify({ message: t("ruleSaved", { demanded }), variant: "success" });
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{t("ruleIntro")}</Text>
      <Text size="sm" c="dimmed">
        {t("ruleCounts", { demanded: rule.demanded, without: rule.without })}
      </Text>
      <Form form={form} label={t("ruleButton")} onSave={save} onSaved={close} onCancel={close}>
        <MultiSelectField
          name="roles"
          label={t("ruleRoles")}
          options={[{ value: "*", label: acl("allRoles") }, ...named]}
        />
        <MultiSelectField
          name="groupIds"
          label={t("ruleGroups")}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form>
    </Stack>
  );
}
