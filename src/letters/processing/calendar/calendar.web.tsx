/** The calendar of outgoing messages: a table of days and channels with the capacity of each day, and below it the waiting messages. */

import { Button, Group, Progress, SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { debtorColumn, FileLink } from "../../../cases/files/files.web.tsx";
import { addDays, date } from "../../../ground/kernel/dates.ts";
import { labelled, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { useHouseDay } from "../../../ground/platform/web/content/today.web.ts";
import { dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { FilterBar } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter } from "../../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { weekdayOf } from "../../../ground/platform/web/inputs/format.ts";
import { FilterChip, HorizontalScroll, Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import {
  type Column,
  DataTable,
  type Selection,
  useTableState,
} from "../../../ground/platform/web/table/table.web.tsx";
import { messageChannels } from "../../correspondence/correspondence.ts";
import styles from "../processing.module.css";
import { useProcessingTexts } from "../texts.web.ts";
import {
  moveWaiting,
  readSendCalendar,
  type SendDay,
  sendsOfDay,
  type WaitingSend,
  withdrawMessages,
} from "./calendar.contract.ts";
import { useDays } from "./calendar-days.web.ts";

const reads = [readSendCalendar, sendsOfDay];
export function SendCalendar(): ReactNode {
  const t = useProcessingTexts();
  const { span, days, from, goToday, goBy, setSpan } = useDays();
  const table = useTableState(sendsOfDay);
  const client = readSendCalendar.query.shape.client.parse(table.query.filter?.client);
  const calendar = useCall(readSendCalendar, { query: { from, days, client } });
  return (
    <Page
      title={t("calendarTitle")}
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={() => goBy(-1)}>
            {t("calendarBefore")}
          </Button>
          <Button variant="default" onClick={goToday}>
            {t("calendarToday")}
          </Button>
          <Button variant="default" onClick={() => goBy(1)}>
            {t("calendarAfter")}
          </Button>
        </Group>
      }
    >
      <FilterBar state={table}>
        <ClientFilter name="client" label={t("colClient")} />
        <SegmentedControl
          size="xs"
          aria-label={t("calendarSpan")}
          value={span}
          onChange={setSpan}
          data={[
            { value: "week", label: t("calendarWeek") },
            { value: "month", label: t("calendarMonth") },
          ]}
        />
      </FilterBar>
      <Loaded of={calendar}>
        {(shown) => (
          <>
            <p>
              {t("calendarHours", {
                from: shown.contactFrom,
                until: shown.contactUntil,
                most: String(shown.messagesPerWeek),
              })}
            </p>
            <Days items={shown.items} table={table} />
            <Waiting table={table} most={shown.messagesPerWeek} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

type WaitingTable = ReturnType<typeof useTableState<typeof sendsOfDay>>;

const useDayName = (): ((on: string) => string) => {
  const language = useLanguage();
  return (on) => `${weekdayOf(on, language, "short")} ${dateText(on, {}, language)}`;
};

function Days(props: { items: readonly SendDay[]; table: WaitingTable }): ReactNode {
  const t = useProcessingTexts();
  const today = useHouseDay();
  const language = useLanguage();
  const days = [...new Set(props.items.map(({ on }) => on))];
  return (
    <HorizontalScroll label={t("calendarTitle")} className={styles.scroll}>
      <table className={`${styles.totals} ${styles.days}`}>
        <thead>
          <tr>
            <th scope="col">{t("calendarDay")}</th>
            {messageChannels.map((channel) => (
              <th key={channel} scope="col">
                {t(`calendar_${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((on) => (
            <tr key={on} aria-current={on === today ? "date" : undefined}>
              <th scope="row">
                <time dateTime={on}>
                  {weekdayOf(on, language, "short")} <span>{dateText(on, {}, language)}</span>
                </time>
              </th>
              {props.items
                .filter((item) => item.on === on)
                .map((item) => (
                  <td key={item.channel}>
                    <Cell item={item} table={props.table} />
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  );
}

/** The messages of a day by channel; selecting waiting ones filters the list, selecting them again removes the filter. */
function Cell({ item, table }: { item: SendDay; table: WaitingTable }): ReactNode {
  const t = useProcessingTexts();
  const dayName = useDayName();
  const today = useHouseDay();
  const { waiting, due, taken, most, on, channel, open } = item;
  if (waiting + due + taken === 0) return <span className={styles.none}>{open ? "–" : t("calendarClosed")}</span>;
  const isChosen = table.filter.on === on && table.filter.channel === channel;
  const ready = t("calendarReady", { count: waiting });
  return (
    <div className={styles.cell}>
      {waiting > 0 && (
        <Button
          size="compact-xs"
          variant={isChosen ? "filled" : "light"}
          aria-pressed={isChosen}
          aria-label={labelled(ready, `${dayName(on)}, ${t(`calendar_${channel}`)}`)}
          onClick={() => table.setFilter(isChosen ? { on: null, channel: null } : { on, channel })}
        >
          {ready}
        </Button>
      )}
      {due > 0 && on >= today && <span>{t("calendarExpected", { count: due })}</span>}
      {due > 0 && on < today && <Status tone="warn">{t("calendarOverdue", { count: due })}</Status>}
      {!open && <Status tone="warn">{t("calendarClosed")}</Status>}
      {most !== null && <Room count={taken + (on < today ? 0 : due)} most={most} />}
    </div>
  );
}

/** How much of a day's limit is taken, over all files and pre-collection, with what is expected of the chosen files. */
function Room({ count, most }: { count: number; most: number }): ReactNode {
  const t = useProcessingTexts();
  const label = t("calendarOf", { count, most });
  return (
    <span className={styles.room}>
      <Progress
        size="sm"
        value={Math.min(100, (100 * count) / most)}
        color={count > most ? "red" : "teal"}
        aria-label={label}
      />
      <Status tone={count > most ? "bad" : "neutral"}>{label}</Status>
    </span>
  );
}

/** The day and channel of the list below, each with a button to remove that filter. */
function Chosen({ table }: { table: WaitingTable }): ReactNode {
  const t = useProcessingTexts();
  const dayName = useDayName();
  const { on, channel } = table.filter;
  const named = messageChannels.find((known) => known === channel);
  if (on === undefined && named === undefined) return null;
  return (
    <Group gap="xs">
      {on !== undefined && (
        <FilterChip label={t("calendarDay")} value={dayName(on)} onRemove={() => table.setFilter({ on: null })} />
      )}
      {named !== undefined && (
        <FilterChip
          label={t("colChannel")}
          value={t(`calendar_${named}`)}
          onRemove={() => table.setFilter({ channel: null })}
        />
      )}
    </Group>
  );
}

function useWaitingColumns(most: number): Column<WaitingSend>[] {
  const t = useProcessingTexts();
  return [
    {
      key: "fileNumber",
      label: t("colFile"),
      allowToggle: false,
      formatter: (_value, row) => <FileLink id={row.fileId}>{row.fileNumber}</FileLink>,
      text: (_value, row) => row.fileNumber,
    },
    debtorColumn(t("colDebtor"), t("colClient"), { share: 24 }),
    {
      key: "channel",
      label: t("colChannel"),
      formatter: (_value, row) => t(`calendar_${row.channel}`),
      text: (_value, row) => t(`calendar_${row.channel}`),
    },
    { key: "subject", label: t("calendarSubject"), share: 30, wraps: true, limit: 80 },
    { key: "sendAfter", label: t("calendarLeaves"), sortable: true, as: "datetime" },
    {
      key: "inWeek",
      label: t("calendarInWeek"),
      formatter: (_value, row) =>
        row.channel === "post" ? (
          "–"
        ) : (
          <Status tone={row.inWeek > most ? "bad" : "neutral"}>
            {t("calendarTooMany", { count: row.inWeek, most })}
          </Status>
        ),
      text: (_value, row) => String(row.inWeek),
    },
  ];
}

function Waiting({ table, most }: { table: WaitingTable; most: number }): ReactNode {
  const t = useProcessingTexts();
  const list = useCall(sendsOfDay, { query: table.query });
  const withdraw = useAct(withdrawMessages, {
    invalidates: reads,
    onSuccess: ({ withdrawn }) => {
      notify({ message: t("calendarWithdrawn", { count: withdrawn }), variant: "success" });
    },
  });
  const askBack = async ({ rows, clear }: Selection<WaitingSend>): Promise<void> => {
    const reason = await promptText(t("calendarReason"), {
      title: t("calendarPullBack"),
      yes: t("calendarPullBack"),
      required: true,
      danger: true,
    });
    // Whoever thinks better of it, or is refused, keeps what was chosen.
    if (reason && (await withdraw.run({ body: { messages: rows.map(({ id }) => id), reason } }))) clear();
  };
  const columns = useWaitingColumns(most);
  return (
    <Section title={t("calendarWaiting")}>
      <DataTable
        id="send-calendar"
        label={t("calendarWaiting")}
        columns={columns}
        list={list}
        state={table}
        rowName={(row) => `${row.fileNumber} ${row.debtorName}`}
        exportName="send-calendar"
        empty={{ title: t("calendarNone"), text: t("calendarNoneHint") }}
        filters={<Chosen table={table} />}
        selectable
        bulk={(selection) => (
          <>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                openModal({ title: t("calendarMove"), size: "md" }, (close) => (
                  <MoveForm rows={selection.rows} close={close} onMoved={selection.clear} />
                ))
              }
            >
              {t("calendarMove")}
            </Button>
            <Button size="compact-sm" color="red" variant="light" onClick={() => void askBack(selection)}>
              {t("calendarPullBack")}
            </Button>
          </>
        )}
      />
    </Section>
  );
}

function MoveForm(props: { rows: readonly WaitingSend[]; close: () => void; onMoved: () => void }): ReactNode {
  const t = useProcessingTexts();
  const today = useHouseDay();
  const form = useCallForm(moveWaiting, {
    messages: props.rows.map(({ id }) => id),
    on: addDays(date(today), 1),
    reason: "",
  });
  const moveAct = useAct(moveWaiting, {
    invalidates: reads,
    onSuccess: ({ moved }) => {
      notify({ message: t("calendarMoved", { count: moved }), variant: "success" });
      props.onMoved();
    },
  });
  return (
    <Form
      form={form}
      submit={t("calendarMove")}
      onSave={(body) => moveAct.mutateAsync({ body })}
      onSaved={props.close}
      onCancel={props.close}
    >
      <DateField name="on" label={t("calendarMoveTo")} required />
      <TextField name="reason" label={t("calendarReason")} required maxLength={300} />
    </Form>
  );
}
