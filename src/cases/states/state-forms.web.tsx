/** The forms of parties and states; fetched when the first of them is opened. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { textOf, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../ground/platform/web/inputs/dates.web.tsx";
import {
  Form,
  TextareaField,
  TextField,
  useCallForm,
  type ValuesOf,
} from "../../ground/platform/web/inputs/form.web.tsx";
import type { fileTexts } from "../files/files.texts.ts";
import { type HoldKind, holdKinds } from "../files/files.ts";
import { listParties } from "../parties/parties.contract.ts";
import type { partyTexts } from "../parties/parties.texts.ts";
import { effectsOf, freezesInterest, holdStages, isOfNaturalPersons } from "./holds.ts";
import type { HoldFormProps, LiftTarget, TypedPaper } from "./state-form-props.web.ts";
import { type FileStateRecord, liftHoldFromFile, listStates, placeHoldOnFile, updateState } from "./states.contract.ts";
import styles from "./states.module.css";

const useFileTexts = () => useTexts<typeof fileTexts>("files");
const usePartyTexts = () => useTexts<typeof partyTexts>("parties");

/** What a state says beside its kind, as it is typed. */
type TypedState = Required<Omit<ValuesOf<typeof updateState>, "version">>;
const emptyState: TypedState = {
  reason: "",
  until: null,
  stage: null,
  effect: null,
  source: "",
  sourceReference: "",
  contactPartyId: null,
  interestFrozenFrom: null,
  since: null,
};

/** As the calls take it; what was left open is decided by the kind. */
function stateOf({ effect, since, ...rest }: TypedState, kind: HoldKind) {
  const known = effectsOf(kind).find((one) => one === effect);
  return { ...rest, ...(since === null ? {} : { since }), ...(known === undefined ? {} : { effect: known }) };
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
            value: id,
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

interface HoldValues extends TypedState, TypedPaper {
  readonly kind: HoldKind;
  readonly version: number;
}

/** Puts a state on a file, with the paper on which it rests where the page offers one. */
export function HoldForm({ target, close, paper }: HoldFormProps): ReactNode {
  const f = useFileTexts();
  const act = useAct(placeHoldOnFile, { invalidates: [listStates] });
  const initial: HoldValues = { ...emptyState, paper: null, file: [], kind: "dispute", version: target.version };
  const form = useCallForm(placeHoldOnFile, initial, ({ kind, version, paper: _paper, file: _file, ...typed }) => ({
    ...stateOf(typed, kind),
    kind,
    version,
  }));
  const { kind } = form.values;
  const debtor = useCall(listParties, { params: { id: target.id } }).data?.main;
  // What only a natural person can be in is not offered where a legal entity owes.
  const kinds = holdKinds.filter((one) => debtor?.isNaturalPerson !== false || !isOfNaturalPersons(one));
  return (
    <Form
      form={form}
      label={f("placeHold")}
      submit={f("placeHold")}
      onSave={async (body, { paper: chosen, file }) => {
        // In one call: a paper that is refused leaves the file as it was, and so does a state.
        if (paper && (chosen !== null || file.length > 0)) await paper.place(body, { paper: chosen, file });
        else await act.mutateAsync({ params: { id: target.id }, body });
        target.onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <SelectField
        form={form}
        name="kind"
        label={f("holdKind")}
        required
        options={kinds.map((value) => ({ value, label: f(`hold_${value}`) }))}
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
  const form = useCallForm(liftHoldFromFile, { reason: "", version: target.version });
  return (
    <Form
      form={form}
      label={t("lift")}
      submit={t("lift")}
      onSave={async (body) => {
        if (!body.reason?.trim()) return form.setFieldError("reason", textOf("platform.invalid.required"));
        await act.mutateAsync({ params: { id: target.fileId, holdId: target.holdId }, body });
        target.onDone();
        return close();
      }}
      onCancel={close}
    >
      <Text size="sm">{t("liftText")}</Text>
      <TextareaField form={form} name="reason" label={t("liftWhy")} required maxLength={1000} />
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
  const initial: TypedState & { readonly version: number } = {
    reason: state.reason ?? "",
    until: state.until,
    stage: state.stage,
    effect: state.effect,
    source: state.source ?? "",
    sourceReference: state.sourceReference ?? "",
    contactPartyId: state.contactOnlyVia?.id ?? null,
    // What rests from the state's own day goes with that day.
    interestFrozenFrom: state.interestFrozenFrom === state.from ? null : state.interestFrozenFrom,
    since: state.from,
    version: state.version,
  };
  const form = useCallForm(updateState, initial, ({ version, ...typed }) => ({
    ...stateOf(typed, state.kind),
    version,
  }));
  return (
    <Form
      form={form}
      label={f(`hold_${state.kind}`)}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: fileId, holdId: state.id }, body });
        onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <StateFields fileId={fileId} kind={state.kind} />
    </Form>
  );
}
