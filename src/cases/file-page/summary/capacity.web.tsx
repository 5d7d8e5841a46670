/** Whether the contract binds a debtor who was a minor or under guardianship when it was made, and the form that notes why it does. */
import { ActionIcon, Button, Stack, Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { PreviewLink } from "../../../ground/platform/web/content/preview.web.tsx";
import { textOf, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { FileField } from "../../../ground/platform/web/inputs/files.web.tsx";
import { Form, TextField, useCallForm, type ValuesOf } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { addPaper, listPapers } from "../../../legal/handover/handover.contract.ts";
import { listFileDocuments } from "../../../letters/correspondence/correspondence.contract.ts";
import { noteCapacity, readCapacity, readStep } from "../../../letters/processing/processing.contract.ts";
import { reverseEventCall } from "../../../money/claims/claims.contract.ts";
import { capacityGrounds } from "../../../money/claims/claims.ts";
import { listLogs } from "../../logs/logs.contract.ts";
import type { capacityTexts } from "./capacity.texts.ts";

const useCapacityTexts = () => useTexts<typeof capacityTexts>("capacity");
const stale = [readCapacity, readStep, listLogs, listPapers, listFileDocuments] as const;

interface CapacityProps {
  readonly fileId: number;
  readonly office: boolean;
  readonly onChanged: () => void;
}

/** Nothing where the debtor could bind himself and nothing was noted. */
export function Capacity({ fileId, office, onChanged }: CapacityProps): ReactNode {
  const t = useCapacityTexts();
  const mayNote = useMay(noteCapacity) && office;
  const mayReverse = useMay(reverseEventCall) && office;
  const reverse = useAct(reverseEventCall, { invalidates: stale });
  const capacity = useCall(readCapacity, { params: { id: fileId } }).data;
  if (!capacity || (capacity.why === null && capacity.items.length === 0)) return null;
  const { why, contractOn, until, items } = capacity;
  const takeBack = async (eventId: number): Promise<void> => {
    const reason = await promptText(t("reason"), { title: t("takeBack"), danger: true, required: true });
    if (reason === undefined) return;
    if (await reverse.run({ params: { id: fileId, eventId }, body: { reason } })) onChanged();
  };
  const ask = (): void =>
    void openModal({ title: t("note") }, (close) => <NoteForm {...{ fileId, why, onChanged, close }} />);
  const aside = mayNote && why !== null && items.length === 0 && (
    <Button size="compact-sm" variant="default" onClick={ask}>
      {t("note")}
    </Button>
  );
  return (
    <Section title={t("title")} aside={aside || undefined}>
      <Stack gap="xs">
        {why !== null && (
          <Text size="sm">
            {t(`why_${why}`, { on: contractOn === null ? "" : dateText(contractOn) })}
            {until !== null && ` ${t("until", { date: dateText(until) })}`}
          </Text>
        )}
        {items.length > 0 && <Text size="sm">{t("binds")}</Text>}
        {items.map(({ id, on, ground, by, document }) => (
          <Text size="sm" key={id} component="div">
            {t("item", { on: dateText(on), ground: t(`ground_${ground}`), by })}{" "}
            {document && (
              <PreviewLink
                document={{ name: document.name, href: `/api/v4/file/${fileId}/documents/${document.id}` }}
              />
            )}
            {mayReverse && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t("takeBack")}
                onClick={() => void takeBack(id)}
              >
                <IconArrowBackUp size={14} aria-hidden />
              </ActionIcon>
            )}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

interface NoteProps extends Pick<CapacityProps, "fileId" | "onChanged"> {
  readonly why: "minor" | "guardianship" | null;
  readonly close: () => void;
}

interface NoteValues extends ValuesOf<typeof noteCapacity> {
  /** A new document, in the place of one that the file has. */
  readonly file: File[];
}
const consent: NoteValues = { ground: "consent", date: null, by: "", documentId: null, file: [] };

function NoteForm({ fileId, why, onChanged, close }: NoteProps): ReactNode {
  const t = useCapacityTexts();
  const documents = useCall(listFileDocuments, { params: { id: fileId } }).data?.items ?? [];
  const add = useAct(addPaper, { invalidates: stale });
  const note = useAct(noteCapacity, { invalidates: stale });
  const form = useCallForm(noteCapacity, consent, ({ file: _file, ...values }) => values);
  const save = async (body: BodyOf<typeof noteCapacity>, values: NoteValues): Promise<void> => {
    const { date, documentId, file } = { ...values, file: values.file[0] };
    if (!file && !documentId)
      return form.setFieldError(documents.length > 0 ? "documentId" : "file", textOf("platform.invalid.required"));
    if (file && documentId) return form.setFieldError("file", t("either"));
    if (!date) return form.setFieldError("date", textOf("platform.invalid.required"));
    const params = { id: fileId };
    const paper = file && (await add.mutateAsync({ params, body: { kind: "other" }, files: { file } }));
    await note.mutateAsync({ params, body: paper ? { ...body, documentId: paper.id } : body });
    notify({ message: t("noted"), variant: "success" });
    onChanged();
    return close();
  };
  const grounds = capacityGrounds.filter((ground) => ground === "consent" || why === "minor");
  return (
    <Form form={form} label={t("note")} onSave={save} onCancel={close} submit={t("note")}>
      <SelectField
        name="ground"
        label={t("ground")}
        options={grounds.map((ground) => ({ value: ground, label: t(`ground_${ground}`) }))}
      />
      <DateField name="date" label={t("on")} required />
      <TextField name="by" label={t("by")} required maxLength={200} />
      {documents.length > 0 && (
        <SelectField
          name="documentId"
          label={t("document")}
          clearable
          options={documents.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <FileField name="file" label={t("newDocument")} required={documents.length === 0} />
    </Form>
  );
}
