/** Writing a template of court papers: its sections in order, one of them open at a time, its known defences, and its versions. */
import { ActionIcon, Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { keysOf } from "../../../ground/kernel/records.ts";
import { openPreview } from "../../../ground/platform/web/content/preview.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { respond, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { MultiSelectField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { RichTextField } from "../../../ground/platform/web/inputs/editor.web.tsx";
import {
  CheckboxField,
  Form,
  type OnTyping,
  TextareaField,
  TextField,
  useCallForm,
  useHeld,
  useHeldForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { useIdParam } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Section as PageSection } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../court-papers.module.css";
import { useCourtPaperTexts } from "../texts.web.ts";
import { claimTypes, debtorKinds, type Section, sectionBlocks, sectionFacts, sectionUses } from "./shape.ts";
import {
  type CourtTemplate,
  listCourtTemplateRevisions,
  listCourtTemplates,
  readCourtTemplate,
  sampleOfCourtTemplate,
  saveCourtTemplate,
} from "./templates.contract.ts";
import { courtVariables } from "./variables.ts";
import { TemplateVersions } from "./versions.web.tsx";

export function CourtTemplatePage(): ReactNode {
  const t = useCourtPaperTexts();
  const id = useIdParam();
  const read = useCall(readCourtTemplate, { params: { id } }, { keep: false });
  return (
    <Page title={read.data?.name ?? t("template")}>
      <Loaded of={read}>{(template) => <Edited key={id} template={template} />}</Loaded>
    </Page>
  );
}

function Edited({ template }: { template: CourtTemplate }): ReactNode {
  const { shown, onTyping } = useHeld(template);
  const [restored, setRestored] = useState(0);
  return (
    <>
      {/* A version that was brought back fills the form anew; one that a colleague saved takes nothing typed away. */}
      <TemplateForm key={`${shown.version} ${restored}`} template={shown} onTyping={onTyping} />
      <TemplateVersions template={template} onRestored={() => setRestored(restored + 1)} />
    </>
  );
}

function useTemplateForm(template: CourtTemplate) {
  const { name, active, sections, defences, version } = template;
  return useCallForm(saveCourtTemplate, { name, active, sections, defences, version });
}
type TemplateFormState = ReturnType<typeof useTemplateForm>;
type FormSection = NonNullable<TemplateFormState["values"]["sections"]>[number];

function TemplateForm({ template, onTyping }: { template: CourtTemplate; onTyping: OnTyping }): ReactNode {
  const t = useCourtPaperTexts();
  const form = useTemplateForm(template);
  useHeldForm(form, onTyping);
  const [at, setAt] = useState(0);
  const { id, kind } = template;
  const save = useAct(saveCourtTemplate, {
    invalidates: [listCourtTemplates, readCourtTemplate, listCourtTemplateRevisions],
  });
  const sample = (): void => {
    const { version: _version, ...words } = form.getTransformedValues();
    openPreview([
      {
        name: `${kind}.pdf`,
        href: "court-template-sample",
        read: (signal) => respond(sampleOfCourtTemplate, { body: { kind, ...words }, signal }),
      },
    ]);
  };
  const wrong = Object.keys(form.errors).flatMap((field) => /^sections\.(\d+)\./.exec(field)?.[1] ?? []);
  return (
    <Form
      form={form}
      label={t("template")}
      draft={`court template ${id}`}
      onSave={async (body) => {
        await save.mutateAsync({ params: { id }, body });
        notify({ message: t("saved", { name: body.name }), variant: "success" });
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField name="name" label={t("name")} required maxLength={100} />
        <Stack justify="flex-end">
          <CheckboxField name="active" label={t("active")} />
        </Stack>
      </SimpleGrid>
      <Group>
        <Button variant="default" onClick={sample}>
          {t("asPdf")}
        </Button>
      </Group>
      <div className={styles.columns}>
        <Outline form={form} at={at} onPick={setAt} wrong={wrong.map(Number)} />
        {form.values.sections?.[at] && <SectionFields key={`${at}:${form.values.sections[at].key}`} at={at} />}
      </div>
      <Defences form={form} />
    </Form>
  );
}

const blank = (number: number): Section => ({
  key: `onderdeel-${number}-${Date.now().toString(36)}`,
  title: "",
  use: "always",
  claimTypes: [],
  against: "all",
  fact: "none",
  numbered: true,
  block: "none",
  body: { type: "doc", content: [{ type: "paragraph" }] },
});

interface OutlineProps {
  readonly form: TemplateFormState;
  readonly at: number;
  readonly onPick: (at: number) => void;
  readonly wrong: readonly number[];
}

/** When a section stands in a paper, in a few words. */
const placeOf = (t: ReturnType<typeof useCourtPaperTexts>, section: FormSection): string =>
  [
    section.title ? "" : t("untitled"),
    t(`use_${section.use ?? "always"}`),
    section.against && section.against !== "all" ? t(`against_${section.against}`) : "",
    section.fact && section.fact !== "none" ? t(`fact_${section.fact}`) : "",
    (section.claimTypes ?? []).map((type) => t(`claimType_${type}`)).join(", "),
    section.block && section.block !== "none" ? t(`block_${section.block}`) : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");

/** The sections in their order. */
function Outline({ form, at, onPick, wrong }: OutlineProps): ReactNode {
  const t = useCourtPaperTexts();
  const sections = form.values.sections ?? [];
  const move = (to: number): void => {
    form.reorderListItem("sections", { from: at, to });
    onPick(to);
  };
  const remove = (): void => {
    form.removeListItem("sections", at);
    onPick(Math.max(0, at - 1));
  };
  return (
    <div>
      <ol className={styles.outline} aria-label={t("sections")}>
        {sections.map((section, place) => (
          <li key={section.key} {...(place === at ? { "data-chosen": true } : {})}>
            <button type="button" className={styles.pick} aria-current={place === at} onClick={() => onPick(place)}>
              {wrong.includes(place) ? "⚠ " : ""}
              {section.title || section.key?.replaceAll("-", " ")}
              <small>{placeOf(t, section)}</small>
            </button>
          </li>
        ))}
      </ol>
      <div className={styles.foot}>
        <ActionIcon variant="default" aria-label={t("moveUp")} disabled={at === 0} onClick={() => move(at - 1)}>
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t("moveDown")}
          disabled={at >= sections.length - 1}
          onClick={() => move(at + 1)}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          color="red"
          aria-label={t("removeSection")}
          disabled={sections.length < 2}
          onClick={remove}
        >
          <IconTrash size={16} />
        </ActionIcon>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            form.insertListItem("sections", blank(sections.length + 1), at + 1);
            onPick(at + 1);
          }}
        >
          {t("addSection")}
        </Button>
      </div>
    </div>
  );
}

/** One section: where it stands, and its words with the variables that they may name. */
function SectionFields({ at }: { at: number }): ReactNode {
  const t = useCourtPaperTexts();
  const field = (name: string): string => `sections.${at}.${name}`;
  const variables = keysOf(courtVariables).map((name) => ({
    name,
    label: t(`variable_${name}`),
    hint: `${name} · ${courtVariables[name].example}`,
  }));
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField name={field("title")} label={t("sectionTitle")} maxLength={120} />
        <SelectField
          name={field("use")}
          label={t("use")}
          options={sectionUses.map((value) => ({ value, label: t(`use_${value}`) }))}
        />
        <SelectField
          name={field("against")}
          label={t("against")}
          options={debtorKinds.map((value) => ({ value, label: t(`against_${value}`) }))}
        />
        <SelectField
          name={field("fact")}
          label={t("fact")}
          options={sectionFacts.map((value) => ({ value, label: t(`fact_${value}`) }))}
        />
        <MultiSelectField
          name={field("claimTypes")}
          label={t("claimTypes")}
          options={claimTypes.map((value) => ({ value, label: t(`claimType_${value}`) }))}
        />
        <SelectField
          name={field("block")}
          label={t("block")}
          options={sectionBlocks.map((value) => ({ value, label: t(`block_${value}`) }))}
        />
      </SimpleGrid>
      <RichTextField name={field("body")} label={t("body")} required height={300} variables={variables} />
      <CheckboxField name={field("numbered")} label={t("numbered")} />
    </Stack>
  );
}

/** Defences that are often heard, with what answers them. */
function Defences({ form }: { form: TemplateFormState }): ReactNode {
  const t = useCourtPaperTexts();
  return (
    <PageSection title={t("defences")}>
      <Stack gap="md">
        {(form.values.defences ?? []).map((_defence, at) => (
          // Rows have no name of their own; their place is what they are.
          <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
            <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ flex: 1 }}>
              <TextareaField name={`defences.${at}.defence`} label={t("defence")} required maxLength={2000} />
              <TextareaField name={`defences.${at}.rebuttal`} label={t("rebuttal")} required maxLength={4000} />
            </SimpleGrid>
            <ActionIcon
              variant="subtle"
              color="red"
              mt={26}
              aria-label={t("removeDefence", { number: at + 1 })}
              onClick={() => form.removeListItem("defences", at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => form.insertListItem("defences", { defence: "", rebuttal: "" })}
      >
        {t("addDefence")}
      </Button>
    </PageSection>
  );
}
