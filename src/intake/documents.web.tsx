/** The documents that came beside the rows of an upload, and where each went. */
import { SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { fileAddress } from "../files/files.ts";
import type { ReplyOf } from "../kernel/contract.ts";
import { useCall } from "../platform/web/api.web.ts";
import { formatNumber } from "../platform/web/format.ts";
import { Link } from "../platform/web/nav.web.tsx";
import { Status } from "../platform/web/show.web.tsx";
import { type Column, DataTable, useTableState } from "../platform/web/table.web.tsx";
import { useLanguage } from "../platform/web/texts.web.ts";
import { type Batch, listImportDocuments } from "./intake.contract.ts";
import { useIntakeTexts } from "./wording.web.ts";

type Document = ReplyOf<typeof listImportDocuments>["items"][number];

const kilobytes = (bytes: number): number => Math.max(1, Math.round(bytes / 1024));

export function Documents({ batch }: { batch: Batch }): ReactNode {
  const t = useIntakeTexts();
  const language = useLanguage();
  const table = useTableState(listImportDocuments, { params: { id: batch.id } });
  const list = useCall(listImportDocuments, { params: { id: batch.id }, query: table.query });
  const { total, left } = batch.documents;
  const columns: Column<Document>[] = [
    { key: "name", label: t("document"), sortable: true, allowToggle: false, limit: 80 },
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
      formatter: (_value, row) => row.file && <Link to={fileAddress(row.file.id)}>{row.file.number}</Link>,
      text: (_value, row) => row.file?.number ?? "",
    },
    {
      key: "problem",
      label: t("problems"),
      formatter: (_value, row) => row.problem && <Status tone="warn">{row.problem}</Status>,
      text: (_value, row) => row.problem ?? "",
    },
  ];
  const options = [
    { value: "", label: `${t("all")} ${total}` },
    { value: "no", label: `${t("matched")} ${total - left}` },
    { value: "yes", label: `${t("leftOut")} ${left}` },
  ];
  return (
    <DataTable
      id="import-documents"
      label={t("documents")}
      columns={columns}
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
