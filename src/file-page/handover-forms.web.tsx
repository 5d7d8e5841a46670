/** The forms of a handover: court and advance, and letting a line pass. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { date } from "../kernel/dates.ts";
import { useAct } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { Form, MoneyField, TextareaField, useForm } from "../platform/web/form.web.tsx";
import { textOf, useTexts } from "../platform/web/texts.web.ts";
import { type Court, courtNames, courts } from "./courts.ts";
import { chooseHandover, type HandoverChoices, passLine, readHandover } from "./handover.contract.ts";
import type { handoverTexts } from "./handover.texts.ts";
import type { HandoverNeed } from "./readiness.ts";

const useHandoverTexts = () => useTexts<typeof handoverTexts>("handover");

interface ChoicesFormProps {
  readonly fileId: number;
  readonly choices: HandoverChoices;
  readonly proposed: Court | null;
  /** The server's day. */
  readonly today: string;
  readonly close: () => void;
}

const answers = { yes: true, no: false } as const;

/** Which court, and the advance. The court that the address points to is filled in as long as none was chosen. */
export function ChoicesForm({ fileId, choices, proposed, today, close }: ChoicesFormProps): ReactNode {
  const t = useHandoverTexts();
  const act = useAct(chooseHandover, { invalidates: [readHandover] });
  const { advanceRequired } = choices;
  const form = useForm({
    ...choices,
    court: (choices.court ?? proposed) as string | null,
    advanceRequired: (advanceRequired === null ? null : advanceRequired ? "yes" : "no") as string | null,
  });
  const needed = form.values.advanceRequired === "yes";
  return (
    <Form
      form={form}
      label={t("choices")}
      onSave={async ({ court, advanceRequired: required, advanceCents, advanceReceivedOn, version }) => {
        const body = {
          court: courts.find((known) => known === court) ?? null,
          advanceRequired: required === "yes" || required === "no" ? answers[required] : null,
          advanceCents: needed ? advanceCents : null,
          advanceReceivedOn: needed ? advanceReceivedOn : null,
          version,
        };
        await act.mutateAsync({ params: { id: fileId }, body });
      }}
      onSaved={close}
      onCancel={close}
    >
      <SelectField
        name="court"
        label={t("court")}
        clearable
        options={courts.map((value) => ({ value, label: courtNames[value] }))}
        {...(proposed && { description: t("courtProposed", { court: courtNames[proposed] }) })}
      />
      <SelectField
        name="advanceRequired"
        label={t("advanceRequired")}
        clearable
        options={(["yes", "no"] as const).map((value) => ({ value, label: t(`advance_${value}`) }))}
      />
      {needed && (
        <>
          <MoneyField name="advanceCents" label={t("advanceAmount")} />
          <DateField name="advanceReceivedOn" label={t("advanceReceivedOn")} max={date(today)} />
        </>
      )}
    </Form>
  );
}

interface PassFormProps {
  readonly fileId: number;
  readonly need: HandoverNeed;
  readonly close: () => void;
}

/** Lets a line pass, with the reason why. */
export function PassForm({ fileId, need, close }: PassFormProps): ReactNode {
  const t = useHandoverTexts();
  const act = useAct(passLine, { invalidates: [readHandover] });
  const form = useForm({ reason: "" });
  return (
    <Form
      form={form}
      label={t("passTitle", { line: t(`need_${need}`) })}
      submit={t("passSubmit")}
      onSave={async (body) => {
        if (body.reason.trim() === "") return form.setFieldError("reason", textOf("platform.invalid.required"));
        await act.mutateAsync({ params: { id: fileId, need }, body });
        return close();
      }}
      onCancel={close}
    >
      <Text size="sm">{t("passNote")}</Text>
      <TextareaField name="reason" label={t("passReason")} required maxLength={1000} />
    </Form>
  );
}
