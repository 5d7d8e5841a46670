/** Costs by stage, what a client was asked, and an advice: as the office and the client both see them. */
import type { ReactNode } from "react";
import { dateText, Money, Status } from "../../ground/platform/web/content/values.web.tsx";
import { Facts } from "../../ground/platform/web/pages/page.web.tsx";
import type { LegalQuestion, ShownStages } from "./decisions.contract.ts";
import styles from "./decisions.module.css";
import type { Advice } from "./decisions.ts";
import { adviceTones, useDecisionTexts } from "./texts.web.ts";

export function AdviceText({ advice }: { advice: Advice }): ReactNode {
  const t = useDecisionTexts();
  return <Status tone={adviceTones[advice]}>{t(`to_${advice}`)}</Status>;
}

export function Stages({ costs }: { costs: ShownStages | null }): ReactNode {
  const t = useDecisionTexts();
  if (costs === null) return <p className={styles.quiet}>{t("costsUnknown")}</p>;
  return (
    <>
      <table className={styles.table} aria-label={t("costs")}>
        <tbody>
          {costs.parts.map(({ part, cents }) => (
            <tr key={part}>
              <th scope="row">{t(`stage_${part}`)}</th>
              <td className={styles.amount}>
                <Money cents={cents} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className={styles.decisive}>
          <tr>
            <th scope="row">{t("stageTotal")}</th>
            <td className={styles.amount}>
              <Money cents={costs.awarded} />
            </td>
          </tr>
          <tr>
            <th scope="row">{t("outlay")}</th>
            <td className={styles.amount}>
              <Money cents={costs.outlay} />
            </td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.quiet}>{t("outlayHint")}</p>
    </>
  );
}

export function QuestionFacts({ question }: { question: LegalQuestion }): ReactNode {
  const t = useDecisionTexts();
  const { askedAt, askedBy, note, advanceCents, answerBy, answer, answerNote, answeredAt, answeredBy } = question;
  return (
    <>
      <Facts
        items={[
          [t("askedOn"), `${dateText(askedAt)}${askedBy === null ? "" : ` · ${askedBy}`}`],
          [t("advance"), advanceCents === null ? null : <Money key="advance" cents={advanceCents} />],
          [t("answerBy"), dateText(answerBy)],
          [
            t("answer"),
            answer === null ? (
              t("noAnswer")
            ) : (
              <span key="answer">
                <Status tone={answer === "yes" ? "good" : "bad"}>{t(`answer_${answer}`)}</Status>{" "}
                <span className={styles.quiet}>
                  {t("decidedBy", { name: answeredBy ?? "–", date: dateText(answeredAt ?? "") })}
                </span>
              </span>
            ),
          ],
        ]}
      />
      {note !== "" && <p className={styles.explanation}>{note}</p>}
      {answerNote !== "" && <p className={styles.explanation}>{answerNote}</p>}
    </>
  );
}
