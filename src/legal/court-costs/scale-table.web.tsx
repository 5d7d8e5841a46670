/** A dated scale beside the one before it. */
import { Group, Select, Table, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Money, Status } from "../../ground/platform/web/content/values.web.tsx";
import { formatMoney } from "../../ground/platform/web/inputs/format.ts";
import { Sideways } from "../../ground/platform/web/pages/page.web.tsx";
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

function Rows({ kind, chosen, before }: { kind: ScaleKind; chosen: Scale; before: Scale | undefined }): ReactNode {
  const t = useCourtCostTexts();
  const nameOf = useRowName(kind);
  const shown = columns[kind];
  const label = (column: (typeof shown)[number]): string => t(column === "value" ? "amount" : column);
  return (
    <Sideways label={t(kind)}>
      <Table verticalSpacing={6} style={{ fontVariantNumeric: "tabular-nums", width: "auto", minWidth: 420 }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(kind === "btag" ? "act" : kind === "after_costs" ? "after_costs" : "upTo")}</Table.Th>
            {shown.map((column) => (
              <Table.Th key={column} ta="right">
                {label(column)}
              </Table.Th>
            ))}
            {before && (
              <Table.Th ta="right">
                {label(shown[0])}, {t("yearBefore")} ({dateText(before.origin.from)})
              </Table.Th>
            )}
            {before && <Table.Th ta="right">{t("change")}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chosen.rows.map((row) => {
            const was = before?.rows.find(({ key }) => key === row.key)?.values[shown[0]] ?? null;
            const is = row.values[shown[0]] ?? null;
            return (
              <Table.Tr key={row.key}>
                <Table.Th scope="row" fw={400}>
                  {nameOf(row)}
                </Table.Th>
                {shown.map((column) => (
                  <Table.Td key={column} ta="right">
                    {column === "maxPoints" ? (
                      (row.values[column] ?? "–")
                    ) : (
                      <Money cents={row.values[column] ?? null} />
                    )}
                  </Table.Td>
                ))}
                {before && (
                  <Table.Td ta="right" c="dimmed">
                    <Money cents={was} />
                  </Table.Td>
                )}
                {before && <Table.Td ta="right">{was !== null && is !== null && <Money cents={is - was} />}</Table.Td>}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Sideways>
  );
}
