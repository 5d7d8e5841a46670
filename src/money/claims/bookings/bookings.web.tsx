/** The modals for bookings on a claim: a payment, its reversal, a credit note, costs and a refund. */

import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactNode } from "react";
import { listLogs } from "../../../cases/logs/logs.contract.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, decimalFromCents } from "../../../ground/kernel/money.ts";
import { textOf, useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import {
  CheckboxField,
  Form,
  MoneyField,
  TextareaField,
  TextField,
  useCallForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import type { claimTexts } from "../claims.texts.ts";
import type { ClaimStatement } from "../engine/statement.contract.ts";
import {
  bookCost,
  bookCreditNote,
  bookingChoices,
  bookPaymentCall,
  bookRefundCall,
  explainBalance,
  getBalance,
  getClaim,
  previewPayment,
  reversePaymentCall,
} from "./bookings.contract.ts";

export const useClaimTexts = () => useTexts<typeof claimTexts>("claims");

/** Queries that are stale after a booking. */
export const claimReads = [getClaim, getBalance, explainBalance, listLogs] as const;

/** What the modals need from the file. */
export interface BookingTarget {
  readonly fileId: number;
  /** Today's date, as given by the server. */
  readonly today: PlainDate;
  readonly invoices: ClaimStatement["invoices"];
  /** The balance on that date. */
  readonly open: Cents;
  /** Called after each booking, to refresh other parts of the page. */
  readonly onBooked?: (() => void) | undefined;
}

export const openPaymentForm = (target: BookingTarget): void => {
  openModal({ title: textOf("claims.bookPayment") }, (close) => <PaymentForm target={target} close={close} />);
};

/** The form values that all bookings share: the amount in cents. */
interface Booked {
  readonly date: string | null;
  readonly amount: Cents | null;
}

interface PaymentValues extends Booked {
  readonly description: string;
  readonly reference: string;
  readonly invoice: string | null;
  readonly dateConfirmed: boolean;
}

/** Date and amount as the calls expect them; a missing amount is refused by the server. */
const bookedOf = ({ date, amount }: Booked) => ({ date: date ?? "", amount: decimalFromCents(amount ?? 0) });

function PaymentForm({ target, close }: { target: BookingTarget; close: () => void }): ReactNode {
  const t = useClaimTexts();
  const language = useLanguage();
  const descriptions = useCall(bookingChoices, {}).data?.descriptions ?? [];
  const initial: PaymentValues = {
    date: target.today,
    amount: target.open > 0 ? target.open : null,
    description: "payment",
    reference: "",
    invoice: null,
    dateConfirmed: false,
  };
  const form = useCallForm(bookPaymentCall, initial, (values) => {
    const chosen = descriptions.find(({ code }) => code === values.description);
    return {
      ...bookedOf(values),
      kind: chosen?.kind ?? "agency",
      ...(chosen ? { description: chosen.code } : {}),
      reference: values.reference,
      ...(values.invoice ? { invoices: [values.invoice] } : {}),
      ...(values.dateConfirmed ? { dateConfirmed: true } : {}),
    };
  });
  const book = useAct(bookPaymentCall, { invalidates: claimReads });
  const save = async (body: BodyOf<typeof bookPaymentCall>, { amount }: PaymentValues): Promise<void> => {
    await book.mutateAsync({ params: { id: target.fileId }, body });
    notify({ message: t("paymentBooked", { amount: formatMoney(amount, language) }), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form form={form} label={t("bookPayment")} onSave={save} onSaved={close} onCancel={close} submit={t("bookPayment")}>
      <MoneyField
        form={form}
        name="amount"
        label={t("amount")}
        description={t("openNow", { amount: formatMoney(target.open, language) })}
        required
        autoFocus
      />
      <DateField form={form} name="date" label={t("valueDate")} required max={target.today} />
      {(form.errors.dateConfirmed !== undefined || form.values.dateConfirmed) && (
        <CheckboxField form={form} name="dateConfirmed" label={t("dateConfirmed")} />
      )}
      <SelectField
        form={form}
        name="description"
        label={t("description")}
        required
        options={descriptions.map(({ code, text, kind }) => ({
          value: code,
          label: `${text} (${t(`receipt_${kind}`)})`,
        }))}
      />
      <TextField form={form} name="reference" label={t("reference")} maxLength={200} />
      {target.invoices.length > 1 && <InvoiceField target={target} label={t("designated")} />}
      <PaymentPreview fileId={target.fileId} values={form.values} />
    </Form>
  );
}

/** The allocation of the payment being entered, and the balance after it. */
function PaymentPreview({ fileId, values }: { fileId: number; values: PaymentValues }): ReactNode {
  const t = useClaimTexts();
  const language = useLanguage();
  const { date, amount, invoice } = values;
  const [asked] = useDebouncedValue(JSON.stringify([date, amount, invoice]), 300);
  const isSettled = asked === JSON.stringify([date, amount, invoice]);
  const query = { date: date ?? "", amount: decimalFromCents(amount ?? 0), ...(invoice ? { invoice } : {}) };
  const isWhole = date !== null && (amount ?? 0) > 0;
  const { data, error } = useCall(
    previewPayment,
    { params: { id: fileId }, query },
    { enabled: isSettled && isWhole, quiet: true },
  );
  const money = (cents: Cents): string => formatMoney(cents, language);
  if (!isWhole || error !== null || data === undefined) return <Text size="sm" c="dimmed" role="status" mih={20} />;
  const { costs, interest, principal, surplus, open } = data;
  return (
    <Text size="sm" c="dimmed" role="status">
      {t("goesTo", { costs: money(costs), interest: money(interest), principal: money(principal), open: money(open) })}
      {surplus > 0 && ` ${t("goesOver", { amount: money(surplus) })}`}
    </Text>
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

/** Books the refund of an overpayment; the initial amount is all of it. */
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
  const initial: Booked & { readonly reference: string } = { date: target.today, amount: overpaid, reference: "" };
  const form = useCallForm(bookRefundCall, initial, (values) => ({ ...values, ...bookedOf(values) }));
  const book = useAct(bookRefundCall, { invalidates: claimReads });
  const save = async (body: BodyOf<typeof bookRefundCall>): Promise<void> => {
    await book.mutateAsync({ params: { id: target.fileId }, body });
    notify({ message: t("refundBooked"), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form form={form} label={t("bookRefund")} onSave={save} onSaved={close} onCancel={close} submit={t("bookRefund")}>
      <MoneyField form={form} name="amount" label={t("amount")} required autoFocus />
      <DateField form={form} name="date" label={t("valueDate")} required max={target.today} />
      <TextField form={form} name="reference" label={t("reference")} maxLength={200} />
    </Form>
  );
}

export const openCreditForm = (target: BookingTarget): void => {
  openModal({ title: textOf("claims.bookCredit") }, (close) => <CreditForm target={target} close={close} />);
};

interface CreditValues extends Booked {
  readonly number: string;
  readonly invoice: string | null;
  readonly mode: keyof typeof creditModes;
  readonly reason: string;
}
const creditModes = { retroactive: "modeRetroactive", goodwill: "modeGoodwill" } as const;

function CreditForm({ target, close }: { target: BookingTarget; close: () => void }): ReactNode {
  const t = useClaimTexts();
  const initial: CreditValues = {
    date: target.today,
    amount: null,
    number: "",
    invoice: target.invoices.length === 1 ? (target.invoices[0]?.number ?? null) : null,
    mode: "retroactive",
    reason: "",
  };
  const form = useCallForm(bookCreditNote, initial, ({ invoice, ...values }) => ({
    ...values,
    ...bookedOf(values),
    ...(invoice ? { invoice } : {}),
  }));
  const book = useAct(bookCreditNote, { invalidates: claimReads });
  const save = async (body: BodyOf<typeof bookCreditNote>): Promise<void> => {
    await book.mutateAsync({ params: { id: target.fileId }, body });
    notify({ message: t("creditBooked"), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form form={form} label={t("bookCredit")} onSave={save} onSaved={close} onCancel={close} submit={t("bookCredit")}>
      <MoneyField form={form} name="amount" label={t("amount")} required autoFocus />
      <TextField form={form} name="number" label={t("creditNumber")} required maxLength={200} />
      <DateField form={form} name="date" label={t("date")} required max={target.today} />
      <InvoiceField target={target} label={t("number")} />
      <SelectField
        form={form}
        name="mode"
        label={t("creditMode")}
        required
        options={(["retroactive", "goodwill"] as const).map((mode) => ({ value: mode, label: t(creditModes[mode]) }))}
      />
      <TextareaField form={form} name="reason" label={t("reason")} rows={2} maxLength={200} />
    </Form>
  );
}

/** A cost can be charged whatever is open. */
type CostTarget = Omit<BookingTarget, "open">;

export const openCostForm = (target: CostTarget): void => {
  openModal({ title: textOf("claims.bookCost") }, (close) => <CostForm target={target} close={close} />);
};

interface CostValues extends Booked {
  readonly costType: number | null;
  readonly title: { readonly on: string | null; readonly reference: string };
  readonly description: string;
}

/** Charges a cost of the list of cost types to the debtor. */
function CostForm({ target, close }: { target: CostTarget; close: () => void }): ReactNode {
  const t = useClaimTexts();
  const kinds = useCall(bookingChoices, {}).data?.costTypes ?? [];
  const initial: CostValues = {
    costType: null,
    date: target.today,
    amount: null,
    title: { on: null, reference: "" },
    description: "",
  };
  // Costs of court and of execution are owed by the debtor only under a title.
  const isByTitle = (costType: number | null): boolean =>
    (kinds.find(({ id }) => id === costType)?.group ?? "other") !== "other";
  const form = useCallForm(bookCost, initial, ({ title, ...values }) => ({
    ...values,
    ...bookedOf(values),
    ...(isByTitle(values.costType) && title.on !== null ? { title } : {}),
  }));
  const chosen = kinds.find(({ id }) => id === form.values.costType);
  const book = useAct(bookCost, { invalidates: claimReads });
  const byTitle = isByTitle(form.values.costType);
  const save = async (body: BodyOf<typeof bookCost>): Promise<void> => {
    await book.mutateAsync({ params: { id: target.fileId }, body });
    notify({ message: t("costBooked"), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form form={form} label={t("bookCost")} onSave={save} onSaved={close} onCancel={close} submit={t("bookCost")}>
      <SelectField
        form={form}
        name="costType"
        label={t("costType")}
        required
        {...(chosen?.needsDocument ? { description: t("needsDocument") } : {})}
        options={kinds.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <MoneyField form={form} name="amount" label={t("amount")} required />
      <DateField form={form} name="date" label={t("date")} required max={target.today} />
      {byTitle && (
        <>
          <DateField form={form} name="title.on" label={t("titleOn")} required max={target.today} />
          <TextField
            form={form}
            name="title.reference"
            label={t("titleReference")}
            description={t("titleHint")}
            required
            maxLength={200}
          />
        </>
      )}
      <TextareaField form={form} name="description" label={t("note")} rows={2} maxLength={200} />
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
