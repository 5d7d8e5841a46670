/** An item of the news as its reader sees it: its title, and its text when it is opened. */
import { VisuallyHidden } from "@mantine/core";
import { IconPin } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { RichText } from "../../ground/platform/web/content/rich-text.web.tsx";
import { useLanguage } from "../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../ground/platform/web/content/values.web.tsx";
import type { NewsItem } from "./news.contract.ts";
import styles from "./news.module.css";
import { useNewsTexts } from "./texts.web.ts";

export interface ItemProps {
  readonly item: Pick<NewsItem, "title" | "body" | "pinned" | "from" | "author" | "read">;
  readonly opened: boolean;
  readonly onToggle?: () => void;
}

export function Item({ item, opened, onToggle }: ItemProps): ReactNode {
  const t = useNewsTexts();
  const language = useLanguage();
  const id = useId();
  const date = dateText(item.from, {}, language);
  return (
    <article className={styles.item} aria-labelledby={`${id}-title`}>
      <h2>
        <button
          type="button"
          id={`${id}-title`}
          className={styles.head}
          aria-expanded={opened}
          aria-controls={`${id}-body`}
          onClick={onToggle}
        >
          {!item.read && (
            <>
              <span className={styles.dot} aria-hidden />
              <VisuallyHidden>{t("unread")}</VisuallyHidden>
            </>
          )}
          <span className={styles.name}>{item.title}</span>
          <span className={styles.meta}>
            {item.pinned && <IconPin size={14} role="img" aria-label={t("pinned")} />}{" "}
            {item.author === "" ? date : t("by", { date, author: item.author })}
          </span>
        </button>
      </h2>
      <div id={`${id}-body`} className={styles.body} hidden={!opened}>
        {opened && <RichText text={item.body} />}
      </div>
    </article>
  );
}
