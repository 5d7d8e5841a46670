/** What was found at an address, typed in by hand. */
import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useAct } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { Form, TextField, useForm } from "../platform/web/form.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { answerCheck, type CheckRow } from "./surveillance.contract.ts";
import { checkResults } from "./surveillance.ts";
import { useSurveillanceTexts } from "./wording.web.ts";

const empty = { street: "", houseNumber: "", addition: "", postcode: "", city: "", country: "NL" };

export function AnswerForm(props: {
  check: CheckRow;
  today: string;
  close: () => void;
  onDone: () => void;
}): ReactNode {
  const t = useSurveillanceTexts();
  const { check, today, close, onDone } = props;
  const act = useAct(answerCheck);
  const form = useForm({
    result: "confirmed",
    checkedOn: today as string | null,
    source: "",
    address: empty,
    version: check.version,
  });
  const result = checkResults.find((known) => known === form.values.result) ?? "confirmed";
  return (
    <Form
      form={form}
      label={t("answer")}
      submit={t("save")}
      onSave={async ({ address, checkedOn, ...body }) => {
        const moved = result === "moved" ? { address } : {};
        await act.mutateAsync({
          params: { id: check.id },
          body: { ...body, ...moved, result, checkedOn: checkedOn ?? "" },
        });
        onDone();
        notify({ message: t("answered"), variant: "success" });
      }}
      onSaved={close}
      onCancel={close}
    >
      <Text size="sm" c="dimmed">
        {check.debtorName}, {check.street} {check.houseNumber}, {check.postcode} {check.city}
      </Text>
      <SelectField
        name="result"
        label={t("result")}
        required
        options={checkResults.map((value) => ({ value, label: t(`result_${value}`) }))}
        description={t(`effect_${result}`)}
      />
      <Group grow align="start">
        <DateField name="checkedOn" label={t("checkedOn")} required />
        <TextField name="source" label={t("source")} placeholder={t("sourceHint")} maxLength={100} />
      </Group>
      {result === "moved" && (
        <>
          <Group grow align="start">
            <TextField name="address.street" label={t("street")} required maxLength={200} />
            <TextField name="address.houseNumber" label={t("houseNumber")} required maxLength={10} />
            <TextField name="address.addition" label={t("addition")} maxLength={20} />
          </Group>
          <Group grow align="start">
            <TextField name="address.postcode" label={t("postcode")} required maxLength={12} />
            <TextField name="address.city" label={t("city")} required maxLength={100} />
            <TextField name="address.country" label={t("country")} required maxLength={2} />
          </Group>
        </>
      )}
    </Form>
  );
}
