/** A week of the agenda, a column for each day. Items go to another day by dragging them, or with Alt and an arrow. */
import { ActionIcon, Button, SegmentedControl, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import {
  addDays,
  dayNumber,
  daysBetween,
  type PlainDate,
  parsePlainDate,
  weekday,
} from "../../../ground/kernel/dates.ts";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { useKeys } from "../../../ground/platform/web/feedback/keys.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatNumber, weekdayOf } from "../../../ground/platform/web/inputs/format.ts";
import { useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../agenda.module.css";
import { type AgendaActs, useAgendaActs } from "../items/actions.web.tsx";
import { type AgendaItem, listAgenda } from "../items/items.contract.ts";
import { mondayOf } from "../items/planning.ts";
import { useAgendaTexts, useToday } from "../texts.web.ts";

/** As many items of a week as are drawn. */
const shown = 500;

/** The number of a week: that of its Thursday (ISO 8601). */
function weekNumber(monday: PlainDate): number {
  const thursday = addDays(monday, 3);
  const first = parsePlainDate(`${thursday.slice(0, 4)}-01-01`) ?? thursday;
  return Math.floor((dayNumber(thursday) - dayNumber(first)) / 7) + 1;
}

export function Week(): ReactNode {
  const t = useAgendaTexts();
  const { values, set } = useAddressQuery();
  const today = useToday();
  const monday = mondayOf(parsePlainDate(values.week ?? "") ?? today);
  const scope = values.scope === "team" ? "team" : "mine";
  const isThis = monday === mondayOf(today);
  const first = isThis ? today : monday;
  // What is overdue stands under today, wherever it was planned.
  const filter = { scope, onTo: lastDay(first, isThis), ...(isThis ? {} : { onFrom: monday }) } as const;
  const list = useCall(listAgenda, { query: { filter, limit: shown } });
  const go = (to: PlainDate | null): void => set({ week: to }, { push: true });
  return (
    <>
      <div className={styles.weekHead}>
        <ActionIcon variant="default" aria-label={t("previousWeek")} onClick={() => go(addDays(monday, -7))}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <b>
          {t("week", { number: weekNumber(monday) })} · {dateText(first)}
        </b>
        <ActionIcon variant="default" aria-label={t("followingWeek")} onClick={() => go(addDays(monday, 7))}>
          <IconChevronRight size={16} />
        </ActionIcon>
        {!isThis && (
          <Button size="compact-sm" variant="subtle" onClick={() => go(null)}>
            {t("thisWeek")}
          </Button>
        )}
        <SegmentedControl
          size="xs"
          aria-label={t("scope")}
          value={scope}
          onChange={(next) => set({ scope: next === "team" ? "team" : null })}
          data={(["mine", "team"] as const).map((value) => ({ value, label: t(`scope_${value}`) }))}
        />
        <Text span size="sm" c="dimmed" id="agenda-week-hint">
          {t("weekHint")}
        </Text>
      </div>
      <Loaded of={list}>
        {({ items, total }) => (
          <Board items={items} more={Math.max(0, total - items.length)} first={first} isThis={isThis} />
        )}
      </Loaded>
    </>
  );
}

interface Day {
  readonly on: PlainDate;
  readonly items: readonly AgendaItem[];
}

/** Of this week what is still to come is shown, and as much of the next as makes five days of work; of others, Monday to Sunday. */
function lastDay(first: PlainDate, isThis: boolean): PlainDate {
  let on = first;
  for (let days = weekday(first) <= 5 ? 1 : 0; isThis && days < 5; ) {
    on = addDays(on, 1);
    if (weekday(on) <= 5) days++;
  }
  return isThis ? on : addDays(first, 6);
}

/** The days that are worked on, and those of a weekend on which something is planned; what is overdue under today. */
function daysOf(first: PlainDate, isThis: boolean, items: readonly AgendaItem[], now: PlainDate): readonly Day[] {
  const days = Array.from({ length: daysBetween(first, lastDay(first, isThis)) + 1 }, (_, at) => addDays(first, at));
  const placeOf = (item: AgendaItem): string => (isThis && item.on < now ? now : item.on);
  return days
    .map((on) => ({ on, items: items.filter((item) => placeOf(item) === on) }))
    .filter(({ on, items: those }) => weekday(on) <= 5 || those.length > 0 || on === now);
}

/** The day of work before or after a day. */
function stepDay(from: PlainDate, by: 1 | -1): PlainDate {
  let on = addDays(from, by);
  while (weekday(on) > 5) on = addDays(on, by);
  return on;
}

type Move = (item: AgendaItem, on: PlainDate) => void;

/** Dragging an item to another day: over which day it is, and what a column listens to. */
function useDragging(now: PlainDate, move: Move) {
  const [over, setOver] = useState<PlainDate>();
  const dragged = useRef<AgendaItem | undefined>(undefined);
  const drop = (on: PlainDate) => ({
    onDragOver: (event: DragEvent): void => {
      if (on < now || dragged.current === undefined) return;
      event.preventDefault();
      setOver(on);
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(undefined);
      if (dragged.current) move(dragged.current, on);
    },
  });
  const drag = (item: AgendaItem, is: boolean): void => {
    dragged.current = is ? item : undefined;
  };
  return { over, drop, drag };
}

function Board(props: { items: readonly AgendaItem[]; more: number; first: PlainDate; isThis: boolean }): ReactNode {
  const t = useAgendaTexts();
  const acts = useAgendaActs();
  const now = useToday();
  const days = daysOf(props.first, props.isThis, props.items, now);
  const follow = useFollowingFocus(props.items);
  useCardKeys(props.items, acts);
  const move = (item: AgendaItem, on: PlainDate): void => {
    if (on === item.on || on < now) return;
    follow(item.id);
    void acts.moveTo([item], { on });
  };
  const onKey = (event: KeyboardEvent, item: AgendaItem): void => {
    if (!event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    const from = parsePlainDate(item.on < now ? now : item.on);
    if (from) move(item, stepDay(from, event.key === "ArrowLeft" ? -1 : 1));
  };
  const { over, drop, drag } = useDragging(now, move);
  return (
    <>
      <div className={styles.week}>
        {days.map((day) => (
          <section
            key={day.on}
            className={styles.column}
            aria-labelledby={`agenda-${day.on}`}
            data-today={day.on === now}
            data-over={over === day.on}
            data-day={day.on}
            {...drop(day.on)}
          >
            <DayHead day={day} />
            <ul className={styles.cards}>
              {day.items.map((item) => (
                <li key={item.id}>
                  <Card
                    item={item}
                    onOpen={() => acts.edit(item)}
                    onKeyDown={(event) => onKey(event, item)}
                    onDrag={(is) => drag(item, is)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {props.more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t("moreOn", { count: props.more })}
        </Text>
      )}
    </>
  );
}

function DayHead({ day }: { day: Day }): ReactNode {
  const t = useAgendaTexts();
  const language = useLanguage();
  return (
    <h2 className={styles.columnHead} id={`agenda-${day.on}`}>
      {weekdayOf(day.on, language)} {dateText(day.on).slice(0, 5)}
      <span title={t("dayCount", { count: day.items.length })}>{formatNumber(day.items.length, language)}</span>
    </h2>
  );
}

function Card(props: {
  item: AgendaItem;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onDrag: (is: boolean) => void;
}): ReactNode {
  const { item } = props;
  return (
    <button
      type="button"
      className={styles.card}
      data-item={item.id}
      data-urgent={item.urgent}
      data-overdue={item.overdue}
      aria-describedby="agenda-week-hint"
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
      title={item.note ?? undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", item.fileNumber);
        event.dataTransfer.effectAllowed = "move";
        props.onDrag(true);
      }}
      onDragEnd={() => props.onDrag(false)}
      onClick={props.onOpen}
      onKeyDown={props.onKeyDown}
    >
      {item.subject.text}
      <small>
        {item.fileNumber} · {item.debtorName}
      </small>
      {(item.overdue || item.urgent) && <Marks item={item} />}
    </button>
  );
}

function Marks({ item }: { item: AgendaItem }): ReactNode {
  const t = useAgendaTexts();
  return (
    <small>
      {[item.overdue ? `${t("overdue")} (${dateText(item.on)})` : "", item.urgent ? t("urgent") : ""]
        .filter((text) => text !== "")
        .join(" · ")}
    </small>
  );
}

/** Gives the focus back to an item once it stands on its new day. */
function useFollowingFocus(items: readonly AgendaItem[]): (id: number) => void {
  const wanted = useRef<number | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new items are what the focus waits for.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const card = document.querySelector<HTMLElement>(`[data-item="${wanted.current}"]`);
    if (card === null) return;
    card.focus();
    if (document.activeElement === card) wanted.current = undefined;
  }, [items]);
  return (id) => {
    wanted.current = id;
  };
}

/** Keys for the item that has the focus. */
function useCardKeys(items: readonly AgendaItem[], acts: AgendaActs): void {
  const t = useAgendaTexts();
  const withCard = (act: (item: AgendaItem) => void) => (): void => {
    const id = document.activeElement?.closest<HTMLElement>("[data-item]")?.dataset.item;
    const item = items.find((one) => String(one.id) === id);
    if (item) act(item);
  };
  useKeys([
    { key: "d", label: t("keyDone"), run: withCard((item) => acts.done([item.id])) },
    { key: "m", label: t("keyMove"), run: withCard((item) => acts.move([item])) },
  ]);
}
