/** Records a past visit: date and result. One against the rules needs confirmation, and its line is marked. */

import { type ReactNode, useState } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { ApiError, useAct } from "../../../ground/platform/web/http/api.web.ts";
import { DateTimeField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import {
  CheckboxField,
  Form,
  TextareaField,
  TextField,
  useCallForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { createLog, type LogLine, listLogs } from "../logs.contract.ts";
import styles from "../logs.module.css";
import type { logTexts } from "../logs.texts.ts";

interface Values {
  at: string | null;
  subject: string;
  content: string;
  confirmed: boolean;
}

const visit: Values = { at: null, subject: "", content: "", confirmed: false };

export function VisitForm({ fileId, onWritten }: { fileId: number; onWritten: () => void }): ReactNode {
  const t = useTexts<typeof logTexts>("logs");
  const [refused, setRefused] = useState(false);
  const create = useAct(createLog, { invalidates: [listLogs] });
  const form = useCallForm(createLog, visit, ({ at, ...typed }) => ({
    file: fileId,
    type: "visit" as const,
    ...typed,
    ...(at !== null && { at }),
  }));
  const save = async (body: BodyOf<typeof createLog>): Promise<void> => {
    try {
      await create.mutateAsync({ body });
    } catch (error) {
      if (error instanceof ApiError && error.code === "refused") setRefused(true);
      throw error;
    }
  };
  return (
    <Form form={form} label={t("type_visit")} submit={t("save")} onSave={save} onSaved={onWritten}>
      <DateTimeField form={form} name="at" label={t("visitAt")} required />
      <TextField form={form} name="subject" label={t("subject")} required maxLength={200} />
      <TextareaField form={form} name="content" label={t("content")} rows={3} maxLength={10_000} />
      {refused && <CheckboxField form={form} name="confirmed" label={t("visitConfirmed")} />}
    </Form>
  );
}

/** The rules that a visit was made against, with their articles. */
export function AgainstRules({ rules }: { rules: LogLine["against"] }): ReactNode {
  const t = useTexts<typeof logTexts>("logs");
  if (rules.length === 0) return null;
  return (
    <div className={styles.against}>
      {t("visitAgainst")} {rules.map(({ text, article }) => `${text} (${article})`).join(" ")}
    </div>
  );
}
