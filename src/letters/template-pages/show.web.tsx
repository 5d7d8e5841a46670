/** A template as it is sent: in each language, for a file, with where it is used and its versions. */
import { Button, Stack } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { mapRecord } from "../../ground/kernel/records.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import { useLanguage } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { addressOfScreen, useGo, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { Empty, Facts, Loaded, Page } from "../../ground/platform/web/pages/page.web.tsx";
import { Languages, useOlderThan } from "./languages.web.tsx";
import { useTemplateTexts } from "./list.web.tsx";
import { Findings, PreviewPanel, usePreview } from "./preview.web.tsx";
import { useArrangement } from "./side-by-side.web.ts";
import {
  type ShownTemplate,
  type ShownWording,
  templateCallsOf,
  templateScreensOf,
} from "./template-pages.contract.ts";
import styles from "./template-pages.module.css";
import type { EditedChannel } from "./template-pages.ts";
import { Versions } from "./versions.web.tsx";
import { Wording } from "./wording.web.tsx";

export function ShowTemplate({ channel }: { channel: EditedChannel }): ReactNode {
  const t = useTemplateTexts();
  const go = useGo();
  const language = useLanguage();
  const id = useIdParam();
  const screens = templateScreensOf[channel];
  const read = useCall(templateCallsOf[channel].get, { params: { id } }, { keep: false });
  const mayEdit = useMay(screens.edit);
  const named = read.data?.texts[language] ?? read.data?.texts.nl;
  const edit = mayEdit && (
    <Button leftSection={<IconPencil size={16} />} onClick={() => go(addressOfScreen(screens.edit, { id }))}>
      {t("edit")}
    </Button>
  );
  return (
    <Page title={named?.name ?? t(`${channel}_show`)} count={read.data?.code} actions={edit || undefined}>
      <Loaded of={read}>{(template) => <Shown channel={channel} template={template} mayEdit={mayEdit} />}</Loaded>
    </Page>
  );
}

interface ShownProps {
  readonly channel: EditedChannel;
  readonly template: ShownTemplate;
  readonly mayEdit: boolean;
}

function Shown({ channel, template, mayEdit }: ShownProps): ReactNode {
  const [language, setLanguage] = useState<Language>("nl");
  const [file, setFile] = useState<number | null>(null);
  const words = template.texts[language];
  const { code, category } = template;
  const unkept = words && { code, category, language, subject: words.subject, body: words.body };
  const look = usePreview(channel, unkept, file);
  const { shown } = useArrangement();
  const olderThan = useOlderThan(template.texts);
  return (
    <div className={styles.columns} data-languages={shown}>
      <Stack gap="md" className={styles.writing ?? ""}>
        <Usage template={template} />
        <Languages
          language={language}
          onLanguage={setLanguage}
          states={mapRecord(template.texts, (each) => each?.state ?? "missing")}
          keepMounted={false}
        >
          {(one) => <Words words={template.texts[one]} language={one} older={olderThan(one)} />}
        </Languages>
        <Versions channel={channel} template={template} language={language} mayEdit={mayEdit} />
      </Stack>
      <div className={styles.looking}>
        <PreviewPanel {...{ channel, language, unkept, file, look }} onLanguage={setLanguage} onFile={setFile} />
      </div>
    </div>
  );
}

function Usage({ template }: { template: ShownTemplate }): ReactNode {
  const t = useTemplateTexts();
  const steps = template.steps.map(({ workflow, position }) => t("step", { workflow, position: String(position) }));
  return (
    <Facts
      items={[
        [t("category"), t(`category_${template.category}`)],
        [t("type"), t(`type_${template.type}`)],
        [t("steps"), steps.length > 0 ? steps.join(", ") : t("notUsed")],
      ]}
    />
  );
}

interface WordsProps {
  readonly words: ShownWording | null;
  readonly language: Language;
  readonly older: string | undefined;
}

function Words({ words, language, older }: WordsProps): ReactNode {
  const t = useTemplateTexts();
  if (!words) return <Empty title={t("state_missing")} text={t("startHint")} />;
  const { changedAt, changedBy, reviewedOn } = words;
  const changed =
    changedAt === null
      ? t("cameWith")
      : t("savedBy", { when: dateText(changedAt, { time: "HH:mm" }), who: changedBy ?? "–" });
  return (
    <Stack gap="sm">
      <Facts
        items={[
          [t("changedAt"), changed],
          [t("reviewedOn"), reviewedOn === null ? t("neverReviewed") : dateText(reviewedOn)],
        ]}
      />
      {older !== undefined && <Status tone="warn">{older}</Status>}
      <Findings findings={words.findings} />
      <Wording words={words} language={language} />
    </Stack>
  );
}
