/** Waiting files: the reason, its rule, and the date from which they can continue. */

import { SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { debtorColumn, FileLink } from "../../../cases/files/files.web.tsx";
import { Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { FilterBar, SearchFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter } from "../../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { type HeldRow, holdCauses, listHeld } from "../runs/runs.contract.ts";
import { useProcessingTexts } from "../texts.web.ts";
import { MomentText, Reasons, reasonText } from "./reasons.web.tsx";

const tones: Readonly<Record<HeldRow["cause"], Tone>> = {
  hold: "bad",
  arrangement: "good",
  refused: "warn",
  byHand: "accent",
  other: "neutral",
};

function useInHoldColumns(): Column<HeldRow>[] {
  const t = useProcessingTexts();
  return [
    {
      key: "fileNumber",
      label: t("colFile"),
      allowToggle: false,
      formatter: (_value, row) => <FileLink id={row.fileId}>{row.fileNumber}</FileLink>,
      text: (_value, row) => row.fileNumber,
    },
    debtorColumn(t("colDebtor"), t("colClient"), { share: 22 }),
    {
      key: "cause",
      label: t("colCause"),
      formatter: (_value, row) => <Status tone={tones[row.cause]}>{t(`cause_${row.cause}`)}</Status>,
      text: (_value, row) => t(`cause_${row.cause}`),
    },
    {
      key: "reasons",
      label: t("colReason"),
      formatter: (_value, row) => <Reasons reasons={row.reasons} />,
      text: (_value, row) => reasonText(row.reasons),
    },
    {
      key: "possibleFrom",
      label: t("colPossible"),
      formatter: (_value, row) => <MomentText value={row.possibleFrom} />,
      text: (_value, row) => row.possibleFrom ?? "",
    },
    {
      key: "stepName",
      label: t("colStep"),
      share: 18,
      wraps: true,
      limit: null,
      below: { key: "dueOn", label: t("colDue"), as: "date" },
    },
    { key: "openCents", label: t("colOpen"), as: "money" },
  ];
}

export function InHold(): ReactNode {
  const t = useProcessingTexts();
  const state = useTableState(listHeld);
  const list = useCall(listHeld, { query: state.query });
  const columns = useInHoldColumns();
  return (
    <Page title={t("inHoldTitle")} balances count={list.data?.total}>
      <DataTable
        id="in-hold"
        label={t("inHoldTitle")}
        columns={columns}
        list={list}
        state={state}
        rowKey={(row) => row.fileId}
        rowName={(row) => `${row.fileNumber} ${row.debtorName}`}
        exportName="in-hold"
        empty={{ title: t("nothingHeld") }}
        filters={
          <FilterBar state={state}>
            <SearchFilter name="search" label={t("search")} />
            <SegmentedControl
              size="xs"
              aria-label={t("colCause")}
              value={state.filter.cause ?? "all"}
              onChange={(cause) => state.setFilter({ cause: cause === "all" ? null : cause })}
              data={[
                { value: "all", label: t("filterAll") },
                ...holdCauses.map((cause) => ({ value: cause, label: t(`cause_${cause}`) })),
              ]}
            />
            <ClientFilter name="client" label={t("scopeAllClients")} />
          </FilterBar>
        }
      />
    </Page>
  );
}
