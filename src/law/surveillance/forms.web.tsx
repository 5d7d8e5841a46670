/** What was found at an address, typed in by hand. */
import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../ground/platform/web/inputs/dates.web.tsx";
import { Form, type FormOf, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { answerCheck, type CheckRow } from "./surveillance.contract.ts";
import { checkResults } from "./surveillance.ts";
import { useSurveillanceTexts } from "./texts.web.ts";

const empty = { street: "", houseNumber: "", addition: "", postcode: "", city: "", country: "NL" };

interface Values {
  readonly result: (typeof checkResults)[number];
  readonly checkedOn: string | null;
  readonly source: string;
  /** Where the debtor has moved to. */
  readonly address: typeof empty;
  readonly version: number;
}

/** Where the debtor has moved to. */
function NewAddress({ form }: { form: FormOf<Values, unknown> }): ReactNode {
  const t = useSurveillanceTexts();
  return (
    <>
      <Group grow align="start">
        <TextField form={form} name="address.street" label={t("street")} required maxLength={200} />
        <TextField form={form} name="address.houseNumber" label={t("houseNumber")} required maxLength={10} />
        <TextField form={form} name="address.addition" label={t("addition")} maxLength={20} />
      </Group>
      <Group grow align="start">
        <TextField form={form} name="address.postcode" label={t("postcode")} required maxLength={12} />
        <TextField form={form} name="address.city" label={t("city")} required maxLength={100} />
        <TextField form={form} name="address.country" label={t("country")} required maxLength={2} />
      </Group>
    </>
  );
}

export function AnswerForm(props: {
  check: CheckRow;
  today: string;
  close: () => void;
  onDone: () => void;
}): ReactNode {
  const t = useSurveillanceTexts();
  const { check, today, close, onDone } = props;
  const act = useAct(answerCheck);
  const initial: Values = { result: "confirmed", checkedOn: today, source: "", address: empty, version: check.version };
  const form = useCallForm(answerCheck, initial, ({ address, ...values }) => ({
    ...values,
    checkedOn: values.checkedOn ?? "",
    ...(values.result === "moved" ? { address } : {}),
  }));
  const { result } = form.values;
  return (
    <Form
      form={form}
      label={t("answer")}
      submit={t("save")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: check.id }, body });
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
        form={form}
        name="result"
        label={t("result")}
        required
        options={checkResults.map((value) => ({ value, label: t(`result_${value}`) }))}
        description={t(`effect_${result}`)}
      />
      <Group grow align="start">
        <DateField form={form} name="checkedOn" label={t("checkedOn")} required />
        <TextField form={form} name="source" label={t("source")} placeholder={t("sourceHint")} maxLength={100} />
      </Group>
      {result === "moved" && <NewAddress form={form} />}
    </Form>
  );
}
