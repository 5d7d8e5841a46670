/** Editing a template: its four languages, what is missing or outdated, and a preview beside them. */
import { Alert, Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { mapRecord } from "../../ground/kernel/records.ts";
import { type Language, languages } from "../../ground/kernel/texts.ts";
import { languageNames } from "../../ground/platform/web/content/texts.web.ts";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useUnsavedForm } from "../../ground/platform/web/feedback/unsaved.web.ts";
import { ApiError, useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { addressOfScreen, useGo, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page } from "../../ground/platform/web/pages/page.web.tsx";
import { type TemplateCategory, templateCategories } from "../templates/templates.contract.ts";
import { LanguageFields } from "./language-fields.web.tsx";
import { Languages, useOlderThan } from "./languages.web.tsx";
import { useTemplateTexts } from "./list.web.tsx";
import { PreviewPanel, type UnsavedTemplate, usePreview } from "./preview.web.tsx";
import { useArrangement } from "./side-by-side.web.ts";
import {
  type SentWords,
  type ShownTemplate,
  type ShownWording,
  templateCallsOf,
  templateScreensOf,
} from "./template-pages.contract.ts";
import styles from "./template-pages.module.css";
import type { EditedChannel } from "./template-pages.ts";
import { getVariable, listVariables } from "./variables.contract.ts";

const blank: SentWords = {
  name: "",
  subject: "",
  body: { type: "doc", content: [{ type: "paragraph" }] },
  aligned: false,
  reviewed: false,
};

const sentOf = (words: ShownWording | null): SentWords | null =>
  words && { name: words.name, subject: words.subject, body: words.body, aligned: false, reviewed: false };

/** The words that a language begins with: the Dutch ones, which nobody has read in it yet. */
const begun = (dutch: SentWords | null): SentWords => ({ ...(dutch ?? blank), aligned: false, reviewed: false });

interface Values {
  readonly code: string;
  readonly category: TemplateCategory | null;
  readonly texts: Record<Language, SentWords | null> & { readonly nl: SentWords };
  readonly versions: Record<Language, number | null>;
}

const valuesOf = (template: ShownTemplate | undefined): Values => ({
  code: template?.code ?? "",
  category: template?.category ?? "demand",
  texts: template
    ? { ...mapRecord(template.texts, sentOf), nl: sentOf(template.texts.nl) ?? blank }
    : { nl: blank, en: null, fr: null, de: null },
  versions: template
    ? mapRecord(template.texts, (words) => words?.version ?? null)
    : { nl: null, en: null, fr: null, de: null },
});

export function AddTemplate({ channel }: { channel: EditedChannel }): ReactNode {
  const t = useTemplateTexts();
  return (
    <Page title={t(`${channel}_add`)}>
      <TemplateForm channel={channel} template={undefined} />
    </Page>
  );
}

export function EditTemplate({ channel }: { channel: EditedChannel }): ReactNode {
  const t = useTemplateTexts();
  const id = useIdParam();
  const read = useCall(templateCallsOf[channel].get, { params: { id } }, { keep: false });
  return (
    <Page title={t(`${channel}_edit`)} count={read.data?.code}>
      <Loaded of={read}>{(template) => <TemplateForm channel={channel} template={template} />}</Loaded>
    </Page>
  );
}

/** The language whose words are wrong, where an answer says so. */
const wrongLanguage = (error: unknown): Language | undefined =>
  error instanceof ApiError
    ? languages.find((language) => Object.keys(error.errors).some((field) => field.startsWith(`texts.${language}.`)))
    : undefined;

function useSaving(channel: EditedChannel, template: ShownTemplate | undefined, onWrong: (language: Language) => void) {
  const t = useTemplateTexts();
  const go = useGo();
  const addressOf = useAddressBehind(channel);
  const calls = templateCallsOf[channel];
  // The pages of the variables tell which templates name them.
  const invalidates = [calls.list, calls.get, calls.revisions, listVariables, getVariable];
  const create = useAct(calls.create, { invalidates });
  const update = useAct(calls.update, { invalidates });
  return async ({ code, ...body }: BodyOf<typeof calls.update> & { readonly code: string }): Promise<void> => {
    const { versions: _none, ...added } = body;
    try {
      const saved = template
        ? await update.mutateAsync({ params: { id: template.id }, body })
        : await create.mutateAsync({ body: { code, ...added } });
      notify({ message: t("saved", { name: saved.texts.nl?.name ?? saved.code }), variant: "success" });
      // The form's values count as saved once this has ended; only then may the page be left without asking.
      setTimeout(() => go(addressOf(saved)));
    } catch (error) {
      const wrong = wrongLanguage(error);
      if (wrong) onWrong(wrong);
      throw error;
    }
  };
}

interface TemplateFormProps {
  readonly channel: EditedChannel;
  readonly template: ShownTemplate | undefined;
}

/** The page of a template, or the list where it is not yet there; the start for whoever may write templates and look at none. */
function useAddressBehind(channel: EditedChannel): (template: { readonly id: number } | undefined) => string {
  const { show, list } = templateScreensOf[channel];
  const mayLook = useMay(list);
  return (template) => (!mayLook ? "/" : template ? addressOfScreen(show, { id: template.id }) : addressOfScreen(list));
}

function TemplateForm({ channel, template }: TemplateFormProps): ReactNode {
  const t = useTemplateTexts();
  const go = useGo();
  const calls = templateCallsOf[channel];
  const [language, setLanguage] = useState<Language>("nl");
  const [file, setFile] = useState<number | null>(null);
  const form = useCallForm(calls.update, valuesOf(template), (values) => values);
  useUnsavedForm(form);
  const save = useSaving(channel, template, setLanguage);
  const { values } = form;
  const words = values.texts[language];
  const { code, category } = values;
  const { subject, body } = words ?? blank;
  const unkept: UnsavedTemplate | null = words && category ? { code, category, language, subject, body } : null;
  const look = usePreview(channel, unkept, file);
  const { shown } = useArrangement();
  const addressOf = useAddressBehind(channel);
  const leave = (): void => go(addressOf(template));
  return (
    <div className={styles.columns} data-languages={shown}>
      <div className={styles.writing}>
        <Form
          form={form}
          label={t(`${channel}_${template ? "edit" : "add"}`)}
          draft={`template ${template?.id ?? channel}`}
          versionField="versions"
          onSave={(given, { code: named }) => save({ ...given, code: named })}
          onCancel={leave}
          submit={t("save")}
        >
          <PlannedRuns count={template?.plannedRuns ?? 0} />
          {!template && <TextField name="code" label={t("code")} description={t("codeHint")} required maxLength={40} />}
          <SelectField
            name="category"
            label={t("category")}
            required
            options={templateCategories.map((value) => ({ value, label: t(`category_${value}`) }))}
          />
          <Writing
            channel={channel}
            template={template}
            texts={values.texts}
            errors={Object.keys(form.errors)}
            language={language}
            onLanguage={setLanguage}
            onStart={(one) => form.setFieldValue(`texts.${one}`, begun(values.texts.nl))}
            looked={look.data?.values}
          />
        </Form>
      </div>
      <div className={styles.looking}>
        <PreviewPanel {...{ channel, language, unkept, file, look }} onLanguage={setLanguage} onFile={setFile} />
      </div>
    </div>
  );
}

function PlannedRuns({ count }: { count: number }): ReactNode {
  const t = useTemplateTexts();
  if (count === 0) return null;
  return (
    <Alert color="blue" variant="light">
      {t("plannedRuns", { count })}
    </Alert>
  );
}

interface WritingProps {
  readonly channel: EditedChannel;
  readonly template: ShownTemplate | undefined;
  readonly texts: Readonly<Record<Language, SentWords | null>>;
  readonly errors: readonly string[];
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly onStart: (language: Language) => void;
  readonly looked: Readonly<Record<string, string | null>> | undefined;
}

function Writing({ channel, template, texts, errors, looked, onStart, ...shown }: WritingProps): ReactNode {
  const t = useTemplateTexts();
  const olderThan = useOlderThan(template?.texts);
  return (
    <Languages
      {...shown}
      states={mapRecord(texts, (words, one) => (words ? (template?.texts[one]?.state ?? "there") : "missing"))}
      wrong={languages.filter((one) => errors.some((field) => field.startsWith(`texts.${one}.`)))}
      keepMounted
    >
      {(one) =>
        texts[one] ? (
          <LanguageFields channel={channel} language={one} older={olderThan(one)} looked={looked} />
        ) : (
          <div>
            <p>{t("startHint")}</p>
            <Button variant="default" onClick={() => onStart(one)}>
              {t("startLanguage", { language: languageNames[one] })}
            </Button>
          </div>
        )
      }
    </Languages>
  );
}
