/** The variables of templates: the product's with their meaning, and the provider's own text blocks. */
import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { allows } from "../../ground/kernel/access.ts";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { HistoryButton } from "../../ground/platform/web/content/history.web.tsx";
import { labelled, languageNames } from "../../ground/platform/web/content/texts.web.ts";
import { confirmDelete } from "../../ground/platform/web/feedback/delete.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useUnsavedForm } from "../../ground/platform/web/feedback/unsaved.web.ts";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { Form, TextareaField, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { addressOfScreen, Link, useGo, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { Facts, Loaded, Page, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { useTemplateTexts } from "./list.web.tsx";
import { templateCallsOf, templateScreensOf } from "./template-pages.contract.ts";
import styles from "./template-pages.module.css";
import {
  addVariableScreen,
  createVariable,
  deleteVariable,
  editVariableScreen,
  getVariable,
  listVariables,
  type OwnVariableShown,
  showVariableScreen,
  updateVariable,
  type VariableRow,
  type VariableUse,
  variableKinds,
  variablesScreen,
} from "./variables.contract.ts";

/** A template by its name, which whoever may open templates of its channel can follow; a call script has no page of its own. */
function TemplateName({ use: { id, channel, name } }: { use: VariableUse }): ReactNode {
  const me = useMe();
  const screen = channel === "call" ? undefined : templateScreensOf[channel].show;
  if (screen === undefined || !allows(screen.who, me.acl, me.loggedIn)) return name;
  return <Link to={addressOfScreen(screen, { id })}>{name}</Link>;
}

/** The templates that name it. */
function Uses({ uses }: { uses: readonly VariableUse[] }): ReactNode {
  const t = useTemplateTexts();
  if (uses.length === 0) return t("unused");
  return (
    <ul className={styles.findings}>
      {uses.map((use) => (
        <li key={`${use.channel} ${use.code}`}>
          <TemplateName use={use} />{" "}
          <Text span size="xs" c="dimmed">
            {use.languages.map((language) => language.toUpperCase()).join(" ")}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Documented({ row }: { row: VariableRow }): ReactNode {
  const t = useTemplateTexts();
  return (
    <Facts
      items={[
        [t("variableName"), <code key="name">{row.name}</code>],
        [t("title"), row.title],
        [t("valueType"), t(`valueType_${row.type}`)],
        [t("example"), row.example],
        ...(row.list ? [[t("column"), t(`list_${row.list}`)] as const] : []),
        [t("whenEmpty"), t(row.optional ? "whenEmpty_drop" : "whenEmpty_stop")],
        [t("uses"), <Uses key="uses" uses={row.uses} />],
      ]}
    />
  );
}

const columnsOf = (t: ReturnType<typeof useTemplateTexts>): Column<VariableRow>[] => [
  { key: "title", label: t("title"), sortable: true, allowToggle: false, share: 30, wraps: true, limit: null },
  { key: "name", label: t("variableName"), sortable: true },
  { key: "example", label: t("example"), share: 30, limit: 60 },
  {
    key: "kind",
    label: t("kind"),
    formatter: (_value, row) => t(`kind_${row.kind}`),
    text: (_value, row) => t(`kind_${row.kind}`),
  },
  {
    key: "uses",
    label: t("uses"),
    as: "number",
    formatter: (_value, row) => row.uses.length,
    text: (_value, row) => String(row.uses.length),
  },
];

/** What shows a text block: its own pages, and of the templates that name it their findings and previews. */
const staleReads = [
  listVariables,
  getVariable,
  ...Object.values(templateCallsOf).flatMap(({ list, get, look }) => [list, get, look]),
];

function useRemove() {
  const remove = useAct(deleteVariable, { invalidates: [listVariables] });
  return ({ id, title }: Pick<VariableRow, "id" | "title">): Promise<boolean> =>
    id === null
      ? Promise.resolve(false)
      : confirmDelete({ name: title, remove: () => remove.mutateAsync({ params: { id } }) });
}

/** What can be done with a variable of the house's own. */
function RowActions({ id, title, onRemove }: { id: number; title: string; onRemove: () => void }): ReactNode {
  const t = useTemplateTexts();
  const go = useGo();
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        aria-label={labelled(t("edit"), title)}
        onClick={() => go(addressOfScreen(editVariableScreen, { id }))}
      >
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={labelled(t("remove"), title)} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

export function VariableList(): ReactNode {
  const t = useTemplateTexts();
  const go = useGo();
  const table = useTableState(listVariables);
  const list = useCall(listVariables, { query: table.query });
  const remove = useRemove();
  const open = (row: VariableRow): void => {
    if (row.id !== null) go(addressOfScreen(showVariableScreen, { id: row.id }));
    else openModal({ title: row.title, size: "lg" }, () => <Documented row={row} />);
  };
  return (
    <Page
      title={t("variables")}
      count={list.data?.total}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => go(addVariableScreen)}>
          {t("addVariable")}
        </Button>
      }
    >
      <DataTable
        id="template-variables"
        label={t("variables")}
        columns={columnsOf(t)}
        list={list}
        state={table}
        rowName={(row) => row.title}
        onOpen={open}
        exportName="variables"
        empty={{ title: t("noVariables") }}
        actions={(row) =>
          row.id !== null && <RowActions id={row.id} title={row.title} onRemove={() => void remove(row)} />
        }
        filters={
          <FilterBar state={table}>
            <SearchFilter name="search" label={t("search")} />
            <ChoiceFilter
              name="kind"
              label={t("kind")}
              options={variableKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
            />
          </FilterBar>
        }
      />
    </Page>
  );
}

export function ShowVariable(): ReactNode {
  const t = useTemplateTexts();
  const go = useGo();
  const id = useIdParam();
  const read = useCall(getVariable, { params: { id } }, { keep: false });
  const remove = useRemove();
  const askRemove = async (row: OwnVariableShown): Promise<void> => {
    if (await remove(row)) go(variablesScreen);
  };
  const actions = read.data && (
    <Group gap="xs">
      <HistoryButton subject="own_variable" subjectId={id} name={read.data.title} />
      <Button variant="default" onClick={() => void askRemove(read.data)}>
        {t("remove")}
      </Button>
      <Button leftSection={<IconPencil size={16} />} onClick={() => go(addressOfScreen(editVariableScreen, { id }))}>
        {t("edit")}
      </Button>
    </Group>
  );
  return (
    <Page title={read.data?.title ?? t("variable")} count={read.data?.name} actions={actions}>
      <Loaded of={read}>
        {(row) => (
          <Stack gap="md">
            <Documented row={row} />
            {languages.map((language) => (
              <Section key={language} title={languageNames[language]}>
                <article className={styles.words} lang={language}>
                  {row.texts[language] === "" ? t("state_missing") : row.texts[language]}
                </article>
              </Section>
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

export function AddVariable(): ReactNode {
  const t = useTemplateTexts();
  return (
    <Page title={t("addVariable")}>
      <VariableForm row={undefined} />
    </Page>
  );
}

export function EditVariable(): ReactNode {
  const t = useTemplateTexts();
  const id = useIdParam();
  const read = useCall(getVariable, { params: { id } }, { keep: false });
  return (
    <Page title={t("editVariable")} count={read.data?.title}>
      <Loaded of={read}>{(row) => <VariableForm row={row} />}</Loaded>
    </Page>
  );
}

const valuesOf = (row: OwnVariableShown | undefined) => ({
  name: row?.name ?? "",
  title: row?.title ?? "",
  texts: row?.texts ?? { nl: "", en: "", fr: "", de: "" },
  version: row?.version ?? 1,
});

function VariableForm({ row }: { row: OwnVariableShown | undefined }): ReactNode {
  const t = useTemplateTexts();
  const go = useGo();
  const create = useAct(createVariable, { invalidates: staleReads });
  const update = useAct(updateVariable, { invalidates: staleReads });
  const form = useCallForm(updateVariable, valuesOf(row), ({ name: _name, ...body }) => body);
  useUnsavedForm(form);
  const save = async (body: BodyOf<typeof updateVariable>, name: string): Promise<void> => {
    const { version: _version, ...added } = body;
    const saved = row
      ? await update.mutateAsync({ params: { id: row.id }, body })
      : await create.mutateAsync({ body: { name, ...added } });
    notify({ message: t("saved", { name: saved.title }), variant: "success" });
    setTimeout(() => go(addressOfScreen(showVariableScreen, { id: saved.id })));
  };
  return (
    <div style={{ maxWidth: "var(--v-form)" }}>
      <Form
        form={form}
        label={t(row ? "editVariable" : "addVariable")}
        draft={`text block ${row?.id ?? "new"}`}
        onSave={(body, { name }) => save(body, name)}
        onCancel={() => go(row ? addressOfScreen(showVariableScreen, { id: row.id }) : variablesScreen)}
        submit={t("save")}
      >
        {!row && (
          <TextField
            name="name"
            label={t("variableName")}
            description={t("variableNameHint")}
            placeholder={t("nameExample")}
            required
            maxLength={40}
          />
        )}
        <TextField name="title" label={t("title")} required maxLength={100} />
        <Text size="xs" c="dimmed">
          {t("textHint")}
        </Text>
        {languages.map((language) => (
          <TextareaField
            key={language}
            name={`texts.${language}`}
            label={t(`texts_${language}`)}
            required={language === "nl"}
            maxLength={2000}
          />
        ))}
      </Form>
    </div>
  );
}
