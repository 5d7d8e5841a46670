/** Reporting what happened to letters: all of a batch posted, one returned, or the print house's own file. */
import { type ReactNode, useState } from "react";
import { useHouseDay } from "../../ground/platform/web/content/today.web.ts";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { ApiError, showError, useAct } from "../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../ground/platform/web/inputs/dates.web.tsx";
import { FilePicker } from "../../ground/platform/web/inputs/files.web.tsx";
import { Form, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type BatchDetail, importAnswers, markPosted, markReturned, type PieceRow } from "./print-batches.contract.ts";
import { returnReasons } from "./print-batches.ts";
import { batchReads, usePrintTexts } from "./texts.web.ts";

export function PostedForm({ batch, close }: { batch: BatchDetail; close: () => void }): ReactNode {
  const t = usePrintTexts();
  const form = useCallForm(markPosted, { postedOn: useHouseDay(), version: batch.version });
  const tell = useAct(markPosted, {
    invalidates: batchReads,
    onSuccess: () => {
      notify({ message: t("told"), variant: "success" });
    },
  });
  return (
    <Form
      form={form}
      submit={t("tellPosted")}
      onSave={(body) => tell.mutateAsync({ params: { id: batch.id }, body })}
      onSaved={close}
      onCancel={close}
    >
      <p>{t("tellPostedHint")}</p>
      <DateField name="postedOn" label={t("postedOn")} required />
    </Form>
  );
}

export function ReturnedForm(props: { batch: BatchDetail; piece: PieceRow; close: () => void }): ReactNode {
  const { batch, piece, close } = props;
  const t = usePrintTexts();
  const form = useCallForm(markReturned, { returnedOn: useHouseDay(), reason: null });
  const tell = useAct(markReturned, {
    invalidates: batchReads,
    onSuccess: () => {
      notify({ message: t("returnedTold"), variant: "success" });
    },
  });
  return (
    <Form
      form={form}
      submit={t("returned")}
      onSave={(body) => tell.mutateAsync({ params: { id: batch.id, set: piece.set }, body })}
      onSaved={close}
      onCancel={close}
    >
      <DateField name="returnedOn" label={t("returnedOn")} required />
      <SelectField
        name="reason"
        label={t("reason")}
        required
        options={returnReasons.map((reason) => ({ value: reason, label: t(`reason_${reason}`) }))}
      />
    </Form>
  );
}

const mostAnswerBytes = 5_000_000;

/** The print house's answers: one file at a time, chosen or dropped. */
export function ImportAnswers({ batch }: { batch: BatchDetail }): ReactNode {
  const t = usePrintTexts();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const take = useAct(importAnswers, { invalidates: batchReads });
  const send = async (file: File): Promise<void> => {
    setErrors([]);
    try {
      const counts = await take.mutateAsync({ params: { id: batch.id }, files: { file } });
      notify({ message: t("imported", counts), variant: "success" });
    } catch (error) {
      if (error instanceof ApiError && error.isValidation) setErrors(error.errors.file ?? [error.message]);
      else showError(error);
    }
  };
  return (
    <Section title={t("importAnswers")}>
      <FilePicker
        label={t("answerFile")}
        description={t("importHint")}
        value={[]}
        maxBytes={mostAnswerBytes}
        errors={errors}
        disabled={take.isPending || batch.secondEyes}
        onChange={([file]) => {
          if (file) void send(file);
        }}
      />
    </Section>
  );
}
