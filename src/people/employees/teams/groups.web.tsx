/** The screen of employee groups: what each gives and to whom; one table and one modal. */

import { ActionIcon, Button, Checkbox, Group } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { HistoryButton } from "../../../ground/platform/web/content/history.web.tsx";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirmDelete } from "../../../ground/platform/web/feedback/delete.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Form, TextareaField, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMe } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { addressOfScreen, Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { archiveGroup, createGroup, getGroup, listGroups, updateGroup } from "../../access/access.contract.ts";
import { grantsOf } from "../../access/access.ts";
import { RoleEditor } from "../../access/access.web.tsx";
import { employeeScreen, listEmployees } from "../record/people.contract.ts";
import { useEmployeeTexts } from "../texts.web.ts";
import { deleteGroup } from "./teams.contract.ts";

const touched = [listGroups, getGroup, listEmployees];

type GroupRow = ReplyOf<typeof listGroups>["items"][number];

function useEmployeeGroupsColumns(): Column<GroupRow>[] {
  const t = useEmployeeTexts();
  const stateText = (row: GroupRow): string => t(row.archivedAt === null ? "active" : "team_archived");
  return [
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
        <Link
          to={employeeScreen}
          search={{ group: row.id }}
          aria-label={labelled(`${row.members}, ${t("groupMembers")}`, row.name)}
        >
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
}

export function EmployeeGroups(): ReactNode {
  const t = useEmployeeTexts();
  const [archived, setArchived] = useState(false);
  const list = useCall(listGroups, { query: archived ? { archived: "true" } : {} });

  const columns = useEmployeeGroupsColumns();
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
      <ActionIcon variant="subtle" aria-label={labelled(t("edit"), name)} onClick={onEdit}>
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={!group.manageable}
        aria-label={labelled(t(isOpen ? "archive" : "restore"), name)}
        onClick={() => void turnNow()}
      >
        {isOpen ? <IconArchive size={16} /> : <IconArchiveOff size={16} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        disabled={!group.manageable}
        aria-label={labelled(t("delete"), name)}
        onClick={() =>
          void confirmDelete({
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
  const initial = {
    name: group?.name ?? "",
    description: group?.description ?? "",
    acl: grantsOf(group?.acl ?? []),
    version: group?.version ?? 1,
  };
  const form = useCallForm(createGroup, initial, ({ version: _version, ...values }) => values);
  const create = useAct(createGroup, { invalidates: touched });
  const update = useAct(updateGroup, { invalidates: touched });
  const save = async (body: BodyOf<typeof createGroup>, { version }: typeof initial): Promise<void> => {
    if (group) await update.mutateAsync({ params: { id: group.id }, body: { ...body, version } });
    else await create.mutateAsync({ body });
    notify({ message: t("groupSaved", { name: body.name }), variant: "success" });
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
      <TextField form={form} name="name" label={t("groupName")} required autoFocus maxLength={100} />
      <TextareaField form={form} name="description" label={t("groupDescription")} rows={2} maxLength={500} />
      {group && <Members group={group} />}
      <div data-field="acl">
        <RoleEditor
          own={form.values.acl}
          saved={group?.acl ?? []}
          group={[]}
          mine={me.acl}
          locked={me.previous !== null || group?.manageable === false}
          refused={error === undefined ? undefined : { role: /ROLE_\w+/.exec(error)?.[0] ?? "*", text: error }}
          onChange={(acl) => form.setFieldValue("acl", grantsOf(acl))}
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
