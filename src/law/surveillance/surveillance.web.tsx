/** Address surveillance: the addresses to be checked, what was found, and lists to and from a bureau. The public interface in the browser. */

import { Button, MultiSelect, Text } from "@mantine/core";
import { IconBuilding, IconDownload, IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { FileLink } from "../../cases/files/files.web.tsx";
import { houseLine } from "../../ground/kernel/identifiers.ts";
import { useLanguage } from "../../ground/platform/web/content/texts.web.ts";
import { DateText, Status } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { download, showError, useAct, useCall, useInvalidate } from "../../ground/platform/web/http/api.web.ts";
import {
  ChoiceFilter,
  FilterBar,
  minWidthFor,
  SearchFilter,
  useFiltered,
} from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter } from "../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { Page, Strip } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { CheckActs, isRunning, tones } from "./check.web.tsx";
import { type CheckRow, listChecks, sendList, startBureauChecks, surveillanceState } from "./surveillance.contract.ts";
import { checkReasons, checkResults, checkStates } from "./surveillance.ts";
import { useSurveillanceTexts } from "./texts.web.ts";
import { UploadForm } from "./upload.web.tsx";

export { FileAddressCheck } from "./file-check.web.tsx";

function useColumns(): Column<CheckRow>[] {
  const t = useSurveillanceTexts();
  const shown = (row: CheckRow): string => `${row.street} ${houseLine(row)}, ${row.postcode} ${row.city}`;
  return [
    {
      key: "fileNumber",
      label: t("file"),
      allowToggle: false,
      formatter: (_value, row) => <FileLink id={row.fileId}>{row.fileNumber}</FileLink>,
      text: (_value, row) => row.fileNumber,
    },
    { key: "debtorName", label: t("debtor"), sortable: true, allowToggle: false, share: 22, wraps: true, limit: null },
    {
      key: "street",
      label: t("address"),
      share: 30,
      wraps: true,
      formatter: (_value, row) => shown(row),
      text: (_value, row) => shown(row),
    },
    {
      key: "reason",
      label: t("reason"),
      formatter: (_value, row) => <span title={row.note ?? undefined}>{t(`reason_${row.reason}`)}</span>,
      text: (_value, row) => t(`reason_${row.reason}`),
    },
    { key: "dueOn", label: t("dueOn"), as: "date", sortable: true },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, row) => <Status tone={tones[row.state]}>{t(`state_${row.state}`)}</Status>,
      text: (_value, row) => t(`state_${row.state}`),
    },
    {
      key: "result",
      label: t("result"),
      formatter: (_value, row) =>
        row.result === null ? null : (
          <span title={row.source ?? undefined}>
            {t(`result_${row.result}`)} <DateText value={row.checkedOn} />
          </span>
        ),
      text: (_value, row) => (row.result === null ? "" : t(`result_${row.result}`)),
    },
    { key: "clientName", label: t("client"), share: 18, hidden: true },
    { key: "askedAt", label: t("askedAt"), as: "datetime", sortable: true, hidden: true },
    { key: "source", label: t("source"), hidden: true },
    { key: "doneBy", label: t("doneBy"), hidden: true },
  ];
}

export function AddressSurveillance(): ReactNode {
  const t = useSurveillanceTexts();
  const table = useTableState(listChecks, { filter: { state: ["open", "sent"] } });
  const list = useCall(listChecks, { query: table.query });
  const refresh = useRefresh();
  const summary = useCall(surveillanceState, {});
  const columns = useColumns();
  const save = (ids?: readonly number[]): void => {
    download(sendList, { body: ids ? { ids: [...ids] } : {} })
      .then(refresh)
      .catch(showError);
  };
  const choices = <K extends string>(keys: readonly K[], name: (key: K) => string) =>
    keys.map((value) => ({ value, label: name(value) }));
  return (
    <Page title={t("title")} count={list.data?.total} actions={<Acts onSave={() => save()} />}>
      <Text c="dimmed" size="sm" mb="sm" maw="var(--v-form)">
        {t("intro")}
      </Text>
      <Figures />
      <DataTable
        id="address-checks"
        label={t("title")}
        columns={columns}
        list={list}
        state={table}
        filters={
          <FilterBar state={table}>
            <SearchFilter name="search" label={t("search")} />
            <StateFilter />
            <ChoiceFilter
              name="reason"
              label={t("reason")}
              options={choices(checkReasons, (key) => t(`reason_${key}`))}
            />
            <ChoiceFilter
              name="result"
              label={t("result")}
              options={choices(checkResults, (key) => t(`result_${key}`))}
            />
            <ClientFilter name="client" label={t("client")} />
          </FilterBar>
        }
        rowName={(row) => `${row.fileNumber} ${row.debtorName}`}
        empty={{ title: t("empty"), text: t("emptyHint") }}
        selectable
        bulk={(selection) => (
          <Button variant="default" onClick={() => save(selection.rows.filter(isRunning).map(({ id }) => id))}>
            {t("downloadChosen", { count: selection.rows.filter(isRunning).length })}
          </Button>
        )}
        actions={(row) => <CheckActs check={row} today={summary.data?.today ?? ""} onDone={refresh} />}
      />
    </Page>
  );
}

/** Several states at once: those that wait are shown at first. */
function StateFilter(): ReactNode {
  const t = useSurveillanceTexts();
  const { filter, setFilter } = useFiltered();
  return (
    <MultiSelect
      aria-label={t("state")}
      placeholder={filter.state ? "" : t("state")}
      style={filter.state ? {} : minWidthFor(t("state"))}
      data={checkStates.map((value) => ({ value, label: t(`state_${value}`) }))}
      value={filter.state?.split(",") ?? []}
      onChange={(state) => setFilter({ state })}
    />
  );
}

function useRefresh(): () => void {
  const invalidate = useInvalidate();
  return () => void invalidate(listChecks, surveillanceState);
}

function Figures(): ReactNode {
  const t = useSurveillanceTexts();
  const language = useLanguage();
  const { data } = useCall(surveillanceState, {});
  if (!data) return null;
  const figure = (value: number): string => formatNumber(value, language);
  return (
    <Strip
      items={[
        { name: t("waiting"), value: figure(data.open) },
        { name: t("atBureau"), value: figure(data.sent) },
        { name: t("late"), value: data.late > 0 ? <Status tone="bad">{figure(data.late)}</Status> : figure(0) },
      ]}
    />
  );
}

function Acts({ onSave }: { onSave: () => void }): ReactNode {
  const t = useSurveillanceTexts();
  const refresh = useRefresh();
  const { data } = useCall(surveillanceState, {});
  const bureau = useAct(startBureauChecks, { invalidates: [listChecks, surveillanceState] });
  const ask = async (): Promise<void> => {
    const asked = await bureau.run({ body: {} });
    if (asked) notify({ message: t("bureauAsked", { count: asked.checks }), variant: "success" });
  };
  const upload = (): void =>
    void openModal({ title: t("upload"), size: "xl" }, (close) => <UploadForm close={close} onDone={refresh} />);
  const none = data?.open === 0;
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} disabled={none} onClick={onSave}>
        {t("download")}
      </Button>
      {data?.byAdapter === true && (
        <Button
          variant="default"
          leftSection={<IconBuilding size={16} aria-hidden />}
          disabled={none}
          loading={bureau.isPending}
          onClick={() => void ask()}
        >
          {t("bureau")}
        </Button>
      )}
      <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={upload}>
        {t("upload")}
      </Button>
    </>
  );
}
