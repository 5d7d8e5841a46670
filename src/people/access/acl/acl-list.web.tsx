/** Users and groups against the roles: who holds what, of their own and by their group. */
import { Button, Checkbox, Group, SegmentedControl } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { roles } from "../../../ground/kernel/access.ts";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { HistoryButton } from "../../../ground/platform/web/content/history.web.tsx";
import { textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/text-form.web.tsx";
import { addressOfScreen, useAddressQuery, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import {
  type Column,
  DataTable,
  type TableState,
  useTableState,
} from "../../../ground/platform/web/table/table.web.tsx";
import { userKinds } from "../access.ts";
import { FactorRuleButton } from "../second-factor/factor-rule.web.tsx";
import { SwitchButton } from "../users/switch-button.web.tsx";
import {
  aclEditScreen,
  aclGroupScreen,
  aclScreen,
  createGroup,
  type GroupRow,
  listGroups,
  listUsers,
} from "./acl.contract.ts";
import { kindKeys, roleName, rolesText, useAclTexts } from "./acl-texts.web.ts";

type UserRow = ReplyOf<typeof listUsers>["items"][number];

/** The two lists, by the address, so that each can be linked to. */
function useShownList(): [shown: "users" | "groups", show: (list: string) => void] {
  const address = useAddressQuery();
  const go = useGo();
  return [
    address.values.list === "groups" ? "groups" : "users",
    (list) => go(aclScreen, {}, list === "groups" ? { list } : {}),
  ];
}

export function AclList(): ReactNode {
  const t = useAclTexts();
  const [shown, show] = useShownList();
  const lists = (
    <SegmentedControl
      size="xs"
      aria-label={t("title")}
      value={shown}
      onChange={show}
      data={[
        { value: "users", label: t("users") },
        { value: "groups", label: t("groups") },
      ]}
    />
  );
  return shown === "users" ? <Users lists={lists} /> : <Groups lists={lists} />;
}

/** Whether somebody may log in, in words. */
function AccessText({ user }: { user: Pick<UserRow, "active" | "access"> }): ReactNode {
  const t = useAclTexts();
  if (!user.active) return <Status tone="bad">{t("accessNo")}</Status>;
  if (user.access === "provider") return t("accessProvider");
  if (user.access === "invited") return <Status tone="warn">{t("accessInvited")}</Status>;
  return user.access === "none" ? <Status tone="warn">{t("accessNever")}</Status> : t("accessYes");
}

/** "12 rollen · 5 via groep". */
function heldText(t: ReturnType<typeof useAclTexts>, user: UserRow): string {
  const byGroup = user.effectiveAcl.filter((role) => !user.acl.includes(role)).length;
  const held = rolesText(t, user.effectiveAcl);
  return byGroup === 0 ? held : `${held} · ${t("viaGroup", { count: byGroup })}`;
}

function useUserColumns(): Column<UserRow>[] {
  const t = useAclTexts();
  return [
    { key: "name", label: t("name"), sortable: true, allowToggle: false, limit: 30 },
    { key: "username", label: t("username"), sortable: true, limit: 24 },
    { key: "email", label: t("email"), limit: 40, hidden: true },
    {
      key: "kind",
      label: t("kind"),
      sortable: true,
      hidden: true,
      formatter: (_value, row) => t(kindKeys[row.kind]),
      text: (_value, row) => t(kindKeys[row.kind]),
    },
    { key: "group.name", sortKey: "group", label: t("group"), sortable: true, limit: 32 },
    {
      key: "effectiveAcl",
      label: t("rolesHeld"),
      formatter: (_value, row) => <span title={row.effectiveAcl.map(roleName).join(", ")}>{heldText(t, row)}</span>,
      text: (_value, row) => row.effectiveAcl.join(" "),
    },
    {
      key: "active",
      label: t("access"),
      formatter: (_value, row) => <AccessText user={row} />,
      text: (_value, row) => t(row.active ? "accessYes" : "accessNo"),
    },
    {
      key: "lastLoginAt",
      label: t("lastLogin"),
      sortable: true,
      as: "datetime",
    },
  ];
}

function Users({ lists }: { lists: ReactNode }): ReactNode {
  const t = useAclTexts();
  const table = useTableState(listUsers, { sort: { field: "name", direction: "asc" } });
  const list = useCall(listUsers, { query: table.query });
  const columns = useUserColumns();
  return (
    <Page
      title={t("title")}
      count={list.data?.total}
      actions={
        <>
          <FactorRuleButton />
          {lists}
        </>
      }
    >
      <DataTable
        id="acl-users"
        label={t("users")}
        columns={columns}
        list={list}
        state={table}
        rowName={(user) => user.name}
        linkTo={(user) => addressOfScreen(aclEditScreen, { id: user.id })}
        filters={<UserFilters table={table} />}
        rowVariant={(user) => (user.active ? undefined : "muted")}
        exportName="users"
        empty={{ title: t("usersEmpty"), text: t("usersEmptyHint") }}
        actions={(user) => (
          <Group gap={4} wrap="nowrap">
            <SwitchButton user={user} compact />
            <HistoryButton subject="app_user" subjectId={user.id} name={user.name} compact />
          </Group>
        )}
      />
    </Page>
  );
}

function UserFilters({ table }: { table: TableState }): ReactNode {
  const t = useAclTexts();
  const groups = useCall(listGroups, { query: { archived: "true" } });
  const named = roles
    .map((role) => ({ value: role, label: roleName(role) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <FilterBar state={table}>
      <SearchFilter name="search" label={t("search")} maxLength={200} />
      <ChoiceFilter name="role" label={t("filterRole")} options={[{ value: "*", label: t("allRoles") }, ...named]} />
      <ChoiceFilter
        name="group"
        label={t("group")}
        options={(groups.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <ChoiceFilter
        name="kind"
        label={t("kind")}
        options={userKinds.map((kind) => ({ value: kind, label: t(kindKeys[kind]) }))}
      />
      <ChoiceFilter
        name="active"
        label={t("access")}
        options={[
          { value: "true", label: t("accessYes") },
          { value: "false", label: t("accessNo") },
        ]}
      />
    </FilterBar>
  );
}

function Groups({ lists }: { lists: ReactNode }): ReactNode {
  const t = useAclTexts();
  const [archived, setArchived] = useState(false);
  const list = useCall(listGroups, { query: archived ? { archived: "true" } : {} });
  const columns: Column<GroupRow>[] = [
    { key: "name", label: t("name"), sortable: true, allowToggle: false },
    { key: "description", label: t("description"), limit: 80 },
    {
      key: "acl",
      label: t("rolesHeld"),
      formatter: (_value, row) => <span title={row.acl.map(roleName).join(", ")}>{rolesText(t, row.acl)}</span>,
      text: (_value, row) => row.acl.join(" "),
    },
    { key: "members", label: t("members"), sortable: true, as: "number" },
    {
      key: "archivedAt",
      label: t("archived"),
      formatter: (_value, row) => (row.archivedAt === null ? t("inUse") : <Status tone="warn">{t("archived")}</Status>),
      text: (_value, row) => t(row.archivedAt === null ? "inUse" : "archived"),
    },
  ];
  return (
    <Page
      title={t("title")}
      count={list.data?.items.length}
      actions={
        <>
          {lists}
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNewGroup}>
            {t("newGroup")}
          </Button>
        </>
      }
    >
      <DataTable
        id="acl-groups"
        label={t("groups")}
        columns={columns}
        list={list}
        rowName={(group) => group.name}
        linkTo={(group) => addressOfScreen(aclGroupScreen, { id: group.id })}
        rowVariant={(group) => (group.archivedAt === null ? undefined : "muted")}
        filters={
          <Checkbox
            size="xs"
            label={t("showArchived")}
            checked={archived}
            onChange={(event) => setArchived(event.currentTarget.checked)}
          />
        }
        empty={{ title: t("groupsEmpty"), text: t("groupsEmptyHint") }}
        actions={(group) => <HistoryButton subject="user_group" subjectId={group.id} name={group.name} compact />}
      />
    </Page>
  );
}

/** Asks for the name of a new group, and goes to its roles. */
const openNewGroup = (): void => {
  openModal({ title: textOf("acl.newGroup") }, (close) => <NewGroup close={close} />);
};

function NewGroup({ close }: { close: () => void }): ReactNode {
  const t = useAclTexts();
  const go = useGo();
  const form = useCallForm(createGroup, { name: "", description: "" });
  const create = useAct(createGroup, { invalidates: [listGroups] });
  const save = async (body: BodyOf<typeof createGroup>): Promise<void> => {
    const { id } = await create.mutateAsync({ body });
    notify({ message: t("groupAdded", { name: body.name }), variant: "success" });
    close();
    go(aclGroupScreen, { id });
  };
  return (
    <Form form={form} label={t("newGroup")} onSave={save} onCancel={close} submit={t("add")}>
      <TextField name="name" label={t("name")} required autoFocus maxLength={100} />
      <TextField name="description" label={t("description")} maxLength={500} />
    </Form>
  );
}
