/** The work that comes round by the clock: last time, result, next time, and a button where it failed. */
import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { labelled, usePlatformTexts, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, dateText, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { usePolledCall } from "../../../ground/platform/web/http/polling.web.ts";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { listRecurring, type RecurringWork as Row, runRecurring } from "./recurring.contract.ts";
import type { recurringTexts } from "./recurring.texts.ts";

const watchMillis = 5000;

const tones: Readonly<Record<Row["state"], Tone>> = {
  known: "neutral",
  waiting: "neutral",
  running: "accent",
  paused: "warn",
  done: "good",
  failed: "bad",
};

export function RecurringWork(): ReactNode {
  const t = useTexts<typeof recurringTexts>("recurring");
  const list = usePolledCall(listRecurring, {}, watchMillis);
  const columns: Column<Row>[] = [
    { key: "name", label: t("work"), allowToggle: false, width: 360, limit: null },
    {
      key: "startedAt",
      label: t("last"),
      width: 150,
      text: (_value, row) => (row.startedAt === null ? t("never") : dateText(row.startedAt, { time: "HH:mm" })),
      formatter: (_value, row) =>
        row.startedAt === null ? t("never") : <DateText value={row.startedAt} time="HH:mm" />,
    },
    {
      key: "state",
      label: t("result"),
      text: (_value, row) => t(`state_${row.state}`),
      formatter: (_value, row) => <Result row={row} />,
    },
    { key: "next", label: t("next"), width: 150, formatter: (_value, row) => <ClockText value={row.next} /> },
  ];
  return (
    <Page title={t("title")}>
      <Text mb="md" maw="var(--v-form)">
        {t("intro")}
      </Text>
      <DataTable
        id="recurring"
        label={t("title")}
        columns={columns}
        list={list}
        rowKey={(row) => row.job}
        exportName="recurring"
        chooser={false}
      />
    </Page>
  );
}

/** An hour on the clock in Amsterdam, whatever zone the browser is in. */
export const ClockText = ({ value }: { value: string }): ReactNode => (
  <>
    <DateText value={value.slice(0, 10)} /> {value.slice(11)}
  </>
);

function Result({ row }: { row: Row }): ReactNode {
  const t = useTexts<typeof recurringTexts>("recurring");
  const p = usePlatformTexts();
  const again = useAct(runRecurring, { invalidates: [listRecurring] });
  return (
    <>
      <Status tone={tones[row.state]}>{t(`state_${row.state}`)}</Status>
      {row.missed && ` (${t("missed")})`}
      {row.error !== null && (
        <Text size="xs" c={row.state === "failed" ? "red" : "dimmed"}>
          {row.error}
        </Text>
      )}
      {row.state === "failed" && (
        <Button
          size="compact-xs"
          variant="default"
          mt={4}
          loading={again.isPending}
          aria-label={labelled(p("tryAgain"), row.name)}
          onClick={() => void again.run({ params: { job: row.job } })}
        >
          {p("tryAgain")}
        </Button>
      )}
    </>
  );
}
