/** The forms of parties and states; fetched when the first of them is opened. */
import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { CheckboxField, Form, TextareaField, TextField, useForm } from "../platform/web/form.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import type { ActFormProps } from "./acts.web.tsx";
import { placeHoldOnFile } from "./files.contract.ts";
import type { fileTexts } from "./files.texts.ts";
import { effectsOf, type HoldKind, holdKinds, holdStages, type StateEffect } from "./files.ts";
import { addParty, listParties } from "./parties.contract.ts";
import type { partyTexts } from "./parties.texts.ts";
import { partyRoles } from "./parties.ts";
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
};
type TypedState = typeof emptyState;

/** As the calls take it; what was left open is decided by the kind. */
function stateOf({ effect, stage, contactPartyId, ...rest }: TypedState, kind: HoldKind) {
  const known: StateEffect | undefined = effectsOf(kind).find((one) => one === effect);
  return {
    ...rest,
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
      <Group grow align="start">
        <DateField name="until" label={f("holdUntil")} />
        <SelectField
          name="effect"
          label={t("effect")}
          options={effectsOf(kind).map((value) => ({ value, label: t(`effect_${value}`) }))}
          clearable
        />
      </Group>
      {counselled.includes(kind) && (
        <SelectField
          name="stage"
          label={t("stage")}
          clearable
          options={holdStages.map((value) => ({ value, label: f(`stage_${value}`) }))}
        />
      )}
      <Group grow align="start">
        <DateField name="interestFrozenFrom" label={t("freezeFrom")} />
        <SelectField
          name="contactPartyId"
          label={t("onlyVia")}
          clearable
          options={people.map(({ id, person, role }) => ({
            value: String(id),
            label: `${person.displayName} · ${t(`role_${role}`)}`,
          }))}
        />
      </Group>
      <Group grow align="start">
        <TextField name="source" label={t("source")} maxLength={200} />
        <TextField name="sourceReference" label={t("sourceReference")} maxLength={100} />
      </Group>
      <TextareaField name="reason" label={f("holdReason")} maxLength={1000} />
    </>
  );
}

const kindOf = (value: string): HoldKind => holdKinds.find((one) => one === value) ?? "manual";

/** Puts a state on a file. */
export function HoldForm({ target, close }: ActFormProps): ReactNode {
  const f = useFileTexts();
  const act = useAct(placeHoldOnFile, { invalidates: [listStates] });
  const form = useForm({ ...emptyState, kind: "dispute", version: target.version });
  const kind = kindOf(form.values.kind);
  return (
    <Form
      form={form}
      label={f("placeHold")}
      submit={f("placeHold")}
      onSave={async ({ kind: _kind, version, ...typed }) => {
        await act.mutateAsync({ params: { id: target.id }, body: { ...stateOf(typed, kind), kind, version } });
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
    interestFrozenFrom: state.interestFrozenFrom as string | null,
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

export interface PartyFormProps {
  readonly fileId: number;
  /** The day it is for the house. */
  readonly today: string;
  readonly onDone: () => void;
  readonly close: () => void;
}

const nobody = {
  gender: "unknown",
  initials: "",
  firstName: "",
  prefix: "",
  lastName: "",
  companyName: "",
  legalForm: null,
  kvk: "",
  birthDate: null,
  street: "",
  houseNumber: "",
  addition: "",
  postcode: "",
  city: "",
  country: "NL",
  phone: "",
  mobile: "",
  email: "",
  iban: "",
  language: "nl",
} as const;

/** Puts somebody beside the debtor. */
export function PartyForm({ fileId, today, onDone, close }: PartyFormProps): ReactNode {
  const f = useFileTexts();
  const t = usePartyTexts();
  const act = useAct(addParty, { invalidates: [listParties] });
  const form = useForm({
    role: "joint",
    solidary: false,
    reference: "",
    note: "",
    from: today as string | null,
    person: { ...nobody, fileType: "private" as string },
  });
  const isCompany = form.values.person.fileType === "company";
  return (
    <Form
      form={form}
      label={t("addParty")}
      submit={t("addParty")}
      onSave={async ({ role, from, person, ...rest }) => {
        const known = partyRoles.find((one) => one === role) ?? "other";
        const fileType = isCompany ? "company" : "private";
        await act.mutateAsync({
          params: { id: fileId },
          body: { ...rest, role: known, from: from ?? today, person: { ...person, fileType } },
        });
        onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <Group grow align="start">
        <SelectField
          name="role"
          label={t("role")}
          required
          options={partyRoles.map((value) => ({ value, label: t(`role_${value}`) }))}
        />
        <DateField name="from" label={t("from")} required />
        <TextField name="reference" label={t("reference")} maxLength={100} />
      </Group>
      <CheckboxField name="solidary" label={t("solidary")} />
      <SelectField
        name="person.fileType"
        label={t("kind")}
        required
        options={(["private", "company"] as const).map((value) => ({ value, label: f(`type_${value}`) }))}
      />
      <Group grow align="start">
        {isCompany ? (
          <TextField name="person.companyName" label={f("companyName")} required maxLength={200} />
        ) : (
          <>
            <TextField name="person.initials" label={f("initials")} maxLength={20} />
            <TextField name="person.prefix" label={f("prefix")} maxLength={20} />
            <TextField name="person.lastName" label={f("lastName")} required maxLength={100} />
          </>
        )}
      </Group>
      <Group grow align="start">
        <TextField name="person.street" label={f("street")} required maxLength={200} />
        <TextField name="person.houseNumber" label={f("houseNumber")} required maxLength={10} />
        <TextField name="person.addition" label={f("addition")} maxLength={20} />
      </Group>
      <Group grow align="start">
        <TextField name="person.postcode" label={f("postcode")} required maxLength={12} />
        <TextField name="person.city" label={f("city")} required maxLength={100} />
      </Group>
      <Group grow align="start">
        <TextField name="person.phone" label={f("phone")} maxLength={30} />
        <TextField name="person.email" label={f("email")} maxLength={254} />
      </Group>
      <TextareaField name="note" label={t("note")} maxLength={1000} />
    </Form>
  );
}
