/** The form of an action on many files: which one, and what it needs. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { ApiError } from "../../../ground/platform/web/http/transport.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, useForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { termsOfValues } from "../../../money/claims/claims.web.tsx";
import { bulkAction, listBulk, planBulk } from "../bulk.contract.ts";
import { type BulkKind, bulkActions } from "../bulk.ts";
import { useBulkTexts } from "../texts.web.ts";
import { type Choices, Fields, type ActionValues as Values } from "./action-fields.web.tsx";

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
