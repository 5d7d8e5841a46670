/** What a file to be uploaded holds: shown to whoever never uploaded one. */
import type { ReactNode } from "react";
import { textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { columnName, fieldsOf, type ImportMode, requiredFields } from "../import/layout.ts";
import styles from "../intake.module.css";
import { useIntakeTexts } from "../texts.web.ts";

/** The columns of the standard layout, with those that no row can do without first. */
export function LayoutColumns({ mode }: { mode: ImportMode }): ReactNode {
  const t = useIntakeTexts();
  const needed = requiredFields[mode];
  const others = fieldsOf[mode].filter((field) => !needed.includes(field));
  return (
    <div className={styles.recent}>
      <Section title={t("layoutColumns")}>
        <table className={styles.mapping}>
          <thead>
            <tr>
              <th scope="col">{t("field")}</th>
              <th scope="col">{t("column")}</th>
              <th scope="col">{t("needed")}</th>
            </tr>
          </thead>
          <tbody>
            {[...needed, ...others].map((field, at) => (
              <tr key={field} data-required={at < needed.length}>
                <td>{t(`field_${field}`)}</td>
                <td>
                  <code>{columnName(field, mode)}</code>
                </td>
                {at < needed.length ? <td data-label={t("needed")}>{textOf("platform.yes")}</td> : <td />}
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </div>
  );
}
