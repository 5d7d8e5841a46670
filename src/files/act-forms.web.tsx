/** The forms of what a person does to a file; fetched when the first of them is opened. */
import { type ReactNode, useMemo } from "react";
import { caseManagerOptions } from "../employees/employees.contract.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { Form, TextareaField, TextField, useForm } from "../platform/web/form.web.tsx";
import { textOf, useTexts } from "../platform/web/texts.web.ts";
import type { ActFormProps, DebtorFormProps } from "./acts.web.tsx";
import { assignManager, changeStatus, closeFileByHand, closingReasonList, updateDebtor } from "./files.contract.ts";
import type { fileTexts } from "./files.texts.ts";
import { filePhases, genders, legalForms, nextStatuses } from "./files.ts";

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

export function DebtorForm(props: DebtorFormProps): ReactNode {
  const t = useFileTexts();
  const { debtor } = props;
  const act = useAct(updateDebtor);
  const { id: _id, fileType, isConsumer: _consumer, isNaturalPerson: _natural, displayName: _name, ...fields } = debtor;
  // A field without a value is an empty box.
  const form = useForm({
    ...fields,
    initials: fields.initials ?? "",
    firstName: fields.firstName ?? "",
    prefix: fields.prefix ?? "",
    lastName: fields.lastName ?? "",
    companyName: fields.companyName ?? "",
    kvk: fields.kvk ?? "",
    addition: fields.addition ?? "",
    phone: fields.phone ?? "",
    mobile: fields.mobile ?? "",
    email: fields.email ?? "",
    iban: fields.iban ?? "",
  });
  const two = { display: "grid", gridTemplateColumns: "1fr 1fr", gap: 12 } as const;
  return (
    <Form
      form={form}
      label={t("editDebtor")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: props.fileId }, body });
        props.onDone();
      }}
      onSaved={props.close}
      onCancel={props.close}
    >
      {fileType === "company" && (
        <div style={two}>
          <TextField name="companyName" label={t("companyName")} required maxLength={200} />
          <SelectField
            name="legalForm"
            label={t("legalForm")}
            clearable
            options={legalForms.map((one) => ({ value: one, label: t(`form_${one}`) }))}
          />
          <TextField name="kvk" label={t("kvk")} maxLength={8} />
        </div>
      )}
      <div style={two}>
        <SelectField
          name="gender"
          label={t("gender")}
          options={genders.map((gender) => ({ value: gender, label: t(`gender_${gender}`) }))}
        />
        <TextField name="initials" label={t("initials")} maxLength={20} />
        <TextField name="prefix" label={t("prefix")} maxLength={20} />
        <TextField name="lastName" label={t("lastName")} required={fileType === "private"} maxLength={100} />
        {fileType === "private" && <DateField name="birthDate" label={t("birthDate")} />}
        <SelectField
          name="language"
          label={t("language")}
          options={(["nl", "en", "fr", "de"] as const).map((code) => ({ value: code, label: t(`language_${code}`) }))}
        />
        <TextField name="postcode" label={t("postcode")} required maxLength={12} />
        <TextField name="houseNumber" label={t("houseNumber")} required maxLength={10} />
        <TextField name="addition" label={t("addition")} maxLength={20} />
        <TextField name="street" label={t("street")} required maxLength={200} />
        <TextField name="city" label={t("city")} required maxLength={100} />
        <DateField name="addressVerifiedOn" label={t("addressVerifiedOn")} />
        <TextField name="email" label={t("email")} type="email" maxLength={254} />
        <TextField name="mobile" label={t("mobile")} type="tel" maxLength={30} />
        <TextField name="phone" label={t("phone")} type="tel" maxLength={30} />
        <TextField name="iban" label={t("iban")} maxLength={42} />
      </div>
    </Form>
  );
}
