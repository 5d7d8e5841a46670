/** Forms of the agenda: a new item, a change, the result of an item, and another day or owner for several. */

import { Button, Group } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { addDays, type PlainDate, parsePlainDate, weekday } from "../../../ground/kernel/dates.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { type Choice, RemoteSelectField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import {
  CheckboxField,
  Form,
  type FormOf,
  NumberField,
  TextareaField,
  useCallForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { repeatUnits } from "../agenda.ts";
import { startAgendaWork } from "../mass-edit/mass-edit.contract.ts";
import { useAgendaTexts, useRefresh, useToday } from "../texts.web.ts";
import {
  type AgendaItem,
  agendaFiles,
  agendaOwners,
  agendaSubjectList,
  archiveAgenda,
  createAgendaItem,
  planAgain,
  updateAgendaItem,
} from "./items.contract.ts";

interface Values {
  file: number | null;
  subject: number | null;
  on: string | null;
  owner: number | null;
  note: string;
  urgent: boolean;
  unit: (typeof repeatUnits)[number] | "none";
  every: number | null;
  until: string | null;
  version: number;
}

const empty: Values = {
  file: null,
  subject: null,
  on: null,
  owner: null,
  note: "",
  urgent: false,
  unit: "none",
  every: 1,
  until: null,
  version: 0,
};

const valuesOf = (item: AgendaItem): Values => ({
  file: item.fileId,
  subject: item.subject.id,
  on: item.on,
  owner: item.owner?.id ?? null,
  note: item.note ?? "",
  urgent: item.urgent,
  unit: item.repeat?.unit ?? "none",
  every: item.repeat?.every ?? 1,
  until: item.repeat?.until ?? null,
  version: item.version,
});

const bodyOf = ({ subject, on, owner, note, urgent, unit, every, until }: Values) => ({
  subject,
  on: on ?? "",
  note,
  urgent,
  repeat: unit === "none" ? null : { unit, every: every ?? 1, until },
  ...(owner === null ? {} : { owner }),
});

export function useOwners(): readonly Choice<number>[] {
  const owners = useCall(agendaOwners, {});
  return (owners.data?.items ?? []).map(({ id, text }) => ({ value: id, label: text }));
}

export interface ItemFormProps {
  /** The item to be changed; a new one where absent. */
  readonly item?: AgendaItem;
  /** The file of a new item; chosen in the form where absent. */
  readonly fileId?: number;
  readonly close: () => void;
  readonly onDone?: (() => void) | undefined;
}

interface SubjectFieldProps {
  readonly form: FormOf<Values, unknown>;
  readonly subjects: readonly AgendaItem["subject"][];
  readonly present: AgendaItem["subject"] | undefined;
}

function SubjectField({ form, subjects, present }: SubjectFieldProps): ReactNode {
  const t = useAgendaTexts();
  // A subject that is offered no more still stands on the item that has it.
  const missing = present && !subjects.some(({ id }) => id === present.id) ? [present] : [];
  const options = [...subjects, ...missing].map(({ id, text }) => ({ value: id, label: text }));
  return <SelectField form={form} name="subject" label={t("subject")} required options={options} />;
}

export function ItemForm({ item, fileId, close, onDone }: ItemFormProps): ReactNode {
  const t = useAgendaTexts();
  const refresh = useRefresh();
  const create = useAct(createAgendaItem);
  const update = useAct(updateAgendaItem);
  const subjects = useCall(agendaSubjectList, {}).data?.items;
  const owners = useOwners();
  const today = useToday();
  const form = useCallForm(createAgendaItem, item ? valuesOf(item) : { ...empty, file: fileId ?? null }, bodyOf);
  useProposedDay(form, item === undefined, subjects);
  const save = async (body: BodyOf<typeof createAgendaItem>, { file, version }: Values): Promise<void> => {
    if (item) await update.mutateAsync({ params: { id: item.id }, body: { ...body, version } });
    else await create.mutateAsync({ params: { id: file ?? 0 }, body });
    await refresh();
    onDone?.();
    notify({ message: t(item ? "saved" : "planned"), variant: "success" });
  };
  return (
    <Form
      form={form}
      label={t(item ? "edit" : "add")}
      submit={t(item ? "save" : "plan")}
      labels={{ subject: t("subject"), on: t("on"), owner: t("owner"), note: t("note") }}
      onSave={save}
      onSaved={close}
      onCancel={close}
    >
      {item === undefined && fileId === undefined && (
        <RemoteSelectField
          form={form}
          name="file"
          label={t("file")}
          url={agendaFiles.path}
          required
          placeholder={t("search")}
        />
      )}
      <SubjectField form={form} subjects={subjects ?? []} present={item?.subject} />
      <Group grow align="start">
        <DateField form={form} name="on" label={t("on")} required {...(item === undefined ? { min: today } : {})} />
        <SelectField
          form={form}
          name="owner"
          label={t("owner")}
          options={owners}
          clearable
          {...(item === undefined ? { placeholder: t("caseManager") } : {})}
        />
      </Group>
      <TextareaField form={form} name="note" label={t("note")} rows={2} maxLength={2000} />
      <RepeatFields unit={form.values.unit} />
      <CheckboxField form={form} name="urgent" label={t("urgent")} />
    </Form>
  );
}

/** The day that a subject proposes, as long as nobody has chosen another. */
function useProposedDay(
  form: FormOf<Values, unknown>,
  isNew: boolean,
  subjects: readonly { readonly id: number; readonly on: string }[] | undefined,
): void {
  const proposed = useRef<string | null>(null);
  const { subject, on } = form.values;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another subject proposes another day.
  useEffect(() => {
    if (!isNew || subject === null || on !== proposed.current) return;
    const day = subjects?.find(({ id }) => id === subject)?.on ?? null;
    proposed.current = day;
    form.setFieldValue("on", day);
  }, [subject, subjects]);
}

function RepeatFields({ unit }: { unit: Values["unit"] }): ReactNode {
  const t = useAgendaTexts();
  const units = ["none", ...repeatUnits] as const;
  return (
    <Group grow align="start" wrap="nowrap">
      <SelectField
        name="unit"
        label={t("repeat")}
        options={units.map((value) => ({ value, label: t(`unit_${value}`) }))}
      />
      {unit !== "none" && (
        <>
          <NumberField name="every" label={t("every")} min={1} max={99} />
          <DateField name="until" label={t("until")} />
        </>
      )}
    </Group>
  );
}

/** What came of items that are done. */
export function DoneForm(props: {
  onSave: (outcome: string) => Promise<void>;
  close: () => void;
  /** What the button says, where it is about more than is seen. */
  submit?: string | undefined;
}): ReactNode {
  const t = useAgendaTexts();
  const form = useCallForm(archiveAgenda, { outcome: "" });
  return (
    <Form
      form={form}
      label={t("doneTitle")}
      submit={props.submit ?? t("done")}
      onSave={({ outcome = "" }) => props.onSave(outcome)}
      onSaved={props.close}
      onCancel={props.close}
    >
      <TextareaField
        name="outcome"
        label={t("outcome")}
        description={t("outcomeHint")}
        rows={3}
        maxLength={1000}
        autoFocus
      />
    </Form>
  );
}

export interface Target {
  readonly on?: string;
  readonly owner?: number;
}

/** The first day of work of next week. */
const nextMonday = (from: PlainDate) => addDays(from, 8 - weekday(from));
const nextDay = (from: PlainDate) => addDays(from, weekday(from) >= 5 ? 8 - weekday(from) : 1);

/** What items are moved to; what is not chosen stays as it is. */
interface MoveValues {
  readonly on: string | null;
  readonly owner: number | null;
}
const unmoved: MoveValues = { on: null, owner: null };

const targetOf = ({ on, owner }: MoveValues): Target => ({
  ...(on === null ? {} : { on: parsePlainDate(on) ?? on }),
  ...(owner === null ? {} : { owner }),
});

/** Another day or owner for several items at once. */
export function MoveForm(props: {
  items: BodyOf<typeof planAgain>["items"];
  onSave: (body: BodyOf<typeof planAgain>) => Promise<void>;
  close: () => void;
}): ReactNode {
  const t = useAgendaTexts();
  const form = useCallForm(planAgain, unmoved, (values) => ({
    items: props.items.map((item) => ({ ...item, ...targetOf(values) })),
  }));
  return <MoveFields form={form} onSave={props.onSave} close={props.close} submit={t("moveTo")} />;
}

/** The same for all items that a filter finds. */
export function MoveAllForm(props: {
  filter: BodyOf<typeof startAgendaWork>["filter"];
  onSave: (body: BodyOf<typeof startAgendaWork>) => Promise<void>;
  close: () => void;
  submit: string;
}): ReactNode {
  const form = useCallForm(startAgendaWork, unmoved, (values) => ({
    filter: props.filter,
    act: { kind: "move" as const, ...targetOf(values) },
  }));
  return <MoveFields form={form} onSave={props.onSave} close={props.close} submit={props.submit} />;
}

function MoveFields<Body>({
  form,
  ...props
}: {
  form: FormOf<MoveValues, Body>;
  onSave: (body: Body) => Promise<void>;
  close: () => void;
  submit: string;
}): ReactNode {
  const t = useAgendaTexts();
  const owners = useOwners();
  const today = useToday();
  return (
    <Form
      form={form}
      label={t("moveTitle")}
      submit={props.submit}
      onSave={props.onSave}
      onSaved={props.close}
      onCancel={props.close}
    >
      <Group align="end" gap="xs">
        <DateField form={form} name="on" label={t("on")} description={t("moveHint")} min={today} />
        <Button variant="default" data-autofocus onClick={() => form.setFieldValue("on", nextDay(today))}>
          {t("tomorrow")}
        </Button>
        <Button variant="default" onClick={() => form.setFieldValue("on", nextMonday(today))}>
          {t("nextWeek")}
        </Button>
      </Group>
      <SelectField form={form} name="owner" label={t("owner")} options={owners} clearable />
    </Form>
  );
}
