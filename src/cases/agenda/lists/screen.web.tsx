/** The screen of the agenda: my day, my team, overdue items, the week, all items, and neglected files. */
import { Button, Menu, Tabs } from "@mantine/core";
import { IconDownload, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { KeyHint, useKeys } from "../../../ground/platform/web/feedback/keys.web.tsx";
import { download, showError, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { lazyComponent } from "../../../ground/platform/web/pages/lazy.web.tsx";
import { useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page, Strip, scrollTabIntoView } from "../../../ground/platform/web/pages/page.web.tsx";
import type { FilterChanges } from "../../../ground/platform/web/table/table.web.tsx";
import { useAgendaActs } from "../items/actions.web.tsx";
import { agendaSummary, exportAgenda } from "../items/items.contract.ts";
import { Works } from "../mass-edit/mass-edit.web.tsx";
import { useAgendaTexts } from "../texts.web.ts";
import { AgendaList, useAgendaTable } from "./list.web.tsx";

const Week = lazyComponent(() => import("./week.web.tsx").then((m) => m.Week));
const UnattendedFiles = lazyComponent(() => import("./unattended.web.tsx").then((m) => m.UnattendedFiles));

const lists = ["day", "team", "overdue", "all"] as const;
const views = ["day", "team", "overdue", "week", "all", "neglected"] as const;
type ListView = (typeof lists)[number];
type View = (typeof views)[number];

const filters: Readonly<Record<ListView, FilterChanges>> = {
  day: { scope: "mine", period: "due" },
  team: { scope: "team", period: "due" },
  overdue: { scope: "mine", period: "overdue" },
  all: {},
};

/** What a tab says of itself; all other filters and the size of a page go along to the next one. */
const ofOneTab = { scope: null, period: null, page: null, sort: null, view: null };

export function AgendaPage(): ReactNode {
  const t = useAgendaTexts();
  const { values, set } = useAddressQuery();
  const view: View = views.find((one) => one === values.tab) ?? "day";
  const acts = useAgendaActs();
  useKeys([{ key: "n", label: t("keyNew"), run: () => acts.add() }]);
  const list = lists.find((one) => one === view);
  return (
    <Page
      title={t("title")}
      balances={view !== "week"}
      actions={
        <>
          {list !== undefined && <ExportMenu key={list} view={list} />}
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            rightSection={<KeyHint>n</KeyHint>}
            onClick={() => acts.add()}
          >
            {t("add")}
          </Button>
        </>
      }
    >
      <Figures />
      <Works />
      <Tabs
        value={view}
        onChange={(next) => set({ ...ofOneTab, tab: next === "day" ? null : next }, { push: true })}
        activateTabWithKeyboard={false}
        mt="sm"
      >
        <Tabs.List aria-label={t("views")} mb="md">
          {views.map((one) => (
            <Tabs.Tab key={one} value={one} ref={one === view ? scrollTabIntoView : undefined}>
              {t(`view_${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view}>
          {list !== undefined && <ListTab key={list} view={list} />}
          {view === "week" && <Week />}
          {view === "neglected" && <UnattendedFiles />}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

const useList = (view: ListView) => useAgendaTable(filters[view]);

function ListTab({ view }: { view: ListView }): ReactNode {
  const t = useAgendaTexts();
  const table = useList(view);
  return (
    <AgendaList
      id={`agenda-${view}`}
      state={table}
      without={view === "all" ? [] : ["scope", "period"]}
      empty={
        view === "all"
          ? { title: t("emptyAll"), text: t("emptyAllHint") }
          : { title: t("emptyDay"), text: t("emptyDayHint") }
      }
    />
  );
}

function ExportMenu({ view }: { view: ListView }): ReactNode {
  const t = useAgendaTexts();
  const { query } = useList(view);
  const save = (format: "xlsx" | "csv"): void =>
    void download(exportAgenda, { body: { format, filter: query.filter ?? {} } }).catch(showError);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {t("export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save("xlsx")}>{t("exportXlsx")}</Menu.Item>
        <Menu.Item onClick={() => save("csv")}>{t("exportCsv")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Figures(): ReactNode {
  const t = useAgendaTexts();
  const language = useLanguage();
  const { data } = useCall(agendaSummary, {}, { every: 60_000, quiet: true });
  if (!data) return null;
  const figure = (value: number): string => formatNumber(value, language);
  return (
    <Strip
      items={[
        {
          name: t("countOverdue"),
          value: data.overdue > 0 ? <Status tone="bad">{figure(data.overdue)}</Status> : figure(0),
        },
        { name: t("countToday"), value: figure(data.today) },
        { name: t("countWeek"), value: figure(data.week) },
        { name: t("countTeam"), value: figure(data.teamDue) },
      ]}
    />
  );
}
