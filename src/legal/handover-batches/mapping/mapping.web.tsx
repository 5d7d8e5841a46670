/** The fields of an office and which of ours each takes: edited, tried on a file with what changes, and then saved. */
import { ActionIcon, Alert, Autocomplete, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { ApiError } from "../../../ground/platform/web/http/transport.web.ts";
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

/** The names of the columns stand above the first rule only; every field bears its own. */
const named = (at: number, label: string) => (at === 0 ? { label } : { "aria-label": `${label} ${at + 1}` });

/** The first thing that is wrong, in the server's words, with the number of its rule. */
function problemOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [first] = Object.entries(error.errors ?? {});
  if (!first) return undefined;
  const rule = /^mapping\.(\d+)/.exec(first[0])?.[1];
  return `${rule === undefined ? "" : `${Number(rule) + 1}: `}${first[1].join(" ")}`;
}

/** One rule: a field of the office, and what it takes. */
function RuleFields(props: {
  readonly rule: MappingRule;
  readonly at: number;
  readonly onChange: (part: Partial<MappingRule>) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const { rule, at, onChange, onRemove } = props;
  const t = useScreenTexts();
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        size="xs"
        {...named(at, t("target"))}
        value={rule.target}
        onChange={({ currentTarget }) => onChange({ target: currentTarget.value })}
      />
      <Autocomplete
        size="xs"
        w={240}
        {...named(at, t("source"))}
        data={usualSources}
        value={rule.source}
        onChange={(source) => onChange({ source })}
      />
      <TextInput
        size="xs"
        {...named(at, t("constant"))}
        disabled={rule.source !== ""}
        value={rule.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <Select
        size="xs"
        w={140}
        {...named(at, t("as"))}
        allowDeselect={false}
        data={valueKinds.map((one) => ({ value: one, label: t(`as_${one}`) }))}
        value={rule.as}
        onChange={(value) => onChange({ as: valueKinds.find((one) => one === value) ?? "text" })}
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

interface RulesProps {
  readonly rules: readonly MappingRule[];
  readonly onChange: (rules: readonly MappingRule[]) => void;
}

/** All rules, and the buttons that begin one. */
function Rules({ rules, onChange }: RulesProps): ReactNode {
  const t = useScreenTexts();
  const change = (at: number, part: Partial<MappingRule>): void =>
    onChange(rules.map((rule, place) => (place === at ? { ...rule, ...part } : rule)));
  return (
    <>
      {rules.map((rule, at) => (
        // Rules have no name of their own; their place is what they are.
        <RuleFields
          key={at}
          rule={rule}
          at={at}
          onChange={(part) => change(at, part)}
          onRemove={() => onChange(rules.filter((_rule, place) => place !== at))}
        />
      ))}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rules, noRule])}
        >
          {t("addRule")}
        </Button>
        {rules.length === 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(usualMapping)}>
            {t("startUsual")}
          </Button>
        )}
      </Group>
    </>
  );
}

type Format = DestinationRow["format"];

function FormatChoice({ format, onChange }: { format: Format; onChange: (format: Format) => void }): ReactNode {
  const t = useScreenTexts();
  return (
    <Select
      size="xs"
      w={160}
      label={t("format")}
      allowDeselect={false}
      data={formats.map((one) => ({ value: one, label: one.toUpperCase() }))}
      value={format}
      onChange={(value) => onChange(formats.find((one) => one === value) ?? format)}
    />
  );
}

export function MappingEditor({ destination }: { destination: DestinationRow }): ReactNode {
  const t = useScreenTexts();
  const [rules, setRules] = useState<readonly MappingRule[]>(destination.mapping);
  const [format, setFormat] = useState(destination.format);
  const [file, setFile] = useState("");
  const save = useAct(setMapping, { invalidates: [listDestinations] });
  const trial = useAct(tryMapping);
  const params = { id: destination.id };
  const keep = async (): Promise<void> => {
    const body = { format, mapping: [...rules], version: destination.version };
    await save.mutateAsync({ params, body }).then(
      () => notify({ message: t("saved"), variant: "success" }),
      () => undefined,
    );
  };
  const problem = problemOf(save.error) ?? problemOf(trial.error);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t("mappingHint")}
      </Text>
      {problem !== undefined && (
        <Alert color="red" variant="light">
          {problem}
        </Alert>
      )}
      <FormatChoice format={format} onChange={setFormat} />
      <Rules rules={rules} onChange={setRules} />
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
          onClick={() =>
            void trial.mutateAsync({ params, body: { format, mapping: [...rules], file } }).catch(() => undefined)
          }
        >
          {t("try")}
        </Button>
        <Button size="compact-sm" loading={save.isPending} onClick={() => void keep()}>
          {t("save")}
        </Button>
      </Group>
      {trial.data && <TriedMapping of={trial.data} />}
    </Stack>
  );
}
