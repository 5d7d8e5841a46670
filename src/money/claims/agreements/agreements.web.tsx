/** Agreements on a file: arrangements and promises to pay, the client's limits, and the debtor's repayment capacity. */

import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { date as plainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, decimalFromCents } from "../../../ground/kernel/money.ts";
import { textOf, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, dateText, Money, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { Form, MoneyField, TextareaField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { Guard, useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { HorizontalScroll, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { useClaimTexts } from "../bookings/bookings.web.tsx";
import styles from "../claims.module.css";
import {
  type Agreements,
  allowTermPayment,
  makePromise,
  type PromiseRow,
  proposeArrangement,
  readAgreements,
  requestArrangement,
  withdrawPromise,
} from "./agreements.contract.ts";
import { Arrangement } from "./arrangement.web.tsx";
import {
  type ArrangementTarget,
  agreementReads,
  openArrangementForm,
  useAgreementTexts,
} from "./arrangement-form.web.tsx";
import { openSettlementForm, useSettlementTexts } from "./settlement.web.tsx";

export interface AgreementsProps {
  readonly fileId: number;
  readonly onChanged?: () => void;
}

/** The arrangements of a file and its promises to pay. */
export function FileArrangements({ fileId, onChanged }: AgreementsProps): ReactNode {
  const t = useClaimTexts();
  const agreements = useCall(readAgreements, { params: { id: fileId } });
  return (
    <Loaded of={agreements}>
      {(data) => {
        const target = { fileId, today: plainDate(data.today), onBooked: onChanged };
        return (
          <>
            <Section title={t("arrangements")} aside={<Acts target={target} agreements={data} />}>
              <Limits agreements={data} />
              <Stack gap="sm" mt="xs">
                {data.arrangements.toReversed().map((arrangement) => (
                  <Arrangement key={arrangement.id} target={target} arrangement={arrangement} decides={data.decides} />
                ))}
              </Stack>
            </Section>
            <Promises target={target} promises={data.promises} />
          </>
        );
      }}
    </Loaded>
  );
}

function Acts({ target, agreements }: { target: ArrangementTarget; agreements: Agreements }): ReactNode {
  const t = useClaimTexts();
  const a = useAgreementTexts();
  const s = useSettlementTexts();
  const { arrangements, promises, open, closed, decides } = agreements;
  const running = arrangements.some(({ status }) => status === "active" || status === "paused");
  const waiting = arrangements.some(({ status }) => status === "proposed");
  const promised = promises.some(({ state }) => state === "open");
  if (closed || open === 0 || running) return null;
  if (!decides)
    return (
      <Guard who={requestArrangement.who}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={waiting}
          onClick={() => openArrangementForm(target, true)}
        >
          {a("ask")}
        </Button>
      </Guard>
    );
  return (
    <Guard who={proposeArrangement.who}>
      <Group gap={4} justify="flex-end" className={styles.tools ?? ""}>
        <Button size="compact-sm" variant="default" onClick={() => openArrangementForm(target)}>
          {t("makeArrangement")}
        </Button>
        {!waiting && (
          <Button size="compact-sm" variant="default" onClick={() => openSettlementForm(target)}>
            {s("offerSettlement")}
          </Button>
        )}
        {!promised && (
          <Button size="compact-sm" variant="default" onClick={() => openPromiseForm(target, open)}>
            {a("makePromise")}
          </Button>
        )}
      </Group>
    </Guard>
  );
}

function Limits({ agreements }: { agreements: Agreements }): ReactNode {
  const a = useAgreementTexts();
  const language = useLanguage();
  const money = (cents: number): string => formatMoney(cents, language);
  const { limits, capacity, arrangements, promises } = agreements;
  return (
    <>
      {arrangements.length + promises.length === 0 && <p className={styles.note}>{a("none")}</p>}
      <p className={styles.note}>
        {a("limits", {
          amount: money(limits.minimumTerm),
          months: limits.maximumMonths,
          selfService: money(limits.selfService),
        })}{" "}
        {a(limits.graceWorkingDays === 0 ? "ruleWithoutGrace" : "rule", {
          grace: limits.graceWorkingDays,
          days: limits.breakAfterDays,
        })}
      </p>
      {capacity !== null && <p className={styles.note}>{a("capacity", { amount: money(capacity) })}</p>}
    </>
  );
}

/** Records that the debtor promises to pay an amount by a date. */
export const openPromiseForm = (target: ArrangementTarget, open: Cents): void => {
  openModal({ title: textOf("agreements.makePromise") }, (close) => (
    <PromiseForm target={target} open={open} close={close} />
  ));
};

interface PromiseFormProps {
  readonly target: ArrangementTarget;
  /** What is owed today: most promises are for the full amount. */
  readonly open: Cents;
  readonly close: () => void;
}

/** A promise as form values: the amount in cents. */
interface PromiseValues {
  readonly by: string | null;
  readonly amount: Cents | null;
  readonly note: string;
}

function PromiseForm({ target, open, close }: PromiseFormProps): ReactNode {
  const a = useAgreementTexts();
  const initial: PromiseValues = { by: target.today, amount: open > 0 ? open : null, note: "" };
  const form = useCallForm(makePromise, initial, ({ by, amount, note }) => ({
    by: by ?? "",
    amount: decimalFromCents(amount ?? 0),
    note,
  }));
  const make = useAct(makePromise, { invalidates: agreementReads });
  const save = async (body: BodyOf<typeof makePromise>): Promise<void> => {
    await make.mutateAsync({ params: { id: target.fileId }, body });
    notify({ message: a("promiseMade"), variant: "success" });
    target.onBooked?.();
  };
  return (
    <Form form={form} label={a("makePromise")} onSave={save} onSaved={close} onCancel={close} submit={a("makePromise")}>
      <MoneyField form={form} name="amount" label={a("amount")} required autoFocus />
      <DateField form={form} name="by" label={a("by")} required min={target.today} />
      <TextareaField form={form} name="note" label={a("note")} rows={2} maxLength={200} />
    </Form>
  );
}

const promiseTones: Readonly<Record<PromiseRow["state"], Tone>> = {
  open: "accent",
  kept: "good",
  broken: "bad",
  withdrawn: "neutral",
};

interface PromiseLineProps {
  readonly promise: PromiseRow;
  readonly onWithdraw: (() => Promise<void>) | undefined;
}

function PromiseLine({ promise, onWithdraw }: PromiseLineProps): ReactNode {
  const a = useAgreementTexts();
  return (
    <tr>
      <td>
        <DateText value={promise.by} />{" "}
        <Status tone={promiseTones[promise.state]}>{a(`promise_${promise.state}`)}</Status>
      </td>
      <td className={styles.num}>
        <Money cents={promise.amount} />
      </td>
      <td className={styles.num}>
        <Money cents={promise.received} />
      </td>
      <td>
        {promise.note}
        <br />
        <small>
          {dateText(promise.madeOn)} {promise.user}
        </small>
      </td>
      <td className={styles.act}>
        {onWithdraw && promise.state === "open" && (
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => void onWithdraw()}>
            {a("withdraw")}
          </Button>
        )}
      </td>
    </tr>
  );
}

function Promises({ target, promises }: { target: ArrangementTarget; promises: readonly PromiseRow[] }): ReactNode {
  const a = useAgreementTexts();
  const may = useMay(withdrawPromise);
  const withdraw = useAct(withdrawPromise, { invalidates: agreementReads });
  if (promises.length === 0) return null;
  const takeBack = async ({ id, version }: PromiseRow): Promise<void> => {
    const reason = await promptText(a("withdrawAsk"), { title: a("promise"), yes: a("withdraw") });
    if (reason === undefined) return;
    const params = { id: target.fileId, promise: id };
    if (await withdraw.run({ params, body: { reason: reason.trim().slice(0, 200), version } })) target.onBooked?.();
  };
  return (
    <Section title={a("promises")} aside={promises.length}>
      <HorizontalScroll label={a("promises")} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{a("by")}</th>
              <th scope="col" className={styles.num}>
                {a("amount")}
              </th>
              <th scope="col" className={styles.num}>
                {a("received")}
              </th>
              <th scope="col">{a("note")}</th>
              <th scope="col" className={styles.act}>
                <span className="v-hidden">{a("withdraw")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {promises.map((promise) => (
              <PromiseLine key={promise.id} promise={promise} onWithdraw={may ? () => takeBack(promise) : undefined} />
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
    </Section>
  );
}

/** The open promise of the file, for the status strip; renders nothing without one. */
export function OpenPromise({ fileId }: { fileId: number }): ReactNode {
  const a = useAgreementTexts();
  const language = useLanguage();
  const promises = useCall(readAgreements, { params: { id: fileId } }).data?.promises;
  const open = promises?.find(({ state }) => state === "open");
  if (!open) return null;
  return <>{a("promiseLine", { amount: formatMoney(open.amount, language), by: dateText(open.by) })}</>;
}

/** On a timeline line that proposes an arrangement: the approval. Renders nothing where there is nothing to approve. */
export function AllowTermPayment({
  logId,
  fileId,
  onChanged,
}: AgreementsProps & { readonly logId: number }): ReactNode {
  const a = useAgreementTexts();
  const may = useMay(allowTermPayment);
  const agreements = useCall(readAgreements, { params: { id: fileId } }, { enabled: may });
  const allow = useAct(allowTermPayment, { invalidates: agreementReads });
  const waits = agreements.data?.decides && agreements.data.arrangements.some(({ status }) => status === "proposed");
  if (!may || !waits) return null;
  const approve = async (): Promise<void> => {
    const reason = await promptText(a("beyondReason"), { title: a("allow"), yes: a("allow") });
    if (reason === undefined) return;
    const body = { reason: reason.trim().slice(0, 200) };
    if (!(await allow.run({ params: { id: logId }, body }))) return;
    notify({ message: a("allowed"), variant: "success" });
    onChanged?.();
  };
  return (
    <Button size="compact-xs" variant="default" onClick={() => void approve()} loading={allow.isPending}>
      {a("allow")}
    </Button>
  );
}
