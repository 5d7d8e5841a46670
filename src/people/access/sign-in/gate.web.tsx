/** The column in which those who are not logged in are received. */
import { Anchor, Title } from "@mantine/core";
import type { ReactNode } from "react";
import {
  languageNames,
  setLanguage,
  useLanguage,
  useOfferedLanguages,
  useTexts,
} from "../../../ground/platform/web/content/texts.web.ts";
import { showError } from "../../../ground/platform/web/feedback/errors.web.ts";
import { productName } from "../../../ground/platform/web/pages/title.web.ts";
import styles from "../access.module.css";
import type { accessTexts } from "../access.texts.ts";

/** A narrow column with the product's name above it, for those who are not logged in. */
export function Gate(props: { title: string; children: ReactNode; foot?: ReactNode }): ReactNode {
  return (
    <main className={styles.gate}>
      <div className={styles.column}>
        <p className={styles.product}>{productName}</p>
        <Title order={1} className={styles.title ?? ""}>
          {props.title}
        </Title>
        {props.children}
        {props.foot !== undefined && <div className={styles.foot}>{props.foot}</div>}
      </div>
      <Languages />
    </main>
  );
}

function Languages(): ReactNode {
  const language = useLanguage();
  const t = useTexts<typeof accessTexts>("access");
  const offered = useOfferedLanguages();
  return (
    <nav className={styles.languages} aria-label={t("language")}>
      {offered.map((code) => (
        <Anchor
          key={code}
          component="button"
          type="button"
          size="sm"
          lang={code}
          aria-current={code === language ? "true" : undefined}
          className={styles.language ?? ""}
          onClick={() => void setLanguage(code).catch(showError)}
        >
          {languageNames[code]}
        </Anchor>
      ))}
    </nav>
  );
}
