/** The list of clients (opdrachtgevers). */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { TextKey } from "../kernel/texts.ts";
import { useCall } from "../platform/web/api.web.ts";
import { Guard } from "../platform/web/me.web.tsx";
import { Link, useGo } from "../platform/web/nav.web.tsx";
import { Page } from "../platform/web/page.web.tsx";
import { Status } from "../platform/web/show.web.tsx";
import { type Column, DataTable, useTableState } from "../platform/web/table.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { type ClientRow, createClientCall, customerCreateScreen, listClients } from "./customers.contract.ts";
import type { customersTexts } from "./customers.texts.ts";

/** Asked for this long after the last key. */
const searchDelayMillis = 300;

export function CustomerSearch(): ReactNode {
  const t = useTexts<typeof customersTexts>("customers");
  const go = useGo();
  const table = useTableState(listClients, { filter: { active: "true" } });
  const list = useCall(listClients, { query: table.query });
  const add = (
    <Guard who={createClientCall.who}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(customerCreateScreen)}>
        {t("add")}
      </Button>
    </Guard>
  );
  const columns: Column<ClientRow>[] = [
    { key: "number", label: t("colNumber"), sortable: true, width: 110 },
    { key: "company", label: t("colCompany"), sortable: true, allowToggle: false },
    { key: "city", label: t("colCity"), sortable: true },
    { key: "contactName", label: t("colContact") },
    { key: "email", label: t("colEmail"), copy: true },
    { key: "phone", label: t("colPhone"), copy: true, hidden: true },
    { key: "accountManager.name", label: t("colAccountManager") },
    { key: "caseManager.name", label: t("colCaseManager"), hidden: true },
    { key: "kvk", label: t("colKvk"), hidden: true },
    { key: "legalForm", label: t("legalForm"), hidden: true, text: (_value, row) => t(formKey(row.legalForm)) },
    {
      key: "active",
      label: t("colState"),
      hidden: true,
      formatter: (_value, row) => <Status tone={row.active ? "good" : "neutral"}>{stateText(row)}</Status>,
      text: (_value, row) => stateText(row),
    },
  ];
  const stateText = (row: ClientRow): string => t(row.active ? "active" : "inactive");
  return (
    <Page title={t("searchTitle")} count={list.data?.total} actions={add}>
      <DataTable
        id="clients"
        label={t("searchTitle")}
        columns={columns}
        list={list}
        state={table}
        rowName={(client) => client.company}
        exportName="clients"
        empty={{ title: t("emptyTitle"), text: t("emptyText"), action: add }}
        actions={(client) => (
          <Link to="/file/search" search={{ client: client.id }} aria-label={t("filesOf", { company: client.company })}>
            {t("files")}
          </Link>
        )}
        filters={
          <>
            <SearchBox value={table.filter.search ?? ""} onSearch={(search) => table.setFilter({ search })} />
            <Checkbox
              label={t("onlyActive")}
              checked={table.filter.active === "true"}
              onChange={(event) => table.setFilter({ active: event.currentTarget.checked ? "true" : null })}
            />
          </>
        }
      />
    </Page>
  );
}

export const formKey = (legalForm: string): TextKey<typeof customersTexts> =>
  `form_${legalForm}` as TextKey<typeof customersTexts>;

function SearchBox(props: { value: string; onSearch: (text: string) => void }): ReactNode {
  const t = useTexts<typeof customersTexts>("customers");
  const [text, setText] = useState(props.value);
  const search = useDebouncedCallback(props.onSearch, searchDelayMillis);
  return (
    <TextInput
      type="search"
      w={320}
      maw="100%"
      size="sm"
      leftSection={<IconSearch size={16} aria-hidden />}
      aria-label={t("search")}
      placeholder={t("search")}
      value={text}
      maxLength={200}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
