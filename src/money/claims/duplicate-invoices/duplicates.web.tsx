/** Invoices of a file that another file claims too, and who allowed them. Renders nothing if there are none. */

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Money, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { HorizontalScroll, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../claims.module.css";
import type { claimTexts } from "../claims.texts.ts";
import { allowDuplicateInvoice, type DuplicateInvoice, listDuplicateInvoices } from "./duplicates.contract.ts";

interface JudgementProps {
  readonly allowed: DuplicateInvoice["allowed"];
  /** Absent if the reader may not allow it. */
  readonly onAllow: (() => Promise<void>) | undefined;
}

/** Who allowed the invoice to be claimed twice, or that nobody has. */
function Judgement({ allowed, onAllow }: JudgementProps): ReactNode {
  const t = useTexts<typeof claimTexts>("claims");
  if (allowed) return t("doubleAllowedBy", { name: allowed.by, date: dateText(allowed.at), reason: allowed.reason });
  return (
    <>
      <Status tone="bad">{t("doubleOpen")}</Status>{" "}
      {onAllow && (
        <Button size="compact-xs" variant="default" onClick={() => void onAllow()}>
          {t("allowDouble")}
        </Button>
      )}
    </>
  );
}

export function DuplicateInvoices({ fileId, onChanged }: { fileId: number; onChanged: () => void }): ReactNode {
  const t = useTexts<typeof claimTexts>("claims");
  const found = useCall(listDuplicateInvoices, { params: { id: fileId } }, { quiet: true });
  const act = useAct(allowDuplicateInvoice, { invalidates: [listDuplicateInvoices] });
  const mayAllow = useMay(allowDuplicateInvoice);
  const items = found.data?.items ?? [];
  if (items.length === 0) return null;
  const allow = async ({ number }: DuplicateInvoice): Promise<void> => {
    const reason = await promptText(t("allowDoubleWhy"), { title: t("allowDouble"), required: true });
    if (reason === undefined) return;
    if (!(await act.run({ params: { id: fileId }, body: { number, reason } }))) return;
    notify({ message: t("doubleAllowed"), variant: "success" });
    onChanged();
  };
  return (
    <Section title={t("doubleTitle")}>
      <HorizontalScroll label={t("doubleTitle")}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("doubleNumber")}</th>
              <th scope="col">{t("amount")}</th>
              <th scope="col">{t("doubleOther")}</th>
              <th scope="col">{t("doubleJudgement")}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={`${item.number} ${item.file.id}`}>
                <td>{item.number}</td>
                <td>
                  <Money cents={item.amount} />
                </td>
                <td>
                  <FileLink id={item.file.id}>{item.file.number}</FileLink>
                  <div>{item.file.client}</div>
                </td>
                <td>
                  <Judgement allowed={item.allowed} onAllow={mayAllow ? () => allow(item) : undefined} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
    </Section>
  );
}
