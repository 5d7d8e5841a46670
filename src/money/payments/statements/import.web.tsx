/** Bank statements: uploading a file, the result of each file, and the statements with their totals. */

import { Button, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { FileName, Money, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { ApiError, showError, useAct, useCall, useInvalidate } from "../../../ground/platform/web/http/api.web.ts";
import { useOnChange } from "../../../ground/platform/web/http/polling.web.ts";
import { FilePicker } from "../../../ground/platform/web/inputs/files.web.tsx";
import { Link, PlainLink } from "../../../ground/platform/web/pages/links.web.tsx";
import { Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import {
  type ImportRow,
  listAccounts,
  listEntries,
  listImports,
  listStatements,
  reviewScreen,
  type StatementRow,
  uploadStatement,
} from "../payments.contract.ts";
import { maxStatementBytes } from "../payments.ts";
import { usePaymentTexts } from "../texts.web.ts";
import { Accounts } from "./accounts.web.tsx";

const busy = (row: ImportRow): boolean => row.state === "waiting" || row.state === "reading";
const standOf = (rows: readonly ImportRow[]): string => rows.map(({ id, state }) => `${id} ${state}`).join();

export function PaymentImport(): ReactNode {
  const t = usePaymentTexts();
  const review = useCall(listEntries, { query: { limit: 1, filter: { state: "review" } } });
  const waiting = review.data?.total ?? 0;
  return (
    <Page
      title={t("importTitle")}
      actions={
        <Button component={PlainLink} to={reviewScreen} variant={waiting > 0 ? "filled" : "default"}>
          {t("reviewTitle")} ({waiting})
        </Button>
      }
    >
      <Upload />
      <Imports />
      <Statements />
      <Accounts />
    </Page>
  );
}

/** One file at a time: chosen or dropped, it is uploaded at once. */
function Upload(): ReactNode {
  const t = usePaymentTexts();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const upload = useAct(uploadStatement, { invalidates: [listImports] });
  const send = async (file: File): Promise<void> => {
    setErrors([]);
    try {
      await upload.mutateAsync({ files: { file } });
      notify({ message: t("started"), variant: "success" });
    } catch (error) {
      if (error instanceof ApiError && error.isValidation) setErrors(error.errors.file ?? [error.message]);
      else showError(error);
    }
  };
  return (
    <Section title={t("upload")}>
      <FilePicker
        label={t("file")}
        description={t("uploadHint")}
        value={[]}
        maxBytes={maxStatementBytes}
        errors={errors}
        disabled={upload.isPending}
        onChange={([file]) => {
          if (file) void send(file);
        }}
      />
    </Section>
  );
}

const tones: Readonly<Record<ImportRow["state"], Tone>> = {
  waiting: "neutral",
  reading: "accent",
  done: "good",
  refused: "bad",
};

function Imports(): ReactNode {
  const t = usePaymentTexts();
  const [every, setEvery] = useState<number | false>(false);
  const list = useCall(listImports, { query: { limit: 10 } }, { every, quiet: every !== false });
  const wanted = list.data?.items.some(busy) ? 1000 : false;
  const invalidate = useInvalidate();
  // Polled each second while a file is being read.
  if (every !== wanted) setEvery(wanted);
  // A small file has been read before anybody looks: what it brought shows all the same.
  useOnChange(list.data && standOf(list.data.items), () => invalidate(listStatements, listEntries, listAccounts));
  const columns: Column<ImportRow>[] = [
    {
      key: "fileName",
      label: t("file"),
      allowToggle: false,
      share: 30,
      formatter: (_value, row) => <FileName>{row.fileName}</FileName>,
      text: (_value, row) => row.fileName,
    },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, row) => (
        <>
          <Status tone={tones[row.state]}>{t(`import_${row.state}`)}</Status>
          {row.refusal !== null && (
            <Text size="sm" c="red" component="div">
              {row.refusal}
            </Text>
          )}
          <WorkNotice work={row.work} invalidates={[listImports]} />
        </>
      ),
      text: (_value, row) => labelled(t(`import_${row.state}`), row.refusal ?? "", row.work?.error ?? ""),
    },
    { key: "totals.entries", label: t("entries"), as: "number" },
    { key: "totals.known", label: t("knownEntries"), as: "number" },
    { key: "totals.booked", label: t("booked"), as: "number" },
    { key: "totals.review", label: t("toReview"), as: "number" },
    { key: "totals.ignored", label: t("setAside"), as: "number" },
    { key: "totals.cents", label: t("credit"), as: "money" },
    { key: "format", label: t("format"), hidden: true },
    {
      key: "uploadedAt",
      label: t("uploadedAt"),
      as: "datetime",
      below: { key: "uploadedBy", label: t("uploadedBy") },
    },
  ];
  if (list.data?.total === 0) return null;
  return (
    <Section title={t("imports")}>
      <DataTable id="bank-imports" label={t("imports")} columns={columns} list={list} chooser={false} />
    </Section>
  );
}

function useStatementColumns(): Column<StatementRow>[] {
  const t = usePaymentTexts();
  const entriesOf = (row: StatementRow, state: string, count: number): ReactNode =>
    count === 0 ? (
      "–"
    ) : (
      <Link to={reviewScreen} search={{ statement: row.id, state }}>
        {count}
      </Link>
    );
  return [
    { key: "to", label: t("period"), as: "date", sortable: true, allowToggle: false },
    {
      key: "account.name",
      label: t("account"),
      sortable: true,
      sortKey: "account",
      below: { key: "number", label: t("number") },
    },
    {
      key: "creditCents",
      label: t("credit"),
      as: "money",
      below: { key: "debitCents", label: t("debit"), as: "money" },
    },
    {
      key: "closingCents",
      label: t("closing"),
      as: "money",
      below: { key: "openingCents", label: t("opening"), as: "money" },
    },
    { key: "entries", label: t("entries"), as: "number" },
    {
      key: "matched",
      label: t("booked"),
      as: "number",
      formatter: (_v, row) => entriesOf(row, "matched", row.matched),
    },
    { key: "review", label: t("toReview"), as: "number", formatter: (_v, row) => entriesOf(row, "review", row.review) },
    {
      key: "ignored",
      label: t("setAside"),
      as: "number",
      formatter: (_v, row) => entriesOf(row, "ignored", row.ignored),
    },
    {
      key: "remarks",
      label: t("remarks"),
      text: (_value, row) => row.remarks.join(" "),
      formatter: (_value, row) =>
        row.remarks.length > 0 ? <Status tone="warn">{row.remarks.join(" ")}</Status> : null,
    },
  ];
}

function Statements(): ReactNode {
  const t = usePaymentTexts();
  const table = useTableState(listStatements);
  const list = useCall(listStatements, { query: table.query });
  return (
    <Section title={t("statements")} aside={list.data && <StatementSum rows={list.data.items} />}>
      <DataTable
        id="bank-statements"
        label={t("statements")}
        columns={useStatementColumns()}
        list={list}
        state={table}
        exportName="afschriften"
        empty={{ title: t("noStatementYet"), text: t("uploadHint") }}
      />
    </Section>
  );
}

/** The receipts on the statements shown. */
function StatementSum({ rows }: { rows: readonly StatementRow[] }): ReactNode {
  const t = usePaymentTexts();
  return (
    <>
      {t("credit")} <Money cents={rows.reduce((sum, row) => sum + row.creditCents, 0)} />
    </>
  );
}
