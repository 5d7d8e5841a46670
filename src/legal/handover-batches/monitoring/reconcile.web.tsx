/** What an office says that it holds on a day, against what we think it holds, file by file. */
import { Group, Select, Switch, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useHouseDay } from "../../../ground/platform/web/content/today.web.ts";
import { dateText, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { DatePicker } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import type { DestinationRow } from "../destinations/destinations.contract.ts";
import { fileLink } from "../feed/reports.web.tsx";
import { useScreenTexts } from "../texts.web.ts";
import { type Reconciled, reconciliation } from "./monitoring.contract.ts";

const verdictTones: Readonly<Record<Reconciled["verdict"], Tone>> = {
  same: "good",
  amount: "warn",
  onlyOurs: "bad",
  onlyTheirs: "bad",
};

export function Reconcile({ destinations }: { destinations: readonly DestinationRow[] }): ReactNode {
  const t = useScreenTexts();
  const today = useHouseDay();
  const [id, setId] = useState(destinations[0]?.id ?? 0);
  const [on, setOn] = useState<string>(today);
  const [differing, setDiffering] = useState(false);
  const found = useCall(reconciliation, { params: { id }, query: { on } });
  return (
    <>
      <Group mb="xs" align="flex-end">
        <Select
          size="xs"
          label={t("destination")}
          allowDeselect={false}
          data={destinations.map((one) => ({ value: String(one.id), label: one.name }))}
          value={String(id)}
          onChange={(value) => setId(Number(value))}
        />
        <DatePicker label={t("onDay")} size="xs" value={on} onChange={(day) => setOn(day ?? today)} max={today} />
        <Switch
          mb={6}
          label={t("onlyDiffering")}
          checked={differing}
          onChange={({ currentTarget }) => setDiffering(currentTarget.checked)}
        />
      </Group>
      <Loaded of={found}>
        {({ toldOn, items }) => (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {toldOn === null ? t("neverTold") : t("toldOn", { date: dateText(toldOn) })}{" "}
              {t("differing", { count: items.filter(({ verdict }) => verdict !== "same").length, total: items.length })}
            </Text>
            <Held items={items.filter(({ verdict }) => !differing || verdict !== "same")} />
          </>
        )}
      </Loaded>
    </>
  );
}

const difference = ({ ours, theirs }: Reconciled): number => (theirs?.openCents ?? 0) - (ours?.openCents ?? 0);

function Held({ items }: { items: readonly Reconciled[] }): ReactNode {
  const t = useScreenTexts();
  const columns: Column<Reconciled>[] = [
    {
      key: "fileNumber",
      label: t("file"),
      allowToggle: false,
      formatter: (_value, row) => fileLink(row),
      text: (_value, row) => row.fileNumber,
    },
    { key: "theirs.officeNumber", label: t("officeNumber") },
    { key: "ours.openCents", label: t("ours"), as: "money" },
    { key: "theirs.openCents", label: t("theirs"), as: "money" },
    { key: "difference", label: t("difference"), as: "money" },
    {
      key: "verdict",
      label: t("state"),
      formatter: (_value, row) => <Status tone={verdictTones[row.verdict]}>{t(`verdict_${row.verdict}`)}</Status>,
      text: (_value, row) => t(`verdict_${row.verdict}`),
    },
  ];
  return (
    <DataTable
      id="handover-reconcile"
      label={t("reconcile")}
      rows={items.map((row) => ({ ...row, difference: difference(row) }))}
      columns={columns}
      rowKey={(row) => row.fileNumber}
      rowName={(row) => row.fileNumber}
      views={false}
      exportName="handover-reconciliation"
      empty={{ title: t("none") }}
    />
  );
}
