/** The files behind an evaluation, a kind of change or a figure, as chosen in the address. */

import { Button, Checkbox, Group, NativeSelect, SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { FileLink } from "../../cases/files/files.web.tsx";
import { labelled, useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Status, type Tone } from "../../ground/platform/web/content/values.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { formatMoney, formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { useAddressQuery } from "../../ground/platform/web/pages/links.web.tsx";
import { HorizontalScroll, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { chooseForFile, latestWhatIf, listWhatIfRows, type WhatIf, type WhatIfRow } from "./what-if.contract.ts";
import type { whatIfTexts } from "./what-if.texts.ts";
import { type Change, changes, figures, type Outcome, rowChoices, weeksAhead } from "./what-if.ts";

const useWhatIfTexts = () => useTexts<typeof whatIfTexts>("what-if");

export type Figure = (typeof figures)[number];

export function useFigureText(): (name: Figure, value: number) => string {
  const language = useLanguage();
  return (name, value) => (name === "costCents" ? formatMoney(value, language) : formatNumber(value, language));
}

/** Which figure's files are shown: it stands in the address, so that it can be sent on. */
export function useFigure() {
  const { values, set } = useAddressQuery();
  const figure = figures.find((one) => one === values.figure);
  return {
    figure,
    week: figure === undefined ? undefined : values.week,
    only: figure === undefined || values.only !== "differs" ? undefined : ("differs" as const),
    change: changes.find((one) => one === values.change),
    set,
  };
}

const tones: Readonly<Record<Change, Tone>> = {
  same: "neutral",
  date: "accent",
  step: "warn",
  gone: "bad",
  verdict: "warn",
};

/** The files behind the figures: all, those of one change, or those of one figure. */
export function Files({ of, outcome }: { of: WhatIf; outcome: Outcome }): ReactNode {
  const t = useWhatIfTexts();
  const language = useLanguage();
  const state = useTableState(listWhatIfRows, { params: { id: of.id } });
  const { figure, week, only, change, set } = useFigure();
  const filter = {
    ...(change && { change }),
    ...(figure && { figure }),
    ...(week !== undefined && { week }),
    ...(only && { only }),
  };
  const list = useCall(listWhatIfRows, { params: { id: of.id }, query: { ...state.query, filter } });
  const chosen = changes.filter((one) => (outcome.changes[one] ?? 0) > 0);
  const when = week === undefined ? t("allWeeks", { weeks: weeksAhead }) : t("weekOf", { date: dateText(week) });
  return (
    <Section title={figure ? labelled(t("filesBehind"), `${t(figure)}, ${when}`) : t("filesBehind")}>
      {figure ? (
        <Group mb="sm" gap="md">
          <Checkbox
            label={t("onlyDiffering")}
            checked={only !== undefined}
            onChange={(event) => set({ only: event.currentTarget.checked ? "differs" : null })}
          />
          <Button size="xs" variant="default" onClick={() => set({ figure: null, week: null, only: null })}>
            {t("showAllFiles")}
          </Button>
        </Group>
      ) : (
        <HorizontalScroll label={t("change")}>
          <SegmentedControl
            mb="sm"
            size="xs"
            aria-label={t("change")}
            value={change ?? ""}
            onChange={(value) => set({ change: value === "" ? null : value })}
            data={[
              { value: "", label: t("all") },
              ...chosen.map((value) => ({
                value,
                label: `${t(`change_${value}`)} (${formatNumber(outcome.changes[value] ?? 0, language)})`,
              })),
            ]}
          />
        </HorizontalScroll>
      )}
      <DataTable
        id="what-if-files"
        label={t("filesBehind")}
        columns={useColumns(of, figure)}
        list={list}
        state={state}
        rowName={(row) => row.fileNumber}
        exportName="what-if"
        empty={{ title: t("filesBehind") }}
      />
    </Section>
  );
}

/** A column that shows, and exports, a text of the row. */
const textColumn = (
  key: string,
  label: string,
  text: (row: WhatIfRow) => string,
  sortable = false,
): Column<WhatIfRow> => ({
  ...{ key, label, sortable },
  ...(sortable && { share: 26, wraps: true, limit: null }),
  formatter: (_value, row) => text(row),
  text: (_value, row) => text(row),
});

/** What was chosen for one file of a plan alone, or how it goes with the others. */
function RowChoice({ of, row }: { of: WhatIf; row: WhatIfRow }): ReactNode {
  const t = useWhatIfTexts();
  const choose = useAct(chooseForFile, { invalidates: [listWhatIfRows, latestWhatIf] });
  const open = rowChoices.filter((choice) => choice !== "keep" || row.keepable !== null);
  return (
    <NativeSelect
      size="xs"
      miw={170}
      aria-label={t("chosenFor", { file: row.fileNumber })}
      value={row.chosen ?? ""}
      disabled={choose.isPending}
      data={[{ value: "", label: t("chosen_none") }, ...open.map((value) => ({ value, label: t(`chosen_${value}`) }))]}
      onChange={(event) => {
        const chosen = rowChoices.find((choice) => choice === event.currentTarget.value) ?? null;
        void choose.run({ params: { id: of.id, file: row.fileId }, body: { chosen } });
      }}
    />
  );
}

function useColumns(of: WhatIf, figure: Figure | undefined): Column<WhatIfRow>[] {
  const t = useWhatIfTexts();
  const text = useFigureText();
  const stand = (name: string, on: string | null, verdict: WhatIfRow["beforeVerdict"]): string =>
    [name, on === null ? "" : dateText(on), t(`verdict_${verdict}`)].filter((part) => part !== "").join(", ");
  const counted: Column<WhatIfRow>[] = figure
    ? [
        textColumn("counted", t("counted"), (row) =>
          row.counted ? `${text(figure, row.counted.before)} → ${text(figure, row.counted.after)}` : "",
        ),
      ]
    : [];
  const choices: Column<WhatIfRow>[] =
    of.live && of.toMove + of.moved + of.dropped > 0
      ? [
          {
            key: "chosen",
            label: t("chosen"),
            formatter: (_value, row) =>
              of.state === "judged" && row.fromVersion !== of.toVersion ? (
                <RowChoice of={of} row={row} />
              ) : (
                t(`chosen_${row.chosen ?? "none"}`)
              ),
            text: (_value, row) => t(`chosen_${row.chosen ?? "none"}`),
          },
        ]
      : [];
  return [
    {
      key: "fileNumber",
      label: t("file"),
      sortable: true,
      allowToggle: false,
      formatter: (_value, row) => <FileLink id={row.fileId}>{row.fileNumber}</FileLink>,
      text: (_value, row) => row.fileNumber,
    },
    { key: "clientName", label: t("client") },
    ...counted,
    { key: "fromVersion", label: t("version", { number: "" }).trim(), as: "number" },
    {
      key: "change",
      label: t("change"),
      formatter: (_value, row) => <Status tone={tones[row.change]}>{t(`change_${row.change}`)}</Status>,
      text: (_value, row) => t(`change_${row.change}`),
    },
    textColumn("beforeOn", t("before"), (row) => stand(row.before, row.beforeOn, row.beforeVerdict), true),
    textColumn("afterOn", t("after"), (row) => stand(row.after, row.afterOn, row.afterVerdict), true),
    { key: "keepable", label: t("keepable"), as: "date" },
    ...choices,
    textColumn("state", t("rowState"), (row) => labelled(t(`rowState_${row.state}`), row.why ?? "")),
  ];
}
