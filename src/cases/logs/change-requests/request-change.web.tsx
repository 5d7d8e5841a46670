/** Requests a change of a debtor's data: for users who may not change it themselves. */
import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useAnyText } from "../../../ground/platform/web/content/texts.web.ts";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { Form, TextareaField, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { requestDataChange } from "../lines/line-details.contract.ts";
import { useWorkTexts } from "../lines/line-details.web.tsx";
import { listLogs } from "../logs.contract.ts";
import { type RequestField, requestFields } from "./change-request.ts";

/** The fields that are offered, two beside each other. */
const offered = [
  ["street", "houseNumber"],
  ["postcode", "city"],
  ["phone", "mobile"],
  ["email", "iban"],
] as const satisfies readonly (readonly RequestField[])[];

export function RequestChangeForm({ fileId, close }: { fileId: number; close: () => void }): ReactNode {
  const t = useWorkTexts();
  const any = useAnyText();
  const ask = useAct(requestDataChange, { invalidates: [listLogs] });
  const initial = { note: "", wanted: Object.fromEntries(requestFields.map((field) => [field, ""])) };
  const form = useCallForm(requestDataChange, initial, ({ note, wanted }) => ({
    // What was left empty is not asked for.
    wanted: Object.fromEntries(Object.entries(wanted).filter(([, value]) => value.trim() !== "")),
    note,
  }));
  return (
    <Form
      form={form}
      label={t("askChange")}
      submit={t("askChange")}
      onSave={(body) => ask.mutateAsync({ params: { id: fileId }, body })}
      onSaved={close}
      onCancel={close}
    >
      {offered.map(([left, right]) => (
        <Group key={left} grow align="start">
          <TextField form={form} name={`wanted.${left}`} label={any(`files.${left}`)} maxLength={200} />
          <TextField form={form} name={`wanted.${right}`} label={any(`files.${right}`)} maxLength={200} />
        </Group>
      ))}
      <TextareaField form={form} name="note" label={t("note")} maxLength={1000} />
    </Form>
  );
}
