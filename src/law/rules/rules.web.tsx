/** Why something may not be done: each rule with its article and the first moment at which it no longer stands in the way. */
import { type ReactNode, useState } from "react";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../ground/platform/web/content/values.web.tsx";
import styles from "./rules.module.css";
import type { ruleTexts } from "./rules.texts.ts";

interface Reason {
  readonly rule: string;
  readonly article: string;
  readonly text: string;
  readonly possibleFrom: string | null;
}

/** Two rules may want the same thing mended; it is said once. */
const distinct = (reasons: readonly Reason[]): readonly Reason[] =>
  reasons.filter((reason, at) => reasons.findIndex(({ text }) => text === reason.text) === at);

/** A date, or an instant with its time. */
const moment = (value: string): string => dateText(value, value.length > 10 ? { time: "HH:mm" } : {});

/** So many reasons stand there at once; where there are many, the first say enough. */
const reasonsAtFirst = 4;

/** The reasons alone. */
export function ReasonList({ reasons }: { reasons: readonly Reason[] }): ReactNode {
  const t = useTexts<typeof ruleTexts>("rules");
  const [whole, setWhole] = useState(false);
  const all = distinct(reasons);
  const first = whole || all.length <= reasonsAtFirst + 1 ? all.length : reasonsAtFirst;
  return (
    <>
      <ul className={styles.reasons}>
        {all.map((reason, at) => (
          <li key={`${reason.rule} ${reason.text}`} className={at < first ? undefined : styles.later}>
            {reason.text} <span className={styles.article}>{reason.article}</span>{" "}
            {reason.possibleFrom !== null && (
              <span className={styles.possible}>{t("possibleFrom", { date: moment(reason.possibleFrom) })}</span>
            )}
          </li>
        ))}
      </ul>
      {first < all.length && (
        <button type="button" className="v-link" onClick={() => setWhole(true)}>
          {t("moreReasons", { count: all.length - first })}
        </button>
      )}
    </>
  );
}

/** The reasons below what they stand against, or that nothing does; `children` are what may then be done. */
export function Reasons(props: {
  title: string;
  reasons: readonly Reason[];
  allowed?: boolean;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.gate} data-allowed={props.allowed ?? false}>
      <p className={styles.note}>{props.title}</p>
      {props.reasons.length > 0 && <ReasonList reasons={props.reasons} />}
      {props.children}
    </div>
  );
}
