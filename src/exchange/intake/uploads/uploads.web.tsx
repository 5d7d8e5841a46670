/** Uploads in a table, and the screen of all of them. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, FileName, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter } from "../../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { formatMoney, formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link, useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Strip } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { importScreen } from "../create/create.contract.ts";
import { type Batch, listImports, readImport } from "../import/import.contract.ts";
import { useImportKind } from "../import/kind.web.tsx";
import { batchStates, fileModes, precassoModes } from "../import/layout.ts";
import { Contents, Downloads } from "../import/result.web.tsx";
import styles from "../intake.module.css";
import { ImportSources, UploadTabs } from "../pickup/sources.web.tsx";
import { useIntakeTexts } from "../texts.web.ts";
import { ImportNotices, SeenNotices } from "./notices.web.tsx";

const stateTones: Partial<Record<Batch["state"], Tone>> = {
  placed: "good",
  failed: "bad",
  checked: "accent",
  cancelled: "neutral",
  undone: "neutral",
};
const toneOf = (state: Batch["state"]): Tone => stateTones[state] ?? "warn";

function useBatchTableColumns(isSortable: boolean): Column<Batch>[] {
  const t = useIntakeTexts();
  const { area } = useImportKind();
  return [
    {
      key: "fileName",
      label: t("stepUpload"),
      allowToggle: false,
      share: 40,
      formatter: (_value, { fileName }) => <FileName>{fileName}</FileName>,
      text: (_value, { fileName }) => fileName,
      below: { key: "client.company", label: t("client") },
    },
    {
      key: "uploadedAt",
      label: t("uploadedAt"),
      as: "datetime",
      sortable: isSortable,
      below: {
        key: "uploadedBy",
        label: t("uploadedBy"),
        formatter: (_value, batch) => byWhom(batch, t("system")),
        text: (_value, batch) => byWhom(batch, t("system")),
      },
    },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, batch) => <Status tone={toneOf(batch.state)}>{t(`state_${batch.state}`)}</Status>,
      text: (_value, batch) => t(`state_${batch.state}`),
      below: {
        key: "mode",
        label: t("mode"),
        formatter: (_value, batch) => t(`mode_${batch.mode}`),
        text: (_value, batch) => t(`mode_${batch.mode}`),
      },
    },
    { key: "rows", label: t("rows"), as: "number" },
    { key: "counts.rejected", label: t("rejected"), as: "number" },
    { key: "filesPlaced", label: t(area === "file" ? "files" : "noted"), as: "number" },
    { key: "principalCents", label: t(area === "file" ? "principal" : "amountNoted"), as: "money" },
  ];
}

/** Uploads in a table, each of which leads to its import. */
export function BatchTable(props: {
  id: string;
  label: string;
  list: ReturnType<typeof useCall<typeof listImports>>;
  state?: ReturnType<typeof useTableState<typeof listImports>>;
  chooser?: boolean;
  linkTo?: (batch: Batch) => string;
  filters?: ReactNode;
}): ReactNode {
  const t = useIntakeTexts();
  const { address } = useImportKind();
  const columns = useBatchTableColumns(props.state !== undefined);
  return (
    <DataTable
      id={props.id}
      label={props.label}
      columns={columns}
      list={props.list}
      state={props.state}
      chooser={props.chooser}
      rowName={(batch) => batch.fileName}
      linkTo={props.linkTo ?? (({ id, mode }) => address(id, mode))}
      filters={props.filters}
      empty={{ title: t("noUploads") }}
    />
  );
}

const byWhom = (batch: Batch, system: string): string => batch.uploadedBy ?? batch.source?.name ?? system;

/** All uploads, for administrators: who, when, what came of each, the original and the rejected rows; and where they are fetched. */
export function UploadedImports(): ReactNode {
  const { values } = useAddressQuery();
  const { area } = useImportKind();
  const id = Number(values.upload);
  if (Number.isSafeInteger(id) && id > 0) return <OneUpload id={id} />;
  return area === "file" && values.tab === "sources" ? <ImportSources /> : <AllUploads />;
}

const titles = { file: "uploadsTitle", precasso: "precassoUploadsTitle" } as const;

function AllUploads(): ReactNode {
  const t = useIntakeTexts();
  const { area, listAddress } = useImportKind();
  const table = useTableState(listImports);
  const list = useCall(listImports, { query: { ...table.query, filter: { ...table.query.filter, area } } });
  const addressOf = (id: number): string => `${listAddress}?upload=${id}`;
  const modes = (area === "file" ? fileModes : precassoModes).map((value) => ({ value, label: t(`mode_${value}`) }));
  const states = batchStates.map((value) => ({ value, label: t(`state_${value}`) }));
  return (
    <Page title={t(titles[area])} count={list.data?.total}>
      {area === "file" && <UploadTabs at="uploads" />}
      <ImportNotices addressOf={addressOf} />
      <BatchTable
        id="uploads"
        label={t(titles[area])}
        list={list}
        state={table}
        linkTo={({ id }) => addressOf(id)}
        filters={
          <FilterBar state={table}>
            <SearchFilter name="search" label={t("search")} />
            <ClientFilter name="client" label={t("client")} />
            <ChoiceFilter name="mode" label={t("mode")} options={modes} />
            <ChoiceFilter name="state" label={t("state")} options={states} />
          </FilterBar>
        }
      />
    </Page>
  );
}

/** One upload as it was: nothing is done here but looking and fetching back. */
function OneUpload({ id }: { id: number }): ReactNode {
  const t = useIntakeTexts();
  const { set } = useAddressQuery();
  const { address, area } = useImportKind();
  // Whoever sees all uploads of files may not upload any; those of other areas are seen by whoever uploads.
  const mayImport = useMay(importScreen) || area !== "file";
  const batch = useCall(readImport, { params: { id } }, { keep: false });
  return (
    <Loaded of={batch}>
      {(data) => (
        <Page
          title={t(titles[area])}
          tab={data.fileName}
          count={data.client ? `${data.fileName} · ${data.client.company}` : data.fileName}
          actions={
            <>
              <Downloads batch={data} />
              <Button
                variant="default"
                onClick={() => set({ upload: null, page: null, verdict: null }, { push: true })}
              >
                {t("allUploads")}
              </Button>
            </>
          }
        >
          <SeenNotices batch={id} />
          <Facts batch={data} />
          {mayImport && data.state !== "cancelled" && (
            <p className={styles.goOn}>
              <Link to={address(data.id, data.mode)}>{t("openImport")}</Link>
            </p>
          )}
          {data.error !== null && <p role="alert">{data.error}</p>}
          <Contents batch={data} />
        </Page>
      )}
    </Loaded>
  );
}

function Facts({ batch }: { batch: Batch }): ReactNode {
  const t = useIntakeTexts();
  const language = useLanguage();
  const { area } = useImportKind();
  const { counts } = batch;
  const number = (of: number) => formatNumber(of, language);
  return (
    <Strip
      items={[
        { name: t("state"), value: <Status tone={toneOf(batch.state)}>{t(`state_${batch.state}`)}</Status> },
        { name: t("mode"), value: t(`mode_${batch.mode}`) },
        { name: t("uploadedBy"), value: byWhom(batch, t("system")) },
        { name: t("uploadedAt"), value: dateText(batch.uploadedAt, { time: "HH:mm" }) },
        { name: t("rows"), value: number(batch.rows) },
        { name: t("rejected"), value: number(counts.rejected) },
        { name: t(area === "file" ? "files" : "noted"), value: number(batch.filesPlaced) },
        { name: t(area === "file" ? "principal" : "amountNoted"), value: formatMoney(batch.principalCents, language) },
      ]}
    />
  );
}
