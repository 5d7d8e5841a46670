/** What a destination asks of a file, and what was done to its master data. */
import { Button, Select, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { levels } from "../handover-batches.ts";
import { useScreenTexts } from "../texts.web.ts";
import { type DestinationRow, listDestinations, listTypes, masterLog, setLevels } from "./destinations.contract.ts";

interface Listed {
  readonly destination: DestinationRow;
}

/** How heavily each line weighs here. */
export function LevelsOfLines({ destination }: Listed): ReactNode {
  const t = useScreenTexts();
  const types = useCall(listTypes, {});
  const [changed, setChanged] = useState<Readonly<Record<string, (typeof levels)[number]>>>(destination.levels);
  const save = useAct(setLevels, { invalidates: [listDestinations] });
  const keep = async (): Promise<void> => {
    const given = Object.fromEntries(Object.entries(changed).filter(([, level]) => level !== "block"));
    const body = { levels: given, version: destination.version };
    if (await save.run({ params: { id: destination.id }, body })) notify({ message: t("saved"), variant: "success" });
  };
  return (
    <Loaded of={types}>
      {({ items }) => {
        const needs = items.find(({ id }) => id === "summons")?.needs ?? [];
        const own = ["clientKnown", "notElsewhere", "fileOpen", "judgment", "held"];
        return (
          <Stack gap="xs" maw={560}>
            <Text size="sm" c="dimmed">
              {t("levelsHint")}
            </Text>
            {needs
              .filter(({ id }) => !own.includes(id))
              .map(({ id, text }) => (
                <Select
                  key={id}
                  size="xs"
                  label={text}
                  allowDeselect={false}
                  data={levels.map((level) => ({ value: level, label: t(`level_${level}`) }))}
                  value={changed[id] ?? "block"}
                  onChange={(value) =>
                    setChanged({ ...changed, [id]: levels.find((level) => level === value) ?? "block" })
                  }
                />
              ))}
            <Button mt="sm" w="fit-content" loading={save.isPending} onClick={() => void keep()}>
              {t("save")}
            </Button>
          </Stack>
        );
      }}
    </Loaded>
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
