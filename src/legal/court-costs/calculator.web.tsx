/** What a summons over one claim costs, reckoned while it is typed, each line with its origin. */
import { Alert, Button, Checkbox, NumberInput, Select, Stack, Table, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPrinter } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import type { Cents } from "../../ground/kernel/money.ts";
import { useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useHouseDay } from "../../ground/platform/web/content/today.web.ts";
import { dateText, Money } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { DatePicker } from "../../ground/platform/web/inputs/dates.web.tsx";
import { formatMoney, formatNumber, numberSigns, parseMoney } from "../../ground/platform/web/inputs/format.ts";
import { Empty, ErrorState } from "../../ground/platform/web/pages/page.web.tsx";
import { type CourtCostLine, calculateCourtCosts } from "./court-costs.contract.ts";
import styles from "./court-costs.module.css";
import type { courtCostTexts } from "./court-costs.texts.ts";
import { type Claimant, claimants } from "./court-costs.ts";

const useCourtCostTexts = () => useTexts<typeof courtCostTexts>("courtCosts");
type Reckoned = ReplyOf<typeof calculateCourtCosts>;

interface Typed {
  readonly principal: string;
  readonly interest: string;
  readonly collectionCosts: string;
  readonly claimant: Claimant;
  readonly points: number;
  readonly withVat: boolean;
  readonly subDistrictMatter: boolean;
  readonly summonsOn: string | null;
  readonly judgmentOn: string | null;
}

const amounts = ["principal", "interest", "collectionCosts"] as const;
const centsOf = (text: string): Cents => parseMoney(text) ?? 0;
/** Nothing is an amount of 0; what is no amount, or below 0, is told beside its field and nothing is reckoned with it. */
const isAmount = (text: string): boolean => text.trim() === "" || (parseMoney(text) ?? -1) >= 0;

const queryOf = (typed: Typed) => ({
  principal: centsOf(typed.principal),
  interest: centsOf(typed.interest),
  collectionCosts: centsOf(typed.collectionCosts),
  claimant: typed.claimant,
  halfPoints: Math.round(typed.points * 2),
  withVat: String(typed.withVat),
  subDistrictMatter: String(typed.subDistrictMatter),
  ...(typed.summonsOn === null ? {} : { summonsOn: typed.summonsOn }),
  ...(typed.judgmentOn === null ? {} : { judgmentOn: typed.judgmentOn }),
});

export function Calculator(): ReactNode {
  const t = useCourtCostTexts();
  const today = useHouseDay();
  const [typed, setTyped] = useState<Typed>({
    principal: "",
    interest: "",
    collectionCosts: "",
    claimant: "legal",
    points: 1,
    withVat: false,
    subDistrictMatter: false,
    summonsOn: today,
    judgmentOn: null,
  });
  const [query] = useDebouncedValue(queryOf(typed), 250);
  const isReadable = amounts.every((name) => isAmount(typed[name]));
  const isAsked = isReadable && query.principal + query.interest + query.collectionCosts > 0;
  const reckoned = useCall(calculateCourtCosts, { query }, { enabled: isAsked, quiet: true });
  return (
    <div className={styles.columns}>
      <Fields typed={typed} change={(part) => setTyped((before) => ({ ...before, ...part }))} />
      <div role="status">
        {!isAsked && <Empty title={t("calculator")} text={t("enterAmount")} />}
        {isAsked && reckoned.error && <ErrorState error={reckoned.error} onRetry={() => void reckoned.refetch()} />}
        {isAsked && !reckoned.error && reckoned.data && <Outcome reckoned={reckoned.data} />}
      </div>
    </div>
  );
}

function Fields({ typed, change }: { typed: Typed; change: (part: Partial<Typed>) => void }): ReactNode {
  const t = useCourtCostTexts();
  const language = useLanguage();
  return (
    <Stack gap="sm">
      {amounts.map((name) => (
        <TextInput
          key={name}
          label={t(name)}
          value={typed[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
          inputMode="decimal"
          leftSection="€"
          error={isAmount(typed[name]) ? null : t("errorAmount")}
        />
      ))}
      <Select
        label={t("claimant")}
        data={claimants.map((value) => ({ value, label: t(`claimant_${value}`) }))}
        value={typed.claimant}
        onChange={(value) => change({ claimant: claimants.find((known) => known === value) ?? typed.claimant })}
        allowDeselect={false}
      />
      <NumberInput
        label={t("points")}
        description={t("pointsHint")}
        value={typed.points}
        onChange={(value) => change({ points: typeof value === "number" ? value : 0 })}
        min={0}
        max={20}
        step={0.5}
        decimalScale={1}
        decimalSeparator={numberSigns(language).decimalSeparator}
      />
      <DatePicker label={t("summonsOn")} value={typed.summonsOn} onChange={(summonsOn) => change({ summonsOn })} />
      <DatePicker
        label={t("judgmentOn")}
        description={t("judgmentHint")}
        value={typed.judgmentOn}
        onChange={(judgmentOn) => change({ judgmentOn })}
      />
      {(["withVat", "subDistrictMatter"] as const).map((name) => (
        <Checkbox
          key={name}
          label={t(name)}
          checked={typed[name]}
          onChange={(event) => change({ [name]: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  );
}

/** How a line came about, in a few words. */
function useHow(): (line: CourtCostLine) => string {
  const t = useCourtCostTexts();
  const language = useLanguage();
  const money = (cents: Cents): string => formatMoney(cents, language);
  return ({ part, upTo, perPoint, halfPoints, capped, rate, origin }) => {
    const isBanded = part === "courtFee" || part === "salary" || perPoint !== null;
    const words = [
      isBanded && (upTo === null ? t("bandAbove") : t("bandUpTo", { amount: money(upTo) })),
      part === "salary" &&
        perPoint !== null &&
        t("pointsOf", { points: formatNumber((halfPoints ?? 0) / 2, language), amount: money(perPoint) }),
      part === "salary" && capped !== null && t("cappedPoints"),
      part === "afterCosts" && perPoint !== null && t("halfPoint", { amount: money(perPoint) }),
      part === "afterCosts" && capped !== null && t("cappedAt", { amount: money(capped) }),
      rate !== null && t("vatOf", { rate: formatNumber(rate / 10_000, language) }),
      t("tariffOf", { date: dateText(origin.from) }),
      !origin.verified && t("unverified"),
      origin.source,
    ];
    return words.filter((word) => word !== false).join("; ");
  };
}

function Lines({ lines }: { lines: readonly CourtCostLine[] }): ReactNode {
  const t = useCourtCostTexts();
  const how = useHow();
  return lines.map((line) => (
    <Table.Tr key={line.part}>
      <Table.Th scope="row" fw={450}>
        {t(`part_${line.part}`)}
        <span className={styles.how}>{how(line)}</span>
      </Table.Th>
      <Table.Td ta="right" style={{ verticalAlign: "top" }}>
        <Money cents={line.cents} />
      </Table.Td>
    </Table.Tr>
  ));
}

/** What is saved where a claim is brought down to the limit that it is just above. */
function CliffHint({ cliff }: { cliff: NonNullable<Reckoned["cliff"]> }): ReactNode {
  const t = useCourtCostTexts();
  const language = useLanguage();
  return (
    <Alert variant="light" color="yellow" mb="sm">
      {t("cliff", {
        over: formatMoney(cliff.over, language),
        limit: formatMoney(cliff.limit, language),
        saves: formatMoney(cliff.saves, language),
      })}
    </Alert>
  );
}

function Outcome({ reckoned }: { reckoned: Reckoned }): ReactNode {
  const t = useCourtCostTexts();
  return (
    <>
      {reckoned.cliff && <CliffHint cliff={reckoned.cliff} />}
      <Table verticalSpacing={8}>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row" fw={450}>
              {t("value")}
              <span className={styles.how}>
                {t(`sector_${reckoned.sector}`)}, {dateText(reckoned.summonsOn)}
              </span>
            </Table.Th>
            <Table.Td ta="right" style={{ verticalAlign: "top" }}>
              <Money cents={reckoned.value} />
            </Table.Td>
          </Table.Tr>
          <Lines lines={reckoned.lines} />
          <Table.Tr className={styles.total}>
            <Table.Th scope="row">{t("total")}</Table.Th>
            <Table.Td ta="right">
              <Money cents={reckoned.total} strong />
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      {!reckoned.salaryKnown && (
        <Text size="sm" c="dimmed" mt="xs">
          {t("salaryUnknown")}
        </Text>
      )}
      <Text fw={600} mt="lg">
        {t("afterTitle")}
      </Text>
      <Table verticalSpacing={8}>
        <Table.Tbody>
          <Lines lines={reckoned.after} />
        </Table.Tbody>
      </Table>
      <Button
        mt="md"
        variant="default"
        className={styles.tools ?? ""}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        {t("print")}
      </Button>
    </>
  );
}
