/** The templates of court papers: each is opened, copied, or taken to a file. */

import { Button, Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { fileAddress } from "../../../cases/files/files.ts";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { RemoteSelect, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { ChoiceFilter, FilterBar } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { addressOfScreen, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { findFilesToFill } from "../../../letters/template-pages/template-pages.contract.ts";
import { useCourtPaperTexts } from "../texts.web.ts";
import { courtPaperKinds } from "./shape.ts";
import {
  type CourtTemplateRow,
  copyCourtTemplate,
  courtTemplateScreen,
  listCourtTemplates,
} from "./templates.contract.ts";

const columnsOf = (t: ReturnType<typeof useCourtPaperTexts>): Column<CourtTemplateRow>[] => [
  { key: "name", label: t("name"), sortable: true, allowToggle: false, share: 34, wraps: true, limit: null },
  {
    key: "kind",
    label: t("kind"),
    sortable: true,
    formatter: (_value, { kind }) => t(`kind_${kind}`),
    text: (_value, { kind }) => t(`kind_${kind}`),
  },
  {
    key: "active",
    label: t("active"),
    formatter: (_value, { active }) => (
      <Status tone={active ? "good" : "neutral"}>{t(active ? "active" : "inactive")}</Status>
    ),
    text: (_value, { active }) => t(active ? "active" : "inactive"),
  },
  { key: "sections", label: t("sections"), as: "number" },
  {
    key: "version",
    label: t("versions"),
    formatter: (_value, { version }) => t("version", { number: String(version) }),
    text: (_value, { version }) => String(version),
  },
  { key: "changedAt", label: t("changedAt"), sortable: true, as: "datetime" },
  { key: "changedBy", label: t("changedBy"), hidden: true },
];

export function CourtTemplates(): ReactNode {
  const t = useCourtPaperTexts();
  const table = useTableState(listCourtTemplates);
  const list = useCall(listCourtTemplates, { query: table.query });
  const items = list.data?.items ?? [];
  const add = (
    <Button
      leftSection={<IconPlus size={16} />}
      onClick={() => openModal({ title: t("add") }, (close) => <CopyForm items={items} close={close} />)}
    >
      {t("add")}
    </Button>
  );
  return (
    <Page title={t("title")} count={list.data?.items.length} actions={add}>
      <DataTable
        id="court-templates"
        label={t("title")}
        columns={columnsOf(t)}
        list={list}
        state={table}
        rowName={({ name }) => name}
        linkTo={({ id }) => addressOfScreen(courtTemplateScreen, { id })}
        exportName="court-templates"
        empty={{ title: t("empty"), text: t("emptyHint") }}
        filters={
          <FilterBar state={table}>
            <ChoiceFilter
              name="kind"
              label={t("kind")}
              options={courtPaperKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
            />
          </FilterBar>
        }
        actions={(row) => (
          <Group gap={4} wrap="nowrap">
            {row.active && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={labelled(t("fromFile"), row.name)}
                onClick={() => openModal({ title: t("fromFile") }, (close) => <ForFile template={row} close={close} />)}
              >
                {t("fromFile")}
              </Button>
            )}
          </Group>
        )}
      />
    </Page>
  );
}

function CopyForm({ items, close }: { items: readonly CourtTemplateRow[]; close: () => void }): ReactNode {
  const t = useCourtPaperTexts();
  const go = useGo();
  const form = useCallForm(copyCourtTemplate, { name: "", from: null });
  const copy = useAct(copyCourtTemplate, { invalidates: [listCourtTemplates] });
  return (
    <Form
      form={form}
      label={t("add")}
      onSave={async (body) => {
        const { id } = await copy.mutateAsync({ body });
        close();
        // The form's values count as saved once this has ended; only then may the page be left without asking.
        setTimeout(() => go(addressOfScreen(courtTemplateScreen, { id })));
      }}
      onCancel={close}
    >
      <SelectField
        name="from"
        label={t("copyFrom")}
        description={t("copyHint")}
        required
        options={items.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField name="name" label={t("name")} required maxLength={100} />
    </Form>
  );
}

/** The file for which a template is written out: the form opens on its page. */
function ForFile({ template, close }: { template: CourtTemplateRow; close: () => void }): ReactNode {
  const t = useCourtPaperTexts();
  const go = useGo();
  const [file, setFile] = useState<number | null>(null);
  return (
    <>
      <RemoteSelect
        url={findFilesToFill.path}
        label={t("file")}
        value={file}
        onChange={(id) => setFile(typeof id === "number" ? id : null)}
      />
      <Group justify="flex-end" mt="md">
        <Button
          disabled={file === null}
          onClick={() => {
            close();
            go(`${fileAddress(file ?? 0)}?tab=handover&paper=${template.id}`);
          }}
        >
          {t("goToFile")}
        </Button>
      </Group>
    </>
  );
}
