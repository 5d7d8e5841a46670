/** Documents and notes about a client. */
import { ActionIcon, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { currentLanguage, labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, FileName, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { download, showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { FileField } from "../../../ground/platform/web/inputs/files.web.tsx";
import {
  CheckboxField,
  Form,
  TextareaField,
  useCallForm,
  type ValuesOf,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatBytes } from "../../../ground/platform/web/inputs/format.ts";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Empty, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import styles from "../customers.module.css";
import { detailKey, useDetailTexts } from "../texts.web.ts";
import {
  addClientDocument,
  addNote,
  type ClientDocument,
  downloadClientDocument,
  dropClientDocument,
  dropNote,
  listClientDocuments,
  listNotes,
  updateClientDocument,
} from "./documents.contract.ts";
import { documentKinds, documentTypes, maxDocumentBytes } from "./documents.ts";

function useClientDocumentsColumns(
  editable: boolean,
  save: (row: ClientDocument) => Promise<void>,
): Column<ClientDocument>[] {
  const t = useDetailTexts();
  return [
    {
      key: "name",
      label: t("documentName"),
      share: 40,
      text: (_value, row) => row.name,
      formatter: (_value, row) => (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => void save(row)}>
          <FileName>{row.name}</FileName>
        </Anchor>
      ),
    },
    { key: "kind", label: t("documentKind"), formatter: (_value, row) => t(detailKey("kind", row.kind)) },
    {
      key: "validUntil",
      label: t("documentUntil"),
      text: (_value, row) => row.validUntil ?? "",
      formatter: (_value, row) =>
        row.validUntil !== null && (
          <Group gap={6}>
            <DateText value={row.validUntil} />
            {row.expired && <Status tone="bad">{t("documentExpired")}</Status>}
          </Group>
        ),
    },
    ...(editable
      ? ([{ key: "shared", label: t("documentShared"), as: "yesno" }] satisfies Column<ClientDocument>[])
      : []),
    {
      key: "sizeBytes",
      label: t("documentSize"),
      as: "number",
      formatter: (_value, row) => formatBytes(row.sizeBytes, currentLanguage()),
    },
    { key: "uploadedAt", label: t("documentAdded"), as: "datetime" },
  ];
}

export function ClientDocuments({ clientId, editable }: { clientId: number; editable: boolean }): ReactNode {
  const t = useDetailTexts();
  const list = useCall(listClientDocuments, { params: { id: clientId } });
  const edit = (document?: ClientDocument): void => {
    openModal({ title: t(document ? "editDocument" : "addDocument") }, (close) => (
      <DocumentForm clientId={clientId} document={document} close={close} />
    ));
  };
  const save = (row: ClientDocument): Promise<void> =>
    download(downloadClientDocument, { params: { id: clientId, documentId: row.id } }, row.name).catch(showError);
  const columns = useClientDocumentsColumns(editable, save);
  const add = editable ? (
    <Guard who={addClientDocument.who}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => edit()}
      >
        {t("addDocument")}
      </Button>
    </Guard>
  ) : undefined;
  return (
    <Section title={t("documents")} aside={add}>
      <DataTable
        id="client-documents"
        label={t("documents")}
        columns={columns}
        list={list}
        chooser={false}
        rowName={(document) => document.name}
        empty={editable ? { title: t("noDocuments"), text: t("noDocumentsText") } : { title: t("noDocumentsShared") }}
        {...(editable
          ? {
              actions: (document: ClientDocument) => (
                <DocumentActs clientId={clientId} document={document} onEdit={() => edit(document)} />
              ),
            }
          : {})}
      />
    </Section>
  );
}

function DocumentActs(props: { clientId: number; document: ClientDocument; onEdit: () => void }): ReactNode {
  const t = useDetailTexts();
  const { clientId, document } = props;
  const drop = useAct(dropClientDocument, { invalidates: [listClientDocuments] });
  const remove = async (): Promise<void> => {
    const sure = await confirm(t("dropDocumentQuestion", { name: document.name }), {
      title: t("dropDocument"),
      yes: t("dropDocument"),
      danger: true,
    });
    if (sure && (await drop.run({ params: { id: clientId, documentId: document.id } }))) {
      notify({ message: t("documentDropped", { name: document.name }), variant: "success" });
    }
  };
  return (
    <Guard who={updateClientDocument.who}>
      <Group gap={4} wrap="nowrap">
        <ActionIcon variant="subtle" aria-label={labelled(t("edit"), document.name)} onClick={props.onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={labelled(t("dropDocument"), document.name)}
          onClick={() => void remove()}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </Guard>
  );
}

interface DocumentValues extends ValuesOf<typeof updateClientDocument> {
  file: File[];
}

function DocumentForm(props: { clientId: number; document: ClientDocument | undefined; close: () => void }): ReactNode {
  const t = useDetailTexts();
  const { clientId, document, close } = props;
  const initial: DocumentValues = {
    file: [],
    kind: document?.kind ?? null,
    validUntil: document?.validUntil ?? null,
    shared: document?.shared ?? false,
    version: document?.version ?? 1,
  };
  const form = useCallForm(updateClientDocument, initial, ({ file: _file, ...values }) => values);
  const add = useAct(addClientDocument, { invalidates: [listClientDocuments] });
  const update = useAct(updateClientDocument, { invalidates: [listClientDocuments] });
  const save = async (body: BodyOf<typeof updateClientDocument>, { file }: DocumentValues): Promise<void> => {
    const { version: _version, ...fields } = body;
    const [chosen] = file;
    const saved = document
      ? await update.mutateAsync({ params: { id: clientId, documentId: document.id }, body })
      : await add.mutateAsync({ params: { id: clientId }, body: fields, files: chosen ? { file: chosen } : {} });
    notify({ message: t("documentSaved", { name: saved.name }), variant: "success" });
  };
  return (
    <Form
      form={form}
      label={t(document ? "editDocument" : "addDocument")}
      onSave={save}
      onSaved={close}
      onCancel={close}
    >
      {!document && (
        <FileField
          name="file"
          label={t("documentName")}
          required
          accept={documentTypes}
          maxBytes={maxDocumentBytes}
          description={t("documentTypes")}
        />
      )}
      <SelectField
        name="kind"
        label={t("documentKind")}
        required
        options={documentKinds.map((kind) => ({ value: kind, label: t(detailKey("kind", kind)) }))}
      />
      <DateField name="validUntil" label={t("documentUntil")} />
      <CheckboxField name="shared" label={t("documentShared")} description={t("documentSharedHint")} />
    </Form>
  );
}

interface NoteProps {
  readonly note: ReplyOf<typeof listNotes>["items"][number];
  readonly onRemove: () => void;
}

function Note({ note, onRemove }: NoteProps): ReactNode {
  const t = useDetailTexts();
  return (
    <div className={styles.note}>
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {note.createdBy ?? "–"}
        </Text>
        <Text size="xs" c="dimmed">
          <DateText value={note.createdAt} time="HH:mm" />
        </Text>
        {note.own && (
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t("noteDrop")} onClick={onRemove}>
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </Group>
      <Text size="sm" className={styles.noteText ?? ""}>
        {note.content}
      </Text>
    </div>
  );
}

export function ClientNotes({ clientId }: { clientId: number }): ReactNode {
  const t = useDetailTexts();
  const list = useCall(listNotes, { params: { id: clientId } });
  const form = useCallForm(addNote, { content: "" });
  const add = useAct(addNote, { invalidates: [listNotes] });
  const drop = useAct(dropNote, { invalidates: [listNotes] });
  const remove = async (noteId: number): Promise<void> => {
    const sure = await confirm(t("noteDropQuestion"), { title: t("noteDrop"), yes: t("noteDrop"), danger: true });
    if (sure) await drop.run({ params: { id: clientId, noteId } });
  };
  return (
    <Section title={t("notes")} aside={t("notesHint")}>
      <div className={styles.notes}>
        <Form
          form={form}
          label={t("noteWrite")}
          onSave={(body) => add.mutateAsync({ params: { id: clientId }, body })}
          onSaved={() => form.setValues({ content: "" })}
          submit={t("noteSave")}
        >
          <TextareaField name="content" label={t("noteWrite")} rows={2} maxLength={5000} />
        </Form>
        <Loaded of={list}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={t("noteEmpty")} text={t("noteEmptyText")} />
            ) : (
              <Stack gap="sm" mt="md">
                {items.map((note) => (
                  <Note key={note.id} note={note} onRemove={() => void remove(note.id)} />
                ))}
              </Stack>
            )
          }
        </Loaded>
      </div>
    </Section>
  );
}
