/** The modals that book on a claim: a payment, its reversal, a credit note. */
import type { ReactNode } from "react";
import type { PlainDate } from "../kernel/dates.ts";
import { decimalFromCents } from "../kernel/money.ts";
import { listLogs } from "../logs/logs.contract.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { openModal, promptText } from "../platform/web/dialogs.web.tsx";
import { CheckboxField, Form, MoneyField, TextareaField, TextField, useForm } from "../platform/web/form.web.tsx";
import { formatMoney } from "../platform/web/format.ts";
import { notify } from "../platform/web/notify.web.tsx";
import { textOf, useLanguage, useTexts } from "../platform/web/texts.web.ts";
import {
  bookCost,
  bookCreditNote,
  bookingChoices,
  bookPaymentCall,
  bookRefundCall,
  type ClaimStatement,
  explainBalance,
  getBalance,
  getClaim,
  reversePaymentCall,
} from "./claims.contract.ts";
import type { claimTexts } from "./claims.texts.ts";

export const useClaimTexts = () => useTexts<typeof claimTexts>("claims");

/** What is stale after a booking. */
export const claimReads = [getClaim, getBalance, explainBalance, listLogs] as const;

/** What the modals need to know of a file. */
export interface BookingTarget {
  readonly fileId: number;
  /** The day it is now for the house, as the server says. */
  readonly today: PlainDate;
  readonly invoices: ClaimStatement["invoices"];
  /** Told after each booking, for what else shows the file. */
  readonly onBooked?: (() => void) | undefined;
}

export const openPaymentForm = (target: BookingTarget): void => {
  openModal({ title: textOf("claims.bookPayment") }, (close) => <PaymentForm target={target} close={close} />);
};

function PaymentForm({ target, close }: { target: BookingTarget; close: () => void }): ReactNode {
  const t = useClaimTexts();
  const language = useLanguage();
  const form = useForm<{
    date: string | null;
    amount: number | null;
    description: string;
    reference: string;
    invoice: string | null;
    dateConfirmed: boolean;
  }>({
    date: target.today,
    amount: null,
    description: "payment",
    reference: "",
    invoice: null,
    dateConfirmed: false,
  });
  const book = useAct(bookPaymentCall, { invalidates: claimReads });
  const descriptions = useCall(bookingChoices, {}).data?.descriptions ?? [];
  const save = async (values: typeof form.values): Promise<void> => {
    const { date, amount, description, reference, invoice, dateConfirmed } = values;
    const chosen = descriptions.find(({ code }) => code === description);
    await book.mutateAsync({
      params: { id: target.fileId },
      body: {
        date: date ?? "",
        amount: decimalFromCents(amount ?? 0),
        kind: chosen?.kind ?? "agency",
        ...(chosen ? { description: chosen.code } : {}),
        reference,
        ...(invoice ? { invoices: [invoice] } : {}),
        ...(dateConfirmed ? { dateConfirmed } : {}),
      },
    });
    notify({ message: t("paymentBooked", { amount: formatMoney(amount, language) }), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form form={form} label={t("bookPayment")} onSave={save} onSaved={close} onCancel={close} submit={t("bookPayment")}>
      <MoneyField name="amount" label={t("amount")} required autoFocus />
      <DateField name="date" label={t("valueDate")} required max={target.today} />
      {(form.errors.dateConfirmed !== undefined || form.values.dateConfirmed) && (
        <CheckboxField name="dateConfirmed" label={t("dateConfirmed")} />
      )}
      <SelectField
        name="description"
        label={t("description")}
        required
        options={descriptions.map(({ code, text, kind }) => ({
          value: code,
          label: `${text} (${t(`receipt_${kind}`)})`,
        }))}
      />
      <TextField name="reference" label={t("reference")} maxLength={200} />
      {target.invoices.length > 1 && <InvoiceField target={target} label={t("designated")} />}
    </Form>
  );
}

const InvoiceField = ({ target, label }: { target: BookingTarget; label: string }): ReactNode => {
  const t = useClaimTexts();
  return (
    <SelectField
      name="invoice"
      label={label}
      clearable
      placeholder={t("anyInvoice")}
      options={target.invoices.map(({ number }) => ({ value: number, label: number }))}
    />
  );
};

export const openRefundForm = (target: BookingTarget, overpaid: number): void => {
  openModal({ title: textOf("claims.bookRefund") }, (close) => (
    <RefundForm target={target} overpaid={overpaid} close={close} />
  ));
};

/** Registers that too much received was paid back; the amount starts as all of it. */
function RefundForm({
  target,
  overpaid,
  close,
}: {
  target: BookingTarget;
  overpaid: number;
  close: () => void;
}): ReactNode {
  const t = useClaimTexts();
  const form = useForm<{ date: string | null; amount: number | null; reference: string }>({
    date: target.today,
    amount: overpaid,
    reference: "",
  });
  const book = useAct(bookRefundCall, { invalidates: claimReads });
  const save = async ({ date, amount, reference }: typeof form.values): Promise<void> => {
    const body = { date: date ?? "", amount: decimalFromCents(amount ?? 0), reference };
    await book.mutateAsync({ params: { id: target.fileId }, body });
    notify({ message: t("refundBooked"), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form form={form} label={t("bookRefund")} onSave={save} onSaved={close} onCancel={close} submit={t("bookRefund")}>
      <MoneyField name="amount" label={t("amount")} required autoFocus />
      <DateField name="date" label={t("valueDate")} required max={target.today} />
      <TextField name="reference" label={t("reference")} maxLength={200} />
    </Form>
  );
}

export const openCreditForm = (target: BookingTarget): void => {
  openModal({ title: textOf("claims.bookCredit") }, (close) => <CreditForm target={target} close={close} />);
};

const creditModes = { retroactive: "modeRetroactive", goodwill: "modeGoodwill" } as const;

function CreditForm({ target, close }: { target: BookingTarget; close: () => void }): ReactNode {
  const t = useClaimTexts();
  const form = useForm<{
    date: string | null;
    amount: number | null;
    number: string;
    invoice: string | null;
    mode: string;
    reason: string;
  }>({
    date: target.today,
    amount: null,
    number: "",
    invoice: target.invoices.length === 1 ? (target.invoices[0]?.number ?? null) : null,
    mode: "retroactive",
    reason: "",
  });
  const book = useAct(bookCreditNote, { invalidates: claimReads });
  const save = async ({ date, amount, number, invoice, mode, reason }: typeof form.values): Promise<void> => {
    await book.mutateAsync({
      params: { id: target.fileId },
      body: {
        date: date ?? "",
        amount: decimalFromCents(amount ?? 0),
        number,
        reason,
        mode: mode === "goodwill" ? "goodwill" : "retroactive",
        ...(invoice ? { invoice } : {}),
      },
    });
    notify({ message: t("creditBooked"), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form form={form} label={t("bookCredit")} onSave={save} onSaved={close} onCancel={close} submit={t("bookCredit")}>
      <MoneyField name="amount" label={t("amount")} required autoFocus />
      <TextField name="number" label={t("creditNumber")} required maxLength={200} />
      <DateField name="date" label={t("date")} required max={target.today} />
      <InvoiceField target={target} label={t("number")} />
      <SelectField
        name="mode"
        label={t("creditMode")}
        required
        options={(["retroactive", "goodwill"] as const).map((mode) => ({ value: mode, label: t(creditModes[mode]) }))}
      />
      <TextareaField name="reason" label={t("reason")} rows={2} maxLength={200} />
    </Form>
  );
}

export const openCostForm = (target: BookingTarget): void => {
  openModal({ title: textOf("claims.bookCost") }, (close) => <CostForm target={target} close={close} />);
};

interface CostValues {
  readonly costType: string | null;
  readonly date: string | null;
  readonly amount: number | null;
  readonly title: { readonly on: string | null; readonly reference: string };
  readonly description: string;
}

/** A cost that is charged to the debtor, of a kind on the list of cost types. */
function CostForm({ target, close }: { target: BookingTarget; close: () => void }): ReactNode {
  const t = useClaimTexts();
  const form = useForm<CostValues>({
    costType: null,
    date: target.today,
    amount: null,
    title: { on: null, reference: "" },
    description: "",
  });
  const kinds = useCall(bookingChoices, {}).data?.costTypes ?? [];
  const chosen = kinds.find(({ id }) => String(id) === form.values.costType);
  const book = useAct(bookCost, { invalidates: claimReads });
  // Costs of court and of execution are the debtor's by a title alone.
  const byTitle = chosen !== undefined && chosen.group !== "other";
  const save = async ({ costType, date, amount, description, title }: CostValues): Promise<void> => {
    const body = {
      date: date ?? "",
      amount: decimalFromCents(amount ?? 0),
      description,
      costType: Number(costType),
      ...(byTitle && title.on !== null ? { title: { on: title.on, reference: title.reference } } : {}),
    };
    await book.mutateAsync({ params: { id: target.fileId }, body });
    notify({ message: t("costBooked"), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form form={form} label={t("bookCost")} onSave={save} onSaved={close} onCancel={close} submit={t("bookCost")}>
      <SelectField
        name="costType"
        label={t("costType")}
        required
        {...(chosen?.needsDocument ? { description: t("needsDocument") } : {})}
        options={kinds.map(({ id, text }) => ({ value: String(id), label: text }))}
      />
      <MoneyField name="amount" label={t("amount")} required />
      <DateField name="date" label={t("date")} required max={target.today} />
      {byTitle && (
        <>
          <DateField name="title.on" label={t("titleOn")} required max={target.today} />
          <TextField
            name="title.reference"
            label={t("titleReference")}
            description={t("titleHint")}
            required
            maxLength={200}
          />
        </>
      )}
      <TextareaField name="description" label={t("note")} rows={2} maxLength={200} />
    </Form>
  );
}

/** Asks for a reason and reverses a payment. */
export function useReversal(target: BookingTarget): (payment: ClaimStatement["payments"][number]) => Promise<void> {
  const t = useClaimTexts();
  const language = useLanguage();
  const reverse = useAct(reversePaymentCall, { invalidates: claimReads });
  return async ({ id, amount }) => {
    const shown = formatMoney(amount, language);
    const reason = await promptText(t("reverseAsk"), {
      title: t("reversePaymentTitle", { amount: shown }),
      yes: t("reverse"),
      danger: true,
      required: true,
    });
    if (reason === undefined) return;
    const done = await reverse.run({ params: { id: target.fileId, paymentId: id }, body: { reason } });
    if (!done) return;
    notify({ message: t("reversed"), variant: "success" });
    target.onBooked?.();
  };
}
