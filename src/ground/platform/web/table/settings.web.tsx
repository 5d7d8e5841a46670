/** Which columns are shown, in what order and how wide: kept per user, route and table (specification, point 4). */
import { ActionIcon, Button, Checkbox, Group, Popover, Stack } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3, IconMinus, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { z } from "zod";
import { usePlatformTexts } from "../content/texts.web.ts";
import { useMe } from "../pages/current-user.web.tsx";
import { usePathname } from "../pages/links.web.tsx";
import type { Column } from "./column.web.tsx";
import styles from "./table.module.css";

const kept = z.object({
  hidden: z.array(z.string()),
  order: z.array(z.string()),
  widths: z.record(z.string(), z.number().min(40).max(1200)),
});

export type ColumnSettings = z.infer<typeof kept>;

type Known = readonly { key: string; hidden?: boolean | undefined; allowToggle?: boolean | undefined }[];

/** The columns as the screen declares them. */
export const standardSettings = (columns: Known): ColumnSettings => ({
  hidden: columns.filter((column) => column.hidden).map(({ key }) => key),
  order: [],
  widths: {},
});

/** Settings as far as they fit the columns that there are now: none that is gone, and none hidden that must be seen. */
function fitting(settings: ColumnSettings, columns: Known): ColumnSettings {
  const known = new Map(columns.map((column) => [column.key, column]));
  return {
    hidden: settings.hidden.filter((key) => known.has(key) && known.get(key)?.allowToggle !== false),
    order: settings.order.filter((key) => known.has(key)),
    widths: Object.fromEntries(Object.entries(settings.widths).filter(([key]) => known.has(key))),
  };
}

/** What was kept; what is stored is never trusted. */
function read(place: string, columns: Known): ColumnSettings {
  try {
    const stored = kept.safeParse(JSON.parse(localStorage.getItem(place) ?? "null"));
    return stored.success ? fitting(stored.data, columns) : standardSettings(columns);
  } catch {
    return standardSettings(columns);
  }
}

/** The route without the ids in it, so that every file's page shares its columns. */
const routeOf = (path: string): string => path.replace(/\/\d+(?=\/|$)/g, "/{id}");

/** The settings of a table's columns, the act that changes some of them, and the key under which views of the table are kept. */
export function useColumnSettings<Row>(
  table: string,
  columns: readonly Column<Row>[],
): readonly [ColumnSettings, (change: Partial<ColumnSettings>) => void, string] {
  const me = useMe();
  const route = routeOf(usePathname());
  const place = `vorder.columns.${me.id}.${route}.${table}`;
  const [settings, setSettings] = useState(() => read(place, columns));
  const latest = useRef(columns);
  latest.current = columns;
  const change = useCallback(
    (changes: Partial<ColumnSettings>) =>
      setSettings((now) => {
        const next = fitting({ ...now, ...changes }, latest.current);
        localStorage.setItem(place, JSON.stringify(next));
        return next;
      }),
    [place],
  );
  return [settings, change, `${route} ${table}`];
}

/** The columns in the order that was chosen; those that were never moved keep their own place after them. */
export function inOrder<Row>(columns: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  const place = new Map(order.map((key, index) => [key, index]));
  return [...columns].sort((a, b) => (place.get(a.key) ?? order.length) - (place.get(b.key) ?? order.length));
}

interface ChooserProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly settings: ColumnSettings;
  readonly onChange: (change: Partial<ColumnSettings>) => void;
  /** Makes a column that is shown wider or narrower by so many pixels. */
  readonly onStep: (key: string, by: number) => void;
}

const widthStep = 16;

/** The button "Columns": shows, hides, moves, widens and narrows them, by pointer or keyboard. */
export function ColumnChooser<Row>(props: ChooserProps<Row>): ReactNode {
  const t = usePlatformTexts();
  const { settings, onChange } = props;
  const columns = inOrder(props.columns, settings.order);
  const move = (from: number, to: number): void => {
    const order = columns.map(({ key }) => key);
    order.splice(to, 0, ...order.splice(from, 1));
    onChange({ order });
  };
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className={styles.tool ?? ""}
          leftSection={<IconColumns3 size={14} aria-hidden />}
        >
          <span className={styles.toolName}>{t("columns")}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("columns")}>
        <Stack gap={4} mah={420} style={{ overflowY: "auto" }}>
          {columns.map((column, index) => (
            <ColumnLine
              key={column.key}
              {...props}
              column={column}
              index={index}
              count={columns.length}
              onMove={move}
            />
          ))}
        </Stack>
        <Button variant="subtle" size="compact-xs" mt="xs" onClick={() => onChange(standardSettings(props.columns))}>
          {t("columnReset")}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnLine<Row>(
  props: ChooserProps<Row> & {
    column: Column<Row>;
    index: number;
    count: number;
    onMove: (from: number, to: number) => void;
  },
): ReactNode {
  const t = usePlatformTexts();
  const { column, index, settings, onChange, onMove, onStep } = props;
  const isHidden = settings.hidden.includes(column.key);
  const name = column.label;
  const acts = [
    { label: t("columnNarrower", { name }), icon: IconMinus, off: isHidden, act: () => onStep(column.key, -widthStep) },
    { label: t("columnWider", { name }), icon: IconPlus, off: isHidden, act: () => onStep(column.key, widthStep) },
    { label: t("moveLeft", { name }), icon: IconArrowUp, off: index === 0, act: () => onMove(index, index - 1) },
    {
      label: t("moveRight", { name }),
      icon: IconArrowDown,
      off: index === props.count - 1,
      act: () => onMove(index, index + 1),
    },
  ];
  const toggle = (): void =>
    onChange({
      hidden: isHidden ? settings.hidden.filter((other) => other !== column.key) : [...settings.hidden, column.key],
    });
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Checkbox label={name} checked={!isHidden} disabled={column.allowToggle === false} onChange={toggle} />
      <Group gap={2} wrap="nowrap">
        {acts.map(({ label, icon: Icon, off, act }) => (
          <ActionIcon
            key={label}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={label}
            title={label}
            // Not disabled: the focus would be lost on the way to the end of the list.
            aria-disabled={off}
            {...(off ? { "data-disabled": true } : {})}
            onClick={() => {
              if (!off) act();
            }}
          >
            <Icon size={14} />
          </ActionIcon>
        ))}
      </Group>
    </Group>
  );
}
