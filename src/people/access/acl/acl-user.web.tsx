/** What one user holds: their own roles, those of their group, and what a change of either would open or shut. */
import { Alert, Button, Select } from "@mantine/core";
import { IconHelpCircle, IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { HistoryButton } from "../../../ground/platform/web/content/history.web.tsx";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall, useInvalidate } from "../../../ground/platform/web/http/api.web.ts";
import { useMe } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link, useIdParam } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Strip } from "../../../ground/platform/web/pages/page.web.tsx";
import { coversAcl, effectiveAcl, grantsOf } from "../access.ts";
import { IdentitiesOf } from "../oidc/identities.web.tsx";
import type { factorTexts } from "../second-factor/factor.texts.ts";
import { UserFactors } from "../second-factor/user-factors.web.tsx";
import { SwitchButton } from "../users/switch-button.web.tsx";
import { openWhy } from "./access-explanation.web.tsx";
import {
  aclScreen,
  type GroupRow,
  getUserRights,
  listDeclarations,
  listGroups,
  listUsers,
  type UserRights,
  updateUserRights,
} from "./acl.contract.ts";
import { type Draft, NewerAlert, type Settled, useDraft } from "./acl-draft.web.tsx";
import { type Change, ChangeBar } from "./acl-review.web.tsx";
import { kindKeys, roleName, rolesText, useAclTexts } from "./acl-texts.web.ts";
import { type Declarations, differenceOf } from "./role-access.ts";
import { RoleEditor } from "./role-editor.web.tsx";

export function AclUser(): ReactNode {
  const id = useIdParam();
  const user = useCall(getUserRights, { params: { id } }, { keep: false });
  const declared = useCall(listDeclarations, {});
  const groups = useCall(listGroups, { query: { archived: "true" } });
  return (
    <Loaded of={user}>
      {(known) => (
        <Loaded of={declared}>
          {(declarations) => (
            <UserRightsPage key={known.id} user={known} declared={declarations} groups={groups.data?.items ?? []} />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** What the group of a draft gives now. */
function groupAclOf(user: UserRights, draft: Draft, groups: readonly GroupRow[]): readonly string[] {
  if (draft.groupId === (user.group?.id ?? null)) return user.groupAcl;
  const group = groups.find(({ id }) => id === draft.groupId);
  return group && group.archivedAt === null ? group.acl : [];
}

interface PageParts {
  readonly user: UserRights;
  readonly declared: Declarations;
  readonly groups: readonly GroupRow[];
}

function changeOf({ user, declared, groups }: PageParts, draft: Draft): Change | undefined {
  if (!draft.isChanged) return undefined;
  const group = groupAclOf(user, draft, groups);
  const savedGroup = groups.find(({ id }) => id === draft.base.groupId);
  const before = effectiveAcl(draft.base.acl, savedGroup?.archivedAt === null ? savedGroup.acl : user.groupAcl);
  const taken = draft.base.acl.filter((role) => !draft.acl.includes(role));
  const nameOf = (id: number | null): string => groups.find((one) => one.id === id)?.name ?? "–";
  return {
    given: draft.acl.filter((role) => !draft.base.acl.includes(role)),
    taken,
    stays: taken.filter((role) => group.includes(role)),
    difference: differenceOf(declared, before, effectiveAcl(draft.acl, group)),
    ...(draft.groupId === draft.base.groupId
      ? {}
      : { group: { before: nameOf(draft.base.groupId), after: nameOf(draft.groupId) } }),
  };
}

function PageActions({ user }: { user: UserRights }): ReactNode {
  const t = useAclTexts();
  return (
    <>
      <Button variant="default" leftSection={<IconHelpCircle size={16} aria-hidden />} onClick={() => openWhy(user)}>
        {t("whyShort")}
      </Button>
      <HistoryButton subject="app_user" subjectId={user.id} name={user.name} />
      <SwitchButton user={user} />
    </>
  );
}

function UserRightsPage(parts: PageParts): ReactNode {
  const t = useAclTexts();
  const me = useMe();
  const { user, declared, groups } = parts;
  const draft = useDraft({ acl: user.acl, groupId: user.group?.id ?? null, version: user.version });
  const invalidate = useInvalidate();
  const update = useAct(updateUserRights, { invalidates: [getUserRights, listUsers, listGroups] });
  const send = async ({ acl, groupId, version }: Settled, message: "saved" | "undone"): Promise<void> => {
    const body = { acl: grantsOf(acl), groupId, version };
    const { version: next } = await update.mutateAsync({ params: { id: user.id }, body });
    const undo = { ...draft.base, version: next };
    const undoable = message === "saved" ? { undo: () => send(undo, "undone") } : {};
    notify({ message: t(message, { name: user.name }), variant: "success", ...undoable });
  };
  const group = groupAclOf(user, draft, groups);
  const locked = me.previous !== null || !user.manageable;
  return (
    <Page
      title={user.name}
      tab={`${user.name} – ${t("title")}`}
      count={
        <>
          {user.username} · <Link to={aclScreen}>{t("back")}</Link>
        </>
      }
      actions={<PageActions user={user} />}
    >
      <Lock user={user} acting={me.previous !== null} mine={me.acl} />
      <NewerAlert draft={draft} onTake={() => void invalidate(getUserRights)} />
      <UserStrip user={user} draft={draft} group={group} groups={groups} locked={locked} />
      <RoleEditor
        own={draft.acl}
        saved={draft.base.acl}
        group={group}
        mine={me.acl}
        toSelf={user.id === me.id ? draft.base.acl : undefined}
        locked={locked}
        refused={draft.refused}
        declared={declared}
        onChange={(acl) => draft.choose({ acl })}
      />
      {user.kind === "staff" && <IdentitiesOf userId={user.id} locked={locked} />}
      <ChangeBar
        change={changeOf(parts, draft)}
        onDiscard={draft.discard}
        onSave={() => draft.save((chosen) => send(chosen, "saved"))}
      />
    </Page>
  );
}

/** Why nothing can be changed here. */
function Lock(props: { user: UserRights; acting: boolean; mine: readonly string[] }): ReactNode {
  const t = useAclTexts();
  const { user, acting, mine } = props;
  if (!acting && user.manageable) return null;
  const beyond = user.effectiveAcl.filter((role) => !coversAcl(mine, [role]));
  return (
    <Alert color="yellow" variant="light" mb="md" icon={<IconLock size={16} aria-hidden />}>
      {acting ? t("acting") : t("stronger", { roles: beyond.map(roleName).join(", ") })}
    </Alert>
  );
}

/** Whether the user may log in, and if not yet, why. */
function AccessValue({ user }: { user: UserRights }): ReactNode {
  const t = useAclTexts();
  if (!user.active) return <Status tone="bad">{t("accessNo")}</Status>;
  if (user.hasPassword) return t("accessYes");
  if (user.byProvider) return t("accessProvider");
  return <Status tone="warn">{t(user.invitedUntil === null ? "accessNever" : "accessInvited")}</Status>;
}

function UserStrip(props: {
  user: UserRights;
  draft: Draft;
  group: readonly string[];
  groups: readonly GroupRow[];
  locked: boolean;
}): ReactNode {
  const t = useAclTexts();
  const factor = useTexts<typeof factorTexts>("factor");
  const { user, draft, group, groups, locked } = props;
  const choices = groups
    .filter(({ id, archivedAt }) => archivedAt === null || id === user.group?.id)
    .map(({ id, name, archivedAt, manageable }) => ({
      value: String(id),
      label: archivedAt === null ? name : t("archivedGroup", { name }),
      disabled: !manageable && id !== user.group?.id,
    }));
  return (
    <Strip
      items={[
        { name: t("rolesHeld"), value: rolesText(t, effectiveAcl(draft.acl, group)) },
        {
          name: t("group"),
          value: (
            <Select
              size="xs"
              w={220}
              aria-label={t("group")}
              placeholder={t("noGroup")}
              data={choices}
              value={draft.groupId === null ? null : String(draft.groupId)}
              onChange={(value) => draft.choose({ groupId: value === null ? null : Number(value) })}
              disabled={locked}
              clearable
            />
          ),
        },
        { name: t("kind"), value: t(kindKeys[user.kind]) },
        { name: t("access"), value: <AccessValue user={user} /> },
        { name: factor("ofUser"), value: <UserFactors user={user} /> },
        {
          name: t("lastLogin"),
          value: user.lastLoginAt === null ? t("never") : <DateText value={user.lastLoginAt} time="HH:mm" />,
        },
      ]}
    />
  );
}
