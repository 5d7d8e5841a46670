/** Below a list: what part of it is shown, how many rows a page has, and the pages. */
import { ActionIcon, Button, Group, NativeSelect, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { pageSizes } from "../../../kernel/query.ts";
import { useLanguage, usePlatformTexts } from "../content/texts.web.ts";
import { formatNumber } from "../inputs/format.ts";
import type { TableState } from "./state.web.ts";
import styles from "./table.module.css";
import { pagerItems } from "./table.ts";

export function Pager(props: { state: TableState; total: number; capped: boolean; shown: number }): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const { state, total, capped, shown } = props;
  const pages = Math.max(1, Math.ceil(total / state.perPage));
  const first = total === 0 ? 0 : (state.page - 1) * state.perPage + 1;
  const number = (value: number): string => formatNumber(value, language);
  const all = capped ? t("moreThan", { total: number(total) }) : number(total);
  return (
    <Group justify="space-between" gap="sm" className={styles.pager ?? ""}>
      <Text size="xs" c="dimmed" role="status">
        {t("rowSpan", { first: number(first), last: number(Math.max(0, first + shown - 1)), total: all })}
      </Text>
      <Group gap="md">
        <Group gap={6} wrap="nowrap">
          <NativeSelect
            size="xs"
            aria-label={t("rowsPerPage")}
            data={pageSizes.map(String)}
            value={String(state.perPage)}
            onChange={(event) => state.setPerPage(Number(event.currentTarget.value))}
          />
          <Text size="xs" c="dimmed" visibleFrom="sm" aria-hidden>
            {t("rowsPerPage")}
          </Text>
        </Group>
        {pages > 1 && <Pages page={state.page} pages={pages} onPage={state.setPage} />}
      </Group>
    </Group>
  );
}

/** The numbers of the pages. */
export function Pages(props: { page: number; pages: number; onPage: (page: number) => void }): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const { page, pages, onPage } = props;
  return (
    <Group component="nav" gap={2} wrap="nowrap" aria-label={t("pages")}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t("previousPage")}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      {pagerItems(page, pages).map((item, index) =>
        item === "gap" ? (
          <span key={`gap ${index}`} className={styles.gap}>
            …
          </span>
        ) : (
          <Button
            key={item}
            size="compact-xs"
            variant={item === page ? "light" : "subtle"}
            color={item === page ? "teal" : "gray"}
            aria-label={t("goToPage", { page: item })}
            {...(item === page ? { "aria-current": "page" as const } : {})}
            onClick={() => onPage(item)}
          >
            {formatNumber(item, language)}
          </Button>
        ),
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t("nextPage")}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </Group>
  );
}
