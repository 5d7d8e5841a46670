/** The reasons why something cannot be done: each rule in words, its article, and the first moment at which it no longer applies. */
import type { ReactNode } from "react";
import { DateText } from "../../../ground/platform/web/content/values.web.tsx";
import styles from "../processing.module.css";
import type { ShownReason } from "../runs/runs.contract.ts";

/** A date, or an instant if the hour matters. */
export const MomentText = (props: { value: string | null }): ReactNode =>
  props.value === null ? null : (
    <DateText value={props.value} {...(props.value.length > 10 ? { time: "HH:mm" as const } : {})} />
  );

export const Reasons = (props: { reasons: readonly ShownReason[] }): ReactNode => (
  <ul className={styles.reasons}>
    {props.reasons.map((reason) => (
      <li key={`${reason.rule} ${reason.text}`}>
        {reason.text} <span className={styles.article}>{reason.article}</span>
      </li>
    ))}
  </ul>
);

/** The reasons as plain text, for CSV and screen readers. */
export const reasonText = (reasons: readonly ShownReason[]): string =>
  reasons.map(({ text, article }) => `${text} (${article})`).join(" ");
