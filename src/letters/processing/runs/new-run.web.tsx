/** A new run: choose the files, review the plan, then start it. */
import { Button, MultiSelect, NumberInput, Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ClientPicker } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DatePicker, type DateTyping, useDateTyping } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { numberSigns } from "../../../ground/platform/web/inputs/format.ts";
import { useAddressQuery, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import { Empty, Loaded, Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { stepChannels } from "../../workflows/workflows.ts";
import styles from "../processing.module.css";
import { mostFiles, type RunScope } from "../processing.ts";
import { useProcessingTexts, useStepTexts } from "../texts.web.ts";
import { RunRows, useRowState } from "./rows.web.tsx";
import { RunActions, RunProgress, RunStateName, RunTotals, useRun } from "./run.web.tsx";
import { LastRuns } from "./run-list.web.tsx";
import { listRuns, monitoringScreen, newRunScreen, planRun, type RunDetail, runChoices } from "./runs.contract.ts";

const everything: RunScope = { clients: [], workflow: null, step: null, channels: [], dueUntil: null, max: mostFiles };

/** The run in the address. */
export const useRunId = (): number | undefined => {
  const id = Number(useAddressQuery().values.run);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export function NewRun(): ReactNode {
  const id = useRunId();
  return id === undefined ? <ChooseScope scope={everything} /> : <PlannedRun id={id} />;
}

function PlannedRun({ id }: { id: number }): ReactNode {
  // Of another run nothing stays of the one before, whose choices may stand open to plan anew.
  return <Loaded of={useRun(id)}>{(run) => <Plan key={run.id} run={run} />}</Loaded>;
}

function Plan({ run }: { run: RunDetail }): ReactNode {
  const t = useProcessingTexts();
  const go = useGo();
  const rows = useRowState(run.id);
  const [again, setAgain] = useState(false);
  if (again) return <ChooseScope scope={run.scope} />;
  const planning = run.state === "planning";
  return (
    <Page
      title={t("run", { id: String(run.id) })}
      count={<RunStateName run={run} />}
      actions={
        <>
          <Button variant="subtle" onClick={() => setAgain(true)}>
            {t("planAgain")}
          </Button>
          <RunActions
            run={run}
            onMade={() => go(monitoringScreen, {}, { run: run.id })}
            onGone={() => go(newRunScreen)}
          />
        </>
      }
    >
      {(planning || run.state === "making") && <RunProgress run={run} />}
      {!planning && run.totals.length === 0 ? (
        <Empty title={t("nothingDue")} text={t("nothingDueHint")} />
      ) : (
        <>
          <RunTotals run={run} onRule={(rule) => rows.setFilter({ rule })} />
          {!planning && <RunRows run={run} state={rows} />}
        </>
      )}
    </Page>
  );
}

function ChooseScope(props: { scope: RunScope }): ReactNode {
  const t = useProcessingTexts();
  const go = useGo();
  const [scope, setScope] = useState(props.scope);
  const dueUntil = useDateTyping(scope.dueUntil);
  const plan = useAct(planRun, {
    invalidates: [listRuns],
    onSuccess: (run) => go(newRunScreen, {}, { run: run.id }),
  });
  return (
    <Page
      title={t("newTitle")}
      actions={
        <Button loading={plan.isPending} disabled={dueUntil.isMistyped} onClick={() => void plan.run({ body: scope })}>
          {t("plan")}
        </Button>
      }
    >
      <p>{t("scopeHint")}</p>
      <ScopeFields scope={scope} dueUntil={dueUntil} onChange={(changes) => setScope({ ...scope, ...changes })} />
      <LastRuns />
    </Page>
  );
}

interface ScopeProps {
  readonly scope: RunScope;
  readonly onChange: (changes: Partial<RunScope>) => void;
}

/** A workflow, and one of its steps. */
function WorkflowFields({ scope, onChange }: ScopeProps): ReactNode {
  const t = useProcessingTexts();
  const choices = useCall(runChoices, {});
  const workflows = choices.data?.items ?? [];
  const chosen = workflows.find(({ code }) => code === scope.workflow);
  return (
    <>
      <Select
        label={t("scopeWorkflow")}
        placeholder={t("scopeAllWorkflows")}
        clearable
        value={scope.workflow}
        onChange={(workflow) => onChange({ workflow, step: null })}
        data={workflows.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
      />
      <Select
        label={t("scopeStep")}
        placeholder={t("scopeAllSteps")}
        clearable
        disabled={chosen === undefined}
        value={scope.step === null ? null : String(scope.step)}
        onChange={(step) => onChange({ step: step === null ? null : Number(step) })}
        data={(chosen?.steps ?? []).map(({ position, name }) => ({
          value: String(position),
          label: `${position} · ${name}`,
        }))}
      />
    </>
  );
}

/** The most files of the run. It can be emptied to type another number; left empty it is the most there may be. */
function MostField({ max, onChange }: { max: number; onChange: ScopeProps["onChange"] }): ReactNode {
  const t = useProcessingTexts();
  const language = useLanguage();
  const [isEmpty, setEmpty] = useState(false);
  return (
    <NumberInput
      label={t("scopeMax")}
      min={1}
      max={mostFiles}
      allowDecimal={false}
      {...numberSigns(language)}
      value={isEmpty ? "" : max}
      onChange={(typed) => {
        setEmpty(typeof typed !== "number");
        onChange({ max: typeof typed === "number" ? Math.min(Math.max(typed, 1), mostFiles) : mostFiles });
      }}
      onBlur={() => setEmpty(false)}
    />
  );
}

function ScopeFields({ scope, dueUntil, onChange }: ScopeProps & { dueUntil: DateTyping }): ReactNode {
  const t = useProcessingTexts();
  const steps = useStepTexts();
  return (
    <div className={styles.scope}>
      <div className={styles.wide}>
        <ClientPicker
          multiple
          label={t("scopeClients")}
          {...(scope.clients.length === 0 ? { placeholder: t("scopeAllClients") } : {})}
          value={scope.clients}
          onChange={(ids) => onChange({ clients: ids.map(Number) })}
        />
      </div>
      <WorkflowFields scope={scope} onChange={onChange} />
      <MultiSelect
        label={t("scopeChannels")}
        {...(scope.channels.length === 0 ? { placeholder: t("scopeAllChannels") } : {})}
        clearable
        value={scope.channels}
        onChange={(channels) => onChange({ channels: stepChannels.filter((channel) => channels.includes(channel)) })}
        data={stepChannels.map((channel) => ({ value: channel, label: steps(`channel_${channel}`) }))}
      />
      <DatePicker
        label={t("scopeDueUntil")}
        value={scope.dueUntil}
        typing={dueUntil}
        onChange={(day) => onChange({ dueUntil: day })}
      />
      <MostField max={scope.max} onChange={onChange} />
    </div>
  );
}
