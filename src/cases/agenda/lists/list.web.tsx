/** The lists of the agenda: my day, the team, what is overdue, everything. Worked through with the mouse or by keyboard alone. */

import { ActionIcon, Button, Group, Menu, MultiSelect } from "@mantine/core";
import { IconCheck, IconDots, IconRepeat } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { countCap } from "../../../ground/kernel/query.ts";
import { labelled, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { DueDate, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { type KeyAct, useKeys } from "../../../ground/platform/web/feedback/keys.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import {
  ChoiceFilter,
  FilterBar,
  minWidthFor,
  SearchFilter,
  useFiltered,
} from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter, DatesFilter } from "../../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import {
  type Column,
  DataTable,
  type FilterChanges,
  type Selection,
  useTableState,
} from "../../../ground/platform/web/table/table.web.tsx";
import { debtorColumn, useRowsToFiles } from "../../files/files.web.tsx";
import styles from "../agenda.module.css";
import { agendaExclusions, agendaPeriods, agendaScopes } from "../agenda.ts";
import { type AgendaActs, useAgendaActs } from "../items/actions.web.tsx";
import { useOwners } from "../items/forms.web.tsx";
import { type AgendaItem, agendaFilterStatuses, agendaSubjectList, listAgenda } from "../items/items.contract.ts";
import { useAgendaTexts } from "../texts.web.ts";

/** The agenda's list in the address; each view has filters of its own that hold by default. */
export const useAgendaTable = (filter: FilterChanges) => useTableState(listAgenda, { filter });
type AgendaTable = ReturnType<typeof useAgendaTable>;

function Subject({ item }: { item: AgendaItem }): ReactNode {
  const t = useAgendaTexts();
  return (
    <span className={styles.subject}>
      {item.subject.text}
      {item.urgent && <Status tone="warn">{t("urgent")}</Status>}
      {item.repeat !== null && (
        <IconRepeat
          size={13}
          role="img"
          aria-label={t(`every_${item.repeat.unit}`, { count: item.repeat.every })}
          color="var(--v-mute)"
        />
      )}
    </span>
  );
}

function useColumns(isOwn: boolean): Column<AgendaItem>[] {
  const t = useAgendaTexts();
  const statuses = useCall(agendaFilterStatuses, {}).data?.items ?? [];
  const statusOf = (id: string): string => statuses.find((status) => status.id === id)?.text ?? id;
  return [
    { key: "fileNumber", label: t("file"), sortable: true, allowToggle: false },
    debtorColumn(t("debtor"), t("client"), { share: 22, sortable: { debtor: true, client: true }, allowToggle: false }),
    {
      key: "subject.text",
      label: t("subject"),
      sortable: true,
      sortKey: "subject",
      allowToggle: false,
      share: 22,
      wraps: true,
      card: "line",
      formatter: (_value, item) => <Subject item={item} />,
      text: (_value, item) => item.subject.text,
    },
    {
      key: "on",
      label: t("on"),
      as: "date",
      sortable: true,
      formatter: (_value, item) => <DueDate value={item.on} overdue={item.overdue} />,
    },
    { key: "note", label: t("note"), share: 28, limit: null },
    { key: "owner.name", label: t("owner"), sortable: true, sortKey: "owner", share: 14, hidden: isOwn },
    {
      key: "status",
      label: t("status"),
      hidden: true,
      formatter: (_value, item) => statusOf(item.status),
      text: (_value, item) => statusOf(item.status),
    },
    { key: "openCents", label: t("open"), as: "money", sortable: true },
    { key: "outcome", label: t("outcome"), hidden: true, limit: 48 },
    { key: "archivedAt", label: t("archivedAt"), as: "datetime", hidden: true },
    { key: "archivedBy", label: t("archivedBy"), hidden: true },
    {
      key: "createdBy",
      label: t("createdBy"),
      hidden: true,
      formatter: (_value, item) => item.createdBy ?? t("bySystem"),
      text: (_value, item) => item.createdBy ?? t("bySystem"),
    },
  ];
}

/** The item of the row that has the focus. */
const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>("tr[data-row]") ?? null;

/** Keys for the row with the focus; when it goes away, the one that takes its place gets the focus. */
function useRowActs(items: readonly AgendaItem[], acts: AgendaActs): void {
  const t = useAgendaTexts();
  const place = useRef<number | undefined>(undefined);
  const withRow = (act: (item: AgendaItem) => void) => (): void => {
    const row = focusedRow();
    const at = items.findIndex(({ id }) => String(id) === row?.dataset.row);
    const item = items[at];
    if (!item) return;
    place.current = at;
    act(item);
  };
  const keys: readonly KeyAct[] = [
    { key: "d", label: t("keyDone"), run: withRow((item) => item.state === "open" && acts.done([item.id])) },
    { key: "m", label: t("keyMove"), run: withRow((item) => item.state === "open" && acts.move([item])) },
    { key: "e", label: t("keyEdit"), run: withRow((item) => item.state === "open" && acts.edit(item)) },
  ];
  useKeys(keys);
  const ids = items.map(({ id }) => id).join(" ");
  const before = useRef(ids);
  useEffect(() => {
    const at = place.current;
    if (before.current === ids || at === undefined) return;
    before.current = ids;
    place.current = undefined;
    const timer = setInterval(() => {
      // The form that did it goes first, and gives the focus back to the page.
      if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
      clearInterval(timer);
      const rows = document.querySelectorAll<HTMLElement>("tr[data-row]");
      const next = rows[Math.min(at, rows.length - 1)];
      if (next && document.activeElement?.contains(next)) next.focus();
    }, 50);
    return () => clearInterval(timer);
  }, [ids]);
}

export function AgendaList(props: {
  id: string;
  state: AgendaTable;
  /** Filters that the view itself sets are not offered. */
  without?: readonly ("scope" | "period")[];
  empty: { readonly title: string; readonly text: string };
}): ReactNode {
  const t = useAgendaTexts();
  const { state } = props;
  const list = useCall(listAgenda, { query: state.query });
  const columns = useColumns(state.filter.scope === "mine");
  const acts = useAgendaActs();
  const rowsToFiles = useRowsToFiles<AgendaItem>((item) => item.fileId);
  useRowActs(list.data?.items ?? [], acts);
  return (
    <DataTable
      id={props.id}
      label={t("title")}
      columns={columns}
      list={list}
      state={state}
      filters={<Filters state={state} without={props.without ?? []} />}
      rowName={(item) => `${item.fileNumber} ${item.debtorName}, ${item.subject.text}`}
      {...rowsToFiles}
      rowVariant={(item) => (item.state === "archived" ? "muted" : undefined)}
      empty={props.empty}
      selectable
      bulkOfAll
      bulk={(selection) => <BulkActs selection={selection} state={state} acts={acts} />}
      actions={(item) => <RowActs item={item} acts={acts} />}
    />
  );
}

function Filters(props: { state: AgendaTable; without: readonly string[] }): ReactNode {
  const t = useAgendaTexts();
  const statuses = useCall(agendaFilterStatuses, {}).data?.items ?? [];
  const subjects = useCall(agendaSubjectList, {}).data?.items ?? [];
  const owners = useOwners();
  const named = <K extends string>(keys: readonly K[], name: (key: K) => string) =>
    keys.map((value) => ({ value, label: name(value) }));
  return (
    <FilterBar state={props.state}>
      <SearchFilter name="search" label={t("search")} />
      {!props.without.includes("scope") && (
        <ChoiceFilter name="scope" label={t("scope")} options={named(agendaScopes, (key) => t(`scope_${key}`))} />
      )}
      {!props.without.includes("period") && (
        <>
          <ChoiceFilter name="period" label={t("period")} options={named(agendaPeriods, (key) => t(`period_${key}`))} />
          <DatesFilter name="on" label={t("on")} />
        </>
      )}
      <ChoiceFilter
        name="subject"
        label={t("subject")}
        options={subjects.map(({ id, text }) => ({ value: String(id), label: text }))}
      />
      {!props.without.includes("scope") && <ChoiceFilter name="owner" label={t("owner")} options={owners} />}
      <ChoiceFilter
        name="status"
        label={t("status")}
        options={statuses.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <ClientFilter name="client" label={t("client")} />
      <ExcludedFilter />
      {!props.without.includes("period") && (
        <ChoiceFilter
          name="state"
          label={t("stateFilter")}
          options={named(["open", "archived", "all"] as const, (key) => t(`state_${key}`))}
        />
      )}
    </FilterBar>
  );
}

/** The options of the specification that leave items out; several at once. */
function ExcludedFilter(): ReactNode {
  const t = useAgendaTexts();
  const { filter, setFilter } = useFiltered();
  return (
    <MultiSelect
      aria-label={t("excluded")}
      placeholder={filter.excluded ? "" : t("excluded")}
      data={agendaExclusions.map((value) => ({ value, label: t(`excluded_${value}`) }))}
      value={filter.excluded?.split(",") ?? []}
      onChange={(excluded) => setFilter({ excluded })}
      style={filter.excluded ? { width: "auto" } : minWidthFor(t("excluded"))}
      classNames={{ root: styles.excludedBox ?? "", input: styles.excluded ?? "" }}
    />
  );
}

/** What is done to the items that are selected, or to all that the filters find. */
function BulkActs(props: { selection: Selection<AgendaItem>; state: AgendaTable; acts: AgendaActs }): ReactNode {
  const t = useAgendaTexts();
  const language = useLanguage();
  const { selection, acts, state } = props;
  const open = selection.rows.filter((item) => item.state === "open");
  if (selection.allMatching) {
    const filter = state.query.filter ?? {};
    // Beyond what is counted, and among what is done already, it is not known how many are open.
    const isKnown = selection.count < countCap && (filter.state ?? "open") === "open";
    const count = formatNumber(selection.count, language);
    const move = isKnown ? t("moveMany", { count }) : t("moveAll");
    const done = isKnown ? t("doneMany", { count }) : t("doneAll");
    return (
      <>
        <Button variant="default" onClick={() => acts.moveAll({ filter, submit: move, onBegun: selection.clear })}>
          {move}
        </Button>
        <Button onClick={() => acts.doneAll({ filter, submit: done, onBegun: selection.clear })}>{done}</Button>
      </>
    );
  }
  const count = open.length;
  return (
    <>
      <Button variant="default" disabled={count === 0} onClick={() => acts.move(open)}>
        {t("moveMany", { count })}
      </Button>
      <Button disabled={count === 0} onClick={() => acts.done(open.map(({ id }) => id))}>
        {t("doneMany", { count })}
      </Button>
    </>
  );
}

function RowActs({ item, acts }: { item: AgendaItem; acts: AgendaActs }): ReactNode {
  const t = useAgendaTexts();
  const name = `${item.fileNumber}, ${item.subject.text}`;
  if (item.state === "archived")
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={labelled(t("restore"), name)}
        onClick={() => void acts.restore([item.id])}
      >
        {t("restore")}
      </Button>
    );
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <ActionIcon
        variant="subtle"
        aria-label={labelled(t("done"), name)}
        title={t("done")}
        onClick={() => acts.done([item.id])}
      >
        <IconCheck size={16} />
      </ActionIcon>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={labelled(t("edit"), name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => acts.edit(item)}>{t("edit")}</Menu.Item>
          <Menu.Item onClick={() => acts.move([item])}>{t("moveTo")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
