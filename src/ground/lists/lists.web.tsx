/** The screen of a list of settings: one table, and a form in a modal. The same for every list. */
import { Button, SegmentedControl } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { openModal } from "../platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../platform/web/http/api.web.ts";
import { FilterBar, SearchFilter } from "../platform/web/inputs/filter-bar.web.tsx";
import { useMay } from "../platform/web/pages/current-user.web.tsx";
import { addressOfScreen, useGo } from "../platform/web/pages/links.web.tsx";
import { Page } from "../platform/web/pages/page.web.tsx";
import { DataTable, useTableState } from "../platform/web/table/table.web.tsx";
import type { ListName } from "./catalogue/routes.ts";
import { RowActions } from "./engine/actions.web.tsx";
import { useChosen, useListColumns } from "./engine/columns.web.tsx";
import { ListForm } from "./engine/form.web.tsx";
import { callsOf } from "./engine/list.contract.ts";
import type { ListRow, SettingList } from "./engine/list.ts";
import { titleOf, useListTexts, useWords } from "./engine/texts.web.ts";
import { addAutoreply, editAutoreply, showAutoreply } from "./lists.contract.ts";
import { listNamed } from "./lists.ts";

export { AddAutoreply, EditAutoreply, ShowAutoreply } from "./catalogue/autoreply.web.tsx";

/** The screen of a list, by its name. */
export const listPage = (name: ListName): ComponentType => {
  const list = listNamed(name);
  return () => <ListScreen list={list} />;
};

/** Opens a record: in a modal, or on the screens of its own that the specification gives the automatic replies. */
function useOpen(list: SettingList) {
  const t = useListTexts();
  const words = useWords(list);
  const go = useGo();
  const ownScreens = list.name === "autoreply-label";
  return {
    edit: (row?: ListRow): void => {
      if (ownScreens) {
        go(row ? addressOfScreen(editAutoreply, { id: row.id }) : addressOfScreen(addAutoreply));
        return;
      }
      const title = t(row ? "edit" : "add", { one: words.translate("one") });
      openModal({ title, size: "lg" }, (close) => <ListForm list={list} row={row} onSaved={close} onCancel={close} />);
    },
    ...(ownScreens ? { linkTo: (row: ListRow) => addressOfScreen(showAutoreply, { id: row.id }) } : {}),
  };
}

function ListScreen({ list }: { list: SettingList }): ReactNode {
  const t = useListTexts();
  const words = useWords(list);
  const calls = callsOf(list.name);
  const table = useTableState(calls.list);
  const read = useCall(calls.list, { query: table.query });
  const { names } = useChosen(list);
  const columns = useListColumns(list, names);
  const { edit, linkTo } = useOpen(list);
  const mayEdit = useMay({ who: calls.create.who });
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => edit()}>
      {t("add", { one: words.translate("one") })}
    </Button>
  );
  return (
    <Page title={words.translate("title")} count={read.data?.total} actions={add || undefined}>
      <DataTable
        id={`list-${list.name}`}
        label={words.translate("title")}
        columns={columns}
        list={read}
        state={table}
        rowName={(row) => titleOf(list, row)}
        linkTo={linkTo}
        onOpen={mayEdit && !linkTo ? edit : undefined}
        rowVariant={(row) => (row.archivedAt === null ? undefined : "muted")}
        exportName={list.name}
        empty={{ title: t("emptyTitle"), text: words.translate("hint"), action: add || undefined }}
        actions={(row) => (
          <RowActions list={list} row={row} inOrder={table.sort === undefined && !table.isFiltered} onEdit={edit} />
        )}
        filters={
          <FilterBar state={table}>
            <SearchFilter name="search" label={t("search")} />
            <SegmentedControl
              size="xs"
              aria-label={t("show")}
              value={table.filter.archived ?? "no"}
              onChange={(archived) => table.setFilter({ archived: archived === "no" ? null : archived })}
              data={[
                { value: "no", label: t("showNo") },
                { value: "yes", label: t("showYes") },
                { value: "all", label: t("showAll") },
              ]}
            />
          </FilterBar>
        }
      />
    </Page>
  );
}
