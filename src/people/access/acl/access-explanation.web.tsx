/** "Why may this user…?": a screen or a call, and the role, group or "*" that lets in; or what is missing and who could give it. */
import { Alert, Select, Stack, Text } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { Access } from "../../../ground/kernel/access.ts";
import { textOf, useAnyText } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { listDeclarations, listGrantors, type UserRights } from "./acl.contract.ts";
import styles from "./acl.module.css";
import { roleName, useAclTexts } from "./acl-texts.web.ts";
import { type Why, whyMay } from "./rights.ts";
import type { Declarations } from "./role-access.ts";

/** Opens the question for a user, as saved. */
export const openWhy = (user: UserRights): void => {
  openModal({ title: `${textOf("acl.why")} – ${user.name}`, size: "lg" }, () => <WhyQuestion user={user} />);
};

function WhyQuestion({ user }: { user: UserRights }): ReactNode {
  const declared = useCall(listDeclarations, {});
  return <Loaded of={declared}>{(known) => <Question user={user} declared={known} />}</Loaded>;
}

function Question({ user, declared }: { user: UserRights; declared: Declarations }): ReactNode {
  const t = useAclTexts();
  const translate = useAnyText();
  const [chosen, setChosen] = useState<string | null>(null);
  const guards = useMemo(
    () =>
      new Map<string, Access>([
        ...declared.screens.map(({ path, who }) => [`screen ${path}`, who] as const),
        ...declared.calls.map(({ method, path, who }) => [`${method} ${path}`, who] as const),
      ]),
    [declared],
  );
  const who = chosen === null ? undefined : guards.get(chosen);
  return (
    <Stack gap="xs">
      <Select
        label={t("whyChoose")}
        placeholder={t("whyPlaceholder")}
        data={[
          {
            group: t("screens"),
            items: declared.screens.map(({ path, title }) => ({
              value: `screen ${path}`,
              label: `${translate(title) || path} · ${path}`,
            })),
          },
          {
            group: t("calls"),
            items: declared.calls.map(({ method, path }) => ({
              value: `${method} ${path}`,
              label: `${method} ${path}`,
            })),
          },
        ]}
        value={chosen}
        onChange={setChosen}
        searchable
        limit={60}
        nothingFoundMessage={textOf("platform.noElements")}
        data-autofocus
      />
      {who && <Answer user={user} why={whyMay(who, user.acl, user.groupAcl)} />}
      <Text size="xs" c="dimmed">
        {t("whyUnsaved")}
      </Text>
    </Stack>
  );
}

function Answer({ user, why }: { user: UserRights; why: Why }): ReactNode {
  const t = useAclTexts();
  return (
    <div className={styles.answer} role="status">
      {!user.active && (
        <Alert color="yellow" variant="light" mb="xs">
          {t("whyInactive")}
        </Alert>
      )}
      <p className={styles.verdict} style={{ margin: 0 }}>
        <span className={why.may ? styles.plus : styles.minus}>{t(why.may ? "whyYes" : "whyNo")}</span>
      </p>
      {why.may ? <Through user={user} why={why} /> : <Missing user={user} why={why} />}
    </div>
  );
}

function Through({ user, why }: { user: UserRights; why: Extract<Why, { may: true }> }): ReactNode {
  const t = useAclTexts();
  if (why.by !== "roles") return <Text size="sm">{t(why.by === "open" ? "whyOpen" : "whyUser")}</Text>;
  return (
    <ul className={styles.openedList}>
      {why.through.map(({ role, from }) => (
        <li key={`${role} ${from}`}>
          {from === "own"
            ? t("whyOwn", { role: roleName(role) })
            : t("whyGroup", { role: roleName(role), group: user.group?.name ?? "" })}{" "}
          <code className={styles.code}>{role}</code>
        </li>
      ))}
    </ul>
  );
}

function Missing({ user, why }: { user: UserRights; why: Extract<Why, { may: false }> }): ReactNode {
  const t = useAclTexts();
  const any = why.enough === "any" && why.missing.length > 1;
  return (
    <>
      <Text size="sm">{t(any ? "whyMissingAny" : "whyMissingAll")}</Text>
      {any ? (
        why.missing.map((role) => <Grantors key={role} user={user} roles={[role]} />)
      ) : (
        <Grantors user={user} roles={why.missing} />
      )}
    </>
  );
}

/** Roles that are missing, and who could give them. */
function Grantors({ user, roles }: { user: UserRights; roles: readonly string[] }): ReactNode {
  const t = useAclTexts();
  const able = useCall(listGrantors, { params: { id: user.id }, query: { roles: roles.join(",") } }, { keep: false });
  return (
    <div style={{ marginTop: 8 }}>
      {roles.map((role) => (
        <div key={role}>
          <b>{roleName(role)}</b> <code className={styles.code}>{role}</code>
        </div>
      ))}
      <Loaded of={able}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("grantorsNone")}
            </Text>
          ) : (
            <Text size="sm">
              {t("grantors")} {items.map(({ name }) => name).join(", ")}
            </Text>
          )
        }
      </Loaded>
    </div>
  );
}
