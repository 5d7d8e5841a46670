/** The forms of parties and states; fetched when the first of them is opened. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { Form, TextareaField, TextField, useForm } from "../platform/web/form.web.tsx";
import { textOf, useTexts } from "../platform/web/texts.web.ts";
import type { HoldFormProps, LiftTarget, TypedPaper } from "./acts.web.tsx";
import { liftHoldFromFile, placeHoldOnFile } from "./files.contract.ts";
import styles from "./files.module.css";
import type { fileTexts } from "./files.texts.ts";
import { effectsOf, freezesInterest, type HoldKind, holdKinds, holdStages, type StateEffect } from "./files.ts";
import { listParties } from "./parties.contract.ts";
import type { partyTexts } from "./parties.texts.ts";
import { type FileStateRecord, listStates, updateState } from "./states.contract.ts";

const useFileTexts = () => useTexts<typeof fileTexts>("files");
const usePartyTexts = () => useTexts<typeof partyTexts>("parties");

/** What a state says beside its kind, as it is typed. */
const emptyState = {
  reason: "",
  until: null as string | null,
  stage: null as string | null,
  effect: null as string | null,
  source: "",
  sourceReference: "",
  contactPartyId: null as string | null,
  interestFrozenFrom: null as string | null,
  since: null as string | null,
};
type TypedState = typeof emptyState;

/** As the calls take it; what was left open is decided by the kind. */
function stateOf({ effect, stage, contactPartyId, since, ...rest }: TypedState, kind: HoldKind) {
  const known: StateEffect | undefined = effectsOf(kind).find((one) => one === effect);
  return {
    ...rest,
    ...(since === null ? {} : { since }),
    stage: holdStages.find((one) => one === stage) ?? null,
    contactPartyId: contactPartyId === null ? null : Number(contactPartyId),
    ...(known === undefined ? {} : { effect: known }),
  };
}

const counselled: readonly HoldKind[] = ["shv", "wsnp", "moratorium", "broad_moratorium"];

function StateFields({ fileId, kind }: { fileId: number; kind: HoldKind }): ReactNode {
  const f = useFileTexts();
  const t = usePartyTexts();
  const parties = useCall(listParties, { params: { id: fileId } });
  const people = parties.data?.parties ?? [];
  return (
    <>
      <div className={styles.pair}>
        <DateField name="since" label={t("stateSince")} description={t("stateSinceHint")} />
        <DateField name="until" label={f("holdUntil")} />
        <SelectField
          name="effect"
          label={t("effect")}
          options={effectsOf(kind).map((value) => ({ value, label: t(`effect_${value}`) }))}
          clearable
        />
      </div>
      {counselled.includes(kind) && (
        <SelectField
          name="stage"
          label={t("stage")}
          clearable
          options={holdStages.map((value) => ({ value, label: f(`stage_${value}`) }))}
        />
      )}
      <div className={styles.pair}>
        <DateField
          name="interestFrozenFrom"
          label={t("freezeFrom")}
          {...(freezesInterest(kind) ? { description: t("freezesItself") } : {})}
        />
        <SelectField
          name="contactPartyId"
          label={t("onlyVia")}
          clearable
          options={people.map(({ id, person, role }) => ({
            value: String(id),
            label: `${person.displayName} · ${t(`role_${role}`)}`,
          }))}
        />
      </div>
      <div className={styles.pair}>
        <TextField name="source" label={t("source")} maxLength={200} />
        <TextField name="sourceReference" label={t("sourceReference")} maxLength={100} />
      </div>
      <TextareaField name="reason" label={f("holdReason")} maxLength={1000} />
    </>
  );
}

const kindOf = (value: string): HoldKind => holdKinds.find((one) => one === value) ?? "manual";

/** Puts a state on a file, with the paper on which it rests where the page offers one. */
export function HoldForm({ target, close, paper }: HoldFormProps): ReactNode {
  const f = useFileTexts();
  const act = useAct(placeHoldOnFile, { invalidates: [listStates] });
  const noPaper: TypedPaper = { paper: null, file: [] };
  const form = useForm({ ...emptyState, ...noPaper, kind: "dispute", version: target.version });
  const kind = kindOf(form.values.kind);
  return (
    <Form
      form={form}
      label={f("placeHold")}
      submit={f("placeHold")}
      onSave={async ({ kind: _kind, version, paper: chosen, file, ...typed }) => {
        // Kept before the state is placed: a paper that is refused leaves the file as it was.
        const rest = await paper?.keep({ paper: chosen, file }, kind);
        const body = { ...stateOf(typed, kind), kind, version };
        const { hold } = await act.mutateAsync({ params: { id: target.id }, body });
        await rest?.(hold.id);
        target.onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <SelectField
        name="kind"
        label={f("holdKind")}
        required
        options={holdKinds.map((value) => ({ value, label: f(`hold_${value}`) }))}
      />
      <StateFields fileId={target.id} kind={kind} />
      {paper?.fields(form.values.paper)}
    </Form>
  );
}

/** Ends a state: with the reason, for whoever reads the file later. */
export function LiftForm({ target, close }: { target: LiftTarget; close: () => void }): ReactNode {
  const t = usePartyTexts();
  const act = useAct(liftHoldFromFile, { invalidates: [listStates] });
  const form = useForm({ reason: "", version: target.version });
  return (
    <Form
      form={form}
      label={t("lift")}
      submit={t("lift")}
      onSave={async (body) => {
        if (body.reason.trim() === "") return form.setFieldError("reason", textOf("platform.invalid.required"));
        await act.mutateAsync({ params: { id: target.fileId, holdId: target.holdId }, body });
        target.onDone();
        return close();
      }}
      onCancel={close}
    >
      <Text size="sm">{t("liftText")}</Text>
      <TextareaField name="reason" label={t("liftWhy")} required maxLength={1000} />
    </Form>
  );
}

export interface StateFormProps {
  readonly fileId: number;
  readonly state: FileStateRecord;
  readonly onDone: () => void;
  readonly close: () => void;
}

/** Changes a state that lies on a file. */
export function StateForm({ fileId, state, onDone, close }: StateFormProps): ReactNode {
  const f = useFileTexts();
  const act = useAct(updateState, { invalidates: [listStates] });
  const form = useForm({
    reason: state.reason ?? "",
    until: state.until as string | null,
    stage: state.stage as string | null,
    effect: state.effect as string | null,
    source: state.source ?? "",
    sourceReference: state.sourceReference ?? "",
    contactPartyId: state.contactOnlyVia === null ? null : String(state.contactOnlyVia.id),
    // What rests from the state's own day goes with that day.
    interestFrozenFrom: (state.interestFrozenFrom === state.from ? null : state.interestFrozenFrom) as string | null,
    since: state.from as string | null,
    version: state.version,
  });
  return (
    <Form
      form={form}
      label={f(`hold_${state.kind}`)}
      onSave={async ({ version, ...typed }) => {
        const params = { id: fileId, holdId: state.id };
        await act.mutateAsync({ params, body: { ...stateOf(typed, state.kind), version } });
        onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <StateFields fileId={fileId} kind={state.kind} />
    </Form>
  );
}
