/** The news on the first screen: for a guest what is for everyone, for a user what is still unread. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { listNews, newsScreen } from "../news/news.contract.ts";
import { useCall } from "../platform/web/api.web.ts";
import { formatNumber } from "../platform/web/format.ts";
import { Link } from "../platform/web/nav.web.tsx";
import { Section } from "../platform/web/page.web.tsx";
import { DateText } from "../platform/web/show.web.tsx";
import { useLanguage, useTexts } from "../platform/web/texts.web.ts";
import type { appTexts } from "./app.texts.ts";
import styles from "./home.module.css";

const shown = 5;

export function Headlines({ unread = false }: { unread?: boolean }): ReactNode {
  const t = useTexts<typeof appTexts>("app");
  const language = useLanguage();
  const query = { limit: shown, ...(unread ? { filter: { unread: "true" } } : {}) };
  const list = useCall(listNews, { query }, { quiet: true });
  const { items = [], total = 0 } = list.data ?? {};
  if (items.length === 0) return null;
  return (
    <Section
      title={t("homeNews")}
      aside={unread ? t("homeUnread", { count: formatNumber(total, language) }) : undefined}
    >
      <ul className={styles.headlines}>
        {items.map((item) => (
          <li key={item.id}>
            <Link to={newsScreen} search={{ item: item.id }}>
              {item.title}
            </Link>
            <DateText value={item.from} />
          </li>
        ))}
      </ul>
      <Text size="sm" mt="xs">
        <Link to={newsScreen}>{t("homeNewsAll")}</Link>
      </Text>
    </Section>
  );
}
