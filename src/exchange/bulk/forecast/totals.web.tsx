/** What a work comes to in all, above its files: sums before and after, what changes in how many files, and why not in others. */
import { Group, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { labelled, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useOnChange } from "../../../ground/platform/web/http/polling.web.ts";
import { formatMoney, formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { HorizontalScroll, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type BulkRun, type BulkTotals, bulkTotals } from "../bulk.contract.ts";
import styles from "../bulk.module.css";
import { outcomeTones } from "../runs/status-colors.web.ts";
import { useBulkTexts } from "../texts.web.ts";

type Line = BulkTotals["outcomes"][number];
const sides = ["open", "interest", "costs"] as const;

/** All lines in one, for those that have more than one. */
function sumOf(lines: readonly Line[]): Omit<Line, "outcome"> {
  const added = (side: (typeof sides)[number]) => ({
    before: lines.reduce((sum, line) => sum + line[side].before, 0),
    after: lines.reduce((sum, line) => sum + line[side].after, 0),
  });
  const files = lines.reduce((sum, line) => sum + line.files, 0);
  return { files, open: added("open"), interest: added("interest"), costs: added("costs") };
}

export function Totals(props: { run: BulkRun; live: boolean }): ReactNode {
  const t = useBulkTexts();
  const { run, live } = props;
  const totals = useCall(bulkTotals, { params: { id: run.id } }, { enabled: !live });
  useOnChange(run.state, () => live || totals.refetch());
  if (live || totals.data === undefined || totals.data.outcomes.length === 0) return null;
  const { outcomes, effects, reasons } = totals.data;
  return (
    <Section title={t("totals")}>
      <Sums lines={outcomes} />
      <Group align="start" gap="xl" className={styles.secondary ?? ""}>
        {effects.length > 0 && <Effects effects={effects} />}
        {reasons.length > 0 && <Reasons reasons={reasons} />}
      </Group>
    </Section>
  );
}

function Sums({ lines }: { lines: readonly Line[] }): ReactNode {
  const t = useBulkTexts();
  const language = useLanguage();
  // What changes in no file has one column.
  const changes = sides.filter((side) => lines.some((line) => line[side].after !== line[side].before));
  const columns = sides.flatMap((side) =>
    (changes.includes(side) ? (["before", "after"] as const) : (["before"] as const)).map((when) => ({ side, when })),
  );
  const row = (line: Omit<Line, "outcome">): ReactNode => (
    <>
      <Table.Td className={styles.number ?? ""}>{formatNumber(line.files, language)}</Table.Td>
      {columns.map(({ side, when }) => (
        <Table.Td
          key={`${side} ${when}`}
          className={styles.number ?? ""}
          {...(when === "after" && line[side].after !== line[side].before ? { fw: 600 } : {})}
        >
          {formatMoney(line[side][when], language)}
        </Table.Td>
      ))}
    </>
  );
  return (
    <HorizontalScroll label={t("totals")}>
      <Table className={styles.totals ?? ""} verticalSpacing={4} withRowBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("outcome")}</Table.Th>
            <Table.Th className={styles.number ?? ""}>{t("files")}</Table.Th>
            {columns.map(({ side, when }) => (
              <Table.Th key={`${side} ${when}`} className={styles.number ?? ""}>
                {t(`field_${side}Cents`)}
                {changes.includes(side) && ` ${t(when === "before" ? "sumBefore" : "sumAfter")}`}
              </Table.Th>
            ))}
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
              <Table.Td>{t("all")}</Table.Td>
              {row(sumOf(lines))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </HorizontalScroll>
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
        ? labelled(t("field_step"), after ?? "–")
        : labelled(t(`field_${field}`), `${before ?? "–"} → ${after ?? "–"}`),
  }));
  return <Told title={t("changes")} rows={rows} />;
}

const Reasons = ({ reasons }: { reasons: BulkTotals["reasons"] }): ReactNode => {
  const t = useBulkTexts();
  return <Told title={t("why")} rows={reasons} />;
};
