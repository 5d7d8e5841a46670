/** The news: read by everyone, written and kept by whoever holds ROLE_NEWS. */
import { Button, SegmentedControl } from "@mantine/core";
import { IconChecks, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { FilterBar, SearchFilter, ToggleFilter } from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { Guard, useMay, useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { useAddressQuery, useGo } from "../../ground/platform/web/pages/links.web.tsx";
import { Empty, FilterRow, Loaded, Page } from "../../ground/platform/web/pages/page.web.tsx";
import { Pages, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { Item } from "./item.web.tsx";
import { addNewsScreen, countUnread, listNews, markRead, type NewsItem } from "./news.contract.ts";
import styles from "./news.module.css";
import { NewsBody } from "./news-body.web.tsx";
import { useNewsTexts } from "./texts.web.ts";

export { AddNews, EditNews } from "./edit.web.tsx";

export function News(): ReactNode {
  const t = useNewsTexts();
  const go = useGo();
  const { values, set } = useAddressQuery();
  const writes = useMay(addNewsScreen);
  const managing = writes && values.tab === "written";
  return (
    <Page
      title={t("title")}
      actions={
        <Guard who={addNewsScreen.who}>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(addNewsScreen)}>
            {t("add")}
          </Button>
        </Guard>
      }
    >
      {writes && (
        <FilterRow>
          <SegmentedControl
            size="xs"
            aria-label={t("view")}
            value={managing ? "written" : "read"}
            onChange={(next) => set({ tab: next === "written" ? next : null })}
            data={[
              { value: "read", label: t("reading") },
              { value: "written", label: t("writing") },
            ]}
          />
        </FilterRow>
      )}
      {managing ? <NewsBody /> : <Reading />}
    </Page>
  );
}

function Reading(): ReactNode {
  const t = useNewsTexts();
  const me = useMe();
  const { values } = useAddressQuery();
  const state = useTableState(listNews);
  const list = useCall(listNews, { query: state.query });
  const mark = useAct(markRead, { invalidates: [listNews, countUnread] });
  const all = async (): Promise<void> => {
    if (await mark.run({ body: {} })) notify({ message: t("allRead"), variant: "success" });
  };
  return (
    <>
      <FilterRow>
        <FilterBar state={state}>
          <SearchFilter name="search" label={t("search")} />
          {me.loggedIn && <ToggleFilter name="unread" label={t("unreadOnly")} />}
          {me.loggedIn && list.data?.items.some(({ read }) => !read) && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconChecks size={16} aria-hidden />}
              onClick={() => void all()}
            >
              {t("markAll")}
            </Button>
          )}
        </FilterBar>
      </FilterRow>
      <Loaded of={list}>
        {({ items, pager }) =>
          items.length === 0 ? (
            <Empty
              title={t(state.isFiltered ? "emptyFound" : "empty")}
              text={t(state.isFiltered ? "emptyFoundHint" : "emptyHint")}
            />
          ) : (
            <>
              <Items
                items={items}
                opened={Number(values.item ?? 0)}
                onRead={(id) => me.loggedIn && void mark.run({ body: { ids: [id] } })}
              />
              {pager.pages.total > 1 && <Pages page={state.page} pages={pager.pages.total} onPage={state.setPage} />}
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** The items, of which one or more stand open; an item that is opened has been read. */
function Items(props: { items: readonly NewsItem[]; opened: number; onRead: (id: number) => void }): ReactNode {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  // What the address names is open from the start; reading it is still an act of its own, as links are also opened by accident.
  const isOpen = (id: number): boolean => opened.has(id) !== (id === props.opened);
  const toggle = ({ id, read }: NewsItem): void => {
    if (!isOpen(id) && !read) props.onRead(id);
    setOpened((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  };
  return (
    <div className={styles.items}>
      {props.items.map((item) => (
        <Item key={item.id} item={item} opened={isOpen(item.id)} onToggle={() => toggle(item)} />
      ))}
    </div>
  );
}
