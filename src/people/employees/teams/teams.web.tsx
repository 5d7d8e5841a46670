/** The screen of teams: one table and one modal. */

import { ActionIcon, Button, Group } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { HistoryButton } from "../../../ground/platform/web/content/history.web.tsx";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { MailAddress, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirmDelete } from "../../../ground/platform/web/feedback/delete.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { MultiSelectField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { FilterBar, ToggleFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { Form, TextareaField, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { teamOptions } from "../employees.contract.ts";
import { useStaff } from "../record/choices.web.ts";
import { useEmployeeTexts } from "../texts.web.ts";
import { archiveTeam, createTeamCall, deleteTeam, listTeams, type TeamRow, updateTeamCall } from "./teams.contract.ts";

const touched = [listTeams, teamOptions];

const membersText = (row: TeamRow): string => row.members.map(({ name }) => name).join(", ");

const columnsOf = (t: ReturnType<typeof useEmployeeTexts>): Column<TeamRow>[] => [
  { key: "name", label: t("team_name"), sortable: true, allowToggle: false, share: 24, wraps: true },
  { key: "description", label: t("team_description"), share: 28, wraps: true, limit: 80 },
  { key: "leader.name", label: t("team_leader"), share: 18, wraps: true },
  {
    key: "members",
    label: t("team_members"),
    text: (_value, row) => membersText(row),
    formatter: (_value, row) => <span title={membersText(row)}>{row.members.length}</span>,
  },
  {
    key: "email",
    label: t("team_email"),
    copy: true,
    share: 26,
    wraps: true,
    text: (_value, row) => row.email ?? "",
    formatter: (_value, row) => row.email && <MailAddress>{row.email}</MailAddress>,
    below: { key: "phone", label: t("team_phone"), as: "phone" },
  },
  {
    key: "active",
    label: t("groupState"),
    text: (_value, row) => (row.active ? t("active") : t("team_archived")),
    formatter: (_value, row) => (
      <Status tone={row.active ? "good" : "neutral"}>{row.active ? t("active") : t("team_archived")}</Status>
    ),
  },
];

export function TeamSettings(): ReactNode {
  const t = useEmployeeTexts();
  const table = useTableState(listTeams);
  const list = useCall(listTeams, { query: { ...table.query, offset: 0, limit: -1 } });
  const edit = (team?: TeamRow): void => {
    openModal({ title: t("teamModal") }, (close) => <TeamForm team={team} close={close} />);
  };
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit()}>
      {t("teamsAdd")}
    </Button>
  );
  return (
    <Page title={t("teamsTitle")} count={list.data?.items.length} actions={add}>
      <DataTable
        id="teams"
        label={t("teamsTitle")}
        columns={columnsOf(t)}
        list={list}
        rowName={(team) => team.name}
        onOpen={edit}
        exportName="teams"
        empty={{ title: t("teamsEmpty"), text: t("teamsEmptyText") }}
        filters={
          <FilterBar state={table}>
            <ToggleFilter name="archived" label={t("showArchived")} />
          </FilterBar>
        }
        actions={(team) => <TeamActs team={team} onEdit={() => edit(team)} />}
      />
    </Page>
  );
}

function TeamActs({ team, onEdit }: { team: TeamRow; onEdit: () => void }): ReactNode {
  const t = useEmployeeTexts();
  const { id, name } = team;
  const drop = useAct(deleteTeam, { invalidates: touched });
  const turn = useAct(archiveTeam, { invalidates: touched });
  const archive = (archived: boolean) => turn.mutateAsync({ params: { id }, body: { archived } });
  const turnNow = async (): Promise<void> => {
    try {
      await archive(team.active);
      notify({
        message: t(team.active ? "archived" : "restored", { name }),
        variant: "success",
        undo: async () => void (await archive(!team.active)),
      });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <HistoryButton subject="team" subjectId={id} name={name} compact />
      <ActionIcon variant="subtle" aria-label={labelled(t("edit"), name)} onClick={onEdit}>
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={labelled(t(team.active ? "archive" : "restore"), name)}
        onClick={() => void turnNow()}
      >
        {team.active ? <IconArchive size={16} /> : <IconArchiveOff size={16} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={labelled(t("delete"), name)}
        onClick={() =>
          void confirmDelete({
            name,
            remove: () => drop.mutateAsync({ params: { id } }),
            ...(team.active ? { archive: () => archive(true) } : {}),
          })
        }
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

function TeamForm({ team, close }: { team: TeamRow | undefined; close: () => void }): ReactNode {
  const t = useEmployeeTexts();
  const staff = useStaff();
  const form = useCallForm(updateTeamCall, {
    name: team?.name ?? "",
    description: team?.description ?? "",
    leader: team?.leader?.id ?? null,
    members: (team?.members ?? []).map(({ id }) => id),
    email: team?.email ?? "",
    phone: team?.phone ?? "",
    version: team?.version ?? 1,
  });
  const create = useAct(createTeamCall, { invalidates: touched });
  const update = useAct(updateTeamCall, { invalidates: touched });
  const save = async ({ version, ...body }: BodyOf<typeof updateTeamCall>): Promise<void> => {
    if (team) await update.mutateAsync({ params: { id: team.id }, body: { ...body, version } });
    else await create.mutateAsync({ body });
    notify({ message: t("teamSaved", { name: body.name }), variant: "success" });
  };
  return (
    <Form form={form} label={t("teamModal")} onSave={save} onSaved={close} onCancel={close}>
      <TextField form={form} name="name" label={t("team_name")} required autoFocus maxLength={100} />
      <TextareaField form={form} name="description" label={t("team_description")} rows={2} maxLength={500} />
      <SelectField form={form} name="leader" label={t("team_leader")} options={staff} clearable />
      <MultiSelectField form={form} name="members" label={t("team_members")} options={staff} />
      <TextField form={form} name="email" label={t("team_email")} type="email" maxLength={254} />
      <TextField form={form} name="phone" label={t("team_phone")} type="tel" maxLength={30} />
    </Form>
  );
}
