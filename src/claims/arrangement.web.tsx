/** Arrangements on the screen: making one with its terms in view, and how the present one stands. */

import { Alert, Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { addMonths, type PlainDate } from "../kernel/dates.ts";
import { decimalFromCents } from "../kernel/money.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { confirm, openModal } from "../platform/web/dialogs.web.tsx";
import { CheckboxField, Form, MoneyField, NumberField, useForm } from "../platform/web/form.web.tsx";
import { formatMoney } from "../platform/web/format.ts";
import { Guard } from "../platform/web/me.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Sideways } from "../platform/web/page.web.tsx";
import { DateText, Money, Status, type Tone } from "../platform/web/show.web.tsx";
import { textOf, useLanguage } from "../platform/web/texts.web.ts";
import { type BookingTarget, claimReads, useClaimTexts } from "./bookings.web.tsx";
import { type ArrangementRow, changeArrangement, previewArrangement, proposeArrangement } from "./claims.contract.ts";
import styles from "./claims.module.css";
import { type TermFrequency, termFrequencies } from "./events.ts";

export const openArrangementForm = (target: BookingTarget & { readonly open: number }): void => {
  openModal({ title: textOf("claims.makeArrangement"), size: "lg" }, (close) => (
    <ArrangementForm target={target} close={close} />
  ));
};

interface Values {
  readonly first: string | null;
  readonly frequency: string;
  readonly by: string;
  readonly count: number | null;
  readonly amount: number | null;
  readonly interest: string;
  readonly activate: boolean;
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
const nextMonth = (today: PlainDate): string => `${addMonths(today, 1).slice(0, 8)}01`;

function ArrangementForm({ target, close }: { target: BookingTarget; close: () => void }): ReactNode {
  const t = useClaimTexts();
  const form = useForm<Values>({
    first: nextMonth(target.today),
    frequency: "month",
    by: "count",
    count: 6,
    amount: null,
    interest: "runs",
    activate: true,
  });
  const propose = useAct(proposeArrangement, { invalidates: claimReads });
  const save = async (values: Values): Promise<void> => {
    await propose.mutateAsync({
      params: { id: target.fileId },
      body: { ...requestOf(values), activate: values.activate },
    });
    notify({ message: t("arrangementMade"), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form
      form={form}
      label={t("makeArrangement")}
      onSave={save}
      onSaved={close}
      onCancel={close}
      submit={t("makeArrangement")}
    >
      <Group grow align="flex-start">
        <DateField name="first" label={t("firstTerm")} required min={target.today} />
        <SelectField
          name="frequency"
          label={t("frequency")}
          required
          options={termFrequencies.map((each) => ({ value: each, label: t(`frequency_${each}`) }))}
        />
      </Group>
      <Group grow align="flex-start">
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
      </Group>
      <SelectField
        name="interest"
        label={t("interestPolicy")}
        required
        options={(["runs", "frozen"] as const).map((each) => ({ value: each, label: t(`policy_${each}`) }))}
      />
      <CheckboxField name="activate" label={t("activateNow")} />
      {isComplete(form.values) && <Preview fileId={target.fileId} values={form.values} />}
    </Form>
  );
}

function Preview({ fileId, values }: { fileId: number; values: Values }): ReactNode {
  const t = useClaimTexts();
  const language = useLanguage();
  const preview = useCall(previewArrangement, { params: { id: fileId }, query: requestOf(values) }, { quiet: true });
  if (preview.error) return <Alert color="red">{preview.error.message}</Alert>;
  if (!preview.data) return null;
  const { terms, closingTerm, warnings } = preview.data;
  return (
    <div aria-live="polite">
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light" mb="xs" p="xs">
          {t(`warning_${warning}`)}
        </Alert>
      ))}
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
      {closingTerm > 0 && (
        <p className={styles.note}>{t("closingTermNote", { amount: formatMoney(closingTerm, language) })}</p>
      )}
    </div>
  );
}

const arrangementTones: Readonly<Record<ArrangementRow["status"], Tone>> = {
  proposed: "neutral",
  active: "accent",
  paused: "warn",
  completed: "good",
  broken: "bad",
  cancelled: "neutral",
};
const termTones: Readonly<Record<ArrangementRow["terms"][number]["status"], Tone>> = {
  expected: "neutral",
  received: "good",
  partial: "warn",
  late: "warn",
  missed: "bad",
  waived: "neutral",
};

/** One arrangement with its terms, and what can be done with it. */
export function Arrangement({
  target,
  arrangement,
}: {
  target: BookingTarget;
  arrangement: ArrangementRow;
}): ReactNode {
  const t = useClaimTexts();
  const change = useAct(changeArrangement, { invalidates: claimReads });
  const run = async (action: "activate" | "cancel"): Promise<void> => {
    const params = { id: target.fileId, arrangement: arrangement.id };
    if (await change.run({ params, body: { action } })) target.onBooked?.();
  };
  const cancel = async (): Promise<void> => {
    const spec = { title: t("arrangement"), yes: t("cancelArrangement"), danger: true };
    if (await confirm(t("cancelArrangementAsk"), spec)) await run("cancel");
  };
  const { status } = arrangement;
  const lives = status === "proposed" || status === "active" || status === "paused";
  const summary = (
    <>
      <Status tone={arrangementTones[status]}>{t(`arrangementStatus_${status}`)}</Status>
      {" · "}
      <Money cents={arrangement.total} />
      {" · "}
      {t(`frequency_${arrangement.frequency}`)}
      {" · "}
      {t("interest").toLowerCase()} {t(`policy_${arrangement.interest}`)}
    </>
  );
  if (!lives) {
    return (
      <details className={styles.ended}>
        <summary>{summary}</summary>
        <Terms terms={arrangement.terms} />
      </details>
    );
  }
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">{summary}</Text>
        <Guard who={changeArrangement.who}>
          <Group gap={4}>
            {status === "proposed" && (
              <Button size="compact-xs" variant="default" onClick={() => void run("activate")}>
                {t("activate")}
              </Button>
            )}
            <Button size="compact-xs" variant="subtle" color="red" onClick={() => void cancel()}>
              {t("cancelArrangement")}
            </Button>
          </Group>
        </Guard>
      </Group>
      <Terms terms={arrangement.terms} />
    </div>
  );
}

function Terms({ terms }: Pick<ArrangementRow, "terms">): ReactNode {
  const t = useClaimTexts();
  return (
    <Sideways label={t("terms")} className={styles.scroll}>
      <table className={styles.table}>
        <caption className="v-hidden">{t("terms")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("date")}</th>
            <th scope="col" className={styles.num}>
              {t("amount")}
            </th>
            <th scope="col">{t("status")}</th>
          </tr>
        </thead>
        <tbody>
          {terms.map((term) => (
            <tr key={term.on}>
              <td>
                <DateText value={term.on} />
              </td>
              <td className={styles.num}>
                <Money cents={term.amount} />
              </td>
              <td>
                <Status tone={termTones[term.status]}>{t(`termStatus_${term.status}`)}</Status>{" "}
                <DateText value={term.receivedOn} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}
