/** The name of a saved view and the team that it is shared with. */
import type { ReactNode } from "react";
import type { BodyOf } from "../kernel/contract.ts";
import { useTexts } from "../platform/web/content/texts.web.ts";
import { SelectField } from "../platform/web/inputs/choices.web.tsx";
import { Form, TextField, useCallForm } from "../platform/web/inputs/form.web.tsx";
import { updateView, type ViewRow } from "./views.contract.ts";
import type { viewsTexts } from "./views.texts.ts";
import { viewNameLimit } from "./views.ts";

export type ViewValues = Pick<BodyOf<typeof updateView>, "name" | "team" | "version">;

export function ViewForm(props: {
  view?: ViewRow;
  teams: readonly { readonly id: number | string; readonly text: string }[];
  onSave: (values: ViewValues) => Promise<void>;
  close: () => void;
}): ReactNode {
  const t = useTexts<typeof viewsTexts>("views");
  const { view, close } = props;
  const form = useCallForm(updateView, {
    name: view?.name ?? "",
    team: view?.team?.id ?? null,
    version: view?.version ?? 1,
  });
  const options = props.teams.map(({ id, text }) => ({ value: id, label: text }));
  // The team that it is shared with stays a choice when the owner has left that team.
  if (view?.team && !options.some(({ value }) => value === view.team?.id))
    options.push({ value: view.team.id, label: view.team.name });
  const save = (values: ViewValues): Promise<void> => props.onSave({ ...values, name: values.name.trim() });
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
