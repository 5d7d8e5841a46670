/** The letters of a batch with their results; found by piece, scanned code, file or name. */

import { ActionIcon, SegmentedControl } from "@mantine/core";
import { IconMailX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { FileLink } from "../../cases/files/files.web.tsx";
import { PreviewLink } from "../../ground/platform/web/content/preview.web.tsx";
import { labelled } from "../../ground/platform/web/content/texts.web.ts";
import { Status, type Tone } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { addressOf, useCall } from "../../ground/platform/web/http/api.web.ts";
import { FilterBar, SearchFilter } from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { readDocument } from "../correspondence/correspondence.contract.ts";
import { precassoShowScreen, readPaper } from "../precasso/precasso.contract.ts";
import { ReturnedForm } from "./answers.web.tsx";
import { type BatchDetail, listPieces, type PieceRow } from "./print-batches.contract.ts";
import { type PieceState, pieceStates } from "./print-batches.ts";
import { usePrintTexts } from "./texts.web.ts";

const tones: Readonly<Record<PieceState, Tone>> = {
  waiting: "neutral",
  posted: "good",
  returned: "warn",
  withdrawn: "neutral",
};

function usePiecesColumns(): Column<PieceRow>[] {
  const t = usePrintTexts();
  return [
    {
      key: "piece",
      label: t("piece"),
      allowToggle: false,
      formatter: (_value, row) => <PieceLink row={row} />,
      text: (_value, row) => row.piece,
    },
    {
      key: "number",
      label: t("file"),
      formatter: (_value, row) => <HolderLink row={row} />,
      text: (_value, row) => row.number,
    },
    { key: "debtorName", label: t("debtor"), share: 26, wraps: true, limit: null, card: "line" },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, row) => <Status tone={tones[row.state]}>{t(`piece_${row.state}`)}</Status>,
      text: (_value, row) => t(`piece_${row.state}`),
    },
    { key: "postedOn", label: t("postedOn"), as: "date" },
    { key: "returnedOn", label: t("returnedOn"), as: "date" },
    {
      key: "returnReason",
      label: t("reason"),
      formatter: (_value, row) => (row.returnReason ? t(`reason_${row.returnReason}`) : (row.why ?? "–")),
      text: (_value, row) => (row.returnReason ? t(`reason_${row.returnReason}`) : (row.why ?? "")),
    },
    { key: "country", label: t("country") },
    { key: "postcode", label: t("postcode"), sortable: true },
    { key: "part", label: t("part"), as: "number", hidden: true },
    { key: "pages", label: t("pages"), as: "number", hidden: true },
  ];
}

export function Pieces({ batch }: { batch: BatchDetail }): ReactNode {
  const t = usePrintTexts();
  const table = useTableState(listPieces);
  const list = useCall(listPieces, { params: { id: batch.id }, query: table.query });
  const columns = usePiecesColumns();
  return (
    <Section title={t("sets")}>
      <DataTable
        id="print-pieces"
        label={t("sets")}
        columns={columns}
        list={list}
        state={table}
        rowKey={(row) => row.set}
        rowName={(row) => `${row.piece} ${row.debtorName}`}
        exportName={`print-${batch.id}-pieces`}
        empty={{ title: t("noPieces") }}
        actions={(row) => <PieceActions batch={batch} row={row} />}
        filters={
          <FilterBar state={table}>
            <SearchFilter name="search" label={t("searchPiece")} />
            <SegmentedControl
              size="xs"
              aria-label={t("state")}
              value={table.filter.state ?? "all"}
              onChange={(state) => table.setFilter({ state: state === "all" ? null : state })}
              data={[
                { value: "all", label: t("allPieces") },
                ...pieceStates.map((state) => ({ value: state, label: t(`piece_${state}`) })),
              ]}
            />
          </FilterBar>
        }
      />
    </Section>
  );
}

/** The file or the record of pre-collection that a letter is of; the record for whoever may open it. */
export function HolderLink({ row }: { row: Pick<PieceRow, "fileId" | "recordId" | "number"> }): ReactNode {
  const mayRecords = useMay(precassoShowScreen);
  const { fileId, recordId, number } = row;
  if (fileId !== null) return <FileLink id={fileId}>{number}</FileLink>;
  if (recordId === null || !mayRecords) return number;
  return (
    <Link to={precassoShowScreen} params={{ id: recordId }}>
      {number}
    </Link>
  );
}

/** A letter by its name in the batch, which shows it. */
function PieceLink({ row }: { row: PieceRow }): ReactNode {
  const { fileId, recordId, documentId } = row;
  const href =
    fileId !== null
      ? addressOf(readDocument, { params: { id: fileId, documentId } })
      : addressOf(readPaper, { params: { id: recordId ?? 0, messageId: documentId } });
  const document = { name: row.piece, href };
  return <PreviewLink document={document} among={[document]} />;
}

function PieceActions({ batch, row }: { batch: BatchDetail; row: PieceRow }): ReactNode {
  const t = usePrintTexts();
  return (
    <>
      {row.state === "posted" && (
        <ActionIcon
          variant="subtle"
          aria-label={labelled(t("returned"), `${row.piece} ${row.debtorName}`)}
          title={t("returned")}
          onClick={() =>
            openModal({ title: labelled(t("returned"), row.piece), size: "md" }, (close) => (
              <ReturnedForm batch={batch} piece={row} close={close} />
            ))
          }
        >
          <IconMailX size={16} />
        </ActionIcon>
      )}
    </>
  );
}
