/** The form by which a file is given to a case manager; fetched when it is opened. */
import { type ReactNode, useMemo } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { caseManagerOptions } from "../../../people/employees/employees.contract.ts";
import { assignManager } from "../files.contract.ts";
import type { fileTexts } from "../files.texts.ts";
import type { ActFormProps } from "./act-target.web.ts";

export function ManagerForm({ target, close }: ActFormProps): ReactNode {
  const t = useTexts<typeof fileTexts>("files");
  const act = useAct(assignManager);
  const managers = useCall(caseManagerOptions, {});
  const form = useCallForm(assignManager, { caseManagerId: target.caseManagerId, version: target.version });
  const options = useMemo(
    () => (managers.data?.items ?? []).map(({ id, text }) => ({ value: id, label: text })),
    [managers.data],
  );
  return (
    <Form
      form={form}
      label={t("changeManager")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: target.id }, body });
        target.onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <SelectField
        form={form}
        name="caseManagerId"
        label={t("caseManager")}
        options={options}
        clearable
        placeholder={t("noManager")}
      />
    </Form>
  );
}
