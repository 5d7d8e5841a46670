/** How handovers go: destinations and what waits there, batches, figures, events, reports, costs, and reconciliation. */
import { Button, Group, Tabs, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { usePolledCall } from "../../../ground/platform/web/http/polling.web.ts";
import { DateRange } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { addressOfScreen, Link, useAddressQuery, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Empty, Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { listBatches, processingData } from "../batches/batches.contract.ts";
import { Events } from "../batches/events.web.tsx";
import { useBatchColumns } from "../batches/handover.web.tsx";
import { type DestinationRow, listDestinations } from "../destinations/destinations.contract.ts";
import { DestinationForm } from "../destinations/form.web.tsx";
import { fileLink, Reports } from "../feed/reports.web.tsx";
import { handoverMonitoringScreen, handoverScreen, masterdataScreen } from "../handover-batches.contract.ts";
import { Roll } from "../roll/roll.web.tsx";
import { useBatchTexts, useScreenTexts } from "../texts.web.ts";
import { batchStatistics, importedCosts } from "./monitoring.contract.ts";
import { Reconcile } from "./reconcile.web.tsx";

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
              <Lists items={items} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/** The lists of the screen; which one is open stands in the address. */
function Lists({ items }: { items: readonly DestinationRow[] }): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const go = useGo();
  const { values } = useAddressQuery();
  const tab = tabs.find((one) => one === values.tab) ?? "batches";
  // Filters and pages of one list are no other's: the address of a tab begins anew.
  return (
    <Tabs
      value={tab}
      onChange={(next) => go(handoverMonitoringScreen, {}, next === null || next === "batches" ? {} : { tab: next })}
      keepMounted={false}
      activateTabWithKeyboard={false}
    >
      <Tabs.List mb="sm" aria-label={names("monitoring")}>
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(one)}
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
            share: 60,
            wraps: true,
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
  const list = usePolledCall(listBatches, { query: table.query }, 15_000);
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
  const [span, setSpan] = useState<{ from: string | null; until: string | null }>({ from: null, until: null });
  const { from, until } = span;
  const list = useCall(batchStatistics, { body: { ...(from !== null && { from }), ...(until !== null && { until }) } });
  return (
    <>
      <Group mb="xs" gap="xs">
        <Text size="sm" c="dimmed">
          {t("sentBetween")}
        </Text>
        <DateRange label={t("sentBetween")} size="xs" value={span} onChange={setSpan} />
      </Group>
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
    </>
  );
}

function Billed(): ReactNode {
  const t = useScreenTexts();
  const table = useTableState(importedCosts);
  const list = useCall(importedCosts, { query: table.query });
  return (
    <DataTable
      id="handover-billed"
      label={t("billed")}
      list={list}
      state={table}
      rowVariant={({ flags }) => (flags.length > 0 ? "warning" : undefined)}
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
        { key: "description", label: t("description"), share: 24 },
        {
          key: "flags",
          label: t("reason"),
          share: 24,
          formatter: (_value, row) => row.flags.join(" · "),
          text: (_value, row) => row.flags.join(" · "),
        },
      ]}
    />
  );
}
