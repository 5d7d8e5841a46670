/** What a destination asks of a file, and what was done to its master data. */
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import {
  Form,
  type OnTyping,
  useCallForm,
  useHeld,
  useHeldForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { type Level, levels } from "../handover-batches.ts";
import { useScreenTexts } from "../texts.web.ts";
import { type DestinationRow, listDestinations, listTypes, masterLog, setLevels } from "./destinations.contract.ts";

interface Listed {
  readonly destination: DestinationRow;
}

/** Lines that weigh the same everywhere: what an office asks has no say in them. */
const fixed: readonly string[] = ["clientKnown", "notElsewhere", "fileOpen", "judgment", "held"];

/** How heavily each line weighs here. What a colleague saves meanwhile takes nothing chosen away, and is not overwritten unseen. */
export function LevelsOfLines({ destination }: Listed): ReactNode {
  const types = useCall(listTypes, {});
  const { shown, onTyping } = useHeld(destination);
  return (
    <Loaded of={types} shape="form">
      {({ items }) => (
        <LevelsForm
          key={shown.version}
          destination={shown}
          lines={(items.find(({ id }) => id === "summons")?.needs ?? []).filter(({ id }) => !fixed.includes(id))}
          onTyping={onTyping}
        />
      )}
    </Loaded>
  );
}

interface LevelsFormProps extends Listed {
  readonly lines: readonly { readonly id: string; readonly text: string }[];
  readonly onTyping: OnTyping;
}

function LevelsForm({ destination, lines, onTyping }: LevelsFormProps): ReactNode {
  const t = useScreenTexts();
  const given: Readonly<Record<string, Level>> = destination.levels;
  const form = useCallForm(
    setLevels,
    {
      levels: Object.fromEntries(lines.map(({ id }) => [id, given[id] ?? "block"])),
      version: destination.version,
    },
    (values) => ({
      ...values,
      levels: Object.fromEntries(Object.entries(values.levels).filter(([, level]) => level !== "block")),
    }),
  );
  useHeldForm(form, onTyping);
  const save = useAct(setLevels, { invalidates: [listDestinations] });
  return (
    <Stack gap="xs" maw={560}>
      <Text size="sm" c="dimmed">
        {t("levelsHint")}
      </Text>
      <Form
        form={form}
        label={t("levels")}
        onSave={async (body) => {
          await save.mutateAsync({ params: { id: destination.id }, body });
          notify({ message: t("saved"), variant: "success" });
        }}
      >
        {lines.map(({ id, text }) => (
          <SelectField
            key={id}
            name={`levels.${id}`}
            label={text}
            options={levels.map((level) => ({ value: level, label: t(`level_${level}`) }))}
          />
        ))}
      </Form>
    </Stack>
  );
}

export function Log({ destination }: Listed): ReactNode {
  const t = useScreenTexts();
  const list = useCall(masterLog, { params: { destination: destination.id }, body: { limit: 1000 } });
  return (
    <DataTable
      id="handover-master-log"
      label={t("log")}
      columns={[
        { key: "at", label: t("at"), as: "datetime" },
        {
          key: "action",
          label: t("what"),
          formatter: (_value, row) => t(`log_${row.action}`),
          text: (_value, row) => t(`log_${row.action}`),
        },
        { key: "kind", label: t("type"), formatter: (_value, row) => t(row.kind), text: (_value, row) => t(row.kind) },
        { key: "name", label: t("name"), share: 40 },
        { key: "externalId", label: t("externalId") },
        { key: "by", label: t("madeBy") },
      ]}
      list={list}
      views={false}
      rowName={(row) => row.name}
      empty={{ title: t("emptyMaster") }}
    />
  );
}
