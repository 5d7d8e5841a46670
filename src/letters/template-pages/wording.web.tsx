/** The text of one language as shown to readers: variables by their title, as in the editor, not by their name. */
import type { ReactNode } from "react";
import type { Language } from "../../ground/kernel/texts.ts";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { sourceText } from "../templates/templates.contract.ts";
import { useTemplateTexts } from "./list.web.tsx";
import type { ShownWording } from "./template-pages.contract.ts";
import styles from "./template-pages.module.css";
import { listVariables } from "./variables.contract.ts";

export function Wording({ words, language }: { words: ShownWording; language: Language }): ReactNode {
  const t = useTemplateTexts();
  const variables = useCall(listVariables, { query: { limit: -1 } });
  const titles = new Map<string, string>([
    ...(variables.data?.items ?? []).map(({ name, title }) => [`{${name}}`, `{${title}}`] as const),
    ...(["claimSpecification", "paymentBlock", "debtorPage"] as const).map(
      (name) => [`[${name}]`, `[${t(name)}]`] as const,
    ),
  ]);
  const text = sourceText(words.body).replace(/\{\w+\}|\[\w+\]/g, (placed) => titles.get(placed) ?? placed);
  return (
    <article className={styles.words} lang={language}>
      {words.subject === "" ? "" : `${words.subject}\n\n`}
      {text}
    </article>
  );
}
