/** The table in its states: filled, long, empty, failed, waiting. */
import { ActionIcon, Button, Group } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Status, type Tone } from "../../ground/platform/web/content/values.web.tsx";
import { ApiError } from "../../ground/platform/web/http/transport.web.ts";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../ground/platform/web/table/table.web.tsx";

interface Row {
  readonly id: number;
  readonly number: string;
  readonly debtor: { readonly name: string; readonly city: string };
  readonly client: string;
  readonly status: string;
  readonly nextOn: string;
  readonly principalCents: number;
  readonly openCents: number;
  readonly displayRowDetails?: boolean;
  readonly _rowVariant?: string;
}

const names = [
  "J.P. van der Meer-Oosterhuis",
  "Fietsenmakerij De Ketting B.V.",
  "S. Yıldız",
  "Bakkerij en Banketbakkerij 't Hoekje van de Kerkstraat te Sint-Oedenrode V.O.F.",
  "D. El Amrani",
] as const;
const cities = ["Utrecht", "Zwolle", "'s-Hertogenbosch", "Breda", "Leeuwarden", "Tilburg", "Almere"] as const;
const statuses = ["in behandeling", "betalingsregeling", "gepauzeerd", "betwist"] as const;

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    number: `26-${String(41_235 + index * 7).padStart(6, "0")}`,
    debtor: { name: names[index % names.length] ?? "", city: cities[index % cities.length] ?? "" },
    client: "Zonnekracht Energie B.V.",
    status: statuses[index % statuses.length] ?? "",
    nextOn: `2026-11-${String((index % 28) + 1).padStart(2, "0")}`,
    principalCents: 9_800 + index * 13_370,
    openCents: 12_345 + index * 10_111 - (index % 9 === 4 ? 200_000 : 0),
    ...(index === 6 ? { _rowVariant: "warning" } : {}),
  }));

const few = rowsOf(12);
const many = rowsOf(1000);
const tones: Readonly<Record<string, Tone>> = { betalingsregeling: "good", gepauzeerd: "warn", betwist: "bad" };

const columns: readonly Column<Row>[] = [
  { key: "number", label: "Dossier", sortable: true, allowToggle: false, copy: true },
  { key: "debtor.name", label: "Debiteur", sortable: true },
  { key: "debtor.city", label: "Plaats", sortable: true },
  { key: "client", label: "Klant" },
  {
    key: "status",
    label: "Status",
    sortable: true,
    formatter: (value) => <Status tone={tones[String(value)] ?? "neutral"}>{String(value)}</Status>,
  },
  { key: "nextOn", label: "Volgende actie", as: "date", sortable: true },
  { key: "principalCents", label: "Hoofdsom", as: "money", sortable: true },
  { key: "openCents", label: "Openstaand", as: "money", sortable: true },
];

const nothing = { refetch: () => undefined, error: null, data: undefined };

export function GalleryTables(): ReactNode {
  const [long, setLong] = useState(false);
  return (
    <>
      <Section
        title="DataTable"
        aside={
          <button type="button" className="v-link" onClick={() => setLong(!long)}>
            {long ? 12 : 1000}
          </button>
        }
      >
        <DataTable
          id="gallery"
          label="DataTable"
          columns={columns}
          rows={long ? many : few}
          selectable
          bulk={() => <Button>bulk</Button>}
          linkTo={(row) => `/file/show-new/${row.id}`}
          details={(row) => <span>{row.debtor.name}</span>}
          cellVariants={(row) => ({ openCents: row.openCents < 0 ? "danger" : undefined })}
          actions={() => (
            <Group gap={2} wrap="nowrap" justify="flex-end">
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label="edit">
                <IconPencil size={14} />
              </ActionIcon>
            </Group>
          )}
          exportName="gallery"
        />
      </Section>
      <Section title="DataTable, empty">
        <DataTable id="empty" label="DataTable, empty" columns={columns} rows={[]} chooser={false} />
      </Section>
      <Section title="DataTable, error">
        <DataTable
          id="error"
          label="DataTable, error"
          columns={columns}
          list={{ ...nothing, error: new ApiError(0, "network", "network", {}) }}
          chooser={false}
        />
      </Section>
      <Section title="DataTable, loading">
        <DataTable id="loading" label="DataTable, loading" columns={columns} list={nothing} chooser={false} />
      </Section>
    </>
  );
}
