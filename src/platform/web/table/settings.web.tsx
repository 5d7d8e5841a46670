/** Which columns are shown, in what order and how wide: kept per user, route and table (specification, point 4). */
import { ActionIcon, Button, Checkbox, Group, Popover, Stack } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3 } from "@tabler/icons-react";
import { type ReactNode, useCallback, useState } from "react";
import { z } from "zod";
import { useMe } from "../me.web.tsx";
import { usePathname } from "../nav.web.tsx";
import { usePlatformTexts } from "../texts.web.ts";
import type { Column } from "./column.web.tsx";

const kept = z.object({
  hidden: z.array(z.string()),
  order: z.array(z.string()),
  widths: z.record(z.string(), z.number().min(40).max(1200)),
});

export type ColumnSettings = z.infer<typeof kept>;

/** What was kept, as far as it fits the columns that there are now; what is stored is never trusted. */
function read(place: string, columns: readonly { key: string; hidden?: boolean | undefined }[]): ColumnSettings {
  const fresh = { hidden: columns.filter((column) => column.hidden).map(({ key }) => key), order: [], widths: {} };
  try {
    const stored = kept.safeParse(JSON.parse(localStorage.getItem(place) ?? "null"));
    if (!stored.success) return fresh;
    const known = new Set(columns.map(({ key }) => key));
    return {
      hidden: stored.data.hidden.filter((key) => known.has(key)),
      order: stored.data.order.filter((key) => known.has(key)),
      widths: Object.fromEntries(Object.entries(stored.data.widths).filter(([key]) => known.has(key))),
    };
  } catch {
    return fresh;
  }
}

/** The route without the ids in it, so that every file's page shares its columns. */
const routeOf = (path: string): string => path.replace(/\/\d+(?=\/|$)/g, "/{id}");

export function useColumnSettings<Row>(
  table: string,
  columns: readonly Column<Row>[],
): readonly [ColumnSettings, (change: Partial<ColumnSettings>) => void] {
  const me = useMe();
  const place = `vorder.columns.${me.id}.${routeOf(usePathname())}.${table}`;
  const [settings, setSettings] = useState(() => read(place, columns));
  const change = useCallback(
    (changes: Partial<ColumnSettings>) =>
      setSettings((now) => {
        const next = { ...now, ...changes };
        localStorage.setItem(place, JSON.stringify(next));
        return next;
      }),
    [place],
  );
  return [settings, change];
}

/** The columns in the order that was chosen; those that were never moved keep their own place after them. */
export function inOrder<Row>(columns: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  const place = new Map(order.map((key, index) => [key, index]));
  return [...columns].sort((a, b) => (place.get(a.key) ?? order.length) - (place.get(b.key) ?? order.length));
}

/** The button "Columns": shows, hides and moves them. */
export function ColumnChooser<Row>(props: {
  columns: readonly Column<Row>[];
  settings: ColumnSettings;
  onChange: (change: Partial<ColumnSettings>) => void;
}): ReactNode {
  const t = usePlatformTexts();
  const { settings, onChange } = props;
  const columns = inOrder(props.columns, settings.order);
  const toggle = (key: string): void => {
    const hidden = settings.hidden.includes(key)
      ? settings.hidden.filter((other) => other !== key)
      : [...settings.hidden, key];
    onChange({ hidden });
  };
  const move = (from: number, to: number): void => {
    const order = columns.map(({ key }) => key);
    order.splice(to, 0, ...order.splice(from, 1));
    onChange({ order });
  };
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={14} aria-hidden />}>
          {t("columns")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("columns")}>
        <Stack gap={4} mah={420} style={{ overflowY: "auto" }}>
          {columns.map((column, index) => (
            <Group key={column.key} gap="xs" wrap="nowrap" justify="space-between">
              <Checkbox
                label={column.label}
                checked={!settings.hidden.includes(column.key)}
                disabled={column.allowToggle === false}
                onChange={() => toggle(column.key)}
              />
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  disabled={index === 0}
                  aria-label={t("moveLeft", { name: column.label })}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  disabled={index === columns.length - 1}
                  aria-label={t("moveRight", { name: column.label })}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </Group>
            </Group>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
