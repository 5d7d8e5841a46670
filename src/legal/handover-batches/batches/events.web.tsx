/** Every change of a batch and of its files. */

import type { ReactNode } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { useScreenTexts } from "../texts.web.ts";
import { type BatchEvent, listEvents } from "./batches.contract.ts";

export function Events({ filter, id }: { filter: Readonly<Record<string, string>>; id: string }): ReactNode {
  const t = useScreenTexts();
  const table = useTableState(listEvents, { prefix: "event", fixed: filter });
  const list = useCall(listEvents, { query: table.query });
  const change = ({ from, to }: BatchEvent): string => [from, to].filter((one) => one !== null).join(" → ");
  const columns: Column<BatchEvent>[] = [
    { key: "at", label: t("at"), as: "datetime" },
    { key: "text", label: t("what"), share: 24 },
    {
      key: "fileNumber",
      label: t("file"),
      formatter: (_value, row) => (row.fileId === null ? null : <FileLink id={row.fileId}>{row.fileNumber}</FileLink>),
      text: (_value, row) => row.fileNumber ?? "",
    },
    {
      key: "to",
      label: t("state"),
      share: 26,
      wraps: true,
      limit: null,
      formatter: (_value, row) => change(row),
      text: (_value, row) => change(row),
    },
    { key: "reason", label: t("reason"), share: 30, wraps: true, limit: null },
    { key: "by", label: t("madeBy") },
  ];
  return (
    <DataTable
      id={id}
      label={t("events")}
      columns={columns}
      list={list}
      state={table}
      exportName="handover-events"
      views={false}
      rowName={(row) => row.text}
      empty={{ title: t("none") }}
    />
  );
}
