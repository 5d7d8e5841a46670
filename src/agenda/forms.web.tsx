/** Forms of the agenda: a new item, a changed one, what came of it, and other days or owners for several. */
import { Button, Group } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { addDays, type PlainDate, parsePlainDate, weekday } from "../kernel/dates.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { RemoteSelectField, SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { CheckboxField, Form, NumberField, TextareaField, useForm } from "../platform/web/form.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import {
  type AgendaItem,
  agendaFiles,
  agendaOwners,
  agendaSubjectList,
  createAgendaItem,
  updateAgendaItem,
} from "./agenda.contract.ts";
import { repeatUnits } from "./agenda.ts";
import { useAgendaTexts, useRefresh, useToday } from "./words.web.ts";

interface Values {
  file: number | string | null;
  subject: string | null;
  on: string | null;
  owner: string | null;
  note: string;
  urgent: boolean;
  unit: string | null;
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
  subject: String(item.subject.id),
  on: item.on,
  owner: item.owner === null ? null : String(item.owner.id),
  note: item.note ?? "",
  urgent: item.urgent,
  unit: item.repeat?.unit ?? "none",
  every: item.repeat?.every ?? 1,
  until: item.repeat?.until ?? null,
  version: item.version,
});

function bodyOf(values: Values) {
  const unit = repeatUnits.find((known) => known === values.unit);
  return {
    subject: Number(values.subject ?? 0),
    on: values.on ?? "",
    note: values.note,
    urgent: values.urgent,
    repeat: unit === undefined ? null : { unit, every: values.every ?? 1, until: values.until },
    ...(values.owner === null ? {} : { owner: Number(values.owner) }),
  };
}

export function useOwners(): readonly { value: string; label: string }[] {
  const owners = useCall(agendaOwners, {});
  return (owners.data?.items ?? []).map(({ id, text }) => ({ value: String(id), label: text }));
}

export interface ItemFormProps {
  /** The item to be changed; a new one where absent. */
  readonly item?: AgendaItem;
  /** The file of a new item; chosen in the form where absent. */
  readonly fileId?: number;
  readonly close: () => void;
  readonly onDone?: (() => void) | undefined;
}

export function ItemForm({ item, fileId, close, onDone }: ItemFormProps): ReactNode {
  const t = useAgendaTexts();
  const refresh = useRefresh();
  const create = useAct(createAgendaItem);
  const update = useAct(updateAgendaItem);
  const subjects = useCall(agendaSubjectList, {}).data?.items;
  const owners = useOwners();
  const today = useToday();
  const form = useForm<Values>(item ? valuesOf(item) : { ...empty, file: fileId ?? null });
  useProposedDay(form, item === undefined, subjects);
  const save = async (values: Values): Promise<void> => {
    if (item)
      await update.mutateAsync({ params: { id: item.id }, body: { ...bodyOf(values), version: values.version } });
    else await create.mutateAsync({ params: { id: Number(values.file ?? 0) }, body: bodyOf(values) });
    await refresh();
    onDone?.();
    notify({ message: t(item ? "saved" : "planned"), variant: "success" });
  };
  const choices = (subjects ?? []).map(({ id, text }) => ({ value: String(id), label: text }));
  // A subject that is offered no more still stands on the item that has it.
  const missing = item && !choices.some(({ value }) => value === String(item.subject.id)) ? [item.subject] : [];
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
        <RemoteSelectField name="file" label={t("file")} url={agendaFiles.path} required placeholder={t("search")} />
      )}
      <SelectField
        name="subject"
        label={t("subject")}
        required
        options={[...choices, ...missing.map(({ id, text }) => ({ value: String(id), label: text }))]}
      />
      <Group grow align="start">
        <DateField name="on" label={t("on")} required {...(item === undefined ? { min: today } : {})} />
        <SelectField
          name="owner"
          label={t("owner")}
          options={owners}
          clearable
          {...(item === undefined ? { placeholder: t("caseManager") } : {})}
        />
      </Group>
      <TextareaField name="note" label={t("note")} rows={2} maxLength={2000} />
      <RepeatFields unit={form.values.unit} />
      <CheckboxField name="urgent" label={t("urgent")} />
    </Form>
  );
}

/** The day that a subject proposes, as long as nobody has chosen another. */
function useProposedDay(
  form: ReturnType<typeof useForm<Values>>,
  isNew: boolean,
  subjects: readonly { readonly id: number; readonly on: string }[] | undefined,
): void {
  const proposed = useRef<string | null>(null);
  const { subject, on } = form.values;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another subject proposes another day.
  useEffect(() => {
    if (!isNew || subject === null || on !== proposed.current) return;
    const day = subjects?.find(({ id }) => String(id) === subject)?.on ?? null;
    proposed.current = day;
    form.setFieldValue("on", day);
  }, [subject, subjects]);
}

function RepeatFields({ unit }: { unit: string | null }): ReactNode {
  const t = useAgendaTexts();
  const units = ["none", ...repeatUnits] as const;
  return (
    <Group grow align="start" wrap="nowrap">
      <SelectField
        name="unit"
        label={t("repeat")}
        options={units.map((value) => ({ value, label: t(`unit_${value}`) }))}
      />
      {unit !== null && unit !== "none" && (
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
  const form = useForm({ outcome: "" });
  return (
    <Form
      form={form}
      label={t("doneTitle")}
      submit={props.submit ?? t("done")}
      onSave={({ outcome }) => props.onSave(outcome)}
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

/** Another day or owner for several items at once. */
export function MoveForm(props: {
  onSave: (to: Target) => Promise<void>;
  close: () => void;
  submit?: string | undefined;
}): ReactNode {
  const t = useAgendaTexts();
  const owners = useOwners();
  const today = useToday();
  const form = useForm({ on: null as string | null, owner: null as string | null });
  return (
    <Form
      form={form}
      label={t("moveTitle")}
      submit={props.submit ?? t("moveTo")}
      onSave={({ on, owner }) =>
        props.onSave({
          ...(on === null ? {} : { on: parsePlainDate(on) ?? on }),
          ...(owner === null ? {} : { owner: Number(owner) }),
        })
      }
      onSaved={props.close}
      onCancel={props.close}
    >
      <Group align="end" gap="xs">
        <DateField name="on" label={t("on")} description={t("moveHint")} min={today} />
        <Button variant="default" data-autofocus onClick={() => form.setFieldValue("on", nextDay(today))}>
          {t("tomorrow")}
        </Button>
        <Button variant="default" onClick={() => form.setFieldValue("on", nextMonday(today))}>
          {t("nextWeek")}
        </Button>
      </Group>
      <SelectField name="owner" label={t("owner")} options={owners} clearable />
    </Form>
  );
}
