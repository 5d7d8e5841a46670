/** The chooser of saved views in a table's toolbar: choose, save, update, share, open with, delete. */
import { Button, Menu } from "@mantine/core";
import {
  IconBookmark,
  IconChevronDown,
  IconDeviceFloppy,
  IconPencil,
  IconPin,
  IconPlus,
  IconTrash,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { labelled, useTexts } from "../platform/web/content/texts.web.ts";
import { openModal } from "../platform/web/feedback/dialogs.web.tsx";
import { notify } from "../platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../platform/web/http/api.web.ts";
import { lazyComponent } from "../platform/web/pages/lazy.web.tsx";
import type { TableViewsProps } from "../platform/web/table/table.web.tsx";
import { chooseDefaultView, createView, deleteView, listViews, updateView, type ViewRow } from "./views.contract.ts";
import type { viewsTexts } from "./views.texts.ts";

const ViewForm = lazyComponent(() => import("./form.web.tsx").then((m) => m.ViewForm));

/** Whether two texts of an address say the same, in whatever order. */
const sameQuery = (a: string, b: string): boolean => {
  const sorted = (text: string): string => {
    const query = new URLSearchParams(text);
    query.sort();
    return query.toString();
  };
  return sorted(a) === sorted(b);
};

/** The columns as they are compared: the order in which somebody hid them says nothing. */
const columnsText = ({ hidden, order, widths }: ViewRow["columns"]): string =>
  JSON.stringify([[...hidden].sort(), order, Object.entries(widths).sort()]);

export function TableViews(props: TableViewsProps): ReactNode {
  const t = useTexts<typeof viewsTexts>("views");
  const { table, state } = props;
  const list = useCall(listViews, { query: { table } }, { quiet: true });
  const views = list.data?.items ?? [];
  const chosen = views.find((view) => String(view.id) === state.view);
  useOpening(props, list.data?.items);
  const changed =
    chosen !== undefined &&
    (!sameQuery(chosen.query, state.arrangement) || columnsText(chosen.columns) !== columnsText(props.columns));
  const name = chosen?.name ?? t("standard");
  return (
    <Menu position="bottom-end" withinPortal shadow="md" width={300} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          maw={260}
          leftSection={<IconBookmark size={14} aria-hidden />}
          rightSection={<IconChevronDown size={12} aria-hidden />}
          aria-label={labelled(t("view"), `${name}${changed ? ` (${t("changed")})` : ""}`)}
        >
          <span style={{ overflow: "hidden", textOverflow: "ellipsis" }}>
            {name}
            {changed && " •"}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: "auto" }}>
        <Choices {...props} views={views} chosen={chosen} />
        <Acts {...props} views={views} chosen={chosen} changed={changed} teams={list.data?.teams ?? []} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The table opens with the person's own default where the address says nothing of the list. */
function useOpening({ state, onColumns }: TableViewsProps, views: readonly ViewRow[] | undefined): void {
  const opening = views?.find((view) => view.isDefault);
  const latest = useRef({ state, onColumns });
  latest.current = { state, onColumns };
  const isFresh = state.isFresh;
  useEffect(() => {
    if (opening === undefined || !isFresh) return;
    latest.current.state.arrange(opening.query, opening.id);
    latest.current.onColumns(opening.columns);
  }, [opening, isFresh]);
}

type Known = TableViewsProps & { views: readonly ViewRow[]; chosen: ViewRow | undefined };

function Choices(props: Known): ReactNode {
  const t = useTexts<typeof viewsTexts>("views");
  const { views, chosen, state, onColumns } = props;
  const choose = (view: ViewRow): void => {
    state.arrange(view.query, view.id, { push: true });
    onColumns(view.columns);
  };
  const item = (view: ViewRow): ReactNode => (
    <Menu.Item
      key={view.id}
      aria-current={view.id === chosen?.id}
      fw={view.id === chosen?.id ? 600 : 400}
      rightSection={view.isDefault ? <IconPin size={14} aria-label={t("isDefault")} /> : undefined}
      onClick={() => choose(view)}
    >
      {view.mine ? view.name : t("sharedBy", { name: view.name, owner: view.owner.name })}
    </Menu.Item>
  );
  const mine = views.filter((view) => view.mine);
  const others = views.filter((view) => !view.mine);
  return (
    <>
      <Menu.Item
        aria-current={chosen === undefined}
        fw={chosen === undefined ? 600 : 400}
        onClick={() => state.arrange("", null, { push: true })}
      >
        {t("standard")}
      </Menu.Item>
      {mine.length > 0 && <Menu.Label>{t("mine")}</Menu.Label>}
      {mine.map(item)}
      {others.length > 0 && <Menu.Label>{t("ofTeam")}</Menu.Label>}
      {others.map(item)}
      <Menu.Divider />
    </>
  );
}

type ActsProps = Known & { changed: boolean; teams: readonly { id: number | string; text: string }[] };

/** What can be done with views: kept, written over, named anew, opened first, deleted. */
function useViewActs(props: ActsProps) {
  const t = useTexts<typeof viewsTexts>("views");
  const { table, state, columns, teams } = props;
  const invalidates = [listViews];
  const create = useAct(createView, { invalidates });
  const update = useAct(updateView, { invalidates });
  const remove = useAct(deleteView, { invalidates });
  const open = useAct(chooseDefaultView, { invalidates });
  const arranged = { query: state.arrangement, columns };
  const saveAs = (): void => {
    openModal({ title: t("saveAsTitle"), size: "sm" }, (close) => (
      <ViewForm
        teams={teams}
        onSave={async ({ name, team }) => {
          const made = await create.mutateAsync({ body: { ...arranged, table, name, team } });
          state.arrange(arranged.query, made.id);
          notify({ message: t("saved", { name }), variant: "success" });
        }}
        close={close}
      />
    ));
  };
  const overwrite = async (view: ViewRow): Promise<void> => {
    const { id, name, version } = view;
    const body = { ...arranged, name, version, team: view.team?.id ?? null };
    if (await update.run({ params: { id }, body })) notify({ message: t("saved", { name }), variant: "success" });
  };
  const edit = (view: ViewRow): void => {
    openModal({ title: t("editTitle"), size: "sm" }, (close) => (
      <ViewForm
        view={view}
        teams={teams}
        onSave={async ({ name, team, version }) => {
          const { query, columns: own } = view;
          await update.mutateAsync({ params: { id: view.id }, body: { name, team, version, query, columns: own } });
          notify({ message: t("saved", { name }), variant: "success" });
        }}
        close={close}
      />
    ));
  };
  const setDefault = async (view: ViewRow, isDefault: boolean): Promise<void> => {
    if (await open.run({ params: { id: view.id }, body: { isDefault } }))
      notify({ message: isDefault ? t("defaultSet", { name: view.name }) : t("defaultUnset"), variant: "success" });
  };
  const restore = async ({ name, query, columns: kept, team, isDefault }: ViewRow): Promise<void> => {
    const back = await create.run({ body: { table, name, query, columns: kept, team: team?.id ?? null } });
    if (!back) return;
    if (isDefault) await open.run({ params: { id: back.id }, body: { isDefault } });
    state.arrange(query, back.id);
    notify({ message: t("restored", { name }), variant: "success" });
  };
  const drop = async (view: ViewRow): Promise<void> => {
    if (!(await remove.run({ params: { id: view.id } }))) return;
    state.arrange(state.arrangement, null);
    notify({ message: t("deleted", { name: view.name }), variant: "success", undo: () => restore(view) });
  };

  return { saveAs, overwrite, edit, setDefault, drop };
}

function Acts(props: ActsProps): ReactNode {
  const t = useTexts<typeof viewsTexts>("views");
  const { chosen, changed } = props;
  const { saveAs, overwrite, edit, setDefault, drop } = useViewActs(props);
  return (
    <>
      {chosen?.mine && changed && (
        <Menu.Item leftSection={<IconDeviceFloppy size={14} aria-hidden />} onClick={() => void overwrite(chosen)}>
          {t("overwrite", { name: chosen.name })}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPlus size={14} aria-hidden />} onClick={saveAs}>
        {t("saveAs")}
      </Menu.Item>
      {chosen && (
        <Menu.Item
          leftSection={<IconPin size={14} aria-hidden />}
          onClick={() => void setDefault(chosen, !chosen.isDefault)}
        >
          {t(chosen.isDefault ? "noDefault" : "makeDefault")}
        </Menu.Item>
      )}
      {chosen?.mine && (
        <>
          <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={() => edit(chosen)}>
            {t("edit")}
          </Menu.Item>
          <Menu.Item
            color="var(--v-bad)"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => void drop(chosen)}
          >
            {t("delete", { name: chosen.name })}
          </Menu.Item>
        </>
      )}
    </>
  );
}
