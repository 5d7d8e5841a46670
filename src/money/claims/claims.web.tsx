/** The claims of a file on the file page: amounts with their derivation, invoices, payments, arrangements, and the booking actions. */
import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { date as plainDate } from "../../ground/kernel/dates.ts";
import { useLanguage } from "../../ground/platform/web/content/texts.web.ts";
import { Money } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { DatePicker } from "../../ground/platform/web/inputs/dates.web.tsx";
import { formatDate, formatMoney } from "../../ground/platform/web/inputs/format.ts";
import { Guard } from "../../ground/platform/web/pages/current-user.web.tsx";
import { HorizontalScroll, Loaded, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { openArrangementForm } from "./agreements/arrangement-form.web.tsx";
import { bookPaymentCall, getClaim } from "./bookings/bookings.contract.ts";
import {
  type BookingTarget,
  openCostForm,
  openCreditForm,
  openPaymentForm,
  openRefundForm,
  useClaimTexts,
} from "./bookings/bookings.web.tsx";
import { Invoices, Payments } from "./bookings/entries.web.tsx";
import styles from "./claims.module.css";
import type { BalancePart } from "./engine/derivation.ts";
import { WhyAmount } from "./engine/derivation.web.tsx";
import type { ClaimStatement } from "./engine/statement.contract.ts";

export { AllowTermPayment, FileArrangements, OpenPromise, openPromiseForm } from "./agreements/agreements.web.tsx";
export { type BookingTarget, openPaymentForm } from "./bookings/bookings.web.tsx";
export { FileCosts } from "./bookings/costs.web.tsx";
export { FileNotices } from "./collection-costs/notices.web.tsx";
export { DuplicateInvoices } from "./duplicate-invoices/duplicates.web.tsx";
export { type Question, WhyAmount } from "./engine/derivation.web.tsx";
export { Approvals, ApprovalsPage } from "./interest/approvals.web.tsx";
export { InterestPage, InterestSettings } from "./interest/interest.web.tsx";
export { TermFields } from "./interest/interest-fields.web.tsx";
export { termsOfValues } from "./interest/interest-values.ts";

export interface ClaimsProps {
  readonly fileId: number;
  /** Number and name of the file, as heading of a printed derivation. */
  readonly heading?: string;
  /** Called after each booking, so that the page can refresh its other parts. */
  readonly onBooked?: () => void;
  /** Shown between the amounts and the lists below them, which may be long. */
  readonly children?: ReactNode;
}

/** The financial parts of a file; each is a section of the page. */
export function Claims({ fileId, heading, onBooked, children }: ClaimsProps): ReactNode {
  const [date, setDate] = useState<string | null>(null);
  const claim = useCall(getClaim, { params: { id: fileId }, query: date ? { date } : {} });
  const now = useCall(getClaim, { params: { id: fileId }, query: {} });
  const targetOf = (statement: ClaimStatement): BookingTarget => ({
    fileId,
    today: plainDate(now.data?.date ?? statement.date),
    invoices: statement.invoices,
    open: now.data?.totals.open ?? statement.totals.open,
    onBooked,
  });
  return (
    <>
      <Loaded of={claim}>
        {(statement) => (
          <Amounts target={targetOf(statement)} statement={statement} heading={heading} onDate={setDate} />
        )}
      </Loaded>
      {children}
      {claim.data && (
        <>
          <Invoices statement={claim.data} />
          <Payments target={targetOf(claim.data)} statement={claim.data} />
        </>
      )}
    </>
  );
}

interface PartProps {
  readonly target: BookingTarget;
  readonly statement: ClaimStatement;
}

interface AmountsProps extends PartProps {
  readonly heading: string | undefined;
  readonly onDate: (date: string | null) => void;
}

function Actions({ target, statement }: PartProps): ReactNode {
  const t = useClaimTexts();
  const running = statement.arrangements.some(({ status }) => status === "active" || status === "paused");
  return (
    <Guard who={bookPaymentCall.who}>
      <Group gap={4} wrap="nowrap" className={styles.tools ?? ""}>
        <Button size="compact-sm" variant="default" onClick={() => openPaymentForm(target)}>
          {t("bookPayment")}
        </Button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size="sm" aria-label={t("moreActions")}>
              <IconDots size={14} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => openCreditForm(target)}>{t("bookCredit")}</Menu.Item>
            <Menu.Item onClick={() => openCostForm(target)}>{t("bookCost")}</Menu.Item>
            {statement.totals.overpaid > 0 && (
              <Menu.Item onClick={() => openRefundForm(target, statement.totals.overpaid)}>{t("bookRefund")}</Menu.Item>
            )}
            <Menu.Item disabled={running || statement.totals.open === 0} onClick={() => openArrangementForm(target)}>
              {t("makeArrangement")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Guard>
  );
}

/** Principal, interest and costs: charged and open amounts, each with its derivation. */
function AmountsTable({ target, statement, heading }: Omit<AmountsProps, "onDate">): ReactNode {
  const t = useClaimTexts();
  const language = useLanguage();
  const { totals, date } = statement;
  const why = (part: BalancePart, cents: number, strong = false): ReactNode => (
    <WhyAmount fileId={target.fileId} part={part} date={date} cents={cents} strong={strong} heading={heading} />
  );
  const rows = [
    ["principal", totals.invoiced - totals.credited, totals.principal],
    ["interest", totals.interestCharged, totals.interest],
    ["costs", totals.costsCharged, totals.costs],
  ] as const;
  return (
    <table className={styles.table}>
      <caption className="v-hidden">{t("balanceOn", { date: formatDate(date, language) ?? date })}</caption>
      <thead>
        <tr>
          <th scope="col">{t("part")}</th>
          <th scope="col" className={styles.num}>
            {t("charged")}
          </th>
          <th scope="col" className={styles.num}>
            {t("stillOpen")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([part, charged, open]) => (
          <tr key={part}>
            <td>
              {t(part)} {part === "interest" && <InterestNote statement={statement} />}
            </td>
            <td className={styles.num}>
              <Money cents={charged} />
            </td>
            <td className={styles.num}>{why(part, open)}</td>
          </tr>
        ))}
        <tr>
          <td>{t("paid")}</td>
          <td className={styles.num}>{why("paid", totals.paid)}</td>
          <td />
        </tr>
        <Extra label={t("writtenOff")} cents={totals.writtenOff} />
        <Extra label={t("overpaid")} cents={totals.overpaid} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("partOpen")}</th>
          <td />
          <td className={styles.num}>{why("open", totals.open, true)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Amounts({ target, statement, heading, onDate }: AmountsProps): ReactNode {
  const t = useClaimTexts();
  return (
    <Section title={t("claim")} aside={<Actions target={target} statement={statement} />}>
      <HorizontalScroll label={t("claim")} className={styles.scroll}>
        <AmountsTable target={target} statement={statement} heading={heading} />
      </HorizontalScroll>
      <Group justify="space-between" gap="xs" mt={6} className={styles.tools ?? ""}>
        <DatePicker label={t("asOfLabel")} value={statement.date} onChange={onDate} />
        <BikNote statement={statement} />
      </Group>
    </Section>
  );
}

const Extra = ({ label, cents }: { label: string; cents: number }): ReactNode =>
  cents === 0 ? null : (
    <tr>
      <td>{label}</td>
      <td className={styles.num}>
        <Money cents={cents} />
      </td>
      <td />
    </tr>
  );

const interestTexts = {
  none: "interest_none",
  statutory: "interest_statutory",
  commercial: "interest_commercial",
  government: "interest_government",
  contractual: "interest_contractual",
} as const;
const isInterestKind = (kind: string): kind is keyof typeof interestTexts => Object.hasOwn(interestTexts, kind);

function InterestNote({ statement }: { statement: ClaimStatement }): ReactNode {
  const t = useClaimTexts();
  const { kind } = statement.interest;
  return <small>{isInterestKind(kind) ? t(interestTexts[kind]) : kind}</small>;
}

/** The collection costs that could be charged now, if they have not been charged. */
function BikNote({ statement }: { statement: ClaimStatement }): ReactNode {
  const t = useClaimTexts();
  const language = useLanguage();
  const { bik, vat } = statement.bikDue;
  if (bik + vat === 0) return null;
  return <p className={styles.note}>{t("bikDue", { amount: formatMoney(bik + vat, language) })}</p>;
}
