/** Filters that pick: a client, a range of dates. They stand in a `FilterBar`. */
import type { ReactNode } from "react";
import { ClientPicker } from "./choices.web.tsx";
import { DateRange } from "./dates.web.tsx";
import { spanFields } from "./filter.ts";
import styles from "./filter-bar.module.css";
import { type FilterProps, minWidthFor, useFiltered } from "./filter-bar.web.tsx";

/** A client; the filter is its id. */
export function ClientFilter(props: FilterProps): ReactNode {
  const { filter, setFilter } = useFiltered();
  const id = Number(filter[props.name]);
  return (
    <div className={styles.client} style={minWidthFor(props.label)}>
      <ClientPicker
        name={props.label}
        placeholder={props.label}
        value={Number.isSafeInteger(id) && id > 0 ? id : null}
        onChange={(chosen) => setFilter({ [props.name]: chosen === null ? null : String(chosen) })}
      />
    </div>
  );
}

/** Two dates; of the name `date` the filters are `dateFrom` and `dateTo`. */
export function DatesFilter(props: FilterProps): ReactNode {
  const { filter, setFilter } = useFiltered();
  const { name, label } = props;
  return (
    <div className={styles.dates}>
      <DateRange
        label={label}
        value={{ from: filter[`${name}From`] ?? null, until: filter[`${name}To`] ?? null }}
        onChange={(span) => setFilter(spanFields(name, span))}
      />
    </div>
  );
}
