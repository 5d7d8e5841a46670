/** Forms for a returned letter, and for the correction of a debtor's address and channels. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { fileTexts } from "../../../cases/files/files.texts.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { houseDay } from "../../../ground/platform/web/content/today.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { Form, TextareaField, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { countries } from "../../../people/customers/customers.contract.ts";
import { usePrecassoTexts } from "../texts.web.ts";
import { correctDebtor, listRecords, type RecordDetail, readRecord, returnLetter } from "./records.contract.ts";

const reads = [readRecord, listRecords];

interface FormProps {
  readonly record: RecordDetail;
  readonly close: () => void;
}

export function ReturnedForm({ record, close, messageId }: FormProps & { readonly messageId: number }): ReactNode {
  const t = usePrecassoTexts();
  const initial: { on: string | null; reason: string; version: number } = {
    on: houseDay(),
    reason: "",
    version: record.version,
  };
  const form = useCallForm(returnLetter, initial, ({ on, ...rest }) => ({ ...rest, on: on ?? "" }));
  const run = useAct(returnLetter, { invalidates: reads });
  return (
    <Form
      form={form}
      label={t("returned")}
      onSave={(body) => run.mutateAsync({ params: { id: record.id, messageId }, body })}
      onSaved={() => {
        notify({ message: t("done"), variant: "success" });
        close();
      }}
      onCancel={close}
    >
      <Text size="sm" c="dimmed">
        {t("returnedHint")}
      </Text>
      <DateField name="on" label={t("cameBackOn")} required />
      <TextareaField name="reason" label={t("reason")} required maxLength={500} />
    </Form>
  );
}

/** An empty channel is removed. */
const given = (text: string): string | null => (text.trim() === "" ? null : text);

export function CorrectForm({ record, close }: FormProps): ReactNode {
  const t = usePrecassoTexts();
  const f = useTexts<typeof fileTexts>("files");
  const { debtor, version } = record;
  const lands = useCall(countries, { query: { limit: -1 } });
  const initial = {
    ...debtor.address,
    addition: debtor.address.addition ?? "",
    postcode: debtor.postcode,
    city: debtor.city,
    country: debtor.country,
    email: debtor.email ?? "",
    mobile: debtor.mobile ?? "",
    phone: debtor.phone ?? "",
    language: languages.find((one) => one === debtor.language) ?? "nl",
    source: "",
    version,
  };
  const form = useCallForm(correctDebtor, initial, ({ addition, email, mobile, phone, ...rest }) => ({
    ...rest,
    addition: given(addition),
    email: given(email),
    mobile: given(mobile),
    phone: given(phone),
  }));
  const run = useAct(correctDebtor, { invalidates: reads });
  return (
    <Form
      form={form}
      label={t("correct")}
      onSave={(body) => run.mutateAsync({ params: { id: record.id }, body })}
      onSaved={() => {
        notify({ message: t("done"), variant: "success" });
        close();
      }}
      onCancel={close}
    >
      <TextField name="street" label={f("street")} required maxLength={200} />
      <TextField name="houseNumber" label={f("houseNumber")} required maxLength={10} />
      <TextField name="addition" label={f("addition")} maxLength={20} />
      <TextField name="postcode" label={f("postcode")} required maxLength={12} />
      <TextField name="city" label={f("city")} required maxLength={100} />
      <SelectField
        name="country"
        label={f("country")}
        required
        options={(lands.data?.items ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TextField name="email" label={f("email")} type="email" maxLength={254} />
      <TextField name="mobile" label={f("mobile")} type="tel" maxLength={30} />
      <TextField name="phone" label={f("phone")} type="tel" maxLength={30} />
      <SelectField
        name="language"
        label={f("language")}
        options={languages.map((code) => ({ value: code, label: f(`language_${code}`) }))}
      />
      <TextField name="source" label={t("source")} description={t("sourceHint")} required maxLength={200} />
    </Form>
  );
}
