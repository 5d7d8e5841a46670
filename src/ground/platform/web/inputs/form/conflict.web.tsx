/** A version conflict: what somebody else changed meanwhile, beside what was typed here. Nothing typed is lost. */
import { Alert, Button, Group, Table, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { usePlatformTexts } from "../../content/texts.web.ts";
import { dateText } from "../../content/values.web.tsx";
import { valueAt } from "../../table/table.ts";
import styles from "./conflict.module.css";
import type { ConflictData } from "./conflict.ts";
import type { ShowValue } from "./context.web.ts";

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "object")
    return "text" in value && typeof value.text === "string" ? value.text : JSON.stringify(value);
  return String(value);
};

interface ChangedProps {
  readonly changed: readonly {
    readonly name: string;
    readonly label: string | undefined;
    readonly mine: string;
    readonly theirs: string;
  }[];
  readonly onTake: (name: string) => void;
}

/** The fields that somebody else changed, with both values. */
function ChangedFields({ changed, onTake }: ChangedProps): ReactNode {
  const t = usePlatformTexts();
  return (
    <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={6} mb="xs" className={styles.fields ?? ""}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("field")}</Table.Th>
          <Table.Th>{t("yours")}</Table.Th>
          <Table.Th>{t("theirs")}</Table.Th>
          <Table.Th>
            <span className="v-hidden">{t("actions")}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changed.map(({ name, label, mine, theirs }) => (
          <Table.Tr key={name}>
            <Table.Td>{label}</Table.Td>
            <Table.Td data-label={t("yours")}>{mine}</Table.Td>
            <Table.Td data-label={t("theirs")}>{theirs}</Table.Td>
            <Table.Td data-label="">
              <Button size="compact-xs" variant="default" onClick={() => onTake(name)}>
                {t("takeTheirs")}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function Conflict(props: {
  conflict: ConflictData;
  mine: object;
  labels: Readonly<Record<string, string>> | undefined;
  fields: ReadonlyMap<string, { readonly label: string; readonly show: ShowValue }>;
  onTake: (name: string, value: unknown) => void;
  onKeepMine: () => void;
}): ReactNode {
  const t = usePlatformTexts();
  const box = useRef<HTMLDivElement>(null);
  // What happened stands on top of the form, maybe far from the button that brought it.
  useEffect(() => box.current?.focus(), []);
  const { conflict, mine } = props;
  const named = Object.entries(props.labels ?? {}).map(([name, label]) => [name, { label, show: shown }] as const);
  const fields = new Map([...named, ...props.fields]);
  const read = (name: string, value: unknown): string => fields.get(name)?.show(value) ?? shown(value);
  const changed = [...fields].flatMap(([name, { label }]) => {
    const [theirs, own] = [valueAt(conflict.current, name), valueAt(mine, name)];
    if (theirs === undefined || shown(theirs) === shown(own)) return [];
    return [{ name, label, mine: read(name, own), theirs: read(name, theirs) }];
  });
  const who = conflict.changedBy ?? t("somebodyElse");
  const when = conflict.changedAt ? ` (${dateText(conflict.changedAt, { time: "HH:mm" })})` : "";
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="yellow"
      role="alert"
      variant="light"
      classNames={{ body: styles.body ?? "" }}
      title={t("conflictTitle")}
    >
      <Text size="sm" mb="xs">
        {t("conflictText", { who, when })}
      </Text>
      {changed.length > 0 && (
        <ChangedFields changed={changed} onTake={(name) => props.onTake(name, valueAt(conflict.current, name))} />
      )}
      <Group justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={props.onKeepMine}>
          {t("conflictKeep")}
        </Button>
      </Group>
    </Alert>
  );
}
