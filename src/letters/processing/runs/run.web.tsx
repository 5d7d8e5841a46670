/** One run: its contents, its progress, and its rows. */
import { Button, Progress } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { Money, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { useMovingCall } from "../../../ground/platform/web/http/polling.web.ts";
import { formatMoney, formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { HorizontalScroll, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../processing.module.css";
import type { RunState, Verdict } from "../processing.ts";
import { type ProcessingText, useProcessingTexts, useStepTexts } from "../texts.web.ts";
import {
  cancelRun,
  listRunRows,
  listRuns,
  makeRunCall,
  type Run,
  type RunDetail,
  readRun,
  retryRun,
  stopRun,
} from "./runs.contract.ts";

export const runReads = [readRun, listRuns, listRunRows];

/** The polling interval while a run is planned or made. */
export const watchMillis = 1000;

/** A run, refreshed while it is active. */
export function useRun(id: number): UseQueryResult<RunDetail> {
  return useMovingCall(
    readRun,
    { params: { id } },
    watchMillis,
    ({ state }) => state === "planning" || state === "making",
  );
}

const runTones: Readonly<Record<RunState, Tone>> = {
  planning: "accent",
  planned: "warn",
  making: "accent",
  done: "good",
  failed: "bad",
  cancelled: "neutral",
};

/** The displayed state of a run: one that was stopped halfway is no longer just planned. */
export function RunStateName({ run }: { run: Run }): ReactNode {
  const t = useProcessingTexts();
  return <Status tone={runTones[run.state]}>{t(`runState_${shownState(run)}`)}</Status>;
}

const hasBegun = (run: Run): boolean => run.done + run.dropped + run.failed > 0;

export const shownState = (run: Run): RunState | "stopped" =>
  run.state === "planned" && hasBegun(run) ? "stopped" : run.state;

export const verdictTones: Readonly<Record<Verdict, Tone>> = {
  do: "good",
  refuse: "bad",
  wait: "warn",
  close: "accent",
};

/** The number of messages per channel, and of closings, still to be made. */
interface Sending {
  readonly post: number;
  readonly email: number;
  readonly sms: number;
  readonly close: number;
  readonly costCents: number;
}

export function sendingOf(run: RunDetail): Sending {
  const left = run.totals.filter(
    ({ state, verdict }) => state === "planned" && (verdict === "do" || verdict === "close"),
  );
  const count = (channel: string): number =>
    left
      .filter((total) => total.channel === channel && total.verdict === "do")
      .reduce((sum, { files }) => sum + files, 0);
  return {
    post: count("post"),
    email: count("email"),
    sms: count("sms"),
    close: left.filter(({ verdict }) => verdict === "close").reduce((sum, { files }) => sum + files, 0),
    costCents: left.reduce((sum, { costCents }) => sum + costCents, 0),
  };
}

/** The start button with its number: "Send 312 letters". */
function sendName(t: ProcessingText, sending: Sending): string {
  const channels = (["post", "email", "sms"] as const).filter((channel) => sending[channel] > 0);
  const messages = sending.post + sending.email + sending.sms;
  const count = messages;
  const [only] = channels;
  if (messages === 0) return sending.close > 0 ? t("send_close", { count: sending.close }) : t("send_nothing");
  if (channels.length > 1 || only === undefined) return t("send_mixed", { count });
  return t(`send_${only}`, { count });
}

function summaryOf(t: ProcessingText, sending: Sending, language: string): string {
  const parts = (["post", "email", "sms", "close"] as const)
    .filter((part) => sending[part] > 0)
    .map((part) => t(`summary_${part}`, { count: sending[part] }));
  const costs =
    sending.costCents > 0 ? ` ${t("summaryCosts", { amount: formatMoney(sending.costCents, language) })}` : "";
  return `${parts.join(", ")}.${costs}`;
}

/** The actions of a run in its current state; at most one is primary. */
export function RunActions(props: { run: RunDetail; onMade?: (run: Run) => void; onGone?: () => void }): ReactNode {
  const { run } = props;
  const t = useProcessingTexts();
  const language = useLanguage();
  const make = useAct(makeRunCall, { invalidates: runReads, onSuccess: (made) => props.onMade?.(made) });
  const cancel = useAct(cancelRun, { invalidates: runReads, onSuccess: () => props.onGone?.() });
  const stop = useAct(stopRun, { invalidates: runReads });
  const retry = useAct(retryRun, { invalidates: runReads });
  const params = { id: String(run.id) };
  const sending = sendingOf(run);
  const name = sendName(t, sending);
  const askMake = async (): Promise<void> => {
    const text = t("confirmText", { summary: summaryOf(t, sending, language) });
    const sure = await confirm(text, { title: t("confirmTitle", { id: String(run.id) }), yes: name });
    if (sure) await make.run({ params, body: { version: run.version } });
  };
  const askCancel = async (): Promise<void> => {
    const sure = await confirm(t("cancelConfirm", { id: String(run.id) }), {
      title: t("cancel"),
      yes: t("cancel"),
      danger: true,
    });
    if (sure) await cancel.run({ params });
  };
  const begun = hasBegun(run);
  return (
    <>
      {run.state === "planned" && !begun && (
        <Button variant="default" onClick={() => void askCancel()}>
          {t("cancel")}
        </Button>
      )}
      {run.failed > 0 && run.state !== "making" && (
        <Button variant="default" loading={retry.isPending} onClick={() => void retry.run({ params, body: {} })}>
          {t(run.state === "planned" ? "putBack" : "retryAll", { count: run.failed })}
        </Button>
      )}
      {run.state === "making" && (
        <Button variant="default" disabled={run.stopAsked} onClick={() => void stop.run({ params })}>
          {t(run.stopAsked ? "stopping" : "stop")}
        </Button>
      )}
      {run.state === "planned" && (
        <Button
          disabled={sending.post + sending.email + sending.sms + sending.close === 0}
          loading={make.isPending}
          onClick={() => void askMake()}
        >
          {begun ? t("goOn") : name}
        </Button>
      )}
    </>
  );
}

/** The progress of a run: files examined by the plan, or rows made. */
export function RunProgress({ run }: { run: Run }): ReactNode {
  const t = useProcessingTexts();
  const planning = run.state === "planning";
  const [done, total] = planning ? [run.lookedAt, run.dueFiles] : [run.done + run.dropped + run.failed, run.toDo];
  const values = { done: done, total: total };
  return (
    <div className={styles.progress}>
      <Progress.Root size="lg" radius="xs">
        <Progress.Section
          value={total === 0 ? 0 : (100 * done) / total}
          color={run.failed > 0 ? "red" : "teal"}
          animated={planning || run.state === "making"}
          aria-label={t("colProgress")}
        />
      </Progress.Root>
      <RunStateName run={run} />
      <div className={styles.parts} role="status">
        <span>{planning ? t("planning", values) : t("progressOf", values)}</span>
        {run.dropped > 0 && <span>{t("progressDropped", { count: run.dropped })}</span>}
        {run.failed > 0 && <span>{t("progressFailed", { count: run.failed })}</span>}
      </div>
    </div>
  );
}

/** Totals by step, and beside them why the others are not made. */
export function RunTotals(props: { run: RunDetail; onRule: (rule: string) => void }): ReactNode {
  const { run } = props;
  const t = useProcessingTexts();
  const language = useLanguage();
  if (run.totals.length === 0) return null;
  return (
    <div className={run.reasons.length > 0 ? styles.columns : undefined}>
      <Section title={t("totals")}>
        <HorizontalScroll label={t("totals")} className={styles.scroll}>
          <TotalsTable run={run} />
        </HorizontalScroll>
      </Section>
      {run.reasons.length > 0 && (
        <Section title={t("reasonsTitle")}>
          <ul className={styles.why}>
            {run.reasons.map((reason) => (
              <li key={reason.rule}>
                <span className={styles.count}>{formatNumber(reason.files, language)}</span>
                <span>
                  <button type="button" className={styles.whyText} onClick={() => props.onRule(reason.rule)}>
                    {reason.text}
                  </button>{" "}
                  <span className={styles.article}>{reason.article}</span>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

function TotalsTable({ run }: { run: RunDetail }): ReactNode {
  const t = useProcessingTexts();
  const steps = useStepTexts();
  const language = useLanguage();
  return (
    <table className={styles.totals}>
      <thead>
        <tr>
          <th scope="col">{t("colStep")}</th>
          <th scope="col" className={styles.right}>
            {t("colFiles")}
          </th>
          <th scope="col">{t("colVerdict")}</th>
          <th scope="col" className={styles.minor}>
            {t("colChannel")}
          </th>
          <th scope="col" className={styles.right}>
            {t("colCosts")}
          </th>
          <th scope="col" className={`${styles.right} ${styles.minor}`}>
            {t("colOpen")}
          </th>
        </tr>
      </thead>
      <tbody>
        {run.totals.map((total) => (
          <tr key={[total.workflow, total.step, total.name, total.channel, total.verdict, total.state].join(" ")}>
            <td>{total.name === "" ? "–" : `${total.workflow} ${total.step} · ${total.name}`}</td>
            <td className={styles.right}>{formatNumber(total.files, language)}</td>
            <td>
              <Status tone={total.state === "planned" ? verdictTones[total.verdict] : "neutral"}>
                {total.state === "planned" ? t(`verdict_${total.verdict}`) : t(`state_${total.state}`)}
              </Status>
            </td>
            <td className={styles.minor}>{steps(`channel_${total.channel}`)}</td>
            <td className={styles.right}>{total.costCents > 0 ? <Money cents={total.costCents} /> : "–"}</td>
            <td className={`${styles.right} ${styles.minor}`}>
              <Money cents={total.openCents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
