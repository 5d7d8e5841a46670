/** What each action on many files needs: the fields of its form. */
import { Text } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import type { fileTexts } from "../../../cases/files/files.texts.ts";
import { filePhases, fileStatuses, holdKinds } from "../../../cases/files/files.ts";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { type FormOf, MoneyField, TextareaField, TextField } from "../../../ground/platform/web/inputs/form.web.tsx";
import type { claimTexts, interestTexts } from "../../../money/claims/claims.texts.ts";
import { TermFields } from "../../../money/claims/claims.web.tsx";
import type { bulkChoices } from "../bulk.contract.ts";
import { useBulkTexts } from "../texts.web.ts";

export type Choices = ReplyOf<typeof bulkChoices>;
type Options = Choices["workflows"];

const choicesOf = (options: Options) => options.map(({ id, text }) => ({ value: String(id), label: text }));

/** Of all actions together; those of interest terms have the names that their fields have everywhere. */
export interface ActionValues {
  readonly act: string | null;
  readonly workflow: string | null;
  readonly reason: string;
  readonly caseManagerId: string | null;
  readonly status: string | null;
  readonly phase: string | null;
  readonly hold: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly from: string | null;
  readonly on: string | null;
  readonly subject: string;
  readonly agenda: string | null;
  readonly content: string;
  readonly note: string;
  readonly costType: string | null;
  readonly cents: number | null;
  readonly description: string;
  readonly titleOn: string | null;
  readonly titleReference: string;
  readonly closing: string | null;
  readonly step: string | null;
  readonly kind: string;
  readonly percent: number | null;
  readonly per: string;
  readonly compounding: string;
  readonly dayCount: string;
  readonly floor: string;
}

interface ActionProps {
  readonly form: FormOf<ActionValues>;
  readonly act: string;
  readonly choices: Choices;
}

const Reason = (): ReactNode => (
  <TextareaField name="reason" label={useBulkTexts()("reason")} maxLength={500} required />
);
const Note = (): ReactNode => <TextareaField name="note" label={useBulkTexts()("note")} maxLength={1000} />;

/** A workflow, a step of one, or a step once more. */
function WorkflowFields({ form, act, choices }: ActionProps): ReactNode {
  const t = useBulkTexts();
  switch (act) {
    case "workflow":
      return (
        <>
          <SelectField name="workflow" label={t("workflow")} required options={choicesOf(choices.workflows)} />
          <Reason />
        </>
      );
    case "step_go":
      return (
        <>
          <SelectField name="workflow" label={t("workflow")} required options={choicesOf(choices.workflows)} />
          <SelectField
            name="step"
            label={t("step")}
            required
            description={t("stepHint")}
            options={choices.steps
              .filter(({ workflow }) => workflow === form.values.workflow)
              .map(({ position, text }) => ({ value: String(position), label: text }))}
          />
          <Reason />
        </>
      );
    default:
      return <Reason />;
  }
}

/** Status and phase, a state that begins or ends, closing and reopening. */
function StateFields({ act, choices }: ActionProps): ReactNode {
  const t = useBulkTexts();
  const files = useTexts<typeof fileTexts>("files");
  const holds = holdKinds.map((one) => ({ value: one, label: files(`hold_${one}`) }));
  switch (act) {
    case "status":
      return (
        <>
          <SelectField
            name="status"
            label={t("status")}
            required
            options={fileStatuses
              .filter((one) => one !== "closed")
              .map((one) => ({ value: one, label: files(`status_${one}`) }))}
          />
          <SelectField
            name="phase"
            label={files("phase")}
            clearable
            options={filePhases.map((one) => ({ value: one, label: files(`phase_${one}`) }))}
          />
        </>
      );
    case "flag":
    case "unflag":
      return (
        <>
          <SelectField name="hold" label={t("hold")} required options={holds} />
          <TextareaField name="reason" label={t("reason")} maxLength={1000} />
          {act === "flag" && (
            <>
              <DateField name="since" label={t("since")} description={t("sinceHint")} />
              <DateField name="until" label={t("until")} />
            </>
          )}
        </>
      );
    case "close":
      return (
        <>
          <SelectField name="closing" label={t("closingReason")} required options={choicesOf(choices.closingReasons)} />
          <Note />
        </>
      );
    default:
      return <Note />;
  }
}

/** Costs, and interest: stopped, running again, on other terms. */
function MoneyFields({ form, act, choices }: ActionProps): ReactNode {
  const t = useBulkTexts();
  const interest = useTexts<typeof interestTexts>("interest");
  const claims = useTexts<typeof claimTexts>("claims");
  switch (act) {
    case "cost":
      return (
        <>
          <SelectField name="costType" label={t("costType")} required options={choicesOf(choices.costTypes)} />
          <MoneyField name="cents" label={t("amount")} required />
          <TextField name="description" label={t("description")} required maxLength={200} />
          <DateField name="titleOn" label={claims("titleOn")} description={claims("titleHint")} />
          <TextField name="titleReference" label={claims("titleReference")} maxLength={200} />
        </>
      );
    case "interest_terms":
      return (
        <>
          <TermFields t={interest} form={form} />
          <Reason />
        </>
      );
    case "unfreeze":
      return (
        <>
          <DateField name="from" label={t("runsFrom")} required />
          <Reason />
        </>
      );
    default:
      return (
        <>
          <DateField name="from" label={t("from")} required />
          <DateField name="until" label={t("untilNot")} />
          <Reason />
        </>
      );
  }
}

/** Who does the work, what is to be done, what is noted. */
function WorkFields({ act, choices }: ActionProps): ReactNode {
  const t = useBulkTexts();
  switch (act) {
    case "case_manager":
      return (
        <SelectField
          name="caseManagerId"
          label={t("caseManager")}
          clearable
          description={t("nobodyHint")}
          options={choicesOf(choices.caseManagers)}
        />
      );
    case "agenda":
      return (
        <>
          <SelectField name="agenda" label={t("subject")} required options={choicesOf(choices.subjects)} />
          <DateField name="on" label={t("on")} />
          <Note />
        </>
      );
    default:
      return (
        <>
          <TextField name="subject" label={t("subject")} required maxLength={200} />
          <TextareaField name="content" label={t("content")} maxLength={1000} />
        </>
      );
  }
}

const fieldsOf: Partial<Record<string, ComponentType<ActionProps>>> = {
  workflow: WorkflowFields,
  step: WorkflowFields,
  step_go: WorkflowFields,
  step_repeat: WorkflowFields,
  status: StateFields,
  flag: StateFields,
  unflag: StateFields,
  close: StateFields,
  reopen: StateFields,
  cost: MoneyFields,
  interest: MoneyFields,
  interest_terms: MoneyFields,
  unfreeze: MoneyFields,
  case_manager: WorkFields,
  agenda: WorkFields,
  note: WorkFields,
};

export function Fields(props: ActionProps): ReactNode {
  const t = useBulkTexts();
  const Of = fieldsOf[props.act];
  return Of ? (
    <Of {...props} />
  ) : (
    <Text size="sm" c="dimmed">
      {t("sendHint")}
    </Text>
  );
}
