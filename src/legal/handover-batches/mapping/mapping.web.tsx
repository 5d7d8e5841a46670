/** The fields of an office and which of ours each takes: edited, tried on a file with what changes, and then saved. */

import { ActionIcon, Alert, Autocomplete, Box, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { ApiError } from "../../../ground/platform/web/http/transport.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { useField } from "../../../ground/platform/web/inputs/form/context.web.ts";
import {
  Form,
  type OnTyping,
  useCallForm,
  useHeld,
  useHeldForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { HorizontalScroll } from "../../../ground/platform/web/pages/page.web.tsx";
import { DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import {
  type DestinationRow,
  listDestinations,
  setMapping,
  tryMapping,
} from "../destinations/destinations.contract.ts";
import { formats } from "../handover-batches.ts";
import { useScreenTexts } from "../texts.web.ts";
import { type MappingRule, usualMapping, valueKinds } from "./mapping.ts";

/** Fields of ours that offices usually ask for; every other path of the model may be typed. */
const usualSources = [...new Set(usualMapping.map(({ source }) => source))].filter((source) => source !== "");

const noRule: MappingRule = { target: "", source: "", text: "", as: "text" };

/** Side by side the names of the columns stand above the first rule only; every field bears its own. */
const named = (at: number, isNarrow: boolean, label: string) =>
  at === 0 || isNarrow ? { label } : { "aria-label": `${label} ${at + 1}` };

/** The first thing that is wrong, in the server's words, with the number of its rule. */
function problemOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [first] = Object.entries(error.errors ?? {});
  if (!first) return undefined;
  const rule = /^mapping\.(\d+)/.exec(first[0])?.[1];
  return `${rule === undefined ? "" : `${Number(rule) + 1}: `}${first[1].join(" ")}`;
}

function useMappingForm({ format, mapping, version }: DestinationRow) {
  return useCallForm(setMapping, { format, mapping, version });
}
type MappingFormState = ReturnType<typeof useMappingForm>;

const noRules: readonly unknown[] = [];
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const readRules = z.array(z.object({ target: z.string(), source: z.string(), text: z.string() }));

/** Rules as a person compares them: `postcode: debtors.0.address.postcode; country: "NL"`. */
const rulesText = (value: unknown): string | undefined =>
  readRules
    .safeParse(value)
    .data?.map(({ target, source, text }) => labelled(target, source === "" ? JSON.stringify(text) : source))
    .join("; ");

/** One rule: a field of the office, and what it takes. */
function RuleFields(props: {
  readonly form: MappingFormState;
  readonly at: number;
  /** It takes no field of ours but the same text always. */
  readonly isConstant: boolean;
  readonly onRemove: () => void;
}): ReactNode {
  const { form, at, isConstant, onRemove } = props;
  const t = useScreenTexts();
  const isNarrow = useMediaQuery("(max-width: 60em)", false, { getInitialValueInEffect: false });
  const field = (name: keyof MappingRule) => {
    const path = `mapping.${at}.${name}`;
    return { ...form.getInputProps(path), "data-field": path };
  };
  return (
    <Group gap="xs" align={at === 0 || isNarrow ? "flex-end" : "flex-start"} pb={isNarrow ? "md" : 0}>
      <TextInput size="xs" w={190} {...named(at, isNarrow, t("target"))} {...field("target")} />
      <Autocomplete size="xs" w={240} {...named(at, isNarrow, t("source"))} data={usualSources} {...field("source")} />
      <TextInput size="xs" w={190} {...named(at, isNarrow, t("constant"))} disabled={!isConstant} {...field("text")} />
      <Select
        size="xs"
        w={140}
        {...named(at, isNarrow, t("as"))}
        allowDeselect={false}
        data={valueKinds.map((one) => ({ value: one, label: t(`as_${one}`) }))}
        {...field("as")}
      />
      <ActionIcon variant="subtle" color="red" aria-label={t("removeRule", { number: at + 1 })} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

/** What the rules make of a file, beside what stands now. */
function TriedMapping({ of }: { of: ReplyOf<typeof tryMapping> }): ReactNode {
  const t = useScreenTexts();
  return (
    <>
      <DataTable
        id="handover-mapping-changes"
        label={t("mapping")}
        columns={[
          { key: "target", label: t("target") },
          { key: "before", label: t("before"), share: 35 },
          { key: "after", label: t("after"), share: 35 },
        ]}
        rows={of.changes}
        rowKey={({ target }) => target}
        rowVariant={({ before, after }) => (before === after ? undefined : "warning")}
        chooser={false}
        views={false}
        empty={{ title: t("emptyMaster") }}
      />
      <Text size="sm" fw={550}>
        {t("output")}
      </Text>
      <HorizontalScroll label={t("output")} style={{ maxHeight: 320, overflowY: "auto" }}>
        <pre style={{ fontSize: 12, margin: 0 }}>{of.output}</pre>
      </HorizontalScroll>
    </>
  );
}

/** All rules, and the buttons that begin one. */
function Rules({ form }: { form: MappingFormState }): ReactNode {
  const t = useScreenTexts();
  // In a conflict both mappings are read rule by rule.
  useField("mapping", t("mapping"), isList, noRules, rulesText);
  const rules = form.values.mapping ?? [];
  return (
    <>
      {rules.map((rule, at) => (
        // Rules have no name of their own; their place is what they are.
        <RuleFields
          key={at}
          form={form}
          at={at}
          isConstant={!rule.source}
          onRemove={() => form.removeListItem("mapping", at)}
        />
      ))}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem("mapping", noRule)}
        >
          {t("addRule")}
        </Button>
        {rules.length === 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => form.setFieldValue("mapping", [...usualMapping])}>
            {t("startUsual")}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Tries the rules on a file as they stand, saved or not. */
function Trial({ id, form }: { id: number; form: MappingFormState }): ReactNode {
  const t = useScreenTexts();
  const [file, setFile] = useState("");
  const trial = useAct(tryMapping);
  const problem = problemOf(trial.error);
  const run = (): void => {
    const { format, mapping } = form.getTransformedValues();
    void trial.mutateAsync({ params: { id }, body: { format, mapping, file } }).catch(() => undefined);
  };
  return (
    <>
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      )}
      <Group gap="xs" align="flex-end">
        <TextInput
          size="xs"
          label={t("tryOn")}
          value={file}
          maxLength={40}
          onChange={({ currentTarget }) => setFile(currentTarget.value)}
        />
        <Button
          size="compact-sm"
          variant="default"
          disabled={file.trim() === ""}
          loading={trial.isPending}
          onClick={run}
        >
          {t("try")}
        </Button>
      </Group>
      {trial.data && <TriedMapping of={trial.data} />}
    </>
  );
}

/** The rules of an office. What a colleague saves meanwhile takes nothing typed away. */
export function MappingEditor({ destination }: { destination: DestinationRow }): ReactNode {
  const { shown, onTyping } = useHeld(destination);
  return <MappingForm key={shown.version} destination={shown} onTyping={onTyping} />;
}

function MappingForm({ destination, onTyping }: { destination: DestinationRow; onTyping: OnTyping }): ReactNode {
  const t = useScreenTexts();
  const { id } = destination;
  const form = useMappingForm(destination);
  useHeldForm(form, onTyping);
  const save = useAct(setMapping, { invalidates: [listDestinations] });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t("mappingHint")}
      </Text>
      <Form
        form={form}
        label={t("mapping")}
        onSave={async (body) => {
          await save.mutateAsync({ params: { id }, body });
          notify({ message: t("saved"), variant: "success" });
        }}
      >
        <Box w={160}>
          <SelectField
            name="format"
            label={t("format")}
            options={formats.map((one) => ({ value: one, label: one.toUpperCase() }))}
          />
        </Box>
        <Rules form={form} />
      </Form>
      <Trial id={id} form={form} />
    </Stack>
  );
}
