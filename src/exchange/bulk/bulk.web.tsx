/** Work on many files at once: which files, what is done, and what was done before. */
import { Group, SegmentedControl, Text, Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { FileFilters } from "../../cases/file-search/file-search.web.tsx";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { Status } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { Link, useAddressQuery, useGo } from "../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { ActionForm } from "./actions/action.web.tsx";
import { type BulkRun, bulkChoices, bulkScreen, countBulk, listBulk, type planBulk } from "./bulk.contract.ts";
import { BulkWork } from "./runs/run.web.tsx";
import { runTones } from "./runs/status-colors.web.ts";
import { useBulkTexts } from "./texts.web.ts";

const idOf = (text: string | undefined): number | undefined => {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export function BulkUpdate(): ReactNode {
  const id = idOf(useAddressQuery().values.run);
  return id === undefined ? <Choose /> : <BulkWork key={id} id={id} />;
}

const ways = ["filter", "numbers", "files"] as const;
type Chosen = BodyOf<typeof planBulk>["chosen"];

function Choose(): ReactNode {
  const t = useBulkTexts();
  const go = useGo();
  const choices = useCall(bulkChoices, {});
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <Page title={t("title")}>
      <Text c="dimmed" size="sm" mb="sm" maw="var(--v-form)">
        {t("intro")}
      </Text>
      <Section title={t("which")}>
        <Which onChosen={setChosen} />
      </Section>
      <Section title={t("what")}>
        <div style={{ maxWidth: "var(--v-form-short)" }}>
          <Loaded of={choices}>
            {(known) => <ActionForm choices={known} chosen={chosen} onPlanned={(run) => go(bulkScreen, {}, { run })} />}
          </Loaded>
        </div>
      </Section>
      <Own />
    </Page>
  );
}

type Filter = Extract<Chosen, { by: "filter" }>["filter"];

/** @param filter none where no file fits it. */
function chosenBy(
  by: (typeof ways)[number],
  { filter, numbers, files }: { filter: Filter | undefined; numbers: string; files: number[] },
): Chosen | undefined {
  if (by === "filter") return filter && { by, filter };
  if (by === "numbers") return numbers.trim() === "" ? undefined : { by, numbers };
  return { by, files };
}

/** The files by the filters of the address, by pasted numbers, or those that a list was left with. */
function Which({ onChosen }: { onChosen: (chosen: Chosen | undefined) => void }): ReactNode {
  const t = useBulkTexts();
  const files = (useAddressQuery().values.files ?? "").split(",").flatMap((text) => idOf(text) ?? []);
  const [by, setBy] = useState<(typeof ways)[number]>(files.length > 0 ? "files" : "filter");
  const [numbers, setNumbers] = useState("");
  const table = useTableState(countBulk);
  const counted = useCall(countBulk, { query: table.query }, { enabled: by === "filter" });
  const count = counted.data?.files ?? 0;
  const chosen = chosenBy(by, { files, numbers, filter: count > 0 ? (table.query.filter ?? {}) : undefined });
  // Told upwards when it has become another: the form below plans what stands here.
  const key = JSON.stringify(chosen ?? null);
  const [told, setTold] = useState("");
  if (told !== key) {
    setTold(key);
    queueMicrotask(() => onChosen(chosen));
  }
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label={t("which")}
        value={by}
        onChange={(value) => setBy(ways.find((way) => way === value) ?? "filter")}
        data={ways
          .filter((way) => way !== "files" || files.length > 0)
          .map((way) => ({ value: way, label: t(`by_${way}`) }))}
      />
      {by === "filter" && (
        <>
          <Group gap="xs" mb={6}>
            <FileFilters table={table} />
          </Group>
          <Text size="sm" role="status">
            {counted.data === undefined ? " " : count === 0 ? t("none") : t("found", { files: count })}
          </Text>
        </>
      )}
      {by === "numbers" && (
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
      )}
      {by === "files" && <Text size="sm">{t("chosenFiles", { files: files.length })}</Text>}
    </>
  );
}

function Own(): ReactNode {
  const t = useBulkTexts();
  const list = useCall(listBulk, { query: {} });
  const columns: Column<BulkRun>[] = [
    { key: "askedAt", label: t("askedAt"), as: "datetime", allowToggle: false },
    {
      key: "title",
      label: t("action"),
      share: 60,
      formatter: (_value, row) => (
        <Link to={bulkScreen} search={{ run: row.id }}>
          {row.title}
        </Link>
      ),
      text: (_value, row) => row.title,
    },
    { key: "files", label: t("files"), as: "number" },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, row) => <Status tone={runTones[row.state]}>{t(`run_${row.state}`)}</Status>,
      text: (_value, row) => t(`run_${row.state}`),
    },
  ];
  return (
    <Section title={t("own")}>
      <DataTable
        id="bulk"
        label={t("own")}
        columns={columns}
        list={list}
        rowName={(row) => row.title}
        empty={{ title: t("empty"), text: t("emptyHint") }}
      />
    </Section>
  );
}
