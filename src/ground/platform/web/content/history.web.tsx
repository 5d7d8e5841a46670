/**
 * What happened to one thing, for those who may know: `<HistoryButton subject="merchant" subjectId={id} name={name} />` opens it in
 * a modal. The subject must be declared by its module (`history` of its server).
 */
import { ActionIcon, Button, Group, Stack, Table, Text, Tooltip } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { parsePlainDate } from "../../../kernel/dates.ts";
import type { TextKey } from "../../../kernel/texts.ts";
import { type HistoryChange, type HistoryRow, readHistory } from "../../history.contract.ts";
import type { historyTexts } from "../../history.texts.ts";
import { onlyDifferent } from "../../history.ts";
import { openModal } from "../feedback/dialogs.web.tsx";
import { useCall } from "../http/api.web.ts";
import { formatMoney } from "../inputs/format.ts";
import { Empty, HorizontalScroll, Loaded } from "../pages/page.web.tsx";
import styles from "./history.module.css";
import { currentLanguage, labelled, textOf, useTexts } from "./texts.web.ts";
import { DateText, dateText } from "./values.web.tsx";

export const useHistoryTexts = (): ((
  key: TextKey<typeof historyTexts>,
  values?: Readonly<Record<string, string | number>>,
) => string) => useTexts<typeof historyTexts>("history");

export interface HistoryOf {
  /** As it stands in the audit trail, and as its module declares it: "merchant". */
  readonly subject: string;
  readonly subjectId: number | string;
}

/** Opens the history of one thing. `compact` is a small icon for the end of a table row. */
export function HistoryButton(props: HistoryOf & { name?: string; compact?: boolean }): ReactNode {
  const t = useHistoryTexts();
  const { subject, subjectId, name } = props;
  const label = name === undefined ? t("button") : t("buttonOf", { name });
  const open = (): void => {
    openModal({ title: label, size: "xl" }, () => <History subject={subject} subjectId={subjectId} />);
  };
  if (props.compact)
    return (
      <Tooltip label={t("button")}>
        <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={open}>
          <IconHistory size={16} />
        </ActionIcon>
      </Tooltip>
    );
  return (
    <Button variant="default" leftSection={<IconHistory size={16} />} onClick={open} aria-label={label}>
      {t("button")}
    </Button>
  );
}

const step = 50;

/** What happened to one thing, newest first; older lines on request. */
export function History(props: HistoryOf): ReactNode {
  const t = useHistoryTexts();
  const [limit, setLimit] = useState(step);
  const read = useCall(readHistory, {
    params: { subject: props.subject, subjectId: String(props.subjectId) },
    query: { limit },
  });
  return (
    <Loaded of={read}>
      {({ items, total }) =>
        items.length === 0 ? (
          <Empty title={t("emptyTitle")} text={t("emptyHint")} />
        ) : (
          <Stack gap="md">
            <ol className={styles.lines}>
              {items.map((row) => (
                <li key={row.id}>
                  <Group gap="xs" mb={4}>
                    <Text fw={550} size="sm">
                      {row.actionText}
                    </Text>
                    <Text size="sm" c="dimmed">
                      <DateText value={row.at} time="HH:mm" /> · {personText(row)}
                    </Text>
                  </Group>
                  <Difference changes={row.changes} />
                </li>
              ))}
            </ol>
            {items.length < total && limit < 1000 && (
              <Button variant="default" onClick={() => setLimit(Math.min(1000, limit + step * 2))}>
                {t("more")}
              </Button>
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}

/** Who did it: both names where somebody worked as another. */
export const personText = ({ by, previous }: Pick<HistoryRow, "by" | "previous">): string =>
  previous === null ? by.name : textOf("history.as", { previous: previous.name, name: by.name });

/** What was and what is, field by field. */
export function Difference(props: { changes: readonly HistoryChange[] }): ReactNode {
  const t = useHistoryTexts();
  if (props.changes.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {t("noDetails")}
      </Text>
    );
  return (
    <HorizontalScroll label={t("changes")}>
      <Table className={styles.difference ?? ""} withRowBorders={false} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("field")}</Table.Th>
            <Table.Th>{t("before")}</Table.Th>
            <Table.Th>{t("after")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.changes.map(onlyDifferent).map((change) => (
            <Table.Tr key={change.field}>
              <Table.Th scope="row">{change.label}</Table.Th>
              <Table.Td className={styles.was ?? ""}>{valueText(change.field, change.before, change.parts)}</Table.Td>
              <Table.Td className={styles.is ?? ""}>{valueText(change.field, change.after, change.parts)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </HorizontalScroll>
  );
}

/** A value of the audit trail as text: amounts, dates and yes or no as people write them; `parts` names the fields of records in it. */
export function valueText(field: string, value: unknown, parts: HistoryChange["parts"] = {}): string {
  if (value === null || value === undefined || value === "") return textOf("history.nothing");
  if (typeof value === "boolean") return textOf(value ? "platform.yes" : "platform.no");
  if (typeof value === "number") return /cents$/i.test(field) ? formatMoney(value, currentLanguage()) : String(value);
  if (typeof value === "string") {
    if (parsePlainDate(value) !== undefined) return dateText(value);
    return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? dateText(value, { time: "HH:mm" }) : value;
  }
  if (Array.isArray(value) && value.length === 0) return textOf("history.nothing");
  if (Array.isArray(value))
    return value
      .map((item) => valueText(field, item, parts))
      .join(value.some((item) => typeof item === "object") ? "; " : ", ");
  return Object.entries(value)
    .map(([key, inner]) => labelled(parts[key] ?? key, valueText(key, inner, parts)))
    .join(", ");
}
