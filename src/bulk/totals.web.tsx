/** What a work comes to in all, above its files: sums before and after, what changes in how many files, and why not in others. */
import { Group, Table, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useCall } from "../platform/web/api.web.ts";
import { formatMoney, formatNumber } from "../platform/web/format.ts";
import { Section, Sideways } from "../platform/web/page.web.tsx";
import { Status } from "../platform/web/show.web.tsx";
import { useLanguage } from "../platform/web/texts.web.ts";
import { type BulkTotals, bulkTotals } from "./bulk.contract.ts";
import styles from "./bulk.module.css";
import { useBulkTexts } from "./texts.web.ts";
import { outcomeTones } from "./tones.web.ts";

type Line = BulkTotals["outcomes"][number];
const sides = ["open", "interest", "costs"] as const;

/** All lines in one, for those that have more than one. */
const sumOf = (lines: readonly Line[]): Omit<Line, "outcome"> =>
  lines.reduce<Omit<Line, "outcome">>(
    (sum, line) => {
      const added = (side: (typeof sides)[number]) => ({
        before: sum[side].before + line[side].before,
        after: sum[side].after + line[side].after,
      });
      return { files: sum.files + line.files, open: added("open"), interest: added("interest"), costs: added("costs") };
    },
    { files: 0, ...{ open: nothing, interest: nothing, costs: nothing } },
  );
const nothing = { before: 0, after: 0 };

export function Totals(props: { id: number; live: boolean }): ReactNode {
  const t = useBulkTexts();
  const { id, live } = props;
  const totals = useCall(bulkTotals, { params: { id } }, { enabled: !live });
  const { refetch } = totals;
  const wasLive = useRef(live);
  useEffect(() => {
    if (wasLive.current && !live) void refetch();
    wasLive.current = live;
  }, [live, refetch]);
  if (live || totals.data === undefined || totals.data.outcomes.length === 0) return null;
  const { outcomes, effects, reasons } = totals.data;
  return (
    <Section title={t("totals")}>
      <Sums lines={outcomes} />
      <Group align="start" gap="xl" className={styles.told ?? ""}>
        {effects.length > 0 && <Effects effects={effects} />}
        {reasons.length > 0 && <Reasons reasons={reasons} />}
      </Group>
    </Section>
  );
}

function Sums({ lines }: { lines: readonly Line[] }): ReactNode {
  const t = useBulkTexts();
  const language = useLanguage();
  const row = (line: Omit<Line, "outcome">): ReactNode => (
    <>
      <Table.Td className={styles.number ?? ""}>{formatNumber(line.files, language)}</Table.Td>
      {sides.flatMap((side) =>
        (["before", "after"] as const).map((when) => (
          <Table.Td
            key={`${side}-${when}`}
            className={styles.number ?? ""}
            {...(when === "after" && line[side].after !== line[side].before ? { fw: 600 } : {})}
          >
            {formatMoney(line[side][when], language)}
          </Table.Td>
        )),
      )}
    </>
  );
  return (
    <Sideways label={t("totals")}>
      <Table className={styles.totals ?? ""} verticalSpacing={3} withRowBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th rowSpan={2}>{t("outcome")}</Table.Th>
            <Table.Th rowSpan={2} className={styles.number ?? ""}>
              {t("files")}
            </Table.Th>
            {sides.map((side) => (
              <Table.Th key={side} colSpan={2} scope="colgroup" className={styles.number ?? ""}>
                {t(`field_${side}Cents`)}
              </Table.Th>
            ))}
          </Table.Tr>
          <Table.Tr>
            {sides.flatMap((side) =>
              (["before", "after"] as const).map((when) => (
                <Table.Th key={`${side}-${when}`} className={styles.number ?? ""}>
                  {t(when)}
                </Table.Th>
              )),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.outcome}>
              <Table.Td>
                <Status tone={outcomeTones[line.outcome]}>{t(outcomeText(line.outcome))}</Status>
              </Table.Td>
              {row(line)}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {lines.length > 1 && (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>{t("all")}</Table.Th>
              {row(sumOf(lines))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </Sideways>
  );
}

const outcomeText = (outcome: Line["outcome"]) =>
  outcome === "do" || outcome === "same" || outcome === "refuse"
    ? (`verdict_${outcome}` as const)
    : (`state_${outcome}` as const);

function Told(props: { title: string; rows: readonly { text: string; files: number }[] }): ReactNode {
  const language = useLanguage();
  return (
    <div className={styles.part}>
      <Text size="sm" fw={600}>
        {props.title}
      </Text>
      <ul className={styles.lines} aria-label={props.title}>
        {props.rows.map(({ text, files }) => (
          <li key={text}>
            <span className={styles.number}>{formatNumber(files, language)}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Effects({ effects }: { effects: BulkTotals["effects"] }): ReactNode {
  const t = useBulkTexts();
  const rows = effects.map(({ field, before, after, files }) => ({
    files,
    text:
      field === "step"
        ? `${t("field_step")}: ${after ?? "–"}`
        : `${t(`field_${field}`)}: ${before ?? "–"} → ${after ?? "–"}`,
  }));
  return <Told title={t("changes")} rows={rows} />;
}

const Reasons = ({ reasons }: { reasons: BulkTotals["reasons"] }): ReactNode => {
  const t = useBulkTexts();
  return <Told title={t("why")} rows={reasons} />;
};
