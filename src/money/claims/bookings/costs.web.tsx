/** The costs of a file: who bears each, its type and its VAT, and the form to charge one. */

import { ActionIcon, Button, Group } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { date as plainDate } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { labelled, textOf, useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, Money } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { Form, MoneyField, TextareaField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { Guard, useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { HorizontalScroll, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import type { agreementTexts } from "../agreements/agreements.texts.ts";
import styles from "../claims.module.css";
import { bookCost, reverseEventCall } from "./bookings.contract.ts";
import { claimReads, openCostForm } from "./bookings.web.tsx";
import {
  bookClientCost,
  type CostRow,
  clientCostChoices,
  type FileCostList,
  listCosts,
  reverseClientCost,
} from "./costs.contract.ts";

const useCostTexts = () => useTexts<typeof agreementTexts>("agreements");
const stale = [listCosts, ...claimReads] as const;

export interface CostsProps {
  readonly fileId: number;
  readonly onChanged?: () => void;
}

/** The costs of a file. */
export function FileCosts({ fileId, onChanged }: CostsProps): ReactNode {
  const t = useCostTexts();
  const costs = useCall(listCosts, { params: { id: fileId } });
  return (
    <Loaded of={costs}>
      {(list) => (
        <Section title={t("costs")} aside={<Charge fileId={fileId} today={list.date} onChanged={onChanged} />}>
          {list.items.length === 0 ? (
            <p className={styles.note}>{t("noCosts")}</p>
          ) : (
            <CostTable fileId={fileId} list={list} onChanged={onChanged} />
          )}
        </Section>
      )}
    </Loaded>
  );
}

interface ChargeProps {
  readonly fileId: number;
  readonly today: string;
  readonly onChanged: (() => void) | undefined;
}

function Charge({ fileId, today, onChanged }: ChargeProps): ReactNode {
  const t = useCostTexts();
  const target = { fileId, today: plainDate(today), invoices: [], onBooked: onChanged };
  const chargeClient = (): void => {
    openModal({ title: textOf("agreements.chargeClientTitle") }, (close) => (
      <ClientCostForm fileId={fileId} today={today} onChanged={onChanged} close={close} />
    ));
  };
  return (
    <Guard who={bookCost.who}>
      <Group gap={4} justify="flex-end" className={styles.tools ?? ""}>
        <Button size="compact-sm" variant="default" onClick={() => openCostForm(target)}>
          {t("chargeDebtor")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={chargeClient}>
          {t("chargeClient")}
        </Button>
      </Group>
    </Guard>
  );
}

interface ChargeValues {
  readonly costType: number | null;
  /** In cents, without VAT. */
  readonly amount: number | null;
  readonly date: string | null;
  readonly description: string;
}

function ClientCostForm({ fileId, today, onChanged, close }: ChargeProps & { close: () => void }): ReactNode {
  const t = useCostTexts();
  const language = useLanguage();
  const kinds = useCall(clientCostChoices, {}).data?.items ?? [];
  const book = useAct(bookClientCost, { invalidates: stale });
  const initial: ChargeValues = { costType: null, amount: null, date: today, description: "" };
  const form = useCallForm(bookClientCost, initial, ({ date, amount, ...values }) => ({
    ...values,
    date: date ?? "",
    amount: decimalFromCents(amount ?? 0),
  }));
  const { costType, amount } = form.values;
  const percent = kinds.find(({ id }) => id === costType)?.vatPercent;
  const save = async (body: BodyOf<typeof bookClientCost>): Promise<void> => {
    await book.mutateAsync({ params: { id: fileId }, body });
    notify({ message: t("costBooked"), variant: "success" });
    onChanged?.();
  };
  const total = Math.round(((amount ?? 0) * (100 + Number(percent ?? 0))) / 100);
  return (
    <Form
      form={form}
      label={t("chargeClientTitle")}
      onSave={save}
      onSaved={close}
      onCancel={close}
      submit={t("chargeClient")}
    >
      <SelectField
        form={form}
        name="costType"
        label={t("kind")}
        required
        options={kinds.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <MoneyField
        form={form}
        name="amount"
        label={t("exVat")}
        required
        {...(percent !== undefined && amount !== null
          ? { description: t("withVat", { percent, amount: formatMoney(total, language) }) }
          : {})}
      />
      <DateField form={form} name="date" label={t("date")} required max={plainDate(today)} />
      <TextareaField form={form} name="description" label={t("note")} rows={2} maxLength={200} />
    </Form>
  );
}

interface CostTableProps {
  readonly fileId: number;
  readonly list: FileCostList;
  readonly onChanged: (() => void) | undefined;
}

function CostTable({ fileId, list, onChanged }: CostTableProps): ReactNode {
  const t = useCostTexts();
  const may = useMay(reverseEventCall);
  const takeBack = useTakeBack(fileId, onChanged);
  const { totals } = list;
  const totalRows = [
    [t("totalDebtor"), totals.debtorVat, totals.debtor, totals.debtorOpen],
    [t("totalClient"), totals.clientVat, totals.client, null],
  ] as const;
  return (
    <HorizontalScroll label={t("costs")} className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("date")}</th>
            <th scope="col">{t("kind")}</th>
            <th scope="col" className={styles.wide}>
              {t("chargedTo")}
            </th>
            {(["vat", "amount", "open"] as const).map((column) => (
              <th key={column} scope="col" className={`${styles.num} ${column === "vat" ? styles.wide : ""}`}>
                {t(column)}
              </th>
            ))}
            {may && (
              <th scope="col" className={styles.act}>
                <span className="v-hidden">{t("takeBack")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {list.items.map((cost) => (
            <Cost key={`${cost.chargedTo} ${cost.id}`} cost={cost} onTakeBack={may ? takeBack : undefined} />
          ))}
        </tbody>
        <tfoot>
          {totalRows.map(([label, vat, amount, open]) => (
            <tr key={label}>
              <th scope="row" colSpan={2}>
                {label}
              </th>
              <td className={styles.wide} />
              {[vat, amount, open].map((cents, at) => (
                <td key={at} className={`${styles.num} ${at === 0 ? styles.wide : ""}`}>
                  {cents !== null && <Money cents={cents} />}
                </td>
              ))}
              {may && <td />}
            </tr>
          ))}
        </tfoot>
      </table>
    </HorizontalScroll>
  );
}

type TakeBack = (cost: CostRow) => Promise<void>;

function Cost({ cost, onTakeBack }: { cost: CostRow; onTakeBack: TakeBack | undefined }): ReactNode {
  const t = useCostTexts();
  return (
    <tr className={cost.reversed === null ? undefined : styles.gone}>
      <td>
        <DateText value={cost.date} />
      </td>
      <td>
        {cost.type}
        <br />
        <small>
          {[cost.group === "bik" ? "" : t(`group_${cost.group}`), cost.article, cost.description]
            .filter((part) => part !== "")
            .join(" · ")}
        </small>
        <small className={styles.below}>
          {t(cost.chargedTo)}
          {cost.vat !== 0 && (
            <>
              {" · "}
              {t("vat")} <Money cents={cost.vat} />
            </>
          )}
        </small>
        {cost.reversed !== null && (
          <>
            <br />
            <small>{cost.reversed}</small>
          </>
        )}
      </td>
      <td className={styles.wide}>{t(cost.chargedTo)}</td>
      <td className={`${styles.num} ${styles.wide}`}>
        <Money cents={cost.vat} />
      </td>
      <td className={`${styles.num} ${styles.struck}`}>
        <Money cents={cost.amount} />
      </td>
      <td className={styles.num}>{cost.open !== null && <Money cents={cost.open} />}</td>
      {onTakeBack && (
        <td className={styles.act}>
          {cost.reversible && (
            <ActionIcon
              variant="subtle"
              color="red"
              size="sm"
              aria-label={labelled(t("takeBack"), cost.type)}
              title={t("takeBack")}
              onClick={() => void onTakeBack(cost)}
            >
              <IconArrowBackUp size={14} aria-hidden />
            </ActionIcon>
          )}
        </td>
      )}
    </tr>
  );
}

/** Asks for a reason and reverses a cost of the debtor or the client. */
function useTakeBack(fileId: number, onChanged: (() => void) | undefined): TakeBack {
  const t = useCostTexts();
  const ofDebtor = useAct(reverseEventCall, { invalidates: stale });
  const ofClient = useAct(reverseClientCost, { invalidates: stale });
  return async ({ id, chargedTo }) => {
    const spec = { title: t("takeBack"), yes: t("takeBack"), danger: true, required: true };
    const reason = await promptText(t("takeBackAsk"), spec);
    if (reason === undefined) return;
    const body = { reason };
    const done =
      chargedTo === "debtor"
        ? await ofDebtor.run({ params: { id: fileId, eventId: id }, body })
        : await ofClient.run({ params: { id: fileId, cost: id }, body });
    if (!done) return;
    notify({ message: t("costBack"), variant: "success" });
    onChanged?.();
  };
}
