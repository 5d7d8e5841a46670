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
  const changed = [...fields.keys()].filter(
    (name) =>
      valueAt(conflict.current, name) !== undefined &&
      shown(valueAt(conflict.current, name)) !== shown(valueAt(mine, name)),
  );
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
            {changed.map((name) => (
              <Table.Tr key={name}>
                <Table.Td>{fields.get(name)?.label}</Table.Td>
                <Table.Td data-label={t("yours")}>{read(name, valueAt(mine, name))}</Table.Td>
                <Table.Td data-label={t("theirs")}>{read(name, valueAt(conflict.current, name))}</Table.Td>
                <Table.Td data-label="">
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => props.onTake(name, valueAt(conflict.current, name))}
                  >
                    {t("takeTheirs")}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={props.onKeepMine}>
          {t("conflictKeep")}
        </Button>
      </Group>
    </Alert>
  );
}
