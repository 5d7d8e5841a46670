/** The forms by which a file is closed or given another status; fetched when the first of them is opened. */
import type { ReactNode } from "react";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { CheckboxField, Form, TextareaField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import type { fileTexts } from "../files/files.texts.ts";
import { filePhases } from "../files/files.ts";
import type { ActFormProps } from "../files/files.web.tsx";
import { changeStatus, closeFileByHand, closingReasonList } from "./states.contract.ts";
import { nextStatuses } from "./transitions.ts";

const useFileTexts = () => useTexts<typeof fileTexts>("files");

interface ClosingValues {
  /** A record of the list of closing reasons. */
  readonly reason: number | null;
  readonly note: string;
  readonly waiveCosts: boolean;
  readonly version: number;
}

export function CloseForm({ target, close }: ActFormProps): ReactNode {
  const t = useFileTexts();
  const act = useAct(closeFileByHand);
  const read = useCall(closingReasonList, {});
  const reasons = read.data?.items ?? [];
  const closing: ClosingValues = { reason: null, note: "", waiveCosts: false, version: target.version };
  const form = useCallForm(closeFileByHand, closing, ({ reason: chosen, ...values }) => ({
    ...values,
    reason: reasons.find(({ id }) => id === chosen)?.reason ?? null,
    ...(chosen === null ? {} : { closingReasonId: chosen }),
  }));
  const needsNote = reasons.find(({ id }) => id === form.values.reason)?.needsNote ?? false;
  return (
    <Form
      form={form}
      label={t("close")}
      submit={t("close")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: target.id }, body });
        target.onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <SelectField
        form={form}
        name="reason"
        label={t("closeReason")}
        required
        options={reasons.map(({ id, text }) => ({ value: id, label: text }))}
      />
      {(form.errors.waiveCosts !== undefined || form.values.waiveCosts) && (
        <CheckboxField form={form} name="waiveCosts" label={t("closeWaives")} />
      )}
      <TextareaField form={form} name="note" label={t("note")} maxLength={1000} required={needsNote} />
    </Form>
  );
}

export function StatusForm({ target, close }: ActFormProps): ReactNode {
  const t = useFileTexts();
  const act = useAct(changeStatus);
  const form = useCallForm(changeStatus, { status: target.status, phase: target.phase, version: target.version });
  const choices = [target.status, ...nextStatuses(target.status)].filter((status) => status !== "closed");
  return (
    <Form
      form={form}
      label={t("changeStatus")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: target.id }, body });
        target.onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <SelectField
        form={form}
        name="status"
        label={t("status")}
        options={choices.map((status) => ({ value: status, label: t(`status_${status}`) }))}
      />
      <SelectField
        form={form}
        name="phase"
        label={t("phase")}
        options={filePhases.map((phase) => ({ value: phase, label: t(`phase_${phase}`) }))}
      />
    </Form>
  );
}
