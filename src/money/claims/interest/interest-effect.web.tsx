/** The effect of a change of interest. */
import type { ReactNode } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Money } from "../../../ground/platform/web/content/values.web.tsx";
import { HorizontalScroll, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../claims.module.css";
import type { InterestEffect } from "./interest.contract.ts";
import type { interestTexts } from "./interest.texts.ts";

/** Before and after, shown before it is saved. */
export function Effect({
  effect,
  error,
}: {
  effect: InterestEffect | undefined;
  error: string | undefined;
}): ReactNode {
  const t = useTexts<typeof interestTexts>("interest");
  if (error !== undefined) return <p className={styles.note}>{error}</p>;
  if (!effect) return null;
  const rows = [
    ["interest", effect.interest],
    ["open", effect.open],
  ] as const;
  const none = rows.every(([, { before, after }]) => before === after);
  return (
    <Section title={t("effect", { date: dateText(effect.date) })}>
      <div aria-live="polite">
        {none && <p className={styles.note}>{t("noEffect")}</p>}
        <HorizontalScroll label={t("effect", { date: dateText(effect.date) })} className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="v-hidden">{t("terms")}</span>
                </th>
                {(["before", "after", "difference"] as const).map((column) => (
                  <th key={column} scope="col" className={styles.num}>
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([part, { before, after }]) => (
                <tr key={part}>
                  <th scope="row">{t(part)}</th>
                  {[before, after, after - before].map((cents, at) => (
                    <td key={at} className={styles.num}>
                      <Money cents={cents} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </HorizontalScroll>
      </div>
    </Section>
  );
}
