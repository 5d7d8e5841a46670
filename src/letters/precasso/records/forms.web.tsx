/** Actions on a record by hand: a reported payment, a dispute, a hold, a withdrawal, each with its reason. */
import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { houseDay } from "../../../ground/platform/web/content/today.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import {
  Form,
  MoneyField,
  TextareaField,
  TextField,
  useCallForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { usePrecassoTexts } from "../texts.web.ts";
import { actsOn } from "./acts.ts";
import { CorrectForm } from "./address-forms.web.tsx";
import {
  disputeRecord,
  holdRecord,
  listRecords,
  type RecordDetail,
  readRecord,
  reportPayment,
  resumeRecord,
  withdrawRecord,
} from "./records.contract.ts";

const reads = [readRecord, listRecords];

interface FormProps {
  readonly record: RecordDetail;
  readonly close: () => void;
}

interface PaymentValues {
  readonly date: string | null;
  readonly amount: number | null;
  readonly reference: string;
}

function PaymentForm({ record, close }: FormProps): ReactNode {
  const t = usePrecassoTexts();
  const initial: PaymentValues = { date: houseDay(), amount: record.openCents, reference: "" };
  const form = useCallForm(reportPayment, initial, ({ date, amount, reference }) => ({
    date: date ?? "",
    amount: amount === null ? "" : decimalFromCents(amount),
    reference,
    version: record.version,
  }));
  const tell = useAct(reportPayment, { invalidates: reads });
  return (
    <Form
      form={form}
      label={t("tellPayment")}
      submit={t("tellPayment")}
      onSave={(body) => tell.mutateAsync({ params: { id: record.id }, body })}
      onSaved={() => {
        notify({ message: t("paymentNoted"), variant: "success" });
        close();
      }}
      onCancel={close}
    >
      <DateField name="date" label={t("paidOn")} required />
      <MoneyField name="amount" label={t("amount")} required />
      <TextField name="reference" label={t("reference")} maxLength={140} />
    </Form>
  );
}

const reasoned = { withdraw: withdrawRecord, dispute: disputeRecord, resume: resumeRecord } as const;
type Reasoned = keyof typeof reasoned;

function ReasonForm({ record, close, act }: FormProps & { readonly act: Reasoned }): ReactNode {
  const t = usePrecassoTexts();
  const call = reasoned[act];
  const form = useCallForm(call, { reason: "", version: record.version });
  const run = useAct(call, { invalidates: reads });
  return (
    <Form
      form={form}
      label={t(act)}
      submit={t(act)}
      danger={act === "withdraw"}
      onSave={(body) => run.mutateAsync({ params: { id: record.id }, body })}
      onSaved={() => {
        notify({ message: t("done"), variant: "success" });
        close();
      }}
      onCancel={close}
    >
      <Text size="sm" c="dimmed">
        {t(`${act}Hint`)}
      </Text>
      <TextareaField name="reason" label={t("reason")} required maxLength={500} />
    </Form>
  );
}

function HoldForm({ record, close }: FormProps): ReactNode {
  const t = usePrecassoTexts();
  const initial: { until: string | null; reason: string; version: number } = {
    until: null,
    reason: "",
    version: record.version,
  };
  const form = useCallForm(holdRecord, initial, ({ until, ...rest }) => ({ ...rest, until: until ?? "" }));
  const run = useAct(holdRecord, { invalidates: reads });
  return (
    <Form
      form={form}
      label={t("hold")}
      submit={t("hold")}
      onSave={(body) => run.mutateAsync({ params: { id: record.id }, body })}
      onSaved={() => {
        notify({ message: t("done"), variant: "success" });
        close();
      }}
      onCancel={close}
    >
      <Text size="sm" c="dimmed">
        {t("holdHint")}
      </Text>
      <DateField name="until" label={t("until")} required />
      <TextareaField name="reason" label={t("reason")} required maxLength={500} />
    </Form>
  );
}

/** The actions of a record that has not ended. */
export function RecordActs({ record }: { record: RecordDetail }): ReactNode {
  const t = usePrecassoTexts();
  const acts = actsOn(record, houseDay());
  const reasonedButton = (act: Reasoned): ReactNode => (
    <Button
      key={act}
      variant="default"
      onClick={() => openModal({ title: t(act) }, (close) => <ReasonForm record={record} close={close} act={act} />)}
    >
      {t(act)}
    </Button>
  );
  if (acts.length === 0) return null;
  return (
    <>
      {(["withdraw", "resume", "dispute"] as const).filter((act) => acts.includes(act)).map(reasonedButton)}
      <Button
        variant="default"
        onClick={() => openModal({ title: t("correct") }, (close) => <CorrectForm record={record} close={close} />)}
      >
        {t("correct")}
      </Button>
      {acts.includes("hold") && (
        <Button
          variant="default"
          onClick={() => openModal({ title: t("hold") }, (close) => <HoldForm record={record} close={close} />)}
        >
          {t("hold")}
        </Button>
      )}
      <Button
        onClick={() => openModal({ title: t("tellPayment") }, (close) => <PaymentForm record={record} close={close} />)}
      >
        {t("tellPayment")}
      </Button>
    </>
  );
}
