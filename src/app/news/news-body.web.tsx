/** All items of the news for who writes them: drafts, planned ones and those that are over too. */

import { ActionIcon, Group } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { HistoryButton } from "../../ground/platform/web/content/history.web.tsx";
import { labelled } from "../../ground/platform/web/content/texts.web.ts";
import { Status, type Tone } from "../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { useGo } from "../../ground/platform/web/pages/links.web.tsx";
import { type Column, DataTable, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import {
  countUnread,
  deleteNews,
  editNewsScreen,
  listDrafts,
  listNews,
  type NewsDraft,
  restoreNews,
} from "./news.contract.ts";
import { type Standing, standings } from "./news.ts";
import { roleText, useNewsTexts } from "./texts.web.ts";

const tones: Readonly<Record<Standing, Tone>> = { shown: "good", planned: "accent", draft: "warn", over: "neutral" };
const stale = [listDrafts, listNews, countUnread];

function useWrittenColumns(): Column<NewsDraft>[] {
  const t = useNewsTexts();
  const audienceOf = ({ audience }: NewsDraft): string =>
    audience.length === 0 ? t("everyone") : audience.map(roleText).join(", ");
  return [
    { key: "title", label: t("newsTitle"), sortable: true, allowToggle: false, limit: 40 },
    {
      key: "standing",
      label: t("standing"),
      formatter: (_value, row) => <Status tone={tones[row.standing]}>{t(`standing_${row.standing}`)}</Status>,
      text: (_value, row) => t(`standing_${row.standing}`),
    },
    { key: "audience", label: t("audience"), formatter: (_value, row) => audienceOf(row), limit: 24 },
    { key: "from", label: t("fromShort"), as: "date", sortable: true },
    { key: "until", label: t("untilShort"), as: "date", sortable: true },
    { key: "readers", label: t("readers"), as: "number", sortable: true },
    { key: "author", label: t("author"), limit: 20 },
  ];
}

export function NewsBody(): ReactNode {
  const t = useNewsTexts();
  const go = useGo();
  const state = useTableState(listDrafts);
  const list = useCall(listDrafts, { query: state.query });
  const remove = useAct(deleteNews, { invalidates: stale });
  const restore = useAct(restoreNews, { invalidates: stale });
  const take = async ({ id, title }: NewsDraft): Promise<void> => {
    if (!(await remove.run({ params: { id } }))) return;
    const undo = async (): Promise<void> => {
      if (await restore.run({ params: { id } })) notify({ message: t("restored", { title }), variant: "success" });
    };
    notify({ message: t("deleted", { title }), variant: "success", undo });
  };

  const columns = useWrittenColumns();
  return (
    <DataTable
      id="news"
      label={t("writing")}
      columns={columns}
      list={list}
      state={state}
      filters={
        <FilterBar state={state}>
          <SearchFilter name="search" label={t("search")} />
          <ChoiceFilter
            name="standing"
            label={t("standing")}
            options={standings.map((value) => ({ value, label: t(`standing_${value}`) }))}
          />
        </FilterBar>
      }
      rowName={(row) => row.title}
      onOpen={({ id }) => go(editNewsScreen, { id })}
      empty={{ title: t("emptyWritten"), text: t("emptyWrittenHint") }}
      actions={(row) => (
        <Group gap={4} wrap="nowrap">
          <HistoryButton compact subject="news" subjectId={row.id} name={row.title} />
          <ActionIcon
            variant="subtle"
            aria-label={labelled(t("edit"), row.title)}
            onClick={() => go(editNewsScreen, { id: row.id })}
          >
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={labelled(t("delete"), row.title)}
            onClick={() => void take(row)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      )}
    />
  );
}
