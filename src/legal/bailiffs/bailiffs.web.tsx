/** The offices of bailiffs: one table and one form. */
import { ActionIcon, Button, Group, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconArchive, IconArchiveOff, IconPencil, IconPlus, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { HistoryButton } from "../../ground/platform/web/content/history.web.tsx";
import { labelled, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { PhoneLink } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { FilterRow, Page } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../ground/platform/web/table/table.web.tsx";
import { archiveBailiff, type BailiffRow, bailiffsScreen, listBailiffs } from "./bailiffs.contract.ts";
import type { bailiffTexts } from "./bailiffs.texts.ts";
import { BailiffForm } from "./form.web.tsx";

const useBailiffTexts = () => useTexts<typeof bailiffTexts>("bailiffs");

const addressText = ({ street, postcode, city }: BailiffRow): string =>
  [street, `${postcode} ${city}`.trim()].filter((part) => part !== "").join(", ");

function columnsOf(t: ReturnType<typeof useBailiffTexts>): Column<BailiffRow>[] {
  return [
    { key: "name", label: t("name"), sortable: true, allowToggle: false, share: 28, wraps: true },
    {
      key: "city",
      label: t("address"),
      sortable: true,
      share: 26,
      wraps: true,
      text: (_value, row) => addressText(row),
      formatter: (_value, row) => addressText(row),
    },
    { key: "region", label: t("region"), sortable: true, share: 18, wraps: true },
    {
      key: "contactName",
      label: t("contactName"),
      share: 34,
      wraps: true,
      below: { key: "email", label: t("email"), limit: null },
    },
    {
      key: "phone",
      label: t("phone"),
      formatter: (_value, row) => (row.phone === "" ? null : <PhoneLink value={row.phone} />),
    },
    { key: "openingHours", label: t("openingHours"), hidden: true },
    { key: "iban", label: t("iban"), hidden: true },
    { key: "vatNumber", label: t("vatNumber"), hidden: true },
    { key: "createdAt", label: t("createdAt"), sortable: true, as: "datetime", hidden: true },
  ];
}

/** Archives an office or brings it back; the notice can undo it. */
function useArchive(): (row: BailiffRow, archived: boolean) => Promise<void> {
  const t = useBailiffTexts();
  const act = useAct(archiveBailiff, { invalidates: [listBailiffs] });
  const archive = async ({ id, name }: BailiffRow, archived: boolean): Promise<void> => {
    if (!(await act.run({ params: { id }, body: { archived } }))) return;
    notify({
      message: t(archived ? "archivedNotice" : "restoredNotice", { name }),
      variant: "success",
      action: { label: t("undo"), run: () => void act.run({ params: { id }, body: { archived: !archived } }) },
    });
  };
  return archive;
}

interface RowActionsProps {
  readonly row: BailiffRow;
  readonly onEdit: () => void;
  readonly onArchive: (archived: boolean) => Promise<void>;
}

function RowActions({ row, onEdit, onArchive }: RowActionsProps): ReactNode {
  const t = useBailiffTexts();
  return (
    <Group gap={4} wrap="nowrap">
      <HistoryButton compact subject="bailiff" subjectId={row.id} name={row.name} />
      <ActionIcon variant="subtle" aria-label={labelled(t("edit"), row.name)} onClick={onEdit}>
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={labelled(t(row.archivedAt === null ? "archive" : "restore"), row.name)}
        onClick={() => void onArchive(row.archivedAt === null)}
      >
        {row.archivedAt === null ? <IconArchive size={16} /> : <IconArchiveOff size={16} />}
      </ActionIcon>
    </Group>
  );
}

export function Bailiffs(): ReactNode {
  const t = useBailiffTexts();
  const [search, setSearch] = useState("");
  const [archived, setArchived] = useState(false);
  const [sought] = useDebouncedValue(search.trim(), 300);
  const list = useCall(listBailiffs, {
    query: { filter: { archived: String(archived), ...(sought === "" ? {} : { search: sought }) } },
  });
  const archive = useArchive();
  const edit = (bailiff?: BailiffRow): void => {
    openModal({ title: bailiff?.name ?? t("add"), size: "lg" }, (close) => (
      <BailiffForm bailiff={bailiff} close={close} />
    ));
  };
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => edit()}>
      {t("add")}
    </Button>
  );
  return (
    <Page title={t("title")} count={list.data?.items.length} actions={add}>
      <FilterRow
        end={
          <Switch
            label={t("showArchived")}
            checked={archived}
            onChange={(event) => setArchived(event.currentTarget.checked)}
          />
        }
      >
        <TextInput
          size="xs"
          w={280}
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </FilterRow>
      <DataTable
        id={bailiffsScreen.path.slice(1)}
        label={t("title")}
        columns={columnsOf(t)}
        list={list}
        rowName={({ name }) => name}
        linkTo={({ id }) => `${bailiffsScreen.path}/${id}`}
        exportName="bailiffs"
        empty={{ title: t("emptyTitle"), text: t("emptyHint") }}
        actions={(row) => (
          <RowActions row={row} onEdit={() => edit(row)} onArchive={(archived) => archive(row, archived)} />
        )}
      />
    </Page>
  );
}
