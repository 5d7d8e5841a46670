/** Sharing information with people outside, and what has been shared. */

import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconBan, IconCheck, IconCopy, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { HistoryButton } from "../../ground/platform/web/content/history.web.tsx";
import { labelled, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { Status, type Tone } from "../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall, useInvalidate } from "../../ground/platform/web/http/api.web.ts";
import { type EditorDocument, RichTextField } from "../../ground/platform/web/inputs/editor.web.tsx";
import { FileField } from "../../ground/platform/web/inputs/files.web.tsx";
import { FilterBar, SearchFilter } from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { Form, NumberField, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { Page } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { listShared, revokeShared, type SharedRow, shareInfo } from "./sharing.contract.ts";
import type { sharingTexts } from "./sharing.texts.ts";
import { maxDays, maxFileBytes, maxFiles } from "./sharing.ts";

export { SharedInfo } from "./view.web.tsx";

const useSharedTexts = () => useTexts<typeof sharingTexts>("sharing");

const tones: Readonly<Record<SharedRow["standing"], Tone>> = {
  open: "good",
  revoked: "bad",
  expired: "neutral",
  used: "neutral",
};

function useShareInfoColumns(): Column<SharedRow>[] {
  const t = useSharedTexts();
  return [
    { key: "title", label: t("subject"), sortable: true, allowToggle: false, limit: 60 },
    {
      key: "standing",
      label: t("standing"),
      formatter: (_value, row) => <Status tone={tones[row.standing]}>{t(`standing_${row.standing}`)}</Status>,
      text: (_value, row) => t(`standing_${row.standing}`),
    },
    {
      key: "views",
      label: t("views"),
      as: "number",
      sortable: true,
      formatter: (_value, row) =>
        row.maxViews === null ? row.views : t("viewsOf", { views: row.views, max: row.maxViews }),
    },
    { key: "lastViewedAt", label: t("lastViewedAt"), as: "datetime" },
    { key: "files", label: t("files"), as: "number" },
    { key: "expiresAt", label: t("expiresAt"), as: "datetime", sortable: true },
    { key: "createdAt", label: t("createdAt"), as: "datetime", sortable: true },
    { key: "createdBy", label: t("createdBy"), limit: 30 },
  ];
}

export function ShareInfo(): ReactNode {
  const t = useSharedTexts();
  const table = useTableState(listShared);
  const list = useCall(listShared, { query: table.query });
  const revoke = useAct(revokeShared, { invalidates: [listShared] });
  const columns = useShareInfoColumns();
  const end = async ({ id, title }: SharedRow): Promise<void> => {
    const sure = await confirm(t("revokeQuestion", { title }), { title: t("revoke"), yes: t("revoke"), danger: true });
    if (sure && (await revoke.run({ params: { id } })))
      notify({ message: t("revoked", { title }), variant: "success" });
  };
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => openModal({ title: t("add"), size: "xl" }, (close) => <ShareForm close={close} />)}
    >
      {t("add")}
    </Button>
  );
  return (
    <Page title={t("title")} count={list.data?.total} actions={add}>
      <Text c="dimmed" size="sm" mb="sm" maw="var(--v-form)">
        {t("intro")}
      </Text>
      <DataTable
        id="sharing"
        label={t("list")}
        columns={columns}
        list={list}
        state={table}
        filters={
          <FilterBar state={table}>
            <SearchFilter name="search" label={t("search")} />
          </FilterBar>
        }
        rowName={(row) => row.title}
        empty={{ title: t("empty"), text: t("emptyHint") }}
        actions={(row) => (
          <Group gap={4} wrap="nowrap">
            <HistoryButton compact subject="shared_info" subjectId={row.id} name={row.title} />
            {row.standing === "open" && (
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<IconBan size={14} aria-hidden />}
                aria-label={labelled(t("revoke"), row.title)}
                onClick={() => void end(row)}
              >
                {t("revoke")}
              </Button>
            )}
          </Group>
        )}
      />
    </Page>
  );
}

interface ShareValues {
  readonly title: string;
  readonly body: EditorDocument | null;
  readonly days: number | null;
  readonly maxViews: number | null;
  readonly files: File[];
}
const fresh: ShareValues = { title: "", body: null, days: 14, maxViews: null, files: [] };

function ShareForm({ close }: { close: () => void }): ReactNode {
  const t = useSharedTexts();
  const [path, setPath] = useState<string>();
  const invalidate = useInvalidate();
  const form = useCallForm(shareInfo, fresh, ({ files: _files, maxViews, ...values }) => ({
    ...values,
    body: JSON.stringify(values.body),
    days: values.days ?? "",
    ...(maxViews === null ? {} : { maxViews }),
  }));
  const share = useAct(shareInfo);
  const save = async (body: BodyOf<typeof shareInfo>, { files }: ShareValues): Promise<void> => {
    const made = await share.mutateAsync({ body, files: { files } });
    await invalidate(listShared);
    setPath(made.path);
  };
  if (path !== undefined) return <Address path={path} close={close} />;
  return (
    <Form form={form} label={t("add")} onSave={save} onCancel={close} submit={t("share")}>
      <TextField name="title" label={t("subject")} required autoFocus maxLength={200} />
      <RichTextField name="body" label={t("body")} required height={260} />
      <FileField
        name="files"
        label={t("files")}
        multiple
        maxBytes={maxFileBytes}
        description={t("filesHint", { max: maxFiles })}
      />
      <Group grow align="start">
        <NumberField
          name="days"
          label={t("days")}
          description={t("daysHint", { max: maxDays })}
          required
          min={1}
          max={maxDays}
        />
        <NumberField name="maxViews" label={t("maxViews")} description={t("maxViewsHint")} min={1} max={1000} />
      </Group>
    </Form>
  );
}

/** The address is shown this once: the table keeps only its hash. */
function Address({ path, close }: { path: string; close: () => void }): ReactNode {
  const t = useSharedTexts();
  const address = `${window.location.origin}${path}`;
  return (
    <Stack gap="md">
      <Text role="status">{t("shared")}</Text>
      <Code block aria-label={t("address")}>
        {address}
      </Code>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t("close")}
        </Button>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {t(copied ? "copied" : "copy")}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
