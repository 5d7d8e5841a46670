/** What a debt counsellor is answered: by when, and what was answered before. Shown while somebody helps, and afterwards. */
import { Button } from "@mantine/core";
import { IconFileInvoice } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { PreviewLink } from "../../../ground/platform/web/content/preview.web.tsx";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { listFileDocuments, readDocument } from "../../../letters/correspondence/correspondence.contract.ts";
import styles from "../court-papers.module.css";
import { useCourtPaperTexts } from "../texts.web.ts";
import { answerBalance, readBalanceAnswers } from "./statements.contract.ts";

const hrefOf = (fileId: number, documentId: number): string =>
  readDocument.path.replace("{id}", String(fileId)).replace("{documentId}", String(documentId));

export function BalanceAnswers({ fileId }: { fileId: number }): ReactNode {
  const t = useCourtPaperTexts();
  const language = useLanguage();
  const answers = useCall(readBalanceAnswers, { params: { id: fileId } });
  const answer = useAct(answerBalance, { invalidates: [readBalanceAnswers, listFileDocuments] });
  const { data } = answers;
  if (data && data.since === null && data.items.length === 0) return null;
  const make = async (): Promise<void> => {
    if (await answer.run({ params: { id: fileId } })) notify({ message: t("answered"), variant: "success" });
  };
  return (
    <Section title={t("balanceAnswer")}>
      <Loaded of={answers}>
        {({ since, dueOn, openCents, items }) => (
          <>
            {since !== null && (
              <p>
                {dueOn === null ? t("noBalanceDue") : t("balanceDue", { date: dateText(dueOn) })}{" "}
                {t("balanceNow", { amount: formatMoney(openCents, language) })}
              </p>
            )}
            <ul className={styles.list}>
              {items.map(({ id, asOf, openCents: told, csv, pdf, madeBy }) => (
                <li key={id} className={styles.version}>
                  <PreviewLink document={{ name: pdf.name, href: hrefOf(fileId, pdf.documentId) }} />
                  <a className="v-link" href={hrefOf(fileId, csv.documentId)} download={csv.name}>
                    {csv.name}
                  </a>
                  <span className={styles.quiet}>
                    {t("openOn", { amount: formatMoney(told, language), date: dateText(asOf) })} · {madeBy}
                  </span>
                </li>
              ))}
            </ul>
            {since !== null && (
              <Button
                size="compact-sm"
                variant={dueOn === null ? "default" : "filled"}
                leftSection={<IconFileInvoice size={14} aria-hidden />}
                loading={answer.isPending}
                onClick={() => void make()}
              >
                {t("answerNow")}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
