/** The three ways to choose files for an office: those whose workflow has come to it, what a search finds, and pasted numbers. */
import { Button, Group, Text, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { searchFiles } from "../../../cases/file-search/file-search.contract.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { mostFiles } from "../handover-batches.ts";
import { useScreenTexts } from "../texts.web.ts";
import { processingData, type startHandover } from "./batches.contract.ts";

export type Chosen = BodyOf<typeof startHandover>["chosen"];

interface Way {
  /** Makes a plan of what is chosen. */
  readonly plan: (chosen: Chosen) => void;
  readonly isBusy: boolean;
}

export function ByDue({ plan, isBusy }: Way): ReactNode {
  const t = useScreenTexts();
  const waiting = useCall(processingData, {});
  const due = waiting.data?.due.files ?? 0;
  return (
    <>
      <Text size="sm" role="status">
        {t("due", { files: due })}
      </Text>
      <Button mt="sm" loading={isBusy} disabled={due === 0} onClick={() => plan({ by: "due" })}>
        {t("plan")}
      </Button>
    </>
  );
}

export function ByNumbers({ plan, isBusy }: Way): ReactNode {
  const t = useScreenTexts();
  const [numbers, setNumbers] = useState("");
  return (
    <>
      <Textarea
        label={t("numbers")}
        description={t("numbersHint")}
        autosize
        minRows={4}
        maxRows={14}
        maw="var(--v-form-short)"
        value={numbers}
        onChange={({ currentTarget }) => setNumbers(currentTarget.value)}
      />
      <Button
        mt="sm"
        loading={isBusy}
        disabled={numbers.trim() === ""}
        onClick={() => plan({ by: "numbers", numbers })}
      >
        {t("plan")}
      </Button>
    </>
  );
}

const shown = 25;
const pauseMillis = 300;

/** What the list of files finds: rows of it, or all. */
export function BySearch({ plan, isBusy }: Way): ReactNode {
  const t = useScreenTexts();
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed.trim(), pauseMillis);
  const list = useCall(searchFiles, { query: { filter: { search: text }, limit: shown } }, { enabled: text !== "" });
  const total = list.data?.total ?? 0;
  const isAll = text !== "" && text === typed.trim() && list.data !== undefined && !list.isPlaceholderData;
  return (
    <>
      <TextInput
        label={t("search")}
        description={t("searchHint")}
        maw="var(--v-form-short)"
        mb="sm"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {text !== "" && (
        <DataTable
          id="handover-search"
          label={t("files")}
          list={list}
          views={false}
          chooser={false}
          selectable
          rowName={({ number }) => number}
          empty={{ title: t("none") }}
          bulk={(selection) => (
            <Button
              size="compact-sm"
              loading={isBusy}
              onClick={() => plan({ by: "files", files: selection.rows.map(({ id }) => id) })}
            >
              {t("plan")}
            </Button>
          )}
          columns={[
            { key: "number", label: t("file"), allowToggle: false },
            { key: "debtorName", label: t("debtor"), share: 26, wraps: true, limit: null },
            { key: "clientName", label: t("client"), share: 24, wraps: true, limit: null },
            { key: "openCents", label: t("open"), as: "money" },
          ]}
        />
      )}
      {total > 0 && (
        <Group mt="sm">
          <Button
            variant="default"
            loading={isBusy}
            disabled={!isAll || total > mostFiles}
            onClick={() => plan({ by: "filter", filter: { search: text } })}
          >
            {t("planAll", { files: total })}
          </Button>
        </Group>
      )}
    </>
  );
}
