import type { ReactNode } from "react";
import { DateText, PhoneLink } from "../../../ground/platform/web/content/values.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { useQueueTexts } from "../texts.web.ts";
import type { QueueItem } from "../work-queue.contract.ts";
import styles from "../work-queue.module.css";

/** The calls that were made about a file. */
export function Attempts({ attempts }: Pick<QueueItem, "attempts">): ReactNode {
  const t = useQueueTexts();
  return (
    <Section title={t("attempts")}>
      <table className={styles.table}>
        <tbody>
          {attempts.slice(0, 10).map(({ id, at, number, line, person, by }) => (
            <tr key={id}>
              <td>
                <DateText value={at} time="HH:mm" />
              </td>
              <td>
                <PhoneLink value={number} />
                <br />
                <small>{by}</small>
              </td>
              <td>{person !== null ? t(`person_${person}`) : line !== null ? t(`line_${line}`) : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
