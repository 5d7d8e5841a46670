/** The places where clients' files are fetched: where they are, whether they work, and what came from them. */

import { ActionIcon, Button, Group, Menu, Tabs, Text } from "@mantine/core";
import { IconDots, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { listJobs } from "../../../ground/platform/platform.contract.ts";
import { HistoryButton } from "../../../ground/platform/web/content/history.web.tsx";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { FileName, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirmDelete } from "../../../ground/platform/web/feedback/delete.web.tsx";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { showError, useAct, useCall, useInvalidate } from "../../../ground/platform/web/http/api.web.ts";
import { Link, useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import styles from "../intake.module.css";
import { useIntakeTexts } from "../texts.web.ts";
import { listImportNotices } from "../uploads/notices.contract.ts";
import { ImportNotices, uploadAddress } from "../uploads/notices.web.tsx";
import { SourceForm } from "./source-form.web.tsx";
import {
  deleteImportSource,
  type ImportSource,
  listImportSources,
  listPickups,
  runImportSource,
  testImportSource,
  updateImportSource,
} from "./sources.contract.ts";

export function UploadTabs({ at }: { at: "uploads" | "sources" }): ReactNode {
  const t = useIntakeTexts();
  const { set } = useAddressQuery();
  return (
    <Tabs
      value={at}
      onChange={(tab) => set({ tab: tab === "sources" ? tab : null, page: null }, { push: true })}
      mb="sm"
    >
      <Tabs.List>
        <Tabs.Tab value="uploads">{t("uploadsTitle")}</Tabs.Tab>
        <Tabs.Tab value="sources">{t("sources")}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}

function useSourceColumns(isFetching: (id: number) => boolean): Column<ImportSource>[] {
  const t = useIntakeTexts();
  return [
    { key: "name", label: t("source_name"), allowToggle: false, limit: 40 },
    {
      key: "lastError",
      label: t("state"),
      formatter: (_value, row) => <State source={row} fetching={isFetching(row.id)} />,
      text: (_value, row) => row.lastError ?? (row.isActive ? t("fine") : t("inactive")),
    },
    { key: "client.company", label: t("client"), limit: 22 },
    {
      key: "kind",
      label: t("source_kind"),
      formatter: (_value, row) => whereOf(row, t("kind_folder")),
      text: (_value, row) => whereOf(row, t("kind_folder")),
    },
    {
      key: "mode",
      label: t("mode"),
      hidden: true,
      formatter: (_value, row) => t(`mode_${row.mode}`),
      text: (_value, row) => t(`mode_${row.mode}`),
    },
    { key: "pattern", label: t("source_pattern"), hidden: true },
    { key: "lastRunAt", label: t("source_lastRunAt"), as: "datetime" },
    { key: "nextRunAt", label: t("source_nextRunAt"), as: "datetime", hidden: true },
  ];
}

export function ImportSources(): ReactNode {
  const t = useIntakeTexts();
  const list = useCall(listImportSources, {});
  const { isFetching, fetchNow } = useFetching();
  const edit = (source?: ImportSource): void =>
    void openModal({ title: t(source ? "editSource" : "newSource"), size: "lg" }, (close) => (
      <SourceForm source={source} close={close} />
    ));
  const columns = useSourceColumns(isFetching);
  return (
    <Page
      title={t("uploadsTitle")}
      tab={t("sources")}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit()}>
          {t("newSource")}
        </Button>
      }
    >
      <UploadTabs at="sources" />
      <ImportNotices addressOf={uploadAddress} />
      <Text size="sm" c="dimmed" mb="sm">
        {t("sourcesHint")}
      </Text>
      <DataTable
        id="import-sources"
        label={t("sources")}
        columns={columns}
        list={list}
        rowName={(row) => row.name}
        empty={{ title: t("noSources") }}
        actions={(row) => <Acts source={row} onEdit={() => edit(row)} onFetch={() => void fetchNow(row)} />}
      />
    </Page>
  );
}

const whereOf = ({ kind, host, folder }: ImportSource, ofHouse: string): string =>
  kind === "sftp" ? `${host}:${folder}` : labelled(ofHouse, folder || "/");

function State({ source, fetching }: { source: ImportSource; fetching: boolean }): ReactNode {
  const t = useIntakeTexts();
  if (fetching) return <Status tone="accent">{t("fetching")}</Status>;
  if (source.lastError !== null) return <Status tone="bad">{source.lastError}</Status>;
  if (!source.isActive) return <Status tone="neutral">{t("inactive")}</Status>;
  return source.lastRunAt === null ? null : <Status tone="good">{t("fine")}</Status>;
}

const watchMillis = 1000;

/** Fetches from sources now, and looks on until each is done: what came of it then stands in the list. */
function useFetching() {
  const t = useIntakeTexts();
  const refresh = useInvalidate();
  const run = useAct(runImportSource, { invalidates: [listJobs] });
  const [begun, setBegun] = useState<readonly { readonly source: number; readonly job: string }[]>([]);
  const jobs = useCall(listJobs, {}, { enabled: begun.length > 0, every: watchMillis, quiet: true }).data?.items;
  const over = begun.filter(({ job }) => jobs?.some(({ id, state }) => id === job && finished.has(state)));
  const fetched = over.map(({ job }) => job).join();
  useEffect(() => {
    if (fetched === "") return;
    setBegun((all) => all.filter(({ job }) => !fetched.includes(job)));
    void refresh(listImportSources, listPickups, listImportNotices);
  });
  const fetchNow = async ({ id }: ImportSource): Promise<void> => {
    const started = await run.run({ params: { id } });
    if (!started) return;
    setBegun((all) => [...all, { source: id, job: started.job }]);
    notify({ message: t("fetchStarted"), variant: "success" });
  };
  return { fetchNow, isFetching: (id: number) => begun.some(({ source }) => source === id) };
}

const finished: ReadonlySet<string> = new Set(["done", "failed"]);

/** What can be done with a source: tried, removed; and what was fetched. */
function useSourceActs(source: ImportSource) {
  const t = useIntakeTexts();
  const test = useAct(testImportSource);
  const change = useAct(updateImportSource, { invalidates: [listImportSources] });
  const remove = useAct(deleteImportSource, { invalidates: [listImportSources] });
  const accept = async (hostKey: string): Promise<void> => {
    if (!(await confirm(t("acceptKeyConfirm", { key: hostKey }), { yes: t("acceptKey") }))) return;
    const { id, client, hasPassword, hasPrivateKey, lastRunAt, nextRunAt, lastError, updatedAt, updatedBy, ...body } =
      source;
    if (await change.run({ params: { id }, body: { ...body, hostKey } }))
      notify({ message: t("saved"), variant: "success" });
  };
  const tryIt = async (): Promise<void> => {
    try {
      const seen = await test.mutateAsync({ params: { id: source.id } });
      if (seen.outcome === "newKey" || seen.outcome === "otherKey") await accept(seen.hostKey);
      else notify({ message: seen.message, variant: seen.outcome === "reached" ? "success" : "danger" });
    } catch (error) {
      showError(error);
    }
  };
  const drop = (): Promise<boolean> =>
    confirmDelete({
      name: source.name,
      question: t("removeConfirm", { name: source.name }),
      remove: () => remove.mutateAsync({ params: { id: source.id } }),
    });
  const showPickups = (): void =>
    void openModal({ title: labelled(t("pickups"), source.name), size: "xl" }, () => <Pickups source={source} />);
  return { tryIt, isTrying: test.isPending, drop, showPickups };
}

interface ActsProps {
  readonly source: ImportSource;
  readonly onEdit: () => void;
  readonly onFetch: () => void;
}

function Acts({ source, onEdit, onFetch }: ActsProps): ReactNode {
  const t = useIntakeTexts();
  const { tryIt, isTrying, drop, showPickups } = useSourceActs(source);
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={labelled(t("test"), source.name)}
        loading={isTrying}
        onClick={() => void tryIt()}
      >
        {t("test")}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={labelled(t("acts"), source.name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onFetch}>{t("fetchNow")}</Menu.Item>
          <Menu.Item onClick={showPickups}>{t("pickups")}</Menu.Item>
          <Menu.Item onClick={onEdit}>{t("change")}</Menu.Item>
          <Menu.Item color="var(--v-bad)" onClick={() => void drop()}>
            {t("remove")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <HistoryButton subject="import_source" subjectId={source.id} name={source.name} compact />
    </Group>
  );
}

type Pickup = ReplyOf<typeof listPickups>["items"][number];

function Pickups({ source }: { source: ImportSource }): ReactNode {
  const t = useIntakeTexts();
  const table = useTableState(listPickups, { params: { id: source.id }, prefix: "pickup" });
  const list = useCall(listPickups, { params: { id: source.id }, query: table.query });
  const columns: Column<Pickup>[] = [
    {
      key: "fileName",
      label: t("file"),
      allowToggle: false,
      share: 40,
      formatter: (_value, row) => {
        const name = <FileName>{row.fileName}</FileName>;
        return row.batch === null ? name : <Link to={uploadAddress(row.batch)}>{name}</Link>;
      },
      text: (_value, row) => row.fileName,
    },
    { key: "foundAt", label: t("foundAt"), as: "datetime", sortable: true },
    {
      key: "moved",
      label: t("moved"),
      formatter: (_value, row) => t(row.moved ? "yes" : "no"),
      text: (_value, row) => t(row.moved ? "yes" : "no"),
    },
    {
      key: "error",
      label: t("problems"),
      formatter: (_value, row) => row.error && <Status tone="bad">{row.error}</Status>,
      text: (_value, row) => row.error ?? "",
    },
  ];
  return (
    <div className={styles.stack}>
      <DataTable
        id="import-pickups"
        label={t("pickups")}
        columns={columns}
        list={list}
        state={table}
        views={false}
        rowName={(row) => row.fileName}
        empty={{ title: t("noPickups") }}
      />
    </div>
  );
}
