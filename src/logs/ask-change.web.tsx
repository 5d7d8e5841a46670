/** Asks the house to change a debtor's data: for people who may not change it themselves. */
import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useAct } from "../platform/web/api.web.ts";
import { Form, TextareaField, TextField, useForm } from "../platform/web/form.web.tsx";
import { useAnyText } from "../platform/web/texts.web.ts";
import { type RequestField, requestFields } from "./change-request.ts";
import { askChange } from "./log-work.contract.ts";
import { listLogs } from "./logs.contract.ts";
import { useWorkTexts } from "./work.web.tsx";

/** The fields that are offered, two beside each other. */
const offered = [
  ["street", "houseNumber"],
  ["postcode", "city"],
  ["phone", "mobile"],
  ["email", "iban"],
] as const satisfies readonly (readonly RequestField[])[];

export function AskChange({ fileId, close }: { fileId: number; close: () => void }): ReactNode {
  const t = useWorkTexts();
  const any = useAnyText();
  const ask = useAct(askChange, { invalidates: [listLogs] });
  const form = useForm({ note: "", wanted: Object.fromEntries(requestFields.map((field) => [field, ""])) });
  return (
    <Form
      form={form}
      label={t("askChange")}
      submit={t("askChange")}
      onSave={async ({ note, wanted }) => {
        // What was left empty is not asked for.
        const asked = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value.trim() !== ""));
        await ask.mutateAsync({ params: { id: fileId }, body: { wanted: asked, note } });
      }}
      onSaved={close}
      onCancel={close}
    >
      {offered.map(([left, right]) => (
        <Group key={left} grow align="start">
          <TextField name={`wanted.${left}`} label={any(`files.${left}`)} maxLength={200} />
          <TextField name={`wanted.${right}`} label={any(`files.${right}`)} maxLength={200} />
        </Group>
      ))}
      <TextareaField name="note" label={t("note")} maxLength={1000} />
    </Form>
  );
}
