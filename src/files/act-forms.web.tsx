/** The forms of what a person does to a file; fetched when the first of them is opened. */
import { type ReactNode, useMemo } from "react";
import { caseManagerOptions } from "../employees/employees.contract.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { Form, TextareaField, useForm } from "../platform/web/form.web.tsx";
import { textOf, useTexts } from "../platform/web/texts.web.ts";
import type { ActFormProps } from "./acts.web.tsx";
import { assignManager, changeStatus, closeFileByHand, closingReasonList } from "./files.contract.ts";
import type { fileTexts } from "./files.texts.ts";
import { filePhases, nextStatuses } from "./files.ts";

const useFileTexts = () => useTexts<typeof fileTexts>("files");

export function CloseForm({ target, close }: ActFormProps): ReactNode {
  const t = useFileTexts();
  const act = useAct(closeFileByHand);
  const form = useForm({ reason: null as string | null, note: "", version: target.version });
  const read = useCall(closingReasonList, {});
  const reasons = read.data?.items ?? [];
  const needsNote = reasons.find(({ id }) => String(id) === form.values.reason)?.needsNote ?? false;
  return (
    <Form
      form={form}
      label={t("close")}
      submit={t("close")}
      onSave={async ({ reason, ...body }) => {
        const known = reasons.find(({ id }) => String(id) === reason);
        if (!known) return form.setFieldError("reason", textOf("platform.invalid.required"));
        await act.mutateAsync({
          params: { id: target.id },
          body: { ...body, reason: known.reason, closingReasonId: known.id },
        });
        target.onDone();
        return close();
      }}
      onCancel={close}
    >
      <SelectField
        name="reason"
        label={t("closeReason")}
        required
        options={reasons.map(({ id, text }) => ({ value: String(id), label: text }))}
      />
      <TextareaField name="note" label={t("note")} maxLength={1000} required={needsNote} />
    </Form>
  );
}

export function StatusForm({ target, close }: ActFormProps): ReactNode {
  const t = useFileTexts();
  const act = useAct(changeStatus);
  const form = useForm({ status: target.status as string, phase: target.phase as string, version: target.version });
  const choices = [target.status, ...nextStatuses(target.status)].filter((status) => status !== "closed");
  return (
    <Form
      form={form}
      label={t("changeStatus")}
      onSave={async ({ status, phase, version }) => {
        const body = {
          status: choices.find((one) => one === status) ?? target.status,
          phase: filePhases.find((one) => one === phase) ?? target.phase,
          version,
        };
        await act.mutateAsync({ params: { id: target.id }, body });
        target.onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <SelectField
        name="status"
        label={t("status")}
        options={choices.map((status) => ({ value: status, label: t(`status_${status}`) }))}
      />
      <SelectField
        name="phase"
        label={t("phase")}
        options={filePhases.map((phase) => ({ value: phase, label: t(`phase_${phase}`) }))}
      />
    </Form>
  );
}

export function ManagerForm({ target, close }: ActFormProps): ReactNode {
  const t = useFileTexts();
  const act = useAct(assignManager);
  const managers = useCall(caseManagerOptions, {});
  const form = useForm({
    caseManagerId: target.caseManagerId === null ? null : String(target.caseManagerId),
    version: target.version,
  });
  const options = useMemo(
    () => (managers.data?.items ?? []).map(({ id, text }) => ({ value: String(id), label: text })),
    [managers.data],
  );
  return (
    <Form
      form={form}
      label={t("changeManager")}
      onSave={async ({ caseManagerId, version }) => {
        const id = caseManagerId === null ? null : Number(caseManagerId);
        await act.mutateAsync({ params: { id: target.id }, body: { caseManagerId: id, version } });
        target.onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <SelectField
        name="caseManagerId"
        label={t("caseManager")}
        options={options}
        clearable
        placeholder={t("noManager")}
      />
    </Form>
  );
}
