/** Due and waiting records: the work list of pre-collection. */

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { debtorColumn } from "../../../cases/files/files.web.tsx";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter } from "../../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { recordAddress } from "../precasso.ts";
import { listRecords, readRecord } from "../records/records.contract.ts";
import { usePrecassoTexts } from "../texts.web.ts";
import { verdictTones } from "./rows.web.tsx";
import { type ActionRow, convertCall, listActions, precassoRunScreen } from "./runs.contract.ts";

/** Converts a record into a file, after a confirmation that explains it. */
export function ConvertButton(props: { id: number; version: number; size?: "compact-sm" }): ReactNode {
  const { id, version, size } = props;
  const t = usePrecassoTexts();
  const convert = useAct(convertCall, { invalidates: [listActions, readRecord, listRecords] });
  const ask = async (): Promise<void> => {
    if (!(await confirm(t("convertConfirm"), { title: t("convert"), yes: t("convert") }))) return;
    const made = await convert.run({ params: { id }, body: { version } });
    if (made) notify({ message: t("converted", { number: made.number }), variant: "success" });
  };
  return (
    <Button variant="default" {...(size && { size })} loading={convert.isPending} onClick={() => void ask()}>
      {t("convert")}
    </Button>
  );
}

function usePrecassoActionsColumns(): Column<ActionRow>[] {
  const t = usePrecassoTexts();
  const why = (row: ActionRow): string => row.reasons.map(({ text }) => text).join(" ");
  return [
    { key: "number", label: t("number"), allowToggle: false },
    debtorColumn(t("debtor"), t("client"), { share: 24 }),
    {
      key: "stepName",
      label: t("nextStep"),
      share: 22,
      wraps: true,
      limit: null,
      below: { key: "dueOn", label: t("nextDueOn"), as: "date" },
    },
    { key: "dueOn", label: t("nextDueOn"), as: "date", sortable: true, hidden: true },
    {
      key: "verdict",
      label: t("verdict"),
      formatter: (_value, row) => <Status tone={verdictTones[row.verdict]}>{t(`verdict_${row.verdict}`)}</Status>,
      text: (_value, row) => t(`verdict_${row.verdict}`),
    },
    {
      key: "reasons",
      label: t("rowReasons"),
      share: 30,
      wraps: true,
      formatter: (_value, row) => why(row),
      text: (_value, row) => why(row),
    },
    { key: "openCents", label: t("open"), as: "money" },
  ];
}

export function PrecassoActions(): ReactNode {
  const t = usePrecassoTexts();
  const table = useTableState(listActions);
  const list = useCall(listActions, { query: table.query });

  const columns = usePrecassoActionsColumns();
  return (
    <Page
      title={t("actionsTitle")}
      count={list.data?.total}
      actions={<Link to={precassoRunScreen}>{t("runTitle")}</Link>}
    >
      <DataTable
        id="precasso-actions"
        label={t("actionsTitle")}
        columns={columns}
        list={list}
        state={table}
        rowKey={(row) => row.recordId}
        rowName={(row) => `${row.number} ${row.debtorName}`}
        linkTo={(row) => recordAddress(row.recordId)}
        exportName="precasso-actions"
        empty={{ title: t("noActions") }}
        actions={(row) => <ConvertButton id={row.recordId} version={row.version} size="compact-sm" />}
        filters={
          <FilterBar state={table}>
            <SearchFilter name="search" label={t("search")} />
            <ClientFilter name="client" label={t("client")} />
            <ChoiceFilter
              name="kind"
              label={t("kind")}
              options={(["due", "stopped", "ended"] as const).map((value) => ({ value, label: t(`kind_${value}`) }))}
            />
          </FilterBar>
        }
      />
    </Page>
  );
}
