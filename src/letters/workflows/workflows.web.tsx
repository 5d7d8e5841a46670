/** The position of a file in its workflow: past and coming steps with reasons, what stops it; pausing, resuming, changing, skipping. */

import { Button, Group } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { listLogs } from "../../cases/logs/logs.contract.ts";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { joined, textOf, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Status, type Tone } from "../../ground/platform/web/content/values.web.tsx";
import { openModal, promptText } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../ground/platform/web/inputs/dates.web.tsx";
import { Form, TextareaField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { HorizontalScroll, Loaded, Section } from "../../ground/platform/web/pages/page.web.tsx";
import type { panelTexts } from "./position/panel.texts.ts";
import { OnVersion } from "./position/version.web.tsx";
import type { StepOutcome } from "./schedule/definition.ts";
import {
  changeFileWorkflow,
  type FileWorkflow,
  listWorkflows,
  pauseFileWorkflow,
  readFileWorkflow,
  resumeFileWorkflow,
  skipWorkflowStep,
} from "./workflows.contract.ts";
import styles from "./workflows.module.css";
import type { workflowTexts } from "./workflows.texts.ts";

// The screens are fetched when they are opened: the page of a file takes no more than its panel.
export const loadWorkflows = () => import("./versions/list.web.tsx").then((m) => m.Workflows);
export const loadWorkflowPage = () => import("./versions/page.web.tsx").then((m) => m.WorkflowPage);
export const loadEditStep = () => import("./versions/step-form.web.tsx").then((m) => m.EditStep);

const usePanelTexts = () => useTexts<typeof panelTexts>("workflow-panel");
const useStepTexts = () => useTexts<typeof workflowTexts>("workflows");
const stale = [readFileWorkflow, listLogs] as const;

export interface WorkflowPanelProps {
  readonly fileId: number;
  readonly onChanged?: () => void;
}

interface Shown extends WorkflowPanelProps {
  readonly place: FileWorkflow;
}

/** The workflow of a file. */
export function WorkflowPanel({ fileId, onChanged }: WorkflowPanelProps): ReactNode {
  const t = usePanelTexts();
  const place = useCall(readFileWorkflow, { params: { id: fileId } });
  return (
    <Loaded of={place}>
      {(data) => {
        const shown = { fileId, place: data, ...(onChanged ? { onChanged } : {}) };
        return (
          <Section title={data.workflow ? data.workflow.name : t("title")} aside={<Acts {...shown} />}>
            {data.workflow === null && <p className={styles.note}>{t("noWorkflow")}</p>}
            <OnVersion {...shown} />
            {data.startedOn !== null && (
              <p className={styles.note}>{t("startedOn", { date: dateText(data.startedOn) })}</p>
            )}
            <Still place={data} />
            {data.steps.length > 0 && <Steps {...shown} />}
          </Section>
        );
      }}
    </Loaded>
  );
}

/** Why the file stands still, and what that does to its steps. */
function Still({ place }: { place: FileWorkflow }): ReactNode {
  const t = usePanelTexts();
  if (place.still.length === 0) return null;
  return (
    <div className={styles.still}>
      {place.still.map(({ why, reason, until }) => (
        <p key={`${why} ${reason}`}>
          <Status tone="warn">{why}</Status>
          {reason !== "" && ` ${reason}`}
          {until !== null && ` (${t("until", { date: dateText(until) })})`}
        </p>
      ))}
      {place.stoppedOn !== null && <p className={styles.note}>{t("still", { date: dateText(place.stoppedOn) })}</p>}
    </div>
  );
}

function Acts({ fileId, place, onChanged }: Shown): ReactNode {
  const t = usePanelTexts();
  const may = useMay(pauseFileWorkflow);
  const resume = useAct(resumeFileWorkflow, { invalidates: stale });
  if (!may) return null;
  const resumeWorkflow = async (): Promise<void> => {
    if (!(await resume.run({ params: { id: fileId }, body: { version: place.version } }))) return;
    notify({ message: t("resumed"), variant: "success" });
    onChanged?.();
  };
  const shown = { fileId, place, ...(onChanged ? { onChanged } : {}) };
  const open = (kind: "pauseTitle" | "change"): void => {
    openModal({ title: textOf(`workflow-panel.${kind}`) }, (close) =>
      kind === "change" ? <ChangeForm {...shown} close={close} /> : <PauseForm {...shown} close={close} />,
    );
  };
  return (
    <Group gap={4} justify="flex-end">
      {place.paused ? (
        <Button size="compact-sm" variant="default" onClick={() => void resumeWorkflow()} loading={resume.isPending}>
          {t("resume")}
        </Button>
      ) : (
        place.workflow !== null && (
          <Button size="compact-sm" variant="default" onClick={() => open("pauseTitle")}>
            {t("pause")}
          </Button>
        )
      )}
      <Button size="compact-sm" variant="subtle" onClick={() => open("change")}>
        {t("change")}
      </Button>
    </Group>
  );
}

function PauseForm({ fileId, place, onChanged, close }: Shown & { close: () => void }): ReactNode {
  const t = usePanelTexts();
  const form = useCallForm(pauseFileWorkflow, { reason: "", until: null, version: place.version });
  const pause = useAct(pauseFileWorkflow, { invalidates: stale });
  const save = async (body: BodyOf<typeof pauseFileWorkflow>): Promise<void> => {
    await pause.mutateAsync({ params: { id: fileId }, body });
    notify({ message: t("paused"), variant: "success" });
    onChanged?.();
  };
  return (
    <Form form={form} label={t("pauseTitle")} onSave={save} onSaved={close} onCancel={close} submit={t("pause")}>
      <TextareaField form={form} name="reason" label={t("reason")} required rows={2} maxLength={500} autoFocus />
      <DateField form={form} name="until" label={t("pauseUntil")} />
    </Form>
  );
}

function ChangeForm({ fileId, place, onChanged, close }: Shown & { close: () => void }): ReactNode {
  const t = usePanelTexts();
  const workflows = useCall(listWorkflows, { query: { file: fileId } }).data?.items ?? [];
  const form = useCallForm(changeFileWorkflow, {
    workflow: place.workflow?.code ?? null,
    reason: "",
    version: place.version,
  });
  const change = useAct(changeFileWorkflow, { invalidates: stale });
  const save = async (body: BodyOf<typeof changeFileWorkflow>): Promise<void> => {
    await change.mutateAsync({ params: { id: fileId }, body });
    notify({ message: t("changed"), variant: "success" });
    onChanged?.();
  };
  return (
    <Form form={form} label={t("change")} onSave={save} onSaved={close} onCancel={close} submit={t("change")}>
      <SelectField
        form={form}
        name="workflow"
        label={t("workflow")}
        required
        description={t("changeHint")}
        options={workflows.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
      />
      <TextareaField form={form} name="reason" label={t("reason")} rows={2} maxLength={500} />
    </Form>
  );
}

const tones: Readonly<Record<StepOutcome, Tone>> = {
  done: "good",
  reached: "good",
  approved: "good",
  not_reached: "warn",
  lapsed: "warn",
  skipped: "warn",
  not_applicable: "neutral",
};

/** The steps in order: the past with its outcome, the next one with its date and why, the others with the day expected. */
function Steps({ fileId, place, onChanged }: Shown): ReactNode {
  const t = usePanelTexts();
  const may = useMay(skipWorkflowStep) && place.skippable;
  const skip = useAct(skipWorkflowStep, { invalidates: stale });
  const ask = async (position: number, name: string): Promise<void> => {
    const spec = { title: t("skipTitle", { step: name }), yes: t("skip"), required: true };
    const reason = await promptText(t("skipAsk"), spec);
    if (reason === undefined) return;
    const body = { position, reason: reason.trim().slice(0, 500), version: place.version };
    if (!(await skip.run({ params: { id: fileId }, body }))) return;
    notify({ message: t("skipped"), variant: "success" });
    onChanged?.();
  };
  return (
    <HorizontalScroll label={t("title")}>
      <ol className={styles.steps}>
        {place.steps.map((step) => {
          const isNext = place.next?.position === step.position;
          return (
            <li key={step.position} data-next={isNext} aria-current={isNext ? "step" : undefined}>
              <StepMark step={step} />
              <div>
                <StepName step={step} />
                {step.done.map((done) => (
                  <Done key={`${done.on} ${done.outcome}`} done={done} />
                ))}
                {isNext && place.next ? <NextDate next={place.next} /> : <Expected step={step} />}
              </div>
              {isNext && may && (
                <Button size="compact-xs" variant="subtle" onClick={() => void ask(step.position, step.name)}>
                  {t("skip")}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </HorizontalScroll>
  );
}

type StepRow = FileWorkflow["steps"][number];

/** The place of a step on the path: its number, or a tick where it has been done. */
function StepMark({ step }: { step: StepRow }): ReactNode {
  const isDone = step.done.some(({ outcome }) => tones[outcome] === "good");
  return (
    <span className={styles.mark} data-done={isDone}>
      {isDone && <IconCheck size={14} aria-hidden />}
      <span className={isDone ? "v-hidden" : undefined}>{step.position}</span>
    </span>
  );
}

function StepName({ step }: { step: StepRow }): ReactNode {
  const t = usePanelTexts();
  const s = useStepTexts();
  return (
    <div>
      {step.name}{" "}
      <small>
        {s(`channel_${step.channel}`)}
        {step.byHand && `, ${t("byHand")}`}
      </small>
    </div>
  );
}

function Done({ done }: { done: StepRow["done"][number] }): ReactNode {
  const s = useStepTexts();
  return (
    <div className={styles.line}>
      <Status tone={tones[done.outcome]}>{s(`outcome_${done.outcome}`)}</Status> {dateText(done.on)} {done.user}
      {done.reason !== null && `: ${done.reason}`}
    </div>
  );
}

/** On what the day of a step hangs. */
function useWhyThen(): (step: Pick<StepRow, "offsetDays" | "anchor">) => string {
  const t = usePanelTexts();
  const s = useStepTexts();
  return ({ offsetDays, anchor }) => {
    const kind = offsetDays === 0 ? "sameDay" : offsetDays < 0 ? "whyBefore" : "whyThen";
    return t(kind, { days: Math.abs(offsetDays), anchor: s(`anchor_${anchor}`) });
  };
}

function NextDate({ next }: { next: NonNullable<FileWorkflow["next"]> }): ReactNode {
  const t = usePanelTexts();
  const why = joined([useWhyThen()(next), ...next.moved]);
  return (
    <div className={styles.line}>
      <Status tone="accent">{next.dueOn === null ? t("waits") : t("dueNow", { date: dateText(next.dueOn) })}</Status>{" "}
      {why}
    </div>
  );
}

function Expected({ step }: { step: StepRow }): ReactNode {
  const t = usePanelTexts();
  const whyThen = useWhyThen();
  if (step.done.length > 0) return null;
  if (!step.applies) return <div className={styles.line}>{t("notNow")}</div>;
  return (
    <div className={styles.line}>
      {step.expectedOn === null ? whyThen(step) : t("expected", { date: dateText(step.expectedOn) })}
    </div>
  );
}
