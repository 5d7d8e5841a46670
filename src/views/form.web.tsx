/** The name of a saved view and the team that it is shared with. */
import type { ReactNode } from "react";
import { SelectField } from "../platform/web/choices.web.tsx";
import { Form, TextField, useForm } from "../platform/web/form.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import type { ViewRow } from "./views.contract.ts";
import type { viewsTexts } from "./views.texts.ts";
import { viewNameLimit } from "./views.ts";

export interface ViewValues {
  readonly name: string;
  readonly team: number | null;
  readonly version: number;
}

export function ViewForm(props: {
  view?: ViewRow;
  teams: readonly { readonly id: number | string; readonly text: string }[];
  onSave: (values: ViewValues) => Promise<void>;
  close: () => void;
}): ReactNode {
  const t = useTexts<typeof viewsTexts>("views");
  const { view, close } = props;
  const form = useForm({
    name: view?.name ?? "",
    team: view?.team ? String(view.team.id) : null,
    version: view?.version ?? 1,
  });
  const options = props.teams.map(({ id, text }) => ({ value: String(id), label: text }));
  // The team that it is shared with stays a choice when the owner has left that team.
  if (view?.team && !options.some(({ value }) => value === String(view.team?.id)))
    options.push({ value: String(view.team.id), label: view.team.name });
  const save = ({ name, team, version }: typeof form.values): Promise<void> =>
    props.onSave({ name: name.trim(), team: team === null ? null : Number(team), version });
  return (
    <Form form={form} label={t("view")} onSave={save} onSaved={close} onCancel={close}>
      <TextField name="name" label={t("name")} required autoFocus maxLength={viewNameLimit} />
      {options.length > 0 && (
        <SelectField
          name="team"
          label={t("team")}
          description={t("teamHint")}
          placeholder={t("onlyMe")}
          options={options}
          clearable
        />
      )}
    </Form>
  );
}
