/** The form of a step: editable in a draft, read-only in a fixed version. Errors by scheduler or law are shown beside their field. */
import { Alert } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { filePhases } from "../../../cases/files/files.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { labelled, textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import {
  Form,
  MoneyField,
  NumberField,
  type OnTyping,
  useCallForm,
  useHeld,
  useHeldForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { Link, useGo, useIdParam } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { stepAnchors, stepChannels, stepEffects, workflowEvents } from "../schedule/definition.ts";
import styles from "./picture.module.css";
import { useEditorTexts, useStepTexts } from "./texts.web.ts";
import {
  changeStep,
  type DrawnStep,
  type DrawnWorkflow,
  listWorkflowVersions,
  readWorkflow,
  stepChoices,
  workflowScreen,
} from "./versions.contract.ts";

export function EditStep(): ReactNode {
  const t = useEditorTexts();
  const workflow = useIdParam("workflow");
  const id = useIdParam();
  const drawn = useCall(readWorkflow, { params: { workflow }, query: {} });
  const step = drawn.data?.steps.find((one) => one.id === id);
  // Its name stays above what was typed when the draft that holds it is gone.
  const [named, setNamed] = useState({ id, title: t("editStep") });
  const title = step ? `${step.position}. ${step.name}` : named.id === id ? named.title : t("editStep");
  if (named.id !== id || named.title !== title) setNamed({ id, title });
  return (
    <Page title={title} tab={t("editStep")}>
      <p className={styles.note}>
        <Link to={workflowScreen} params={{ workflow }}>
          {t("back")}
        </Link>
      </p>
      <Loaded of={drawn}>{(data) => <ShownStep key={id} drawn={data} step={step} />}</Loaded>
    </Page>
  );
}

const needs = ["email", "mobile", "phone"] as const;

/** The amounts between which a step is taken, and where a file goes on that is outside them. */
function Limits(): ReactNode {
  const t = useEditorTexts();
  const workflows = useCall(listWorkflowVersions, {}).data?.items ?? [];
  return (
    <>
      <MoneyField name="minOpenCents" label={t("minOpen")} />
      <MoneyField name="maxOpenCents" label={t("maxOpen")} />
      <MoneyField name="minClaimCents" label={t("minClaim")} description={t("claimHint")} />
      <MoneyField name="maxClaimCents" label={t("maxClaim")} />
      <SelectField
        name="nextWorkflow"
        label={t("nextWorkflow")}
        description={t("nextHint")}
        clearable
        options={workflows
          .filter(({ category, live }) => category !== "precasso" && live !== null)
          .map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
      />
    </>
  );
}

/** When a step is taken: so many days from what it hangs on. */
function Moment(): ReactNode {
  const t = useEditorTexts();
  const s = useStepTexts();
  return (
    <>
      <SelectField
        name="anchor"
        label={t("anchor")}
        required
        options={stepAnchors.map((value) => ({ value, label: s(`anchor_${value}`) }))}
      />
      <SelectField
        name="event"
        label={t("event")}
        description={t("eventHint")}
        clearable
        options={workflowEvents.map((value) => ({ value, label: t(`event_${value}`) }))}
      />
      <NumberField
        name="offsetDays"
        label={t("offsetDays")}
        description={t("offsetHint")}
        required
        min={-365}
        max={3650}
      />
    </>
  );
}

/** The templates that a step can send, each once, with the channel that it is for. */
function useTemplateOptions() {
  const s = useStepTexts();
  const all = useCall(stepChoices, {}).data?.items ?? [];
  const choices = all.filter(({ code }, at) => all.findIndex((one) => one.code === code) === at);
  return choices.map(({ code, name, channel: of }) => ({
    value: code,
    label: labelled(s(`channel_${of}`), `${name} (${code})`),
  }));
}

interface ShownProps {
  readonly drawn: DrawnWorkflow;
  /** Absent where this version has no such step any more. */
  readonly step: DrawnStep | undefined;
}

type StepProps = ShownProps & { readonly step: DrawnStep };

const readOnly: OnTyping = () => undefined;

const isEditable = (of: ShownProps): of is StepProps => of.step !== undefined && of.drawn.state === "draft";

/** A step, to be edited in a draft. What a colleague saves meanwhile, or does with the draft, takes nothing typed away. */
function ShownStep(newest: ShownProps): ReactNode {
  const t = useEditorTexts();
  const { shown, onTyping } = useHeld(newest);
  if (isEditable(shown))
    return (
      <div className={styles.form}>
        {!isEditable(newest) && (
          <Alert variant="light" color="yellow" mb="md" role="alert">
            {t("draftGone")}
          </Alert>
        )}
        <StepForm key={shown.drawn.version} {...shown} onTyping={onTyping} />
      </div>
    );
  return (
    <>
      <p>{t("readOnly")}</p>
      {shown.step && (
        <fieldset disabled className={styles.fixed}>
          <StepForm drawn={shown.drawn} step={shown.step} onTyping={readOnly} />
        </fieldset>
      )}
    </>
  );
}

function valuesOf(step: StepProps["step"]) {
  const { anchor, offsetDays, phase, channel, template, effect, lapseDays, termDays, needs: needed } = step;
  const { minOpenCents, maxOpenCents, minClaimCents, maxClaimCents, nextWorkflow, event } = step;
  return {
    ...{ anchor, offsetDays, phase, channel, template, effect, lapseDays, termDays, needs: needed },
    ...{ minOpenCents, maxOpenCents, minClaimCents, maxClaimCents, nextWorkflow, event },
  };
}

function StepForm({ drawn, step, onTyping }: StepProps & { readonly onTyping: OnTyping }): ReactNode {
  const t = useEditorTexts();
  const s = useStepTexts();
  const go = useGo();
  const templates = useTemplateOptions();
  const form = useCallForm(changeStep, { ...valuesOf(step), version: drawn.version });
  useHeldForm(form, onTyping);
  const change = useAct(changeStep, { invalidates: [readWorkflow, listWorkflowVersions] });
  const save = async (body: BodyOf<typeof changeStep>): Promise<void> => {
    await change.mutateAsync({ params: { workflow: drawn.id, id: step.id }, body });
    notify({ message: t("savedStep", { position: step.position }), variant: "success" });
  };
  const back = (): void => go(workflowScreen, { workflow: drawn.id });
  return (
    <Form
      form={form}
      label={t("editStep")}
      onSave={save}
      // After the form counts as saved.
      onSaved={() => setTimeout(back)}
      {...(drawn.state === "draft" ? { onCancel: back } : { submit: null })}
    >
      <SelectField
        name="channel"
        label={t("channel")}
        required
        autoFocus
        options={stepChannels.map((value) => ({ value, label: s(`channel_${value}`) }))}
      />
      <SelectField name="template" label={t("template")} required options={templates} />
      <Moment />
      <SelectField
        name="phase"
        label={t("phase")}
        required
        options={filePhases.map((value) => ({ value, label: textOf(`files.phase_${value}`) }))}
      />
      <SelectField
        name="effect"
        label={t("effect")}
        required
        options={stepEffects.map((value) => ({ value, label: t(`effect_${value}`) }))}
      />
      <NumberField name="termDays" label={t("termDays")} min={1} max={3650} />
      <NumberField name="lapseDays" label={t("lapseDays")} description={t("lapseHint")} min={1} max={3650} />
      <SelectField
        name="needs"
        label={t("needs")}
        clearable
        options={needs.map((value) => ({ value, label: t(`needs_${value}`) }))}
      />
      <Limits />
    </Form>
  );
}
