/** The form of what a claim rests on, in words. */
import type { ReactNode } from "react";
import { describeClaim } from "../files/files.contract.ts";
import { date as plainDate } from "../kernel/dates.ts";
import { useAct } from "../platform/web/api.web.ts";
import { DateField } from "../platform/web/dates.web.tsx";
import { Form, TextareaField, TextField, useForm } from "../platform/web/form.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import type { ShownFile } from "./file-page.contract.ts";
import type { handoverTexts } from "./handover.texts.ts";

interface ClaimFormProps {
  readonly file: ShownFile;
  readonly onDone: () => void;
  readonly close: () => void;
}

export function ClaimForm({ file, onDone, close }: ClaimFormProps): ReactNode {
  const t = useTexts<typeof handoverTexts>("handover");
  const act = useAct(describeClaim);
  const form = useForm({
    title: file.claim.title ?? "",
    description: file.claim.description ?? "",
    contractDate: file.claim.contractDate,
    version: file.version,
  });
  return (
    <Form
      form={form}
      label={t("describe")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: file.id }, body });
        onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <TextField name="title" label={t("claimTitle")} required maxLength={200} />
      <TextareaField name="description" label={t("claimDescription")} required maxLength={2000} />
      <DateField name="contractDate" label={t("contractDate")} max={plainDate(file.balance.date)} />
    </Form>
  );
}
