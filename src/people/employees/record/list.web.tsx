/** The list of employees. */
import { Button, Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { dateText, MailAddress, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { addressOfScreen, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import {
  type Column,
  DataTable,
  type TableState,
  useTableState,
} from "../../../ground/platform/web/table/table.web.tsx";
import { reminderStates } from "../employees.ts";
import { type EmployeeText, useEmployeeTexts } from "../texts.web.ts";
import { EmployeeMenu } from "./actions.web.tsx";
import { useDepartments, useGroups, useTeams } from "./choices.web.ts";
import { type EmployeeRow, editEmployeeScreen, listEmployees, newEmployeeScreen } from "./people.contract.ts";

/** "Dossierbehandelaar, accountmanager". */
const dutiesText = (t: EmployeeText, row: EmployeeRow): string =>
  [...(row.isCaseManager ? [t("caseManager")] : []), ...(row.isAccountManager ? [t("accountManager")] : [])].join(", ");

const stateTones = { due: "bad", soon: "warn", good: "good" } as const;

/** How an employee stands with training and VOG, and what is first to be done. */
export function StateOf({ row }: { row: Pick<EmployeeRow, "state" | "requirements" | "active"> }): ReactNode {
  const t = useEmployeeTexts();
  if (!row.active) return null;
  const [first] = row.requirements;
  const what = first && `${t(`requirement_${first.kind}`)}, ${t("dueBy", { date: dateText(first.due) })}`;
  return (
    <span title={what}>
      <Status tone={stateTones[row.state]}>{t(`state_${row.state}`)}</Status>
    </span>
  );
}

function AccessOf({ row }: { row: Pick<EmployeeRow, "active" | "access"> }): ReactNode {
  const t = useEmployeeTexts();
  if (!row.active) return <Status tone="neutral">{t("inactive")}</Status>;
  return row.access === "password" ? (
    <Status tone="good">{t("active")}</Status>
  ) : (
    <Status tone="warn">{t(`access_${row.access}`)}</Status>
  );
}

const accessText = (t: EmployeeText, row: EmployeeRow): string =>
  row.active ? t(row.access === "password" ? "active" : `access_${row.access}`) : t("inactive");

const teamsText = (row: EmployeeRow): string => row.team.map(({ name }) => name).join(", ");

/** What somebody does here, and with whom. */
const workColumns = (t: EmployeeText): Column<EmployeeRow>[] => [
  { key: "jobTitle", label: t("jobTitle"), sortable: true, hidden: true },
  {
    key: "department",
    label: t("department"),
    hidden: true,
    text: (_value, row) => (row.department === null ? "" : t(`department_${row.department}`)),
    formatter: (_value, row) => row.department !== null && t(`department_${row.department}`),
  },
  {
    key: "group.name",
    label: t("group"),
    sortable: true,
    sortKey: "group",
    share: 26,
    wraps: true,
    below: {
      key: "team",
      label: t("teams"),
      text: (_value, row) => teamsText(row),
      formatter: (_value, row) => teamsText(row),
    },
  },
  {
    key: "duties",
    label: t("duties"),
    share: 23,
    wraps: true,
    text: (_value, row) => dutiesText(t, row),
    formatter: (_value, row) => dutiesText(t, row),
  },
];

function columnsOf(t: EmployeeText): Column<EmployeeRow>[] {
  return [
    {
      key: "name",
      label: t("name"),
      sortable: true,
      allowToggle: false,
      share: 18,
      below: { key: "username", label: t("username"), sortable: true },
    },
    {
      key: "state",
      label: t("state"),
      sortable: true,
      sortKey: "due",
      text: (_value, row) => (row.active ? t(`state_${row.state}`) : ""),
      formatter: (_value, row) => <StateOf row={row} />,
    },
    {
      key: "active",
      label: t("stateOfAccess"),
      text: (_value, row) => accessText(t, row),
      formatter: (_value, row) => <AccessOf row={row} />,
    },
    {
      key: "email",
      label: t("email"),
      sortable: true,
      copy: true,
      share: 26,
      wraps: true,
      formatter: (_value, row) => row.email && <MailAddress>{row.email}</MailAddress>,
      text: (_value, row) => row.email ?? "",
    },
    { key: "phone", label: t("phone"), as: "phone", hidden: true, copy: true },
    ...workColumns(t),
    {
      key: "lastLoginAt",
      label: t("lastLogin"),
      sortable: true,
      as: "datetime",
      text: (_value, row) => (row.lastLoginAt === null ? t("never") : dateText(row.lastLoginAt, { time: "HH:mm" })),
      formatter: (_value, row) =>
        row.lastLoginAt === null ? t("never") : dateText(row.lastLoginAt, { time: "HH:mm" }),
    },
    { key: "employedFrom", label: t("employedFrom"), sortable: true, as: "date", hidden: true },
    { key: "employedUntil", label: t("employedUntil"), as: "date", hidden: true },
  ];
}

export function EmployeeList(): ReactNode {
  const t = useEmployeeTexts();
  const go = useGo();
  const table = useTableState(listEmployees, { filter: { active: "true" } });
  const list = useCall(listEmployees, { query: table.query });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(newEmployeeScreen)}>
      {t("add")}
    </Button>
  );
  return (
    <Page title={t("title")} count={list.data?.total} actions={add}>
      <DataTable
        id="employees"
        label={t("title")}
        columns={columnsOf(t)}
        list={list}
        state={table}
        rowName={(row) => row.name}
        linkTo={(row) => addressOfScreen(editEmployeeScreen, { id: row.id })}
        exportName="employees"
        empty={{ title: t("emptyTitle"), text: t("emptyText") }}
        filters={<Filters table={table} />}
        actions={(row) => (
          <Group gap={2} wrap="nowrap" justify="flex-end">
            <EmployeeMenu employee={row} />
          </Group>
        )}
      />
    </Page>
  );
}

function Filters({ table }: { table: TableState }): ReactNode {
  const t = useEmployeeTexts();
  const teams = useTeams();
  const groups = useGroups().map(({ value, label }) => ({ value, label }));
  const departments = useDepartments();
  const duties = [
    { value: "caseManager", label: t("caseManager") },
    { value: "accountManager", label: t("accountManager") },
  ];
  return (
    <FilterBar state={table}>
      <SearchFilter name="search" label={t("search")} />
      <ChoiceFilter name="group" label={t("group")} options={groups} />
      <ChoiceFilter name="team" label={t("team")} options={teams} />
      <ChoiceFilter name="department" label={t("department")} options={departments} />
      <ChoiceFilter name="duty" label={t("duties")} options={duties} />
      <ChoiceFilter
        name="state"
        label={t("state")}
        options={reminderStates.map((value) => ({ value, label: t(`state_${value}`) }))}
      />
      <ChoiceFilter
        name="active"
        label={t("stateOfAccess")}
        options={[
          { value: "true", label: t("active") },
          { value: "false", label: t("inactive") },
        ]}
      />
    </FilterBar>
  );
}
