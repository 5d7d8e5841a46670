/** The documents that came beside the rows of an upload, and where each went. */

import { SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { FileName, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { type Batch, listImportDocuments } from "../import/import.contract.ts";
import { useIntakeTexts } from "../texts.web.ts";

type Document = ReplyOf<typeof listImportDocuments>["items"][number];

const kilobytes = (bytes: number): number => Math.max(1, Math.round(bytes / 1024));

function useDocumentColumns(): Column<Document>[] {
  const t = useIntakeTexts();
  const language = useLanguage();
  return [
    {
      key: "name",
      label: t("document"),
      sortable: true,
      allowToggle: false,
      share: 60,
      formatter: (_value, row) => <FileName>{row.name}</FileName>,
      text: (_value, row) => row.name,
    },
    {
      key: "sizeBytes",
      label: t("size"),
      as: "number",
      formatter: (_value, row) => `${formatNumber(kilobytes(row.sizeBytes), language)} kB`,
      text: (_value, row) => String(row.sizeBytes),
    },
    { key: "row", label: t("row"), as: "number" },
    {
      key: "file",
      label: t("file"),
      formatter: (_value, row) => row.file && <FileLink id={row.file.id}>{row.file.number}</FileLink>,
      text: (_value, row) => row.file?.number ?? "",
    },
    {
      key: "problem",
      label: t("problems"),
      formatter: (_value, row) => row.problem && <Status tone="warn">{row.problem}</Status>,
      text: (_value, row) => row.problem ?? "",
    },
  ];
}

export function Documents({ batch }: { batch: Batch }): ReactNode {
  const t = useIntakeTexts();
  const language = useLanguage();
  const table = useTableState(listImportDocuments, { params: { id: batch.id } });
  const list = useCall(listImportDocuments, { params: { id: batch.id }, query: table.query });
  const { total, left } = batch.documents;
  const figure = (value: number): string => formatNumber(value, language);
  const options = [
    { value: "", label: `${t("all")} ${figure(total)}` },
    { value: "no", label: `${t("matched")} ${figure(total - left)}` },
    { value: "yes", label: `${t("leftOut")} ${figure(left)}` },
  ];
  return (
    <DataTable
      id="import-documents"
      label={t("documents")}
      columns={useDocumentColumns()}
      list={list}
      state={table}
      views={false}
      exportName={`upload-${batch.id}-documents`}
      rowKey={(row) => row.position}
      rowName={(row) => row.name}
      empty={{ title: t("noDocuments") }}
      filters={
        <SegmentedControl
          size="xs"
          data={options}
          value={table.filter.left ?? ""}
          onChange={(value) => table.setFilter({ left: value })}
          aria-label={t("documents")}
        />
      }
    />
  );
}
