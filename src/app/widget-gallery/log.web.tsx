/** A list as that of the API request log, filtered here; and rows that carry their own flags. */
import { type ReactNode, useMemo } from "react";
import { ChoiceFilter, FilterBar, TextFilter, useFilterSet } from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { DatesFilter } from "../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../ground/platform/web/table/table.web.tsx";

interface Entry {
  readonly id: number;
  readonly ip: string;
  readonly date: string;
  readonly request: string;
  readonly type: string;
  readonly response: string;
}

const types = ["GET", "POST"] as const;
const entries: readonly Entry[] = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  ip: `10.0.0.${(index % 3) + 1}`,
  date: `2026-11-${String(index + 1).padStart(2, "0")}T09:00:00Z`,
  request: `/api/v4/merchant/${index + 1}`,
  type: types[index % 2] ?? "GET",
  response: index % 5 === 0 ? "404" : "200",
}));

const columns: readonly Column<Entry>[] = [
  { key: "ip", label: "IP", sortable: true },
  { key: "date", label: "Datum", as: "datetime", sortable: true },
  { key: "request", label: "Verzoek" },
  { key: "type", label: "Soort" },
  { key: "response", label: "Antwoord" },
];

export function GalleryLog(): ReactNode {
  const filters = useFilterSet({ id: "", ip: "", request: "", type: null, response: "" });
  const { filter } = filters;
  const rows = useMemo(
    () =>
      entries.filter((entry) => {
        const day = entry.date.slice(0, 10);
        return (
          (filter.id === undefined || String(entry.id) === filter.id) &&
          (["ip", "request", "type", "response"] as const).every((name) => entry[name].includes(filter[name] ?? "")) &&
          (filter.dateFrom === undefined || day >= filter.dateFrom) &&
          (filter.dateTo === undefined || day <= filter.dateTo)
        );
      }),
    [filter],
  );
  return (
    <Section title="FilterBar" aside={<output aria-label="active filters">{JSON.stringify(filter)}</output>}>
      <DataTable
        id="log"
        label="FilterBar"
        columns={columns}
        rows={rows}
        exportName="log"
        filters={
          <FilterBar state={filters}>
            <TextFilter name="id" label="id" />
            <TextFilter name="ip" label="IP" />
            <DatesFilter name="date" label="Datum" />
            <TextFilter name="request" label="Verzoek" />
            <ChoiceFilter name="type" label="Soort" options={types.map((type) => ({ value: type, label: type }))} />
            <TextFilter name="response" label="Antwoord" />
          </FilterBar>
        }
      />
    </Section>
  );
}

interface Flagged {
  readonly id: number;
  readonly client: { readonly company: string };
  readonly on: string;
  readonly formula: string;
  readonly rowSelected?: boolean;
  readonly displayRowDetails?: boolean;
  readonly _rowVariant?: string;
  readonly _cellVariants?: Readonly<Record<string, string>>;
}

const flagged: readonly Flagged[] = [
  { id: 1, client: { company: "Zonnekracht Energie B.V." }, on: "2026-11-20", formula: "=1+1", rowSelected: true },
  {
    id: 2,
    client: { company: "Bakkerij en Banketbakkerij 't Hoekje van de Kerkstraat te Sint-Oedenrode V.O.F." },
    on: "20 november",
    formula: '@SUM(A1);"x"',
    displayRowDetails: true,
    _rowVariant: "warning",
  },
  {
    id: 3,
    client: { company: "Fietsenmakerij De Ketting B.V." },
    on: "",
    formula: "-12,50",
    _cellVariants: { "client.company": "danger" },
  },
];

const flaggedColumns: readonly Column<Flagged>[] = [
  { key: "client.company", label: "Klant", sortable: true, thClass: "gallery-th", tdClass: "gallery-td" },
  { key: "on", label: "Datum", as: "date", class: "gallery-both" },
  { key: "formula", label: "Formule", formatter: (value) => <i>{String(value)}</i> },
];

export const GalleryFlags = (): ReactNode => (
  <Section title="Row flags">
    <DataTable
      id="flags"
      label="Row flags"
      columns={flaggedColumns}
      rows={flagged}
      selectable
      details={(row) => <span>details of {row.id}</span>}
      exportName="flags"
    />
  </Section>
);
