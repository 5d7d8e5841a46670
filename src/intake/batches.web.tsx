/** Uploads in a table, and the screen of all of them. */
import type { ReactNode } from "react";
import { useCall } from "../platform/web/api.web.ts";
import { Page } from "../platform/web/page.web.tsx";
import { Status } from "../platform/web/show.web.tsx";
import { type Column, DataTable, useTableState } from "../platform/web/table.web.tsx";
import { type Batch, importScreen, listImports } from "./intake.contract.ts";
import { useIntakeTexts } from "./wording.web.ts";

const stateTones = { placed: "good", failed: "bad", checked: "accent", cancelled: "neutral" } as const;
const toneOf = (state: Batch["state"]) => (state in stateTones ? stateTones[state as keyof typeof stateTones] : "warn");

/** Uploads in a table, each of which leads to its import. */
export function BatchTable(props: {
  id: string;
  label: string;
  list: ReturnType<typeof useCall<typeof listImports>>;
  state?: ReturnType<typeof useTableState<typeof listImports>>;
  chooser?: boolean;
}): ReactNode {
  const t = useIntakeTexts();
  const columns: Column<Batch>[] = [
    { key: "fileName", label: t("stepUpload"), allowToggle: false },
    { key: "client.company", label: t("client") },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, batch) => <Status tone={toneOf(batch.state)}>{t(`state_${batch.state}`)}</Status>,
      text: (_value, batch) => t(`state_${batch.state}`),
    },
    { key: "rows", label: t("rows"), as: "number" },
    { key: "counts.rejected", label: t("verdict_rejected"), as: "number" },
    { key: "filesPlaced", label: t("files"), as: "number" },
    { key: "principalCents", label: t("principal"), as: "money" },
    { key: "uploadedBy", label: t("uploadedBy") },
    { key: "uploadedAt", label: t("uploadedAt"), as: "datetime", sortable: props.state !== undefined },
  ];
  return (
    <DataTable
      id={props.id}
      label={props.label}
      columns={columns}
      list={props.list}
      state={props.state}
      chooser={props.chooser}
      rowName={(batch) => batch.fileName}
      linkTo={(batch) => `${importScreen.path}?upload=${batch.id}`}
      empty={{ title: t("noUploads") }}
    />
  );
}

/** All uploads, for administrators. */
export function UploadedImports(): ReactNode {
  const t = useIntakeTexts();
  const table = useTableState(listImports);
  const list = useCall(listImports, { query: table.query });
  return (
    <Page title={t("uploadsTitle")} count={list.data?.total}>
      <BatchTable id="uploads" label={t("uploadsTitle")} list={list} state={table} />
    </Page>
  );
}
