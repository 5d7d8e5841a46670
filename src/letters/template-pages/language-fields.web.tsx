/** The fields of one language: name, subject, text with its variables, and lint messages beside them. */
import { ActionIcon, Group, Stack, Textarea } from "@mantine/core";
import { IconVariable } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import type { Language } from "../../ground/kernel/texts.ts";
import { Status } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { type EditorMark, type Insertion, RichTextField } from "../../ground/platform/web/inputs/editor.web.tsx";
import { inputProps, useField, useFormShared } from "../../ground/platform/web/inputs/form/context.web.ts";
import { CheckboxField, TextField } from "../../ground/platform/web/inputs/form.web.tsx";
import { InsertionList } from "../../ground/platform/web/inputs/insertion-list.web.tsx";
import {
  conditionNames,
  listNames,
  marksIn,
  namesBetweenPercents,
  type TemplateBody,
  templateBody,
  usedVariables,
} from "../templates/templates.contract.ts";
import { useTemplateTexts } from "./list.web.tsx";
import { bodyOf, plainOf } from "./plain-text.web.ts";
import type { EditedChannel } from "./template-pages.ts";
import { listVariables } from "./variables.contract.ts";

interface FieldsProps {
  readonly channel: EditedChannel;
  readonly language: Language;
  /** That another language was changed since, where it was. */
  readonly older: string | undefined;
  /** What each variable is for the file that is looked at. */
  readonly looked: Readonly<Record<string, string | null>> | undefined;
}

/** What can be put in: each by what it means, of which kind, and what it is for the file that is looked at. */
function useInsertions(looked: FieldsProps["looked"]): Insertion[] {
  const t = useTemplateTexts();
  const found = useCall(listVariables, { query: { limit: -1 } });
  return (found.data?.items ?? []).map(({ name, title, example, type, list }) => {
    const value = looked === undefined ? example : (looked[name] ?? "–");
    const hint = [name, t(`valueType_${type}`), value.replaceAll(/\s+/g, " ").slice(0, 60)].join(" · ");
    return { name, label: title, hint, ...(list && { list }) };
  });
}

/** Lists that can be gone through, with how many rows each has, and whatever words can be made to depend on. */
function useParts(variables: readonly Insertion[], looked: FieldsProps["looked"]) {
  const t = useTemplateTexts();
  const repeats = listNames.map((name): Insertion => {
    const rows = looked?.[name] ?? "0";
    return { name, label: t(`list_${name}`), hint: looked ? `${name} · ${rows}` : name };
  });
  const known = new Set(conditionNames);
  return { repeats, conditions: [...repeats, ...variables.filter(({ name }) => known.has(name))] };
}

/** The names among these that stand for nothing; undefined where every one does, or while it is not known what there is. */
function useUnknown(variables: readonly Insertion[]) {
  const t = useTemplateTexts();
  const known = new Set(variables.map(({ name }) => name));
  return (names: readonly string[]): string | undefined => {
    const unknown = known.size === 0 ? [] : [...new Set(names.filter((name) => !known.has(name)))];
    return unknown.length > 0 ? t("unknownHere", { names: unknown.join(", ") }) : undefined;
  };
}

/** What of a text is marked while it is written: sentences that are hard to read, and variables that are only words. */
function useMarks(language: Language): (text: string) => EditorMark[] {
  const t = useTemplateTexts();
  return (text) =>
    marksIn(text, language).map(({ from, to, why }) => ({
      from,
      to,
      tone: why === "typed" ? "bad" : "warn",
      title: t(`mark_${why}`),
    }));
}

export function LanguageFields({ channel, language, older, looked }: FieldsProps): ReactNode {
  const t = useTemplateTexts();
  const variables = useInsertions(looked);
  const field = (name: string): string => `texts.${language}.${name}`;
  const unknown = useUnknown(variables);
  const marks = useMarks(language);
  const { repeats, conditions } = useParts(variables, looked);
  const { form } = useFormShared();
  const subject: unknown = form.getInputProps(field("subject")).value;
  const body: unknown = form.getInputProps(field("body")).value;
  const unknownInBody = isBody(body) ? unknown(usedVariables("", body)) : undefined;
  const blocks = [
    { name: "claimSpecification", label: t("claimSpecification") },
    { name: "paymentBlock", label: t("paymentBlock") },
    { name: "debtorPage", label: t("debtorPage") },
  ];
  return (
    <Stack gap="sm">
      {older !== undefined && <Status tone="warn">{older}</Status>}
      <TextField name={field("name")} label={t("name")} required maxLength={100} />
      {channel !== "sms" && (
        <TextField
          name={field("subject")}
          label={t("subject")}
          description={t("subjectHint", { example: "%fileNumber%" })}
          required
          maxLength={200}
          problem={typeof subject === "string" ? unknown(namesBetweenPercents(subject)) : undefined}
        />
      )}
      {channel === "sms" ? (
        <PlainField
          name={field("body")}
          variables={variables.filter(({ list }) => list === undefined)}
          problem={unknownInBody}
        />
      ) : (
        <RichTextField
          name={field("body")}
          label={t("body")}
          required
          variables={variables}
          blocks={blocks}
          conditions={conditions}
          repeats={repeats}
          marksIn={marks}
          problem={unknownInBody}
        />
      )}
      {older !== undefined && <CheckboxField name={field("aligned")} label={t("aligned")} />}
      <CheckboxField name={field("reviewed")} label={t("reviewed")} />
    </Stack>
  );
}

const isBody = (value: unknown): value is TemplateBody => templateBody.safeParse(value).success;
const isSame = (one: TemplateBody, other: TemplateBody): boolean => JSON.stringify(one) === JSON.stringify(other);
const showPlain = (value: unknown): string | undefined => (isBody(value) ? plainOf(value) : undefined);
const empty: TemplateBody = { type: "doc", content: [{ type: "paragraph" }] };

/** The text of an SMS, as it is typed; what it means is its body. */
function PlainField({
  name,
  variables,
  problem,
}: {
  name: string;
  variables: readonly Insertion[];
  problem: string | undefined;
}): ReactNode {
  const t = useTemplateTexts();
  const field = useField<TemplateBody>(name, t("body"), isBody, empty, showPlain);
  const [written, setTyped] = useState(() => plainOf(field.value));
  // A text that was set from outside, out of what was kept or from a colleague, takes the place of what was typed.
  const typed = isSame(bodyOf(written), field.value) ? written : plainOf(field.value);
  const area = useRef<HTMLTextAreaElement>(null);
  const type = (text: string): void => {
    setTyped(text);
    field.onChange(bodyOf(text));
  };
  const insert = (variable: string): void => {
    const at = area.current?.selectionStart ?? typed.length;
    type(`${typed.slice(0, at)}{${variable}}${typed.slice(area.current?.selectionEnd ?? at)}`);
    area.current?.focus();
  };
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <Textarea
        {...inputProps(
          { name, label: t("body"), required: true, description: t("smsHint") },
          { ...field, error: field.error ?? problem },
        )}
        ref={area}
        style={{ flex: 1 }}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={2000}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <InsertionList
        label={t("insert")}
        choices={variables.map((one) => ({ ...one, insert: () => insert(one.name) }))}
        button={(open) => (
          <ActionIcon variant="default" size="lg" aria-label={t("insert")} title={t("insert")} onClick={open}>
            <IconVariable size={16} />
          </ActionIcon>
        )}
      />
    </Group>
  );
}
