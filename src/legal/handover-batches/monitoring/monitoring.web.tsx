/** How handovers go: destinations and what waits there, batches, figures, events, reports, costs, and reconciliation. */
import { Button, Group, Select, Tabs, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useHouseDay } from "../../../ground/platform/web/content/today.web.ts";
import { dateText, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { DatePicker } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { addressOfScreen, Link, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Empty, Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { listBatches, processingData } from "../batches/batches.contract.ts";
import { Events } from "../batches/events.web.tsx";
import { useBatchColumns } from "../batches/handover.web.tsx";
import { type DestinationRow, listDestinations } from "../destinations/destinations.contract.ts";
import { DestinationForm } from "../destinations/form.web.tsx";
import { fileLink, Reports } from "../feed/reports.web.tsx";
import { handoverScreen, masterdataScreen } from "../handover-batches.contract.ts";
import { Roll } from "../roll/roll.web.tsx";
import { useBatchTexts, useScreenTexts } from "../texts.web.ts";
import { batchStatistics, importedCosts, type Reconciled, reconciliation } from "./monitoring.contract.ts";

const tabs = ["batches", "roll", "statistics", "events", "reports", "billed", "reconcile"] as const;

export function HandoverMonitoring(): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const go = useGo();
  const destinations = useCall(listDestinations, {});
  const add = (): void => {
    openModal({ title: t("addDestination"), size: "lg" }, (close) => (
      <DestinationForm
        destination={undefined}
        close={close}
        onAdded={(id) => go(masterdataScreen, { handoverDestination: id })}
      />
    ));
  };
  const button = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
      {t("addDestination")}
    </Button>
  );
  return (
    <Page title={names("monitoring")} actions={button}>
      <Loaded of={destinations}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("empty")} text={t("noDestinations")} action={button} />
          ) : (
            <>
              <Destinations items={items} />
              <Tabs defaultValue="batches" keepMounted={false}>
                <Tabs.List mb="sm">
                  {tabs.map((tab) => (
                    <Tabs.Tab key={tab} value={tab}>
                      {t(tab)}
                    </Tabs.Tab>
                  ))}
                </Tabs.List>
                <Tabs.Panel value="batches">
                  <Batches />
                </Tabs.Panel>
                <Tabs.Panel value="roll">
                  <Roll />
                </Tabs.Panel>
                <Tabs.Panel value="statistics">
                  <Statistics />
                </Tabs.Panel>
                <Tabs.Panel value="events">
                  <Events filter={{}} id="handover-events" />
                </Tabs.Panel>
                <Tabs.Panel value="reports">
                  <Reports destinations={items} />
                </Tabs.Panel>
                <Tabs.Panel value="billed">
                  <Billed />
                </Tabs.Panel>
                <Tabs.Panel value="reconcile">
                  <Reconcile destinations={items} />
                </Tabs.Panel>
              </Tabs>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Destinations({ items }: { items: readonly DestinationRow[] }): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const waiting = useCall(processingData, {});
  const due = waiting.data?.due.files ?? 0;
  const active = items.filter(({ archivedAt }) => archivedAt === null);
  const of = (id: number) => waiting.data?.destinations.find(({ destination }) => Number(destination.id) === id);
  return (
    <Section title={t("destinations")} aside={due > 0 ? t("due", { files: due }) : undefined}>
      <DataTable
        id="handover-destinations"
        label={t("destinations")}
        rows={active}
        views={false}
        chooser={false}
        rowName={({ name }) => name}
        linkTo={({ id }) => addressOfScreen(masterdataScreen, { handoverDestination: id })}
        columns={[
          { key: "name", label: t("destination"), allowToggle: false },
          { key: "channel", label: t("channel"), formatter: (_value, row) => t(`channel_${row.channel}`) },
          { key: "clients", label: t("clients"), as: "number" },
          { key: "held", label: t("held"), as: "number", formatter: (_value, row) => of(row.id)?.held ?? "–" },
          {
            key: "types",
            label: t("newBatch"),
            formatter: (_value, row) => (
              <Group gap="xs">
                {row.types.map((type) => (
                  <Link key={type} to={handoverScreen} params={{ handoverType: type, handoverDestination: row.id }}>
                    {names(`type_${type}`)}
                  </Link>
                ))}
              </Group>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Batches(): ReactNode {
  const t = useScreenTexts();
  const table = useTableState(listBatches);
  const list = useCall(listBatches, { query: table.query }, { every: 15_000 });
  return (
    <DataTable
      id="handover-batches"
      label={t("batches")}
      columns={useBatchColumns(true)}
      list={list}
      state={table}
      rowName={({ id }) => t("batch", { id: String(id) })}
      exportName="handover-batches"
      empty={{ title: t("empty"), text: t("emptyHint") }}
    />
  );
}

function Statistics(): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const list = useCall(batchStatistics, { body: {} });
  return (
    <DataTable
      id="handover-statistics"
      label={t("statistics")}
      list={list}
      views={false}
      rowKey={({ destination, type }) => `${destination.id} ${type}`}
      rowName={({ destination }) => destination.text}
      exportName="handover-statistics"
      empty={{ title: t("empty") }}
      columns={[
        { key: "destination.text", label: t("destination"), allowToggle: false },
        {
          key: "type",
          label: t("type"),
          formatter: (_value, row) => names(`type_${row.type}`),
          text: (_value, row) => names(`type_${row.type}`),
        },
        { key: "batches", label: t("batches"), as: "number" },
        { key: "files", label: t("files"), as: "number" },
        { key: "accepted", label: t("accepted"), as: "number" },
        { key: "rejected", label: t("rejected"), as: "number" },
        { key: "ended", label: t("ended"), as: "number" },
        { key: "held", label: t("held"), as: "number" },
        { key: "heldCents", label: t("open"), as: "money" },
        { key: "receiptDays", label: t("receiptDays"), as: "number" },
        { key: "overdue", label: t("overdue"), as: "number" },
        { key: "silent.days30", label: t("silent30"), as: "number" },
        { key: "silent.days60", label: t("silent60"), as: "number" },
        { key: "silent.days90", label: t("silent90"), as: "number" },
        { key: "paidCents", label: t("paid"), as: "money" },
        { key: "billedCents", label: t("billedTotal"), as: "money" },
      ]}
    />
  );
}

function Billed(): ReactNode {
  const t = useScreenTexts();
  const list = useCall(importedCosts, { query: { limit: 500 } });
  return (
    <DataTable
      id="handover-billed"
      label={t("billed")}
      list={list}
      views={false}
      rowName={({ act, fileNumber }) => `${fileNumber} ${act}`}
      exportName="bailiff-costs"
      empty={{ title: t("none") }}
      columns={[
        { key: "on", label: t("on"), as: "date" },
        { key: "destination.text", label: t("destination"), share: 22 },
        {
          key: "fileNumber",
          label: t("file"),
          formatter: (_value, row) => fileLink(row),
          text: (_value, row) => row.fileNumber,
        },
        { key: "act", label: t("act") },
        { key: "exVatCents", label: t("exVat"), as: "money" },
        { key: "vatCents", label: t("vat"), as: "money" },
        { key: "chargeable", label: t("chargeable"), as: "yesno" },
        { key: "description", label: t("description"), share: 30 },
      ]}
    />
  );
}

const verdictTones: Readonly<Record<Reconciled["verdict"], Tone>> = {
  same: "good",
  amount: "warn",
  onlyOurs: "bad",
  onlyTheirs: "bad",
};

function useReconcileColumns(): Column<Reconciled>[] {
  const t = useScreenTexts();
  return [
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
}

function Reconcile({ destinations }: { destinations: readonly DestinationRow[] }): ReactNode {
  const t = useScreenTexts();
  const today = useHouseDay();
  const [id, setId] = useState(destinations[0]?.id ?? 0);
  const [on, setOn] = useState<string>(today);
  const found = useCall(reconciliation, { params: { id }, query: { on } });
  const difference = ({ ours, theirs }: Reconciled): number => (theirs?.openCents ?? 0) - (ours?.openCents ?? 0);
  const columns = useReconcileColumns();
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
        <DatePicker label={t("onDay")} value={on} onChange={(day) => setOn(day ?? today)} max={today} />
      </Group>
      <Loaded of={found}>
        {({ toldOn, items }) => (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {toldOn === null ? t("neverTold") : t("toldOn", { date: dateText(toldOn) })}
            </Text>
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
          </>
        )}
      </Loaded>
    </>
  );
}
