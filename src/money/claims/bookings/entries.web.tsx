/** The lists below the amounts of a claim: invoices, credit notes and payments. */

import { ActionIcon } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, dateText, Money } from "../../../ground/platform/web/content/values.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { HorizontalScroll, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../claims.module.css";
import type { ClaimStatement } from "../engine/statement.contract.ts";
import { reversePaymentCall } from "./bookings.contract.ts";
import { type BookingTarget, useClaimTexts, useReversal } from "./bookings.web.tsx";

/** Longer lists are shortened until the reader expands them. */
const atFirst = 8;

/** The first rows of a list, and a button for the others. A print shows what the screen shows. */
export function useFirst<Row>(rows: readonly Row[]): { readonly shown: readonly Row[]; readonly more: ReactNode } {
  const t = useClaimTexts();
  const [all, setAll] = useState(false);
  if (all || rows.length <= atFirst + 1) return { shown: rows, more: null };
  const more = (
    <button type="button" className="v-link" onClick={() => setAll(true)}>
      {t("showAll", { count: rows.length })}
    </button>
  );
  return { shown: rows.slice(0, atFirst), more };
}

function Invoice({ invoice }: { invoice: ClaimStatement["invoices"][number] }): ReactNode {
  const t = useClaimTexts();
  return (
    <tr>
      <td title={invoice.description}>
        {invoice.number}
        <small className={styles.below}>
          {t("dueDate")} <DateText value={invoice.dueDate} />
        </small>
      </td>
      <td className={styles.wide}>
        <DateText value={invoice.date} />
      </td>
      <td className={styles.wide}>
        <DateText value={invoice.dueDate} />
      </td>
      <td className={styles.wide}>
        <DateText value={invoice.interestFrom} />
      </td>
      <td className={styles.num}>
        <Money cents={invoice.amount - invoice.credited} />
      </td>
      <td className={styles.num}>
        <Money cents={invoice.principal} />
      </td>
    </tr>
  );
}

/** The invoices with what is open of each, and the credit notes on them. */
export function Invoices({ statement }: { statement: ClaimStatement }): ReactNode {
  const t = useClaimTexts();
  const { shown, more } = useFirst(statement.invoices);
  return (
    <Section title={t("invoices")} aside={statement.invoices.length}>
      <HorizontalScroll label={t("invoices")} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("number")}</th>
              <th scope="col" className={styles.wide}>
                {t("invoiceDate")}
              </th>
              <th scope="col" className={styles.wide}>
                {t("dueDate")}
              </th>
              <th scope="col" className={styles.wide}>
                {t("interestFrom")}
              </th>
              <th scope="col" className={styles.num}>
                {t("amount")}
              </th>
              <th scope="col" className={styles.num}>
                {t("stillOpen")}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((invoice) => (
              <Invoice key={invoice.id} invoice={invoice} />
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
      {more}
      {statement.credits.map((credit) => (
        <p key={credit.id} className={styles.note} title={credit.reason}>
          {t("creditLine", { number: credit.number, date: dateText(credit.date) })}: <Money cents={-credit.amount} />
          {", "}
          {t(credit.mode === "retroactive" ? "creditLineRetroactive" : "creditLineGoodwill")}
        </p>
      ))}
    </Section>
  );
}

/** The payments with their allocation, including reversed ones. */
export function Payments({ target, statement }: { target: BookingTarget; statement: ClaimStatement }): ReactNode {
  const t = useClaimTexts();
  const mayReverse = useMay(reversePaymentCall);
  const reverse = useReversal(target);
  const { payments } = statement;
  const { shown, more } = useFirst(payments);
  if (payments.length === 0) {
    return (
      <Section title={t("payments")}>
        <p className={styles.note}>{t("noPayments")}</p>
      </Section>
    );
  }
  return (
    <Section title={t("payments")} aside={payments.length}>
      <HorizontalScroll label={t("payments")} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("valueDate")}</th>
              <th scope="col">{t("kind")}</th>
              {(["amount", "toCosts", "toInterest", "toPrincipal"] as const).map((column) => (
                <th key={column} scope="col" className={`${styles.num} ${column === "amount" ? "" : styles.wide}`}>
                  {t(column)}
                </th>
              ))}
              {mayReverse && (
                <th scope="col" className={styles.act}>
                  <span className="v-hidden">{t("reverse")}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((payment) => (
              <Payment key={payment.id} payment={payment} onReverse={mayReverse ? reverse : undefined} />
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
      {more}
    </Section>
  );
}

type PaymentRow = ClaimStatement["payments"][number];

interface PaymentProps {
  readonly payment: PaymentRow;
  readonly onReverse: ((row: PaymentRow) => Promise<void>) | undefined;
}

function Payment({ payment, onReverse }: PaymentProps): ReactNode {
  const t = useClaimTexts();
  const { reversed, allocated } = payment;
  const parts = (
    [
      ["toCosts", allocated.costs],
      ["toInterest", allocated.interest],
      ["toPrincipal", allocated.principal],
    ] as const
  ).filter(([, cents]) => cents !== 0);
  return (
    <tr className={reversed ? styles.gone : undefined}>
      <td>
        <DateText value={payment.date} />
        {reversed && <br />}
        {reversed && <small title={reversed.reason}>{t("reversedOn", { date: dateText(reversed.date) })}</small>}
      </td>
      <td>
        {t(`receipt_${payment.kind}`)}
        <br />
        <small>{payment.reference}</small>
        {!reversed && (
          <small className={styles.below}>
            {parts.map(([label, cents]) => (
              <span key={label} className={styles.whole}>
                {t(label)} <Money cents={cents} />{" "}
              </span>
            ))}
          </small>
        )}
      </td>
      <td className={`${styles.num} ${styles.struck}`}>
        <Money cents={payment.amount} />
      </td>
      {(["costs", "interest", "principal"] as const).map((part) => (
        <td key={part} className={`${styles.num} ${styles.wide}`}>
          <Money cents={allocated[part]} />
        </td>
      ))}
      {onReverse && (
        <td className={styles.act}>
          {!reversed && (
            <ActionIcon
              variant="subtle"
              color="red"
              size="sm"
              aria-label={labelled(t("reverse"), dateText(payment.date))}
              title={t("reverse")}
              onClick={() => void onReverse(payment)}
            >
              <IconArrowBackUp size={14} aria-hidden />
            </ActionIcon>
          )}
        </td>
      )}
    </tr>
  );
}
