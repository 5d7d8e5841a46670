/** What one user holds: their own roles, those of their group, and what a change of either would open or shut. */
import { Alert, Button, Select } from "@mantine/core";
import { IconHelpCircle, IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useAct, useCall, useInvalidate } from "../platform/web/api.web.ts";
import { HistoryButton } from "../platform/web/history.web.tsx";
import { useMe } from "../platform/web/me.web.tsx";
import { Link, useIdParam } from "../platform/web/nav.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Loaded, Page, Strip } from "../platform/web/page.web.tsx";
import { DateText, Status } from "../platform/web/show.web.tsx";
import { coversAcl } from "./access.ts";
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
import { kindKeys, roleName, rolesText, useAclTexts } from "./acl-words.web.ts";
import { type Draft, NewerAlert, type Settled, useDraft } from "./draft.web.tsx";
import { type Declarations, differenceOf } from "./opens.ts";
import { type Change, ChangeBar } from "./review.web.tsx";
import { effectiveAcl } from "./rights.ts";
import { RoleEditor } from "./role-editor.web.tsx";
import { SwitchButton } from "./switch-button.web.tsx";
import { openWhy } from "./why.web.tsx";

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

function UserRightsPage(parts: PageParts): ReactNode {
  const t = useAclTexts();
  const me = useMe();
  const { user, declared, groups } = parts;
  const draft = useDraft({ acl: user.acl, groupId: user.group?.id ?? null, version: user.version });
  const invalidate = useInvalidate();
  const update = useAct(updateUserRights, { invalidates: [getUserRights, listUsers, listGroups] });
  const send = async ({ acl, groupId, version }: Settled, message: "saved" | "undone"): Promise<void> => {
    // What is stored was given by this very call; what it no longer knows is refused by it.
    const body = { acl: [...acl] as never, groupId, version };
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
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconHelpCircle size={16} aria-hidden />}
            onClick={() => openWhy(user)}
          >
            {t("whyShort")}
          </Button>
          <HistoryButton subject="app_user" subjectId={user.id} name={user.name} />
          <SwitchButton user={user} />
        </>
      }
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
        {
          name: t("lastLogin"),
          value: user.lastLoginAt === null ? t("never") : <DateText value={user.lastLoginAt} time="HH:mm" />,
        },
      ]}
    />
  );
}
