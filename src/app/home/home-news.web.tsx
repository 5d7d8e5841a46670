/** The news on the first screen: for a guest what is for everyone, for a user what is still unread. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { DateText } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { Link } from "../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";
import type { appTexts } from "../app.texts.ts";
import { listNews, newsScreen } from "../news/news.contract.ts";
import styles from "./home.module.css";

const shown = 5;

export function Headlines({ unread = false }: { unread?: boolean }): ReactNode {
  const t = useTexts<typeof appTexts>("app");
  const query = { limit: shown, ...(unread ? { filter: { unread: "true" } } : {}) };
  const list = useCall(listNews, { query }, { quiet: true });
  const { items = [], total = 0 } = list.data ?? {};
  if (items.length === 0) return null;
  return (
    <Section title={t("homeNews")} aside={unread ? t("homeUnread", { count: total }) : undefined}>
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
