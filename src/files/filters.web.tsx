/** The filters of the list of files: those that are set as chips, all of them in one panel. Everything lives in the address. */

import { Button, Popover } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { searchCustomers } from "../customers/customers.contract.ts";
import { api } from "../platform/web/api.web.ts";
import { formatDecimal } from "../platform/web/format.ts";
import { FilterChip, Loading } from "../platform/web/page.web.tsx";
import { part } from "../platform/web/part.web.tsx";
import { dateText } from "../platform/web/show.web.tsx";
import { useLanguage, useTexts } from "../platform/web/texts.web.ts";
import type { fileTexts } from "./files.texts.ts";
import { filePhases, fileStatuses } from "./files.ts";
import { type FilesTable, listOf, useManagers } from "./filter-values.web.ts";

const FilterPanel = part(() => import("./filter-panel.web.tsx").then((m) => m.FilterPanel), <Loading />);

const useFileTexts = () => useTexts<typeof fileTexts>("files");

/** The names of the clients that the address names by id. */
function useClientNames(ids: readonly string[]): string {
  const names = useQuery({
    queryKey: ["client names", ids],
    queryFn: async () =>
      (
        await Promise.all(ids.map((id) => api(searchCustomers, { query: { id: Number(id) } }, { quiet: true })))
      ).flatMap((reply) => reply.items.map((item) => item.text)),
    enabled: ids.length > 0,
    staleTime: 300_000,
  });
  return names.data?.join(", ") ?? ids.join(", ");
}

interface Chip {
  readonly label: string;
  readonly value: string;
  readonly filters: readonly string[];
}

/** The filters that are set, in words. */
function useChips({ filter }: FilesTable): readonly Chip[] {
  const t = useFileTexts();
  const language = useLanguage();
  const clients = useClientNames(listOf(filter.client));
  const managers = useManagers();
  const between = (from: string | undefined, to: string | undefined, show: (value: string) => string): string =>
    [from === undefined ? "" : `${t("from")} ${show(from)}`, to === undefined ? "" : `${t("until")} ${show(to)}`]
      .filter((part) => part !== "")
      .join(" ");
  const money = (value: string): string => formatDecimal(value, language);
  const date = (value: string): string => dateText(value, {}, language);
  const all: readonly (Chip | false)[] = [
    filter.search !== undefined && { label: t("search"), value: filter.search, filters: ["search"] },
    filter.client !== undefined && { label: t("client"), value: clients, filters: ["client"] },
    filter.phase !== undefined && {
      label: t("phase"),
      value: filePhases
        .filter((phase) => listOf(filter.phase).includes(phase))
        .map((phase) => t(`phase_${phase}`))
        .join(", "),
      filters: ["phase"],
    },
    filter.status !== undefined && {
      label: t("status"),
      value: fileStatuses
        .filter((status) => listOf(filter.status).includes(status))
        .map((status) => t(`status_${status}`))
        .join(", "),
      filters: ["status"],
    },
    filter.caseManager !== undefined && {
      label: t("caseManager"),
      value: listOf(filter.caseManager)
        .map((id) => managers.find((option) => String(option.id) === id)?.text ?? id)
        .join(", "),
      filters: ["caseManager"],
    },
    (filter.amountFrom !== undefined || filter.amountTo !== undefined) && {
      label: t("open"),
      value: between(filter.amountFrom, filter.amountTo, money),
      filters: ["amountFrom", "amountTo"],
    },
    (filter.nextActionFrom !== undefined || filter.nextActionTo !== undefined) && {
      label: t("nextAction"),
      value: between(filter.nextActionFrom, filter.nextActionTo, date),
      filters: ["nextActionFrom", "nextActionTo"],
    },
    (filter.placedFrom !== undefined || filter.placedTo !== undefined) && {
      label: t("placedOn"),
      value: between(filter.placedFrom, filter.placedTo, date),
      filters: ["placedFrom", "placedTo"],
    },
  ];
  return all.filter((chip) => chip !== false);
}

/** Chips and panel, for the filter row of the list. */
export function FileFilters({ table }: { table: FilesTable }): ReactNode {
  const t = useFileTexts();
  const chips = useChips(table);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    // The lists and calendars of the panel lie in layers of their own: a click there is not a click outside.
    const close = (event: PointerEvent): void => {
      if (event.target instanceof Element && !event.target.closest("[data-portal]")) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [open]);
  return (
    <>
      {chips.map((chip) => (
        <FilterChip
          key={chip.filters.join(" ")}
          label={chip.label}
          value={chip.value}
          onRemove={() => table.setFilter(Object.fromEntries(chip.filters.map((name) => [name, null])))}
        />
      ))}
      <Popover
        opened={open}
        onChange={setOpen}
        closeOnClickOutside={false}
        position="bottom-start"
        width={340}
        returnFocus
        shadow="md"
        withinPortal
      >
        <Popover.Target>
          <Button
            size="compact-sm"
            radius="xl"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {t("addFilter")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterPanel table={table} />
        </Popover.Dropdown>
      </Popover>
      {chips.length > 1 && (
        <button type="button" className="v-link" onClick={table.clearFilters}>
          {t("clearFilters")}
        </button>
      )}
    </>
  );
}
