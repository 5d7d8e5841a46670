/** The form of an action on many files: which one, and what it needs. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { fileTexts } from "../../../cases/files/files.texts.ts";
import { filePhases, fileStatuses, holdKinds } from "../../../cases/files/files.ts";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { ApiError } from "../../../ground/platform/web/http/transport.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import {
  Form,
  type FormOf,
  MoneyField,
  TextareaField,
  TextField,
  useForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import type { claimTexts, interestTexts } from "../../../money/claims/claims.texts.ts";
import { TermFields, termsOfValues } from "../../../money/claims/claims.web.tsx";
import { bulkAction, type bulkChoices, listBulk, planBulk } from "../bulk.contract.ts";
import { type BulkKind, bulkActions } from "../bulk.ts";
import { useBulkTexts } from "../texts.web.ts";

type Choices = ReplyOf<typeof bulkChoices>;
type Options = Choices["workflows"];

const choicesOf = (options: Options) => options.map(({ id, text }) => ({ value: String(id), label: text }));

/** Of all actions together; those of interest terms have the names that their fields have everywhere. */
interface Values {
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

const empty: Values = {
  act: null,
  workflow: null,
  reason: "",
  caseManagerId: null,
  status: null,
  phase: null,
  hold: null,
  since: null,
  until: null,
  from: null,
  on: null,
  subject: "",
  agenda: null,
  content: "",
  note: "",
  costType: null,
  cents: null,
  description: "",
  titleOn: null,
  titleReference: "",
  closing: null,
  step: null,
  kind: "",
  percent: null,
  per: "year",
  compounding: "yearly",
  dayCount: "ACT/365F",
  floor: "statutory",
};

const given = (text: string | null): string | undefined => (text === null || text === "" ? undefined : text);
const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** The action as the call takes it; what is missing is the server's to say, beside its field. */
function bodyOf(values: Values, choices: Choices): Record<string, unknown> {
  const { act } = values;
  const closing = choices.closingReasons.find(({ id }) => String(id) === values.closing);
  const fields: Partial<Record<BulkKind, Record<string, unknown>>> = {
    workflow: { workflow: values.workflow, reason: values.reason },
    step: { reason: values.reason },
    case_manager: { caseManagerId: numberOf(values.caseManagerId) },
    status: { status: values.status, phase: given(values.phase) },
    flag: {
      hold: values.hold,
      reason: given(values.reason),
      since: given(values.since),
      until: values.until,
    },
    unflag: { hold: values.hold, reason: given(values.reason) },
    note: { subject: values.subject, content: given(values.content) },
    agenda: { subject: numberOf(values.agenda), on: given(values.on), note: given(values.note) },
    cost: {
      costType: numberOf(values.costType),
      cents: values.cents,
      description: values.description,
      ...(values.titleOn === null ? {} : { title: { on: values.titleOn, reference: values.titleReference } }),
    },
    close: { reason: closing?.reason, closingReasonId: closing?.id, note: given(values.note) },
    reopen: { note: given(values.note) },
    step_go: { workflow: values.workflow, position: numberOf(values.step), reason: values.reason },
    step_repeat: { reason: values.reason },
    unfreeze: { from: values.from, reason: values.reason },
    interest_terms: { interest: values.kind === "" ? undefined : termsOfValues(values), reason: values.reason },
    interest: { from: values.from, until: given(values.until), reason: values.reason },
  };
  const known = bulkActions.find((one) => one === act);
  return { kind: act, ...(known ? fields[known] : {}) };
}

const otherNames: Partial<Record<string, Readonly<Record<string, string>>>> = {
  agenda: { subject: "agenda" },
  cost: { title: "titleOn", "title.on": "titleOn", "title.reference": "titleReference" },
  close: { reason: "closing", closingReasonId: "closing" },
  step_go: { position: "step" },
  interest_terms: { interest: "kind", "interest.rate": "percent", "interest.compounding": "compounding" },
};

/** The field of the form that a path of the call is about: the call has them below `action`, and names some otherwise. */
function fieldOf(act: string | null, path: string): string {
  const name = path.replace(/^action\./, "");
  if (name === "" || name === "kind") return "act";
  return otherNames[act ?? ""]?.[name] ?? (path.startsWith("chosen") ? "common" : name);
}

/** What the server refuses, under the names that the form has. @throws every other error as it is. */
function renamed(act: string | null, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = Object.fromEntries(Object.entries(error.errors).map(([path, said]) => [fieldOf(act, path), said]));
  return new ApiError(error.status, error.code, error.message, { ...error.data, errors });
}

export function ActionForm(props: {
  readonly choices: Choices;
  readonly chosen: BodyOf<typeof planBulk>["chosen"] | undefined;
  readonly onPlanned: (id: number) => void;
}): ReactNode {
  const { choices, chosen } = props;
  const t = useBulkTexts();
  const form = useForm(empty);
  const plan = useAct(planBulk, { invalidates: [listBulk] });
  if (choices.actions.length === 0) return <Text c="dimmed">{t("noActions")}</Text>;
  const { act } = form.values;
  const save = async (values: Values): Promise<void> => {
    const parsed = bulkAction.safeParse(bodyOf(values, choices));
    if (!parsed.success) {
      for (const issue of parsed.error.issues)
        form.setFieldError(fieldOf(values.act, issue.path.join(".")), t("required"));
      return;
    }
    if (chosen === undefined) return form.setFieldError("act", t("chooseFiles"));
    try {
      const run = await plan.mutateAsync({ body: { chosen, action: parsed.data } });
      props.onPlanned(run.id);
    } catch (error) {
      throw renamed(values.act, error);
    }
  };
  return (
    <Form form={form} label={t("what")} submit={t("plan")} onSave={save}>
      <SelectField
        name="act"
        label={t("action")}
        required
        options={choices.actions.map((one) => ({ value: one, label: t(`action_${one}`) }))}
      />
      {act !== null && <Fields form={form} act={act} choices={choices} />}
      {act === "send" && <Text size="sm">{t("forGoodHint")}</Text>}
    </Form>
  );
}

function Fields(props: { form: FormOf<Values>; act: string; choices: Choices }): ReactNode {
  const { form, act, choices } = props;
  const { values } = form;
  const t = useBulkTexts();
  const interest = useTexts<typeof interestTexts>("interest");
  const claims = useTexts<typeof claimTexts>("claims");
  const files = useTexts<typeof fileTexts>("files");
  const reason = <TextareaField name="reason" label={t("reason")} maxLength={500} required />;
  const note = <TextareaField name="note" label={t("note")} maxLength={1000} />;
  const holds = holdKinds.map((one) => ({ value: one, label: files(`hold_${one}`) }));
  switch (act) {
    case "workflow":
      return (
        <>
          <SelectField name="workflow" label={t("workflow")} required options={choicesOf(choices.workflows)} />
          {reason}
        </>
      );
    case "step":
    case "step_repeat":
      return reason;
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
              .filter(({ workflow }) => workflow === values.workflow)
              .map(({ position, text }) => ({ value: String(position), label: text }))}
          />
          {reason}
        </>
      );
    case "unfreeze":
      return (
        <>
          <DateField name="from" label={t("runsFrom")} required />
          {reason}
        </>
      );
    case "interest_terms":
      return (
        <>
          <TermFields t={interest} form={form} />
          {reason}
        </>
      );
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
    case "note":
      return (
        <>
          <TextField name="subject" label={t("subject")} required maxLength={200} />
          <TextareaField name="content" label={t("content")} maxLength={1000} />
        </>
      );
    case "agenda":
      return (
        <>
          <SelectField name="agenda" label={t("subject")} required options={choicesOf(choices.subjects)} />
          <DateField name="on" label={t("on")} />
          {note}
        </>
      );
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
    case "close":
      return (
        <>
          <SelectField name="closing" label={t("closingReason")} required options={choicesOf(choices.closingReasons)} />
          {note}
        </>
      );
    case "reopen":
      return note;
    case "interest":
      return (
        <>
          <DateField name="from" label={t("from")} required />
          <DateField name="until" label={t("untilNot")} />
          {reason}
        </>
      );
    default:
      return (
        <Text size="sm" c="dimmed">
          {t("sendHint")}
        </Text>
      );
  }
}
