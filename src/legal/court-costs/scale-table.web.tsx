/** A dated scale beside the one before it. */
import { Group, Select, Table, Text } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Money, Status } from "../../ground/platform/web/content/values.web.tsx";
import { formatMoney } from "../../ground/platform/web/inputs/format.ts";
import { HorizontalScroll } from "../../ground/platform/web/pages/page.web.tsx";
import type { readScales } from "./court-costs.contract.ts";
import type { courtCostTexts } from "./court-costs.texts.ts";
import type { ScaleKind, ScaleRow } from "./scales.ts";

type Scale = ReplyOf<typeof readScales>["items"][number];

const useCourtCostTexts = () => useTexts<typeof courtCostTexts>("courtCosts");

/** The columns of each kind; `maxPoints` is a number and no amount. */
const columns = {
  salary_kanton: ["perPoint", "maxPoints"],
  court_fee_kanton: ["legal", "natural", "indigent"],
  court_fee_rechtbank: ["legal", "natural", "indigent"],
  btag: ["value"],
  after_costs: ["value"],
} as const satisfies Record<ScaleKind, readonly string[]>;

const isAfterCost = (key: string): key is "kantonMaximum" | "civil" | "service" =>
  key === "kantonMaximum" || key === "civil" || key === "service";

function useRowName(kind: ScaleKind): (row: ScaleRow) => string {
  const t = useCourtCostTexts();
  const language = useLanguage();
  return ({ key, upTo, undetermined }) => {
    if (kind === "btag") return `Btag art. ${key.slice(0, 1)} ${key.slice(1)}`;
    if (isAfterCost(key)) return t(key);
    if (upTo === null) return t(undetermined ? "undetermined" : "above");
    const amount = formatMoney(upTo, language);
    return undetermined ? t("orUndetermined", { amount }) : amount;
  };
}

export function ScaleTable({ kind, scales }: { kind: ScaleKind; scales: readonly Scale[] }): ReactNode {
  const t = useCourtCostTexts();
  const [from, setFrom] = useState(scales[0]?.origin.from ?? "");
  const at = Math.max(
    0,
    scales.findIndex(({ origin }) => origin.from === from),
  );
  const [chosen, before] = [scales[at], scales[at + 1]];
  if (!chosen) return null;
  return (
    <>
      <Group align="flex-end" mb="sm">
        <Select
          label={t("validFrom")}
          data={scales.map(({ origin }) => ({ value: origin.from, label: dateText(origin.from) }))}
          value={chosen.origin.from}
          onChange={(value) => value !== null && setFrom(value)}
          allowDeselect={false}
          w={180}
        />
        <Text size="sm" c="dimmed" mb={8}>
          {chosen.origin.source}
        </Text>
        {!chosen.origin.verified && (
          <span style={{ marginBottom: 8 }}>
            <Status tone="warn">{t("unverified")}</Status>
          </span>
        )}
      </Group>
      <Rows kind={kind} chosen={chosen} before={before} />
    </>
  );
}

const isMoney = (column: string): boolean => column !== "maxPoints";

/** The rows of a scale, and those of the one before it that have gone since. */
const rowsOf = (chosen: Scale, before: Scale | undefined): readonly ScaleRow[] => [
  ...chosen.rows,
  ...(before?.rows ?? [])
    .filter(({ key }) => chosen.rows.every((row) => row.key !== key))
    .map((row) => ({ ...row, values: {} })),
];

interface Compared {
  readonly kind: ScaleKind;
  readonly chosen: Scale;
  readonly before: Scale | undefined;
}

function Head({ kind, chosen, before }: Compared): ReactNode {
  const t = useCourtCostTexts();
  const shown = columns[kind];
  const label = (column: (typeof shown)[number]): string => t(column === "value" ? "amount" : column);
  const compared = (column: string): boolean => before !== undefined && isMoney(column);
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th rowSpan={before ? 2 : 1} style={{ verticalAlign: "bottom" }}>
          {t(kind === "btag" ? "act" : kind === "after_costs" ? "after_costs" : "upTo")}
        </Table.Th>
        {shown.map((column) => (
          <Table.Th
            key={column}
            ta="right"
            style={{ verticalAlign: "bottom" }}
            {...(compared(column) ? { colSpan: 3 } : { rowSpan: before ? 2 : 1 })}
          >
            {label(column)}
          </Table.Th>
        ))}
      </Table.Tr>
      {before && (
        <Table.Tr>
          {shown.filter(isMoney).map((column) => (
            <Fragment key={column}>
              <Table.Th ta="right" style={{ whiteSpace: "nowrap" }}>
                {dateText(chosen.origin.from)}
              </Table.Th>
              <Table.Th ta="right" style={{ whiteSpace: "nowrap" }}>
                {dateText(before.origin.from)}
              </Table.Th>
              <Table.Th ta="right" style={{ whiteSpace: "nowrap" }}>
                {t("change")}
              </Table.Th>
            </Fragment>
          ))}
        </Table.Tr>
      )}
    </Table.Thead>
  );
}

function Rows({ kind, chosen, before }: Compared): ReactNode {
  const t = useCourtCostTexts();
  const nameOf = useRowName(kind);
  const shown = columns[kind];
  return (
    <HorizontalScroll label={t(kind)}>
      <Table verticalSpacing={6} style={{ fontVariantNumeric: "tabular-nums", width: "auto", minWidth: 420 }}>
        <Head kind={kind} chosen={chosen} before={before} />
        <Table.Tbody>
          {rowsOf(chosen, before).map((row) => {
            const former = before?.rows.find(({ key }) => key === row.key)?.values;
            return (
              <Table.Tr key={row.key}>
                <Table.Th scope="row" fw={400}>
                  {nameOf(row)}
                </Table.Th>
                {shown.map((column) => (
                  <Cells
                    key={column}
                    column={column}
                    is={row.values[column] ?? null}
                    {...(before && { was: former?.[column] ?? null })}
                  />
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </HorizontalScroll>
  );
}

/** @param was the figure of the scale before; absent where there is nothing to compare with. */
function Cells({ column, is, was }: { column: string; is: number | null; was?: number | null }): ReactNode {
  if (!isMoney(column)) return <Table.Td ta="right">{is ?? "–"}</Table.Td>;
  return (
    <>
      <Table.Td ta="right">
        <Money cents={is} />
      </Table.Td>
      {was !== undefined && (
        <>
          <Table.Td ta="right" c="dimmed">
            <Money cents={was} />
          </Table.Td>
          <Table.Td ta="right">{was !== null && is !== null && <Money cents={is - was} />}</Table.Td>
        </>
      )}
    </>
  );
}
