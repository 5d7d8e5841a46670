/** Settlements in debt counselling: entering an offer with a preview of its terms, the client's decision, the yearly recalculation. */

import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { type Cents, decimalFromCents } from "../../../ground/kernel/money.ts";
import { textOf, useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { confirm, openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import {
  CheckboxField,
  Form,
  MoneyField,
  NumberField,
  TextareaField,
  useCallForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { useClaimTexts } from "../bookings/bookings.web.tsx";
import styles from "../claims.module.css";
import type { ArrangementRow } from "../engine/statement.contract.ts";
import { decideSettlement, proposeSettlement, recalculateSettlement } from "./agreements.contract.ts";
import {
  type ArrangementTarget,
  agreementReads,
  nextMonth,
  TermsPreview,
  useAgreementTexts,
} from "./arrangement-form.web.tsx";
import type { settlementTexts } from "./settlement.texts.ts";

export const useSettlementTexts = () => useTexts<typeof settlementTexts>("settlement");

/** Enters the counsellor's offer for the debtor. */
export const openSettlementForm = (target: ArrangementTarget): void => {
  const title = textOf("settlement.settlementTitle");
  openModal({ title, size: "lg" }, (close) => <SettlementForm target={target} close={close} />);
};

interface Offer {
  readonly offered: number | null;
  readonly first: string | null;
  readonly count: number | null;
  readonly forced: boolean;
  readonly reason: string;
}

function SettlementForm({ target, close }: { target: ArrangementTarget; close: () => void }): ReactNode {
  const t = useClaimTexts();
  const s = useSettlementTexts();
  const initial: Offer = { offered: null, first: nextMonth(target.today), count: 18, forced: false, reason: "" };
  const form = useCallForm(proposeSettlement, initial, (values) => ({
    ...values,
    offered: decimalFromCents(values.offered ?? 0),
    first: values.first ?? "",
    count: values.count ?? 0,
  }));
  const propose = useAct(proposeSettlement, { invalidates: agreementReads });
  const { offered, first, count } = form.values;
  const save = async (body: BodyOf<typeof proposeSettlement>): Promise<void> => {
    await propose.mutateAsync({ params: { id: target.fileId }, body });
    notify({ message: body.forced ? t("arrangementMade") : s("settlementEntered"), variant: "success" });
    target.onBooked?.();
  };
  const isWhole = (offered ?? 0) > 0 && first !== null && (count ?? 0) >= 1 && (count ?? 0) <= 120;
  const query = {
    first: first ?? "",
    frequency: "month" as const,
    count: count ?? 1,
    offered: decimalFromCents(offered ?? 0),
  };
  return (
    <Form
      form={form}
      label={s("settlementTitle")}
      onSave={save}
      onSaved={close}
      onCancel={close}
      submit={s("offerSettlement")}
    >
      <Group grow align="flex-start">
        <MoneyField form={form} name="offered" label={s("offered")} required autoFocus />
        <NumberField form={form} name="count" label={t("byCount")} required min={1} max={120} />
        <DateField form={form} name="first" label={t("firstTerm")} required min={target.today} />
      </Group>
      <TextareaField form={form} name="reason" label={s("settlementSource")} required rows={2} maxLength={200} />
      <CheckboxField form={form} name="forced" label={s("forced")} />
      {isWhole && <TermsPreview fileId={target.fileId} query={query} />}
    </Form>
  );
}

interface SettlementProps {
  readonly target: ArrangementTarget;
  readonly arrangement: ArrangementRow;
}

/** The offered part of the debt, and what the offer waits for. */
export function SettlementNote({ arrangement }: Pick<SettlementProps, "arrangement">): ReactNode {
  const s = useSettlementTexts();
  const language = useLanguage();
  const { debt, total, status } = arrangement;
  if (debt === null) return null;
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format((total / debt) * 100);
  return (
    <p className={styles.note}>
      {s("settlementShare", { percent, debt: formatMoney(debt, language) })}
      {status === "proposed" && ` ${s("settlementWaits")}`}
    </p>
  );
}

/** The client's decision on a waiting offer. */
export function DecideSettlement({ target, arrangement }: SettlementProps): ReactNode {
  const a = useAgreementTexts();
  const s = useSettlementTexts();
  const may = useMay(decideSettlement);
  const decide = useAct(decideSettlement, { invalidates: agreementReads });
  if (!may) return null;
  const run = async (decision: "accept" | "refuse", reason: string): Promise<void> => {
    const params = { id: target.fileId, arrangement: arrangement.id };
    if (!(await decide.run({ params, body: { decision, reason, version: arrangement.version } }))) return;
    notify({ message: a("changed"), variant: "success" });
    target.onBooked?.();
  };
  const accept = async (): Promise<void> => {
    if (await confirm(s("acceptAsk"), { title: s("settlement"), yes: s("accept") })) await run("accept", "");
  };
  const refuse = async (): Promise<void> => {
    const reason = await promptText(s("refuseAsk"), { title: s("settlement"), yes: s("refuse"), required: true });
    if (reason !== undefined) await run("refuse", reason.trim().slice(0, 200));
  };
  return (
    <Group gap={4}>
      <Button size="compact-xs" variant="default" onClick={() => void accept()}>
        {s("accept")}
      </Button>
      <Button size="compact-xs" variant="subtle" color="red" onClick={() => void refuse()}>
        {s("refuse")}
      </Button>
    </Group>
  );
}

/** Opens the yearly recalculation of an active settlement. */
export function RecalculateSettlement({ target, arrangement }: SettlementProps): ReactNode {
  const s = useSettlementTexts();
  const open = (): void => {
    openModal({ title: textOf("settlement.recalculate") }, (close) => (
      <RecalculateForm target={target} arrangement={arrangement} close={close} />
    ));
  };
  return (
    <Button size="compact-xs" variant="default" onClick={open}>
      {s("recalculate")}
    </Button>
  );
}

interface RecalculateValues {
  readonly amount: Cents | null;
  readonly reason: string;
  /** A value of the form, so that "keep what I typed" after a conflict saves over the newer version. */
  readonly version: number;
}

function RecalculateForm({ target, arrangement, close }: SettlementProps & { readonly close: () => void }): ReactNode {
  const a = useAgreementTexts();
  const s = useSettlementTexts();
  const initial: RecalculateValues = { amount: null, reason: "", version: arrangement.version };
  const form = useCallForm(recalculateSettlement, initial, ({ amount, ...values }) => ({
    ...values,
    amount: amount === null ? null : decimalFromCents(amount),
  }));
  const recalculate = useAct(recalculateSettlement, { invalidates: agreementReads });
  const save = async (body: BodyOf<typeof recalculateSettlement>): Promise<void> => {
    const params = { id: target.fileId, arrangement: arrangement.id };
    await recalculate.mutateAsync({ params, body });
    notify({ message: a("changed"), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form form={form} label={s("recalculate")} onSave={save} onSaved={close} onCancel={close} submit={s("recalculate")}>
      <MoneyField form={form} name="amount" label={s("newTermAmount")} required autoFocus />
      <TextareaField form={form} name="reason" label={s("recalculateReason")} required rows={2} maxLength={200} />
    </Form>
  );
}
