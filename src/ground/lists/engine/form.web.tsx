/** The form of a record of a list of settings, from its declaration. */
import type { ReactNode } from "react";
import { notify } from "../../platform/web/feedback/notify.web.tsx";
import { useAct } from "../../platform/web/http/api.web.ts";
import { Form, useForm } from "../../platform/web/inputs/form.web.tsx";
import styles from "../lists.module.css";
import { useChosen } from "./columns.web.tsx";
import { ListField } from "./fields.web.tsx";
import { callsOf } from "./list.contract.ts";
import { type Field, type Fields, type ListRow, type SettingList, sentFields } from "./list.ts";
import { nameOf, useListTexts, useWords } from "./texts.web.ts";

/** Fields that take the whole width; the others stand two in a row where there is room. */
const wide: ReadonlySet<string> = new Set(["names", "longNames", "long", "lines", "words", "choices"]);

type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values => typeof value === "object" && value !== null;

/** A value as its field holds it: a chosen record is named by its id as text. */
function shown({ input, initial, lines }: Field, value: unknown): unknown {
  if (value === undefined) return initial;
  if (input === "reference") return value === null ? null : String(value);
  if (input === "words" || input === "choices") return Array.isArray(value) ? [...value] : [];
  if (lines && Array.isArray(value))
    return value.map((line) => mapped(lines.fields, isRecord(line) ? line : {}, shown));
  return isRecord(value) ? { ...value } : value;
}

/** The same back, as it is sent. */
function sent({ input, lines }: Field, value: unknown): unknown {
  if (input === "reference") return value === null || value === "" ? null : Number(value);
  if (lines && Array.isArray(value)) return value.map((line) => mapped(lines.fields, isRecord(line) ? line : {}, sent));
  return value;
}

const mapped = (fields: Fields, values: Values, turn: (field: Field, value: unknown) => unknown): Values =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, turn(field, values[key])]));

export interface ListFormProps {
  readonly list: SettingList;
  readonly row: ListRow | undefined;
  readonly onSaved: (row: ListRow) => void;
  readonly onCancel: () => void;
}

export function ListForm({ list, row, onSaved, onCancel }: ListFormProps): ReactNode {
  const t = useListTexts();
  const words = useWords(list);
  const calls = callsOf(list.name);
  const { rows: chosen } = useChosen(list);
  const fields = Object.fromEntries(sentFields(list));
  const form = useForm<Values>({ ...mapped(fields, row ?? {}, shown), version: row?.version ?? 1 });
  const create = useAct(calls.create, { invalidates: [calls.list] });
  const update = useAct(calls.update, { invalidates: [calls.list, calls.get] });
  const save = async (values: Values): Promise<void> => {
    const body = mapped(fields, values, sent);
    const saved = row
      ? await update.mutateAsync({ params: { id: row.id }, body: { ...body, version: values.version } })
      : await create.mutateAsync({ body });
    notify({ message: t(row ? "saved" : "added", { name: nameOf(saved[list.title]) }), variant: "success" });
    onSaved(saved);
  };
  return (
    <Form form={form} label={words.translate("one")} onSave={save} onCancel={onCancel}>
      <div className={styles.grid}>
        {Object.entries(fields).map(([name, field]) => (
          <div key={name} className={wide.has(field.input) ? styles.wide : undefined}>
            <ListField list={list} name={name} field={field} row={row} chosen={chosen} />
          </div>
        ))}
      </div>
    </Form>
  );
}
