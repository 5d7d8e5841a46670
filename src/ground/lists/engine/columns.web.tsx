/** The columns of a list of settings, from its declaration. */
import { ColorSwatch, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { LongText, Status } from "../../platform/web/content/values.web.tsx";
import { useCall } from "../../platform/web/http/api.web.ts";
import type { Column } from "../../platform/web/table/table.web.tsx";
import type { ListName } from "../catalogue/routes.ts";
import { listNamed } from "../lists.ts";
import { callsOf } from "./list.contract.ts";
import { type Field, fieldsOf, isSortable, type ListRow, type SettingList } from "./list.ts";
import { type Names, nameOf, titleOf, useListTexts, useWords, valueText } from "./texts.web.ts";

/** The list that the fields of a list are chosen from, where there is one. */
function chosenFrom(list: SettingList): ListName | undefined {
  for (const [, { list: from, lines }] of fieldsOf(list)) {
    const name = from ?? Object.values(lines?.fields ?? {}).find((field) => field.list)?.list;
    if (name) return name;
  }
  return undefined;
}

const nothing: readonly ListRow[] = [];

/** The records of the list that this one chooses from, archived ones too: they are shown where they were chosen before. */
export function useChosen(list: SettingList): { readonly rows: readonly ListRow[]; readonly names: Names } {
  const from = chosenFrom(list);
  const read = useCall(
    callsOf(from ?? list.name).list,
    { query: { filter: { archived: "all" } } },
    { enabled: from !== undefined },
  );
  const rows = (from && read.data?.items) ?? nothing;
  const names = new Map(rows.map((row) => [row.id, from ? titleOf(listNamed(from), row) : ""]));
  return { rows, names: new Map(from ? [[from, names]] : []) };
}

const swatches: Readonly<Record<string, string>> = {
  grey: "var(--mantine-color-gray-5)",
  teal: "var(--mantine-color-teal-6)",
  blue: "var(--mantine-color-blue-6)",
  green: "var(--mantine-color-green-6)",
  amber: "var(--mantine-color-orange-5)",
  red: "var(--mantine-color-red-6)",
};

/** The name of a record, with what stands beside it: that it is fixed, that it rests, that it stands below another. */
function Title({ list, row }: { list: SettingList; row: ListRow }): ReactNode {
  const t = useListTexts();
  const isBelow = list.tree && typeof row.parentId === "number";
  return (
    <Group gap={8} wrap="nowrap" component="span" pl={isBelow ? 20 : 0} display="inline-flex">
      <LongText>{titleOf(list, row)}</LongText>
      {row.fixed && (
        <Text span size="xs" c="dimmed" fw={400}>
          {t("isFixed")}
        </Text>
      )}
      {row.archivedAt !== null && <Status tone="warn">{t("isArchived")}</Status>}
    </Group>
  );
}

const kinds: Readonly<Partial<Record<Field["input"], Column<ListRow>["as"]>>> = {
  money: "money",
  flag: "yesno",
  date: "date",
  phone: "phone",
  whole: "number",
};
const kindOf = ({ input, suffix }: Field): Column<ListRow>["as"] =>
  input === "whole" && suffix ? undefined : kinds[input];

export function useListColumns(list: SettingList, names: Names): Column<ListRow>[] {
  const t = useListTexts();
  const words = useWords(list);
  const own = fieldsOf(list).map(([key, field]): Column<ListRow> => {
    const as = kindOf(field);
    const text = (value: unknown): string => valueText(words, names, key, field, value);
    const shared = {
      key,
      label: words.translate(key),
      sortable: isSortable(field),
      hidden: field.aside ?? false,
      allowToggle: key !== list.title,
    };
    if (key === list.title)
      return { ...shared, formatter: (_value, row) => <Title list={list} row={row} />, text: (value) => nameOf(value) };
    if (as) return { ...shared, as };
    if (key === "colour")
      return {
        ...shared,
        formatter: (value) => (
          <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
            <ColorSwatch component="span" size={12} color={swatches[String(value)] ?? ""} withShadow={false} />
            {text(value)}
          </Group>
        ),
        text,
      };
    return { ...shared, formatter: (value) => <LongText>{text(value)}</LongText>, text };
  });
  return [
    ...own,
    { key: "updatedAt", label: t("updatedAt"), sortable: true, as: "datetime", hidden: true },
    { key: "updatedBy", label: t("updatedBy"), hidden: true },
  ];
}
