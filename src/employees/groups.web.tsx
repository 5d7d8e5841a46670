/** The screen of employee groups: what each gives and to whom; one table and one modal. */
import { ActionIcon, Button, Checkbox, Group } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import {
  archiveGroup,
  createGroup,
  type GroupRow,
  getGroup,
  listGroups,
  updateGroup,
} from "../access/access.contract.ts";
import { RoleEditor } from "../access/access.web.tsx";
import { showError, useAct, useCall } from "../platform/web/api.web.ts";
import { askDelete } from "../platform/web/delete.web.tsx";
import { openModal } from "../platform/web/dialogs.web.tsx";
import { Form, TextareaField, TextField, useForm } from "../platform/web/form.web.tsx";
import { HistoryButton } from "../platform/web/history.web.tsx";
import { useMe } from "../platform/web/me.web.tsx";
import { addressOfScreen, Link } from "../platform/web/nav.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Loaded, Page, Section } from "../platform/web/page.web.tsx";
import { Status } from "../platform/web/show.web.tsx";
import { type Column, DataTable } from "../platform/web/table.web.tsx";
import { deleteGroup, employeeScreen, listEmployees } from "./employees.contract.ts";
import { useEmployeeTexts } from "./texts.web.ts";

const touched = [listGroups, getGroup, listEmployees];

export function EmployeeGroups(): ReactNode {
  const t = useEmployeeTexts();
  const [archived, setArchived] = useState(false);
  const list = useCall(listGroups, { query: archived ? { archived: "true" } : {} });
  const stateText = (row: GroupRow): string => t(row.archivedAt === null ? "active" : "team_archived");
  const columns: Column<GroupRow>[] = [
    { key: "name", label: t("groupName"), sortable: true, allowToggle: false },
    { key: "description", label: t("groupDescription") },
    {
      key: "acl",
      label: t("groupRoles"),
      as: "number",
      text: (_value, row) => (row.acl.includes("*") ? t("groupAll") : String(row.acl.length)),
      formatter: (_value, row) => (
        <span title={row.acl.join(", ")}>{row.acl.includes("*") ? t("groupAll") : row.acl.length}</span>
      ),
    },
    {
      key: "members",
      label: t("groupMembers"),
      as: "number",
      sortable: true,
      text: (_value, row) => String(row.members),
      formatter: (_value, row) => (
        <Link to={employeeScreen} search={{ group: row.id }} aria-label={`${t("groupMembers")}: ${row.name}`}>
          {row.members}
        </Link>
      ),
    },
    {
      key: "archivedAt",
      label: t("groupState"),
      text: (_value, row) => stateText(row),
      formatter: (_value, row) => <Status tone={row.archivedAt === null ? "good" : "neutral"}>{stateText(row)}</Status>,
    },
  ];
  const edit = (group?: GroupRow): void => {
    openModal({ title: t("groupModal"), size: "lg" }, (close) => <GroupForm group={group} close={close} />);
  };
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit()}>
      {t("groupsAdd")}
    </Button>
  );
  return (
    <Page title={t("groupsTitle")} count={list.data?.items.length} actions={add}>
      <DataTable
        id="employee-groups"
        label={t("groupsTitle")}
        columns={columns}
        list={list}
        rowName={(group) => group.name}
        onOpen={edit}
        exportName="employee-groups"
        empty={{ title: t("groupsEmpty"), text: t("groupsEmptyText") }}
        filters={
          <Checkbox
            label={t("showArchived")}
            checked={archived}
            onChange={(event) => setArchived(event.currentTarget.checked)}
          />
        }
        actions={(group) => <GroupActs group={group} onEdit={() => edit(group)} />}
      />
    </Page>
  );
}

function GroupActs({ group, onEdit }: { group: GroupRow; onEdit: () => void }): ReactNode {
  const t = useEmployeeTexts();
  const { id, name } = group;
  const drop = useAct(deleteGroup, { invalidates: touched });
  const turn = useAct(archiveGroup, { invalidates: touched });
  const isOpen = group.archivedAt === null;
  const archive = (archived: boolean) => turn.mutateAsync({ params: { id }, body: { archived } });
  const turnNow = async (): Promise<void> => {
    try {
      await archive(isOpen);
      notify({
        message: t(isOpen ? "archived" : "restored", { name }),
        variant: "success",
        undo: async () => void (await archive(!isOpen)),
      });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <HistoryButton subject="user_group" subjectId={id} name={name} compact />
      <ActionIcon variant="subtle" aria-label={`${t("edit")}: ${name}`} onClick={onEdit}>
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={!group.manageable}
        aria-label={`${t(isOpen ? "archive" : "restore")}: ${name}`}
        onClick={() => void turnNow()}
      >
        {isOpen ? <IconArchive size={16} /> : <IconArchiveOff size={16} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        disabled={!group.manageable}
        aria-label={`${t("delete")}: ${name}`}
        onClick={() =>
          void askDelete({
            name,
            remove: () => drop.mutateAsync({ params: { id } }),
            ...(isOpen ? { archive: () => archive(true) } : {}),
          })
        }
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

function GroupForm({ group, close }: { group: GroupRow | undefined; close: () => void }): ReactNode {
  const t = useEmployeeTexts();
  const me = useMe();
  const form = useForm({
    name: group?.name ?? "",
    description: group?.description ?? "",
    acl: group?.acl ?? ([] as string[]),
    version: group?.version ?? 1,
  });
  const create = useAct(createGroup, { invalidates: touched });
  const update = useAct(updateGroup, { invalidates: touched });
  const save = async ({ version, acl, ...values }: typeof form.values): Promise<void> => {
    // What a role may not be, the server says beside it.
    const body = { ...values, acl: acl as never };
    if (group) await update.mutateAsync({ params: { id: group.id }, body: { ...body, version } });
    else await create.mutateAsync({ body });
    notify({ message: t("groupSaved", { name: values.name }), variant: "success" });
  };
  const error = typeof form.errors.acl === "string" ? form.errors.acl : undefined;
  return (
    <Form
      form={form}
      label={t("groupModal")}
      labels={{ acl: t("groupRoles") }}
      onSave={save}
      onSaved={close}
      onCancel={close}
    >
      <TextField name="name" label={t("groupName")} required autoFocus maxLength={100} />
      <TextareaField name="description" label={t("groupDescription")} rows={2} maxLength={500} />
      {group && <Members group={group} />}
      <div data-field="acl">
        <RoleEditor
          own={form.values.acl}
          saved={group?.acl ?? []}
          group={[]}
          mine={me.acl}
          locked={me.previous !== null || group?.manageable === false}
          refused={error === undefined ? undefined : { role: /ROLE_\w+/.exec(error)?.[0] ?? "*", text: error }}
          onChange={(acl) => form.setFieldValue("acl", [...acl])}
        />
      </div>
    </Form>
  );
}

function Members({ group }: { group: GroupRow }): ReactNode {
  const t = useEmployeeTexts();
  const read = useCall(getGroup, { params: { id: group.id } });
  return (
    <Section title={t("groupMembers")} aside={group.members}>
      <Loaded of={read}>
        {({ people }) =>
          people.length === 0
            ? t("groupNobody")
            : people.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ", "}
                  <Link to={addressOfScreen(employeeScreen, {}, { search: name })}>{name}</Link>
                </span>
              ))
        }
      </Loaded>
    </Section>
  );
}
