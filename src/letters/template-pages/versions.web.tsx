/** The versions of a template in a language: author and date, differences to the current one, and restoring one. */
import { Button, Group, Text } from "@mantine/core";
import { diffWordsWithSpace } from "diff";
import { Fragment, type ReactNode } from "react";
import type { Language } from "../../ground/kernel/texts.ts";
import { languageNames } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { Loaded, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../ground/platform/web/table/table.web.tsx";
import { useTemplateTexts } from "./list.web.tsx";
import { type ShownTemplate, type TemplateRevision, templateCallsOf } from "./template-pages.contract.ts";
import styles from "./template-pages.module.css";
import type { EditedChannel } from "./template-pages.ts";
import { getVariable, listVariables } from "./variables.contract.ts";

const wholeText = ({ name, subject, text }: TemplateRevision): string =>
  [name, subject, text].filter((part) => part !== "").join("\n\n");

/** What an earlier version said otherwise: struck out is what it had, underlined what took its place. */
function Difference({ before, now }: { before: TemplateRevision; now: TemplateRevision }): ReactNode {
  const t = useTemplateTexts();
  const parts = diffWordsWithSpace(wholeText(before), wholeText(now));
  if (parts.every(({ added, removed }) => !added && !removed)) return <p>{t("same")}</p>;
  return (
    <article className={styles.diff} lang={before.language}>
      {parts.map(({ value, added, removed }, at) =>
        added ? (
          <ins key={at}>{value}</ins>
        ) : removed ? (
          <del key={at}>{value}</del>
        ) : (
          <Fragment key={at}>{value}</Fragment>
        ),
      )}
    </article>
  );
}

interface VersionsProps {
  readonly channel: EditedChannel;
  readonly template: ShownTemplate;
  readonly language: Language;
  readonly mayEdit: boolean;
}

export function Versions({ channel, template, language, mayEdit }: VersionsProps): ReactNode {
  const t = useTemplateTexts();
  const calls = templateCallsOf[channel];
  const { id } = template;
  const list = useCall(calls.revisions, { params: { id } });
  const restore = useAct(calls.restore, {
    invalidates: [calls.list, calls.get, calls.revisions, listVariables, getVariable],
  });
  const bringBack = async ({ version: revision }: TemplateRevision): Promise<void> => {
    const number = String(revision);
    const version = template.texts[language]?.version ?? 0;
    const question = t("restoreSure", { number });
    if (!(await confirm(question, { title: t("restore"), yes: t("restore") }))) return;
    const done = await restore.run({ params: { id }, body: { language, revision, version } });
    if (done) notify({ message: t("restored", { number }), variant: "success" });
  };
  return (
    <Section title={t("versions")} aside={languageNames[language]}>
      <Loaded of={list}>
        {({ items }) => {
          const rows = items.filter((row) => row.language === language);
          const now = rows.find(({ current }) => current);
          return (
            <DataTable
              id="template-versions"
              label={t("versions")}
              columns={columnsOf(t)}
              list={{ ...list, data: { items: rows } }}
              rowName={({ version }) => t("version", { number: String(version) })}
              empty={{ title: t("state_missing") }}
              actions={(row) =>
                row.current || !now ? null : (
                  <Group gap={4} wrap="nowrap">
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() =>
                        openModal({ title: t("compare"), size: "lg" }, () => <Difference before={row} now={now} />)
                      }
                    >
                      {t("compareShort")}
                    </Button>
                    {mayEdit && (
                      <Button size="compact-xs" variant="default" onClick={() => void bringBack(row)}>
                        {t("restore")}
                      </Button>
                    )}
                  </Group>
                )
              }
            />
          );
        }}
      </Loaded>
    </Section>
  );
}

const columnsOf = (t: ReturnType<typeof useTemplateTexts>): Column<TemplateRevision>[] => [
  {
    key: "version",
    label: t("versions"),
    allowToggle: false,
    formatter: (_value, row) => (
      <Group gap={6} wrap="nowrap">
        <Text size="sm">{t("version", { number: String(row.version) })}</Text>
        {row.current && <Status tone="good">{t("current")}</Status>}
      </Group>
    ),
    text: (_value, row) => String(row.version),
  },
  {
    key: "savedAt",
    label: t("changedAt"),
    formatter: (_value, row) => (row.savedAt === null ? t("cameWith") : dateText(row.savedAt, { time: "HH:mm" })),
    text: (_value, row) => row.savedAt ?? "",
  },
  { key: "savedBy", label: t("changedBy") },
];
