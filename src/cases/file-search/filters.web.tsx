/** The filters of the list of files: active ones as chips, all of them in one panel. All state is in the address. */

import { Button, Popover } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../ground/platform/web/content/values.web.tsx";
import { useKeys } from "../../ground/platform/web/feedback/keys.web.tsx";
import { api } from "../../ground/platform/web/http/api.web.ts";
import { formatDecimal } from "../../ground/platform/web/inputs/format.ts";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { FilterChip, Loading } from "../../ground/platform/web/pages/page.web.tsx";
import { searchCustomers } from "../../people/customers/customers.contract.ts";
import type { ListTexts } from "./file-search.texts.ts";
import { type FilesTable, type ListFilter, listOf, useListFilters } from "./filter-values.web.ts";

const FilterPanel = lazyComponent(() => import("./filter-panel.web.tsx").then((m) => m.FilterPanel), <Loading />);

const useFileTexts = () => useTexts<ListTexts>("files");
type FileText = ReturnType<typeof useFileTexts>;

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

const between = (t: FileText, from: string | undefined, to: string | undefined): string =>
  [from === undefined ? "" : `${t("from")} ${from}`, to === undefined ? "" : `${t("until")} ${to}`]
    .filter((part) => part !== "")
    .join(" ");

/** The filters of a span, in words. */
function useSpanChips({ filter }: FilesTable): readonly (Chip | false)[] {
  const t = useFileTexts();
  const language = useLanguage();
  const chip = (
    label: string,
    names: readonly [from: keyof FilesTable["filter"], to: keyof FilesTable["filter"]],
    show: (value: string) => string,
  ): Chip | false => {
    const [from, to] = names.map((name) => filter[name]);
    if (from === undefined && to === undefined) return false;
    const shown = (value: string | undefined) => (value === undefined ? undefined : show(value));
    return { label, value: between(t, shown(from), shown(to)), filters: names };
  };
  const date = (value: string): string => dateText(value, {}, language);
  return [
    chip(t("open"), ["amountFrom", "amountTo"], (value) => formatDecimal(value, language)),
    chip(t("nextActionOn"), ["nextActionFrom", "nextActionTo"], date),
    chip(t("placedOn"), ["placedFrom", "placedTo"], date),
    chip(t("lastContact"), ["lastContactFrom", "lastContactTo"], date),
    chip(t("age"), ["ageFrom", "ageTo"], (count) => t("days", { count })),
  ];
}

/** The filters that are set, in words. */
function useChips(table: FilesTable): readonly Chip[] {
  const t = useFileTexts();
  const { filter } = table;
  const clients = useClientNames(listOf(filter.client));
  const lists = useListFilters(filter, false);
  const spans = useSpanChips(table);
  const chosen = ({ name, label, choices }: ListFilter): Chip | false => {
    const values = listOf(filter[name]);
    if (values.length === 0) return false;
    const texts = values.map((value) => choices.find((choice) => choice.value === value)?.label ?? value);
    return { label, value: texts.join(", "), filters: [name] };
  };
  const all: readonly (Chip | false)[] = [
    filter.search !== undefined && { label: t("search"), value: filter.search, filters: ["search"] },
    filter.client !== undefined && { label: t("client"), value: clients, filters: ["client"] },
    ...lists.map(chosen),
    ...spans,
  ];
  return all.filter((chip) => chip !== false);
}

/** Chips and panel, for the filter row of the list. */
export function FileFilters({ table }: { table: FilesTable }): ReactNode {
  const t = useFileTexts();
  const chips = useChips(table);
  const [open, setOpen] = useState(false);
  useKeys([{ key: "f", label: t("keyFilter"), run: () => setOpen(true) }]);
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
        width="min(580px, calc(100vw - 16px))"
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
