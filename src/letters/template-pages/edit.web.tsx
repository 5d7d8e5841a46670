/** Editing a template: its four languages, what is missing or outdated, and a preview beside them. */
import { Alert, Button, SegmentedControl, Tabs } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { mapRecord } from "../../ground/kernel/records.ts";
import { type Language, languages } from "../../ground/kernel/texts.ts";
import { languageNames } from "../../ground/platform/web/content/texts.web.ts";
import { Badge } from "../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useUnsavedForm } from "../../ground/platform/web/feedback/unsaved.web.ts";
import { ApiError, useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { addressOfScreen, useGo, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type TemplateCategory, templateCategories } from "../templates/templates.contract.ts";
import { LanguageFields } from "./language-fields.web.tsx";
import { LanguageBadges, useTemplateTexts } from "./list.web.tsx";
import { PreviewPanel, type UnsavedTemplate, usePreview } from "./preview.web.tsx";
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
import { Wording } from "./wording.web.tsx";

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
      setTimeout(() => go(addressOfScreen(templateScreensOf[channel].show, { id: saved.id })));
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

/** The page of a template, or the list where it is not yet there. */
const addressBehind = ({ channel, template }: TemplateFormProps): string =>
  template
    ? addressOfScreen(templateScreensOf[channel].show, { id: template.id })
    : addressOfScreen(templateScreensOf[channel].list);

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
  const leave = (): void => go(addressBehind({ channel, template }));
  return (
    <div className={styles.columns}>
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
          {template && template.plannedRuns > 0 && (
            <Alert color="blue" variant="light">
              {t("plannedRuns", { count: template.plannedRuns })}
            </Alert>
          )}
          {!template && <TextField name="code" label={t("code")} description={t("codeHint")} required maxLength={40} />}
          <SelectField
            name="category"
            label={t("category")}
            required
            options={templateCategories.map((value) => ({ value, label: t(`category_${value}`) }))}
          />
          <LanguageTabs
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
        <PreviewPanel channel={channel} unkept={unkept} file={file} onFile={setFile} look={look} />
      </div>
    </div>
  );
}

interface TabsProps {
  readonly channel: EditedChannel;
  readonly template: ShownTemplate | undefined;
  readonly texts: Readonly<Record<Language, SentWords | null>>;
  readonly errors: readonly string[];
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly onStart: (language: Language) => void;
  readonly looked: Readonly<Record<string, string | null>> | undefined;
}

interface BesideProps {
  readonly value: Language | "none";
  readonly languages: readonly Language[];
  readonly onChange: (language: Language | "none") => void;
}

function BesideControl({ value, languages: offered, onChange }: BesideProps): ReactNode {
  const t = useTemplateTexts();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("beside")}
      value={value}
      onChange={(chosen) => onChange(offered.find((one) => one === chosen) ?? "none")}
      data={[
        { value: "none", label: t("besideNone") },
        ...offered.map((one) => ({ value: one, label: languageNames[one] })),
      ]}
    />
  );
}

/** One language at a time, and another one beside it to write by. */
function LanguageTabs(props: TabsProps): ReactNode {
  const { channel, template, texts, language, onLanguage } = props;
  const t = useTemplateTexts();
  const [beside, setBeside] = useState<Language | "none">("none");
  const others = languages.filter((one) => one !== language && template?.texts[one]);
  const besideWords = beside === "none" || beside === language ? null : template?.texts[beside];
  const states = mapRecord(texts, (words, one) => (words ? (template?.texts[one]?.state ?? "there") : "missing"));
  const isWrong = (one: Language): boolean => props.errors.some((field) => field.startsWith(`texts.${one}.`));
  return (
    <>
      <LanguageBadges states={states} />
      <Tabs
        value={language}
        onChange={(chosen) => onLanguage(languages.find((one) => one === chosen) ?? "nl")}
        keepMounted
      >
        <Tabs.List aria-label={t("languages")}>
          {languages.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              rightSection={isWrong(one) ? <Badge colour="red">{t("findingError")}</Badge> : undefined}
            >
              {languageNames[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map((one) => (
          <Tabs.Panel key={one} value={one} pt="sm">
            {texts[one] ? (
              <LanguageFields
                channel={channel}
                language={one}
                behind={template?.texts[one]?.state === "behind"}
                looked={props.looked}
              />
            ) : (
              <Section title={languageNames[one]}>
                <p>{t("startHint")}</p>
                <Button variant="default" onClick={() => props.onStart(one)}>
                  {t("startLanguage", { language: languageNames[one] })}
                </Button>
              </Section>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      {others.length > 0 && (
        <BesideControl value={besideWords ? beside : "none"} languages={others} onChange={setBeside} />
      )}
      {besideWords && beside !== "none" && <Wording words={besideWords} language={beside} />}
    </>
  );
}
