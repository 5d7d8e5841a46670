/** Screens and calls by name and address: what a role opens, what a change opens or shuts. */
import type { ReactNode } from "react";
import type { Role } from "../../../ground/kernel/access.ts";
import { useAnyText } from "../../../ground/platform/web/content/texts.web.ts";
import styles from "./acl.module.css";
import { roleName, useAclTexts } from "./acl-texts.web.ts";
import type { DeclaredCall, DeclaredScreen } from "./role-access.ts";

interface OpenedProps {
  readonly screens: readonly (DeclaredScreen & { readonly together?: readonly Role[] })[];
  readonly calls: readonly (DeclaredCall & { readonly together?: readonly Role[] })[];
}

export function OpenedList({ screens, calls }: OpenedProps): ReactNode {
  const t = useAclTexts();
  const translate = useAnyText();
  const beside = (together: readonly Role[] = []): ReactNode =>
    together.length > 0 && (
      <span className={styles.together}> {t("together", { roles: together.map(roleName).join(", ") })}</span>
    );
  return (
    <div className={styles.opened}>
      {screens.length > 0 && (
        <>
          <h3 className={styles.openedHead}>{t("screens")}</h3>
          <ul className={styles.openedList}>
            {screens.map(({ path, title, together }) => (
              <li key={path}>
                <span>{translate(title)}</span> <code className={styles.code}>{path}</code>
                {beside(together)}
              </li>
            ))}
          </ul>
        </>
      )}
      {calls.length > 0 && (
        <>
          <h3 className={styles.openedHead}>{t("calls")}</h3>
          <ul className={styles.openedList}>
            {calls.map(({ method, path, summary, together }) => (
              <li key={`${method} ${path}`}>
                <code className={styles.code} data-method={method}>
                  {method} {path}
                </code>{" "}
                <span lang="en" className={styles.summary}>
                  {summary}
                </span>
                {beside(together)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
