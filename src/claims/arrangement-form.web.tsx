/** Making an arrangement with its terms in view: agreed on by the house, or asked for by the client. */

import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import type { QueryOf } from "../kernel/contract.ts";
import { addMonths, type PlainDate } from "../kernel/dates.ts";
import { decimalFromCents } from "../kernel/money.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { openModal } from "../platform/web/dialogs.web.tsx";
import { CheckboxField, Form, MoneyField, NumberField, TextareaField, useForm } from "../platform/web/form.web.tsx";
import { formatMoney } from "../platform/web/format.ts";
import { notify } from "../platform/web/notify.web.tsx";
import { Sideways } from "../platform/web/page.web.tsx";
import { DateText, Money } from "../platform/web/show.web.tsx";
import { textOf, useLanguage, useTexts } from "../platform/web/texts.web.ts";
import { previewArrangement, proposeArrangement, readAgreements, requestArrangement } from "./agreements.contract.ts";
import type { agreementTexts } from "./agreements.texts.ts";
import { type BookingTarget, claimReads, useClaimTexts } from "./bookings.web.tsx";
import styles from "./claims.module.css";
import { type TermFrequency, termFrequencies } from "./events.ts";

export const useAgreementTexts = () => useTexts<typeof agreementTexts>("agreements");
/** What is stale after a change of what is agreed. */
export const agreementReads = [readAgreements, ...claimReads] as const;

export type ArrangementTarget = Pick<BookingTarget, "fileId" | "today" | "onBooked">;

/** Agrees on terms, or asks for them where `asks`. */
export const openArrangementForm = (target: ArrangementTarget, asks = false): void => {
  const title = textOf(asks ? "agreements.ask" : "claims.makeArrangement");
  openModal({ title, size: "lg" }, (close) => <ArrangementForm target={target} asks={asks} close={close} />);
};

interface Values {
  readonly first: string | null;
  readonly frequency: string;
  readonly by: string;
  readonly count: number | null;
  readonly amount: number | null;
  readonly interest: string;
  readonly activate: boolean;
  readonly reason: string;
}

const frequencyOf = (text: string): TermFrequency => termFrequencies.find((known) => known === text) ?? "month";

/** What the values ask for, once they say enough. */
function requestOf(values: Values) {
  const { first, frequency, by, count, amount, interest } = values;
  return {
    first: first ?? "",
    frequency: frequencyOf(frequency),
    interest: interest === "frozen" ? ("frozen" as const) : ("runs" as const),
    ...(by === "amount" ? { amount: decimalFromCents(amount ?? 0) } : { count: count ?? 0 }),
  };
}

const isComplete = ({ first, by, count, amount }: Values): boolean =>
  first !== null && (by === "amount" ? (amount ?? 0) > 0 : (count ?? 0) >= 1 && (count ?? 0) <= 120);

/** The first of the next month: the first term that is proposed. */
export const nextMonth = (today: PlainDate): string => `${addMonths(today, 1).slice(0, 8)}01`;

interface ArrangementFormProps {
  readonly target: ArrangementTarget;
  readonly asks: boolean;
  readonly close: () => void;
}

function ArrangementForm({ target, asks, close }: ArrangementFormProps): ReactNode {
  const t = useClaimTexts();
  const a = useAgreementTexts();
  const form = useForm<Values>({
    first: nextMonth(target.today),
    frequency: "month",
    by: "count",
    count: 6,
    amount: null,
    interest: "runs",
    activate: !asks,
    reason: "",
  });
  const propose = useAct(proposeArrangement, { invalidates: agreementReads });
  const request = useAct(requestArrangement, { invalidates: agreementReads });
  const save = async (values: Values): Promise<void> => {
    const params = { id: target.fileId };
    if (asks) {
      const { approved } = await request.mutateAsync({ params, body: { ...requestOf(values), note: values.reason } });
      notify({ message: approved ? t("arrangementMade") : a("asked"), variant: "success" });
    } else {
      const { activate, reason } = values;
      await propose.mutateAsync({ params, body: { ...requestOf(values), activate, reason } });
      notify({ message: t("arrangementMade"), variant: "success" });
    }
    target.onBooked?.();
  };
  return (
    <Form
      form={form}
      label={asks ? a("ask") : t("makeArrangement")}
      onSave={save}
      onSaved={close}
      onCancel={close}
      submit={asks ? a("ask") : t("makeArrangement")}
    >
      <div className={styles.fields}>
        <DateField name="first" label={t("firstTerm")} required min={target.today} />
        <SelectField
          name="frequency"
          label={t("frequency")}
          required
          options={termFrequencies.map((each) => ({ value: each, label: t(`frequency_${each}`) }))}
        />
      </div>
      <div className={styles.fields}>
        <SelectField
          name="by"
          label={t("divideBy")}
          required
          options={[
            { value: "count", label: t("byCount") },
            { value: "amount", label: t("byAmount") },
          ]}
        />
        {form.values.by === "amount" ? (
          <MoneyField name="amount" label={t("byAmount")} required />
        ) : (
          <NumberField name="count" label={t("byCount")} required min={1} max={120} />
        )}
      </div>
      <SelectField
        name="interest"
        label={t("interestPolicy")}
        required
        options={(["runs", "frozen"] as const).map((each) => ({ value: each, label: t(`policy_${each}`) }))}
      />
      {!asks && <CheckboxField name="activate" label={t("activateNow")} />}
      <TextareaField name="reason" label={a(asks ? "note" : "beyondReason")} rows={2} maxLength={200} />
      {isComplete(form.values) && <TermsPreview fileId={target.fileId} query={requestOf(form.values)} />}
    </Form>
  );
}

interface TermsPreviewProps {
  readonly fileId: number;
  readonly query: QueryOf<typeof previewArrangement>;
}

/** The terms that a request would give, with what speaks against them. */
export function TermsPreview({ fileId, query }: TermsPreviewProps): ReactNode {
  const t = useClaimTexts();
  const a = useAgreementTexts();
  const language = useLanguage();
  const preview = useCall(previewArrangement, { params: { id: fileId }, query }, { quiet: true });
  if (preview.error) return <Alert color="red">{preview.error.message}</Alert>;
  if (!preview.data) return null;
  const { terms, closingTerm, warnings, perMonth, capacity } = preview.data;
  const money = (amount: number): string => formatMoney(amount, language);
  return (
    <div aria-live="polite">
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light" mb="xs" p="xs">
          {t(`warning_${warning}`)}
        </Alert>
      ))}
      {capacity !== null && perMonth > capacity && (
        <Alert color="yellow" variant="light" mb="xs" p="xs">
          {a("aboveCapacity", { amount: money(perMonth), capacity: money(capacity) })}
        </Alert>
      )}
      <Sideways label={t("terms")} className={styles.scroll} style={{ maxHeight: 220 }}>
        <table className={styles.table}>
          <caption className="v-hidden">{t("terms")}</caption>
          <tbody>
            {terms.map(({ on, amount }) => (
              <tr key={on}>
                <td>
                  <DateText value={on} />
                </td>
                <td className={styles.num}>
                  <Money cents={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
      {closingTerm > 0 && <p className={styles.note}>{t("closingTermNote", { amount: money(closingTerm) })}</p>}
    </div>
  );
}
