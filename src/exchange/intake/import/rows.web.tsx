/** The rows of an upload with the verdict on each. */

import { SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { labelled, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import styles from "../intake.module.css";
import { useIntakeTexts } from "../texts.web.ts";
import { type Batch, listImportRows } from "./import.contract.ts";
import { useImportKind } from "./kind.web.tsx";
import { type Verdict, verdicts } from "./layout.ts";

type Row = ReplyOf<typeof listImportRows>["items"][number];

const tones = { good: "good", warning: "warn", rejected: "bad", duplicate: "neutral", known: "neutral" } as const;

function VerdictText({ verdict }: { verdict: Verdict }): ReactNode {
  const t = useIntakeTexts();
  return <Status tone={tones[verdict]}>{t(`verdict_${verdict}`)}</Status>;
}

function Problems({ row }: { row: Row }): ReactNode {
  const t = useIntakeTexts();
  return row.problems.map((problem, at) => (
    <span className={styles.problem} key={at}>
      {problem.field !== null && <b>{t(`field_${problem.field}`)}: </b>}
      {problem.message}
    </span>
  ));
}

/** What a row changes in its file: the value of now, struck through, and the one that comes. */
function Changes({ row }: { row: Row }): ReactNode {
  const t = useIntakeTexts();
  if (row.changes.length === 0) return null;
  return (
    <div className={styles.changes}>
      {row.changes.map(({ label, before, after }) => (
        <span className={styles.change} key={label}>
          <b>{label}</b> <del>{before || t("changesEmpty")}</del> → <ins>{after || t("changesEmpty")}</ins>
        </span>
      ))}
    </div>
  );
}

/** What a correction says stands beside what it changes already; of such uploads only the names of file and invoice are shown. */
function isHidden({ mapping, mode }: Batch, index: number): boolean {
  if (mode !== "correct" && mode !== "withdraw") return !Object.values(mapping).includes(index);
  return mapping.clientRef !== index && mapping.invoiceNumber !== index && mapping.reason !== index;
}

function useRowsColumns(batch: Batch): Column<Row>[] {
  const t = useIntakeTexts();
  const { madeAddress } = useImportKind();
  return [
    { key: "row", label: t("row"), as: "number", sortable: true, allowToggle: false },
    {
      key: "verdict",
      label: t("verdict"),
      allowToggle: false,
      formatter: (_value, row) => <VerdictText verdict={row.verdict} />,
      text: (_value, row) => t(`verdict_${row.verdict}`),
    },
    madeAddress === null
      ? {
          key: "file",
          label: t("file"),
          formatter: (_value, row) => row.file && <FileLink id={row.file.id}>{row.file.number}</FileLink>,
          text: (_value, row) => row.file?.number ?? "",
        }
      : {
          key: "made",
          label: t("record"),
          formatter: (_value, row) => row.made && <Link to={madeAddress(row.made.id)}>{row.made.number}</Link>,
          text: (_value, row) => row.made?.number ?? "",
        },
    ...(batch.mode === "correct" || batch.mode === "withdraw"
      ? [
          {
            key: "changes",
            label: t("changes"),
            allowToggle: false,
            formatter: (_value: unknown, row: Row) => <Changes row={row} />,
            text: (_value: unknown, row: Row) =>
              row.changes.map(({ label, before, after }) => labelled(label, `${before} → ${after}`)).join(" / "),
          },
        ]
      : []),
    {
      key: "problems",
      label: t("problems"),
      formatter: (_value, row) => <Problems row={row} />,
      text: (_value, row) => row.problems.map(({ message }) => message).join(" / "),
    },
    ...batch.header.map(
      (title, index): Column<Row> => ({
        key: `cells.${index}`,
        label: title || `${index + 1}`,
        limit: 40,
        hidden: isHidden(batch, index),
      }),
    ),
  ];
}

export function Rows({ batch }: { batch: Batch }): ReactNode {
  const t = useIntakeTexts();
  const language = useLanguage();
  const table = useTableState(listImportRows, { params: { id: batch.id } });
  const list = useCall(listImportRows, { params: { id: batch.id }, query: table.query });
  const columns = useRowsColumns(batch);
  const options = [
    { value: "", label: `${t("all")} ${formatNumber(batch.rows, language)}` },
    ...verdicts
      .filter((verdict) => batch.counts[verdict] > 0)
      .map((verdict) => ({
        value: verdict,
        label: `${t(`verdict_${verdict}`)} ${formatNumber(batch.counts[verdict], language)}`,
      })),
  ];
  return (
    <DataTable
      id="import-rows"
      label={t("rows")}
      columns={columns}
      list={list}
      state={table}
      views={false}
      exportName={`upload-${batch.id}`}
      rowKey={(row) => row.row}
      rowName={(row) => `${t("row")} ${row.row}`}
      empty={{ title: t("noRows") }}
      filters={
        <SegmentedControl
          size="xs"
          data={options}
          value={table.filter.verdict ?? ""}
          onChange={(verdict) => table.setFilter({ verdict })}
          aria-label={t("verdict")}
        />
      }
    />
  );
}
