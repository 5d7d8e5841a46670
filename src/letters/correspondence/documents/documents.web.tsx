/** All documents that the user may see, with filters; a letter opens over the list. */

import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { debtorColumn, FileLink } from "../../../cases/files/files.web.tsx";
import { type Previewed, PreviewLink } from "../../../ground/platform/web/content/preview.web.tsx";
import { useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { addressOf, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter, DatesFilter } from "../../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { formatBytes } from "../../../ground/platform/web/inputs/format.ts";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { type DocumentRow, listDocuments, readDocument } from "../correspondence.contract.ts";
import type { correspondenceTexts } from "../correspondence.texts.ts";
import { documentKinds } from "../messages/messages.ts";

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
  /** It was recalled before it was posted. */
  readonly recalled?: boolean;
  /** The documents between which one turns over in the viewer. */
  readonly among?: readonly DocumentRow[];
}

/** A document that is looked at in the page. */
export function DocumentLink({ among, erased, recalled = false, ...document }: DocumentLinkProps): ReactNode {
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
  return (
    <>
      <PreviewLink document={previewOf(document)} {...(kept && { among: kept.map(previewOf) })} />
      {recalled && (
        <Text size="xs" c="dimmed">
          {t("recalledMark")}
        </Text>
      )}
    </>
  );
}

function useViewDocumentsColumns(among: readonly DocumentRow[]): Column<DocumentRow>[] {
  const t = useTexts<typeof correspondenceTexts>("correspondence");
  const language = useLanguage();
  return [
    {
      key: "name",
      label: t("document"),
      sortable: true,
      allowToggle: false,
      formatter: (_value, row) => <DocumentLink {...row} among={among} />,
      text: (_value, row) => row.name,
    },
    {
      key: "fileNumber",
      label: t("file"),
      formatter: (_value, row) => <FileLink id={row.fileId}>{row.fileNumber}</FileLink>,
      text: (_value, row) => row.fileNumber,
    },
    debtorColumn(t("debtor"), t("client"), { share: 24 }),
    { key: "kind", label: t("kind"), formatter: (_value, row) => t(`kind_${row.kind}`) },
    { key: "template", label: t("template"), hidden: true },
    { key: "createdAt", label: t("createdAt"), sortable: true, as: "datetime" },
    { key: "size", label: t("size"), as: "number", formatter: (_value, row) => formatBytes(row.size, language) },
  ];
}

export function ViewDocuments(): ReactNode {
  const t = useTexts<typeof correspondenceTexts>("correspondence");
  const table = useTableState(listDocuments);
  const list = useCall(listDocuments, { query: table.query });
  const columns = useViewDocumentsColumns(list.data?.items ?? []);
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
