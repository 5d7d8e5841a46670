/** The templates of a channel: their languages, and where they are used. */
import { Button, Group, Tooltip } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Language, languages } from "../../ground/kernel/texts.ts";
import { labelled, languageNames, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { Badge, type BadgeColour } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, TextFilter } from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { addressOfScreen, useGo } from "../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { templateCategories } from "../templates/templates.contract.ts";
import { type TemplateRow, templateCallsOf, templateScreensOf } from "./template-pages.contract.ts";
import type { templatePagesTexts } from "./template-pages.texts.ts";
import { type EditedChannel, type LanguageState, templateTypes } from "./template-pages.ts";

export const useTemplateTexts = () => useTexts<typeof templatePagesTexts>("template-pages");

const colours: Readonly<Record<LanguageState, BadgeColour>> = { there: "green", behind: "amber", missing: "grey" };

/** Which languages there are, and which fell behind. */
function LanguageBadges({ states }: { states: Readonly<Record<Language, LanguageState>> }): ReactNode {
  const t = useTemplateTexts();
  return (
    <Group gap={4} wrap="nowrap">
      {languages.map((language) => {
        const state = states[language];
        const label = t("inLanguage", { language: languageNames[language], state: t(`state_${state}`) });
        return (
          <Tooltip key={language} label={label}>
            <span role="img" aria-label={label}>
              <Badge colour={colours[state]}>
                {state === "missing" ? "–" : ""}
                {language.toUpperCase()}
                {state === "behind" ? " !" : ""}
              </Badge>
            </span>
          </Tooltip>
        );
      })}
    </Group>
  );
}

const useColumns = (): Column<TemplateRow>[] => {
  const t = useTemplateTexts();
  return [
    {
      key: "name",
      label: t("name"),
      sortable: true,
      allowToggle: false,
      share: 30,
      wraps: true,
      limit: null,
    },
    { key: "code", label: t("code"), sortable: true, hidden: true },
    {
      key: "category",
      label: t("category"),
      sortable: true,
      formatter: (_value, row) => t(`category_${row.category}`),
      text: (_value, row) => t(`category_${row.category}`),
    },
    {
      key: "type",
      label: t("type"),
      formatter: (_value, row) => t(`type_${row.type}`),
      text: (_value, row) => t(`type_${row.type}`),
    },
    {
      key: "languages",
      label: t("languages"),
      formatter: (_value, row) => <LanguageBadges states={row.languages} />,
      text: (_value, row) =>
        languages.map((language) => labelled(language, t(`state_${row.languages[language]}`))).join(", "),
    },
    {
      key: "workflows",
      label: t("workflows"),
      formatter: (_value, row) => row.workflows.join(", "),
      text: (_value, row) => row.workflows.join(", "),
    },
    { key: "errors", label: t("errors"), as: "number", hidden: true },
    { key: "changedAt", label: t("changedAt"), sortable: true, as: "datetime" },
    { key: "changedBy", label: t("changedBy"), hidden: true },
  ];
};

export function TemplateList({ channel }: { channel: EditedChannel }): ReactNode {
  const t = useTemplateTexts();
  const go = useGo();
  const calls = templateCallsOf[channel];
  const screens = templateScreensOf[channel];
  const table = useTableState(calls.list);
  const list = useCall(calls.list, { query: table.query });
  const mayEdit = useMay(screens.add);
  const columns = useColumns();
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => go(screens.add)}>
      {t("add")}
    </Button>
  );
  return (
    <Page title={t(`${channel}_title`)} count={list.data?.total} actions={add || undefined}>
      <DataTable
        id={`templates-${channel}`}
        label={t(`${channel}_title`)}
        columns={columns}
        list={list}
        state={table}
        rowName={(row) => row.name}
        rowVariant={(row) => (row.errors > 0 ? "danger" : undefined)}
        linkTo={({ id }) => addressOfScreen(screens.show, { id })}
        exportName={`templates-${channel}`}
        empty={{ title: t("empty"), text: t("emptyHint"), action: add || undefined }}
        filters={
          <FilterBar state={table}>
            <TextFilter name="name" label={t("name")} />
            <TextFilter name="content" label={t("content")} />
            <ChoiceFilter
              name="category"
              label={t("category")}
              options={templateCategories.map((value) => ({ value, label: t(`category_${value}`) }))}
            />
            <ChoiceFilter
              name="type"
              label={t("type")}
              options={templateTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
            />
          </FilterBar>
        }
      />
    </Page>
  );
}
