/** The list of clients (opdrachtgevers): staff see all with their figures, the people of clients their own. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { searchScreen } from "../../cases/file-search/file-search.contract.ts";
import { useLanguage } from "../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import {
  ChoiceFilter,
  FilterBar,
  SearchFilter,
  ToggleFilter,
} from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { Guard, useHolds, useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { addressOfScreen, Link, useGo } from "../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, type TableState, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { createClientCall, customerCreateScreen } from "../customers/customers.contract.ts";
import { clientLegalForms } from "../customers/customers.ts";
import { formKey, useCustomersTexts, useOptions } from "../customers/customers.web.tsx";
import { accountManagerOptions, teamOptions } from "../employees/employees.contract.ts";
import { clientScreen, type ListedClient, listClients } from "./client-page.contract.ts";
import { usePageTexts } from "./texts.web.ts";

function useColumns(forStaff: boolean): Column<ListedClient>[] {
  const t = useCustomersTexts();
  const p = usePageTexts();
  const language = useLanguage();
  const maySearch = useMay(searchScreen);
  const stateText = (row: ListedClient): string => t(row.active ? "active" : "inactive");
  return [
    { key: "number", label: t("colNumber"), sortable: true, width: 110 },
    {
      key: "company",
      label: t("colCompany"),
      sortable: true,
      allowToggle: false,
      card: "line",
      share: 50,
      wraps: true,
      below: { key: "city", label: t("colCity"), sortable: true },
    },
    { key: "contactName", label: t("colContact") },
    { key: "email", label: t("colEmail"), copy: true, hidden: true },
    { key: "phone", label: t("colPhone"), as: "phone", copy: true, hidden: true },
    { key: "accountManager.name", label: t("colAccountManager") },
    { key: "caseManager.name", label: t("colCaseManager"), hidden: true },
    { key: "teamName", label: p("colTeam"), hidden: true },
    { key: "kvk", label: t("colKvk"), hidden: true },
    { key: "legalForm", label: t("legalForm"), hidden: true, text: (_value, row) => t(formKey(row.legalForm)) },
    ...(forStaff
      ? ([
          {
            key: "openFiles",
            label: p("colOpenFiles"),
            as: "number",
            sortable: true,
            text: (_value, row) => String(row.openFiles ?? 0),
            formatter: (_value, row) =>
              maySearch ? (
                <Link to={searchScreen} search={{ client: row.id }} title={t("filesOf", { company: row.company })}>
                  {formatNumber(row.openFiles ?? 0, language)}
                </Link>
              ) : (
                formatNumber(row.openFiles ?? 0, language)
              ),
          },
          { key: "openCents", label: p("colOpenAmount"), as: "money", sortable: true },
        ] satisfies Column<ListedClient>[])
      : []),
    {
      key: "active",
      label: t("colState"),
      hidden: true,
      formatter: (_value, row) => <Status tone={row.active ? "good" : "neutral"}>{stateText(row)}</Status>,
      text: (_value, row) => stateText(row),
    },
  ];
}

export function CustomerSearch(): ReactNode {
  const t = useCustomersTexts();
  const go = useGo();
  const forStaff = useHolds("ROLE_EMPLOYEE");
  const table = useTableState(listClients, { filter: { active: "true" } });
  const list = useCall(listClients, { query: table.query });
  const columns = useColumns(forStaff);
  const add = (
    <Guard who={createClientCall.who}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(customerCreateScreen)}>
        {t("add")}
      </Button>
    </Guard>
  );
  return (
    <Page title={t("searchTitle")} balances count={list.data?.total} actions={add}>
      <DataTable
        id="clients"
        label={t("searchTitle")}
        columns={columns}
        list={list}
        state={table}
        rowName={(client) => client.company}
        linkTo={(client) => addressOfScreen(clientScreen, { id: client.id })}
        exportName="clients"
        empty={{ title: t("emptyTitle"), text: t("emptyText"), action: add }}
        filters={<Filters table={table} forStaff={forStaff} />}
      />
    </Page>
  );
}

function Filters({ table, forStaff }: { table: TableState; forStaff: boolean }): ReactNode {
  const t = useCustomersTexts();
  const p = usePageTexts();
  return (
    <FilterBar state={table}>
      <SearchFilter name="search" label={t("search")} maxLength={200} />
      {forStaff && <StaffFilters />}
      <ToggleFilter name="active" label={t("onlyActive")} />
      {forStaff && <ToggleFilter name="hasOpenFiles" label={p("filterOpen")} />}
    </FilterBar>
  );
}

function StaffFilters(): ReactNode {
  const t = useCustomersTexts();
  const p = usePageTexts();
  const accountManagers = useOptions(accountManagerOptions);
  const teams = useOptions(teamOptions);
  const forms = clientLegalForms.map((form) => ({ value: form, label: t(formKey(form)) }));
  return (
    <>
      <ChoiceFilter name="accountManager" label={p("filterAccountManager")} options={accountManagers} />
      <ChoiceFilter name="team" label={p("filterTeam")} options={teams} />
      <ChoiceFilter name="legalForm" label={p("filterLegalForm")} options={forms} />
    </>
  );
}
