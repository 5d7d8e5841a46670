/** The forms of a decision: deciding on one file or many, and asking the client. */
import { Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import { useHouseDay } from "../../ground/platform/web/content/today.web.ts";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../ground/platform/web/http/api.web.ts";
import { RadioField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../ground/platform/web/inputs/dates.web.tsx";
import {
  CheckboxField,
  Form,
  MoneyField,
  TextareaField,
  useCallForm,
} from "../../ground/platform/web/inputs/form.web.tsx";
import {
  askForOrder,
  type Decision,
  type DecisionOutcome,
  type DecisionRow,
  decide,
  decideMany,
} from "./decisions.contract.ts";
import { type Advice, advices, answerDays } from "./decisions.ts";
import { useDecided, useDecisionTexts } from "./texts.web.ts";

interface OneProps {
  readonly decision: Decision;
  readonly close: () => void;
}

export function DecideForm({ decision, close }: OneProps): ReactNode {
  const t = useDecisionTexts();
  const today = useHouseDay();
  const decided = useDecided();
  const act = useAct(decide);
  const form = useCallForm(decide, {
    decision: decision.advice,
    until: null,
    reason: "",
    version: decision.version,
  });
  return (
    <Form
      form={form}
      label={t("decide")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: decision.fileId }, body: untilOnlyWaiting(body) });
        decided();
        notify({ message: t("savedDecision"), variant: "success" });
      }}
      onSaved={close}
      onCancel={close}
    >
      <RadioField
        name="decision"
        label={t("decision")}
        options={advices.map((value) => ({ value, label: t(`to_${value}`) }))}
      />
      {form.values.decision === "wait" && (
        <DateField name="until" label={t("until")} required min={today === undefined ? undefined : addDays(today, 1)} />
      )}
      <TextareaField name="reason" label={t("reason")} description={t("reasonHint")} rows={2} maxLength={1000} />
    </Form>
  );
}

const untilOnlyWaiting = <Body extends Pick<BodyOf<typeof decide>, "decision" | "until">>(body: Body): Body => ({
  ...body,
  until: body.decision === "wait" ? body.until : null,
});

export function OrderForm({ decision, close }: OneProps): ReactNode {
  const t = useDecisionTexts();
  const today = useHouseDay();
  const decided = useDecided();
  const act = useAct(askForOrder);
  const form = useCallForm(askForOrder, {
    note: "",
    advanceCents: decision.costs?.advance ?? null,
    answerBy: decision.answerBy,
    version: decision.version,
  });
  return (
    <Form
      form={form}
      label={t("ask")}
      submit={t("ask")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: decision.fileId }, body });
        decided();
        notify({ message: t("asked"), variant: "success" });
      }}
      onSaved={close}
      onCancel={close}
    >
      <Text size="sm">{t("askHint")}</Text>
      <TextareaField name="note" label={t("note")} rows={3} maxLength={2000} />
      <MoneyField name="advanceCents" label={t("advance")} description={t("advanceHint")} />
      <DateField name="answerBy" label={t("answerBy")} required min={today} />
    </Form>
  );
}

interface ManyProps {
  readonly rows: readonly DecisionRow[];
  readonly close: () => void;
  readonly onDone: () => void;
}

const chosen = (rows: readonly DecisionRow[]) => rows.map(({ fileId, version }) => ({ file: fileId, version }));

/** Sends an act over many files; what was not done stays in sight with its reason. */
function useMany({ rows, onDone }: ManyProps) {
  const t = useDecisionTexts();
  const decided = useDecided();
  const act = useAct(decideMany);
  const [left, setLeft] = useState<readonly DecisionOutcome[]>([]);
  const run = async (body: Omit<BodyOf<typeof decideMany>, "files">): Promise<boolean> => {
    const { items } = await act.mutateAsync({ body: { ...body, files: chosen(rows) } });
    const notDone = items.filter(({ done }) => !done);
    decided();
    onDone();
    setLeft(notDone);
    if (notDone.length < items.length)
      notify({ message: t("doneMany", { count: items.length - notDone.length }), variant: "success" });
    return notDone.length === 0;
  };
  return { run, left };
}

function Left({ left }: { left: readonly DecisionOutcome[] }): ReactNode {
  const t = useDecisionTexts();
  if (left.length === 0) return null;
  return (
    <div role="alert">
      <b>{t("leftTitle")}</b>
      <ul>
        {left.map(({ fileId, fileNumber, why }) => (
          <li key={fileId}>
            {fileNumber}: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DecideValues {
  readonly act: { readonly decision: Advice; readonly until: string | null; readonly reason: string };
}
const decideValues = (decision: Advice): DecideValues => ({ act: { decision, until: null, reason: "" } });

const inDays = (today: PlainDate | undefined): string | null =>
  today === undefined ? null : addDays(today, answerDays);

export function DecideManyForm(props: ManyProps): ReactNode {
  const { rows, close } = props;
  const t = useDecisionTexts();
  const today = useHouseDay();
  const many = useMany(props);
  const [first] = rows;
  const agreed = rows.every(({ advice }) => advice === first?.advice) ? first?.advice : undefined;
  const form = useCallForm(decideMany, decideValues(agreed ?? "sue"), ({ act }) => ({
    files: chosen(rows),
    act: untilOnlyWaiting({ kind: "decide" as const, ...act }),
  }));
  return (
    <Form
      form={form}
      label={t("decideMany", { count: rows.length })}
      submit={t("decideMany", { count: rows.length })}
      onSave={async ({ act }) => {
        if (await many.run({ act })) close();
      }}
      onCancel={close}
    >
      <Left left={many.left} />
      <RadioField
        name="act.decision"
        label={t("decision")}
        options={advices.map((value) => ({ value, label: t(`to_${value}`) }))}
      />
      {form.values.act.decision === "wait" && (
        <DateField
          name="act.until"
          label={t("until")}
          required
          min={today === undefined ? undefined : addDays(today, 1)}
        />
      )}
      <TextareaField name="act.reason" label={t("reason")} description={t("reasonHint")} rows={2} maxLength={1000} />
    </Form>
  );
}

export function OrdersForm(props: ManyProps): ReactNode {
  const { rows, close } = props;
  const t = useDecisionTexts();
  const today = useHouseDay();
  const many = useMany(props);
  const form = useCallForm(
    decideMany,
    {
      act: {
        note: "",
        answerBy: inDays(today),
        withAdvance: true,
      },
    },
    ({ act }) => ({
      files: chosen(rows),
      act: { kind: "ask" as const, ...act, answerBy: act.answerBy ?? undefined },
    }),
  );
  return (
    <Form
      form={form}
      label={t("askMany", { count: rows.length })}
      submit={t("askMany", { count: rows.length })}
      onSave={async ({ act }) => {
        if (await many.run({ act })) close();
      }}
      onCancel={close}
    >
      <Text size="sm">{t("askHint")}</Text>
      <Left left={many.left} />
      <TextareaField name="act.note" label={t("note")} rows={3} maxLength={2000} />
      <DateField name="act.answerBy" label={t("answerBy")} required min={today} />
      <CheckboxField name="act.withAdvance" label={t("withAdvance")} />
    </Form>
  );
}
