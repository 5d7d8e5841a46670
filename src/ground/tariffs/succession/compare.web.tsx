/** What a tariff changes, in worked examples beside each other. */
import { Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { currentLanguage, textOf, useTexts } from "../../platform/web/content/texts.web.ts";
import { dateText, Money } from "../../platform/web/content/values.web.tsx";
import { formatMoney } from "../../platform/web/inputs/format.ts";
import { HorizontalScroll } from "../../platform/web/pages/page.web.tsx";
import type { tariffTexts } from "../tariffs.texts.ts";
import type { TariffKind } from "../tariffs.ts";
import { compareTariffs, type Example } from "./examples.ts";

export const useTariffTexts = () => useTexts<typeof tariffTexts>("tariffs");

function aboutText({ about, part }: Example): string {
  if (about === null) return textOf(`tariffs.${part}`);
  if ("day" in about) return dateText(about.day);
  if ("article" in about) return textOf("tariffs.ex_act", { article: about.article });
  return textOf(`tariffs.ex_${part}`, { amount: formatMoney(about.cents, currentLanguage()) });
}

/** Days are there or not; everything else is an amount. */
const cell = (example: Example, cents: number | null): ReactNode =>
  example.part === "day" ? textOf(cents === null ? "platform.no" : "platform.yes") : <Money cents={cents} />;

/** The examples of two sets of data of one kind; `before` undefined for the first row of its kind. */
export function Comparison(props: { kind: TariffKind; before: unknown; after: unknown }): ReactNode {
  const t = useTariffTexts();
  const examples = compareTariffs(props.kind, props.before, props.after);
  if (examples === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t("previewWait")}
      </Text>
    );
  if (examples.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("noDays")}
      </Text>
    );
  return (
    <HorizontalScroll label={t("preview")}>
      <Table verticalSpacing={4} style={{ fontVariantNumeric: "tabular-nums", minWidth: 420 }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("example")}</Table.Th>
            <Table.Th ta="right">{t("former")}</Table.Th>
            <Table.Th ta="right">{t("now")}</Table.Th>
            <Table.Th ta="right">{t("difference")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {examples.map((example) => (
            <Table.Tr key={`${JSON.stringify(example.about)} ${example.part}`}>
              <Table.Th scope="row" fw={400}>
                {aboutText(example)}
              </Table.Th>
              <Table.Td ta="right">{cell(example, example.before)}</Table.Td>
              <Table.Td ta="right">{cell(example, example.after)}</Table.Td>
              <Table.Td ta="right">
                {example.part !== "day" && example.before !== null && example.after !== null && (
                  <Money cents={example.after - example.before} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </HorizontalScroll>
  );
}
