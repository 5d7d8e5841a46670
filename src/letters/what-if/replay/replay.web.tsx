/** A replay of the last months with a version of a workflow: by month, and step by step what would have been different. */

import { Alert, Button, SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import { shownDate } from "../../../ground/kernel/dates.ts";
import { useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useMovingCall } from "../../../ground/platform/web/http/polling.web.ts";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { HorizontalScroll, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import styles from "../what-if.module.css";
import type { whatIfTexts } from "../what-if.texts.ts";
import { latestReplays, listReplayRows, type ReplayRow, requestReplay, type ShownReplay } from "./replay.contract.ts";
import type { replayTexts } from "./replay.texts.ts";
import { type ReplayOutcome, replayKinds } from "./replay.ts";

const useReplayTexts = () => useTexts<typeof replayTexts>("replay");
const usualMonths = 3;
const watchMillis = 2000;
const isMaking = ({ outcome }: ShownReplay): boolean => outcome === null;

export function Replay({ workflow, number }: { workflow: number; number: number }): ReactNode {
  const t = useReplayTexts();
  const list = useMovingCall(latestReplays, { params: { workflow } }, watchMillis, ({ items }) => items.some(isMaking));
  const of = list.data?.items.find(({ toVersion }) => toVersion === number);
  const ask = useAct(requestReplay, { invalidates: [latestReplays] });
  const begin = (): void => void ask.run({ params: { workflow }, body: { number, months: usualMonths } });
  const isBusy = of !== undefined && isMaking(of);
  return (
    <Section
      title={t("title")}
      aside={
        <Button size="xs" variant="default" onClick={begin} loading={ask.isPending} disabled={isBusy}>
          {t("ask")}
        </Button>
      }
    >
      <p className={styles.note}>{t("hint")}</p>
      <Loaded of={list}>{() => (of ? <Shown key={of.id} of={of} /> : null)}</Loaded>
    </Section>
  );
}

function Shown({ of }: { of: ShownReplay }): ReactNode {
  const t = useReplayTexts();
  const { outcome } = of;
  if (!outcome)
    return (
      <>
        <WorkNotice work={of.work} invalidates={[latestReplays]} />
        <p className={styles.note} role="status">
          <Status tone="accent">{t("working")}</Status>
        </p>
      </>
    );
  const same = outcome.kinds.same === outcome.decisions;
  return (
    <>
      {of.stale && (
        <Alert variant="light" color="yellow" mb="md">
          {t("stale")}
        </Alert>
      )}
      <p className={styles.note} role="status">
        {t("decisions", { count: outcome.decisions, date: dateText(of.since) })}
        {outcome.apart > 0 && ` · ${t("apart", { count: outcome.apart })}`}
      </p>
      {same && (
        <p className={styles.note}>
          <Status tone="good">{t("noDifference")}</Status>
        </p>
      )}
      <ByMonth outcome={outcome} />
      {!same && <Differing of={of} />}
    </>
  );
}

const counted = ["letters", "messages", "calls", "tasks"] as const;

function ByMonth({ outcome }: { outcome: ReplayOutcome }): ReactNode {
  const t = useReplayTexts();
  const w = useTexts<typeof whatIfTexts>("what-if");
  const language = useLanguage();
  return (
    <HorizontalScroll label={t("title")}>
      <table className={styles.weeks}>
        <thead>
          <tr>
            <th scope="col">{t("month")}</th>
            {counted.map((name) => (
              <th key={name} scope="col">
                {w(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outcome.months.map(({ month, before, after }) => (
            <tr key={month} data-differs={counted.some((name) => before[name] !== after[name])}>
              <th scope="row">{shownDate(month)}</th>
              {counted.map((name) => (
                <td key={name} data-same={before[name] === after[name] || undefined}>
                  {formatNumber(before[name], language)}
                  {before[name] !== after[name] && (
                    <>
                      {" → "}
                      <b>{formatNumber(after[name], language)}</b>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  );
}

function Differing({ of }: { of: ShownReplay }): ReactNode {
  const t = useReplayTexts();
  const w = useTexts<typeof whatIfTexts>("what-if");
  const state = useTableState(listReplayRows, { params: { id: of.id } });
  const language = useLanguage();
  const { values, set } = useAddressQuery();
  const kinds = replayKinds.filter((one) => one !== "same" && (of.outcome?.kinds[one] ?? 0) > 0);
  const kind = kinds.find((one) => one === values.kind);
  const filter = kind === undefined ? {} : { kind };
  const list = useCall(listReplayRows, { params: { id: of.id }, query: { ...state.query, filter } });
  return (
    <>
      <HorizontalScroll label={t("kind")}>
        <SegmentedControl
          my="sm"
          size="xs"
          aria-label={t("kind")}
          value={kind ?? ""}
          onChange={(value) => set({ kind: value === "" ? null : value })}
          data={[
            { value: "", label: w("all") },
            ...kinds.map((value) => ({
              value,
              label: `${t(`kind_${value}`)} (${formatNumber(of.outcome?.kinds[value] ?? 0, language)})`,
            })),
          ]}
        />
      </HorizontalScroll>
      <DataTable
        id="replay-steps"
        label={t("differing")}
        columns={useColumns()}
        list={list}
        state={state}
        rowName={(row) => row.fileNumber}
        exportName="replay"
        empty={{ title: t("differing") }}
      />
    </>
  );
}

function useColumns(): Column<ReplayRow>[] {
  const t = useReplayTexts();
  const w = useTexts<typeof whatIfTexts>("what-if");
  return [
    {
      key: "fileNumber",
      label: w("file"),
      allowToggle: false,
      formatter: (_value, row) => <FileLink id={row.fileId}>{row.fileNumber}</FileLink>,
      text: (_value, row) => row.fileNumber,
    },
    { key: "clientName", label: w("client") },
    { key: "doneOn", label: t("doneOn"), as: "date", sortable: true },
    {
      key: "kind",
      label: t("kind"),
      formatter: (_value, row) => (
        <Status tone={row.kind === "day" ? "accent" : "warn"}>{t(`kind_${row.kind}`)}</Status>
      ),
      text: (_value, row) => t(`kind_${row.kind}`),
    },
    { key: "before", label: t("done") },
    { key: "after", label: t("instead") },
    { key: "days", label: t("days"), as: "number" },
  ];
}
