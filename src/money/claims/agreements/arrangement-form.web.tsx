/** The form for an arrangement with a preview of its terms: agreed by staff, or requested by the client. */

import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf, QueryOf } from "../../../ground/kernel/contract.ts";
import { addMonths, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, decimalFromCents } from "../../../ground/kernel/money.ts";
import { textOf, useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, Money } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import {
  CheckboxField,
  Form,
  type FormOf,
  MoneyField,
  NumberField,
  TextareaField,
  useCallForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { HorizontalScroll } from "../../../ground/platform/web/pages/page.web.tsx";
import { type BookingTarget, claimReads, useClaimTexts } from "../bookings/bookings.web.tsx";
import styles from "../claims.module.css";
import { type TermFrequency, termFrequencies } from "../engine/events.ts";
import { previewArrangement, proposeArrangement, readAgreements, requestArrangement } from "./agreements.contract.ts";
import type { agreementTexts } from "./agreements.texts.ts";

export const useAgreementTexts = () => useTexts<typeof agreementTexts>("agreements");
/** Queries that are stale after a change of arrangements or promises. */
export const agreementReads = [readAgreements, ...claimReads] as const;

export type ArrangementTarget = Pick<BookingTarget, "fileId" | "today" | "onBooked">;

/** Agrees on terms, or with `asks` requests them. */
export const openArrangementForm = (target: ArrangementTarget, asks = false): void => {
  const title = textOf(asks ? "agreements.ask" : "claims.makeArrangement");
  openModal({ title, size: "lg" }, (close) => <ArrangementForm target={target} asks={asks} close={close} />);
};

interface Values {
  readonly first: string | null;
  readonly frequency: TermFrequency;
  /** Either a number of terms, or an amount per term. */
  readonly by: "count" | "amount";
  readonly count: number | null;
  /** In cents. */
  readonly amount: Cents | null;
  readonly interest: "runs" | "frozen";
  readonly activate: boolean;
  readonly reason: string;
}

/** The request that the values give, once they are complete. */
function requestOf(values: Values) {
  const { first, frequency, by, count, amount, interest } = values;
  return {
    first: first ?? "",
    frequency,
    interest,
    ...(by === "amount" ? { amount: decimalFromCents(amount ?? 0) } : { count: count ?? 0 }),
  };
}

const bodyOf = (values: Values) => ({ ...requestOf(values), activate: values.activate, reason: values.reason });

const firstValues = (target: ArrangementTarget, asks: boolean): Values => ({
  first: nextMonth(target.today),
  frequency: "month",
  by: "count",
  count: 6,
  amount: null,
  interest: "runs",
  activate: !asks,
  reason: "",
});

const isComplete = ({ first, by, count, amount }: Values): boolean =>
  first !== null && (by === "amount" ? (amount ?? 0) > 0 : (count ?? 0) >= 1 && (count ?? 0) <= 120);

/** The first of the next month: the proposed date of the first term. */
export const nextMonth = (today: PlainDate): string => `${addMonths(today, 1).slice(0, 8)}01`;

interface ArrangementFormProps {
  readonly target: ArrangementTarget;
  readonly asks: boolean;
  readonly close: () => void;
}

/** The number of terms, or the amount of each. */
function DivisionFields({ form }: { form: FormOf<Values, unknown> }): ReactNode {
  const t = useClaimTexts();
  return (
    <div className={styles.fields}>
      <SelectField
        form={form}
        name="by"
        label={t("divideBy")}
        required
        options={[
          { value: "count", label: t("byCount") },
          { value: "amount", label: t("byAmount") },
        ]}
      />
      {form.values.by === "amount" ? (
        <MoneyField form={form} name="amount" label={t("byAmount")} required />
      ) : (
        <NumberField form={form} name="count" label={t("byCount")} required min={1} max={120} />
      )}
    </div>
  );
}

function ArrangementForm({ target, asks, close }: ArrangementFormProps): ReactNode {
  const t = useClaimTexts();
  const a = useAgreementTexts();
  const form = useCallForm(proposeArrangement, firstValues(target, asks), bodyOf);
  const propose = useAct(proposeArrangement, { invalidates: agreementReads });
  const request = useAct(requestArrangement, { invalidates: agreementReads });
  const save = async (body: BodyOf<typeof proposeArrangement>): Promise<void> => {
    const params = { id: target.fileId };
    if (asks) {
      const { activate: _activate, reason: note, ...terms } = body;
      const { approved } = await request.mutateAsync({ params, body: { ...terms, note } });
      notify({ message: approved ? t("arrangementMade") : a("asked"), variant: "success" });
    } else {
      await propose.mutateAsync({ params, body });
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
        <DateField form={form} name="first" label={t("firstTerm")} required min={target.today} />
        <SelectField
          form={form}
          name="frequency"
          label={t("frequency")}
          required
          options={termFrequencies.map((each) => ({ value: each, label: t(`frequency_${each}`) }))}
        />
      </div>
      <DivisionFields form={form} />
      <SelectField
        form={form}
        name="interest"
        label={t("interestPolicy")}
        required
        options={(["runs", "frozen"] as const).map((each) => ({ value: each, label: t(`policy_${each}`) }))}
      />
      {!asks && <CheckboxField form={form} name="activate" label={t("activateNow")} />}
      <TextareaField form={form} name="reason" label={a(asks ? "note" : "beyondReason")} rows={2} maxLength={200} />
      {isComplete(form.values) && <TermsPreview fileId={target.fileId} query={requestOf(form.values)} />}
    </Form>
  );
}

interface TermsPreviewProps {
  readonly fileId: number;
  readonly query: QueryOf<typeof previewArrangement>;
}

/** A preview of the terms, with violations of the client's limits. */
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
      <HorizontalScroll label={t("terms")} className={styles.scroll} style={{ maxHeight: 220 }}>
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
      </HorizontalScroll>
      {closingTerm > 0 && <p className={styles.note}>{t("closingTermNote", { amount: money(closingTerm) })}</p>}
    </div>
  );
}
