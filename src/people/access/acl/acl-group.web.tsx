/** What a group gives to its members, who they are, and what a change would open or shut for them. */
import { Alert, Button } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconLock, IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { HistoryButton } from "../../../ground/platform/web/content/history.web.tsx";
import { textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall, useInvalidate } from "../../../ground/platform/web/http/api.web.ts";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/text-form.web.tsx";
import { useMe } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link, useIdParam } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Section, Strip } from "../../../ground/platform/web/pages/page.web.tsx";
import { coversAcl, grantsOf } from "../access.ts";
import {
  aclEditScreen,
  aclScreen,
  archiveGroup,
  getGroup,
  getUserRights,
  listDeclarations,
  listGroups,
  listUsers,
  updateGroup,
} from "./acl.contract.ts";
import styles from "./acl.module.css";
import { type Draft, NewerAlert, type Settled, useDraft } from "./acl-draft.web.tsx";
import { type Change, ChangeBar } from "./acl-review.web.tsx";
import { roleName, rolesText, useAclTexts } from "./acl-texts.web.ts";
import { type Declarations, differenceOf } from "./role-access.ts";
import { RoleEditor } from "./role-editor.web.tsx";

type GroupDetails = ReplyOf<typeof getGroup>;
const touched = [getGroup, listGroups, listUsers, getUserRights];

export function AclGroup(): ReactNode {
  const id = useIdParam();
  const group = useCall(getGroup, { params: { id } }, { keep: false });
  const declared = useCall(listDeclarations, {});
  return (
    <Loaded of={group}>
      {(known) => <Loaded of={declared}>{(all) => <GroupRights key={known.id} group={known} declared={all} />}</Loaded>}
    </Loaded>
  );
}

function changeOf(group: GroupDetails, declared: Declarations, draft: Draft): Change | undefined {
  if (!draft.isChanged) return undefined;
  return {
    given: draft.acl.filter((role) => !draft.base.acl.includes(role)),
    taken: draft.base.acl.filter((role) => !draft.acl.includes(role)),
    stays: [],
    members: group.members,
    difference: differenceOf(declared, draft.base.acl, draft.acl),
  };
}

function GroupRights({ group, declared }: { group: GroupDetails; declared: Declarations }): ReactNode {
  const t = useAclTexts();
  const me = useMe();
  const draft = useDraft({ acl: group.acl, groupId: null, version: group.version });
  const invalidate = useInvalidate();
  const update = useAct(updateGroup, { invalidates: touched });
  const send = async ({ acl, version }: Settled, message: "saved" | "undone"): Promise<void> => {
    const body = { acl: grantsOf(acl), version };
    const { version: next } = await update.mutateAsync({ params: { id: group.id }, body });
    const undo = { ...draft.base, version: next };
    const undoable = message === "saved" ? { undo: () => send(undo, "undone") } : {};
    notify({ message: t(message, { name: group.name }), variant: "success", ...undoable });
  };
  const locked = me.previous !== null || !group.manageable;
  return (
    <Page
      title={group.name}
      tab={`${group.name} – ${t("title")}`}
      count={
        <>
          {t("group")} ·{" "}
          <Link to={aclScreen} search={{ list: "groups" }}>
            {t("backGroups")}
          </Link>
        </>
      }
      actions={<GroupActions group={group} locked={locked} />}
    >
      {(locked || group.archivedAt !== null) && <Notices group={group} locked={locked} />}
      <NewerAlert draft={draft} onTake={() => void invalidate(getGroup)} />
      <Strip
        items={[
          { name: t("rolesHeld"), value: rolesText(t, draft.acl) },
          { name: t("members"), value: group.members },
          { name: t("description"), value: group.description || "–" },
        ]}
      />
      <RoleEditor
        own={draft.acl}
        saved={draft.base.acl}
        group={[]}
        mine={me.acl}
        locked={locked}
        refused={draft.refused}
        declared={declared}
        onChange={(acl) => draft.choose({ acl })}
      />
      <Section title={t("members")} aside={group.people.length}>
        {group.people.length === 0 ? t("nobody") : <People people={group.people} />}
      </Section>
      <ChangeBar
        change={changeOf(group, declared, draft)}
        onDiscard={draft.discard}
        onSave={() => draft.save((chosen) => send(chosen, "saved"))}
      />
    </Page>
  );
}

const People = ({ people }: { people: GroupDetails["people"] }): ReactNode => (
  <ul className={styles.people}>
    {people.map(({ id, name, active }) => (
      <li key={id} style={active ? {} : { opacity: 0.6 }}>
        <Link to={aclEditScreen} params={{ id }}>
          {name}
        </Link>
      </li>
    ))}
  </ul>
);

function Notices({ group, locked }: { group: GroupDetails; locked: boolean }): ReactNode {
  const t = useAclTexts();
  const me = useMe();
  const beyond = group.acl.filter((role) => !coversAcl(me.acl, [role]));
  return (
    <Alert color="yellow" variant="light" mb="md" icon={<IconLock size={16} aria-hidden />}>
      {group.archivedAt !== null && <div>{t("archivedNotice")}</div>}
      {locked && (me.previous === null ? t("strongerGroup", { roles: beyond.map(roleName).join(", ") }) : t("acting"))}
    </Alert>
  );
}

function GroupActions({ group, locked }: { group: GroupDetails; locked: boolean }): ReactNode {
  const t = useAclTexts();
  const archive = useAct(archiveGroup, { invalidates: touched });
  const archived = group.archivedAt !== null;
  const turn = async (): Promise<void> => {
    const question = t("archiveQuestion", { name: group.name, count: group.members });
    if (!archived && !(await confirm(question, { yes: t("archive"), danger: true }))) return;
    const done = await archive.run({
      params: { id: group.id },
      body: { archived: !archived, version: group.version },
    });
    if (done)
      notify({ message: t(archived ? "restoredDone" : "archivedDone", { name: group.name }), variant: "success" });
  };
  const edit = (): void => {
    openModal({ title: textOf("acl.editGroup") }, (close) => <GroupForm group={group} close={close} />);
  };
  return (
    <>
      <HistoryButton subject="user_group" subjectId={group.id} name={group.name} />
      {!locked && (
        <>
          <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
            {t("editGroup")}
          </Button>
          <Button
            variant="default"
            leftSection={archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
            loading={archive.isPending}
            onClick={() => void turn()}
          >
            {t(archived ? "restore" : "archive")}
          </Button>
        </>
      )}
    </>
  );
}

function GroupForm({ group, close }: { group: GroupDetails; close: () => void }): ReactNode {
  const t = useAclTexts();
  const form = useCallForm(updateGroup, { name: group.name, description: group.description, version: group.version });
  const update = useAct(updateGroup, { invalidates: touched });
  return (
    <Form
      form={form}
      label={t("editGroup")}
      onSave={(body) => update.mutateAsync({ params: { id: group.id }, body })}
      onSaved={close}
      onCancel={close}
      submit={t("save")}
    >
      <TextField name="name" label={t("name")} required autoFocus maxLength={100} />
      <TextField name="description" label={t("description")} maxLength={500} />
    </Form>
  );
}
