/** Chooses somebody to act as: only those are offered whom one may act as. */
import { Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { textOf, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../access.module.css";
import type { accessTexts } from "../access.texts.ts";
import { listUsers } from "../acl/acl.contract.ts";
import { switchUser } from "../sign-in/sign-in.contract.ts";

const searchMillis = 300;
const shownUsers = 100;

/** Opens the modal in which somebody to act as is chosen. */
export const openSwitchUser = (): void => {
  openModal({ title: textOf("access.switchTitle"), size: "sm" }, () => <SwitchUser />);
};

function SwitchUser(): ReactNode {
  const t = useTexts<typeof accessTexts>("access");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), searchMillis);
  const found = useCall(listUsers, { query: { limit: shownUsers, filter: { search, switchable: "true" } } });
  // Rights, menu and data are those of the other from here on, so the application starts afresh.
  const act = useAct(switchUser, { onSuccess: () => window.location.assign("/") });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t("switchIntro")}
      </Text>
      <TextInput
        type="search"
        aria-label={t("switchSearch")}
        placeholder={t("switchSearch")}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <Loaded of={found}>
        {({ items: users }) => {
          if (users.length === 0) return <Text size="sm">{t("switchNobody")}</Text>;
          return (
            <ul className={styles.users}>
              {users.map((user) => (
                <li key={user.id}>
                  <UnstyledButton
                    className={styles.user ?? ""}
                    disabled={act.isPending}
                    onClick={() => void act.run({ params: { id: user.id } })}
                  >
                    <span>{user.name}</span>
                    <Text span size="xs" c="dimmed">
                      {user.username} · {t(kindKeys[user.kind])}
                    </Text>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Stack>
  );
}

const kindKeys = { staff: "kindStaff", customer: "kindCustomer", contact: "kindContact" } as const;
