/** All documents that the user may see, with filters; a letter opens over the list. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { addressOf, useCall } from "../platform/web/api.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../platform/web/filter-bar.web.tsx";
import { ClientFilter, DatesFilter } from "../platform/web/filter-pickers.web.tsx";
import { Link } from "../platform/web/nav.web.tsx";
import { Page } from "../platform/web/page.web.tsx";
import { type Previewed, PreviewLink } from "../platform/web/preview.web.tsx";
import { dateText } from "../platform/web/show.web.tsx";
import { type Column, DataTable, useTableState } from "../platform/web/table.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { type DocumentRow, listDocuments, readDocument } from "./correspondence.contract.ts";
import type { correspondenceTexts } from "./correspondence.texts.ts";
import { documentKinds } from "./correspondence.ts";

/** "34 kB": sizes as people speak of them. */
const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** What the viewer needs of a document. */
const previewOf = (document: { fileId: number; id: number; name: string }): Previewed => ({
  name: document.name,
  href: addressOf(readDocument, { params: { id: document.fileId, documentId: document.id } }),
});

interface DocumentLinkProps {
  readonly fileId: number;
  readonly id: number;
  readonly name: string;
  /** When its content went; there is nothing to look at any more. */
  readonly erased?: DocumentRow["erased"];
  /** The documents between which one turns over in the viewer. */
  readonly among?: readonly DocumentRow[];
}

/** A document that is looked at in the page. */
export function DocumentLink({ among, erased, ...document }: DocumentLinkProps): ReactNode {
  const t = useTexts<typeof correspondenceTexts>("correspondence");
  if (erased)
    return (
      <>
        {document.name}{" "}
        <Text span size="xs" c="dimmed">
          {t("erasedOn", { on: dateText(erased.at) })}
        </Text>
      </>
    );
  const kept = among?.filter((one) => one.erased === null);
  return <PreviewLink document={previewOf(document)} {...(kept && { among: kept.map(previewOf) })} />;
}

export function ViewDocuments(): ReactNode {
  const t = useTexts<typeof correspondenceTexts>("correspondence");
  const table = useTableState(listDocuments);
  const list = useCall(listDocuments, { query: table.query });
  const columns: Column<DocumentRow>[] = [
    {
      key: "name",
      label: t("document"),
      sortable: true,
      allowToggle: false,
      formatter: (_value, row) => (
        <DocumentLink
          fileId={row.fileId}
          id={row.id}
          name={row.name}
          erased={row.erased}
          among={list.data?.items ?? []}
        />
      ),
      text: (_value, row) => row.name,
    },
    {
      key: "fileNumber",
      label: t("file"),
      formatter: (_value, row) => <Link to={`/file/show-new/${row.fileId}`}>{row.fileNumber}</Link>,
      text: (_value, row) => row.fileNumber,
    },
    { key: "debtorName", label: t("debtor"), limit: 32 },
    { key: "clientName", label: t("client"), limit: 32 },
    { key: "kind", label: t("kind"), formatter: (_value, row) => t(`kind_${row.kind}`) },
    { key: "templateCode", label: t("template") },
    { key: "createdAt", label: t("createdAt"), sortable: true, as: "datetime" },
    { key: "size", label: t("size"), as: "number", formatter: (_value, row) => sizeText(row.size) },
  ];
  return (
    <Page title={t("viewDocuments")} count={list.data?.total}>
      <DataTable
        id="documents"
        label={t("viewDocuments")}
        columns={columns}
        list={list}
        state={table}
        rowName={(row) => row.name}
        exportName="documents"
        empty={{ title: t("noDocuments") }}
        filters={
          <FilterBar state={table}>
            <SearchFilter name="search" label={t("search")} />
            <ClientFilter name="client" label={t("client")} />
            <ChoiceFilter
              name="kind"
              label={t("kind")}
              placeholder={t("allKinds")}
              options={documentKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
            />
            <DatesFilter name="date" label={t("createdAt")} />
          </FilterBar>
        }
      />
    </Page>
  );
}
