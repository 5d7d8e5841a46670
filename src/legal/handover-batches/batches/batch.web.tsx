/** One batch: how far it is, who goes and who does not and why, and what can be done with it. */

import { Alert, Button, Progress, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Money, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { addressOf, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useOnChange } from "../../../ground/platform/web/http/polling.web.ts";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Facts, Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import {
  type Column,
  DataTable,
  type Selection,
  useTableState,
} from "../../../ground/platform/web/table/table.web.tsx";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import type { DestinationRow } from "../destinations/destinations.contract.ts";
import { handoverScreen } from "../handover-batches.contract.ts";
import { recallable, recallOpen } from "../handover-batches.ts";
import { useBatchTexts, useScreenTexts } from "../texts.web.ts";
import { Verdict } from "../validation/verdict.web.tsx";
import { BatchStatus } from "./batch-state.web.tsx";
import {
  type BatchFile,
  confirmRecallReported,
  downloadBatch,
  type HandoverBatch,
  judgeAgain,
  leaveOut,
  listBatchFiles,
  makeBatch,
  readBatch,
  recallBatch,
  retryBatch,
} from "./batches.contract.ts";
import { Events } from "./events.web.tsx";
import { batchReads } from "./reads.web.ts";
import { ReceiptForm } from "./receipt-form.web.tsx";
import { fileTones } from "./tones.web.ts";

const watchMillis = 1000;

export function BatchWork({ id, destination }: { id: number; destination: DestinationRow }): ReactNode {
  const [moves, setMoves] = useState(true);
  const batch = useCall(readBatch, { params: { id } }, { every: moves && watchMillis, quiet: moves });
  const now =
    batch.data !== undefined &&
    (batch.data.moving !== null || batch.data.delivery === "pending" || batch.data.recall === "pending");
  if (batch.data && moves !== now) setMoves(now);
  return <Loaded of={batch}>{(shown) => <Work batch={shown} destination={destination} />}</Loaded>;
}

const countIn = ({ files }: HandoverBatch, state: string): number =>
  files.find((one) => one.state === state)?.count ?? 0;

function Work({ batch, destination }: { batch: HandoverBatch; destination: DestinationRow }): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const all = batch.files.reduce((sum, { count }) => sum + count, 0);
  const done = batch.moving === "judging" ? all - countIn(batch, "draft") : (batch.work?.done ?? 0);
  return (
    <Page
      title={labelled(names(`type_${batch.type}`), destination.name)}
      tab={t("batch", { id: String(batch.id) })}
      count={<BatchStatus batch={batch} />}
      actions={<Actions batch={batch} destination={destination} />}
    >
      {batch.problem !== null && (
        <Alert color="red" variant="light" mb="sm">
          {batch.problem}
        </Alert>
      )}
      <RecallState batch={batch} destination={destination} />
      <WorkNotice work={batch.work} invalidates={batchReads} />
      {batch.moving !== null && (
        <div style={{ maxWidth: "var(--v-form-short)", marginBottom: 16 }}>
          <Progress value={(100 * done) / Math.max(1, all)} aria-label={names(`state_${batch.state}`)} animated />
        </div>
      )}
      {batch.missing.length > 0 && (
        <Text size="sm" c="red" mb="sm">
          {t("missing", { numbers: batch.missing.join(", ") })}
        </Text>
      )}
      {batch.sha256 !== null && (
        <div style={{ marginBottom: 20 }}>
          <Sent batch={batch} />
        </div>
      )}
      <Files batch={batch} />
      <Section title={t("events")}>
        <Events filter={{ batch: String(batch.id) }} id="handover-batch-events" />
      </Section>
    </Page>
  );
}

/** Whether the office knows that the batch was taken back; once it is accepted, how files come back all the same. */
function RecallState({ batch, destination }: { batch: HandoverBatch; destination: DestinationRow }): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const accepted = batch.state === "accepted" || batch.state === "partly";
  return (
    <>
      {batch.recall !== null && (
        <Alert color={recallColours[batch.recall]} variant="light" mb="sm">
          {t(`recall_${batch.recall}`)} {batch.recallError}
        </Alert>
      )}
      {accepted && batch.type !== "transfer_back" && destination.types.includes("transfer_back") && (
        <Text size="sm" c="dimmed" mb="sm">
          {t("afterAccepted")}{" "}
          <Link to={handoverScreen} params={{ handoverType: "transfer_back", handoverDestination: destination.id }}>
            {names("type_transfer_back")}
          </Link>
        </Text>
      )}
    </>
  );
}

const recallColours = {
  pending: "blue",
  told: "gray",
  uncertain: "orange",
  failed: "red",
  byHand: "orange",
  refused: "orange",
} as const;

/** Telling an office again that a batch was taken back, or noting that a person told it. */
function RecallActions({ batch }: { batch: HandoverBatch }): ReactNode {
  const t = useScreenTexts();
  const again = useAct(retryBatch, { invalidates: batchReads });
  const confirmReported = useAct(confirmRecallReported, { invalidates: batchReads });
  const { version, recall, channel } = batch;
  const params = { id: batch.id };
  if (recall === null || !recallOpen.includes(recall)) return null;
  const confirm = async (): Promise<void> => {
    const note = await promptText(t("recallToldQuestion"), {
      title: t("recallTold"),
      yes: t("recallTold"),
      required: true,
    });
    if (note) await confirmReported.run({ params, body: { version, note } });
  };
  return (
    <>
      {recall !== "pending" && channel !== "download" && (
        <Button
          variant="default"
          loading={again.isPending}
          onClick={() => void again.run({ params, body: { version } })}
        >
          {t("recallAgain")}
        </Button>
      )}
      <Button variant="default" loading={confirmReported.isPending} onClick={() => void confirm()}>
        {t("recallTold")}
      </Button>
    </>
  );
}

/** What went, as the office has to confirm it. */
function Sent({ batch }: { batch: HandoverBatch }): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  return (
    <Facts
      items={[
        [t("key"), <code key="key">{batch.key}</code>],
        [t("count"), batch.count],
        [t("total"), <Money key="total" cents={batch.totalCents ?? 0} />],
        [
          t("sha256"),
          <code key="sum" style={{ overflowWrap: "anywhere" }}>
            {batch.sha256}
          </code>,
        ],
        ...(batch.delivery === null
          ? []
          : [[t("delivery"), labelled(t(`delivery_${batch.delivery}`), batch.deliveryError ?? "")] as const]),
        ...(batch.receiptAt === null ? [] : [[names("event_receipt"), dateText(batch.receiptAt)] as const]),
      ]}
    />
  );
}

function ReceiptButton({ batch }: { batch: HandoverBatch }): ReactNode {
  const t = useScreenTexts();
  const open = (): void => {
    openModal({ title: t("receipt"), size: "lg" }, (close) => <ReceiptForm batch={batch} close={close} />);
  };
  return <Button onClick={open}>{t("receipt")}</Button>;
}

function Actions({ batch, destination }: { batch: HandoverBatch; destination: DestinationRow }): ReactNode {
  const t = useScreenTexts();
  const make = useAct(makeBatch, { invalidates: batchReads });
  const judge = useAct(judgeAgain, { invalidates: batchReads });
  const recall = useAct(recallBatch, { invalidates: batchReads });
  const retry = useAct(retryBatch, { invalidates: batchReads });
  const params = { id: batch.id };
  const { version, moving, state } = batch;
  const count = countIn(batch, "validated");
  const askMake = async (): Promise<void> => {
    const yes = t("make", { count });
    if (await confirm(t("makeQuestion", { count, office: destination.name }), { title: yes, yes }))
      await make.run({ params, body: { version } });
  };
  const askRecall = async (): Promise<void> => {
    const reason = await promptText(t("recallQuestion"), { title: t("recall"), yes: t("recall"), required: true });
    if (reason) await recall.run({ params, body: { version, reason } });
  };
  if (moving !== null) return null;
  const fails = batch.delivery === "dead" || batch.delivery === "uncertain" || batch.delivery === "kept";
  return (
    <>
      <RecallActions batch={batch} />
      {recallable.includes(state) && (
        <Button variant="subtle" color="red" onClick={() => void askRecall()}>
          {t("recall")}
        </Button>
      )}
      {state === "validated" && (
        <Button
          variant="default"
          loading={judge.isPending}
          onClick={() => void judge.run({ params, body: { version } })}
        >
          {t("judge")}
        </Button>
      )}
      {state === "queued" && fails && (
        <Button
          variant="default"
          loading={retry.isPending}
          onClick={() => void retry.run({ params, body: { version } })}
        >
          {t("retry")}
        </Button>
      )}
      {batch.sha256 !== null && state !== "recalled" && (
        <Button component="a" href={addressOf(downloadBatch, { params })} variant="default" download>
          {t("download")}
        </Button>
      )}
      {state === "sent" && <ReceiptButton batch={batch} />}
      {state === "validated" && count > 0 && (
        <Button loading={make.isPending} onClick={() => void askMake()}>
          {t("make", { count })}
        </Button>
      )}
    </>
  );
}

function useFileColumns(batch: HandoverBatch): Column<BatchFile>[] {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const lines = ({ lines: all }: BatchFile): string =>
    all.map(({ name, level }) => (level === "warn" ? `${name} (${t("warns")})` : name)).join(", ");
  const before = batch.state === "draft" || batch.state === "validated";
  return [
    {
      key: "fileNumber",
      label: t("file"),
      sortable: true,
      allowToggle: false,
      formatter: (_value, row) => (
        <FileLink id={row.fileId} tab="handover">
          {row.fileNumber}
        </FileLink>
      ),
      text: (_value, row) => row.fileNumber,
    },
    { key: "debtorName", label: t("debtor"), share: 20, wraps: true, limit: null },
    { key: "clientName", label: t("client"), share: 18, wraps: true, limit: null },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, row) => <Status tone={fileTones[row.state]}>{names(`file_${row.state}`)}</Status>,
      text: (_value, row) => names(`file_${row.state}`),
    },
    { key: "openCents", label: t("open"), as: "money" },
    { key: "costCents", label: t("costs"), as: "money", hidden: !before },
    { key: "documents", label: t("documents"), as: "number", hidden: !before },
    {
      key: "lines",
      label: t("lines"),
      share: 30,
      wraps: true,
      // Once it has gone, what it lacked is no longer what one looks for.
      hidden: !before,
      formatter: (_value, row) => lines(row),
      text: (_value, row) => lines(row),
    },
    { key: "officeNumber", label: t("officeNumber"), hidden: before },
    { key: "reason", label: t("reason"), hidden: before },
  ];
}

function Files({ batch }: { batch: HandoverBatch }): ReactNode {
  const t = useScreenTexts();
  const table = useTableState(listBatchFiles);
  const list = useCall(listBatchFiles, { params: { id: batch.id }, query: table.query });
  useOnChange(`${batch.version} ${JSON.stringify(batch.files)}`, list.refetch);
  const leave = useAct(leaveOut, { invalidates: batchReads });
  const plan = batch.state === "validated" && batch.moving === null;
  const act = (selection: Selection<BatchFile>, out: boolean): void => {
    const files = selection.rows.map(({ fileId }) => fileId);
    void leave.run({ params: { id: batch.id }, body: { files, out } }).then((done) => done && selection.clear());
  };
  return (
    <Section title={t("files")}>
      <DataTable
        id="handover-files"
        label={t("files")}
        columns={useFileColumns(batch)}
        list={list}
        state={table}
        views={false}
        rowName={(row) => row.fileNumber}
        exportName="handover-files"
        selectable={plan}
        bulk={(selection) => (
          <>
            <Button size="compact-sm" onClick={() => act(selection, true)}>
              {t("leaveOut")}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => act(selection, false)}>
              {t("putBack")}
            </Button>
          </>
        )}
        {...(batch.state === "validated"
          ? { details: (row: BatchFile) => <Verdict batch={batch} fileId={row.fileId} /> }
          : {})}
      />
    </Section>
  );
}
