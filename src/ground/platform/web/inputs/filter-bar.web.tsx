/**
 * The filters above a list, bound by name to a list's state:
 *
 * <FilterBar state={table}>
 *   <SearchFilter name="search" label={t("search")} />
 *   <ChoiceFilter name="kind" label={t("kind")} options={kinds} />
 *   <DatesFilter name="date" label={t("period")} />
 * </FilterBar>
 *
 * What is typed counts after 500 ms. `DatesFilter` and `ClientFilter` lie in `filter-pickers.web.tsx`, which is heavier.
 */
import { Button, Checkbox, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconFilterOff, IconSearch } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { usePlatformTexts } from "../content/texts.web.ts";
import type { TableState } from "../table/state.web.ts";
import { searchDebounceMillis } from "./choice-limits.ts";
import { type Choice, listed, listOr } from "./choice-list.web.ts";
import { activeFilters, emptied, type FilterSet, isEmptySet } from "./filter.ts";
import styles from "./filter-bar.module.css";

/** Whatever holds filters: a list's state in the address, or `useFilterSet`. */
export type Filtered = Pick<TableState, "filter" | "isFiltered" | "setFilter" | "clearFilters">;

const FilterContext = createContext<Filtered | undefined>(undefined);

/** The filters of the bar around. */
export function useFiltered(): Filtered {
  const state = useContext(FilterContext);
  if (state === undefined) throw new Error("a filter stands outside a filter bar");
  return state;
}

/** Filters that live in the component, where a list is not in the address. */
export function useFilterSet(initial: FilterSet = {}): Filtered {
  const [set, setSet] = useState(initial);
  return {
    filter: activeFilters(set),
    isFiltered: !isEmptySet(set),
    setFilter: (changes) =>
      setSet((now) => ({
        ...now,
        ...Object.fromEntries(
          Object.entries(changes).map(([name, value]) => [
            name,
            typeof value === "number" || typeof value === "boolean" ? String(value) : value,
          ]),
        ),
      })),
    clearFilters: () => setSet((now) => emptied(now)),
  };
}

export function FilterBar(props: { state: Filtered; children: ReactNode }): ReactNode {
  const t = usePlatformTexts();
  return (
    <FilterContext value={props.state}>
      <search className={styles.bar}>
        {props.children}
        {props.state.isFiltered && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconFilterOff size={14} aria-hidden />}
            onClick={props.state.clearFilters}
          >
            {t("resetFilters")}
          </Button>
        )}
      </search>
    </FilterContext>
  );
}

export interface FilterProps {
  /** The filter's name in the list's query. */
  readonly name: string;
  readonly label: string;
}

/** A filter is as wide as what it says of itself, in whatever language, beside its sign. */
export const minWidthFor = (label: string): { readonly minWidth: string } => ({
  minWidth: `min(100cqi, calc(${label.length} * 0.54em + 60px))`,
});

/** A text that is sought 500 ms after the last key, or at once by Enter. It follows what the filter becomes elsewhere. */
function TypedFilter(props: FilterProps & { search: boolean; maxLength: number }): ReactNode {
  const { name, label } = props;
  const { filter, setFilter } = useFiltered();
  const value = filter[name] ?? "";
  const [text, setText] = useState(value);
  const lastSent = useRef(value);
  const send = (typed: string): void => {
    const wanted = typed.trim();
    if (wanted === lastSent.current) return;
    lastSent.current = wanted;
    setFilter({ [name]: wanted });
  };
  const sendDebounced = useDebouncedCallback(send, searchDebounceMillis);
  // What was set or emptied elsewhere holds; what was typed before and has not been told yet must not come after it.
  useEffect(() => {
    if (lastSent.current === value) return;
    lastSent.current = value;
    sendDebounced.cancel();
    setText(value);
  }, [value, sendDebounced]);
  return (
    <TextInput
      className={props.search ? styles.search : styles.field}
      style={minWidthFor(label)}
      type={props.search ? "search" : "text"}
      leftSection={props.search ? <IconSearch size={16} aria-hidden /> : undefined}
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={props.maxLength}
      onChange={(event) => {
        setText(event.currentTarget.value);
        sendDebounced(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        sendDebounced.cancel();
        send(text);
      }}
    />
  );
}

/** The search field of a list. */
export const SearchFilter = (props: FilterProps & { maxLength?: number }): ReactNode => (
  <TypedFilter {...props} search maxLength={props.maxLength ?? 100} />
);

/** A field of its own that is filtered by what is typed. */
export const TextFilter = (props: FilterProps & { maxLength?: number }): ReactNode => (
  <TypedFilter {...props} search={false} maxLength={props.maxLength ?? 100} />
);

/** One of a short list, or all. */
export function ChoiceFilter(
  props: FilterProps & {
    options: readonly Choice[];
    placeholder?: string;
  },
): ReactNode {
  const t = usePlatformTexts();
  const { filter, setFilter } = useFiltered();
  return (
    <Select
      className={styles.field ?? ""}
      style={minWidthFor(props.placeholder ?? props.label)}
      aria-label={props.label}
      placeholder={props.placeholder ?? props.label}
      clearable
      clearButtonProps={{ "aria-label": t("clear") }}
      searchable={props.options.length >= 10}
      filter={listOr(t("noElements"))}
      data={listed(props.options)}
      value={filter[props.name] ?? null}
      onChange={(value) => setFilter({ [props.name]: value })}
    />
  );
}

/** Only what has a property; off: everything. */
export function ToggleFilter(props: FilterProps): ReactNode {
  const { filter, setFilter } = useFiltered();
  return (
    <Checkbox
      label={props.label}
      checked={filter[props.name] === "true"}
      onChange={(event) => setFilter({ [props.name]: event.currentTarget.checked ? "true" : null })}
    />
  );
}
