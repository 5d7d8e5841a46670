/** Messages sent in clients' names, and exports with what clients pay per record. */

import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { debtorColumn } from "../../../cases/files/files.web.tsx";
import { shownDate } from "../../../ground/kernel/dates.ts";
import { PreviewLink } from "../../../ground/platform/web/content/preview.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { addressOf, download, showError, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter, DatesFilter } from "../../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import styles from "../precasso.module.css";
import { recordAddress } from "../precasso.ts";
import { listRecords } from "../records/records.contract.ts";
import { RecordFilters } from "../records/search.web.tsx";
import { useChannelName } from "../runs/rows.web.tsx";
import { usePrecassoTexts } from "../texts.web.ts";
import { type ChargeRow, exportRecords, listCharges, listPapers, type PaperRow, readPaper } from "./papers.contract.ts";

function Paper({ row }: { row: PaperRow }): ReactNode {
  if (row.hasDocument)
    return (
      <PreviewLink
        document={{
          name: row.name,
          href: addressOf(readPaper, { params: { id: row.recordId, messageId: row.id } }),
        }}
      />
    );
  const open = (): void => {
    openModal({ title: row.subject || row.template, size: "lg" }, () => <div className={styles.words}>{row.text}</div>);
  };
  return (
    <Anchor component="button" type="button" onClick={open}>
      {row.template}
    </Anchor>
  );
}

export function PrecassoDocuments(): ReactNode {
  const t = usePrecassoTexts();
  const channelName = useChannelName();
  const table = useTableState(listPapers);
  const list = useCall(listPapers, { query: table.query });
  const columns: Column<PaperRow>[] = [
    {
      key: "name",
      label: t("document"),
      allowToggle: false,
      share: 30,
      formatter: (_value, row) => <Paper row={row} />,
      text: (_value, row) => row.name,
    },
    {
      key: "number",
      label: t("number"),
      formatter: (_value, row) => <Link to={recordAddress(row.recordId)}>{row.number}</Link>,
      text: (_value, row) => row.number,
    },
    debtorColumn(t("debtor"), t("client"), { share: 24 }),
    { key: "channel", label: t("channel"), formatter: (_value, row) => channelName(row.channel) },
    { key: "toAddress", label: t("to"), hidden: true },
    { key: "createdAt", label: t("sentAt"), as: "datetime", sortable: true },
  ];
  return (
    <Page title={t("documentsTitle")} count={list.data?.total}>
      <DataTable
        id="precasso-documents"
        label={t("documentsTitle")}
        columns={columns}
        list={list}
        state={table}
        rowName={(row) => `${row.template} ${row.number}`}
        exportName="precasso-documents"
        empty={{ title: t("noDocuments") }}
        filters={
          <FilterBar state={table}>
            <SearchFilter name="search" label={t("search")} />
            <ClientFilter name="client" label={t("client")} />
            <ChoiceFilter
              name="channel"
              label={t("channel")}
              options={(["post", "email", "sms"] as const).map((value) => ({ value, label: channelName(value) }))}
            />
            <DatesFilter name="date" label={t("sentAt")} />
          </FilterBar>
        }
      />
    </Page>
  );
}

export function PrecassoExport(): ReactNode {
  const t = usePrecassoTexts();
  const table = useTableState(listRecords);
  const { search, client, state, createdFrom, createdTo } = table.query.filter ?? {};
  const fetch = (format: "csv" | "xlsx"): void =>
    void download(exportRecords, { query: { format, search, client, state, createdFrom, createdTo } }).catch(showError);
  const charges = useCall(listCharges, {});
  const columns: Column<ChargeRow>[] = [
    {
      key: "month",
      label: t("month"),
      allowToggle: false,
      sortable: true,
      formatter: (_value, { month }) => shownDate(month),
    },
    { key: "clientName", label: t("client"), sortable: true, share: 40 },
    { key: "records", label: t("records"), as: "number", sortable: true },
    { key: "feeCents", label: t("fee"), as: "money" },
    { key: "totalCents", label: t("toPay"), as: "money", sortable: true },
  ];
  return (
    <Page title={t("exportTitle")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("exportHint")}
      </Text>
      <div className={styles.filters}>
        <RecordFilters state={table} />
      </div>
      <Group mb="md">
        <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => fetch("csv")}>
          {t("asCsv")}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => fetch("xlsx")}>
          {t("asXlsx")}
        </Button>
      </Group>
      <Section title={t("charges")}>
        <Text size="sm" c="dimmed" mb="xs">
          {t("chargesHint")}
        </Text>
        <DataTable
          id="precasso-charges"
          label={t("charges")}
          columns={columns}
          list={charges}
          rowKey={(row) => `${row.clientId} ${row.month}`}
          rowName={(row) => `${row.clientName} ${row.month}`}
          exportName="precasso-charges"
          empty={{ title: t("noCharges") }}
        />
      </Section>
    </Page>
  );
}
