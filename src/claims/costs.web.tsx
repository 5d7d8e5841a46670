/** What a file costs: each cost with who bears it, its kind and its VAT, and what can be charged. */
import { ActionIcon, Button, Group } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { date as plainDate } from "../kernel/dates.ts";
import { decimalFromCents } from "../kernel/money.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { openModal, promptText } from "../platform/web/dialogs.web.tsx";
import { Form, MoneyField, TextareaField, useForm } from "../platform/web/form.web.tsx";
import { formatMoney } from "../platform/web/format.ts";
import { Guard, useMay } from "../platform/web/me.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Loaded, Section, Sideways } from "../platform/web/page.web.tsx";
import { DateText, Money } from "../platform/web/show.web.tsx";
import { textOf, useLanguage, useTexts } from "../platform/web/texts.web.ts";
import type { agreementTexts } from "./agreements.texts.ts";
import { claimReads, openCostForm } from "./bookings.web.tsx";
import { bookCost, reverseEventCall } from "./claims.contract.ts";
import styles from "./claims.module.css";
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

function ClientCostForm({ fileId, today, onChanged, close }: ChargeProps & { close: () => void }): ReactNode {
  const t = useCostTexts();
  const language = useLanguage();
  const kinds = useCall(clientCostChoices, {}).data?.items ?? [];
  const book = useAct(bookClientCost, { invalidates: stale });
  const form = useForm<{ costType: string | null; amount: number | null; date: string | null; description: string }>({
    costType: null,
    amount: null,
    date: today,
    description: "",
  });
  const { costType, amount } = form.values;
  const percent = kinds.find(({ id }) => String(id) === costType)?.vatPercent;
  const save = async (values: typeof form.values): Promise<void> => {
    const body = {
      date: values.date ?? "",
      amount: decimalFromCents(values.amount ?? 0),
      costType: Number(values.costType),
      description: values.description,
    };
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
        name="costType"
        label={t("kind")}
        required
        options={kinds.map(({ id, text }) => ({ value: String(id), label: text }))}
      />
      <MoneyField
        name="amount"
        label={t("exVat")}
        required
        {...(percent !== undefined && amount !== null
          ? { description: t("withVat", { percent, amount: formatMoney(total, language) }) }
          : {})}
      />
      <DateField name="date" label={t("date")} required max={plainDate(today)} />
      <TextareaField name="description" label={t("note")} rows={2} maxLength={200} />
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
    <Sideways label={t("costs")} className={styles.scroll}>
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
    </Sideways>
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
              aria-label={`${t("takeBack")}: ${cost.type}`}
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

/** Asks for a reason and takes a cost back, whoever bears it. */
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
