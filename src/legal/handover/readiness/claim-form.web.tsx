/** The form of what a claim rests on, in words. */
import type { ReactNode } from "react";
import { describeClaim } from "../../../cases/files/files.contract.ts";
import { date as plainDate } from "../../../ground/kernel/dates.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { Form, TextareaField, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import type { handoverTexts } from "../handover.texts.ts";

/** What is known of a file whose claim is described. */
export interface DescribedFile {
  readonly id: number;
  readonly claim: {
    readonly title: string | null;
    readonly description: string | null;
    readonly contractDate: string | null;
  };
  /** Its date is the server's day. */
  readonly balance: { readonly date: string };
  readonly version: number;
}

interface ClaimFormProps {
  readonly file: DescribedFile;
  readonly onDone: () => void;
  readonly close: () => void;
}

export function ClaimForm({ file, onDone, close }: ClaimFormProps): ReactNode {
  const t = useTexts<typeof handoverTexts>("handover");
  const act = useAct(describeClaim);
  const form = useCallForm(describeClaim, {
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
