/** Choosing files for an office: those that are due, pasted numbers, or one that is searched. With a batch in the address, that batch. */
import { Button, SegmentedControl, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { searchFiles } from "../../../cases/file-search/file-search.contract.ts";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import {
  Link,
  useAddressQuery,
  useGo,
  useIdParam,
  usePathParams,
} from "../../../ground/platform/web/pages/links.web.tsx";
import { ErrorState, Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { type DestinationRow, listDestinations } from "../destinations/destinations.contract.ts";
import { handoverScreen, masterdataScreen } from "../handover-batches.contract.ts";
import { type HandoverType, handoverTypes } from "../handover-batches.ts";
import { useBatchTexts, useScreenTexts } from "../texts.web.ts";
import { BatchWork } from "./batch.web.tsx";
import { BatchStatus, useBatchState } from "./batch-state.web.tsx";
import { type HandoverBatch, listBatches, processingData, startHandover } from "./batches.contract.ts";
import { ByDue, ByNumbers, BySearch, type Chosen } from "./choose.web.tsx";

const idOf = (text: string | undefined): number | undefined => {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export function HandoverBatchScreen(): ReactNode {
  const { handoverType } = usePathParams();
  const destinationId = useIdParam("handoverDestination");
  const batch = idOf(useAddressQuery().values.batch);
  const type = handoverTypes.find((known) => known === handoverType);
  const destinations = useCall(listDestinations, {});
  const t = useBatchTexts();
  return (
    <Loaded of={destinations}>
      {({ items }) => {
        const destination = items.find(({ id }) => id === destinationId);
        if (!destination || !type) return <NotThere title={t("title")} />;
        if (batch !== undefined) return <BatchWork key={batch} id={batch} destination={destination} />;
        return <Choose destination={destination} type={type} />;
      }}
    </Loaded>
  );
}

const NotThere = ({ title }: { title: string }): ReactNode => {
  const t = useScreenTexts();
  return (
    <Page title={title}>
      <ErrorState error={new Error(t("none"))} />
    </Page>
  );
};

const ways = ["due", "search", "numbers"] as const;

function Choose({ destination, type }: { destination: DestinationRow; type: HandoverType }): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const go = useGo();
  const [by, setBy] = useState<(typeof ways)[number]>("numbers");
  const maySearch = useMay(searchFiles);
  const params = { handoverType: type, handoverDestination: destination.id };
  const start = useAct(startHandover, {
    invalidates: [listBatches, processingData],
    onSuccess: ({ id }) => go(handoverScreen, params, { batch: id }),
  });
  const plan = (chosen: Chosen): void => void start.run({ body: { type, destination: destination.id, chosen } });
  const way = { plan, isBusy: start.isPending };
  return (
    <Page
      title={names(`type_${type}`)}
      tab={names("title")}
      count={t("toOffice", { office: destination.name })}
      actions={
        <Button
          component={Link}
          to={masterdataScreen}
          params={{ handoverDestination: destination.id }}
          variant="subtle"
        >
          {names("masterdata")}
        </Button>
      }
    >
      <Section title={t("choose")}>
        <Text c="dimmed" size="sm" mb="sm" maw="var(--v-form)">
          {t("chooseHint")}
        </Text>
        <SegmentedControl
          size="xs"
          mb="sm"
          aria-label={t("choose")}
          value={by}
          onChange={(value) => setBy(ways.find((one) => one === value) ?? "numbers")}
          data={ways
            .filter((one) => one !== "search" || maySearch)
            .map((one) => ({ value: one, label: t(`by_${one}`) }))}
        />
        {by === "due" && <ByDue {...way} />}
        {by === "search" && <BySearch {...way} />}
        {by === "numbers" && <ByNumbers {...way} />}
      </Section>
      <Former destination={destination} type={type} />
    </Page>
  );
}

function Former({ destination, type }: { destination: DestinationRow; type: HandoverType }): ReactNode {
  const t = useScreenTexts();
  const filter = { destination: [String(destination.id)], type: [type] };
  const list = useCall(listBatches, { query: { filter, limit: 50 } });
  return (
    <Section title={t("batches")}>
      <DataTable
        id="handover-former"
        label={t("batches")}
        columns={useBatchColumns()}
        list={list}
        views={false}
        rowName={({ id }) => t("batch", { id: String(id) })}
        empty={{ title: t("empty") }}
      />
    </Section>
  );
}

/** The columns of a list of batches; its first leads to the batch. */
export function useBatchColumns(withDestination = false): Column<HandoverBatch>[] {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const stateOf = useBatchState();
  const filesOf = ({ files, count }: HandoverBatch): number => count ?? files.reduce((sum, one) => sum + one.count, 0);
  return [
    {
      key: "id",
      label: t("batches"),
      allowToggle: false,
      formatter: (_value, row) => (
        <Link
          to={handoverScreen}
          params={{ handoverType: row.type, handoverDestination: row.destination.id }}
          search={{ batch: row.id }}
        >
          {t("batch", { id: String(row.id) })}
        </Link>
      ),
      text: (_value, row) => String(row.id),
    },
    ...(withDestination
      ? [
          { key: "destination.text", label: t("destination"), share: 24 },
          {
            key: "type",
            label: t("type"),
            formatter: (_value: unknown, row: HandoverBatch) => names(`type_${row.type}`),
          },
        ]
      : []),
    {
      key: "state",
      label: t("state"),
      share: 30,
      formatter: (_value, row) => <BatchStatus batch={row} />,
      text: (_value, row) => stateOf(row),
    },
    { key: "count", label: t("files"), as: "number", formatter: (_value, row) => filesOf(row) },
    { key: "totalCents", label: t("total"), as: "money" },
    { key: "silentDays", label: t("silentDays"), as: "number" },
    { key: "madeAt", label: t("madeAt"), as: "datetime" },
    { key: "madeBy", label: t("madeBy"), hidden: true },
  ];
}
