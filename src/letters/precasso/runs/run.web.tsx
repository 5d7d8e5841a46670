/** A run over records: choose, review, carry out. */
import { Button, MultiSelect, Progress } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { useMovingCall } from "../../../ground/platform/web/http/polling.web.ts";
import { ClientPicker } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { useAddressQuery, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Empty, Loaded, Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import styles from "../precasso.module.css";
import { usePrecassoTexts } from "../texts.web.ts";
import { LastRuns } from "./last-runs.web.tsx";
import { channels, Rows, reads, runTones, Totals, useChannelName, watchMillis } from "./rows.web.tsx";
import {
  cancelPrecasso,
  listPrecassoRuns,
  makePrecasso,
  planPrecasso,
  precassoRunScreen,
  type Run,
  readPrecassoRun,
  retryPrecasso,
  stopPrecasso,
} from "./runs.contract.ts";

export function PrecassoRun(): ReactNode {
  const id = Number(useAddressQuery().values.run);
  return Number.isSafeInteger(id) && id > 0 ? <OneRun id={id} /> : <NewPlan />;
}

function NewPlan(): ReactNode {
  const t = usePrecassoTexts();
  const go = useGo();
  const channelName = useChannelName();
  const [clients, setClients] = useState<number[]>([]);
  const [chosen, setChosen] = useState<string[]>([]);
  const plan = useAct(planPrecasso, {
    invalidates: [listPrecassoRuns],
    onSuccess: (run) => go(precassoRunScreen, {}, { run: run.id }),
  });
  const start = (): void =>
    void plan.run({ body: { clients, channels: channels.filter((channel) => chosen.includes(channel)) } });
  return (
    <Page
      title={t("runTitle")}
      actions={
        <Button loading={plan.isPending} onClick={start}>
          {t("plan")}
        </Button>
      }
    >
      <p>{t("planHint")}</p>
      <div className={styles.scope}>
        <ClientPicker
          multiple
          label={t("scopeClients")}
          {...(clients.length === 0 ? { placeholder: t("allClients") } : {})}
          value={clients}
          onChange={(ids) => setClients(ids.map(Number))}
        />
        <MultiSelect
          label={t("scopeChannels")}
          {...(chosen.length === 0 ? { placeholder: t("allChannels") } : {})}
          clearable
          value={chosen}
          onChange={setChosen}
          data={channels.map((value) => ({ value, label: channelName(value) }))}
        />
      </div>
      <LastRuns />
    </Page>
  );
}

const isMoving = ({ state }: Run): boolean => state === "planning" || state === "making";

function OneRun({ id }: { id: number }): ReactNode {
  const t = usePrecassoTexts();
  const read = useMovingCall(readPrecassoRun, { params: { id } }, watchMillis, isMoving);
  return (
    <Loaded of={read} shape="page">
      {(run) => (
        <Page
          title={t("run", { id: String(run.id) })}
          count={<Status tone={runTones[run.state]}>{t(`runState_${run.state}`)}</Status>}
          actions={<RunActs run={run} />}
        >
          {isMoving(run) && <RunProgress run={run} />}
          <WorkNotice work={run.work} invalidates={reads} />
          {run.state !== "planning" && run.totals.length === 0 ? (
            <Empty title={t("nothingDue")} text={t("nothingDueHint")} />
          ) : (
            <>
              <Totals totals={run.totals} />
              {run.state !== "planning" && <Rows run={run} />}
            </>
          )}
        </Page>
      )}
    </Loaded>
  );
}

function RunProgress({ run }: { run: Run }): ReactNode {
  const t = usePrecassoTexts();
  const done = run.done + run.dropped + run.failed;
  const total = run.toDo;
  return (
    <div role="status" className={styles.progress}>
      <Progress value={total === 0 ? 0 : (100 * done) / total} animated aria-label={t(`runState_${run.state}`)} />
      {run.state === "making" && t("progressOf", { done, total })}
    </div>
  );
}

function RunActs({ run }: { run: Run }): ReactNode {
  const t = usePrecassoTexts();
  const go = useGo();
  const make = useAct(makePrecasso, { invalidates: reads });
  const stop = useAct(stopPrecasso, { invalidates: reads });
  const retry = useAct(retryPrecasso, { invalidates: reads });
  const cancel = useAct(cancelPrecasso, { invalidates: reads, onSuccess: () => go(precassoRunScreen) });
  const params = { id: run.id };
  const left = run.toDo - run.done - run.dropped - run.failed;
  const begun = run.done + run.dropped + run.failed > 0;
  const ask = async (): Promise<void> => {
    const name = t("send", { count: left });
    if (await confirm(t("sendConfirm", { count: left }), { title: t("run", { id: String(run.id) }), yes: name }))
      await make.run({ params, body: { version: run.version } });
  };
  const askCancel = async (): Promise<void> => {
    const yes = t("cancelPlan");
    if (await confirm(t("cancelPlanConfirm"), { title: yes, yes, danger: true })) await cancel.run({ params });
  };
  return (
    <>
      <Button variant="subtle" onClick={() => go(precassoRunScreen)}>
        {t("newPlan")}
      </Button>
      {run.state === "planned" && !begun && (
        <Button variant="default" onClick={() => void askCancel()}>
          {t("cancelPlan")}
        </Button>
      )}
      {run.failed > 0 && run.state !== "making" && (
        <Button variant="default" loading={retry.isPending} onClick={() => void retry.run({ params })}>
          {t("retry", { count: run.failed })}
        </Button>
      )}
      {run.state === "making" && (
        <Button variant="default" disabled={run.stopAsked} onClick={() => void stop.run({ params })}>
          {t(run.stopAsked ? "stopping" : "stop")}
        </Button>
      )}
      {run.state === "planned" && (
        <Button disabled={left < 1} loading={make.isPending} onClick={() => void ask()}>
          {begun ? t("goOn") : t("send", { count: left })}
        </Button>
      )}
    </>
  );
}
