/** The fields of a list's form, by the kinds that its declaration names. */
import { ActionIcon, Button, Group, SimpleGrid, Stack, TagsInput, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Language, languages } from "../../kernel/texts.ts";
import { languageNames } from "../../platform/web/content/texts.web.ts";
import { MultiSelectField, SelectField } from "../../platform/web/inputs/choices.web.tsx";
import { DateField } from "../../platform/web/inputs/dates.web.tsx";
import { inputProps, useField, useFormShared } from "../../platform/web/inputs/form/context.web.ts";
import {
  CheckboxField,
  MoneyField,
  NumberField,
  TextareaField,
  TextField,
} from "../../platform/web/inputs/form.web.tsx";
import styles from "../lists.module.css";
import { listNamed } from "../lists.ts";
import type { Field, ListRow, SettingList } from "./list.ts";
import { titleOf, useListTexts, useWords } from "./texts.web.ts";

export interface FieldOf {
  readonly list: SettingList;
  /** The key of the field, by which its words are known. */
  readonly name: string;
  /** Where its value lies in the form, if not under its key. */
  readonly at?: string;
  readonly field: Field;
  /** What is changed, or undefined for a new record. */
  readonly row: ListRow | undefined;
  /** The records of the list that is chosen from. */
  readonly chosen: readonly ListRow[];
}

export function ListField(props: FieldOf): ReactNode {
  const words = useWords(props.list);
  const { list, name, field, row } = props;
  const hint = words.hint(name);
  const label = words.translate(name);
  const isFixed = (field.once && row !== undefined) || (list.tree && name === "parentId" && row?.fixed);
  const shared = {
    name: props.at ?? name,
    label,
    required: field.required,
    ...(hint === undefined ? {} : { description: hint }),
    ...(isFixed ? { disabled: true } : {}),
  };
  const max = field.max === undefined ? {} : { maxLength: field.max };
  switch (field.input) {
    case "long":
      return <TextareaField {...shared} {...max} rows={2} />;
    case "email":
      return <TextField {...shared} type="email" />;
    case "phone":
      return <TextField {...shared} type="tel" />;
    case "whole":
      return <NumberField {...shared} {...(field.suffix ? { suffix: field.suffix } : {})} />;
    case "money":
      return <MoneyField {...shared} />;
    case "flag":
      return <CheckboxField {...shared} />;
    case "date":
      return <DateField {...shared} />;
    case "choice":
    case "choices": {
      const options = (field.options ?? []).map((value) => ({ value, label: words.option(name, field, value) }));
      return field.input === "choice" ? (
        <SelectField {...shared} options={options} />
      ) : (
        <MultiSelectField {...shared} options={options} />
      );
    }
    case "words":
      return <WordsField {...shared} />;
    case "reference":
      return <SelectField {...shared} options={choicesOf(props)} clearable={!field.required} />;
    case "names":
    case "longNames":
      return <NamesField {...props} />;
    case "lines":
      return <LinesField {...props} />;
    default:
      return <TextField {...shared} {...max} />;
  }
}

/** What can be chosen: what does not rest, or was chosen already; below a fixed one only fixed ones. */
function choicesOf({ list, field, row, name, chosen, at }: FieldOf) {
  const from = field.list && listNamed(field.list);
  if (!from) return [];
  const isTop = list.tree && name === "parentId";
  return chosen
    .filter((one) =>
      isTop ? one.fixed && one.id !== row?.id : one.archivedAt === null || at !== undefined || row?.[name] === one.id,
    )
    .map((one) => ({ value: String(one.id), label: titleOf(from, one), disabled: one.archivedAt !== null }));
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Words, typed one by one. */
function WordsField(props: { name: string; label: string; required: boolean; description?: string }): ReactNode {
  const field = useField<string[]>(props.name, props.label, isTexts, []);
  return <TagsInput {...inputProps(props, field)} value={field.value} onChange={field.onChange} acceptValueOnBlur />;
}

/** A text in four languages: Dutch first, the others beside it. */
function NamesField({ list, name, at = name, field }: FieldOf): ReactNode {
  const t = useListTexts();
  const words = useWords(list);
  const hint = words.hint(name);
  const one = (language: Language): ReactNode => {
    const label = t("inLanguage", { field: words.translate(name), language: languageNames[language] });
    const shared = { name: `${at}.${language}`, label, required: field.required && language === "nl" };
    const max = field.max === undefined ? {} : { maxLength: field.max };
    return field.input === "longNames" ? (
      <TextareaField key={language} {...shared} {...max} rows={3} />
    ) : (
      <TextField key={language} {...shared} {...max} />
    );
  };
  return (
    <fieldset className={styles.names}>
      <legend className="v-hidden">{words.translate(name)}</legend>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="xs">
        {languages.map(one)}
      </SimpleGrid>
    </fieldset>
  );
}

/** Rows of fields that belong to the record. */
function LinesField(props: FieldOf): ReactNode {
  const t = useListTexts();
  const words = useWords(props.list);
  const { form } = useFormShared();
  const stored: unknown = form.getInputProps(props.name).value;
  const rows: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const fields = Object.entries(props.field.lines?.fields ?? {});
  const empty = Object.fromEntries(fields.map(([key, { initial }]) => [key, initial]));
  const error = form.errors[props.name];
  return (
    <fieldset className={styles.lines} data-field={props.name}>
      <legend>{words.translate(props.name)}</legend>
      <Stack gap="xs">
        {rows.map((_row, at) => (
          <Group key={at} gap="xs" align="flex-end" className={styles.line ?? ""}>
            {fields.map(([key, field]) => (
              <div key={key} className={styles.part}>
                <ListField {...props} name={key} at={`${props.name}.${at}.${key}`} field={field} />
              </div>
            ))}
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={t("removeLine", { line: at + 1 })}
              onClick={() => form.removeListItem(props.name, at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {typeof error === "string" && (
          <Text size="xs" c="red" role="alert">
            {error}
          </Text>
        )}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem(props.name, empty)}
          >
            {t("addLine")}
          </Button>
        </Group>
      </Stack>
    </fieldset>
  );
}
