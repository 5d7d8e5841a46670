/** One print batch: its progress, its files, its reports, and its letters. */
import { Alert, Button, Progress } from "@mantine/core";
import type { ReactNode } from "react";
import { useLanguage } from "../../ground/platform/web/content/texts.web.ts";
import { DateText, Status } from "../../ground/platform/web/content/values.web.tsx";
import { openModal, promptText } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { addressOf, useAct, useInvalidate } from "../../ground/platform/web/http/api.web.ts";
import { useMovingCall, useOnChange } from "../../ground/platform/web/http/polling.web.ts";
import { formatBytes, formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { useGo } from "../../ground/platform/web/pages/links.web.tsx";
import { Facts, HorizontalScroll, Loaded, Page, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { WorkNotice } from "../../ground/platform/web/work.web.tsx";
import { ImportAnswers, PostedForm } from "./answers.web.tsx";
import { Pieces } from "./pieces.web.tsx";
import {
  type BatchDetail,
  type BatchRow,
  cancelBatch,
  confirmBatch,
  deliverBatch,
  downloadBatch,
  downloadList,
  downloadPart,
  judgeBatch,
  listPieces,
  mergingScreen,
  readBatch,
} from "./print-batches.contract.ts";
import styles from "./print-batches.module.css";
import { batchReads, batchTones, usePrintTexts } from "./texts.web.ts";

const watchMillis = 1000;

export function BatchPage({ id }: { id: number }): ReactNode {
  const batch = useMovingCall(
    readBatch,
    { params: { id } },
    watchMillis,
    ({ state, delivery, toApply }) => state === "making" || delivery === "pending" || toApply > 0,
  );
  const invalidate = useInvalidate();
  // What a job has done to the letters while it was watched: made them, or taken in what was told of them.
  useOnChange(batch.data && `${batch.data.state} ${batch.data.version} ${batch.data.toApply}`, () =>
    invalidate(listPieces),
  );
  return <Loaded of={batch}>{(shown) => <Batch batch={shown} />}</Loaded>;
}

/** Whether its letters are with somebody who can tell what became of them. */
const isPrinted = ({ state }: BatchDetail): boolean => state !== "making" && state !== "cancelled";

function Batch({ batch }: { batch: BatchDetail }): ReactNode {
  const t = usePrintTexts();
  const go = useGo();
  return (
    <Page
      title={t("batchName", { id: String(batch.id) })}
      count={<Status tone={batchTones[batch.state]}>{t(`state_${batch.state}`)}</Status>}
      actions={
        <>
          <Button variant="subtle" onClick={() => go(mergingScreen)}>
            {t("back")}
          </Button>
          <Actions batch={batch} />
        </>
      }
    >
      {batch.state === "making" && <Making batch={batch} />}
      <WorkNotice work={batch.work} invalidates={batchReads} />
      {batch.toApply > 0 && (
        <Alert variant="light" mb="md" p="xs" role="status">
          {t("toApply", { count: batch.toApply })}
        </Alert>
      )}
      <DeliveryNotice batch={batch} />
      {batch.secondEyes && isPrinted(batch) && (
        <Alert variant="light" color="yellow" mb="md" p="xs">
          {t("fourEyes")}
        </Alert>
      )}
      <Counts batch={batch} />
      <div className={styles.columns}>
        <Files batch={batch} />
        <Section title={t("history")}>
          <ul className={styles.events}>
            {batch.events.map((event) => (
              <li key={event.id}>
                {event.text}
                <div className={styles.mute}>
                  <DateText value={event.at} time="HH:mm" /> {event.by}
                </div>
              </li>
            ))}
          </ul>
        </Section>
      </div>
      {isPrinted(batch) && <ImportAnswers batch={batch} />}
      <Pieces batch={batch} />
    </Page>
  );
}

/** How far the delivery by SFTP is, where it has not arrived. */
function DeliveryNotice({ batch }: { batch: BatchDetail }): ReactNode {
  const t = usePrintTexts();
  const confirm = useAct(confirmBatch, { invalidates: batchReads });
  if (batch.state !== "ready" || batch.delivery === null || batch.delivery === "cancelled") return null;
  const why = batch.deliveryError ?? "";
  if (batch.delivery === "pending")
    return (
      <Alert variant="light" mb="md" p="xs" role="status" color={why === "" ? "blue" : "yellow"}>
        {why === "" ? t("delivering") : t("deliveringAgain", { why })}
      </Alert>
    );
  return (
    <Alert variant="light" color="red" mb="md" p="xs" role="alert">
      {t(batch.delivery === "uncertain" ? "delivery_uncertain" : "delivery_dead", { why })}
      {batch.delivery === "uncertain" && (
        <Button
          size="compact-xs"
          variant="default"
          ml="sm"
          disabled={batch.secondEyes}
          loading={confirm.isPending}
          onClick={() => void confirm.run({ params: { id: batch.id }, body: { version: batch.version } })}
        >
          {t("confirmDelivered")}
        </Button>
      )}
    </Alert>
  );
}

function Making({ batch }: { batch: BatchDetail }): ReactNode {
  const t = usePrintTexts();
  const { done = 0, total = batch.letters } = batch.work ?? {};
  return (
    <div className={styles.progress}>
      <Progress.Root size="lg" radius="xs">
        <Progress.Section
          value={total === 0 ? 0 : (100 * done) / total}
          color="teal"
          animated
          aria-label={t("state_making")}
        />
      </Progress.Root>
      <span role="status">{t("progress", { done, total: total || batch.letters })}</span>
    </div>
  );
}

function Counts({ batch }: { batch: BatchDetail }): ReactNode {
  const t = usePrintTexts();
  const language = useLanguage();
  const count = (value: number): string => formatNumber(value, language);
  return (
    <Facts
      items={[
        [t("letters"), count(batch.letters)],
        [t("sheets"), count(batch.sheets)],
        [t("postedCount"), count(batch.posted)],
        [t("returnedCount"), count(batch.returned)],
        ...(batch.withdrawn > 0 ? [[t("withdrawnCount"), count(batch.withdrawn)] as const] : []),
      ]}
    />
  );
}

/** What can be done with a batch that waits: withdrawn, judged again, delivered. */
function useBatchActs(batch: BatchDetail) {
  const t = usePrintTexts();
  const cancel = useAct(cancelBatch, { invalidates: batchReads });
  const judge = useAct(judgeBatch, { invalidates: batchReads });
  const deliver = useAct(deliverBatch, { invalidates: batchReads });
  /** Says what came of the judging: a batch that is made again is not ready any more. */
  const noteJudged = (row: BatchRow | undefined, allGo: string | null): void => {
    if (row?.state === "making") notify({ message: t("judgedLeftOut"), variant: "warning" });
    else if (row && allGo !== null) notify({ message: allGo, variant: "success" });
  };
  const params = { id: batch.id };
  const body = { version: batch.version };
  const askCancel = async (): Promise<void> => {
    const reason = await promptText(t("cancelAsk"), {
      title: t("cancel"),
      yes: t("cancel"),
      required: true,
      danger: true,
    });
    if (reason) await cancel.run({ params, body: { reason, version: batch.version } });
  };
  return {
    isCancelling: cancel.isPending,
    isJudging: judge.isPending,
    isDelivering: deliver.isPending,
    askCancel,
    judgeAgain: async () => noteJudged(await judge.run({ params, body }), t("judgedAllGo")),
    deliverNow: async () => noteJudged(await deliver.run({ params, body }), null),
  };
}

function Actions({ batch }: { batch: BatchDetail }): ReactNode {
  const t = usePrintTexts();
  const acts = useBatchActs(batch);
  const isOpen = isPrinted(batch) && batch.posted < batch.letters;
  return (
    <>
      {batch.state !== "cancelled" && batch.posted === 0 && (
        <Button variant="default" loading={acts.isCancelling} onClick={() => void acts.askCancel()}>
          {t("cancel")}
        </Button>
      )}
      {batch.list !== null && !batch.cleared && batch.state !== "cancelled" && (
        <Button
          component="a"
          variant={isOpen ? "default" : "filled"}
          href={addressOf(downloadBatch, { params: { id: batch.id } })}
          download
        >
          {t("download")}
        </Button>
      )}
      {batch.mayJudge && (
        <Button variant="default" loading={acts.isJudging} onClick={() => void acts.judgeAgain()}>
          {t("judge")}
        </Button>
      )}
      {batch.mayDeliver && (
        <Button
          variant="light"
          disabled={batch.secondEyes}
          loading={acts.isDelivering}
          onClick={() => void acts.deliverNow()}
        >
          {t(batch.delivery === null ? "deliver" : "deliverAgain")}
        </Button>
      )}
      {isOpen && (
        <Button
          disabled={batch.secondEyes}
          onClick={() =>
            openModal({ title: t("tellPosted"), size: "md" }, (close) => <PostedForm batch={batch} close={close} />)
          }
        >
          {t("tellPosted")}
        </Button>
      )}
    </>
  );
}

interface PartProps {
  readonly batch: BatchDetail;
  readonly part: BatchDetail["parts"][number];
  readonly canFetch: boolean;
}

function Part({ batch, part, canFetch }: PartProps): ReactNode {
  const t = usePrintTexts();
  const language = useLanguage();
  return (
    <tr>
      <td>
        {canFetch && part.made ? (
          <a
            href={addressOf(downloadPart, { params: { id: batch.id, part: part.part } })}
            aria-label={t("downloadPart", { part: String(part.part) })}
          >
            {part.part}
          </a>
        ) : (
          part.part
        )}
      </td>
      <td>
        {part.firstSet}–{part.lastSet}
      </td>
      <td>{part.made ? formatNumber(part.pages, language) : "–"}</td>
      <td>{part.bytes === null ? "–" : formatBytes(part.bytes, language)}</td>
      <td className={styles.sum} title={part.sha256 ?? ""}>
        {part.sha256 ?? "–"}
      </td>
    </tr>
  );
}

/** The parts and the list, each with its checksum. */
function Files({ batch }: { batch: BatchDetail }): ReactNode {
  const t = usePrintTexts();
  const language = useLanguage();
  const canFetch = batch.list !== null && !batch.cleared && batch.state !== "cancelled";
  return (
    <Section title={t("parts")}>
      {batch.cleared && <p>{t("cleared")}</p>}
      {canFetch && <p className={styles.mute}>{t("partsHint")}</p>}
      <HorizontalScroll label={t("parts")} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("part")}</th>
              <th scope="col">{t("fromTo")}</th>
              <th scope="col">{t("pages")}</th>
              <th scope="col">{t("size")}</th>
              <th scope="col">{t("checksum")}</th>
            </tr>
          </thead>
          <tbody>
            {batch.parts.map((part) => (
              <Part key={part.part} batch={batch} part={part} canFetch={canFetch} />
            ))}
            {batch.list !== null && (
              <tr>
                <td colSpan={3}>
                  {canFetch ? (
                    <a href={addressOf(downloadList, { params: { id: batch.id } })}>{t("downloadList")}</a>
                  ) : (
                    t("downloadList")
                  )}
                </td>
                <td>{formatBytes(batch.list.bytes, language)}</td>
                <td className={styles.sum} title={batch.list.sha256}>
                  {batch.list.sha256}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </HorizontalScroll>
    </Section>
  );
}
