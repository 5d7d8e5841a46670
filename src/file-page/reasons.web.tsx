/** Why something may not be done: each rule with its article and the first moment at which it no longer stands in the way. */
import type { ReactNode } from "react";
import { dateText } from "../platform/web/show.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import styles from "./file-page.module.css";
import type { filePageTexts } from "./file-page.texts.ts";

interface Reason {
  readonly rule: string;
  readonly article: string;
  readonly text: string;
  readonly possibleFrom: string | null;
}

/** Two rules may want the same thing mended; it is said once. */
const distinct = (reasons: readonly Reason[]): readonly Reason[] =>
  reasons.filter((reason, at) => reasons.findIndex(({ text }) => text === reason.text) === at);

export function Reasons({ title, reasons }: { title: string; reasons: readonly Reason[] }): ReactNode {
  const t = useTexts<typeof filePageTexts>("file-page");
  return (
    <div className={styles.gate}>
      <p className={styles.note}>{title}</p>
      <ul className={styles.reasons}>
        {distinct(reasons).map((reason) => (
          <li key={`${reason.rule} ${reason.text}`}>
            {reason.text} <span className={styles.article}>{reason.article}</span>
            {reason.possibleFrom !== null && (
              <div className={styles.possible}>{t("possibleFrom", { date: moment(reason.possibleFrom) })}</div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A date, or an instant with its time. */
const moment = (value: string): string => dateText(value, value.length > 10 ? { time: "HH:mm" } : {});
