/** Writing an item of the news, and seeing it as its readers will. */

import { Button, Group, Text as Line, Stack } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Role, roles } from "../../ground/kernel/access.ts";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { richText, type RichText as Text } from "../../ground/platform/rich-text.ts";
import { HistoryButton } from "../../ground/platform/web/content/history.web.tsx";
import { houseDay } from "../../ground/platform/web/content/today.web.ts";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useUnsavedForm } from "../../ground/platform/web/feedback/unsaved.web.ts";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { MultiSelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../ground/platform/web/inputs/dates.web.tsx";
import { RichTextField } from "../../ground/platform/web/inputs/editor.web.tsx";
import { CheckboxField, Form, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { useGo, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page } from "../../ground/platform/web/pages/page.web.tsx";
import { Item } from "./item.web.tsx";
import {
  addNews,
  countUnread,
  getNews,
  listDrafts,
  listNews,
  type NewsDraft,
  newsScreen,
  updateNews,
} from "./news.contract.ts";
import styles from "./news.module.css";
import { roleText, useNewsTexts } from "./texts.web.ts";

export function AddNews(): ReactNode {
  const t = useNewsTexts();
  return (
    <Page title={t("add")}>
      <NewsForm />
    </Page>
  );
}

export function EditNews(): ReactNode {
  const t = useNewsTexts();
  const id = useIdParam();
  const read = useCall(getNews, { params: { id } }, { keep: false });
  return (
    <Page
      title={t("edit")}
      actions={<HistoryButton subject="news" subjectId={id} name={read.data?.title ?? t("edit")} />}
    >
      <Loaded of={read}>{(item) => <NewsForm key={item.id} item={item} />}</Loaded>
    </Page>
  );
}

interface Values {
  readonly title: string;
  readonly body: Text | null;
  readonly audience: Role[];
  readonly from: string | null;
  readonly until: string | null;
  readonly pinned: boolean;
  readonly draft: boolean;
  readonly version: number;
}

const nothing: Text = { type: "doc", content: [{ type: "paragraph" }] };

/** Shows an item as its readers will see it. */
function showPreview(t: ReturnType<typeof useNewsTexts>, values: Values, author: string): void {
  const body = richText.safeParse(values.body);
  const { title, pinned, from } = values;
  if (!body.success) return void notify({ message: t("previewEmpty"), variant: "info" });
  const seen = {
    title,
    pinned,
    from: from ?? houseDay(),
    body: body.data,
    author,
    read: true,
  };
  openModal({ title: t("preview"), size: "xl" }, () => (
    <Stack gap="sm">
      <Line size="sm" c="dimmed">
        {t("previewHint")}
      </Line>
      <div className={styles.preview}>
        <Item item={seen} opened />
      </div>
    </Stack>
  ));
}

const valuesOf = (item: NewsDraft | undefined): Values => ({
  title: item?.title ?? "",
  body: item?.body ?? null,
  audience: roles.filter((role) => item?.audience.includes(role)),
  from: item?.from ?? null,
  until: item?.until ?? null,
  pinned: item?.pinned ?? false,
  draft: item?.draft ?? false,
  version: item?.version ?? 1,
});

function NewsForm({ item }: { item?: NewsDraft }): ReactNode {
  const t = useNewsTexts();
  const go = useGo();
  const me = useMe();
  // The server says beside the field that a text is missing.
  const form = useCallForm(updateNews, valuesOf(item), (values) => ({ ...values, body: values.body ?? nothing }));
  useUnsavedForm(form);
  const invalidates = [listNews, listDrafts, getNews, countUnread];
  const add = useAct(addNews, { invalidates });
  const update = useAct(updateNews, { invalidates });
  const leave = (): void => go(newsScreen, {}, { tab: "written" });
  const save = async (body: BodyOf<typeof updateNews>): Promise<void> => {
    const { version: _version, ...fresh } = body;
    if (item) await update.mutateAsync({ params: { id: item.id }, body });
    else await add.mutateAsync({ body: fresh });
    notify({ message: t("saved", { title: body.title }), variant: "success" });
  };
  const preview = (): void => showPreview(t, form.values, item?.author ?? me.name);
  return (
    <Form
      form={form}
      label={t(item ? "edit" : "add")}
      onSave={save}
      onSaved={leave}
      onCancel={leave}
      submit={t("save")}
    >
      <TextField form={form} name="title" label={t("newsTitle")} required autoFocus={!item} maxLength={200} />
      <RichTextField name="body" label={t("body")} required height={300} />
      <Group>
        <Button variant="default" size="compact-sm" leftSection={<IconEye size={16} aria-hidden />} onClick={preview}>
          {t("preview")}
        </Button>
      </Group>
      <MultiSelectField
        form={form}
        name="audience"
        label={t("audience")}
        description={t("audienceHint")}
        placeholder={form.values.audience.length === 0 ? t("everyone") : ""}
        options={roles.map((value) => ({ value, label: roleText(value) }))}
      />
      <Group grow align="start">
        <DateField form={form} name="from" label={t("from")} description={t("fromHint")} />
        <DateField form={form} name="until" label={t("until")} description={t("untilHint")} />
      </Group>
      <CheckboxField form={form} name="pinned" label={t("pinnedField")} />
      <CheckboxField form={form} name="draft" label={t("draft")} />
    </Form>
  );
}
